//! The sizes that the packed state and the tables are made for.

/// Maximum number of players.
pub(crate) const MAX_PLAYERS: usize = 5;
/// Island spaces and city spaces of a player.
pub(crate) const SPACES: u8 = 12;
/// Maximum number of cargo ships.
pub(crate) const MAX_SHIPS: usize = 3;
/// Maximum number of face-down plantations whose order can be stored.
pub(crate) const MAX_TILES: usize = 50;
/// Maximum price of a building, in doubloons; more doubloons buy nothing else.
pub(crate) const MAX_PRICE: usize = 31;
/// Maximum of what a price, bonus or effect pays at once, in doubloons or VP.
pub(crate) const MAX_PAID: u8 = 50;
/// Number of occupied quarries from which more save nothing: the columns of buildings are numbered up to it.
pub(crate) const MAX_QUARRIES: u8 = 4;
/// Maximum of a packed count: barrels or plantations of a kind.
pub(crate) const MAX_COUNT: u8 = 15;
/// Barrels that a wharf loads at most (rules page 2): more of a kind are only in a variant.
pub(crate) const WHARF_CAPACITY: u8 = 11;
/// Maximum number of circles of a building.
pub(crate) const MAX_CIRCLES: usize = 3;
