//! Seats and small tables with one entry per seat.
//!
//! A seat has an index, from 0, for arrays, files and programs, and a number, from 1, for people. It has no `Display`,
//! so that a text that names a seat has to say which of the two it means.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The maximum number of seats in any game.
pub const MAX_SEATS: usize = 6;

/// Returns the number of a seat or of a place, as people read it, from 1, for its index, from 0.
///
/// [`Seat::number`] is the same for a [`Seat`].
#[inline]
#[must_use]
pub const fn from_one(index: usize) -> usize {
    index.saturating_add(1)
}

/// A place at the table, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// Makes the seat with this index, from 0.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "the index of a seat is below MAX_SEATS");
        Self(index as u8)
    }

    /// Returns the seat's index, from 0, as arrays, files and programs have it.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the seat's number as people read it, from 1.
    #[inline]
    #[must_use]
    pub const fn number(self) -> usize {
        from_one(self.index())
    }

    /// Returns the seat of this number, from 1, at a table of `players`; `None` if there is none.
    #[must_use]
    pub fn from_number(number: usize, players: usize) -> Option<Self> {
        (1..=players).contains(&number).then(|| Self::new(number - 1))
    }

    /// Names the seat as position files do, by its place in the list of players: `players[2]`.
    #[must_use]
    pub const fn in_file(self) -> impl fmt::Display + Copy {
        InFile(self)
    }

    /// Lists the seats of a table of `players`.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..players).map(Self::new)
    }

    /// Returns the next seat clockwise at a table of `players`.
    #[inline]
    #[must_use]
    pub const fn next(self, players: usize) -> Self {
        // Below `players`, so there is no bound to check; and no division, since this is in the hot path of games.
        let next = self.0 + 1;
        if next as usize >= players { Self(0) } else { Self(next) }
    }

    /// Returns the seat `distance` places clockwise at a table of `players`.
    #[inline]
    #[must_use]
    pub const fn after(self, distance: usize, players: usize) -> Self {
        Self::new((self.index() + distance) % players)
    }
}

/// A seat's entry in a position file.
#[derive(Clone, Copy)]
struct InFile(Seat);

impl fmt::Display for InFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "players[{}]", self.0.index())
    }
}

/// One value for each seat of a table, without heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerSeat<T> {
    items: [T; MAX_SEATS],
    len: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// Makes a table of default values for `players` seats.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] players.
    #[inline]
    #[must_use]
    pub fn new(players: usize) -> Self {
        assert!(players <= MAX_SEATS, "a table has at most MAX_SEATS players");
        Self { items: [T::default(); MAX_SEATS], len: players as u8 }
    }

    /// Makes a table from a function of the seat.
    #[inline]
    #[must_use]
    pub fn from_fn(players: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        let mut table = Self::new(players);
        for seat in Seat::all(players) {
            table[seat] = value(seat);
        }
        table
    }

    /// Makes a table with each value changed by `f`.
    #[inline]
    #[must_use]
    pub fn map<U: Copy + Default>(&self, mut f: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat::from_fn(self.len(), |seat| f(self[seat]))
    }
}

impl PerSeat<f32> {
    /// Returns shares of 1 in proportion to e to the power of each value: the softmax of log-odds.
    #[must_use]
    pub fn softmax(&self) -> Self {
        let best = self.iter().copied().fold(f32::MIN, f32::max);
        let odds = self.map(|value| libm::expf(value - best));
        let sum: f32 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    }
}

impl<T> PerSeat<T> {
    /// Returns the number of seats.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether the table has no seat.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the values in seat order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }

    /// Lists the values in seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        debug_assert!(seat.0 < self.len, "the seat is at this table");
        &self.items[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        debug_assert!(seat.0 < self.len, "the seat is at this table");
        &mut self.items[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round() {
        assert_eq!(Seat::new(3).next(4), Seat::new(0));
        assert_eq!(Seat::new(1).after(4, 3), Seat::new(2));
        assert_eq!(Seat::all(3).map(Seat::index).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(Seat::all(3).map(Seat::number).collect::<Vec<_>>(), [1, 2, 3]);
        let numbered = [0, 1, 3, 4].map(|number| Seat::from_number(number, 3).map(Seat::index));
        assert_eq!(numbered, [None, Some(0), Some(2), None]);
        assert_eq!(Seat::new(2).in_file().to_string(), "players[2]");
    }

    #[test]
    fn a_table_has_as_many_values_as_seats() {
        let table = PerSeat::from_fn(3, |seat| seat.index() as u32 * 10);
        assert_eq!(table.as_slice(), [0, 10, 20]);
        assert_eq!(table.map(|value| value + 1).as_slice(), [1, 11, 21]);
    }
}
