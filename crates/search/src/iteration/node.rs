//! A decision in the tree, in one world.

use tradewinds_game::{Game, MAX_ACTIONS, Seat};

use crate::places::Places;
use crate::siblings::Slots;
use crate::task::Task;
use crate::tree::{Arena, Key, NONE};

/// A node at which a seat has a choice in one world.
pub(super) struct DecisionNode<'a, G: Game, P> {
    pub(super) task: &'a Task<'a, G, P>,
    pub(super) arena: &'a Arena,
    pub(super) places: &'a Places,
    pub(super) parent: u32,
    pub(super) seat: Seat,
    pub(super) world: &'a G::State,
    /// Whether the node's choice is made at this one position: every step from the root on was public, and no forced
    /// move has been played since the node was entered; with a tree per seat, none of the seat that chooses.
    pub(super) is_one: bool,
}

/// The children of a decision's legal actions, in the order of the legal list.
pub(super) struct Children {
    /// The keys that they have or would have.
    pub(super) keys: [Key; MAX_ACTIONS],
    /// Their numbers; [`NONE`] for one that is not there.
    pub(super) ids: [u32; MAX_ACTIONS],
}

impl Children {
    pub(super) fn new() -> Self {
        Self { keys: [Key::of_move(0, 0, 0); MAX_ACTIONS], ids: [NONE; MAX_ACTIONS] }
    }

    /// Makes the keys of a decision's legal actions, by which its children are found.
    #[inline]
    pub(super) fn make_keys<G: Game>(&mut self, places: &Places, seat: Seat, actions: &[G::Action]) {
        for (key, made) in self.keys.iter_mut().zip(places.keys::<G>(seat, actions)) {
            *key = made;
        }
    }

    /// Returns the child of the first of `count` keys if the children of all lie together in their order.
    #[inline]
    pub(super) fn together(&self, arena: &Arena, parent: u32, count: usize) -> Option<u32> {
        arena.together(parent, &self.keys[..count])
    }

    /// Finds the child of each of `count` keys and returns the number of children found.
    #[inline]
    pub(super) fn find(&mut self, arena: &Arena, parent: u32, count: usize) -> usize {
        arena.children(parent, &self.keys[..count], &mut self.ids[..count])
    }

    /// Returns the first `count` children as selection reads them.
    #[inline]
    pub(super) fn slots<'a>(&'a self, arena: &'a Arena, count: usize) -> Slots<'a> {
        Slots(arena, &self.ids[..count])
    }

    /// Returns the nearest child before `index`, behind which a new child is linked.
    #[inline]
    pub(super) fn before(&self, index: usize) -> u32 {
        self.ids[..index].iter().rev().copied().find(|&child| child != NONE).unwrap_or(NONE)
    }
}
