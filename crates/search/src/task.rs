//! The task of a search: one decision, and the settings.

use std::time::{Duration, Instant};

use tradewinds_game::{Game, Policy, View};

use crate::clock::Clock;
use crate::descent::Forest;
use crate::reward::Rewards;
use crate::settings::{RewardKind, RootKind, SearchSettings, TreeKind};

/// The data that all workers of one search share.
pub(crate) struct Task<'a, G: Game, P> {
    pub(crate) view: View<'a, G>,
    pub(crate) policy: &'a P,
    pub(crate) settings: &'a SearchSettings,
    /// The kind of tree, never `Auto`.
    pub(crate) tree: TreeKind,
    /// Whether results may be proven: asked for, and the game is open.
    pub(crate) open: bool,
    /// Whether the actions of a node that stands for one position need not be listed again: every tree learns from every
    /// iteration of the one thread and follows all decisions.
    pub(crate) tracks_public: bool,
    /// Whether every node stands for one position.
    pub(crate) is_open: bool,
    /// The legal actions of the decision.
    pub(crate) root: &'a [G::Action],
    pub(crate) start: Instant,
    pub(crate) time: Option<Duration>,
    /// The number of moments at which a study records the root's statistics, if it is studied.
    pub(crate) study: Option<u32>,
}

impl<G: Game, P: Policy<G>> Task<'_, G, P> {
    /// Returns the trees that the search grows.
    pub(crate) fn forest(&self) -> Forest {
        match self.tree {
            TreeKind::MoIsmcts | TreeKind::ReDeterminizing => Forest::PerSeat(self.view.game().players()),
            TreeKind::OwnMoves => Forest::OwnMoves(self.view.game().players()),
            _ => Forest::Shared(self.view.seat()),
        }
    }

    /// Returns whether the search may end as soon as its most visited action cannot be overtaken: only if
    /// that action is certain to be chosen. With several workers none knows the others' visits, after
    /// sequential halving the value decides, and a proof overrules visits.
    pub(crate) fn may_stop(&self) -> bool {
        let settings = self.settings;
        settings.stop_when_decided
            && settings.workers == 1
            && settings.root == RootKind::Selection
            && !self.open
            && self.study.is_none()
    }

    /// Returns whether a proven result is the exact reward of an iteration. A study plays on to see how the games end.
    pub(crate) fn has_exact_proofs(&self) -> bool {
        self.open && self.settings.reward == RewardKind::WinShare && self.study.is_none()
    }

    /// Returns whether the time is up.
    pub(crate) fn is_late(&self) -> bool {
        self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Starts a clock for the whole time budget.
    pub(crate) fn clock(&self) -> Clock {
        Clock::new(self.start, self.time)
    }

    /// Returns how many iterations of a single worker are left after `done`. Under a time budget it is
    /// an estimate from the pace so far.
    pub(crate) fn left(&self, done: u64) -> u64 {
        let by_count = self.settings.iterations.map_or(u64::MAX, u64::from).saturating_sub(done);
        let Some(time) = self.time else { return by_count };
        let elapsed = self.start.elapsed();
        let rest = time.saturating_sub(elapsed).as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
        by_count.min((done as f64 * rest) as u64)
    }
}

/// The statistics of one root action in this search.
#[derive(Clone, Copy, Default)]
pub(crate) struct RootAction {
    /// The iterations that began with it.
    pub(crate) visits: u64,
    /// The sums of their rewards.
    pub(crate) totals: Rewards,
}
