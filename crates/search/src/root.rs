//! The root of a worker's search.

use tradewinds_game::{Game, MAX_ACTIONS, Policy, Seat};

use crate::halving::Halving;
use crate::reward::Rewards;
use crate::stop::EarlyStop;
use crate::task::Task;

/// The statistics of one root action in this search.
#[derive(Clone, Copy, Default)]
pub(crate) struct RootAction {
    /// The iterations that began with it.
    pub(crate) visits: u64,
    /// The sums of their rewards.
    pub(crate) totals: Rewards,
}

/// What a worker has found about the root's actions, whatever an earlier search left in the trees.
pub(crate) struct Root {
    pub(crate) actions: Vec<RootAction>,
    pub(crate) halving: Halving,
    stop: EarlyStop,
}

impl Root {
    pub(crate) fn new() -> Self {
        Self {
            actions: Vec::with_capacity(MAX_ACTIONS),
            halving: Halving::default(),
            stop: EarlyStop::new(false),
        }
    }

    /// Begins a new search.
    pub(crate) fn begin<G: Game, P: Policy<G>>(&mut self, task: &Task<'_, G, P>) {
        self.actions.clear();
        self.actions.resize(task.root.len(), RootAction::default());
        self.halving.begin(task.root.len());
        self.stop = EarlyStop::new(task.may_stop());
    }

    /// Adds the rewards of an iteration that began with the action `index`.
    #[inline]
    pub(crate) fn learn(&mut self, index: usize, rewards: &Rewards, halves: bool, seat: Seat) {
        let action = &mut self.actions[index];
        action.visits += 1;
        for (total, reward) in action.totals.iter_mut().zip(rewards) {
            *total += reward;
        }
        if halves {
            self.halving.learn(index, rewards[seat.index()]);
        }
    }

    /// Returns whether no action can overtake the most visited one in the rest of the budget, `done` iterations of
    /// which are spent.
    #[inline]
    pub(crate) fn is_settled<G: Game, P: Policy<G>>(&mut self, task: &Task<'_, G, P>, done: u64) -> bool {
        self.stop.is_due(done) && self.look(task, done)
    }

    #[cold]
    fn look<G: Game, P: Policy<G>>(&mut self, task: &Task<'_, G, P>, done: u64) -> bool {
        let patience = f64::from(task.allowance.patience.unwrap_or(1.0));
        let left = (task.left(done) as f64 * patience).ceil() as u64;
        self.stop.is_settled(done, left, self.actions.iter().map(|action| action.visits))
    }
}
