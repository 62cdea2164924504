//! What a network says of a position.

use tradewinds_game::PerSeat;

use crate::kernel::{LANES, Portable, Row};

/// What a network says of the seats of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Each seat's win share, in 0 to 1; together 1.
    pub shares: PerSeat<f32>,
    /// Each seat's points at the end of the game.
    pub points: PerSeat<f32>,
}

/// What a network looks for in the actions of the seat that decides, for
/// [`Network::correction`](crate::Network::correction).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query(pub(crate) Row<Portable, { Query::MAX / LANES }>);

impl Query {
    pub(crate) const ZERO: Self = Self(Row([[wide::i16x8::ZERO; 2]; Self::MAX / LANES]));
    /// The largest number of units of a query; a smaller one leaves the last ones at 0.
    pub(crate) const MAX: usize = 32;
}
