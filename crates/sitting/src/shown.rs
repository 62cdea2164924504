//! What one seat may be shown.

use serde_json::Value;
use tradewinds_arena::Match;
use tradewinds_game::{PerSeat, Seat, Sheet};

/// A position as one reader may see it. Boards are drawn from this type alone, so that they cannot show a secret.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    reader: Option<Seat>,
    position: Value,
    sheets: Vec<Sheet>,
    /// The places, once the game is over.
    rank: Option<PerSeat<u8>>,
}

impl Shown {
    /// Takes a seat's view of a position.
    #[must_use]
    pub fn to_seat(game: &dyn Match, seat: Seat) -> Self {
        Self::to(Some(seat), game.view(seat), game)
    }

    /// Takes the whole position, for readers from whom nothing is hidden: at bots' games, and after the end.
    pub(crate) fn to_all(game: &dyn Match) -> Self {
        Self::to(None, game.position(), game)
    }

    /// Adds what everybody knows of a position to what one reader may see of it.
    fn to(reader: Option<Seat>, position: Value, game: &dyn Match) -> Self {
        let rank = game.to_act().is_none().then(|| game.scores().rank);
        Self { reader, position, sheets: game.sheets(), rank }
    }

    /// Returns the seat that reads; `None` for a reader from whom nothing is hidden.
    #[must_use]
    pub fn reader(&self) -> Option<Seat> {
        self.reader
    }

    /// Returns what the points of each seat are made of, which all seats know.
    #[must_use]
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// Returns the place of each seat; `None` before the game is over.
    #[must_use]
    pub fn rank(&self) -> Option<&PerSeat<u8>> {
        self.rank.as_ref()
    }

    /// Returns the position, in which what the reader does not know is marked as unknown.
    #[must_use]
    pub fn position(&self) -> &Value {
        &self.position
    }
}
