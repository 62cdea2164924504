//! `tradewinds tune`: improve weights or settings by play.

use std::process::ExitCode;

use crate::arena::find;
use crate::lab::tune::{Tune, TuneManifest};
use anyhow::Context;

use super::faults::Leniency;
use super::manifest_args::{ManifestArgs, ManifestKind};
use super::screen;
use super::study;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    played: ManifestArgs,
    #[command(flatten)]
    leniency: Leniency,
}

/// Tunes as `args` request, or continues earlier tuning, and prints the gain.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let manifest = args.played.read(ManifestKind::Tune, TuneManifest::parse)?;
    let game = find(&manifest.game).map_err(|error| error.in_file(args.played.source()))?;
    let folder = args.played.folder(&manifest.name);
    let tune = Tune::new(game, manifest.clone(), &args.played.manifest, &folder)?;
    let result = study::run(&tune, game, &args.played, &manifest)?;
    let folder = folder.display();
    screen::print(format_args!("{result}the preset that was found: {folder}/tuned.toml\nfiles: {folder}\n"))
        .context("cannot print the gain")?;
    Ok(args.leniency.status(&result.faults))
}
