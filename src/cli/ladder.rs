//! `tradewinds ladder`: strength against budget.

use std::process::ExitCode;

use crate::arena::find;
use crate::lab::ladder::{Ladder, LadderManifest};
use anyhow::Context;

use super::manifest_args::{ManifestArgs, ManifestKind};
use super::number::whole;
use super::screen;
use super::study;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    played: ManifestArgs,
    /// Play this many deals a step [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    deals: Option<u64>,
    /// Play with this many players, into a folder that says so [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    players: Option<usize>,
}

/// Plays the ladder of `args`, or continues it, and prints its rungs.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut manifest = args.played.read(ManifestKind::Ladder, LadderManifest::parse)?;
    manifest.deals = args.deals.unwrap_or(manifest.deals);
    if let Some(players) = args.players.filter(|players| *players != manifest.players) {
        manifest.name = format!("{}-{players}-players", manifest.name);
        manifest.players = players;
    }
    let game = find(&manifest.game).map_err(|error| error.in_file(args.played.source()))?;
    let folder = args.played.folder(&manifest.name);
    let ladder = Ladder::new(game, manifest.clone(), &args.played.manifest, &folder)?;
    let result = study::run(&ladder, game, &args.played, &manifest)?;
    screen::print(format_args!("{result}\nfiles: {}\n", folder.display()))
        .context("cannot print the ladder")?;
    Ok(ExitCode::SUCCESS)
}
