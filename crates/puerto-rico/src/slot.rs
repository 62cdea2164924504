//! The slot types of a placement: the kinds of tile, then the buildings by ID (rules page 4.2).

use crate::words::{Building, Tile};

/// The number of slot types.
pub(crate) const COUNT: usize = Tile::COUNT + Building::COUNT;

/// Returns the word of a slot type.
pub(crate) fn word(slot: usize) -> &'static str {
    match Tile::from_index(slot) {
        Some(tile) => tile.word(),
        None => Building::ALL[slot - Tile::COUNT].word(),
    }
}

/// Finds the slot type of a word.
pub(crate) fn from_word(word: &str) -> Option<usize> {
    (0..COUNT).find(|&slot| self::word(slot) == word)
}

const _: () = assert!(COUNT <= 32, "slot types fit in a mask");
