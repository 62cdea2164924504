//! `tradewinds standings`: the standings of a run as they are now.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::arena::find;
use crate::tournament::{Tournament, standings_so_far};
use anyhow::Context;

use super::faults::Leniency;
use super::run_folder::{check_folders, read_manifest, report_of};
use super::screen;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the run, which may be under way
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print ratings, pairs of bots and the gain from pairing, too
    #[arg(long)]
    details: bool,
    #[command(flatten)]
    leniency: Leniency,
}

/// Prints the standings of the run of `args`; nothing is played or written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check_folders([&args.folder])?;
    let (manifest, source) = read_manifest(&args.folder)?;
    let game = find(&manifest.game).map_err(|error| error.in_file(source.display().to_string()))?;
    let tournament = Tournament::new(game, manifest, &source)?;
    let standings = standings_so_far(&tournament, &args.folder)?;
    let mut text = standings.to_string();
    if args.details {
        text += &format!("\n{}", standings.details());
    }
    let report = report_of(&args.folder);
    // The page of a run that goes on is an earlier one.
    if standings.expected_blocks.is_none() && report.is_file() {
        text += &format!("\nreport: {}\n", report.display());
    }
    screen::print(format_args!("{text}")).context("cannot print the standings")?;
    Ok(args.leniency.status(&standings.faults()))
}
