//! `tradewinds choices`: the choices of bots, and what each choice is worth.

use std::process::ExitCode;

use crate::arena::find;
use crate::game::InputError;
use crate::lab::choices::{ChoiceStudy, ChoicesManifest};
use anyhow::Context;

use super::faults::Leniency;
use super::manifest_args::{ManifestArgs, ManifestKind};
use super::number::whole;
use super::screen;
use super::study;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    played: ManifestArgs,
    /// Play this many deals with each line-up [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    deals: Option<u64>,
    /// Play the choices of this many decisions out [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    decisions: Option<u64>,
    #[command(flatten)]
    leniency: Leniency,
}

/// Makes the study of `args`, or continues it, and prints its main tables.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut manifest = args.played.read(ManifestKind::Choices, ChoicesManifest::parse)?;
    manifest.deals = args.deals.unwrap_or(manifest.deals);
    if let Some(decisions) = args.decisions {
        let Some(worth) = &mut manifest.worth else {
            let allowed = "only with a manifest that has a table worth";
            return Err(InputError::new("--decisions", "", decisions.to_string(), allowed).into());
        };
        worth.decisions = decisions;
    }
    let game = find(&manifest.game).map_err(|error| error.in_file(args.played.source()))?;
    let folder = args.played.folder(&manifest.name);
    let study = ChoiceStudy::new(game, manifest.clone(), &args.played.manifest, &folder)?;
    let result = study::run(&study, game, &args.played, &manifest)?;
    screen::print(format_args!("{result}files: {}\n", folder.display())).context("cannot print the study")?;
    Ok(args.leniency.status(&result.faults))
}
