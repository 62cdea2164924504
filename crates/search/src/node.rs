//! A decision in the tree, in one world.

use tradewinds_game::{Game, Seat};

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
