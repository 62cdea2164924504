//! A column of a row group: values and levels gathered, and written as pages.

use std::collections::HashMap;
use std::io;

use super::check;
use super::thrift::{Struct, put, put_signed};
use tradewinds_game::CellType;

/// A missing value.
const MISSING: &str = "NA";

/// The separator of the items of a list.
const SEPARATOR: char = ';';

/// Encodings, as the format numbers them.
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const DELTA_BINARY_PACKED: i32 = 5;
const RLE_DICTIONARY: i32 = 8;

/// The kinds of pages.
const DATA_PAGE: i32 = 0;
const DICTIONARY_PAGE: i32 = 2;

/// Level of compression: most of what is left is noise, in which higher ones look for repetitions that cost more
/// than they bring.
pub(super) const LEVEL: i32 = 1;

/// A column of a row group being gathered.
pub(super) struct Column {
    kind: CellType,
    /// The different values, each with its number in order of appearance.
    numbers: HashMap<String, u32>,
    /// The number of the value of each cell that has one, or of each item.
    indices: Vec<u32>,
    /// The level of each value: 0 missing, 1 there, or an empty list, 2 an item of a list.
    levels: Vec<u8>,
    /// For lists: whether each value goes on with the list before it.
    repeats: Vec<u8>,
    /// The last value and its number.
    last: (String, Option<u32>),
}

/// The pages of a column chunk and what the file's metadata say about it.
pub(super) struct Chunk {
    pub(super) bytes: Vec<u8>,
    pub(super) uncompressed: usize,
    /// The number of values, missing ones included.
    pub(super) values: usize,
    pub(super) encodings: Vec<i32>,
    /// The length of the dictionary's page, if there is one.
    pub(super) dictionary: Option<usize>,
}

impl Column {
    pub(super) fn new(kind: CellType) -> Self {
        Self {
            kind,
            numbers: HashMap::new(),
            indices: Vec::new(),
            levels: Vec::new(),
            repeats: Vec::new(),
            last: (String::new(), None),
        }
    }

    /// Adds a cell; fails if it does not hold a value of the column's type.
    pub(super) fn push(&mut self, cell: &str) -> io::Result<()> {
        if cell == MISSING {
            self.levels.push(0);
            if self.kind == CellType::List {
                self.repeats.push(0);
            }
            return Ok(());
        }
        if self.kind != CellType::List {
            self.levels.push(1);
            return self.value(cell);
        }
        if cell.is_empty() {
            self.levels.push(1);
            self.repeats.push(0);
        }
        for (place, item) in cell.split(SEPARATOR).filter(|_| !cell.is_empty()).enumerate() {
            self.levels.push(2);
            self.repeats.push(u8::from(place > 0));
            self.value(item)?;
        }
        Ok(())
    }

    /// Returns the number of values so far.
    pub(super) fn len(&self) -> usize {
        self.levels.len()
    }

    fn value(&mut self, text: &str) -> io::Result<()> {
        // Neighbours are often equal.
        if let (last, Some(number)) = &self.last
            && last == text
        {
            self.indices.push(*number);
            return Ok(());
        }
        let number = match self.numbers.get(text) {
            Some(&number) => number,
            None => {
                check(self.kind, text)?;
                let number = self.numbers.len() as u32;
                self.numbers.insert(text.to_owned(), number);
                number
            }
        };
        text.clone_into(&mut self.last.0);
        self.last.1 = Some(number);
        self.indices.push(number);
        Ok(())
    }

    /// Writes the pages and starts anew.
    pub(super) fn finish(&mut self) -> io::Result<Chunk> {
        let mut levels = Vec::new();
        if self.kind == CellType::List {
            framed(&mut levels, &self.repeats, 1);
        }
        framed(&mut levels, &self.levels, if self.kind == CellType::List { 2 } else { 1 });
        let mut chunk = Chunk {
            bytes: Vec::new(),
            uncompressed: 0,
            values: self.levels.len(),
            encodings: vec![RLE],
            dictionary: None,
        };
        let mut values = vec![String::new(); self.numbers.len()];
        for (text, number) in self.numbers.drain() {
            values[number as usize] = text;
        }
        let encoding = self.encoding(&values);
        match encoding {
            PLAIN => {
                plain(&mut levels, self.kind, self.indices.iter().map(|&index| &values[index as usize]));
            }
            DELTA_BINARY_PACKED => {
                let numbers: Vec<i64> =
                    self.indices.iter().map(|&index| whole(&values[index as usize])).collect();
                delta(&mut levels, &numbers);
            }
            _ => {
                let mut dictionary = Vec::new();
                plain(&mut dictionary, self.kind, values.iter());
                let header = Struct::new().i32(1, values.len() as i32).i32(2, PLAIN);
                chunk.page(DICTIONARY_PAGE, 7, header, &dictionary)?;
                chunk.dictionary = Some(chunk.bytes.len());
                chunk.encodings.push(PLAIN);
                indices(&mut levels, &self.indices, values.len());
            }
        }
        chunk.encodings.push(encoding);
        let header = Struct::new().i32(1, chunk.values as i32).i32(2, encoding).i32(3, RLE).i32(4, RLE);
        chunk.page(DATA_PAGE, 5, header, &levels)?;
        // The memory is kept for the next group: taken and given back each time, it would leave holes.
        self.indices.clear();
        self.levels.clear();
        self.repeats.clear();
        self.last.1 = None;
        Ok(chunk)
    }

