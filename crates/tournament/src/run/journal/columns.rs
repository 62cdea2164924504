//! Columns of a frame as bytes: numbers as varints, cells of text by the words that they are made of.
//!
//! A column holds values of one kind, so that equal and near values lie beside each other, which is what a
//! compressor needs. A cell is a list of words joined by `;`, nearly always of one. A column lists its
//! different words once and then says for each cell which of them it has.

use std::ops::Range;

use tradewinds_game::TableCell;

use crate::word_ids::{WordIds, words_of};

/// The separator of the words of a cell.
const SEPARATOR: char = ';';

/// Bytes being read; everything that does not fit is `None`.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    /// Takes this many bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Takes a number that [`put`] wrote.
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Takes a length: a number that is not above `most`.
    pub(super) fn length(&mut self, most: usize) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|&length| length <= most)
    }

    /// Takes a number that [`put_signed`] wrote.
    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Takes `count` signed numbers.
    pub(super) fn all_signed(&mut self, count: usize) -> Option<Vec<i64>> {
        // A number takes a byte or more, so that no more is reserved than there is.
        if count > self.0.len() {
            return None;
        }
        (0..count).map(|_| self.signed()).collect()
    }
}

/// Adds a number, seven bits a byte, the lowest first.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Adds a number that may be negative; those near zero are short.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, (number << 1 ^ number >> 63) as u64);
}

/// A column of cells being written.
#[derive(Default)]
pub(super) struct CellsWriter {
    /// The different words.
    dictionary: WordIds,
    /// The number of words of each cell; empty as long as each has one.
    lengths: Vec<u32>,
    /// The numbers of all words of all cells.
    words: Vec<u32>,
}

impl CellsWriter {
    /// Adds a cell.
    #[inline]
    pub(super) fn push(&mut self, cell: &TableCell) {
        // Nearly all cells are small numbers or words that were there before.
        let known = match *cell {
            TableCell::Whole(number) => self.dictionary.known_whole(number),
            TableCell::Word(word) => self.dictionary.known(word),
            TableCell::Missing | TableCell::Text(_) => None,
        };
        match known.filter(|_| self.lengths.is_empty()) {
            Some(id) => self.words.push(id),
            None => self.push_any(cell),
        }
    }

    /// Adds a cell of any kind.
    #[inline(never)]
    fn push_any(&mut self, cell: &TableCell) {
        match *cell {
            TableCell::Whole(number) => {
                let id = self.dictionary.whole(number);
                self.words.push(id);
                self.end_cell(1);
            }
            TableCell::Missing => self.push_text(TableCell::MISSING),
            TableCell::Word(word) => {
                let before = self.words.len();
                self.push_text(word);
                // A list is none of the words.
                if let [id] = self.words[before..] {
                    self.dictionary.know(cell, word, id);
                }
            }
            TableCell::Text(ref text) => self.push_text(text),
        }
    }

    /// Adds a cell by its text.
    pub(super) fn push_text(&mut self, cell: &str) {
        let before = self.words.len();
        self.words.extend(words_of(cell).map(|word| self.dictionary.id(word)));
        self.end_cell(self.words.len() - before);
    }

    /// Notes that a cell has this many words, the last ones.
    fn end_cell(&mut self, words: usize) {
        if words != 1 && self.lengths.is_empty() {
            // Each cell before it has one word.
            self.lengths.resize(self.words.len() - words, 1);
        }
        if words != 1 || !self.lengths.is_empty() {
            self.lengths.push(words as u32);
        }
    }

    /// Returns the number of words so far.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Writes the column and starts anew.
    pub(super) fn finish(&mut self, bytes: &mut Vec<u8>) {
        let different = self.dictionary.words();
        put(bytes, different.len() as u64);
        for word in different {
            put(bytes, word.len() as u64);
            bytes.extend_from_slice(word.as_bytes());
        }
        let is_list = !self.lengths.is_empty();
        bytes.push(u8::from(is_list));
        if is_list {
            self.lengths.iter().for_each(|&length| put(bytes, length.into()));
        }
        for plane in 0..width(different.len()) {
            bytes.extend(self.words.iter().map(|word| (word >> (8 * plane)) as u8));
        }
        self.dictionary.clear();
        self.lengths.clear();
        self.words.clear();
    }
}

