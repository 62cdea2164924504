//! Development cards: kinds, abilities, events and packed sets of cards.

use serde::{Deserialize, Serialize};

/// The most development cards that a game may have: 44 and five promo cards.
pub const MAX_DEVELOPMENTS: usize = 49;

/// The kinds of development card (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One extra open resource in each Supply phase.
    Caravel,
    /// Converts one good a round into one of its class.
    Merchant,
    /// Keeps cards over the end of a round.
    Warehouse,
    /// Pays for opponents with more caravels.
    Shipyard,
    /// A person with an ability or an income of his own.
    Character,
    /// The trading post.
    Building,
}

/// The abilities of single cards (sections 5 and 5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Ability {
    /// May take the top of the deck instead of a queue card.
    Almagro,
    /// Ignores every event.
    Cosa,
    /// Offers any number of cards up to the announced one.
    Casas,
    /// His highest caravel counts 0 for the order of the fleets.
    Pizarro,
    /// May split his caravels into two fleets.
    Ponce,
    /// Adds to the sum of an offer.
    Valdivia,
    /// Is paid for patterns that a swap leaves in the market.
    Orellana,
    /// May buy an event.
    Coronado,
    /// May buy a market card.
    Sergio,
    /// Is paid for characters.
    Buron,
    /// Is paid while Trade Master.
    Estefano,
    /// May cash a set of three.
    Vicente,
    /// Is paid for merchants and warehouses.
    TradingPost,
}

impl Ability {
    /// The number of abilities.
    pub const COUNT: usize = 13;
}

/// An event token (4.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Event {
    /// Nothing happens.
    None = 0,
    /// King's Aid: any number of sets.
    King = 1,
    /// Natives: a different combination pays one doubloon a card.
    Natives = 2,
    /// Storm: sets give access to the head of the queue only.
    Storm = 3,
    /// Fire: nothing may be stored.
    Fire = 4,
    /// Pirates: fleets of two or more caravels lose a card.
    Pirates = 5,
}

impl Event {
    /// The events that Coronado may buy.
    pub const BOUGHT: [Self; 5] = [Self::King, Self::Natives, Self::Storm, Self::Fire, Self::Pirates];

    /// Returns the word that stands for the event in actions and positions.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["none", "king", "natives", "storm", "fire", "pirates"][self as usize]
    }
}

/// A development card: its place in the table of section 2.2, the promo cards behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct DevelopmentId(u8);

impl DevelopmentId {
    /// Makes the card at this place of the table.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_DEVELOPMENTS`].
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

/// A set of development cards, one bit a card.
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

    /// Tells whether a card is in the set.
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

    /// Tells whether the sets have a card in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Tells whether the set is empty.
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

    /// Tells whether the list is empty.
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

    /// Takes the card at `index`; those behind it move one place up.
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
