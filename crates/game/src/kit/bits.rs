//! The set bits of a word: listed, counted, and found by their number without a loop.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// An unsigned integer as a set of bits: `u8`, `u16`, `u32` or `u64`.
pub trait Mask:
    Copy
    + Eq
    + Ord
    + Hash
    + Default
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// No bit.
    const ZERO: Self;
    /// The number of bits.
    const BITS: u32;

    /// Returns a single bit.
    fn one(place: usize) -> Self;

    /// Returns the lowest `count` bits; all bits if the type has no more.
    fn lowest(count: usize) -> Self;

    /// Returns whether a bit is set.
    fn has(self, place: usize) -> bool;

    /// Returns the number of bits set.
    fn count(self) -> u32;

    /// Returns the place of the lowest bit set; `BITS` if no bit is set.
    fn first(self) -> u32;

    /// Clears the lowest bit set.
    #[must_use]
    fn without_first(self) -> Self;
}

macro_rules! masks {
    ($($int:ty),*) => {
        $(impl Mask for $int {
            const ZERO: Self = 0;
            const BITS: u32 = Self::BITS;

            #[inline]
            fn one(place: usize) -> Self {
                1 << place
            }

            #[inline]
            fn lowest(count: usize) -> Self {
                if count < Self::BITS as usize { (1 << count) - 1 } else { Self::MAX }
            }

            #[inline]
            fn has(self, place: usize) -> bool {
                self >> place & 1 != 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        })*
    };
}

masks!(u8, u16, u32, u64);

/// Lists the places of the set bits of a word, lowest first.
///
/// Where the bits stand for values of a key, a [`KeySet`](super::KeySet) lists the values.
///
/// ```
/// use tradewinds_game::kit::Bits;
/// assert_eq!(Bits(0b1001_0010_u32).collect::<Vec<_>>(), [1, 4, 7]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<M>(pub M);

impl<M: Mask> Iterator for Bits<M> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == M::ZERO {
            return None;
        }
        let place = self.0.first() as usize;
        self.0 = self.0.without_first();
        Some(place)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<M: Mask> ExactSizeIterator for Bits<M> {}

impl<M: Mask> FusedIterator for Bits<M> {}

/// Returns the place of the set bit of number `nth`, from 0: a loop of `nth` rounds, best for small
/// numbers.
///
/// # Contract
/// More than `nth` bits are set; otherwise the result is unspecified.
///
/// ```
/// use tradewinds_game::kit::nth_bit;
/// assert_eq!([0, 1, 2].map(|nth| nth_bit(0b1010_0001_u8, nth)), [0, 5, 7]);
/// ```
#[inline]
#[must_use]
pub fn nth_bit<M: Mask>(mask: M, nth: u32) -> usize {
    debug_assert!(nth < mask.count(), "more than `nth` bits are set");
    let (mut rest, mut left) = (mask, nth);
    while left > 0 {
        rest = rest.without_first();
        left -= 1;
    }
    rest.first() as usize
}

/// A word whose set bits are counted and found by their number without a loop.
///
/// ```
/// use tradewinds_game::kit::Ranked;
/// let ranked = Ranked::new(0b1000_0000_0010_0001);
/// assert_eq!((ranked.count(), ranked.at(2)), (3, 15));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    mask: u32,
    /// The number of set bits in the lowest byte, the lower two, the lower three and all.
    ranks: [u32; 4],
}

impl Ranked {
    /// Counts the bits of each byte, by a table: without an instruction for it a word's bits take twice as many steps.
    #[inline]
    #[must_use]
    pub const fn new(mask: u32) -> Self {
        let [a, b, c, d] = mask.to_le_bytes();
        let first = COUNT_OF_BYTE[a as usize] as u32;
        let second = first + COUNT_OF_BYTE[b as usize] as u32;
        let third = second + COUNT_OF_BYTE[c as usize] as u32;
        Self { mask, ranks: [first, second, third, third + COUNT_OF_BYTE[d as usize] as u32] }
    }

    /// Returns the number of set bits.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.ranks[3]
    }

    /// Returns the place of the set bit of number `nth`, from 0.
    ///
    /// # Contract
    /// More than `nth` bits are set; otherwise the result is unspecified.
    #[inline]
    #[must_use]
    pub const fn at(self, nth: u32) -> usize {
        debug_assert!(nth < self.count(), "more than `nth` bits are set");
        let [first, second, third, _] = self.ranks;
        let (byte, below) = if nth < first {
            (0, 0)
        } else if nth < second {
            (8, first)
        } else if nth < third {
            (16, second)
        } else {
            (24, third)
        };
        byte + nth_bit_of_byte((self.mask >> byte) as u8, nth - below)
    }
}

/// A word of 64 bits whose set bits are counted and found by their number without a loop or a branch: by sums of all its
/// bytes at once. [`Ranked`] is faster where most of the bits drawn are low ones.
///
/// ```
/// use tradewinds_game::kit::Ranked64;
/// let ranked = Ranked64::new(1 << 40 | 0b10_0001);
/// assert_eq!((ranked.count(), ranked.at(2)), (3, 40));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ranked64 {
    mask: u64,
    /// Byte `k` has the number of set bits up to byte `k` of the mask.
    ranks: u64,
}

