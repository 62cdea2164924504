//! Playing until all intervals are narrow enough.

use std::fmt;

use litemap::LiteMap;

use super::state::RuleState;
use crate::plan::schedule::Schedule;
use crate::unit::{Quantity, UnitResult};
use tradewinds_report::decimal;
use tradewinds_stats::{Moments, share_over_strata};

/// Minimum number of deals before a run may stop: with fewer, the intervals are too rough.
const LEAST_DEALS: u64 = 10;

/// Stops when no bot's interval of the win share is wider than wanted; this is checked after each whole deal.
///
/// A run that stops at a width has a random number of games. Its intervals hold nearly as well as those
/// of a fixed number, better the narrower they are (Chow and Robbins 1965, Annals of Mathematical
/// Statistics 36, 457-462).
#[derive(Clone, Debug)]
pub(super) struct Width {
    wanted: f64,
    widest: Option<f64>,
    /// Units per deal.
    strata: u64,
    bots: Vec<BotShares>,
}

/// The win shares of a bot over units, by stratum, and the number of its games.
#[derive(Clone, Debug, Default)]
struct BotShares {
    strata: LiteMap<usize, Moments>,
    games: u64,
}

impl Width {
    pub(super) fn new(wanted: f64, schedule: &Schedule, bots: usize) -> Self {
        Self { wanted, widest: None, strata: schedule.strata(), bots: vec![BotShares::default(); bots] }
    }

    /// Returns where the rule stands.
    pub(super) const fn state(&self) -> RuleState {
        RuleState::Width { widest: self.widest, wanted: self.wanted }
    }

    /// Takes in a unit; returns whether the run can stop.
    pub(super) fn observe(&mut self, unit: u64, result: &UnitResult) -> bool {
        for own in &result.bots {
            let bot = &mut self.bots[own.bot];
            bot.games += own.games;
            bot.strata.entry(result.stratum).or_default().extend(own.means[Quantity::WinShare].mean());
        }
        let played = unit + 1;
        if !played.is_multiple_of(self.strata) || played / self.strata < LEAST_DEALS {
            return false;
        }
        let width = |bot: &BotShares| {
            let strata: Vec<Moments> = bot.strata.values().copied().collect();
            let interval = share_over_strata(&strata, bot.games)?.interval?;
            Some(interval.high - interval.low)
        };
        let widths: Option<Vec<f64>> = self.bots.iter().map(width).collect();
        self.widest = widths.map(|widths| widths.into_iter().fold(0.0, f64::max));
        self.widest.is_some_and(|widest| widest <= self.wanted)
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plays until no interval is wider than {}; ", self.wanted)?;
        match self.widest {
            Some(widest) => writeln!(f, "the widest is {}", decimal(widest, 4))?,
            None => writeln!(f, "looks at the intervals from {LEAST_DEALS} deals on")?,
        }
        let reached = self.widest.is_some_and(|widest| widest <= self.wanted);
        if reached { Ok(()) } else { writeln!(f, "not reached: more deals would be needed") }
    }
}
