//! `tradewinds learn`: learn by self-play.

use std::process::ExitCode;

use crate::arena::find;
use crate::lab::learn::{Learn, LearnManifest};
use anyhow::Context;

use super::manifest_args::{ManifestArgs, ManifestKind};
use super::screen;
use super::study;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    played: ManifestArgs,
}

/// Learns as `args` request, or continues earlier learning, and prints what it brought.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let manifest = args.played.read(ManifestKind::Learn, LearnManifest::parse)?;
    let game = find(&manifest.game).map_err(|error| error.in_file(args.played.source()))?;
    let folder = args.played.folder(&manifest.name);
    let learn = Learn::new(game, manifest.clone(), &args.played.manifest, &folder)?;
    let result = study::run(&learn, game, &args.played, &manifest)?;
    let folder = folder.display();
    screen::print(format_args!(
        "{result}the preset that was found: {folder}/learned.toml\nfiles: {folder}\n"
    ))
    .context("cannot print the gain")?;
    Ok(ExitCode::SUCCESS)
}
