//! A decision in the tree, in one world.

use tradewinds_game::{Game, Policy, Seat};

use crate::descent::Descent;
use crate::task::Task;
use crate::tree::Arena;

/// A node at which a seat has a choice in one world.
pub(crate) struct DecisionNode<'a, G: Game, P> {
    pub(crate) task: &'a Task<'a, G, P>,
    pub(crate) arena: &'a Arena,
    pub(crate) descent: &'a Descent,
    pub(crate) parent: u32,
    pub(crate) seat: Seat,
    pub(crate) world: &'a G::State,
    /// Whether the node's choice is made at this one position: every step from the root on was certain and, in a search
    /// of one tree, no forced move has been played since the node was entered.
    pub(crate) is_one: bool,
}

impl<G: Game, P: Policy<G>> DecisionNode<'_, G, P> {
    /// Returns whether the priors are scored again at every visit: another seat's hidden knowledge differs
    /// from world to world, and so do the scores of its actions.
    #[inline]
    pub(crate) fn has_fresh_priors(&self) -> bool {
        self.task.fresh && self.seat != self.task.view.seat()
    }
}
