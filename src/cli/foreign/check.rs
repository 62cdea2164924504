//! `tradewinds foreign check`: the laws that can be checked from outside.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context;

use super::program::ProgramArgs;
use crate::cli::number::whole;
use crate::foreign::{Findings, check};
use crate::game::{Seed, counted};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Play this many random games
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u64>(1..=1_000_000))]
    games: u64,
    #[command(flatten)]
    program: ProgramArgs,
}

/// Checks the game and prints what was played.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let found = check(&args.program.start()?, args.games, Seed(args.program.seed))?;
    let Findings { games, decisions, longest, most_actions, .. } = found;
    let seen = match found {
        Findings { determinizes: false, .. } => "none; if the game hides anything, a search sees it",
        Findings { views: false, .. } => "not compared: the game answers no view",
        Findings { hides: false, .. } => {
            "none changes what another seat sees; if the game hides anything, a search sees it"
        }
        _ => "compared by what seats see",
    };
    writeln!(
        io::stdout(),
        "all is well in {}; decisions: {decisions}, in the longest game: {longest}, maximum of actions: {most_actions}; \
         determinizations: {seen}",
        counted(games, "game")
    )
    .context("cannot print what was checked")?;
    Ok(ExitCode::SUCCESS)
}
