//! Cells of tables, and rows made of them.
//!
//! A cell keeps its type from the game to the files: numbers are not written as texts on the way, only to be read back,
//! and the words of a game take no memory of their own. The rows of a game are one list of cells. A tournament of
//! random games once took most of its time for little texts that were made and dropped.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::Seat;

/// A cell of a table. Cells are equal if their texts are.
#[derive(Clone, Debug)]
pub enum TableCell {
    /// A missing value, `NA` for people.
    Missing,
    /// A whole number.
    Whole(i64),
    /// A word that the program knows.
    Word(&'static str),
    /// Any other text, such as a list of words joined by `;`.
    Text(Arc<str>),
}

impl TableCell {
    /// The text of a missing value.
    pub const MISSING: &'static str = "NA";

    /// Joins words by `;`.
    #[must_use]
    pub fn list(words: &[&str]) -> Self {
        Self::Text(words.join(";").into())
    }

    /// Reads a text: a missing value, a whole number as [`TableCell::Whole`] writes it, or a text that is neither.
    #[must_use]
    pub fn read(text: &str) -> Self {
        match text.parse() {
            // "+1" and "007" are numbers, too, but would not come back.
            Ok(number) if i64::to_string(&number) == text => Self::Whole(number),
            _ if text == Self::MISSING => Self::Missing,
            _ => Self::Text(text.into()),
        }
    }

    /// Returns its text.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Missing => Cow::Borrowed(Self::MISSING),
            Self::Whole(number) => Cow::Owned(number.to_string()),
            Self::Word(word) => Cow::Borrowed(word),
            Self::Text(text) => Cow::Borrowed(text),
        }
    }

    /// Returns its number, if its text is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Missing => None,
            Self::Whole(number) => Some(*number as f64),
            Self::Word(text) => text.parse().ok(),
            Self::Text(text) => text.parse().ok(),
        }
    }
}

impl PartialEq for TableCell {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => one == other,
            _ => self.text() == other.text(),
        }
    }
}

impl Eq for TableCell {}

impl fmt::Display for TableCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl From<&'static str> for TableCell {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

impl From<String> for TableCell {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<T: Into<TableCell>> From<Option<T>> for TableCell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

macro_rules! whole {
    ($($int:ty),*) => {
        $(impl From<$int> for TableCell {
            fn from(number: $int) -> Self {
                Self::Whole(number.into())
            }
        })*
    };
}

whole!(u8, u16, u32, i8, i16, i32, i64);

/// A seat by its number, from 0.
impl From<Seat> for TableCell {
    fn from(seat: Seat) -> Self {
        Self::Whole(seat.index() as i64)
    }
}

/// The rows of a game's own tables, in order of play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// Those of all rows, one after the other.
    cells: Vec<TableCell>,
    heads: Vec<Head>,
}

/// What a row is about, and where its cells end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Head {
    table: usize,
    seat: Seat,
    end: usize,
}

/// A row of one of the game's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// The table, an index into [`Schema::tables`](super::Schema::tables).
    pub table: usize,
    /// The seat that the row is about: the runner looks up the bot by it.
    pub seat: Seat,
    /// The cells of the table's columns, `seat` among them.
    pub cells: &'a [TableCell],
}

impl Rows {
    /// Starts without rows, with room for a number of them, each of `width` cells: a list that grows is copied again and
    /// again.
    #[must_use]
    pub fn with_room(rows: usize, width: usize) -> Self {
        Self { cells: Vec::with_capacity(rows * width), heads: Vec::with_capacity(rows) }
    }

    /// Adds a row of a table about a seat.
    pub fn push(&mut self, table: usize, seat: Seat, cells: impl IntoIterator<Item = TableCell>) {
        self.cells.extend(cells);
        self.heads.push(Head { table, seat, end: self.cells.len() });
    }

    /// Lists the rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        let mut start = 0;
        self.heads.iter().map(move |&Head { table, seat, end }| {
            let cells = &self.cells[start..end];
            start = end;
            Row { table, seat, cells }
        })
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_has_the_same_text() {
        for text in ["NA", "", "0", "-1", "+1", "007", "-0", "1.5", "corn", "corn;indigo", " 1", "na"] {
            assert_eq!(TableCell::read(text).text(), text);
        }
        for number in [0, 7, -7, i64::MAX, i64::MIN] {
            assert!(matches!(TableCell::read(&number.to_string()), TableCell::Whole(read) if read == number));
        }
        assert!(matches!(TableCell::read("NA"), TableCell::Missing));
        assert!(matches!(TableCell::read("9223372036854775808"), TableCell::Text(_)));
    }

    #[test]
    fn cells_of_the_same_text_are_equal() {
        assert_eq!(TableCell::Word("1"), TableCell::Whole(1));
        assert_eq!(TableCell::Word("corn"), TableCell::from("corn".to_owned()));
        assert_eq!(TableCell::from(None::<u8>), TableCell::Word("NA"));
        assert_ne!(TableCell::Whole(1), TableCell::Whole(2));
        assert_eq!(format!("{:>3}", TableCell::Whole(-1)), " -1");
    }

    #[test]
    fn numbers_are_those_that_texts_hold() {
        let numbers = ["NA", "3", "1.5", "corn"].map(|text| TableCell::read(text).number());
        assert_eq!(numbers, [None, Some(3.0), Some(1.5), None]);
    }

    #[test]
    fn rows_come_back_in_order() {
        let mut rows = Rows::default();
        rows.push(0, Seat::new(2), [TableCell::Whole(1), TableCell::Word("a")]);
        rows.push(1, Seat::new(0), []);
        rows.push(0, Seat::new(1), [TableCell::Missing]);
        let found: Vec<(usize, usize, usize)> =
            rows.iter().map(|row| (row.table, row.seat.index(), row.cells.len())).collect();
        assert_eq!(found, [(0, 2, 2), (1, 0, 0), (0, 1, 1)]);
        assert_eq!(rows.iter().next().unwrap().cells[1], TableCell::Word("a"));
        assert_eq!((rows.len(), rows.is_empty()), (3, false));
    }
}
