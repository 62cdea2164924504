//! Where each seat's result came from: chance, its own decisions, those of others, and other play than expected.

use serde::{Deserialize, Serialize};
use tradewinds_stats::{BlockEstimate, Moments};

use super::judged::{Passage, PlayoutMean};

/// The account of a seat in win share: `start + deal + luck + own + others + play` is its result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// One share per seat: 1 over the number of players.
    pub start: f64,
    /// What the deal and the place at the table were worth: the win share before the first decision, by what all seats
    /// know together, less `start`.
    pub deal: PlayoutMean,
    /// What random events and reveals of what no seat knew changed.
    pub luck: PlayoutMean,
    /// The seat's own decisions against the reference; on average at most 0 for choices that are no better.
    pub own: PlayoutMean,
    /// The decisions of the other seats.
    pub others: PlayoutMean,
    /// Other play than expected: the rest, by which the players of the playouts differ from those who then decided. Its
    /// error is that of a sum of stretches of the game, as much as they differ from each other, widened as Student's t
    /// asks.
    pub play: PlayoutMean,
}

impl Account {
    /// Returns the result without deal and luck: what play alone made of an even start.
    #[must_use]
    pub fn without_luck(&self) -> f64 {
        self.start + self.own.mean + self.others.mean + self.play.mean
    }
}

/// A sum of figures whose errors are independent.
#[derive(Clone, Copy, Default)]
struct Total {
    mean: f64,
    variance: f64,
}

impl Total {
    fn add(&mut self, figure: PlayoutMean) {
        self.mean += figure.mean;
        self.variance += figure.error * figure.error;
    }

    fn figure(self) -> PlayoutMean {
        PlayoutMean { mean: self.mean, error: self.variance.sqrt() }
    }
}

impl FromIterator<PlayoutMean> for Total {
    fn from_iter<I: IntoIterator<Item = PlayoutMean>>(figures: I) -> Self {
        let mut total = Self::default();
        figures.into_iter().for_each(|figure| total.add(figure));
        total
    }
}

/// Adds figures whose errors are independent.
pub(crate) fn sum(figures: impl IntoIterator<Item = PlayoutMean>) -> PlayoutMean {
    figures.into_iter().collect::<Total>().figure()
}

/// Works out who gave what to whom: the row is the seat that decided, the column the seat whose win share changed.
/// Rows sum to 0.
pub(crate) fn gifts(passages: &[&Passage], players: usize) -> Vec<Vec<PlayoutMean>> {
    let cell = |decider: usize, seat: usize| {
        let decided = passages.iter().filter(move |passage| passage.judged.seat == decider);
        sum(decided.map(|passage| passage.judged.gift(seat)))
    };
    (0..players).map(|decider| (0..players).map(|seat| cell(decider, seat)).collect()).collect()
}

/// Works out the account of each seat from all decisions of a game, in order of play, and its result; `None` if luck
/// was not measured.
pub(crate) fn accounts(passages: &[&Passage], result: &[f64]) -> Option<Vec<Account>> {
    let first = passages.first().filter(|passage| !passage.standing.is_empty())?;
    let start = 1.0 / result.len() as f64;
    let account = |seat: usize| {
        let deal = PlayoutMean { mean: first.standing[seat].mean - start, error: first.standing[seat].error };
        let gift = |is_own: bool| {
            let decided = passages.iter().filter(move |passage| (passage.judged.seat == seat) == is_own);
            sum(decided.map(|passage| passage.judged.gift(seat)))
        };
        let (own, others) = (gift(true), gift(false));
        let luck = sum(passages.iter().flat_map(|passage| passage.luck(seat)));
        // What is left: stretch by stretch it is the same sum.
        let mean = result[seat] - start - deal.mean - luck.mean - own.mean - others.mean;
        let error = error_of_play(&stretches(passages, seat, result[seat]));
        Account { start, deal, luck, own, others, play: PlayoutMean { mean, error } }
    };
    Some((0..result.len()).map(account).collect())
}

/// Lists what each stretch of the game, from mark to mark, leaves of the change of a seat's win share without luck and
/// decisions.
fn stretches(passages: &[&Passage], seat: usize, result: f64) -> Vec<f64> {
    let mut left: Vec<f64> = Vec::new();
    for passage in passages {
        if let Some(standing) = passage.standing.get(seat) {
            if let Some(last) = left.last_mut() {
                *last += standing.mean;
            }
            left.push(-standing.mean);
        }
        let explained: f64 = passage.luck(seat).map(|luck| luck.mean).sum();
        if let Some(last) = left.last_mut() {
            *last -= explained + passage.judged.gift(seat).mean;
        }
    }
    if let Some(last) = left.last_mut() {
        *last += result;
    }
    left
}

/// Returns the standard error of a sum of stretches as they differ from each other, times Student's quantile over the
/// normal one; 0 for fewer than two.
fn error_of_play(stretches: &[f64]) -> f64 {
    let mut moments = Moments::default();
    moments.extend(stretches.iter().copied());
    let count = stretches.len() as f64;
    let error = moments.standard_error().map(|error| error * count);
    let sum = BlockEstimate { value: 0.0, error, freedom: count - 1.0 };
    sum.interval().map_or(0.0, |interval| interval.high / super::judged::NORMAL)
}

/// A step of the game: the change of every seat's win share from just before a decision to just before the next one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountStep {
    /// The number of the decision in the record.
    pub decision: usize,
    /// The seat that decided.
    pub seat: usize,
    /// The win share of each seat before the decision, by the knowledge of the seat that decided.
    pub before: Vec<f64>,
    /// The part of the change that the decision made.
    pub by_decision: Vec<f64>,
    /// The part that random events and reveals made: 0 where there was none.
    pub by_luck: Vec<f64>,
    /// The rest, until the next decision or the end: other play than expected, other knowledge, and the error of the
    /// playouts. Empty in a review of a part of the decisions.
    pub by_play: Vec<f64>,
}

/// Lists the steps of a game; `is_whole` if they are all of its decisions. For each seat, `before` of the first step
/// and all changes then add up to the result.
pub(crate) fn steps(passages: &[&Passage], result: &[f64], is_whole: bool) -> Vec<AccountStep> {
    let counted: Vec<&&Passage> =
        passages.iter().filter(|passage| !passage.judged.before().is_empty()).collect();
    let seats = 0..result.len();
    let step = |(place, passage): (usize, &&&Passage)| {
        let judged = &passage.judged;
        let before = judged.before();
        let next = counted.get(place + 1).map_or(result, |next| next.judged.before());
        let by_decision: Vec<f64> = seats.clone().map(|seat| judged.gift(seat).mean).collect();
        // No sign for zero.
        let luck = |seat: usize| passage.luck(seat).map(|luck| luck.mean).sum::<f64>() + 0.0;
        let by_luck: Vec<f64> = seats.clone().map(luck).collect();
        let rest = |seat: usize| next[seat] - before[seat] - by_decision[seat] - by_luck[seat];
        AccountStep {
            decision: judged.decision,
            seat: judged.seat,
            before: before.to_vec(),
            by_play: if is_whole { seats.clone().map(rest).collect() } else { Vec::new() },
            by_decision,
            by_luck,
        }
    };
    counted.iter().enumerate().map(step).collect()
}
