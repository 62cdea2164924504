//! Sets of a key's values, one bit each.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use super::bits::{Bits, Mask, nth_bit};
use super::key::{Key, expect_key};
use super::words::Word;

/// A set of values of a key: one bit each, in the smallest integer that has room for all.
///
/// `|`, `&` and `-` are union, intersection and difference; `!` has the values that are not in a set.
///
/// ```
/// use tradewinds_game::kit::KeySet;
/// tradewinds_game::words! {
///     /// The discs of a player.
///     pub enum Disc {
///         /// Number 1.
///         One = "1",
///         /// Number 2.
///         Two = "2",
///         /// A bluff.
///         GhostShip = "ghost ship",
///     }
/// }
///
/// const NUMBERED: KeySet<Disc> = Disc::set_of(&[Disc::One, Disc::Two]);
/// let mut hand = NUMBERED | KeySet::one(Disc::GhostShip);
/// hand.remove(Disc::One);
/// assert!(hand.has(Disc::Two) && hand.meets(NUMBERED) && !hand.contains(NUMBERED));
/// assert_eq!((hand.len(), hand.bits(), hand.first()), (2, 0b110, Some(Disc::Two)));
/// assert_eq!((hand - NUMBERED).iter().collect::<Vec<_>>(), [Disc::GhostShip]);
/// assert_eq!(hand.to_string(), "2, ghost ship");
/// assert_eq!(size_of::<KeySet<Disc>>(), 1);
/// ```
///
/// A set of [seats](crate::Seat), `KeySet<Seat>`, is one byte.
pub struct KeySet<K: Key> {
    bits: K::Mask,
}

impl<K: Key> KeySet<K> {
    /// No value.
    pub const EMPTY: Self = Self { bits: K::Mask::ZERO };

    /// Makes the set of these bits: bit `i` is the value with index `i`.
    ///
    /// # Contract
    /// Bits above the last value are 0.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: K::Mask) -> Self {
        Self { bits }
    }

    /// Returns the bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> K::Mask {
        self.bits
    }

    /// Makes the set of all values.
    #[inline]
    #[must_use]
    pub fn all() -> Self {
        Self::lowest(K::COUNT)
    }

    /// Makes the set of the first `count` values, such as the seats of a table.
    #[inline]
    #[must_use]
    pub fn lowest(count: usize) -> Self {
        debug_assert!(count <= K::COUNT, "there are no more than COUNT values");
        Self::from_bits(K::Mask::lowest(count))
    }

    /// Makes the set of one value.
    #[inline]
    #[must_use]
    pub fn one(value: K) -> Self {
        Self::from_bits(K::Mask::one(value.index()))
    }

    /// Returns whether a value is in the set.
    #[inline]
    #[must_use]
    pub fn has(self, value: K) -> bool {
        self.bits.has(value.index())
    }

    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: K) {
        *self |= Self::one(value);
    }

    /// Removes a value if it is there.
    #[inline]
    pub fn remove(&mut self, value: K) {
        *self -= Self::one(value);
    }

    /// Returns the set with one more value.
    #[inline]
    #[must_use]
    pub fn with(self, value: K) -> Self {
        self | Self::one(value)
    }

    /// Returns the set without a value.
    #[inline]
    #[must_use]
    pub fn without(self, value: K) -> Self {
        self - Self::one(value)
    }

    /// Returns whether there is no value.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bits == K::Mask::ZERO
    }

    /// Returns the number of values.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.bits.count() as usize
    }

    /// Returns whether the sets have a value in common.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns whether all values of `other` are here.
    #[inline]
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        (other - self).is_empty()
    }

    /// Returns the first value in order.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<K> {
        self.iter().next()
    }

    /// Returns the value of number `nth`, from 0.
    ///
    /// # Panics
    /// If there are not more than `nth` values.
    #[inline]
    #[must_use]
    pub fn nth(self, nth: u32) -> K {
        expect_key(nth_bit(self.bits, nth))
    }

    /// Lists the values in order.
    #[inline]
    pub const fn iter(self) -> KeySetIter<K> {
        KeySetIter { left: Bits(self.bits) }
    }
}

impl<K: Key> Clone for KeySet<K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Key> Copy for KeySet<K> {}

impl<K: Key> PartialEq for KeySet<K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<K: Key> Eq for KeySet<K> {}

