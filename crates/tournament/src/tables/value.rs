//! The cells of rows as they are written.

use tradewinds_game::TableCell;

/// A cell of a row that is written; `NA` as a text is a missing value, too.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    /// A missing value.
    Missing,
    /// A whole number.
    Whole(i64),
    /// A whole number that may be larger.
    Unsigned(u64),
    /// A text, or a value that is neither.
    Text(&'a str),
}

impl<'a> From<&'a TableCell> for Value<'a> {
    fn from(cell: &'a TableCell) -> Self {
        match cell {
            TableCell::Missing => Self::Missing,
            TableCell::Whole(number) => Self::Whole(*number),
            TableCell::Word(text) => Self::Text(text),
            TableCell::Text(text) => Self::Text(text),
        }
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Unsigned(number)
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Self::Unsigned(number as u64)
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Self::Unsigned(number.into())
    }
}
