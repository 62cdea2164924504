//! A seat or nobody, in one byte.

use std::fmt;

use crate::seats::{MAX_SEATS, Seat};

/// A seat or nobody: an `Option<Seat>` of one byte instead of two, for states.
///
/// ```
/// use tradewinds_game::{Seat, kit::MaybeSeat};
/// let mut admiral = MaybeSeat::NOBODY;
/// assert!(admiral.is_nobody() && admiral.get().is_none());
/// admiral = Seat::new(3).into();
/// assert!(admiral.is(Seat::new(3)) && !admiral.is(Seat::new(0)));
/// assert_eq!(admiral.get(), Some(Seat::new(3)));
/// assert_eq!(size_of::<MaybeSeat>(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MaybeSeat(u8);

impl MaybeSeat {
    /// No seat.
    pub const NOBODY: Self = Self(u8::MAX);

    /// Makes it from a seat.
    #[inline]
    #[must_use]
    pub const fn some(seat: Seat) -> Self {
        Self(seat.index() as u8)
    }

    /// Returns the seat, if there is one.
    #[inline]
    #[must_use]
    pub const fn get(self) -> Option<Seat> {
        if (self.0 as usize) < MAX_SEATS { Some(Seat::new(self.0 as usize)) } else { None }
    }

    /// Returns whether it is this seat.
    #[inline]
    #[must_use]
    pub const fn is(self, seat: Seat) -> bool {
        self.0 as usize == seat.index()
    }

    /// Returns whether there is no seat.
    #[inline]
    #[must_use]
    pub const fn is_nobody(self) -> bool {
        self.0 == Self::NOBODY.0
    }
}

impl Default for MaybeSeat {
    #[inline]
    fn default() -> Self {
        Self::NOBODY
    }
}

impl From<Seat> for MaybeSeat {
    #[inline]
    fn from(seat: Seat) -> Self {
        Self::some(seat)
    }
}

impl From<Option<Seat>> for MaybeSeat {
    #[inline]
    fn from(seat: Option<Seat>) -> Self {
        seat.map_or(Self::NOBODY, Self::some)
    }
}

impl From<MaybeSeat> for Option<Seat> {
    #[inline]
    fn from(seat: MaybeSeat) -> Self {
        seat.get()
    }
}

/// As the option is written.
impl fmt::Debug for MaybeSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_round_trip() {
        for seat in Seat::all(MAX_SEATS).map(Some).chain([None]) {
            let maybe = MaybeSeat::from(seat);
            assert_eq!((Option::from(maybe), maybe.is_nobody()), (seat, seat.is_none()));
            assert_eq!(format!("{maybe:?}"), format!("{seat:?}"));
        }
        assert_eq!(MaybeSeat::default(), MaybeSeat::NOBODY);
    }
}