    /// Chooses how the values are written.
    fn encoding(&self, values: &[String]) -> i32 {
        if self.kind == CellType::Truth {
            return PLAIN;
        }
        if self.kind == CellType::Whole && values.len() > 256 {
            // Values in order of appearance are ascending where the numbers of their cells are.
            let rising = self.indices.windows(2).all(|pair| {
                pair[0] == pair[1] || whole(&values[pair[0] as usize]) < whole(&values[pair[1] as usize])
            });
            if rising {
                return DELTA_BINARY_PACKED;
            }
        }
        if values.len() * 4 > self.indices.len() * 3 && values.len() > 256 { PLAIN } else { RLE_DICTIONARY }
    }
}

impl Chunk {
    /// Adds a page.
    fn page(&mut self, kind: i32, field: u8, header: Struct, content: &[u8]) -> io::Result<()> {
        let packed = zstd::bulk::compress(content, LEVEL)?;
        let page = Struct::new()
            .i32(1, kind)
            .i32(2, content.len() as i32)
            .i32(3, packed.len() as i32)
            .inner(field, header)
            .finish();
        self.uncompressed += page.len() + content.len();
        self.bytes.extend(page);
        self.bytes.extend(packed);
        Ok(())
    }
}

/// Reads a whole number, of which unsigned ones of 64 bits are taken as they lie in memory.
fn whole(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| text.parse::<u64>().unwrap_or_default() as i64)
}

/// Adds values one after the other.
fn plain<'a>(bytes: &mut Vec<u8>, kind: CellType, values: impl Iterator<Item = &'a String>) {
    match kind {
        CellType::Whole | CellType::Unsigned => {
            values.for_each(|value| bytes.extend(whole(value).to_le_bytes()));
        }
        CellType::Number => {
            values.for_each(|value| bytes.extend(value.parse::<f64>().unwrap_or(f64::NAN).to_le_bytes()));
        }
        CellType::Truth => {
            let values: Vec<u8> = values.map(|value| u8::from(value == "true")).collect();
            bytes.extend(values.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit)));
        }
        CellType::Text | CellType::List => values.for_each(|value| {
            bytes.extend((value.len() as u32).to_le_bytes());
            bytes.extend_from_slice(value.as_bytes());
        }),
    }
}

/// Adds levels with their length before them.
fn framed(bytes: &mut Vec<u8>, levels: &[u8], width: u32) {
    let mut packed = Vec::new();
    match levels.first() {
        // A run of one value.
        Some(&first) if levels.iter().all(|&level| level == first) => {
            put(&mut packed, (levels.len() as u64) << 1);
            packed.push(first);
        }
        _ => {
            put(&mut packed, (levels.len().div_ceil(8) as u64) << 1 | 1);
            for eight in levels.chunks(8) {
                let bits = eight.iter().rev().fold(0_u32, |bits, &level| bits << width | u32::from(level));
                packed.extend(&bits.to_le_bytes()[..width as usize]);
            }
        }
    }
    bytes.extend((packed.len() as u32).to_le_bytes());
    bytes.extend(packed);
}

/// Adds numbers of values of a dictionary. Whole bytes for each, although fewer bits would do: the compressor
/// sees them, and brings them below the number of bits.
fn indices(bytes: &mut Vec<u8>, indices: &[u32], values: usize) {
    let width = match values {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    };
    bytes.push(8 * width as u8);
    match indices.first() {
        Some(&first) if indices.iter().all(|&index| index == first) => {
            put(bytes, (indices.len() as u64) << 1);
            bytes.extend(&first.to_le_bytes()[..width]);
        }
        _ => {
            put(bytes, (indices.len().div_ceil(8) as u64) << 1 | 1);
            let padded = indices.len().next_multiple_of(8);
            let padding = std::iter::repeat_n(&0, padded - indices.len());
            indices.iter().chain(padding).for_each(|index| bytes.extend(&index.to_le_bytes()[..width]));
        }
    }
}

