//! The course of a run: which units of its schedule are played, and when enough have been.
//!
//! A course decides from the results of whole units in the order of the schedule, never from what
//! happens to be finished: it is the same with any number of threads and after any interruption.

mod adaptive;
mod test;
mod width;

use std::ops::Range;

use adaptive::Adaptive;
use test::Test;
use width::Width;

use crate::plan::manifest::Manifest;
use crate::plan::schedule::Schedule;
use crate::plan::shard::Shard;
use crate::tables::unit::UnitResult;

/// The course of a run.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    round: Round,
    rule: Rule,
    over: bool,
}

/// Units that may be played in any order.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    units: Range<u64>,
    keep: Keep,
}

/// Which units of a range belong to a round.
#[derive(Clone, Debug)]
enum Keep {
    All,
    /// Those of one part of the run.
    Shard(Shard),
    /// Those of some strata.
    Strata(Vec<bool>),
}

/// By what a run may end before its schedule does.
#[derive(Clone, Debug)]
enum Rule {
    Fixed,
    Width(Width),
    Test(Test),
    Adaptive(Adaptive),
}

impl Round {
    /// Lists the units of the round from `first` on, in ascending order.
    pub(crate) fn units(&self, first: u64) -> impl Iterator<Item = u64> + Send {
        (self.units.start.max(first)..self.units.end).filter(|&unit| match &self.keep {
            Keep::All => true,
            Keep::Shard(shard) => shard.has(unit),
            Keep::Strata(strata) => strata[(unit % strata.len() as u64) as usize],
        })
    }
}

impl Course {
    /// Starts the course of a run; `bots` is the number of its bots.
    ///
    /// # Panics
    /// If a part of a run may stop early.
    pub(crate) fn new(manifest: &Manifest, schedule: &Schedule, bots: usize, shard: Option<Shard>) -> Self {
        let rule = if manifest.adaptive {
            Rule::Adaptive(Adaptive::new(schedule))
        } else if let Some(width) = manifest.until_width {
            Rule::Width(Width::new(width, schedule, bots))
        } else if let Some(settings) = manifest.sprt {
            Rule::Test(Test::new(settings))
        } else {
            Rule::Fixed
        };
        let keep = shard.map_or(Keep::All, |shard| {
            assert!(matches!(rule, Rule::Fixed), "a run that may stop early has no parts");
            Keep::Shard(shard)
        });
        let round = match &rule {
            Rule::Adaptive(adaptive) => adaptive.round(),
            _ => Round { units: 0..schedule.units(), keep },
        };
        Self { round, rule, over: false }
    }

    /// Returns the round under way.
    pub(crate) fn round(&self) -> &Round {
        &self.round
    }

    /// Tells whether the rule has ended the run.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Tells whether the course depends on results.
    pub(crate) fn watches(&self) -> bool {
        !matches!(self.rule, Rule::Fixed)
    }

    /// Takes in the next unit of the round, in ascending order.
    pub(crate) fn observe(&mut self, unit: u64, result: &UnitResult) {
        match &mut self.rule {
            Rule::Fixed => {}
            Rule::Width(width) => self.over = width.observe(unit, result),
            Rule::Test(test) => self.over = test.observe(result),
            Rule::Adaptive(adaptive) => adaptive.observe(result),
        }
    }

    /// Goes on to the next round after all units of this one were observed; `false` if it was the last.
    pub(crate) fn next_round(&mut self, schedule: &Schedule) -> bool {
        let Rule::Adaptive(adaptive) = &mut self.rule else {
            return false;
        };
        let more = adaptive.next_round(schedule);
        if more {
            self.round = adaptive.round();
        }
        more
    }

    /// Says what the rule found, for people; empty without a rule.
    pub(crate) fn findings(&self, names: &[&str]) -> String {
        match &self.rule {
            Rule::Fixed => String::new(),
            Rule::Width(width) => width.to_string(),
            Rule::Test(test) => test.findings(names),
            Rule::Adaptive(adaptive) => adaptive.findings(names),
        }
    }
}
