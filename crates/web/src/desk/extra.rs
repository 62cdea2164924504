//! What a table's journal holds besides the game: its screens and its pace.

use serde::{Deserialize, Serialize};
use tradewinds_game::{InputError, Origin};

use crate::token::Token;

/// The longest time that can be set between two moves of bots, in milliseconds.
pub(crate) const MAX_PACE_MS: u64 = 10_000;

/// A browser that a link lets in, and the seats that it decides for.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Screen {
    pub(crate) token: Token,
    pub(crate) seats: Vec<usize>,
    pub(crate) is_host: bool,
}

/// What a table's journal holds besides the game.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Extra {
    /// The screens, the host's first.
    pub(crate) screens: Vec<Screen>,
    /// The shortest time between two moves of bots, in milliseconds.
    pub(crate) pace_ms: u64,
    /// Whether each phase is explained as it comes, unless a screen has switched that off.
    #[serde(default)]
    pub(crate) guide: bool,
}

impl Extra {
    /// Checks what was read from a file, for a table with this number of seats.
    pub(crate) fn check(&self, players: usize) -> Result<(), InputError> {
        let refuse = |field: String, found: String, allowed: &str| {
            Err(InputError::conflict(Origin::Record, field, found, allowed))
        };
        InputError::check_range(Origin::Record, "extra.pace_ms", self.pace_ms, 0, MAX_PACE_MS)?;
        if !self.screens.first().is_some_and(|screen| screen.is_host) {
            let found = self.screens.first().map_or("no screen", |_| "another screen first");
            return refuse("extra.screens".to_owned(), found.to_owned(), "the host's screen first");
        }
        let mut taken = vec![false; players];
        for (index, screen) in self.screens.iter().enumerate() {
            for &seat in &screen.seats {
                let field = format!("extra.screens[{index}].seats");
                match taken.get_mut(seat) {
                    Some(taken) if !*taken => *taken = true,
                    Some(_) => return refuse(field, seat.to_string(), "each seat at one screen"),
                    None => {
                        let allowed = format!("0 to {}", players.saturating_sub(1));
                        return Err(InputError::out_of_range(Origin::Record, field, seat, allowed));
                    }
                }
            }
            if self.screens[..index].iter().any(|other| other.token.is(&screen.token)) {
                let field = format!("extra.screens[{index}].token");
                return refuse(field, "the link of another screen".to_owned(), "a link of its own");
            }
        }
        Ok(())
    }
}
