//! The different words of a column, by numbers in the order in which they first came.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;
use tradewinds_game::TableCell;

/// The separator of the words of a cell.
const SEPARATOR: u8 = b';';

/// Lists the words of a cell. Words are short: a search for the separator that is made for long texts takes longer.
pub(crate) fn words_of(cell: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(cell);
    std::iter::from_fn(move || {
        let text = rest?;
        let (word, after) = match text.bytes().position(|byte| byte == SEPARATOR) {
            Some(end) => (&text[..end], Some(&text[end + 1..])),
            None => (text, None),
        };
        rest = after;
        Some(word)
    })
}

/// Whole numbers below this have their words looked up by their value.
const SMALL: usize = 256;

/// The number of words that are known by their place, more than most columns have.
const KNOWN: usize = 64;

/// A word that is known by its place in memory.
#[derive(Clone, Debug)]
struct Known {
    /// Its address and its length.
    place: (usize, usize),
    id: u32,
    /// Its cell: as long as it lives, no other word is at this place.
    _cell: TableCell,
}

impl Known {
    fn place(word: &str) -> (usize, usize) {
        (word.as_ptr() as usize, word.len())
    }

    /// Returns the number below [`KNOWN`] under which the word of a place is kept.
    fn slot((start, _): (usize, usize)) -> usize {
        // The upper bits of a product depend on all bits of the address.
        start.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as usize) >> (usize::BITS - KNOWN.ilog2())
    }
}

/// Words and their numbers, from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordIds {
    numbers: HashMap<Arc<str>, u32, FixedState>,
    words: Vec<Arc<str>>,
    /// Words by their places: most cells have one of the few words of a game or a frame, and are not hashed again.
    known: Vec<Option<Known>>,
    /// For small whole numbers 1 more than the number of their word, or 0: most cells are such numbers, and are neither
    /// written as texts nor looked up as such.
    small: Vec<u32>,
}

impl WordIds {
    /// Returns the number of a word; a new one gets the next number.
    pub(crate) fn id(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.words.len() as u32;
        let word: Arc<str> = word.into();
        self.words.push(Arc::clone(&word));
        self.numbers.insert(word, number);
        number
    }

    /// Returns the number of a word at a place that is [known](Self::know).
    #[inline]
    pub(crate) fn known(&self, word: &str) -> Option<u32> {
        let place = Known::place(word);
        self.known
            .get(Known::slot(place))?
            .as_ref()
            .filter(|known| known.place == place)
            .map(|known| known.id)
    }

    /// Makes the word of a cell known by its place.
    pub(crate) fn know(&mut self, cell: &TableCell, word: &str, id: u32) {
        let place = Known::place(word);
        self.known.resize(KNOWN, None);
        self.known[Known::slot(place)] = Some(Known { place, id, _cell: cell.clone() });
    }

    /// Returns the number of the word that a small whole number is written as, if it was there before.
    #[inline]
    pub(crate) fn known_whole(&self, number: i64) -> Option<u32> {
        self.small.get(usize::try_from(number).ok()?)?.checked_sub(1)
    }

    /// Returns the number of the word that a whole number is written as.
    pub(crate) fn whole(&mut self, number: i64) -> u32 {
        if let Some(found) = self.known_whole(number) {
            return found;
        }
        let id = self.id(&number.to_string());
        if let Some(place) = usize::try_from(number).ok().filter(|&place| place < SMALL) {
            self.small.resize(SMALL, 0);
            self.small[place] = id + 1;
        }
        id
    }

    /// Lists the words by their numbers.
    pub(crate) fn words(&self) -> &[Arc<str>] {
        &self.words
    }

    /// Forgets all words.
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.words.clear();
        self.known.clear();
        self.small.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_texts_are() {
        for cell in ["", ";", "a", "a;b", "a;;b;", "\u{e9};\u{e9}\u{e9}", "a long word;and another long word"]
        {
            assert!(words_of(cell).eq(cell.split(';')), "{cell}");
        }
    }

    #[test]
    fn numbers_are_words_too() {
        let mut ids = WordIds::default();
        for _ in 0..2 {
            let found =
                [ids.id("corn"), ids.whole(7), ids.id("7"), ids.id("300"), ids.whole(300), ids.whole(-1)];
            assert_eq!(found, [0, 1, 1, 2, 2, 3]);
        }
        assert_eq!(ids.words().iter().map(|word| &**word).collect::<Vec<_>>(), ["corn", "7", "300", "-1"]);
        assert_eq!(ids.known("corn"), None);
        let cells = ["corn", "300"].map(|word| TableCell::Text(word.into()));
        for (cell, id) in cells.iter().zip([0, 2]) {
            let TableCell::Text(word) = cell else { unreachable!() };
            ids.know(cell, word, id);
            assert_eq!((ids.known(word), ids.known("corn")), (Some(id), None));
        }
        ids.clear();
        assert_eq!((ids.whole(7), ids.id("corn")), (0, 1));
    }
}
