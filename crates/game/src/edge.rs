//! Edges: an observer's view of an action.

/// An action as an observer's tree identifies it, from what the observer can see of it.
///
/// The low 24 bits are the *move*: the action's own [`Game::code`](super::Game::code) when the observer
/// sees all of it, or a code of a hidden kind of action ("an offered card"). The high 8 bits are a public
/// *outcome* (an expedition's success), 0 if a game needs none; a tree gives each outcome its own branch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge(u32);

impl Edge {
    /// The number of different moves: codes lie below it.
    pub const MOVES: u32 = 1 << 24;

    /// Makes the edge of a move without an outcome.
    ///
    /// # Panics
    /// In debug builds if `code` is not below [`Edge::MOVES`].
    #[inline]
    #[must_use]
    pub const fn new(code: u32) -> Self {
        debug_assert!(code < Self::MOVES);
        Self(code)
    }

    /// Adds a public outcome, 1 to 255, to the edge.
    #[inline]
    #[must_use]
    pub const fn with_outcome(self, outcome: u8) -> Self {
        Self(self.0 & (Self::MOVES - 1) | (outcome as u32) << 24)
    }

    /// Returns the edge without its outcome.
    #[inline]
    #[must_use]
    pub const fn without_outcome(self) -> Self {
        Self(self.0 & (Self::MOVES - 1))
    }

    /// Returns the public outcome; 0 means none.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Returns the whole edge as a number.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}
