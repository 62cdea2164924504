//! How far an iteration has descended.

use tradewinds_game::{Game, Policy, Seat};

use super::node::DecisionNode;
use crate::places::{Forest, MoveKind, Places};
use crate::task::Task;
use crate::tree::Arena;

/// An iteration on its way down: the world it plays in, where each tree stands, and what lies behind.
pub(super) struct Descent<'a, G: Game, P> {
    pub(super) task: &'a Task<'a, G, P>,
    pub(super) arena: &'a Arena,
    pub(super) world: &'a mut G::State,
    pub(super) places: Places,
    /// The root action, if it was chosen before the world was drawn.
    pub(super) wanted: Option<usize>,
    /// In a re-determinizing search, the seat whose tree is the only one to learn from the iteration.
    pub(super) learner: Option<Seat>,
    /// The root action that was played, if the iteration counts for the root.
    pub(super) first: Option<usize>,
    /// The number of decisions.
    pub(super) played: u32,
    /// The number of choices.
    pub(super) depth: u32,
    /// Whether every step was public, in a search that remembers fully expanded nodes.
    pub(super) is_public: bool,
    /// The seats that made a forced move since their trees have entered their nodes, one bit each.
    pub(super) forced: u8,
}

/// A decision: one of the legal actions, and what it is to the tree of the seat that decides.
pub(super) struct Choice<A> {
    /// Its place in the legal list.
    pub(super) index: usize,
    pub(super) action: A,
    pub(super) made: MoveKind,
    /// Whether the chosen child has no visits yet: the descent ends there.
    pub(super) is_leaf: bool,
}

impl<'a, G: Game, P: Policy<G>> Descent<'a, G, P> {
    #[inline]
    pub(super) fn game(&self) -> &'a G {
        self.task.view.game()
    }

    /// Returns whether the game's bound is reached.
    #[inline]
    pub(super) fn is_at_bound(&self) -> bool {
        self.played >= self.game().max_decisions()
    }

    /// Returns whether the next decision is the one that is searched.
    #[inline]
    pub(super) fn is_root(&self) -> bool {
        self.played == 0
    }

    /// Returns whether one tree stands for all seats.
    #[inline]
    pub(super) fn is_one_tree(&self) -> bool {
        matches!(self.places.forest(), Forest::Shared(_))
    }

    /// Returns whether each tree has its own seat's moves alone.
    #[inline]
    pub(super) fn is_own_moves(&self) -> bool {
        matches!(self.places.forest(), Forest::OwnMoves(_))
    }

    /// Returns whether a seat's tree learns from this iteration.
    #[inline]
    pub(super) fn is_learning(&self, seat: Seat) -> bool {
        learns(self.learner, self.places.forest(), self.places.forest().tree_of(seat))
    }

    /// Returns the node at which `seat` decides, if its tree is not lost.
    #[inline]
    pub(super) fn node(&self, seat: Seat) -> Option<DecisionNode<'_, G, P>> {
        // A node with a forced move before the choice would stand for two positions of the seat.
        let has_moved =
            if self.is_one_tree() { self.forced != 0 } else { self.forced & (1 << seat.index()) != 0 };
        Some(DecisionNode {
            task: self.task,
            arena: self.arena,
            places: &self.places,
            parent: self.places.node(seat)?,
            seat,
            world: self.world,
            is_one: self.is_public && !has_moved,
        })
    }

    /// Counts choices in the tree.
    #[inline]
    pub(super) fn count_choices(&mut self, count: u32) {
        self.played += count;
        self.depth += count;
        self.forced = 0;
    }

    /// Counts a decision of `seat`, at place `index` of the legal list.
    #[inline]
    pub(super) fn count(&mut self, seat: Seat, index: usize, made: MoveKind) {
        if self.is_root() && self.learner.is_none_or(|learner| learner == seat) {
            self.first = Some(index);
        }
        self.played += 1;
        self.depth += u32::from(matches!(made, MoveKind::Chosen(_)));
        self.forced = if made == MoveKind::Forced { self.forced | (1 << seat.index()) } else { 0 };
    }
}

/// Returns whether a tree learns from an iteration of this learner, if there is one.
#[inline]
pub(super) fn learns(learner: Option<Seat>, forest: Forest, tree: usize) -> bool {
    learner.is_none_or(|learner| forest.tree_of(learner) == tree)
}