impl Ranked64 {
    /// A one in every byte.
    const ONES: u64 = u64::MAX / 255;
    /// The top bit of every byte.
    const HIGH: u64 = Self::ONES << 7;

    /// Counts the bits of all bytes.
    #[inline]
    #[must_use]
    pub const fn new(mask: u64) -> Self {
        const ODD: u64 = u64::MAX / 3;
        const LOW_PAIRS: u64 = u64::MAX / 5;
        const LOW_NIBBLES: u64 = u64::MAX / 17;
        let pairs = mask - (mask >> 1 & ODD);
        let nibbles = (pairs & LOW_PAIRS) + (pairs >> 2 & LOW_PAIRS);
        let bytes = (nibbles + (nibbles >> 4)) & LOW_NIBBLES;
        Self { mask, ranks: bytes.wrapping_mul(Self::ONES) }
    }

    /// Returns the number of set bits.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        (self.ranks >> 56) as u32
    }

    /// Returns the place of the set bit of number `nth`, from 0.
    ///
    /// # Contract
    /// More than `nth` bits are set; otherwise the result is unspecified.
    #[inline]
    #[must_use]
    pub const fn at(self, nth: u32) -> usize {
        debug_assert!(nth < self.count(), "more than `nth` bits are set");
        // The top bit of a byte stays set where its rank is above `nth`. The last byte needs no check.
        let above = (self.ranks | Self::HIGH) - (nth as u64 + 1) * Self::ONES;
        let byte = (above & Self::HIGH | 1 << 63).trailing_zeros() - 7;
        let below = (self.ranks << 8 >> byte) as u8;
        byte as usize + nth_bit_of_byte((self.mask >> byte) as u8, nth - below as u32)
    }
}

/// Returns the place of the set bit of number `nth`, from 0, from a table.
///
/// # Contract
/// More than `nth` bits are set; otherwise the result is unspecified.
#[inline]
#[must_use]
pub const fn nth_bit_of_byte(mask: u8, nth: u32) -> usize {
    NTH_OF_BYTE[mask as usize][nth as usize % 8] as usize
}

/// The set bits of every byte, lowest first.
static NTH_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut bit, mut nth) = (0, 0);
        while bit < 8 {
            if mask >> bit & 1 != 0 {
                table[mask][nth] = bit as u8;
                nth += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    table
};

/// The number of set bits of every byte.
static COUNT_OF_BYTE: [u8; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        table[mask] = mask.count_ones() as u8;
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the places of the set bits, by a loop over all.
    fn slow(mask: u64) -> Vec<usize> {
        (0..64).filter(|&place| mask >> place & 1 != 0).collect()
    }

    fn masks() -> impl Iterator<Item = u64> {
        let scattered = (0..2000_u64).map(|index| index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        scattered.chain([u64::MAX, 1, 1 << 63])
    }

    #[test]
    fn bits_are_listed_in_order() {
        for mask in masks() {
            assert_eq!(Bits(mask).collect::<Vec<_>>(), slow(mask));
            assert_eq!(Bits(mask as u32).collect::<Vec<_>>(), slow(mask & u64::from(u32::MAX)));
            assert_eq!(Bits(mask as u16).collect::<Vec<_>>(), slow(mask & 0xFFFF));
            assert_eq!(Bits(mask as u8).collect::<Vec<_>>(), slow(mask & 0xFF));
            assert_eq!(Bits(mask).len(), slow(mask).len());
        }
    }

    #[test]
    fn bits_are_found_by_number() {
        for mask in masks() {
            for (nth, place) in slow(mask).into_iter().enumerate() {
                assert_eq!(nth_bit(mask, nth as u32), place, "{nth} of {mask:b}");
            }
        }
    }

    #[test]
    fn a_ranked_mask_gives_its_bits_in_order() {
        for mask in masks().map(|mask| (mask >> 20) as u32).chain([0, u32::MAX]) {
            let ranked = Ranked::new(mask);
            assert_eq!(ranked.count(), mask.count_ones());
            for (nth, place) in slow(mask.into()).into_iter().enumerate() {
                assert_eq!(ranked.at(nth as u32), place, "{nth} of {mask:b}");
            }
        }
        for mask in masks() {
            let ranked = Ranked64::new(mask);
            assert_eq!(ranked.count(), mask.count_ones());
            for (nth, place) in slow(mask).into_iter().enumerate() {
                assert_eq!(ranked.at(nth as u32), place, "{nth} of {mask:b}");
            }
        }
    }

    #[test]
    fn the_table_of_bytes_agrees_with_the_loop() {
        for mask in 0..=u8::MAX {
            for (nth, place) in slow(mask.into()).into_iter().enumerate() {
                assert_eq!(nth_bit_of_byte(mask, nth as u32), place, "{nth} of {mask:b}");
            }
        }
    }

    #[test]
    fn the_lowest_bits_may_be_all() {
        assert_eq!([0, 3, 8, 9].map(u8::lowest), [0, 7, 255, 255]);
        assert_eq!((u64::lowest(64), u64::lowest(63)), (u64::MAX, u64::MAX >> 1));
    }
}
