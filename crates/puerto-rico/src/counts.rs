//! Small counts packed into one word, and sets of what they count.

use crate::words::Good;

/// Up to eight counts of 0 to 15 in one word: bits `4k..4k+4` hold count `k`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Counts(u32);

impl Counts {
    /// The lowest bit of every count.
    const LOW: u32 = 0x1111_1111;
    /// The highest bit of every count.
    const HIGH: u32 = 0x8888_8888;

    /// Makes counts from their word.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the word.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) const fn get(self, index: usize) -> u8 {
        (self.0 >> (4 * index) & 15) as u8
    }

    #[inline]
    pub(crate) fn add(&mut self, index: usize, count: u8) {
        debug_assert!(self.get(index) + count <= 15, "a count fits in 4 bits");
        self.0 += u32::from(count) << (4 * index);
    }

    #[inline]
    pub(crate) fn take(&mut self, index: usize, count: u8) {
        debug_assert!(self.get(index) >= count, "no more is taken than there is");
        self.0 -= u32::from(count) << (4 * index);
    }

    #[inline]
    pub(crate) fn set(&mut self, index: usize, count: u8) {
        self.0 = self.0 & !(15 << (4 * index)) | u32::from(count) << (4 * index);
    }

    /// Adds all counts up.
    #[inline]
    pub(crate) const fn total(self) -> u8 {
        let pairs = (self.0 & 0x0F0F_0F0F) + (self.0 >> 4 & 0x0F0F_0F0F);
        (pairs.wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// Returns whether every count is 0.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set of the counts that are not 0.
    #[inline]
    pub(crate) const fn kinds(self) -> Kinds {
        let halves = self.0 | self.0 >> 1;
        Kinds((halves | halves >> 2) & Self::LOW)
    }

    /// Adds other counts, each to each; no sum may be above 15.
    #[inline]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// Takes other counts away, each from each; none may be larger.
    #[inline]
    pub(crate) const fn less(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// Returns the counts of these kinds, the others 0.
    #[inline]
    pub(crate) const fn of(self, kinds: Kinds) -> Self {
        Self(self.0 & kinds.0.wrapping_mul(15))
    }

    /// Returns the counts from `index` on, the others 0.
    #[inline]
    pub(crate) const fn starting_at(self, index: usize) -> Self {
        Self(self.0 & u32::MAX << (4 * index))
    }

    /// Returns the smaller of each two counts, all eight at once.
    #[inline]
    pub(crate) const fn min(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        // The top bit of a count stays set where the lower three of `a` are at least those of `b`:
        // it keeps the subtraction from borrowing across counts. Then the top bits are compared.
        let lower = (a | Self::HIGH) - (b & !Self::HIGH);
        let at_least = (a & !b | !(a ^ b) & lower) & Self::HIGH;
        Self(a ^ ((a ^ b) & ((at_least >> 3) * 15)))
    }

    /// Makes counts from a list.
    #[inline]
    pub(crate) fn from_slice(counts: &[u8]) -> Self {
        let mut packed = Self::default();
        for (index, &count) in counts.iter().enumerate() {
            packed.add(index, count);
        }
        packed
    }
}

/// A set of up to eight kinds: bit `4k` stands for kind `k`, as in [`Counts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Kinds(u32);

impl Kinds {
    /// All kinds of goods.
    pub(crate) const GOODS: Self = Self(Counts::LOW & ((1 << (4 * Good::COUNT)) - 1));

    #[inline]
    pub(crate) const fn one(index: usize) -> Self {
        Self(1 << (4 * index))
    }

    /// Returns the set with one more kind.
    #[inline]
    pub(crate) const fn with(self, index: usize) -> Self {
        self.or(Self::one(index))
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn has(self, index: usize) -> bool {
        self.0 >> (4 * index) & 1 != 0
    }

    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the set as a mask with one bit a kind, of the six lowest kinds.
    #[inline]
    pub(crate) const fn dense(self) -> u32 {
        let pairs = (self.0 | self.0 >> 3) & 0x0003_0303;
        (pairs | pairs >> 6 | pairs >> 12) & 63
    }

    /// Returns the `nth` kind, from 0, of a set that has more.
    #[inline]
    pub(crate) const fn at(self, nth: u32) -> usize {
        debug_assert!((nth as usize) < self.count(), "the set has more than `nth` kinds");
        // Count `k` of `ranks` is the number of kinds up to `k`. Where it is above `nth` the top bit of
        // the count stays set below. The last kind needs no test: its rank may be 8, a set top bit.
        let ranks = self.0.wrapping_mul(Counts::LOW);
        let above = (ranks | Counts::HIGH) - (nth + 1) * Counts::LOW;
        (above & Counts::HIGH | 1 << 31).trailing_zeros() as usize / 4
    }

    /// Returns the number of kinds.
    #[inline]
    pub(crate) const fn count(self) -> usize {
        (self.0.wrapping_mul(Counts::LOW) >> 28) as usize
    }
}

impl From<Kinds> for Counts {
    /// Counts one of each kind.
    #[inline]
    fn from(kinds: Kinds) -> Self {
        Self(kinds.0)
    }
}

impl Iterator for Kinds {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize / 4;
        self.0 &= self.0 - 1;
        Some(index)
    }
}

/// Iterates over the set bits of a mask, lowest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits(pub(super) u32);

/// A mask whose set bits can be counted and looked up without a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    mask: u32,
    /// In each of the lower four bytes the set bits of that byte of the mask and of the lower ones, in
    /// the fifth those of all.
    ranks: u64,
}

impl Ranked {
    /// The lowest bit of every byte.
    const LOW: u32 = 0x0101_0101;
    /// The highest bit of every byte.
    const HIGH: u32 = 0x8080_8080;

    #[inline]
    pub(crate) const fn new(mask: u32) -> Self {
        let pairs = mask - (mask >> 1 & 0x5555_5555);
        let nibbles = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F;
        // The fifth byte repeats the fourth; a count from the fourth would be compiled to a second
        // count of bits.
        Self { mask, ranks: bytes as u64 * 0x01_0101_0101 }
    }

    /// Returns the number of set bits.
    #[inline]
    pub(crate) const fn count(self) -> u32 {
        (self.ranks >> 32) as u32 & 255
    }

    /// Returns the `nth` set bit, from 0, of a mask that has more.
    #[inline]
    pub(crate) const fn at(self, nth: u32) -> usize {
        debug_assert!(nth < self.count(), "the mask has more than `nth` bits");
        // The byte is the first whose rank is above `nth`: as in [`Kinds::at`].
        let above = ((self.ranks as u32 | Self::HIGH) - (nth + 1) * Self::LOW) & Self::HIGH;
        let byte = above.trailing_zeros() & 24;
        let below = (self.ranks << 8 >> byte) as u32 & 255;
        byte as usize + nth_of_byte((self.mask >> byte) as u8, nth - below)
    }
}

/// Returns the `nth` set bit, from 0, of a mask that has more.
#[inline]
pub(crate) const fn nth_of_byte(mask: u8, nth: u32) -> usize {
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

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranked_mask_gives_its_bits_in_order() {
        for mask in (0..2000_u32).map(|index| index.wrapping_mul(0x9E37_79B9)).chain([u32::MAX]) {
            let ranked = Ranked::new(mask);
            assert_eq!(ranked.count(), mask.count_ones());
            for (nth, bit) in Bits(mask).enumerate() {
                assert_eq!(ranked.at(nth as u32), bit, "{nth} of {mask:b}");
            }
        }
    }

    #[test]
    fn the_table_of_bytes_agrees_with_the_loop() {
        for mask in 0..=u8::MAX {
            for (nth, bit) in Bits(mask.into()).enumerate() {
                assert_eq!(nth_of_byte(mask, nth as u32), bit, "{nth} of {mask:b}");
            }
        }
    }

    #[test]
    fn the_nth_kind_is_found_without_a_loop() {
        for mask in 0..256_u32 {
            let kinds = Kinds(Bits(mask).fold(0, |kinds, kind| kinds | 1 << (4 * kind)));
            assert_eq!(kinds.count(), mask.count_ones() as usize);
            assert_eq!(kinds.dense(), mask & 63);
            for (nth, kind) in kinds.enumerate() {
                assert_eq!(kinds.at(nth as u32), kind, "{nth} of {mask:b}");
            }
        }
    }

    #[test]
    fn counts_are_compared_each_with_each() {
        for a in 0..16 {
            for b in 0..16 {
                let (left, right) = (Counts::from_slice(&[15, a, 0, b]), Counts::from_slice(&[0, b, 15, a]));
                assert_eq!(left.min(right), Counts::from_slice(&[0, a.min(b), 0, a.min(b)]), "{a} {b}");
            }
        }
        let (left, right) = (Counts::from_slice(&[3, 0, 9]), Counts::from_slice(&[2, 0, 6]));
        assert_eq!(left.plus(right), Counts::from_slice(&[5, 0, 15]));
        assert_eq!(left.less(right), Counts::from_slice(&[1, 0, 3]));
        assert_eq!(left.of(Kinds::one(0)), Counts::from_slice(&[3]));
        assert_eq!(left.starting_at(1), Counts::from_slice(&[0, 0, 9]));
    }

    #[test]
    fn counts_round_trip() {
        let mut counts = Counts::from_slice(&[9, 0, 11, 15, 1, 8]);
        assert_eq!(counts.total(), 44);
        assert_eq!(counts.kinds().collect::<Vec<_>>(), [0, 2, 3, 4, 5]);
        assert_eq!(counts.kinds().count(), 5);
        counts.take(3, 15);
        counts.set(1, 4);
        assert_eq!((0..6).map(|kind| counts.get(kind)).collect::<Vec<_>>(), [9, 4, 11, 0, 1, 8]);
    }
}
