//! A decision that was judged: plain data, the line of a journal.

use serde::{Deserialize, Serialize};
use tradewinds_stats::{BlockEstimate, Interval};

/// A mean over playouts with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// An action of a decision, and what the search and the playouts found about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The action in notation.
    pub action: String,
    /// The action as an order: "Take the mayor".
    pub order: String,
    /// The iterations of the search that began with it.
    pub visits: u64,
    /// The worlds in which it was the choice of a search that knew everything.
    pub best_in: u32,
    /// The playouts that began with it; 0 for actions that were not played out.
    pub playouts: u32,
    /// The expected win share of each seat, which sum to 1; empty without playouts.
    pub wins: Vec<f64>,
    /// The expected points of each seat; empty without playouts.
    pub points: Vec<f64>,
    /// What each seat gains in win share if this is chosen instead of the reference, by playouts with the same luck;
    /// the seats' means sum to 0. Empty for the reference, and without playouts.
    pub change: Vec<Figure>,
}

/// A decision with more than one legal action, judged by what the seat that decided knew.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Its number in the record, from 0, forced ones counted.
    pub decision: usize,
    /// The round.
    pub round: u32,
    /// The seat that decided.
    pub seat: usize,
    /// The kind of the decision, in the game's own word.
    pub kind: String,
    /// The number of legal actions.
    pub options: usize,
    /// The choice made, an index into `candidates`.
    pub made: usize,
    /// The choice of the search, an index into `candidates`.
    pub searched: usize,
    /// What the choice made is compared with, an index into `candidates`: the choice of the search, or one that it
    /// visited at least as often as the choice made and that other playouts than those that count here value more.
    pub reference: usize,
    /// The worlds that were searched; 0 if nothing is hidden from the seat.
    pub worlds: u32,
    /// The playouts that count, of the choice made and of the reference; 0 if all reached the bound of the rules.
    pub playouts: u32,
    /// The standard error of the win share of each seat before the decision.
    pub errors: Vec<f64>,
    /// The actions: the choice of the search first, then by descending visits; those that the search never tried and nobody
    /// chose are left out, and so are the last of many.
    pub candidates: Vec<Candidate>,
}

impl Judged {
    /// Returns whether the choice made is that of the search.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.made == self.searched
    }

    /// Returns the expected win shares before the decision: those of the reference.
    #[must_use]
    pub fn before(&self) -> &[f64] {
        &self.candidates[self.reference].wins
    }

    /// Returns the expected win shares after the decision: those of the choice made.
    #[must_use]
    pub fn after(&self) -> &[f64] {
        &self.candidates[self.made].wins
    }

    /// Returns what the decision gave to a seat, in win share.
    #[must_use]
    pub fn gift(&self, seat: usize) -> Figure {
        self.candidates[self.made].change.get(seat).copied().unwrap_or_default()
    }

    /// Returns what a candidate would cost the seat that decides in win share, against the reference; `None` for the
    /// reference, and for candidates that were not played out.
    #[must_use]
    pub fn loss_of(&self, candidate: usize) -> Option<Loss> {
        let candidate = &self.candidates[candidate];
        Loss::of(candidate.change.get(self.seat)?, candidate.playouts)
    }

    /// Returns what the choice made cost against the reference; `None` if they are the same.
    #[must_use]
    pub fn loss(&self) -> Option<Loss> {
        self.loss_of(self.made)
    }

    /// Returns whether all numbers are those of a game of `players`.
    pub(crate) fn fits(&self, players: usize) -> bool {
        let actions = self.candidates.len();
        let sizes = |candidate: &Candidate| {
            [candidate.wins.len(), candidate.points.len(), candidate.change.len()]
                .iter()
                .all(|&len| len == 0 || len == players)
        };
        self.seat < players
            && self.made < actions
            && self.reference < actions
            && self.searched < actions
            && [0, players].contains(&self.errors.len())
            && self.before().len() == self.after().len()
            && self.candidates.iter().all(sizes)
    }
}

/// The loss of a choice against another one in win share, with its 95 % interval. Below 0 it is a gain.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// The mean over the playouts.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The probability of a loss or a gain at least this large if the two choices are worth the same, by Student's t.
    pub p: f64,
}

impl Loss {
    /// Returns the loss that goes with a change of win share, a mean over this many playouts; `None` for fewer than two.
    pub(crate) fn of(change: &Figure, playouts: u32) -> Option<Self> {
        let estimate = BlockEstimate {
            value: -change.mean,
            error: Some(change.error),
            freedom: f64::from(playouts.saturating_sub(1)),
        };
        let Interval { low, high } = estimate.interval()?;
        // Playouts that all differ by the same, or not at all, have no error.
        let certain = if change.mean == 0.0 { 1.0 } else { 0.0 };
        Some(Self { mean: -change.mean, low, high, p: estimate.p_value().unwrap_or(certain) })
    }
}
