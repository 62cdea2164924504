//! Counts of decisions at which external bots failed.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use tradewinds_game::counted;

/// How often an external bot was asked, and how often it gave no legal answer, in which case the seat played
/// a random action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faults {
    /// Decisions that it was asked for; forced decisions do not count.
    pub decisions: u64,
    /// Decisions without an answer in time, or without a program since the last one had been too slow.
    pub timeouts: u64,
    /// Decisions at which the program had ended, could not be started, or had ended too often.
    pub crashes: u64,
    /// Answers that do not name a legal action, are not JSON or are too long.
    pub illegal: u64,
}

impl Faults {
    /// Returns whether there was no program at any decision: each that was started ended before its first answer, or none
    /// could be started.
    #[must_use]
    pub const fn never_ran(&self) -> bool {
        self.decisions > 0 && self.crashes == self.decisions
    }

    /// Returns the number of decisions at which it failed.
    #[must_use]
    pub const fn failed(&self) -> u64 {
        self.timeouts + self.crashes + self.illegal
    }
}

impl AddAssign for Faults {
    fn add_assign(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.timeouts += other.timeouts;
        self.crashes += other.crashes;
        self.illegal += other.illegal;
    }
}

/// "173 of 173 decisions (3 time-outs, 170 crashes, 0 illegal answers)".
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { decisions, timeouts, crashes, illegal } = self;
        write!(
            f,
            "{} of {} (time-outs: {timeouts}, crashes: {crashes}, illegal answers: {illegal})",
            self.failed(),
            counted(decisions, "decision")
        )
    }
}

/// The faults of the external bots of one or more runs, by the bots' names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FaultCounts(BTreeMap<String, Faults>);

impl FaultCounts {
    /// Adds the faults of a bot.
    pub fn add(&mut self, bot: &str, faults: Faults) {
        if let Some(known) = self.0.get_mut(bot) {
            *known += faults;
        } else {
            self.0.insert(bot.to_owned(), faults);
        }
    }

    /// Adds the faults of another run.
    pub fn extend(&mut self, other: Self) {
        for (bot, faults) in other.0 {
            self.add(&bot, faults);
        }
    }

    /// Lists the bots that failed decisions, by name.
    pub fn failed(&self) -> impl Iterator<Item = (&str, &Faults)> {
        self.0.iter().filter(|(_, faults)| faults.failed() > 0).map(|(bot, faults)| (bot.as_str(), faults))
    }

    /// Lists all external bots, by name.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Faults)> {
        self.0.iter().map(|(bot, faults)| (bot.as_str(), faults))
    }
}
