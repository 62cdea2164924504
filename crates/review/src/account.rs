//! Where each seat's result came from: its own decisions, those of others, and chance.

use serde::{Deserialize, Serialize};

use super::judged::{Figure, Judged};

/// The account of a seat in win share: `start + deal + luck + own + others = result`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// One share per seat: 1 over the number of players.
    pub start: f64,
    /// What the deal and the place at the table were worth: the win share before the first decision less `start`.
    pub deal: Figure,
    /// What happened between decisions: dice, draws, and what turned out to be true of what was hidden. It also holds
    /// decisions that were not judged.
    pub luck: Figure,
    /// The seat's own decisions against the reference; on average at most 0 for choices that are no better.
    pub own: Figure,
    /// The decisions of the other seats.
    pub others: Figure,
    /// The share of the win; in a game without a result, the expected one after the last decision.
    pub result: f64,
}

impl Account {
    /// Returns the result without deal and luck: what the decisions alone made of an even start.
    #[must_use]
    pub fn without_luck(&self) -> f64 {
        self.start + self.own.mean + self.others.mean
    }
}

/// A sum of figures whose errors are independent.
#[derive(Clone, Copy, Default)]
struct Total {
    mean: f64,
    variance: f64,
}

impl Total {
    fn add(&mut self, figure: Figure) {
        self.mean += figure.mean;
        self.variance += figure.error * figure.error;
    }

    fn figure(self) -> Figure {
        Figure { mean: self.mean, error: self.variance.sqrt() }
    }
}

/// Works out who gave what to whom: the row is the seat that decided, the column the seat whose win share changed.
/// Rows sum to 0.
pub(crate) fn gifts(judged: &[&Judged], players: usize) -> Vec<Vec<Figure>> {
    let mut totals = vec![vec![Total::default(); players]; players];
    for judged in judged {
        for (seat, total) in totals[judged.seat].iter_mut().enumerate() {
            total.add(judged.gift(seat));
        }
    }
    totals.into_iter().map(|row| row.into_iter().map(Total::figure).collect()).collect()
}

/// Works out the account of each seat from the decisions that were judged, in order of play; `result` is the final
/// share of the win of each seat, if the game has a result.
pub(crate) fn accounts(judged: &[&Judged], players: usize, result: Option<&[f64]>) -> Vec<Account> {
    let gifts = gifts(judged, players);
    let counted: Vec<&&Judged> = judged.iter().filter(|judged| !judged.before().is_empty()).collect();
    let start = 1.0 / players as f64;
    let account = |seat: usize| {
        let first = counted.first().map_or(start, |judged| judged.before()[seat]);
        let first_error = counted.first().and_then(|judged| judged.errors.get(seat).copied());
        let result = match (result, counted.last()) {
            (Some(result), _) => result[seat],
            (None, Some(judged)) => judged.after()[seat],
            (None, None) => start,
        };
        let (mut own, mut others) = (Total::default(), Total::default());
        for (decider, row) in gifts.iter().enumerate() {
            let total = if decider == seat { &mut own } else { &mut others };
            total.add(row[seat]);
        }
        let deal = Figure { mean: first - start, error: first_error.unwrap_or(0.0) };
        // Luck is what is left, step by step as in the sum: the steps from one decision to the next.
        let luck = result - first - own.mean - others.mean;
        let luck_error = (deal.error.powi(2) + own.variance + others.variance).sqrt();
        Account {
            start,
            deal,
            luck: Figure { mean: luck, error: luck_error },
            own: own.figure(),
            others: others.figure(),
            result,
        }
    };
    (0..players).map(account).collect()
}

/// A step of the game: the change of every seat's win share from just before a decision to just before the next one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The number of the decision in the record.
    pub decision: usize,
    /// The seat that decided.
    pub seat: usize,
    /// The win share of each seat before the decision.
    pub before: Vec<f64>,
    /// The part of the change that the decision made.
    pub by_decision: Vec<f64>,
    /// The part that happened until the next decision that was judged, or the end.
    pub by_luck: Vec<f64>,
}

/// Lists the steps of a game. For each seat, `before` of the first step and all changes add up to the result.
pub(crate) fn steps(judged: &[&Judged], result: Option<&[f64]>) -> Vec<Step> {
    let counted: Vec<&&Judged> = judged.iter().filter(|judged| !judged.before().is_empty()).collect();
    let step = |(place, judged): (usize, &&&Judged)| {
        let after: Vec<f64> = judged
            .before()
            .iter()
            .enumerate()
            .map(|(seat, before)| before + judged.gift(seat).mean)
            .collect();
        let next = match counted.get(place + 1) {
            Some(next) => next.before(),
            None => result.unwrap_or(&after),
        };
        Step {
            decision: judged.decision,
            seat: judged.seat,
            before: judged.before().to_vec(),
            by_decision: (0..after.len()).map(|seat| judged.gift(seat).mean).collect(),
            by_luck: next.iter().zip(&after).map(|(next, after)| next - after).collect(),
        }
    };
    counted.iter().enumerate().map(step).collect()
}