/// Returns how many bytes a word's number takes where there are this many words.
fn width(words: usize) -> usize {
    match words {
        0..=1 => 0,
        2..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

/// A column of cells that was read.
pub(super) struct Cells {
    dictionary: Vec<TableCell>,
    /// Where the words of each cell begin, and where they end; `None` if each cell is one word.
    starts: Option<Vec<u32>>,
    /// The numbers of all words; empty if there is only one, of which a forged file could claim any number.
    words: Vec<u32>,
}

impl Cells {
    /// Reads a column of `count` cells.
    pub(super) fn read(bytes: &mut Bytes<'_>, count: usize) -> Option<Self> {
        let different = bytes.length(bytes.0.len())?;
        let mut dictionary = Vec::with_capacity(different);
        for _ in 0..different {
            let length = bytes.length(bytes.0.len())?;
            dictionary.push(TableCell::read(str::from_utf8(bytes.take(length)?).ok()?));
        }
        let starts = match bytes.take(1)? {
            [0] => None,
            [1] => {
                let mut starts = vec![0];
                for _ in 0..count {
                    let end = u64::from(starts[starts.len() - 1]) + bytes.number()?;
                    starts.push(u32::try_from(end).ok()?);
                }
                Some(starts)
            }
            _ => return None,
        };
        let count = starts.as_ref().map_or(count, |starts| starts[count] as usize);
        if count > 0 && different == 0 {
            return None;
        }
        let planes = bytes.take(count.checked_mul(width(different))?)?;
        let mut words = vec![0; if planes.is_empty() { 0 } else { count }];
        for (plane, bytes) in planes.chunks_exact(count.max(1)).enumerate() {
            words.iter_mut().zip(bytes).for_each(|(word, &byte)| *word |= u32::from(byte) << (8 * plane));
        }
        words.iter().all(|&word| (word as usize) < different).then_some(Self { dictionary, starts, words })
    }

    /// Returns a word of a cell.
    fn word(&self, place: usize) -> &TableCell {
        &self.dictionary[self.words.get(place).map_or(0, |&word| word as usize)]
    }

    /// Returns a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    // Into the loop over the cells of a row: a call would take as long as the rest.
    #[inline(always)]
    pub(super) fn get(&self, cell: usize) -> TableCell {
        match &self.starts {
            None => self.word(cell).clone(),
            Some(starts) => self.list(starts[cell] as usize..starts[cell + 1] as usize),
        }
    }

    /// Returns a cell that has these words.
    #[inline(never)]
    fn list(&self, words: Range<usize>) -> TableCell {
        if words.len() == 1 {
            return self.word(words.start).clone();
        }
        let mut text = String::new();
        for (place, word) in words.enumerate() {
            if place > 0 {
                text.push(SEPARATOR);
            }
            text.push_str(&self.word(word).text());
        }
        TableCell::Text(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, -1, 63, 64, -65, 1 << 40, i64::MAX, i64::MIN];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put_signed(&mut bytes, number));
        assert_eq!(Bytes(&bytes).all_signed(numbers.len()).unwrap(), numbers);
        assert_eq!(Bytes(&bytes[..bytes.len() - 1]).all_signed(numbers.len()), None);
        assert_eq!(Bytes(&[0xff; 11]).number(), None);
    }

    #[test]
    fn many_cells_of_one_word_take_no_room() {
        let mut bytes = vec![1, 4];
        bytes.extend_from_slice(b"same\0");
        let cells = Cells::read(&mut Bytes(&bytes), 1 << 40).unwrap();
        assert_eq!((cells.get((1 << 40) - 1).to_string().as_str(), cells.words.capacity()), ("same", 0));
    }

    #[test]
    fn cells_come_back_whatever_they_hold() {
        let many: Vec<String> = (0..70_000).map(|number| format!("w{number}")).collect();
        let some: Vec<String> = many[..300].iter().chain(&many[..300]).cloned().collect();
        let texts = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        let mut writer = CellsWriter::default();
        for cells in [
            texts(&["3", "4", "3"]),
            texts(&["same", "same"]),
            texts(&["", "a;b", ";", "a;b;c;;", "\u{e9};\n\""]),
            texts(&["", ""]),
            Vec::new(),
            some,
            many,
        ] {
            let mut bytes = Vec::new();
            cells.iter().for_each(|cell| writer.push_text(cell));
            writer.finish(&mut bytes);
            let mut rest = Bytes(&bytes);
            let read = Cells::read(&mut rest, cells.len()).unwrap();
            assert!(rest.0.is_empty());
            let found: Vec<String> = (0..cells.len()).map(|cell| read.get(cell).to_string()).collect();
            assert_eq!(found, cells);
            for length in 0..bytes.len().min(40) {
                assert!(Cells::read(&mut Bytes(&bytes[..length]), cells.len()).is_none() || cells.is_empty());
            }
        }
    }
}
