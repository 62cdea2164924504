//! The different words of a column, by numbers in the order in which they first came.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// Whole numbers below this have their words looked up by their value.
const SMALL: usize = 256;

/// FNV-1a, which is quick on words of a few letters.
#[derive(Clone)]
struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        // The map looks at the upper bits too.
        self.0 ^ self.0 >> 29
    }
}

/// Words and their numbers, from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordIds {
    numbers: HashMap<Arc<str>, u32, BuildHasherDefault<WordHasher>>,
    words: Vec<Arc<str>>,
    /// For small whole numbers 1 more than the number of their word, or 0: most cells are such numbers, and are neither
    /// written as texts nor looked up as such.
    small: Vec<u32>,
}

impl std::fmt::Debug for WordHasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WordHasher")
    }
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

    /// Returns the number of the word that a whole number is written as.
    pub(crate) fn whole(&mut self, number: i64) -> u32 {
        let place = usize::try_from(number).ok().filter(|&place| place < SMALL);
        if let Some(found) = place.and_then(|place| self.small.get(place)).filter(|&&found| found > 0) {
            return found - 1;
        }
        let id = self.id(&number.to_string());
        if let Some(place) = place {
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
        self.small.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_words_too() {
        let mut ids = WordIds::default();
        for _ in 0..2 {
            let found =
                [ids.id("corn"), ids.whole(7), ids.id("7"), ids.id("300"), ids.whole(300), ids.whole(-1)];
            assert_eq!(found, [0, 1, 1, 2, 2, 3]);
        }
        assert_eq!(ids.words().iter().map(|word| &**word).collect::<Vec<_>>(), ["corn", "7", "300", "-1"]);
        ids.clear();
        assert_eq!((ids.whole(7), ids.id("corn")), (0, 1));
    }
}
