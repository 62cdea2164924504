//! A decision that was judged: plain data, the line of a journal.

use serde::{Deserialize, Serialize};
use tradewinds_sitting::Why;
use tradewinds_stats::{BlockEstimate, Interval};

/// The normal quantile by which a standard error becomes half a 95 % interval.
pub(crate) const NORMAL: f64 = 1.96;

/// A mean over playouts with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayoutMean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl PlayoutMean {
    /// Turns a gain into a loss; zero has no sign.
    fn negated(self) -> Self {
        Self { mean: 0.0 - self.mean, error: self.error }
    }

    /// Multiplies mean and error, by at least 0.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self { mean: factor * self.mean, error: factor * self.error }
    }
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
    pub change: Vec<PlayoutMean>,
    /// What each seat gains in points, likewise.
    pub points_change: Vec<PlayoutMean>,
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
    /// What a point of the score counts in win share, where the decision is judged by points because the win share of
    /// the seat is flat; absent where it is judged by the win share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point_worth: Option<f64>,
    /// Why the reference is better than the choice made; absent where they are the same, and in reviews that were made
    /// before there were reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The standard error of the win share of each seat before the decision.
    pub errors: Vec<f64>,
    /// The actions: the choice of the search first, then by descending visits; those that the search never tried and
    /// nobody chose are left out, and so are the last of many.
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
    pub fn gift(&self, seat: usize) -> PlayoutMean {
        self.candidates[self.made].change.get(seat).copied().unwrap_or_default()
    }

    /// Returns what a candidate would cost the seat that decides against the reference, in win share: that which is
    /// lost, or what the lost points count where it is flat. `None` for the reference, and for candidates that were not
    /// played out.
    #[must_use]
    pub fn loss_of(&self, candidate: usize) -> Option<Loss> {
        let candidate = &self.candidates[candidate];
        let change = match self.point_worth {
            Some(worth) => candidate.points_change.get(self.seat)?.times(worth),
            None => *candidate.change.get(self.seat)?,
        };
        Loss::of(&change, candidate.playouts)
    }

    /// Returns what the choice made cost the seat that decided, as [`Judged::loss`] counts it; 0 for the reference.
    pub(crate) fn cost(&self) -> PlayoutMean {
        match (self.points_cost(), self.point_worth) {
            (Some(points), Some(worth)) => points.times(worth),
            _ => self.gift(self.seat).negated(),
        }
    }

    /// Returns the points of the score that the choice made cost the seat that decided, where these are judged.
    pub(crate) fn points_cost(&self) -> Option<PlayoutMean> {
        self.point_worth?;
        let change = self.candidates[self.made].points_change.get(self.seat).copied();
        Some(change.unwrap_or_default().negated())
    }

    /// Returns whether something could be lost: whether a candidate ended otherwise than the reference for the seat
    /// that decides, in what the decision is judged by.
    #[must_use]
    pub fn is_at_stake(&self) -> bool {
        let change = |candidate: &Candidate| match self.point_worth {
            Some(_) => candidate.points_change.get(self.seat).copied(),
            None => candidate.change.get(self.seat).copied(),
        };
        self.candidates.iter().filter_map(change).any(|change| change != PlayoutMean::default())
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
            let Candidate { wins, points, change, points_change, .. } = candidate;
            [wins.len(), points.len(), change.len(), points_change.len()]
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

/// A random event, or a reveal of what no seat knew, and what it changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LuckEvent {
    /// The number of the decision in the record that it followed.
    pub decision: usize,
    /// What each seat gained in win share by it, against what could have been turned up; the means sum to 0.
    pub change: Vec<PlayoutMean>,
}

/// A decision that was judged, with what chance did between it and the next one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    /// The decision, by the knowledge of the seat that made it.
    pub judged: Judged,
    /// The events after it, before the next decision with a choice, by what all seats know together.
    pub events: Vec<LuckEvent>,
    /// The win share of each seat before the decision, by what all seats know together; empty but at the marks of the
    /// game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<PlayoutMean>,
}

impl Passage {
    /// Returns what the events gave to a seat, in win share.
    pub(crate) fn luck(&self, seat: usize) -> impl Iterator<Item = PlayoutMean> {
        self.events.iter().filter_map(move |event| event.change.get(seat).copied())
    }

    /// Returns whether all numbers are those of a game of `players`.
    pub(crate) fn fits(&self, players: usize) -> bool {
        let sizes = |event: &LuckEvent| [0, players].contains(&event.change.len());
        self.judged.fits(players)
            && self.events.iter().all(sizes)
            && [0, players].contains(&self.standing.len())
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
    /// Returns the loss that goes with a change of win share, a mean over this many playouts; `None` for fewer than
    /// two.
    pub(crate) fn of(change: &PlayoutMean, playouts: u32) -> Option<Self> {
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
