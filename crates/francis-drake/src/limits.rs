//! Sizes: how much of each thing there is room for. The state and the tables are sized by them.

/// The minimum number of players.
pub(crate) const MIN_PLAYERS: usize = 3;
/// The maximum number of players.
pub(crate) const MAX_PLAYERS: usize = 5;
/// The voyages of a game.
pub const VOYAGES: u8 = 3;

/// Location tiles on the street; their stops come first among all stops.
pub(crate) const LOCATIONS: usize = 16;
/// The street position of the investor, behind the location tiles.
pub(crate) const INVESTOR: u8 = 17;
/// The street position of the dockside, the last one.
pub(crate) const DOCKSIDE: u8 = 18;

/// Rounds of missions: Golden Hind, then 1 to 4.
pub(crate) const ROUNDS: usize = 5;
/// The last round, after which all ships return.
pub(crate) const LAST_ROUND: usize = ROUNDS - 1;

/// The forts, and the troop tiles for them.
pub(crate) const FORTS: usize = 4;
/// The galleons, the galleon tiles and the frigate tiles for them.
pub(crate) const GALLEONS: usize = 3;
/// The maximum number of ports.
pub(crate) const MAX_PORTS: usize = 4;
/// The maximum number of tiles for destinations of one type.
pub(crate) const MAX_TILES: usize = FORTS;

/// The maximum VP that a position file may have: far more than any game brings.
pub(crate) const MAX_VP: u32 = 10_000;
/// The maximum number of an item that a player of a position file may have where the supply is unlimited.
pub(crate) const MAX_ITEMS: u32 = 10_000;