/// Adds numbers by their differences, in blocks of four times 32.
fn delta(bytes: &mut Vec<u8>, numbers: &[i64]) {
    const BLOCK: usize = 128;
    const PART: usize = 32;
    put(bytes, BLOCK as u64);
    put(bytes, (BLOCK / PART) as u64);
    put(bytes, numbers.len() as u64);
    put_signed(bytes, numbers.first().copied().unwrap_or_default());
    let deltas: Vec<i64> = numbers.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    for block in deltas.chunks(BLOCK) {
        let least = block.iter().copied().min().unwrap_or_default();
        put_signed(bytes, least);
        let parts = || block.chunks(PART);
        let width = |part: &[i64]| {
            part.iter()
                .map(|delta| 64 - (delta.wrapping_sub(least) as u64).leading_zeros())
                .max()
                .unwrap_or(0)
        };
        let mut widths = [0; BLOCK / PART];
        widths.iter_mut().zip(parts()).for_each(|(own, part)| *own = width(part) as u8);
        bytes.extend(widths);
        for part in parts() {
            let width = width(part);
            let (mut held, mut bits) = (0_u128, 0);
            for place in 0..PART {
                let delta = part.get(place).map_or(0, |delta| delta.wrapping_sub(least) as u64);
                held |= u128::from(delta) << bits;
                bits += width;
                while bits >= 8 {
                    bytes.push(held as u8);
                    held >>= 8;
                    bits -= 8;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads numbers that [`delta`] wrote.
    fn read(bytes: &[u8]) -> Vec<i64> {
        let mut rest = bytes.iter().copied();
        let number = |rest: &mut dyn Iterator<Item = u8>| {
            let (mut number, mut shift) = (0_u64, 0);
            for byte in rest {
                number |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            number
        };
        let signed = |number: u64| (number >> 1) as i64 ^ -((number & 1) as i64);
        assert_eq!((number(&mut rest), number(&mut rest)), (128, 4));
        let count = number(&mut rest) as usize;
        let mut numbers = vec![signed(number(&mut rest))];
        while numbers.len() < count {
            let least = signed(number(&mut rest));
            let widths: Vec<u8> = rest.by_ref().take(4).collect();
            for width in widths {
                let bytes: Vec<u8> = rest.by_ref().take(4 * usize::from(width)).collect();
                for place in 0..32 {
                    let bit = |bit: usize| u64::from(bytes[bit / 8] >> (bit % 8) & 1);
                    let start = place * usize::from(width);
                    let delta = (0..usize::from(width)).fold(0, |sum, at| sum | bit(start + at) << at);
                    if numbers.len() < count {
                        numbers
                            .push(numbers[numbers.len() - 1].wrapping_add(least).wrapping_add(delta as i64));
                    }
                }
            }
        }
        numbers
    }

    #[test]
    fn differences_give_the_numbers_back() {
        let squares: Vec<i64> = (0..1000).map(|number| number * number).collect();
        for numbers in [vec![7], vec![3, 3, 3, 4, 4, 9], squares, vec![0, i64::MAX, 5, -9, i64::MIN]] {
            let mut bytes = Vec::new();
            delta(&mut bytes, &numbers);
            assert_eq!(read(&bytes), numbers);
        }
    }

    #[test]
    fn levels_are_a_run_or_bits() {
        let written = |levels: &[u8], width: u32| {
            let mut bytes = Vec::new();
            framed(&mut bytes, levels, width);
            bytes
        };
        assert_eq!(written(&[1; 300], 1), [3, 0, 0, 0, 0xd8, 0x04, 1]);
        assert_eq!(written(&[1, 0, 1, 1], 1), [2, 0, 0, 0, 3, 0b1101]);
        assert_eq!(written(&[2, 0, 1], 2), [3, 0, 0, 0, 3, 0b01_0010, 0]);
    }

    #[test]
    fn a_cell_of_another_type_is_refused() {
        for (kind, good, bad) in [
            (CellType::Whole, "-3", "3.5"),
            (CellType::Unsigned, "18446744073709551615", "-1"),
            (CellType::Number, "0.25", "x"),
            (CellType::Truth, "true", "yes"),
        ] {
            let mut column = Column::new(kind);
            column.push(good).unwrap();
            column.push("NA").unwrap();
            let error = column.push(bad).unwrap_err().to_string();
            assert!(error.contains(bad) && error.contains("column of type"), "{error}");
        }
    }
}
