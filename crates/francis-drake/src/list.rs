//! Short lists inside the state: an array and a length.

use crate::limits::MAX_PLAYERS;
use crate::words::{Destination, Disc};
use tradewinds_game::Seat;

/// A list of up to `N` items. Unused places hold the same filler in equal lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct List<T, const N: usize> {
    items: [T; N],
    len: u8,
}

/// Different seats in an order.
pub(crate) type SeatList = List<Seat, MAX_PLAYERS>;
/// Destinations of missions in an order.
pub(crate) type DestinationList = List<Destination, { Disc::COUNT }>;

impl SeatList {
    pub(crate) const EMPTY: Self = Self::with_filler(Seat::new(0));

    /// Returns whether the list is all seats of a table of `players` in some order.
    pub(crate) fn is_permutation(&self, players: usize) -> bool {
        let seats = self.iter().fold(0_u32, |seen, seat| seen | 1 << seat.index());
        self.len() == players && seats == (1 << players) - 1
    }
}

impl DestinationList {
    pub(crate) const EMPTY: Self = Self::with_filler(Destination::SanJuan);
}

impl<T: Copy + PartialEq, const N: usize> List<T, N> {
    const fn with_filler(filler: T) -> Self {
        Self { items: [filler; N], len: 0 }
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        &self.items[..self.len()]
    }

    /// Returns the item at an index below the length.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> T {
        self.items[index]
    }

    /// Adds an item behind the last one.
    ///
    /// # Panics
    /// If the list is full.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        self.items[self.len()] = item;
        self.len += 1;
    }

    /// Swaps two neighbours: those at `index` and before it.
    pub(crate) fn swap_with_previous(&mut self, index: usize) {
        self.items.swap(index - 1, index);
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone {
        self.as_slice().iter().copied()
    }

    /// Returns the index of an item.
    #[inline]
    pub(crate) fn find(&self, item: T) -> Option<usize> {
        self.as_slice().iter().position(|&other| other == item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_order() {
        let mut list = SeatList::EMPTY;
        [3, 0, 2, 1].into_iter().for_each(|seat| list.push(Seat::new(seat)));
        assert!(list.is_permutation(4) && !list.is_permutation(5));
        list.swap_with_previous(2);
        assert!(list.iter().map(Seat::index).eq([3, 2, 0, 1]));
        assert_eq!((list.find(Seat::new(0)), list.find(Seat::new(4))), (Some(2), None));
        list.push(Seat::new(1));
        assert!(!list.is_permutation(5));
    }
}
