//! The moves of fully expanded nodes.

use tradewinds_game::{Dice, Game, MAX_SEATS, Seat};

use crate::places::{MoveKind, Places};
use crate::settings::{SearchSettings, TreeKind};
use crate::tree::{Arena, NONE};

/// What a worker remembers of fully expanded nodes: they are not asked for their legal actions again.
pub(crate) struct FullyExpanded<A> {
    /// The moves that lead to their children, by the number of the child.
    moves: Vec<A>,
    /// For such a child, by its number, the nodes that all trees enter with it; only where the step was public in this
    /// search. The entry of the deciding seat's tree is that number.
    steps: Vec<[u32; MAX_SEATS]>,
}

impl<A: Copy> FullyExpanded<A> {
    pub(crate) fn new<G: Game<Action = A>>(settings: &SearchSettings) -> Self {
        let places = if settings.shares_trees() {
            0
        } else {
            Arena::places((settings.node_limit() / settings.workers) as usize)
        };
        let has_trees =
            settings.tree == TreeKind::MoIsmcts || settings.tree == TreeKind::Auto && G::SECRET_SIMULTANEOUS;
        Self {
            moves: Vec::with_capacity(places),
            steps: Vec::with_capacity(if has_trees { places } else { 0 }),
        }
    }

    /// Begins a new search.
    pub(crate) fn begin(&mut self) {
        self.steps.clear();
    }

    /// Records that these are all legal actions of a node, whose children from `first` on lie together. Returns
    /// whether that is new.
    pub(crate) fn record(&mut self, arena: &Arena, parent: u32, first: u32, actions: &[A]) -> bool {
        let is_new = arena.set_fully_expanded(parent, first, actions.len());
        if is_new {
            let (from, until) = (first as usize, first as usize + actions.len());
            if self.moves.len() < until {
                self.moves.resize(until, actions[0]);
            }
            self.moves[from..until].copy_from_slice(actions);
        }
        is_new
    }

    /// Returns the move that leads to a child of a fully expanded node.
    #[inline]
    pub(crate) fn action(&self, child: u32) -> A {
        self.moves[child as usize]
    }

    /// Plays the moves that lead to these children.
    #[inline]
    pub(crate) fn play<G: Game<Action = A>>(
        &self,
        game: &G,
        world: &mut G::State,
        path: &[(u32, Seat)],
        dice: &mut impl Dice,
    ) {
        for &(child, _) in path {
            game.play(world, self.action(child), dice);
        }
    }

    /// Remembers the nodes that all trees have entered with a choice by a public step that all seats saw, so that they
    /// will enter the same again.
    pub(crate) fn remember_step(&mut self, made: MoveKind, places: &Places) {
        let (MoveKind::Chosen(child), Some(nodes)) = (made, places.nodes()) else { return };
        let at = child as usize;
        if self.steps.len() <= at {
            self.steps.resize(at + 1, [NONE; MAX_SEATS]);
        }
        self.steps[at] = nodes;
    }

    /// Returns these nodes, if an iteration of this search has remembered them; `own` is the tree of the choice.
    #[inline]
    pub(crate) fn step(&self, made: MoveKind, own: usize) -> Option<[u32; MAX_SEATS]> {
        let MoveKind::Chosen(child) = made else { return None };
        self.steps.get(child as usize).filter(|nodes| nodes[own] == child).copied()
    }
}
