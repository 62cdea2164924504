//! Actions and their text (rules page 3.2, 13.2).

use std::fmt;

use crate::words::{Commodity, Destination, Disc, Stop};

/// One atomic decision. Its text does not depend on the position.
///
/// Aligned to four bytes, so that one instruction copies it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(align(4))]
pub enum Action {
    /// Plymouth: a player disc.
    Stop(Stop),
    /// Plymouth: to the lowest free outbound dock.
    Depart,
    /// A tile of this value on a fort or galleon, by the governor's or admiral's holder.
    Tile(u8, Destination),
    /// The destination of the next mission disc.
    Sail(Destination),
    /// The mission disc for the destination just chosen.
    Disc(Disc),
    /// Informer: not used.
    Pass,
    /// Informer: all discs at a destination, then perhaps an exchange.
    LookDiscs,
    /// Informer: a tile, then perhaps a move.
    LookTile,
    /// Informer: the destination to look at.
    Look(Destination),
    /// Informer: no change.
    Keep,
    /// Informer: the first disc of an exchange.
    Exchange(Destination),
    /// Informer: the second disc of an exchange.
    With(Destination),
    /// Informer: the disc at the tile seen moves to this destination.
    Move(Destination),
    /// Mission: attack the city, fort or galleon.
    Attack,
    /// Mission: buy this commodity for a trade good.
    Trade(Commodity),
    /// Mission: do nothing; the disc is taken back.
    Decline,
    /// The ship stays at sea.
    Stay,
    /// The ship goes to the lowest free homebound dock.
    Return,
}

impl Action {
    /// The stops by their index.
    pub(crate) const STOPS: [Self; Stop::COUNT] = {
        let mut actions = [Self::Depart; Stop::COUNT];
        let mut index = 0;
        while index < Stop::COUNT {
            actions[index] = Self::Stop(Stop::ALL[index]);
            index += 1;
        }
        actions
    };

    /// The code of a tile that another seat has placed at an unknown destination.
    pub(crate) const HIDDEN_TILE: u32 = 250;
    /// The code of a mission disc that another seat has placed.
    pub(crate) const HIDDEN_DISC: u32 = 251;

    /// Returns the number of the action, below 1,024; different for different actions.
    #[inline]
    #[must_use]
    pub const fn code(self) -> u32 {
        // Most actions are stops.
        if let Self::Stop(stop) = self {
            return stop as u32;
        }
        match self {
            Self::Stop(stop) => stop as u32,
            Self::Depart => 24,
            Self::Disc(disc) => 39 + disc as u32,
            Self::Attack => 45,
            Self::Trade(commodity) => 46 + commodity as u32,
            Self::Decline => 50,
            Self::Stay => 51,
            Self::Return => 52,
            Self::Pass => 53,
            Self::LookDiscs => 54,
            Self::LookTile => 55,
            Self::Keep => 56,
            Self::Sail(destination) => 64 + destination as u32,
            Self::Look(destination) => 80 + destination as u32,
            Self::Exchange(destination) => 96 + destination as u32,
            Self::With(destination) => 112 + destination as u32,
            Self::Move(destination) => 128 + destination as u32,
            Self::Tile(value, destination) => 256 + 16 * value as u32 + destination as u32,
        }
    }
}

/// Writes the notation.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stop(stop) => f.write_str(stop.word()),
            Self::Depart => f.write_str("depart"),
            Self::Tile(value, destination) => write!(f, "tile {value} {}", destination.word()),
            Self::Sail(destination) => write!(f, "sail {}", destination.word()),
            Self::Disc(disc) => write!(f, "disc {}", disc.word()),
            Self::Pass => f.write_str("pass"),
            Self::LookDiscs => f.write_str("look discs"),
            Self::LookTile => f.write_str("look tile"),
            Self::Look(destination) => write!(f, "look {}", destination.word()),
            Self::Keep => f.write_str("keep"),
            Self::Exchange(destination) => write!(f, "exchange {}", destination.word()),
            Self::With(destination) => write!(f, "with {}", destination.word()),
            Self::Move(destination) => write!(f, "move {}", destination.word()),
            Self::Attack => f.write_str("attack"),
            Self::Trade(commodity) => write!(f, "trade {}", commodity.word()),
            Self::Decline => f.write_str("decline"),
            Self::Stay => f.write_str("stay"),
            Self::Return => f.write_str("return"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every action has a code of its own.
    #[test]
    fn codes_are_different() {
        let mut actions = vec![
            Action::Depart,
            Action::Pass,
            Action::LookDiscs,
            Action::LookTile,
            Action::Keep,
            Action::Attack,
            Action::Decline,
            Action::Stay,
            Action::Return,
        ];
        actions.extend(Stop::ALL.map(Action::Stop));
        actions.extend(Disc::ALL.map(Action::Disc));
        actions.extend(Commodity::ALL.map(Action::Trade));
        for destination in Destination::ALL {
            actions.extend(
                [Action::Sail, Action::Look, Action::Exchange, Action::With, Action::Move]
                    .map(|make| make(destination)),
            );
            actions.extend((0..8).map(|value| Action::Tile(value, destination)));
        }
        let mut codes: Vec<u32> = actions.iter().map(|action| action.code()).collect();
        codes.extend([Action::HIDDEN_TILE, Action::HIDDEN_DISC]);
        codes.sort_unstable();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    }
}
