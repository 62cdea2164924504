//! The trees of a search and their starting places.

use tradewinds_game::{Edge, Game, MAX_ACTIONS, Seat};

use crate::iteration::max_path;
use crate::places::{Forest, Places};
use crate::settings::SearchSettings;
use crate::tree::Arena;

/// Trees that grow together in one arena.
pub(crate) struct Trees {
    pub(crate) arena: Arena,
    /// The place of each tree at the start of an iteration.
    start: Option<Places>,
    /// Whether the decisions played since the last search have been followed.
    followed: bool,
    /// The maximum number of nodes that one iteration adds.
    pub(crate) room: usize,
    pub(crate) nodes: u64,
    pub(crate) full: bool,
}

impl Trees {
    pub(crate) fn new<G: Game>(game: &G, settings: &SearchSettings) -> Self {
        let (arena, limit) = match settings.shares_trees() {
            true => (Arena::shared as fn(usize) -> Arena, settings.node_limit()),
            false => (Arena::new as fn(usize) -> Arena, settings.node_limit() / settings.workers),
        };
        Self {
            arena: arena(limit as usize),
            start: None,
            followed: false,
            room: max_path(game) + MAX_ACTIONS,
            nodes: 0,
            full: false,
        }
    }

    /// Returns the places where the trees of the last search start.
    pub(crate) fn start(&self) -> Option<&Places> {
        self.start.as_ref()
    }

    /// Makes new trees, or continues with the kept ones.
    pub(crate) fn begin(&mut self, forest: Forest, keep: bool) -> Places {
        let kept = self
            .start
            .filter(|start| keep && self.followed && start.forest() == forest && !self.arena.is_half_full());
        self.followed = false;
        let start = match kept {
            Some(mut start) => {
                self.arena.make_room(forest.trees());
                start.add_missing_roots(&self.arena);
                start
            }
            None => {
                self.arena.reset(forest.trees());
                Places::new(forest)
            }
        };
        self.start = Some(start);
        start
    }

    /// Forgets the trees; the memory stays.
    pub(crate) fn forget(&mut self) {
        (self.start, self.followed) = (None, false);
    }

    /// Follows a decision of the game by the edge that `observer` observed.
    pub(crate) fn notice(&mut self, observer: Seat, seat: Seat, edge: Option<Edge>) {
        if let Some(start) = &mut self.start {
            start.notice(&self.arena, observer, seat, edge);
            self.followed = true;
        }
    }

    /// Adds the finished trees to the count of nodes.
    pub(crate) fn count(&mut self) {
        self.nodes += self.arena.len() as u64;
        self.full |= self.arena.is_full();
    }
}
