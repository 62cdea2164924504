//! Packed multisets of resource cards.

use std::fmt::{self, Write as _};

use tradewinds_game::kit::ByKey;

use crate::card::{Card, WIDTH};
use crate::words::Class;

/// A multiset of resource cards, packed into one word.
///
/// Type `t` has bits `6t..6t + 6`: five bits of number and a guard bit that is always clear, so
/// that comparing and subtracting all types at once needs no loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u64);

const FIELD: u64 = (1 << WIDTH) - 1;
/// A one in every field.
const ONES: u64 = 0x0041_0410_4104_1041;
/// The guard bit of every field.
const GUARDS: u64 = ONES << (WIDTH - 1);

/// For each bit, its field and the fields above. Finding the field by a division and shifting would
/// take more instructions than looking it up.
const FROM: [u64; 64] = {
    let mut masks = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        masks[bit as usize] = u64::MAX << (bit / WIDTH * WIDTH);
        bit += 1;
    }
    masks
};

impl Cards {
    /// No card.
    pub const NONE: Self = Self(0);
    /// The maximum number of cards of one type.
    pub const MAX: u8 = 30;

    /// Makes the multiset of one card.
    #[inline]
    #[must_use]
    pub const fn one(card: Card) -> Self {
        Self(1 << card.bit())
    }

    /// Makes the multiset of the lowest two of the types' numbers that `bits` holds, four bits
    /// each.
    ///
    /// They are looked up, because each round deals dozens of cards.
    #[inline]
    pub(crate) const fn two_at(bits: u64) -> Self {
        /// One card of the type with this number; 10 to 15 stand for none.
        const fn one_of(number: usize) -> u64 {
            if number < Card::COUNT { 1 << (number * WIDTH as usize) } else { 0 }
        }
        const TWO: [Cards; 256] = {
            let mut table = [Cards::NONE; 256];
            let mut numbers = 0;
            while numbers < 256 {
                table[numbers] = Cards(one_of(numbers & 0xF) + one_of(numbers >> 4));
                numbers += 1;
            }
            table
        };
        TWO[(bits & 0xFF) as usize]
    }

    /// Makes the multiset of `number` cards of a type.
    #[inline]
    #[must_use]
    pub const fn of(card: Card, number: u8) -> Self {
        debug_assert!(number <= Self::MAX);
        Self((number as u64) << card.bit())
    }

    /// Returns the number of cards of a type.
    #[inline]
    #[must_use]
    pub const fn count(self, card: Card) -> u8 {
        (self.0 >> card.bit() & FIELD) as u8
    }

