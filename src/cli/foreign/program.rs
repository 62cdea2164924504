//! The program that has the game.

use std::time::Duration;

use crate::cli::number::whole;
use crate::foreign::{Foreign, Piped};
use crate::game::InputError;

/// The program, and the time for its answers.
#[derive(clap::Args)]
pub(super) struct ProgramArgs {
    /// Program that has the game, and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    command: Vec<String>,
    /// Wait this many milliseconds for each answer of the program
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u64>(1..=3_600_000))]
    answer_ms: u64,
    /// Seed everything random from this number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(..))]
    pub(super) seed: u64,
}

impl ProgramArgs {
    /// Starts the program.
    pub(super) fn start(&self) -> Result<Foreign<Piped>, InputError> {
        Foreign::new(Piped::start(&self.command, Duration::from_millis(self.answer_ms))?)
    }
}
