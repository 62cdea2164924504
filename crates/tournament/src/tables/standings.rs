//! Standings: the results of each bot.

pub(crate) mod cost;
pub(crate) mod csv;
pub(crate) mod display;

use tradewinds_bots::{Cost, FaultCounts, Faults};
use tradewinds_report::decimal;
use tradewinds_stats::{Interval, ShareEstimate};

/// The standings of a run. A bot that has several seats in a game counts once for each of them in
/// the mean of its block; the block is the unit of all intervals and errors, and the line-ups that a bot
/// plays in weigh the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The run, the game, the variant and the seed, in words.
    pub title: String,
    /// The number of seats.
    pub players: usize,
    /// Games that count.
    pub games: u64,
    /// Blocks that count: whole, and without a truncated game.
    pub blocks: u64,
    /// Blocks that were to be played, if they were not all played: the standings of an unfinished run.
    pub expected_blocks: Option<u64>,
    /// Games in whole blocks that were truncated.
    pub truncated_games: u64,
    /// Whole blocks that do not count because of a truncated game.
    pub truncated_blocks: u64,
    /// The bots, best win share first.
    pub bots: Vec<BotStanding>,
    /// The pairs of bots that met, in the order of the manifest.
    pub pairs: Vec<PairStanding>,
    /// The win shares by starting place: of each bot, then of all.
    pub places: Vec<PlaceStanding>,
    /// The gain from playing each deal with every seating.
    pub pairing: Pairing,
    /// The answer of a sequential test, in a sentence or two; empty without one.
    pub answer: String,
    /// The findings of the stopping rule, for people; empty without one.
    pub summary: String,
    /// A number of deals, and the bots from which it would probably tell the first one; `None` if that is not known.
    pub more_deals: Option<(u64, Vec<String>)>,
    /// What a doubling of the budget is worth, for each search that played with several.
    pub doublings: Vec<Doubling>,
}

/// The ratio of the information in the games of blocks to that in the same number of independent games, by
/// the variances of the means; below 1 where blocks cost more than they gain. `None` where there is no
/// variance to compare.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pairing {
    /// For the win shares, over all bots.
    pub win_share: Option<f64>,
    /// For the points, over all bots.
    pub score: Option<f64>,
}

/// A mean with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanEstimate {
    /// The mean over line-ups of the means over blocks; `None` without a block.
    pub mean: Option<f64>,
    /// Its standard error over blocks; `None` with too few.
    pub standard_error: Option<f64>,
    /// Its interval by the bootstrap over blocks; `None` with too few, or where all blocks agree.
    pub interval: Option<Interval>,
}

/// The standing of one bot.
#[derive(Clone, PartialEq, Debug)]
pub struct BotStanding {
    /// The bot's name.
    pub bot: String,
    /// Games in which it played.
    pub games: u64,
    /// Its seats in these games.
    pub seats: u64,
    /// Blocks in which it played.
    pub blocks: u64,
    /// Its share of wins per seat, with interval; `None` without a block.
    pub win_share: Option<ShareEstimate>,
    /// The variance of its win share between blocks over the one that the same games would give if they
    /// were independent; `None` where there is no variance.
    pub design_effect: Option<f64>,
    /// Its points.
    pub score: MeanEstimate,
    /// Its points less the maximum of any other seat.
    pub margin: MeanEstimate,
    /// Its rank.
    pub rank: MeanEstimate,
    /// Its Plackett-Luce rating on the Elo scale, the mean of all bots being 0; `None` where no finite rating
    /// is most likely, since some bots were always ranked ahead of all others.
    pub rating: MeanEstimate,
    /// Its mass in the stationary distribution of alpha-Rank, the mean over the bootstrap's resampled tables:
    /// bots that cannot be told apart share it. `None` where some never met, or with too few blocks.
    pub alpha_rank: Option<f64>,
    /// Its share of wins by starting place, from 0; `None` where it never started.
    pub by_place: Vec<Option<f64>>,
    /// Its faults, if it is external, including those in truncated games.
    pub faults: Option<Faults>,
    /// What its decisions cost, if it searches or is external, including those in truncated games.
    pub cost: Option<Cost>,
}

/// What a doubling of a budget is worth, in Elo.
#[derive(Clone, PartialEq, Debug)]
pub struct Doubling {
    /// The bots that differ in their budget alone, by ascending budget.
    pub bots: Vec<String>,
    /// Whether the budget is a time; otherwise it is a number of iterations.
    pub of_time: bool,
    /// The slope of the ratings over the logarithm of the budget: the same on any machine if it is a number of
    /// iterations.
    pub of_budget: MeanEstimate,
    /// The slope over the logarithm of the measured mean time of a decision, whose error is not in the interval; `None`
    /// where the times differ too little.
    pub of_clock: Option<MeanEstimate>,
}

/// The results of one bot against another in the games that both played.
#[derive(Clone, PartialEq, Debug)]
pub struct PairStanding {
    /// The bot from whose point of view the results are.
    pub bot: String,
    /// The other bot.
    pub opponent: String,
    /// Games in which both played.
    pub games: u64,
    /// The share of pairs of their seats in which the first ranks ahead, a tie counting half.
    pub ahead: Option<ShareEstimate>,
    /// Whether it is sure which of them ranks ahead more often: by the stopping rule if that decides pairs, and
    /// otherwise by intervals that are wide enough for the number of pairs.
    pub is_sure: bool,
}

/// The win share from a starting place.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceStanding {
    /// The bot; `None` for all bots together.
    pub bot: Option<String>,
    /// The place in the first playing order, from 0.
    pub place: usize,
    /// The win share from there, with interval.
    pub share: Option<ShareEstimate>,
}

/// Follows the name of a bot that failed decisions.
pub(crate) const MARK: &str = "(!)";

/// Writes the ends of an interval for people.
pub(crate) fn range(interval: Option<Interval>, places: usize) -> String {
    let join = |interval: Interval| {
        let (low, high) = (decimal(interval.low, places), decimal(interval.high, places));
        // A range between negative numbers would have two dashes.
        if interval.low < 0.0 { format!("{low} to {high}") } else { format!("{low}-{high}") }
    };
    interval.map_or("NA".to_owned(), join)
}

impl Standings {
    /// Returns the win share of a seat if all bots were equal.
    #[must_use]
    pub fn chance_level(&self) -> f64 {
        1.0 / self.players as f64
    }

    /// Returns the faults of external bots.
    #[must_use]
    pub fn faults(&self) -> FaultCounts {
        let mut counts = FaultCounts::default();
        for bot in &self.bots {
            if let Some(faults) = bot.faults {
                counts.add(&bot.bot, faults);
            }
        }
        counts
    }
}

impl BotStanding {
    /// Returns the number of decisions that it failed.
    pub(crate) fn failed(&self) -> u64 {
        self.faults.map_or(0, |faults| faults.failed())
    }

    /// Returns its name for people, marked if it failed decisions.
    pub(crate) fn label(&self) -> String {
        if self.failed() > 0 { format!("{} {MARK}", self.bot) } else { self.bot.clone() }
    }
}

impl PairStanding {
    /// Returns the same pair from the other bot's point of view.
    pub fn reversed(&self) -> Self {
        let turned = |interval: Interval| Interval { low: 1.0 - interval.high, high: 1.0 - interval.low };
        let ahead = self.ahead.map(|share| ShareEstimate {
            share: 1.0 - share.share,
            interval: share.interval.map(turned),
            ..share
        });
        Self { bot: self.opponent.clone(), opponent: self.bot.clone(), ahead, ..*self }
    }
}
