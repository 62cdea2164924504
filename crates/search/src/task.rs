//! The task of a search: one decision, and the settings.

use std::time::Instant;

use tradewinds_game::{Game, Policy, View};

use crate::budget::{Allowance, Budget};
use crate::clock::Clock;
use crate::legal_filter::LegalFilter;
use crate::places::Forest;
use crate::settings::{RewardKind, RootKind, SearchSettings, SelectionKind, TreeKind};

/// The decision to be searched, the settings, and what follows from both. It does not change during the search, and all
/// workers share it.
pub(crate) struct Task<'a, G: Game, P> {
    pub(crate) view: View<'a, G>,
    pub(crate) policy: &'a P,
    pub(crate) settings: &'a SearchSettings,
    /// The legal actions of the decision.
    pub(crate) root: &'a [G::Action],
    /// What the searching seat does not do.
    pub(crate) restriction: Option<&'a LegalFilter<G>>,
    /// The number of moments at which a study records the root's statistics, if it is studied.
    pub(crate) study: Option<u32>,
    pub(crate) start: Instant,
    /// What the search may cost.
    pub(crate) allowance: Allowance,
    /// The kind of tree, never `Auto`.
    pub(crate) tree: TreeKind,
    /// Whether every node stands for one position.
    pub(crate) is_open: bool,
    /// Whether results may be proven: asked for, and the game is open.
    pub(crate) proves: bool,
    /// Whether a proven result is the exact reward of an iteration, so that nothing is played on after it. A study
    /// plays on to see how the games end.
    pub(crate) is_exact: bool,
    /// Whether the actions of a node that stands for one position need not be listed again: every tree learns from
    /// every iteration of the one thread and follows all decisions.
    pub(crate) remembers: bool,
    /// Whether all children of a position are added at once, though each is tried before one is tried again.
    pub(crate) adds_all: bool,
    /// The number of losses that an iteration leaves in each node until its reward is known.
    pub(crate) virtual_loss: u32,
}

impl<'a, G: Game, P: Policy<G>> Task<'a, G, P> {
    /// Begins a search of the decision of `view` by trees of this kind.
    pub(crate) fn new(
        view: View<'a, G>,
        policy: &'a P,
        settings: &'a SearchSettings,
        tree: TreeKind,
        root: &'a [G::Action],
        study: Option<u32>,
        allowance: Allowance,
    ) -> Self {
        let (is_open, shares) = (view.is_open(), settings.shares_trees());
        let proves = settings.prove && is_open;
        let is_exact = proves && settings.reward == RewardKind::WinShare && study.is_none();
        Self {
            view,
            policy,
            settings,
            root,
            restriction: None,
            study,
            start: Instant::now(),
            allowance,
            tree: match tree {
                // In an open game all seats have the same knowledge, so that one tree serves all.
                TreeKind::MoIsmcts | TreeKind::ReDeterminizing if proves => TreeKind::SoIsmcts,
                tree => tree,
            },
            is_open,
            proves,
            is_exact,
            remembers: !shares && (proves || !matches!(tree, TreeKind::ReDeterminizing | TreeKind::OwnMoves)),
            adds_all: is_exact && settings.selection == SelectionKind::Ucb1 && !shares,
            virtual_loss: if shares { settings.virtual_loss } else { 0 },
        }
    }

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
        self.allowance.patience.is_some()
            && settings.workers == 1
            && settings.root == RootKind::Selection
            && !self.proves
            && self.study.is_none()
    }

    /// Returns whether the time is up.
    pub(crate) fn is_late(&self) -> bool {
        self.allowance.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Returns the share of worker `index`.
    pub(crate) fn budget(&self, index: usize) -> Budget {
        Budget::of(self.allowance, self.settings.workers, index as u32)
    }

    /// Starts the clock of part `number` of `parts` equal parts of the time budget.
    pub(crate) fn clock(&self, parts: u32, number: u32) -> Clock {
        Clock::of_part(self.start, self.allowance.time, parts, number)
    }

    /// Returns how many iterations of a single worker are left after `done`. Under a time budget it is
    /// an estimate from the pace so far.
    pub(crate) fn left(&self, done: u64) -> u64 {
        let by_count = self.allowance.iterations.map_or(u64::MAX, u64::from).saturating_sub(done);
        let Some(time) = self.allowance.time else { return by_count };
        let elapsed = self.start.elapsed();
        let rest = time.saturating_sub(elapsed).as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
        by_count.min((done as f64 * rest) as u64)
    }
}
