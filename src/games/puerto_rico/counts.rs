//! Small counts packed into one word, and sets of what they count.

/// Up to eight counts of 0 to 15 in one word: bits `4k..4k+4` hold count `k`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Counts(u32);

impl Counts {
    /// The lowest bit of every count.
    const LOW: u32 = 0x1111_1111;

    #[inline]
    pub(super) const fn get(self, index: usize) -> u8 {
        (self.0 >> (4 * index) & 15) as u8
    }

    #[inline]
    pub(super) fn add(&mut self, index: usize, count: u8) {
        debug_assert!(self.get(index) + count <= 15, "a count fits in 4 bits");
        self.0 += u32::from(count) << (4 * index);
    }

    #[inline]
    pub(super) fn take(&mut self, index: usize, count: u8) {
        debug_assert!(self.get(index) >= count, "no more is taken than there is");
        self.0 -= u32::from(count) << (4 * index);
    }

    #[inline]
    pub(super) fn set(&mut self, index: usize, count: u8) {
        self.0 = self.0 & !(15 << (4 * index)) | u32::from(count) << (4 * index);
    }

    /// Adds all counts up.
    #[inline]
    pub(super) const fn total(self) -> u8 {
        let pairs = (self.0 & 0x0F0F_0F0F) + (self.0 >> 4 & 0x0F0F_0F0F);
        (pairs.wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// Tells whether every count is 0.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set of the counts that are not 0.
    #[inline]
    pub(super) const fn kinds(self) -> Kinds {
        let halves = self.0 | self.0 >> 1;
        Kinds((halves | halves >> 2) & Self::LOW)
    }

    /// Makes counts from a list.
    #[inline]
    pub(super) fn from_slice(counts: &[u8]) -> Self {
        let mut packed = Self::default();
        for (index, &count) in counts.iter().enumerate() {
            packed.add(index, count);
        }
        packed
    }
}

/// A set of kinds: bit `4k` stands for kind `k`, as in [`Counts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Kinds(u32);

impl Kinds {
    #[inline]
    pub(super) const fn one(index: usize) -> Self {
        Self(1 << (4 * index))
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn has(self, index: usize) -> bool {
        self.0 >> (4 * index) & 1 != 0
    }

    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the `nth` kind, from 0.
    #[inline]
    pub(super) fn at(self, nth: u32) -> usize {
        Bits(self.0).at(nth) / 4
    }

    /// Returns how many kinds there are.
    #[inline]
    pub(super) const fn count(self) -> usize {
        (self.0.wrapping_mul(Counts::LOW) >> 28) as usize
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
pub(super) struct Bits(pub(super) u32);

impl Bits {
    /// Returns the `nth` set bit, from 0; 32 if there are not so many.
    #[inline]
    pub(super) fn at(self, nth: u32) -> usize {
        let mut rest = self.0;
        let mut left = nth;
        while left > 0 {
            rest &= rest.wrapping_sub(1);
            left -= 1;
        }
        rest.trailing_zeros() as usize
    }
}

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
    fn a_mask_gives_its_bits_in_order_and_none_beyond() {
        let mask = Bits(0b1010_0001);
        assert_eq!([0, 1, 2, 3, 4].map(|nth| mask.at(nth)), [0, 5, 7, 32, 32]);
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
