//! Giving more deals to pairs of bots that are still undecided.

use std::ops::Range;

use litemap::LiteMap;

use super::state::RuleState;
use crate::plan::schedule::Schedule;
use crate::unit::UnitResult;
use tradewinds_game::counted;
use tradewinds_report::{decimal, wrapped};
use tradewinds_stats::{CONFIDENCE, Moments, share_over_strata_at};

/// Deals of the first round, which all line-ups play; each later round doubles them.
const FIRST_DEALS: u64 = 10;

/// Plays in rounds. After each round every pair of bots is examined, and only line-ups with a pair that is
/// still undecided continue.
///
/// A pair is decided when the interval of the share of games in which one ranks ahead of the other excludes
/// 1/2. With many looks at many pairs, some intervals would exclude it by luck. Therefore each look at each
/// pair gets its part of the error probability (Bonferroni), so that all decisions together are right with
/// the usual confidence.
#[derive(Clone, Debug)]
pub(super) struct Adaptive {
    strata: u64,
    /// Deals before the wave, and with it.
    from: u64,
    to: u64,
    /// Maximum number of deals.
    deals: u64,
    looks: u32,
    /// Whether each stratum plays in the wave.
    active: Vec<bool>,
    /// Units played so far.
    played: u64,
    /// Units of the wave under way that were played.
    in_round: u64,
    /// Deals played by the line-ups that played most, in whole rounds.
    reached: u64,
    /// The number of pairs that are decided.
    settled: usize,
    /// Every pair that met, by its numbers.
    pairs: LiteMap<(usize, usize), Pair>,
}

/// A pair of bots: moments over units by stratum, and the number of its games.
#[derive(Clone, Debug, Default)]
struct Pair {
    strata: LiteMap<usize, Moments>,
    games: u64,
    /// The share by which the first is ahead when it was decided, in either direction.
    decided: Option<f64>,
}

/// Lists the number of deals after each round of a run without end.
pub(crate) fn rounds() -> impl Iterator<Item = u64> {
    (0..u64::BITS)
        .map_while(|round| FIRST_DEALS.checked_shl(round).filter(|deals| deals >> round == FIRST_DEALS))
}

/// Returns the number of looks in a run of at most this many deals.
fn looks(deals: u64) -> u32 {
    rounds().take_while(|&round| round < deals).count() as u32 + 1
}

/// Returns the confidence of one look at one of `pairs` pairs, in a run of at most this many deals.
pub(crate) fn confidence(deals: u64, pairs: usize) -> f64 {
    1.0 - (1.0 - CONFIDENCE) / f64::from(looks(deals)) / pairs.max(1) as f64
}

impl Adaptive {
    pub(super) fn new(schedule: &Schedule) -> Self {
        let strata = schedule.strata();
        let deals = schedule.units() / strata;
        let looks = looks(deals);
        Self {
            strata,
            from: 0,
            to: FIRST_DEALS.min(deals),
            deals,
            looks,
            active: vec![true; strata as usize],
            played: 0,
            in_round: 0,
            reached: 0,
            settled: 0,
            pairs: LiteMap::new(),
        }
    }

    /// Returns the units of the wave, and which strata of them play.
    pub(super) fn wave(&self) -> (Range<u64>, Vec<bool>) {
        (self.from * self.strata..self.to * self.strata, self.active.clone())
    }

    /// Returns where the rule stands.
    pub(super) fn state(&self) -> RuleState {
        RuleState::Pairs { decided: self.settled, of: self.pairs.len() }
    }

    /// Takes in a unit of the wave.
    pub(super) fn observe(&mut self, result: &UnitResult) {
        self.played += 1;
        self.in_round += 1;
        for found in &result.pairs {
            let pair = self.pairs.entry((found.a, found.b)).or_default();
            pair.games += found.games;
            pair.strata.entry(result.stratum).or_default().extend(found.ahead.mean());
        }
    }

    /// Examines all pairs after a round; returns `false` if all are decided or there are no more deals.
    pub(super) fn next_wave(&mut self, schedule: &Schedule) -> bool {
        let confidence = confidence(self.deals, self.pairs.len());
        for (_, pair) in self.pairs.iter_mut().filter(|(_, pair)| pair.decided.is_none()) {
            let strata: Vec<Moments> = pair.strata.values().copied().collect();
            let estimate = share_over_strata_at(&strata, pair.games, confidence);
            let interval = estimate.and_then(|estimate| estimate.interval);
            if interval.is_some_and(|interval| interval.low > 0.5 || interval.high < 0.5) {
                pair.decided = estimate.map(|estimate| estimate.share);
                self.settled += 1;
            }
        }
        let undecided = |a: usize, b: usize| {
            self.pairs.get(&(a.min(b), a.max(b))).is_some_and(|pair| pair.decided.is_none())
        };
        for (stratum, active) in self.active.iter_mut().enumerate().filter(|(_, active)| **active) {
            let bots = schedule.game(schedule.games_of(stratum as u64).start).bots;
            *active = bots.iter().any(|&a| bots.iter().any(|&b| undecided(a, b)));
        }
        (self.reached, self.in_round) = (self.to, 0);
        (self.from, self.to) = (self.to, (2 * self.to).min(self.deals));
        self.from < self.to && self.active.contains(&true)
    }

    /// Lists the pairs that are decided, the bot that is ahead first.
    pub(super) fn decided(&self) -> Vec<[usize; 2]> {
        let decided = self.pairs.iter().filter_map(|(&(a, b), pair)| Some((a, b, pair.decided?)));
        decided.map(|(a, b, share)| if share > 0.5 { [a, b] } else { [b, a] }).collect()
    }

    /// Describes which pairs are decided and how much was saved.
    pub(super) fn summary(&self, names: &[&str]) -> String {
        let all = self.reached * self.strata;
        let mut text = format!(
            "adaptive: {} of {} were played that {} for every line-up would have been, {} % saved;\n\
             decided with {} % confidence over all pairs and {}\n",
            self.played,
            counted(all, "unit"),
            counted(self.reached, "deal"),
            decimal((all > 0).then(|| 100.0 - 100.0 * self.played as f64 / all as f64), 1),
            decimal(CONFIDENCE * 100.0, 0),
            counted(self.looks, "look")
        );
        if self.in_round > 0 {
            text =
                format!("adaptive: {} so far, the last round is not whole\n", counted(self.played, "unit"));
        }
        let (mut decided, mut open) = (Vec::new(), Vec::new());
        for (&(a, b), pair) in &self.pairs {
            match pair.decided {
                Some(share) if share > 0.5 => decided.push(format!("{} > {}", names[a], names[b])),
                Some(_) => decided.push(format!("{} > {}", names[b], names[a])),
                None => open.push(format!("{} ? {}", names[a], names[b])),
            }
        }
        text.push_str(&wrapped("decided: ", decided, ","));
        text.push_str(&wrapped("undecided: ", open, ","));
        text.push_str(
            "(the intervals in the tables are those of a fixed number of deals; a run that stops where pairs are\n\
             decided exaggerates differences: only the decisions have the confidence named here)\n",
        );
        text
    }
}
