//! The form of position files and views (12.3 to 12.5 of the rules page), by which they are written and read, and
//! boards are drawn.

use serde::{Deserialize, Serialize};

use crate::words::{Decision, Event, Made};

/// A position file, or the view of a seat, in which cards that it does not know are `?`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct PositionFile {
    pub game: String,
    pub promo: bool,
    /// The names of rules that differ from the standard ones; left out without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    pub round: u16,
    pub event: Event,
    pub trade_master: usize,
    pub queue: Vec<String>,
    // With `deserialize_with` a null is read, but a missing field is refused.
    #[serde(deserialize_with = "Option::deserialize")]
    pub development_deck: Option<Vec<String>>,
    pub market: String,
    #[serde(deserialize_with = "Option::deserialize")]
    pub draw_pile: Option<String>,
    pub discard_pile: String,
    pub supply: String,
    pub split: String,
    #[serde(deserialize_with = "Option::deserialize")]
    pub gift: Option<GiftFile>,
    pub players: Vec<PlayerFile>,
    pub decision: DecisionFile,
}

/// The secret gift of a round in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct GiftFile {
    pub from: usize,
    pub to: usize,
    pub shown: String,
}

/// A player in a position file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the rules page describes each field")]
pub struct PlayerFile {
    pub money: u16,
    pub developments: Vec<String>,
    pub hand: String,
    pub stored: String,
    pub set_aside: String,
    pub offer: String,
    #[serde(deserialize_with = "Option::deserialize")]
    pub known_by: Option<Vec<Option<String>>>,
    pub perfect: bool,
}

/// The decision object (12.4).
#[derive(Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case", deny_unknown_fields)]
#[serde(expecting = "internally tagged enum Decision")]
#[expect(missing_docs, reason = "the rules page describes each decision")]
pub enum DecisionFile {
    Coronado {},
    Split {},
    Pick {
        #[serde(deserialize_with = "Option::deserialize")]
        last: Option<char>,
    },
    Sergio {},
    Pirates {
        seat: usize,
    },
    Announce {},
    Offer {
        seat: usize,
        announced: u8,
    },
    Tie {},
    Take {
        seat: usize,
        #[serde(deserialize_with = "Option::deserialize")]
        last: Option<usize>,
        #[serde(deserialize_with = "Option::deserialize")]
        previous: Option<usize>,
    },
    Swap {
        seat: usize,
        from: usize,
        card: char,
        #[serde(deserialize_with = "Option::deserialize")]
        last: Option<usize>,
    },
    Compensate {
        to: usize,
    },
    FirstPlayer {},
    Turn {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        #[serde(deserialize_with = "Option::deserialize")]
        made: Option<Made>,
    },
    Jokers {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        good: char,
        size: u8,
    },
    Convert {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        good: char,
        size: u8,
        jokers: u8,
    },
    Source {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        good: char,
        size: u8,
        jokers: u8,
        conversions: u8,
    },
    Develop {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        good: char,
        size: u8,
    },
    Lay {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        size: u8,
    },
    Store {
        seat: usize,
        first_player: usize,
    },
    GameOver {},
}

impl DecisionFile {
    pub(crate) const fn decision(&self) -> Decision {
        match self {
            Self::Coronado {} => Decision::Coronado,
            Self::Split {} => Decision::Split,
            Self::Pick { .. } => Decision::Pick,
            Self::Sergio {} => Decision::Sergio,
            Self::Pirates { .. } => Decision::Pirates,
            Self::Announce {} => Decision::Announce,
            Self::Offer { .. } => Decision::Offer,
            Self::Tie {} => Decision::Tie,
            Self::Take { .. } => Decision::Take,
            Self::Swap { .. } => Decision::Swap,
            Self::Compensate { .. } => Decision::Compensate,
            Self::FirstPlayer {} => Decision::FirstPlayer,
            Self::Turn { .. } => Decision::Turn,
            Self::Jokers { .. } => Decision::Jokers,
            Self::Convert { .. } => Decision::Convert,
            Self::Source { .. } => Decision::Source,
            Self::Develop { .. } => Decision::Develop,
            Self::Lay { .. } => Decision::Lay,
            Self::Store { .. } => Decision::Store,
            Self::GameOver {} => Decision::GameOver,
        }
    }

    /// Returns the seat that decides, the first player and the letters of the merchants used, where the file has them.
    pub(crate) fn turn(&self) -> (Option<usize>, Option<usize>, &str) {
        match self {
            Self::Turn { seat, first_player, merchants_used, .. }
            | Self::Jokers { seat, first_player, merchants_used, .. }
            | Self::Convert { seat, first_player, merchants_used, .. }
            | Self::Source { seat, first_player, merchants_used, .. }
            | Self::Develop { seat, first_player, merchants_used, .. }
            | Self::Lay { seat, first_player, merchants_used, .. } => {
                (Some(*seat), Some(*first_player), merchants_used)
            }
            Self::Store { seat, first_player } => (Some(*seat), Some(*first_player), ""),
            Self::Pirates { seat }
            | Self::Offer { seat, .. }
            | Self::Take { seat, .. }
            | Self::Swap { seat, .. } => (Some(*seat), None, ""),
            _ => (None, None, ""),
        }
    }

    /// Returns the card that was just taken and may be swapped.
    #[must_use]
    pub fn taken(&self) -> Option<char> {
        match self {
            Self::Swap { card, .. } => Some(*card),
            _ => None,
        }
    }

    /// Returns the good and the size of the set that is being made.
    #[must_use]
    pub fn set(&self) -> Option<(char, u8)> {
        match self {
            Self::Jokers { good, size, .. }
            | Self::Convert { good, size, .. }
            | Self::Source { good, size, .. }
            | Self::Develop { good, size, .. } => Some((*good, *size)),
            _ => None,
        }
    }
}