/// Equal to the hash of the integer.
impl<K: Key> Hash for KeySet<K> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<K: Key> Default for KeySet<K> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<K: Key + fmt::Debug> fmt::Debug for KeySet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The words, joined by a comma, as messages list them.
impl<K: Word> fmt::Display for KeySet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, value) in self.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            f.write_str(value.word())?;
        }
        Ok(())
    }
}

impl<K: Key> BitOr for KeySet<K> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::from_bits(self.bits | other.bits)
    }
}

impl<K: Key> BitAnd for KeySet<K> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::from_bits(self.bits & other.bits)
    }
}

impl<K: Key> Sub for KeySet<K> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::from_bits(self.bits & !other.bits)
    }
}

impl<K: Key> Not for KeySet<K> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::all() - self
    }
}

impl<K: Key> BitOrAssign for KeySet<K> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<K: Key> BitAndAssign for KeySet<K> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<K: Key> SubAssign for KeySet<K> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// The values of a [`KeySet`], in order.
#[derive(Clone, Debug)]
pub struct KeySetIter<K: Key> {
    left: Bits<K::Mask>,
}

impl<K: Key> Iterator for KeySetIter<K> {
    type Item = K;

    #[inline]
    fn next(&mut self) -> Option<K> {
        self.left.next().map(expect_key)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl<K: Key> ExactSizeIterator for KeySetIter<K> {}

impl<K: Key> FusedIterator for KeySetIter<K> {}

impl<K: Key> IntoIterator for KeySet<K> {
    type Item = K;
    type IntoIter = KeySetIter<K>;

    #[inline]
    fn into_iter(self) -> KeySetIter<K> {
        self.iter()
    }
}

impl<K: Key> FromIterator<K> for KeySet<K> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = K>>(values: I) -> Self {
        values.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<K: Key> Extend<K> for KeySet<K> {
    #[inline]
    fn extend<I: IntoIterator<Item = K>>(&mut self, values: I) {
        *self |= values.into_iter().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    crate::words! {
        enum Letter {
            A = "a", B = "b", C = "c", D = "d", E = "e", F = "f", G = "g", H = "h", I = "i",
        }
    }

    #[test]
    fn sets_agree_with_lists() {
        let list = |set: KeySet<Letter>| set.iter().collect::<Vec<_>>();
        for left in (0..1 << Letter::COUNT).map(KeySet::<Letter>::from_bits) {
            let right = KeySet::from_bits(left.bits().wrapping_mul(77) % (1 << Letter::COUNT));
            let by = |keep: &dyn Fn(Letter) -> bool| {
                Letter::ALL.into_iter().filter(|&one| keep(one)).collect::<Vec<_>>()
            };
            assert_eq!(list(left), by(&|one| left.has(one)));
            assert_eq!(list(left | right), by(&|one| left.has(one) || right.has(one)));
            assert_eq!(list(left & right), by(&|one| left.has(one) && right.has(one)));
            assert_eq!(list(left - right), by(&|one| left.has(one) && !right.has(one)));
            assert_eq!(list(!left), by(&|one| !left.has(one)));
            assert_eq!((left.len(), left.is_empty()), (list(left).len(), list(left).is_empty()));
            assert_eq!((left.first(), left.iter().len()), (list(left).first().copied(), left.len()));
            assert_eq!(left.meets(right), left.iter().any(|one| right.has(one)));
            assert_eq!(left.contains(right), right.iter().all(|one| left.has(one)));
            assert_eq!(left.iter().collect::<KeySet<_>>(), left);
            for (nth, one) in left.iter().enumerate() {
                assert_eq!(left.nth(nth as u32), one);
            }
        }
    }

    #[test]
    fn values_come_and_go() {
        let mut set = KeySet::EMPTY.with(Letter::C);
        set.insert(Letter::I);
        set.extend([Letter::A, Letter::C]);
        assert_eq!(set, Letter::set_of(&[Letter::I, Letter::A, Letter::C]));
        assert_eq!((set.to_string(), format!("{set:?}")), ("a, c, i".to_owned(), "{A, C, I}".to_owned()));
        set.remove(Letter::A);
        set.remove(Letter::B);
        assert_eq!(set.without(Letter::I), KeySet::one(Letter::C));
        assert_eq!(KeySet::<Letter>::all().bits(), 0x1FF);
    }

    #[test]
    fn a_set_has_the_smallest_integer() {
        assert_eq!(Letter::from_word("i").map(Letter::index), Some(8));
        assert_eq!((size_of::<KeySet<Seat>>(), size_of::<KeySet<Letter>>()), (1, 2));
        assert_eq!(KeySet::<Seat>::lowest(4).iter().map(Seat::index).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
