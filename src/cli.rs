//! The commands, one file each.

mod tournament;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Monte Carlo tree search and self-play lab for New World board games.
#[derive(Parser)]
#[command(name = "tradewinds", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a tournament from a manifest and print its standings
    Tournament(tournament::Args),
}

impl Cli {
    /// Runs the command; an error is to be printed by the caller, with exit status 1.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Tournament(args) => tournament::run(&args),
        }
    }
}
