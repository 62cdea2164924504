//! The types of resource card.

use std::fmt;

use tradewinds_game::kit::Key;

use crate::words::Class;

/// The number of bits of a type in [`Cards`](crate::Cards).
pub(crate) const WIDTH: u32 = 6;

/// A type of resource card (section 1.2 of the rules page): nine goods and the Inca relic.
///
/// It is kept as the lowest bit of its field in [`Cards`](crate::Cards), so that the hot loops need not compute
/// it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Number 1, common.
    pub const CACAO: Self = Self::nth(0);
    /// Number 2, common.
    pub const CORN: Self = Self::nth(1);
    /// Number 3, common.
    pub const TOBACCO: Self = Self::nth(2);
    /// Number 4, uncommon.
    pub const COFFEE: Self = Self::nth(3);
    /// Number 5, uncommon.
    pub const COTTON: Self = Self::nth(4);
    /// Number 6, uncommon.
    pub const SUGAR: Self = Self::nth(5);
    /// Number 7, rare.
    pub const POTATO: Self = Self::nth(6);
    /// Number 8, rare.
    pub const INDIGO: Self = Self::nth(7);
    /// Number 9, rare.
    pub const VANILLA: Self = Self::nth(8);
    /// The Inca relic: no good, a joker in sets.
    pub const RELIC: Self = Self::nth(9);

    /// The number of types.
    pub const COUNT: usize = 10;
    /// The number of types that are goods; they come first.
    pub const GOODS: usize = 9;
    /// All types in ascending order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::CACAO,
        Self::CORN,
        Self::TOBACCO,
        Self::COFFEE,
        Self::COTTON,
        Self::SUGAR,
        Self::POTATO,
        Self::INDIGO,
        Self::VANILLA,
        Self::RELIC,
    ];
    const WORDS: [&'static str; Self::COUNT] =
        ["cacao", "corn", "tobacco", "coffee", "cotton", "sugar", "potato", "indigo", "vanilla", "relic"];
    const LETTERS: [char; Self::COUNT] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'R'];

    const fn nth(index: u8) -> Self {
        Self(index * WIDTH as u8)
    }

    /// Returns the type's number, 0 to 9.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 / WIDTH as u8) as usize
    }

    /// Returns the type of this number.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::nth(index as u8)) } else { None }
    }

    /// Returns the lowest bit of the type's field, below 64 and even.
    #[inline]
    pub(crate) const fn bit(self) -> u8 {
        self.0
    }

    /// Returns the type whose field begins at this bit.
    #[inline]
    pub(crate) const fn at_bit(bit: u8) -> Self {
        debug_assert!(bit.is_multiple_of(WIDTH as u8) && bit < 10 * WIDTH as u8);
        Self(bit)
    }

    /// Returns the word that stands for the type in actions.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Self::WORDS[self.index()]
    }

    /// Returns the character that stands for the type in positions.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS[self.index()]
    }

    /// Returns the type that a character of a position stands for.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|card| card.letter() == letter)
    }

    /// Returns whether the card is a good.
    #[inline]
    #[must_use]
    pub const fn is_good(self) -> bool {
        self.0 < Self::RELIC.0
    }

    /// Returns the class of a good.
    ///
    /// # Panics
    /// If the card is a relic.
    #[inline]
    #[must_use]
    pub const fn class(self) -> Class {
        match self.0 / (3 * WIDTH as u8) {
            0 => Class::Common,
            1 => Class::Uncommon,
            2 => Class::Rare,
            _ => panic!("a relic has no class"),
        }
    }
}

/// By this, a [`ByKey`](tradewinds_game::kit::ByKey) has a value for each type.
impl Key for Card {
    const COUNT: usize = Self::COUNT;

    type Array<T> = [T; Self::COUNT];
    type Mask = u16;

    #[inline]
    fn index(self) -> usize {
        self.index()
    }

    #[inline]
    fn from_index(index: usize) -> Option<Self> {
        Self::from_index(index)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
