//! The option of commands that ask external bots: where the conversations are logged.

use std::io;
use std::path::{Path, PathBuf};

use crate::game::InputError;

use super::notes;

/// Where the conversations with external bots are logged.
#[derive(clap::Args, Clone)]
pub(crate) struct LogBots {
    /// Log the conversation with each external bot in DIR/BOT/game-N-seat-S.log
    #[arg(long, value_name = "DIR")]
    log_bots: Option<PathBuf>,
}

impl LogBots {
    /// Calls `set` with the folder, if there is one; `set` returns whether there is a bot to be logged.
    pub(crate) fn apply(&self, set: impl FnOnce(&Path) -> io::Result<bool>) -> Result<(), InputError> {
        let Some(folder) = &self.log_bots else { return Ok(()) };
        match set(folder) {
            Ok(true) => {}
            Ok(false) => {
                notes::say("--log-bots: no bot here is an external program, so there is nothing to log");
            }
            Err(error) => {
                let found = format!("{:?} ({error})", folder.display().to_string());
                return Err(InputError::new("--log-bots", "", found, "a folder that can be written"));
            }
        }
        Ok(())
    }
}
