//! What one seat may be shown.

use serde_json::Value;
use tradewinds_arena::Match;
use tradewinds_game::Seat;

/// A position as one reader may see it. Boards are drawn from this type alone, so that they cannot show a secret.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    reader: Option<Seat>,
    position: Value,
}

impl Shown {
    /// Takes a seat's view of a position.
    #[must_use]
    pub fn to_seat(game: &dyn Match, seat: Seat) -> Self {
        Self { reader: Some(seat), position: game.view(seat) }
    }

    /// Takes the whole position, for readers from whom nothing is hidden: at bots' games, and after the end.
    pub(crate) fn to_all(game: &dyn Match) -> Self {
        Self { reader: None, position: game.position() }
    }

    /// Returns the seat that reads; `None` for a reader from whom nothing is hidden.
    #[must_use]
    pub fn reader(&self) -> Option<Seat> {
        self.reader
    }

    /// Returns the position, in which what the reader does not know is marked as unknown.
    #[must_use]
    pub fn position(&self) -> &Value {
        &self.position
    }
}
