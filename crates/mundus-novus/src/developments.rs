//! Development cards, packed sets and short lists of them.

use crate::limits::MAX_DEVELOPMENTS;

/// A development card: its place in the table of section 2.2, the promo cards come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct DevelopmentId(u8);

impl DevelopmentId {
    /// Makes the card at this place of the table.
    ///
    /// # Panics
    /// If `index` is not below 49, the maximum number of cards.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_DEVELOPMENTS, "a development card stands in the table");
        Self(index as u8)
    }

    /// Returns the card's place in the table.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of development cards, one bit per card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Developments(u64);

impl Developments {
    /// No card.
    pub const NONE: Self = Self(0);

    /// Makes the set of one card.
    #[inline]
    #[must_use]
    pub const fn one(id: DevelopmentId) -> Self {
        Self(1 << id.0)
    }

    /// Returns whether a card is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, id: DevelopmentId) -> bool {
        self.0 >> id.0 & 1 == 1
    }

    /// Returns the cards of both sets.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cards that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the cards that are in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns whether the sets have a card in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Lists the cards in the order of the table.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = DevelopmentId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let id = DevelopmentId(left.trailing_zeros() as u8);
            left &= left - 1;
            Some(id)
        })
    }
}

/// A short list of cards: a pile or the queue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DevelopmentList<const N: usize> {
    /// Unused places hold the default, so that equal lists are equal values.
    items: [DevelopmentId; N],
    len: u8,
}

impl<const N: usize> DevelopmentList<N> {
    /// The empty list.
    pub const EMPTY: Self = Self { items: [DevelopmentId(0); N], len: 0 };

    /// Returns the cards.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[DevelopmentId] {
        &self.items[..usize::from(self.len)]
    }

    /// Returns the cards, to be reordered.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [DevelopmentId] {
        &mut self.items[..usize::from(self.len)]
    }

    /// Returns the number of cards.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether the list is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a card at the end.
    ///
    /// # Panics
    /// If the list is full.
    #[inline]
    pub fn push(&mut self, id: DevelopmentId) {
        self.items[usize::from(self.len)] = id;
        self.len += 1;
    }

    /// Takes the last card.
    #[inline]
    pub fn pop(&mut self) -> Option<DevelopmentId> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.items[usize::from(self.len)]))
    }

    /// Takes the card at `index`; those after it move one place up.
    ///
    /// # Panics
    /// If there is no such card.
    #[inline]
    pub fn remove(&mut self, index: usize) -> DevelopmentId {
        let id = self.as_slice()[index];
        self.as_mut_slice()[index..].rotate_left(1);
        self.pop();
        id
    }

    /// Returns the set of the cards.
    #[must_use]
    pub fn set(&self) -> Developments {
        self.as_slice().iter().fold(Developments::NONE, |set, &id| set.plus(Developments::one(id)))
    }
}
