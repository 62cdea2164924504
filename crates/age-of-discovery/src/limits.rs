//! Sizes: of the packed state, and of the numbers that position files may hold.

use tradewinds_game::MAX_ACTIONS;

/// Maximum number of seats.
pub(crate) const SEATS: usize = 5;
/// The last turn.
pub(crate) const LAST_TURN: u8 = 8;
/// The turns that end with a region scoring.
pub(crate) const SCORING_TURNS: [u8; 3] = [3, 6, LAST_TURN];

/// Maximum number of spaces of a box that is a row.
pub(crate) const MAX_ROW: usize = 7;
/// Maximum number of figures on the numbered dock spaces: nine, and one moved there from X or Y.
pub(crate) const MAX_DOCK: usize = 10;
/// Maximum bid in dollars.
pub(crate) const MAX_BID: u8 = 250;
/// Maximum first bid: a list of actions holds no more, and a pass.
pub(crate) const MAX_FIRST_BID: u8 = MAX_ACTIONS as u8 - 2;

/// Maximum dollars of a player in a position file.
pub(crate) const MAX_MONEY: u32 = 10_000;
/// Maximum figures of a kind in a hand.
pub(crate) const MAX_HAND: u32 = 20;
/// Maximum figures of a kind of a player in the Discovery box.
pub(crate) const MAX_DISCOVERY: u32 = 100;
/// Maximum value of a player in Merchant Shipping.
pub(crate) const MAX_SHIPPING: u32 = 50;
/// Maximum units of a player in a region: more than one that lands everything there in all turns can have, and few enough
/// that as many more fit into a byte.
pub(crate) const MAX_UNITS: u32 = 120;
/// Maximum VP that a building brings in a turn.
pub(crate) const MAX_TURN_VP: u8 = 20;
/// Maximum VP of a player from phase D of all turns: those of all buildings in each of them.
pub(crate) const MAX_VP_OF_TURNS: u32 = 34 * LAST_TURN as u32 * MAX_TURN_VP as u32;
/// Maximum set income in dollars: at most 6 counters of 11 goods and 8 ships, and at most 40 dollars for four.
pub(crate) const MAX_ECONOMY: u32 = (6 * 11 + 8) * 40 / 4;

const _: () = assert!(MAX_DISCOVERY + 3 * MAX_HAND < 256 - 8 * 11, "the Discovery box never overflows");
