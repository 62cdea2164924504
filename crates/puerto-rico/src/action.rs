//! Actions and their codes (rules page 13.2).

use crate::words::{Building, Good, Role, Tile};

/// One atomic decision. Its meaning depends on the decision point: `take corn` is a tile at
/// `tile` and a barrel at `craft_bonus`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(align(4))] // it is read at once
pub enum Action {
    /// Do nothing.
    Pass,
    /// Pick this role.
    Role(Role),
    /// Draw a face-down plantation.
    Draw,
    /// Take this tile, or at `craft_bonus` a barrel of this kind.
    Take(Tile),
    /// Take what is offered: a colonist, or at `offer` what it brings.
    Accept,
    /// Put this many colonists on the slot type at hand.
    Place(u8),
    /// Build this building.
    Build(Building),
    /// Sell a barrel of this kind.
    Sell(Good),
    /// Load this kind on the ship of this index.
    Ship(Good, u8),
    /// Load this kind on the player's own wharf.
    Wharf(Good),
    /// Keep all barrels of a set of kinds (one bit each) and one barrel of another kind.
    Store(u8, Good),
}

impl Action {
    /// Returns a number below 2^12, different for different actions.
    #[inline]
    pub(crate) const fn code(self) -> u32 {
        // Two matches: the first one is the variant's own number, the second one reads a byte.
        let kind = match self {
            Self::Pass => 0,
            Self::Role(_) => 1,
            Self::Draw => 2,
            Self::Take(_) => 3,
            Self::Accept => 4,
            Self::Place(_) => 5,
            Self::Build(_) => 6,
            Self::Sell(_) => 7,
            Self::Ship(..) => 8,
            Self::Wharf(_) => 9,
            Self::Store(..) => 10,
        };
        let value = match self {
            Self::Pass | Self::Draw | Self::Accept => 0,
            Self::Role(role) => role as u32,
            Self::Take(tile) => tile as u32,
            Self::Place(count) => count as u32,
            Self::Build(building) => building as u32,
            Self::Sell(good) | Self::Wharf(good) => good as u32,
            Self::Ship(good, ship) => (good as u32) << 2 | ship as u32,
            Self::Store(keep, one) => (keep as u32) << 3 | one as u32,
        };
        kind << 8 | value
    }
}

const _: () = assert!(size_of::<Action>() <= 4, "an action is at most 4 bytes");
