//! Small counts packed into one word, four bits each, and sets of what they count.
//!
//! [`Counts8`] has eight counts in a `u32`, [`Counts16`] sixteen in a `u64`; both count from 0 to 15. They
//! are indexed by number, not by a key, since one word often counts by two keys: a good's plantation has
//! the good's index. Operations work on all counts at once, without a loop.

use super::bits::Ranked64;

/// Declares a word of counts and the sets that belong to it.
macro_rules! counts {
    (
        $(#[$counts_doc:meta])* $counts:ident, $(#[$kinds_doc:meta])* $kinds:ident,
        $word:ty, $number:literal, $low:literal, $bytes:literal, $byte:literal
    ) => {
        $(#[$counts_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $counts($word);

        impl $counts {
            /// The number of counts.
            pub const NUMBER: usize = $number;
            /// The largest count.
            pub const MAX: u8 = 15;
            /// The lowest bit of every count.
            const LOW: $word = $low;
            /// The highest bit of every count.
            const HIGH: $word = $low << 3;

            /// Makes counts from their word.
            #[inline]
            #[must_use]
            pub const fn from_bits(bits: $word) -> Self {
                Self(bits)
            }

            /// Returns the word: bits `4k..4k + 4` are count `k`.
            #[inline]
            #[must_use]
            pub const fn bits(self) -> $word {
                self.0
            }

            /// Makes counts from a list; counts beyond its end are 0.
            ///
            /// # Contract
            /// The list has no more than `NUMBER` counts, none above 15.
            #[inline]
            #[must_use]
            pub const fn from_slice(counts: &[u8]) -> Self {
                let (mut packed, mut index) = (Self(0), 0);
                while index < counts.len() {
                    packed.add(index, counts[index]);
                    index += 1;
                }
                packed
            }

            /// Returns a count.
            #[inline]
            #[must_use]
            pub const fn get(self, index: usize) -> u8 {
                (self.0 >> (4 * index) & 15) as u8
            }

            /// Adds to a count.
            ///
            /// # Contract
            /// The sum is not above 15.
            #[inline]
            pub const fn add(&mut self, index: usize, count: u8) {
                debug_assert!(self.get(index) + count <= Self::MAX, "a count fits in 4 bits");
                self.0 += (count as $word) << (4 * index);
            }

            /// Takes from a count.
            ///
            /// # Contract
            /// The count is not smaller.
            #[inline]
            pub const fn take(&mut self, index: usize, count: u8) {
                debug_assert!(self.get(index) >= count, "no more is taken than there is");
                self.0 -= (count as $word) << (4 * index);
            }

            /// Replaces a count.
            ///
            /// # Contract
            /// It is not above 15.
            #[inline]
            pub const fn set(&mut self, index: usize, count: u8) {
                debug_assert!(count <= Self::MAX, "a count fits in 4 bits");
                self.0 = self.0 & !(15 << (4 * index)) | (count as $word) << (4 * index);
            }

            /// Adds all counts up.
            #[inline]
            #[must_use]
            pub const fn total(self) -> u8 {
                let pairs = (self.0 & $bytes) + (self.0 >> 4 & $bytes);
                (pairs.wrapping_mul($byte) >> (<$word>::BITS - 8)) as u8
            }

            /// Returns whether every count is 0.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns whether all counts but one are 0, and that one is at most 1.
            #[inline]
            #[must_use]
            pub const fn is_one_or_none(self) -> bool {
                self.0 & (self.0.wrapping_sub(1) | !Self::LOW) == 0
            }

            /// Returns the set of the counts that are not 0.
            #[inline]
            #[must_use]
            pub const fn kinds(self) -> $kinds {
                let halves = self.0 | self.0 >> 1;
                $kinds((halves | halves >> 2) & Self::LOW)
            }

            /// Returns the sets of counts whose bit 0, 1 and 2 are set.
            #[inline]
            #[must_use]
            pub const fn planes(self) -> [$kinds; 3] {
                [$kinds(self.0 & Self::LOW), $kinds(self.0 >> 1 & Self::LOW), $kinds(self.0 >> 2 & Self::LOW)]
            }

            /// Adds other counts, each to its counterpart.
            ///
            /// # Contract
            /// No sum is above 15.
            #[inline]
            #[must_use]
            pub const fn plus(self, other: Self) -> Self {
                Self(self.0.wrapping_add(other.0))
            }

            /// Subtracts other counts, each from its counterpart.
            ///
            /// # Contract
            /// None is larger.
            #[inline]
            #[must_use]
            pub const fn less(self, other: Self) -> Self {
                Self(self.0.wrapping_sub(other.0))
            }

            /// Returns the counts of these kinds, the others 0.
            #[inline]
            #[must_use]
            pub const fn of(self, kinds: $kinds) -> Self {
                Self(self.0 & kinds.0.wrapping_mul(15))
            }

            /// Returns the counts from `index` on, the others 0.
            #[inline]
            #[must_use]
            pub const fn starting_at(self, index: usize) -> Self {
                Self(self.0 & <$word>::MAX << (4 * index))
            }

            /// Returns the smaller one of each pair of counts.
            #[inline]
            #[must_use]
            pub const fn min(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                // The top bit of a count stays set where the lower three of `a` are at least those of `b`:
                // it keeps the subtraction from borrowing across counts. Then the top bits are compared.
                let lower = (a | Self::HIGH) - (b & !Self::HIGH);
                let at_least = (a & !b | !(a ^ b) & lower) & Self::HIGH;
                Self(a ^ ((a ^ b) & ((at_least >> 3) * 15)))
            }

            /// Returns the kind of the item of number `nth`, from 0, when all items are in order of their
            /// kinds.
            ///
            /// # Contract
            /// There are more than `nth` items; otherwise the result is unspecified.
            #[inline]
            #[must_use]
            pub const fn kind_of_item(self, nth: u32) -> usize {
                let (mut rest, mut counts, mut kind) = (nth, self.0, 0);
                loop {
                    let count = (counts & 15) as u32;
                    if rest < count {
                        return kind;
                    }
                    debug_assert!(kind < $number - 1, "there are more items than `nth`");
                    rest -= count;
                    counts >>= 4;
                    kind += 1;
                }
            }
        }

        impl From<$kinds> for $counts {
            /// Counts one of each kind.
            #[inline]
            fn from(kinds: $kinds) -> Self {
                Self(kinds.0)
            }
        }

        $(#[$kinds_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $kinds($word);

        impl $kinds {
            /// Makes the set of the first `number` kinds.
            ///
            /// # Contract
            /// `number` is at most `NUMBER`.
            #[inline]
            #[must_use]
            pub const fn lowest(number: usize) -> Self {
                if number < $number { Self($counts::LOW & ((1 << (4 * number)) - 1)) } else { Self($counts::LOW) }
            }

            /// Makes the set of one kind.
            #[inline]
            #[must_use]
            pub const fn one(index: usize) -> Self {
                Self(1 << (4 * index))
            }

            /// Returns the word: bit `4k` stands for kind `k`.
            #[inline]
            #[must_use]
            pub const fn bits(self) -> $word {
                self.0
            }

            /// Returns the set with one more kind.
            #[inline]
            #[must_use]
            pub const fn with(self, index: usize) -> Self {
                self.or(Self::one(index))
            }

            /// Returns whether there is no kind.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns whether a kind is in the set.
            #[inline]
            #[must_use]
            pub const fn has(self, index: usize) -> bool {
                self.0 >> (4 * index) & 1 != 0
            }

            /// Returns the kinds that are in both sets.
            #[inline]
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Returns the kinds that are in at least one of the sets.
            #[inline]
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Returns the kinds that are not in `other`.
            #[inline]
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl Iterator for $kinds {
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
    };
}

counts! {
    /// Eight counts of 0 to 15 in one word: bits `4k..4k + 4` are count `k`.
    ///
    /// ```
    /// use tradewinds_game::kit::Counts8;
    /// let mut goods = Counts8::from_slice(&[3, 0, 9]);
    /// goods.add(1, 2);
    /// assert_eq!((goods.get(1), goods.total()), (2, 14));
    /// goods.take(0, 3);
    /// assert_eq!(goods.kinds().collect::<Vec<_>>(), [1, 2]);
    /// assert_eq!(goods.min(Counts8::from_slice(&[5, 5, 5])), Counts8::from_slice(&[0, 2, 5]));
    /// ```
    Counts8,
    /// A set of up to eight kinds: bit `4k` stands for kind `k`, as in [`Counts8`]. It lists its
    /// kinds in order.
    Kinds8,
    u32, 8, 0x1111_1111, 0x0F0F_0F0F, 0x0101_0101
}

counts! {
    /// Sixteen counts of 0 to 15 in one word: bits `4k..4k + 4` are count `k`.
    ///
    /// ```
    /// use tradewinds_game::kit::Counts16;
    /// let market = Counts16::from_slice(&[1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
    /// assert_eq!((market.total(), market.kinds().count()), (4, 3));
    /// assert_eq!([0, 1, 2, 3].map(|nth| market.kind_of_item(nth)), [0, 2, 2, 10]);
    /// ```
    Counts16,
    /// A set of up to sixteen kinds: bit `4k` stands for kind `k`, as in [`Counts16`]. It lists its
    /// kinds in order.
    Kinds16,
    u64, 16, 0x1111_1111_1111_1111, 0x0F0F_0F0F_0F0F_0F0F, 0x0101_0101_0101_0101
}

impl Kinds8 {
    /// Returns the number of kinds.
    #[inline]
    #[must_use]
    pub const fn count(self) -> usize {
        (self.0.wrapping_mul(Counts8::LOW) >> 28) as usize
    }

    /// Returns the kind of number `nth`, from 0, without a loop.
    ///
    /// # Contract
    /// There are more than `nth` kinds; otherwise the result is unspecified.
    #[inline]
    #[must_use]
    pub const fn at(self, nth: u32) -> usize {
        debug_assert!((nth as usize) < self.count(), "there are more than `nth` kinds");
        // Count `k` of `ranks` is the number of kinds up to `k`. If it is above `nth`, the top bit of the
        // count stays set below. The last kind needs no check: its rank may be 8, a set top bit.
        let ranks = self.0.wrapping_mul(Counts8::LOW);
        let above = (ranks | Counts8::HIGH) - (nth + 1) * Counts8::LOW;
        (above & Counts8::HIGH | 1 << 31).trailing_zeros() as usize / 4
    }

    /// Returns the set of the six lowest kinds, with one bit per kind.
    #[inline]
    #[must_use]
    pub const fn dense(self) -> u32 {
        let pairs = (self.0 | self.0 >> 3) & 0x0003_0303;
        (pairs | pairs >> 6 | pairs >> 12) & 63
    }
}

impl Kinds16 {
    /// Returns the number of kinds.
    ///
    /// # Contract
    /// At least one of the sixteen is missing: the count has four bits.
    #[inline]
    #[must_use]
    pub const fn count(self) -> usize {
        debug_assert!(self.0 != Counts16::LOW, "the number of kinds fits in 4 bits");
        (self.0.wrapping_mul(Counts16::LOW) >> 60) as usize
    }

    /// Returns the kind of number `nth`, from 0.
    ///
    /// # Contract
    /// There are more than `nth` kinds; otherwise the result is unspecified.
    #[inline]
    #[must_use]
    pub fn at(self, nth: u32) -> usize {
        Ranked64::new(self.0).at(nth) / 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the common operations of both words against plain lists.
    macro_rules! agrees_with_lists {
        ($name:ident, $counts:ident, $kinds:ident, $number:literal) => {
            #[test]
            fn $name() {
                let list =
                    |counts: $counts| -> [u8; $number] { std::array::from_fn(|kind| counts.get(kind)) };
                let mut word = 1_u64;
                for _ in 0..2000 {
                    let mut next = || {
                        word = word.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                        // The lower bits of both halves, often 0.
                        word >> 5 & word.rotate_left(29)
                    };
                    let (left, right) = ($counts::from_bits(next() as _), $counts::from_bits(next() as _));
                    let (a, b) = (list(left), list(right));
                    let pairs = |combine: &dyn Fn(u8, u8) -> u8| -> [u8; $number] {
                        std::array::from_fn(|kind| combine(a[kind], b[kind]))
                    };
                    assert_eq!($counts::from_slice(&a), left);
                    assert_eq!(left.is_one_or_none(), left.total() <= 1);
                    assert_eq!(u32::from(left.total()), a.iter().map(|&count| u32::from(count)).sum::<u32>());
                    assert_eq!(list(left.min(right)), pairs(&|a, b| a.min(b)));
                    assert_eq!(list(left.less(left.min(right))), pairs(&|a, b| a - a.min(b)));
                    assert_eq!(left.less(left.min(right)).plus(left.min(right)), left);
                    assert_eq!(list(left.of(right.kinds())), pairs(&|a, b| if b > 0 { a } else { 0 }));
                    assert_eq!(
                        $counts::from(left.kinds()),
                        $counts::from_slice(&a.map(|count| count.min(1)))
                    );
                    for (bit, plane) in left.planes().into_iter().enumerate() {
                        assert_eq!(
                            $counts::from(plane),
                            $counts::from_slice(&a.map(|count| count >> bit & 1))
                        );
                    }
                    let there = |counts: [u8; $number]| {
                        (0..$number).filter(|&kind| counts[kind] > 0).collect::<Vec<_>>()
                    };
                    let (held, wanted) = (left.kinds(), right.kinds());
                    assert_eq!(held.collect::<Vec<_>>(), there(a));
                    assert_eq!(held.and(wanted).collect::<Vec<_>>(), there(pairs(&|a, b| a.min(b))));
                    assert_eq!(held.or(wanted).collect::<Vec<_>>(), there(pairs(&|a, b| a.max(b))));
                    assert_eq!(
                        held.without(wanted).collect::<Vec<_>>(),
                        there(pairs(&|a, b| if b > 0 { 0 } else { a }))
                    );
                    if there(a).len() < 16 {
                        assert_eq!(held.count(), there(a).len());
                    }
                    for (nth, kind) in there(a).into_iter().enumerate() {
                        assert_eq!(held.at(nth as u32), kind);
                        assert!(held.has(kind));
                    }
                    let items = (0..$number).flat_map(|kind| std::iter::repeat_n(kind, a[kind].into()));
                    for (nth, kind) in items.enumerate() {
                        assert_eq!(left.kind_of_item(nth as u32), kind);
                    }
                    for from in 0..$number {
                        let late = |kind| if kind < from { 0 } else { a[kind] };
                        assert_eq!(list(left.starting_at(from)), std::array::from_fn::<_, $number, _>(late));
                    }
                }
                for number in 0..=$number {
                    assert_eq!($kinds::lowest(number).collect::<Vec<_>>(), (0..number).collect::<Vec<_>>());
                    let with = (0..number).fold($kinds::default(), $kinds::with);
                    assert_eq!((with, with.is_empty()), ($kinds::lowest(number), number == 0));
                }
            }
        };
    }

    agrees_with_lists!(eight_counts_agree_with_lists, Counts8, Kinds8, 8);
    agrees_with_lists!(sixteen_counts_agree_with_lists, Counts16, Kinds16, 16);

    #[test]
    fn the_nth_kind_is_found_without_a_loop() {
        for mask in 0..256_u32 {
            let kinds = super::super::Bits(mask).fold(Kinds8::default(), Kinds8::with);
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
                let (left, right) =
                    (Counts8::from_slice(&[15, a, 0, b]), Counts8::from_slice(&[0, b, 15, a]));
                assert_eq!(left.min(right), Counts8::from_slice(&[0, a.min(b), 0, a.min(b)]), "{a} {b}");
            }
        }
    }

    #[test]
    fn counts_change() {
        let mut counts = Counts8::from_slice(&[9, 0, 11, 15, 1, 8]);
        counts.take(3, 15);
        counts.set(1, 4);
        counts.set(2, 2);
        counts.add(4, 14);
        assert_eq!(counts, Counts8::from_slice(&[9, 4, 2, 0, 15, 8]));
        assert!(!counts.is_empty() && Counts16::default().is_empty());
        assert_eq!((Counts8::from_bits(u32::MAX).total(), Counts16::from_bits(u64::MAX).total()), (120, 240));
    }
}
