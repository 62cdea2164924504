//! The findings of a search.

use std::time::Duration;

use tradewinds_game::{Notation, PerSeat, Seat, View};

/// The findings of a search about one action of the decision.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionReport<A> {
    /// The action.
    pub action: A,
    /// The iterations of this search that began with it. Visits kept from an earlier decision
    /// ([`SearchSettings::reuse`](super::SearchSettings::reuse)) are not counted.
    pub visits: u64,
    /// The iterations in which it was legal: all of them, for a seat knows its own choices.
    pub available: u64,
    /// The mean reward of each seat over the visits of this search, in [0, 1]; `None` without a visit.
    pub value: Option<PerSeat<f64>>,
    /// The mean win share of each seat at the end of the games that began with it; only in a
    /// [study](super::Search::study).
    pub win_share: Option<PerSeat<f64>>,
    /// The mean points of each seat there, likewise.
    pub points: Option<PerSeat<f64>>,
    /// The standard deviation of the points of each seat over these games (divisor n - 1); `None` with
    /// fewer than two.
    pub points_deviation: Option<PerSeat<f64>>,
    /// The number of these games; games that reached their bound are not counted.
    pub games: u64,
    /// The seat that is proven to win after it.
    pub proven: Option<Seat>,
}

impl<A> ActionReport<A> {
    /// Returns the report with a name for its action.
    fn named(self, name: impl FnOnce(A) -> String) -> ActionReport<String> {
        ActionReport {
            action: name(self.action),
            visits: self.visits,
            available: self.available,
            value: self.value,
            win_share: self.win_share,
            points: self.points,
            points_deviation: self.points_deviation,
            games: self.games,
            proven: self.proven,
        }
    }
}

/// The statistics of a search at one moment; each list has one entry per action, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The iterations so far.
    pub iterations: u64,
    /// The visits of each action.
    pub visits: Vec<u64>,
    /// The mean reward of the seat that decides; `None` without a visit.
    pub values: Vec<Option<f64>>,
}

/// How much a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of iterations.
    pub iterations: u64,
    /// The nodes of all trees at the end.
    pub nodes: u64,
    /// The maximum number of choices from the root to a leaf.
    pub depth: u32,
}

/// One decision of a principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<S, A> {
    /// The seat that decides.
    pub seat: Seat,
    /// The position of its decision, in the world in which the variation was followed.
    pub state: S,
    /// The action that it chose most often.
    pub action: A,
    /// The number of times the seat chose it at this place of the tree. With
    /// [`SearchSettings::reuse`](super::SearchSettings::reuse) it includes visits kept from earlier
    /// decisions.
    pub visits: u64,
}

/// All findings of a search in a game with states `S` and actions `A`.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<S, A> {
    /// The seat that decides.
    pub seat: Seat,
    /// Its legal actions, in the game's order.
    pub actions: Vec<ActionReport<A>>,
    /// The index of the action to play: one that is proven to win before all others, one that is
    /// proven to lose after all others; among the rest the one with the most visits, of
    /// equal visits the one with the best value. After sequential halving the value alone decides
    /// between the actions that were kept. Among equals it is the first.
    pub chosen: usize,
    /// The most visited moves from there on in one world that the seat holds possible, without forced ones.
    /// After root-parallel work it is one worker's, after a determinized search that of a worker's last
    /// world.
    pub principal_variation: Vec<Line<S, A>>,
    /// How the estimate settled; only in a [study](super::Search::study).
    pub settling: Vec<Moment>,
    /// The number of iterations.
    pub iterations: u64,
    /// The iterations whose game was stopped by its [bound](tradewinds_game::Game::max_decisions); they were
    /// evaluated, not scored.
    pub truncated: u64,
    /// The nodes of all trees at the end.
    pub nodes: u64,
    /// The maximum number of choices from the root to a leaf.
    pub depth: u32,
    /// Whether the memory bound stopped a tree from growing.
    pub full: bool,
    /// Whether the clock was part of the budget: another run or machine may find something else.
    pub timed: bool,
    /// The time that the search took.
    pub elapsed: Duration,
}

impl<S, A> SearchResult<S, A> {
    /// Returns the number of iterations per second.
    #[must_use]
    pub fn iterations_per_second(&self) -> f64 {
        self.iterations as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// Returns the result with all actions in notation, for people and files; `view` is the one that was
    /// searched.
    #[must_use]
    pub fn in_notation<G>(self, view: &View<'_, G>) -> SearchResult<(), String>
    where
        G: Notation<State = S, Action = A>,
    {
        let game = view.game();
        SearchResult {
            seat: self.seat,
            actions: self
                .actions
                .into_iter()
                .map(|report| report.named(|action| view.action_text(action)))
                .collect(),
            chosen: self.chosen,
            principal_variation: self
                .principal_variation
                .into_iter()
                .map(|Line { seat, state, action, visits }| Line {
                    seat,
                    state: (),
                    action: game.action_text(&state, action),
                    visits,
                })
                .collect(),
            settling: self.settling,
            iterations: self.iterations,
            truncated: self.truncated,
            nodes: self.nodes,
            depth: self.depth,
            full: self.full,
            timed: self.timed,
            elapsed: self.elapsed,
        }
    }
}
