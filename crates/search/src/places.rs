//! How the trees follow the game's decisions.

use crate::tree::{Arena, Key, NONE};
use tradewinds_game::{Edge, Game, MAX_SEATS, Seat, Step};

/// The trees of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forest {
    /// One tree of all moves, with the outcomes that the searching seat observes.
    Shared(Seat),
    /// One tree for each of this number of seats, with what that seat observes.
    PerSeat(usize),
    /// One tree for each of this number of seats, with nothing but that seat's own moves.
    OwnMoves(usize),
}

impl Forest {
    /// Returns the number of trees.
    #[inline]
    pub(crate) const fn trees(self) -> usize {
        match self {
            Self::Shared(_) => 1,
            Self::PerSeat(players) | Self::OwnMoves(players) => players,
        }
    }

    /// Returns the tree that `seat` chooses by.
    #[inline]
    pub(crate) const fn tree_of(self, seat: Seat) -> usize {
        match self {
            Self::Shared(_) => 0,
            Self::PerSeat(_) | Self::OwnMoves(_) => seat.index(),
        }
    }

    /// Returns whether a tree follows the decisions of `seat`.
    #[inline]
    const fn follows(self, tree: usize, seat: Seat) -> bool {
        !matches!(self, Self::OwnMoves(_)) || tree == seat.index()
    }

    /// Returns the seat whose knowledge a tree stands for.
    #[inline]
    const fn owner(self, tree: usize) -> Seat {
        match self {
            Self::Shared(observer) => observer,
            Self::PerSeat(_) | Self::OwnMoves(_) => Seat::new(tree),
        }
    }
}

/// The place of one tree.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    /// The node; `None` if the tree is lost for the rest of the iteration.
    node: Option<u32>,
    /// The number of decisions that the tree's owner has observed since the tree was begun.
    noticed: u8,
}

/// How a decision was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveKind {
    /// By choosing this node in the deciding seat's tree.
    Chosen(u32),
    /// With a choice, but not by the tree.
    Elsewhere,
    /// Without a choice.
    Forced,
}

/// The places of all trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    forest: Forest,
    places: [Place; MAX_SEATS],
}

impl Places {
    /// Starts at the roots of new trees, the first nodes of the arena.
    #[inline]
    pub(crate) fn new(forest: Forest) -> Self {
        let mut places = [Place::default(); MAX_SEATS];
        for (tree, place) in places[..forest.trees()].iter_mut().enumerate() {
            place.node = Some(tree as u32);
        }
        Self { forest, places }
    }

    /// Returns the trees that are followed.
    #[inline]
    pub(crate) const fn forest(&self) -> Forest {
        self.forest
    }

    /// Returns the node at which `seat` decides, if its tree is not lost.
    #[inline]
    pub(crate) fn node(&self, seat: Seat) -> Option<u32> {
        self.places[self.forest.tree_of(seat)].node
    }

    /// Returns the place in the first tree.
    #[inline]
    pub(crate) fn only_node(&self) -> Option<u32> {
        self.places[0].node
    }

    /// Returns the key of a move of `seat` in the tree that it chooses by.
    #[inline]
    pub(crate) fn key(&self, seat: Seat, code: u32) -> Key {
        Key::of_move(seat.index(), self.places[self.forest.tree_of(seat)].noticed, code)
    }

    /// Returns the keys of moves of one decision.
    #[inline]
    pub(crate) fn keys<G: Game>(&self, seat: Seat, actions: &[G::Action]) -> impl Iterator<Item = Key> {
        let decision = self.key(seat, 0);
        actions.iter().map(move |&action| decision.with_code(G::code(action)))
    }

    /// Does what [`Places::follow`] does in trees of own moves: only the deciding seat's tree follows its move, and nobody
    /// is asked what he observes. `enter(parent, key)` returns the child of the move, if it is there.
    #[inline]
    pub(crate) fn follow_own(
        &mut self,
        seat: Seat,
        made: MoveKind,
        enter: impl FnOnce(u32, Key) -> Option<u32>,
        code: impl FnOnce() -> u32,
    ) {
        let place = &mut self.places[seat.index()];
        let Some(at) = place.node else { return };
        let enter = || enter(at, Key::of_move(seat.index(), place.noticed, code()));
        place.node = match made {
            MoveKind::Chosen(child) => Some(child),
            MoveKind::Elsewhere => enter(),
            MoveKind::Forced => enter().or(Some(at)),
        };
        place.noticed = place.noticed.wrapping_add(1);
    }

