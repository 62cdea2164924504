//! The face-down resource cards.

use crate::card::Card;
use crate::cards::Cards;
use crate::limits::MAX_RESOURCES;

const PER_WORD: usize = 16;
const BITS: usize = 4;

/// The face-down resource cards, four bits per card; the last one is the top.
///
/// Card `i` from the bottom has the bits `4 * (i % 16)..` of word `i / 16`; bits above the top are
/// 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawPile {
    words: [u64; MAX_RESOURCES / PER_WORD],
    len: u8,
}

impl DrawPile {
    /// The empty pile.
    pub const EMPTY: Self = Self { words: [0; MAX_RESOURCES / PER_WORD], len: 0 };

    /// Returns the number of cards.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether the pile is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Makes a pile of cards, top first.
    ///
    /// # Panics
    /// If there are too many cards.
    #[must_use]
    pub fn new(cards: &[Card]) -> Self {
        assert!(cards.len() <= MAX_RESOURCES, "a draw pile has room for all cards");
        let mut words = [0; MAX_RESOURCES / PER_WORD];
        // From the bottom, so that the chunks are whole words.
        for (word, chunk) in words.iter_mut().zip(cards.rchunks(PER_WORD)) {
            *word = chunk.iter().fold(0, |word, &card| word << BITS | card.index() as u64);
        }
        Self { words, len: cards.len() as u8 }
    }

    /// Makes a pile of the first `len` of the types' numbers, top first.
    ///
    /// Eight cards at a time: their bytes are pushed together.
    ///
    /// # Panics
    /// If `numbers` has no room for all cards; those after `len` are not read.
    #[inline]
    pub(crate) fn of_numbers(numbers: &[u8], len: usize) -> Self {
        const HALF: usize = PER_WORD / 2;
        let numbers = &numbers[..MAX_RESOURCES];
        assert!(len <= MAX_RESOURCES, "a draw pile has room for all cards");
        let mut words = [0; MAX_RESOURCES / PER_WORD];
        let mut left = len;
        for word in &mut words[..len.div_ceil(PER_WORD)] {
            for half in 0..2 {
                let from = left.saturating_sub(HALF);
                let eight = numbers[from..].first_chunk().expect("there is room for eight more");
                // The lowest card of them comes last, so it is to be in the lowest bits; above the top is nothing.
                let bits = match left - from {
                    0 => 0,
                    cards => u64::from_be_bytes(*eight) >> ((HALF - cards) * 8),
                };
                let bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF;
                let bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF;
                let bits = (bits | bits >> 16) & 0xFFFF_FFFF;
                *word |= bits << (half * 32);
                left = from;
            }
        }
        Self { words, len: len as u8 }
    }

    /// Takes `number` cards, at most 15, from the top at once; `None` if there are fewer.
    #[inline]
    pub fn take(&mut self, number: usize) -> Option<Cards> {
        let start = self.len().checked_sub(number)?;
        let (word, shift) = (start / PER_WORD, start % PER_WORD * BITS);
        let mask = (1 << (number * BITS)) - 1;
        let mut bits = self.words[word] >> shift & mask;
        self.words[word] ^= bits << shift;
        if start % PER_WORD + number > PER_WORD {
            let rest = std::mem::take(&mut self.words[word + 1]);
            bits |= rest << (u64::BITS as usize - shift);
        }
        self.len = start as u8;
        let mut cards = Cards::NONE;
        for _ in 0..number / 2 {
            cards = cards.plus(Cards::two_at(bits));
            bits >>= 2 * BITS;
        }
        if number % 2 == 1 {
            // The bits above the last card are 0, which counts a cacao too many.
            cards = cards.plus(Cards::two_at(bits)).minus(Cards::one(Card::CACAO));
        }
        Some(cards)
    }

    /// Takes the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        let index = usize::from(self.len);
        let word = &mut self.words[index / PER_WORD];
        let bits = *word >> (index % PER_WORD * BITS) & 0xF;
        *word ^= bits << (index % PER_WORD * BITS);
        Card::from_index(bits as usize)
    }

    /// Lists the cards, top first.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        let mut pile = *self;
        std::iter::from_fn(move || pile.pop())
    }
}