    /// Returns whether there is no card.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards, of at most 63 (a hand): one multiplication adds up all fields, and the
    /// sum gets the highest six bits of the word.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        debug_assert!(self.total() <= FIELD as usize);
        (self.0.wrapping_mul(ONES << 4) >> (u64::BITS - WIDTH)) as usize
    }

    /// Returns the number of cards of any multiset.
    #[must_use]
    pub const fn total(self) -> usize {
        let mut sum = 0;
        let mut left = self.0;
        while left != 0 {
            sum += (left & FIELD) as usize;
            left >>= WIDTH;
        }
        sum
    }

    /// Returns both multisets together.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let sum = Self(self.0 + other.0);
        debug_assert!(sum.0 & GUARDS == 0, "a type has at most 31 cards");
        sum
    }

    /// Returns the cards less `other`, all of which must be there.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        debug_assert!(self.contains(other), "only cards that are there can be taken away");
        Self(self.0 - other.0)
    }

    /// Returns the cards less those of `other` that are there.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        let difference = (self.0 | GUARDS) - other.0;
        // A guard that is left marks a field that did not borrow; only those keep their number.
        let kept = difference & GUARDS;
        Self(difference & (kept - (kept >> (WIDTH - 1))))
    }

    /// Returns the cards if all bits of `mask` are set, none if none is.
    #[inline]
    pub(crate) const fn masked(self, mask: u64) -> Self {
        Self(self.0 & mask)
    }

    /// Returns whether all cards of `other` are here.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// Returns whether a card of this type is here.
    #[inline]
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.bit() & FIELD != 0
    }

    /// Returns the sum of the products of the numbers of both, where one holds its numbers in
    /// reverse: [`Self::reversed`].
    ///
    /// The highest field of the product of the words is that sum, if no field below overflows: the
    /// largest number of one times the number of cards of the other is at most 63.
    #[inline]
    pub(crate) const fn dot(self, reversed: Self) -> u8 {
        (self.0.wrapping_mul(reversed.0) >> (9 * WIDTH) & FIELD) as u8
    }

    /// Makes a multiset of `numbers[i]` cards of the i-th type from the last.
    pub(crate) const fn reversed(numbers: [u8; Card::COUNT]) -> Self {
        let mut fields = 0;
        let mut index = 0;
        while index < Card::COUNT {
            fields = fields << WIDTH | numbers[index] as u64;
            index += 1;
        }
        Self(fields)
    }

    /// Returns, for each type, the larger of the two numbers.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        self.plus(other.without(self))
    }

    /// Returns [`Self::union`] of multisets with at most one card of each type.
    #[inline]
    pub(crate) const fn union_of_types(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns, for each type, the smaller of the two numbers.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        self.minus(self.without(other))
    }

    /// Returns the goods only.
    #[inline]
    #[must_use]
    pub const fn goods(self) -> Self {
        Self(self.0 & ((1 << (Card::GOODS as u32 * WIDTH)) - 1))
    }

    /// Returns the cards of types other than this one.
    #[inline]
    #[must_use]
    pub const fn except(self, card: Card) -> Self {
        Self(self.0 & !(FIELD << card.bit()))
    }

    /// Returns the cards of this type and those above it.
    #[inline]
    #[must_use]
    pub const fn from(self, card: Card) -> Self {
        Self(self.0 >> card.bit() << card.bit())
    }

    /// Returns the cards of the highest type of `others` and those above it; all if there is none.
    #[inline]
    #[must_use]
    pub const fn from_highest(self, others: Self) -> Self {
        if others.0 == 0 {
            return self;
        }
        Self(self.0 & FROM[others.0.ilog2() as usize])
    }

    /// Returns the cards above the highest type of `others`; all if there is none.
    #[inline]
    #[must_use]
    pub const fn above_highest(self, others: Self) -> Self {
        if others.0 == 0 {
            return self;
        }
        Self(self.0 & FROM[others.0.ilog2() as usize] << WIDTH)
    }

    /// Returns the cards of types below this one.
    #[inline]
    #[must_use]
    pub const fn below(self, card: Card) -> Self {
        Self(self.0 & ((1 << card.bit()) - 1))
    }

    /// Returns one card of each type that is here.
    #[inline]
    #[must_use]
    pub const fn distinct(self) -> Self {
        Self(((self.0 + (GUARDS - ONES)) & GUARDS) >> (WIDTH - 1))
    }

    /// Returns the number of types that are here.
    #[inline]
    #[must_use]
    pub const fn distinct_len(self) -> usize {
        // The guard bits are added up where they are: their sum gets the highest five bits.
        (((self.0 + (GUARDS - ONES)) & GUARDS).wrapping_mul(ONES) >> (u64::BITS - WIDTH + 1)) as usize
    }

    /// Returns the number of goods of each class, of at most one of each type: see
    /// [`Self::distinct`].
    #[inline]
    pub(crate) const fn types_by_class(self) -> ByKey<Class, u8> {
        // The last field of each class gets the sum of its three.
        let sums = self.0.wrapping_mul(1 | 1 << WIDTH | 1 << (2 * WIDTH));
        ByKey::new([
            (sums >> (2 * WIDTH) & FIELD) as u8,
            (sums >> (5 * WIDTH) & FIELD) as u8,
            (sums >> (8 * WIDTH) & FIELD) as u8,
        ])
    }

    /// Returns the types with at least `least` cards.
    #[inline]
    #[must_use]
    pub const fn with(self, least: u8) -> Types {
        debug_assert!(0 < least && least < 32);
        Types(((self.0 + ONES * (32 - least as u64)) & GUARDS) >> (WIDTH - 1))
    }

    /// Returns the goods with at least `least` cards, a minimum for each class; a good that is not
    /// here has 0.
    #[inline]
    #[must_use]
    pub const fn goods_with(self, least: ByKey<Class, u8>) -> Types {
        const CLASS: u64 = ONES & ((1 << (3 * WIDTH)) - 1);
        let least = *least.array();
        debug_assert!(least[0] < 32 && least[1] < 32 && least[2] < 32);
        // Added up to 32, the number reaches the guard bit.
        let lack = (CLASS * (32 - least[0] as u64))
            | (CLASS * (32 - least[1] as u64)) << (3 * WIDTH)
            | (CLASS * (32 - least[2] as u64)) << (6 * WIDTH);
        Types(((self.goods().0 + lack) & GUARDS) >> (WIDTH - 1))
    }

    /// Returns the lowest type that is here.
    #[inline]
    #[must_use]
    pub const fn lowest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::at_bit((self.0.trailing_zeros() / WIDTH * WIDTH) as u8)) }
    }

    /// Returns the highest type that is here.
    #[inline]
    #[must_use]
    pub const fn highest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::at_bit((self.0.ilog2() / WIDTH * WIDTH) as u8)) }
    }

    /// Returns the cards that may be chosen next when `number` are to be chosen in ascending order:
    /// the types with at least `number` cards of their own or above.
    #[inline]
    #[must_use]
    pub const fn choices(self, number: usize) -> Types {
        let total = self.len();
        if number > total {
            return Types(0);
        }
        if total > 31 {
            return self.choices_of_many(total - number);
        }
        self.choices_of_few(number)
    }

    /// [`Self::choices`] for at most 31 cards.
    #[inline]
    pub(crate) const fn choices_of_few(self, number: usize) -> Types {
        let total = self.len();
        if number > total {
            return Types(0);
        }
        self.choices_sparing(total - number)
    }

    /// [`Self::choices`] of all but `spare` of at most 31 cards.
    #[inline]
    pub(crate) const fn choices_sparing(self, spare: usize) -> Types {
        debug_assert!(self.len() <= 31 && spare <= self.len());
        let spare = spare as u64;
        // The product holds in each field the sum of the fields up to it; a type may be chosen if
        // no more than the spare cards lie below it.
        let below = self.0.wrapping_mul(ONES) << WIDTH;
        let enough = ((spare * ONES) | GUARDS).wrapping_sub(below);
        Types((enough & (self.0 + (GUARDS - ONES)) & GUARDS) >> (WIDTH - 1))
    }

    /// [`Self::choices`] for more cards than a field can count, which is rare.
    #[cold]
    #[inline(never)]
    const fn choices_of_many(self, spare: usize) -> Types {
        let mut types = self.distinct();
        while let Some(card) = types.highest() {
            if self.below(card).total() <= spare {
                break;
            }
            types = types.except(card);
        }
        Types(types.0)
    }

    /// Lists the types that are here, ascending.
    #[inline]
    pub const fn types(self) -> Types {
        Types(self.distinct().0)
    }

    /// Lists the cards, ascending.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.types().flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |sum, card| sum.plus(Self::one(card)))
    }
}

/// The card string of a position file.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| f.write_char(card.letter()))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

/// A set of types, to be listed in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Types(u64);

impl Types {
    /// Returns whether no type is left.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Returns the number of types.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        // The last of the ranks in `get`.
        (self.0.wrapping_mul(ONES) << (WIDTH - 1) >> (u64::BITS - WIDTH + 1)) as usize
    }

    /// Returns the type at this place of the list, without a branch.
    ///
    /// # Contract
    /// There are more than `index` types; otherwise the result is unspecified.
    #[inline]
    pub(crate) const fn get(&self, index: usize) -> Card {
        debug_assert!(index < self.len());
        // Each field gets the number of types up to it. Where that is above the index a guard stays set.
        let ranks = self.0.wrapping_mul(ONES);
        let above = (ranks | GUARDS).wrapping_sub((index as u64 + 1) * ONES);
        Card::at_bit(((above & GUARDS).trailing_zeros() - (WIDTH - 1)) as u8)
    }

    /// Returns one card of each type.
    #[inline]
    pub(crate) const fn one_each(&self) -> Cards {
        Cards(self.0)
    }

    /// Adds a type.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.bit())
    }
}

impl Iterator for Types {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card::at_bit(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

#[cfg(test)]
mod tests;
