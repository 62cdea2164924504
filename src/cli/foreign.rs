//! `tradewinds foreign`: a game whose rules are in a program of the user's, which answers over pipes.

mod check;
mod program;
mod search;
mod tournament;

use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Play random games, and name the law of games that it breaks
    Check(check::Args),
    /// Search a position and print what was found, and how fast
    Search(search::Args),
    /// Play bots against each other, each deal with all seatings
    Tournament(tournament::Args),
}

/// Runs the command below.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Search(args) => search::run(args),
        Command::Tournament(args) => tournament::run(args),
    }
}
