//! Development cards, sets and short lists of them.

use tradewinds_game::kit::{Key, KeySet};

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

/// By this, sets of cards have a bit for each card, and [`ByKey`](tradewinds_game::kit::ByKey) a value.
impl Key for DevelopmentId {
    const COUNT: usize = MAX_DEVELOPMENTS;

    type Array<T> = [T; MAX_DEVELOPMENTS];
    type Mask = u64;

    #[inline]
    fn index(self) -> usize {
        self.index()
    }

    #[inline]
    fn from_index(index: usize) -> Option<Self> {
        (index < MAX_DEVELOPMENTS).then_some(Self(index as u8))
    }
}

/// A set of development cards; it lists them in the order of the table.
pub type Developments = KeySet<DevelopmentId>;

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
        self.as_slice().iter().copied().fold(Developments::EMPTY, Developments::with)
    }
}
