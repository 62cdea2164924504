//! `tradewinds restricted`: what if a seat never makes a choice, or always?

use std::process::ExitCode;

use crate::arena::find;
use crate::lab::restricted::{Restricted, RestrictedManifest};
use anyhow::Context;

use super::manifest_args::{ManifestArgs, ManifestKind};
use super::number::whole;
use super::screen;
use super::study;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    played: ManifestArgs,
    /// Play this many deals with each restriction [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(2..))]
    deals: Option<u64>,
}

/// Plays the study of `args`, or continues it, and prints its verdicts.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut manifest = args.played.read(ManifestKind::Restricted, RestrictedManifest::parse)?;
    manifest.deals = args.deals.unwrap_or(manifest.deals);
    let game = find(&manifest.game).map_err(|error| error.in_file(args.played.source()))?;
    let folder = args.played.folder(&manifest.name);
    let study = Restricted::new(game, manifest.clone(), &args.played.manifest, &folder)?;
    let result = study::run(&study, game, &args.played, &manifest)?;
    screen::print(format_args!("{result}\nfiles: {}\n", folder.display()))
        .context("cannot print the study")?;
    Ok(ExitCode::SUCCESS)
}