    /// Lets every tree follow a decision. `enter(tree, parent, key, grow)` returns the child with that key;
    /// it adds a missing one if `grow` is set and there is room. Returns whether all seats with trees of their own
    /// saw the action itself, without an outcome.
    ///
    /// A forced move never makes a node. But if the same seat had a choice in another world, the tree
    /// follows the node of that choice: an observer cannot distinguish the two.
    #[inline]
    pub(crate) fn follow<G: Game>(
        &mut self,
        game: &G,
        step: &Step<'_, G>,
        made: MoveKind,
        mut enter: impl FnMut(usize, u32, Key, bool) -> Option<u32>,
    ) -> bool {
        let action = G::code(step.action);
        let mut is_seen = true;
        let own = self.forest.tree_of(step.seat);
        for (tree, place) in self.places[..self.forest.trees()].iter_mut().enumerate() {
            let Some(at) = place.node.filter(|_| self.forest.follows(tree, step.seat)) else { continue };
            let seen = || game.observe(step.before, step.action, step.after, self.forest.owner(tree));
            let (code, outcome) = match self.forest {
                Forest::Shared(_) => (action, seen().map_or(0, Edge::outcome)),
                Forest::OwnMoves(_) => (action, 0),
                Forest::PerSeat(_) => match seen() {
                    Some(edge) => {
                        is_seen &= edge.bits() == action;
                        (edge.without_outcome().bits(), edge.outcome())
                    }
                    None => {
                        is_seen = false;
                        continue;
                    }
                },
            };
            place.node = match made {
                MoveKind::Chosen(child) if tree == own => Some(child),
                _ => {
                    let key = Key::of_move(step.seat.index(), place.noticed, code);
                    match made {
                        MoveKind::Chosen(_) => enter(tree, at, key, true),
                        MoveKind::Elsewhere => enter(tree, at, key, tree != own),
                        MoveKind::Forced => enter(tree, at, key, false).or(Some(at)),
                    }
                }
            };
            place.noticed = place.noticed.wrapping_add(1);
            if let Some(node) = place.node
                && outcome != 0
            {
                place.node = enter(tree, node, Key::of_outcome(place.noticed, outcome), true);
            }
        }
        is_seen
    }

    /// Returns the nodes of all trees, if none is lost.
    #[inline]
    pub(crate) fn nodes(&self) -> Option<[u32; MAX_SEATS]> {
        let mut nodes = [NONE; MAX_SEATS];
        for (node, place) in nodes.iter_mut().zip(&self.places[..self.forest.trees()]) {
            *node = place.node?;
        }
        Some(nodes)
    }

    /// Follows a choice in all trees to these nodes.
    #[inline]
    pub(crate) fn enter(&mut self, nodes: &[u32; MAX_SEATS]) {
        for (place, &node) in self.places[..self.forest.trees()].iter_mut().zip(nodes) {
            place.node = Some(node);
            place.noticed = place.noticed.wrapping_add(1);
        }
    }

    /// Follows this number of choices in the one tree to the node of the last, without outcomes.
    #[inline]
    pub(crate) fn step_to(&mut self, node: u32, choices: u32) {
        let place = &mut self.places[0];
        place.node = Some(node);
        place.noticed = place.noticed.wrapping_add(choices as u8);
    }

    /// Follows a decision of the game itself by the edge that `observer` observed. Only trees that this
    /// seat can follow are kept: its own, and the shared one as long as the seat sees everything in it.
    pub(crate) fn notice(&mut self, arena: &Arena, observer: Seat, seat: Seat, edge: Option<Edge>) {
        let own = self.forest.tree_of(observer);
        for (tree, place) in self.places[..self.forest.trees()].iter_mut().enumerate() {
            let Some(at) = place.node.filter(|_| tree == own) else {
                place.node = None;
                continue;
            };
            if edge.is_none() && self.forest != Forest::Shared(observer) || !self.forest.follows(tree, seat) {
                continue;
            }
            let code = edge.map_or(Edge::MOVES - 1, |edge| edge.without_outcome().bits());
            let outcome = match self.forest {
                Forest::OwnMoves(_) => 0,
                _ => edge.map_or(0, Edge::outcome),
            };
            let key = Key::of_move(seat.index(), place.noticed, code);
            // Without a child the move was forced in every world so far, or is a choice that was never
            // visited.
            let unknown = (!arena.has_decision_of(at, key)).then_some(at);
            place.node = edge.and_then(|_| arena.child(at, key)).or(unknown);
            if place.node == Some(at) {
                // From here on the node stands for a later position, too.
                arena.clear_fully_expanded(at);
            }
            place.noticed = place.noticed.wrapping_add(1);
            if outcome != 0 {
                let key = Key::of_outcome(place.noticed, outcome);
                place.node = place.node.and_then(|node| arena.child(node, key));
            }
        }
    }

    /// Gives every tree that is lost a new root.
    pub(crate) fn add_missing_roots(&mut self, arena: &Arena) {
        for place in &mut self.places[..self.forest.trees()] {
            place.node = place.node.or_else(|| arena.add_root());
        }
    }
}
