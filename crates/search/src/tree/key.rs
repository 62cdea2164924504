//! Keys that distinguish the children of a node.

use tradewinds_game::Seat;

/// The step from a node to its child: a move or a public outcome.
///
/// A move is identified by its seat, by how many decisions the tree's owner has observed since the root
/// (modulo 16), and by its code, so codes need to differ only within one decision, as
/// [`Game::code`](tradewinds_game::Game::code) promises. Bits 0 to 23 are the code or outcome, 24 to 26 the
/// seat, 27 to 30 the count; bit 31 distinguishes an outcome from a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key(pub(crate) u32);

impl Key {
    #[inline]
    pub(crate) const fn of_move(seat: usize, noticed: u8, code: u32) -> Self {
        Self((noticed as u32 & 15) << 27 | (seat as u32) << 24 | code)
    }

    /// Returns the key of another move of the same decision; this one has the code 0.
    #[inline]
    pub(crate) const fn with_code(self, code: u32) -> Self {
        Self(self.0 | code)
    }

    #[inline]
    pub(crate) const fn of_outcome(noticed: u8, outcome: u8) -> Self {
        Self(1 << 31 | (noticed as u32 & 15) << 27 | outcome as u32)
    }

    /// Returns the seat of a move.
    #[inline]
    pub(crate) const fn mover(self) -> Seat {
        Seat::new((self.0 >> 24 & 7) as usize)
    }

    /// Returns one of 64 bits, by a multiplicative hash (Knuth 1998, section 6.4): keys with different bits differ.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0.wrapping_mul(0x9e37_79b1) >> 26)
    }

    /// Returns whether both are moves of one decision.
    pub(crate) const fn is_same_decision(self, other: Self) -> bool {
        self.0 >> 24 == other.0 >> 24
    }
}
