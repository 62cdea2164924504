//! Crew, guns, barrels and trade goods of one owner, packed in a word.

use crate::words::Item;

/// Numbers of crew, guns, barrels and trade goods that a player has, gets or pays.
///
/// Layout: bits `16i..16i+16` for item `i` in the order of [`Item`]; a number stays below 2^15, so
/// that the top bit of each lane is free for comparing all of them at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Items(u64);

/// The top bit of each lane.
const TOP: u64 = 0x8000_8000_8000_8000;

impl Items {
    /// No items.
    pub const NONE: Self = Self(0);
    /// The maximum number of an item.
    pub const MAX: u16 = 0x7fff;

    /// Makes a set of items, each number at most [`Items::MAX`].
    #[must_use]
    pub const fn new(crew: u16, guns: u16, barrels: u16, trade_goods: u16) -> Self {
        Self(crew as u64 | (guns as u64) << 16 | (barrels as u64) << 32 | (trade_goods as u64) << 48)
    }

    /// Makes `number` of one item.
    #[must_use]
    pub const fn of(item: Item, number: u16) -> Self {
        Self((number as u64) << (16 * item as u64))
    }

    /// Returns the number of an item.
    #[inline]
    #[must_use]
    pub const fn get(self, item: Item) -> u16 {
        (self.0 >> (16 * item as u64)) as u16
    }

    /// Returns the crew.
    #[inline]
    #[must_use]
    pub const fn crew(self) -> u16 {
        self.0 as u16
    }

    /// Returns the guns.
    #[inline]
    #[must_use]
    pub const fn guns(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// Returns the barrels.
    #[inline]
    #[must_use]
    pub const fn barrels(self) -> u16 {
        (self.0 >> 32) as u16
    }

    /// Returns the trade goods.
    #[inline]
    #[must_use]
    pub const fn trade_goods(self) -> u16 {
        (self.0 >> 48) as u16
    }

    /// Returns whether there are at least as many of each item as in `other`.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        ((self.0 | TOP) - other.0) & TOP == TOP
    }

    /// Adds item by item.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Subtracts item by item; `other` is contained.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        debug_assert!(self.contains(other), "there are as many items as are taken away");
        Self(self.0 - other.0)
    }

    /// Subtracts item by item, never below 0.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.minus(self.least(other))
    }

    /// Returns the smaller number of each item.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Item::ALL
            .into_iter()
            .fold(Self::NONE, |least, item| least.plus(Self::of(item, self.get(item).min(other.get(item)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_apart() {
        let few = Items::new(1, 2, 3, 4);
        assert_eq!(Item::ALL.map(|item| few.get(item)), [1, 2, 3, 4]);
        assert_eq!([few.crew(), few.guns(), few.barrels(), few.trade_goods()], [1, 2, 3, 4]);
        let more = few.plus(Items::of(Item::Guns, Items::MAX - 2));
        assert_eq!(more, Items::new(1, Items::MAX, 3, 4));
        assert_eq!(more.minus(few), Items::new(0, Items::MAX - 2, 0, 0));
        assert!(more.contains(few) && more.contains(more) && !few.contains(more));
        assert!(!Items::new(0, 9, 9, 9).contains(Items::new(1, 0, 0, 0)));
        assert!(!Items::new(9, 9, 9, 0).contains(Items::new(0, 0, 0, 1)));
        assert_eq!(Items::new(5, 0, 2, 1).without(Items::new(3, 4, 2, 0)), Items::new(2, 0, 0, 1));
        assert_eq!(Items::new(5, 0, 2, 1).least(Items::new(3, 4, 2, 0)), Items::new(3, 0, 2, 0));
    }
}
