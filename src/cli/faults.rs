//! The exit status of a run in which an external bot failed decisions.

use std::process::ExitCode;

use crate::bots::FaultCounts;

use super::notes;

/// The exit status if an external bot failed decisions.
pub(crate) const FAILED: u8 = 3;

/// Whether failed decisions are taken as they are.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Leniency {
    /// Exit with status 0 even if an external bot failed decisions, instead of 3
    #[arg(long)]
    lenient: bool,
}

impl Leniency {
    /// Prints on stderr which bots failed how many decisions, and returns the exit status of the run.
    pub(crate) fn status(self, faults: &FaultCounts) -> ExitCode {
        let failed: Vec<String> =
            faults.failed().map(|(bot, faults)| format!("bot {bot} failed {faults}")).collect();
        if failed.is_empty() {
            return ExitCode::SUCCESS;
        }
        let failed = failed.join("; ");
        if self.lenient {
            notes::say(&format!("{failed}; random actions were played instead"));
            return ExitCode::SUCCESS;
        }
        notes::complain(&format!(
            "{failed}; random actions were played instead. `tradewinds check-bot FILE` with the bot's preset says what \
             is wrong; --lenient takes the result as it is, with exit status 0"
        ));
        ExitCode::from(FAILED)
    }
}
