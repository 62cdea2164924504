//! How long a search takes: iterations, milliseconds, and when it may stop.

use tradewinds_game::{InputError, Origin};

use super::{SearchSettings, within};

impl SearchSettings {
    /// Returns whether the clock is part of the budget, so that results depend on the machine.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.time_ms.is_some()
    }

    pub(super) fn check_budget(&self) -> Result<(), InputError> {
        if self.iterations.is_none() && self.time_ms.is_none() {
            let allowed = "iterations, time_ms or both";
            return Err(InputError::new(Origin::Settings, "search.iterations", "no budget", allowed));
        }
        within("iterations", self.iterations, 1..=1_000_000_000)?;
        within("time_ms", self.time_ms, 1..=3_600_000)
    }
}
