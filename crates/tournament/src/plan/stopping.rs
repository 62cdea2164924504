//! Stopping rules: which units of a schedule are played, and when enough have been played.
//!
//! A stopping rule decides from the results of whole units in the order of the schedule, never from the units
//! that happen to be finished. So it decides the same with any number of threads and after any interruption.
//!
//! A new way to stop is a file in `stopping/`.

pub(crate) mod adaptive;
mod state;
mod test;
mod width;

use std::ops::Range;

use adaptive::Adaptive;
pub use state::RuleState;
use test::Test;
pub(crate) use test::TestView;
use width::Width;

use crate::plan::manifest::Manifest;
use crate::plan::schedule::Schedule;
use crate::plan::shard::Shard;
use crate::unit::UnitResult;

/// Decides which units of a run are played, and when it ends.
#[derive(Clone, Debug)]
pub(crate) struct StoppingRule {
    wave: Wave,
    rule: Rule,
    over: bool,
}

/// Units that may be played in any order.
#[derive(Clone, Debug)]
pub(crate) struct Wave {
    units: Range<u64>,
    keep: Keep,
}

/// The units of a range that belong to a wave.
#[derive(Clone, Debug)]
enum Keep {
    All,
    /// Those of one part of the run.
    Shard(Shard),
    /// Those of some strata.
    Strata(Vec<bool>),
}

/// The condition, if any, that may end a run before its schedule does.
#[derive(Clone, Debug)]
enum Rule {
    Fixed,
    Width(Width),
    Test(Test),
    Adaptive(Adaptive),
}

impl Wave {
    fn of_strata((units, strata): (Range<u64>, Vec<bool>)) -> Self {
        Self { units, keep: Keep::Strata(strata) }
    }

    /// Lists the units of the wave from `first` on, in ascending order.
    pub(crate) fn units(&self, first: u64) -> impl Iterator<Item = u64> + Send {
        (self.units.start.max(first)..self.units.end).filter(|&unit| match &self.keep {
            Keep::All => true,
            Keep::Shard(shard) => shard.has(unit),
            Keep::Strata(strata) => strata[(unit % strata.len() as u64) as usize],
        })
    }
}

impl StoppingRule {
    /// Makes the rule of a run with `bots` bots.
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
        let wave = match &rule {
            Rule::Adaptive(adaptive) => Wave::of_strata(adaptive.wave()),
            _ => Wave { units: 0..schedule.units(), keep },
        };
        Self { wave, rule, over: false }
    }

    /// Returns the wave under way.
    pub(crate) fn wave(&self) -> &Wave {
        &self.wave
    }

    /// Returns whether the rule has ended the run.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Returns whether the rule depends on results.
    pub(crate) fn is_sequential(&self) -> bool {
        !matches!(self.rule, Rule::Fixed)
    }

    /// Takes in the next unit of the wave, in ascending order.
    pub(crate) fn observe(&mut self, unit: u64, result: &UnitResult) {
        match &mut self.rule {
            Rule::Fixed => {}
            Rule::Width(width) => self.over = width.observe(unit, result),
            Rule::Test(test) => self.over = test.observe(result),
            Rule::Adaptive(adaptive) => adaptive.observe(result),
        }
    }

    /// Moves on to the next wave after all units of this one were observed; returns `false` if it was the
    /// last.
    pub(crate) fn next_wave(&mut self, schedule: &Schedule) -> bool {
        let Rule::Adaptive(adaptive) = &mut self.rule else {
            return false;
        };
        let more = adaptive.next_wave(schedule);
        if more {
            self.wave = Wave::of_strata(adaptive.wave());
        }
        more
    }

    /// Returns what a page shows of a sequential test, if the rule is one.
    pub(crate) fn test(&self, names: &[&str]) -> Option<TestView> {
        match &self.rule {
            Rule::Test(test) => Some(test.view(names)),
            _ => None,
        }
    }

    /// Returns where the rule stands, if it depends on results.
    pub(crate) fn state(&self) -> Option<RuleState> {
        match &self.rule {
            Rule::Fixed => None,
            Rule::Width(width) => Some(width.state()),
            Rule::Test(test) => Some(test.state()),
            Rule::Adaptive(adaptive) => Some(adaptive.state()),
        }
    }

    /// Lists the pairs of bots that the rule has decided, the one that is ahead first; `None` if it decides none, so that
    /// intervals do.
    pub(crate) fn decided(&self) -> Option<Vec<[usize; 2]>> {
        match &self.rule {
            Rule::Fixed | Rule::Width(_) => None,
            Rule::Test(_) => Some(Vec::new()),
            Rule::Adaptive(adaptive) => Some(adaptive.decided()),
        }
    }

    /// Describes the rule's findings, for people; empty without a rule.
    pub(crate) fn summary(&self, names: &[&str]) -> String {
        match &self.rule {
            Rule::Fixed => String::new(),
            Rule::Width(width) => width.to_string(),
            Rule::Test(test) => test.summary(names),
            Rule::Adaptive(adaptive) => adaptive.summary(names),
        }
    }
}
