//! CSV files that exist only when complete.
//!
//! The files say their types by themselves: missing cells are empty ([`CsvRows::text`]; in memory
//! and for people they are `NA`), real numbers have a point, and a list of numbers would be one of names
//! (`seat_0`). `.ci/csv_types.py` reads all tables with pandas, polars and DuckDB, by their defaults.

use std::io::{self, Write};
use std::path::Path;

use super::whole_file::WholeFile;

/// The size of the rows that wait for the writer.
const WAITING: usize = 1 << 15;

/// Whether a cell that holds a byte is quoted.
static IS_QUOTED: [bool; 256] = {
    let (mut table, mut place) = ([false; 256], 0);
    let quoted = *b",\"\r\n";
    while place < quoted.len() {
        table[quoted[place] as usize] = true;
        place += 1;
    }
    table
};

/// Rows of cells being written as CSV.
///
/// They are what the crate `csv` writes by default, as a test says. That takes 200 instructions for a cell, which was the
/// fifth part of a tournament of random games; most cells are small numbers, which are never quoted.
#[derive(Debug)]
pub struct CsvRows<W: Write> {
    writer: W,
    /// The rows that wait, and the one under way, with a comma behind each cell.
    bytes: Vec<u8>,
    /// Where the row under way begins.
    start: usize,
    /// Its number of cells.
    cells: usize,
    /// That of the first row.
    width: Option<usize>,
}

impl<W: Write> CsvRows<W> {
    /// Starts without rows.
    pub fn new(writer: W) -> Self {
        Self { writer, bytes: Vec::with_capacity(2 * WAITING), start: 0, cells: 0, width: None }
    }

    /// Adds a cell to the row. A missing value, `NA` for people, is an empty cell, which pandas, polars and DuckDB read
    /// as a null without being told, so that its column keeps its type.
    #[inline]
    pub fn text(&mut self, cell: &str) {
        self.cells += 1;
        let cell = if cell == "NA" { "" } else { cell };
        if cell.bytes().any(|byte| IS_QUOTED[usize::from(byte)]) {
            self.bytes.push(b'"');
            self.bytes.extend_from_slice(cell.replace('"', "\"\"").as_bytes());
            self.bytes.push(b'"');
        } else {
            self.bytes.extend_from_slice(cell.as_bytes());
        }
        self.bytes.push(b',');
    }

    /// Adds a whole number to the row.
    #[inline]
    pub fn whole(&mut self, number: i64) {
        self.cells += 1;
        let digit = |number: i64| b'0' + number as u8;
        match number {
            0..=9 => self.bytes.extend_from_slice(&[digit(number), b',']),
            10..=99 => self.bytes.extend_from_slice(&[digit(number / 10), digit(number % 10), b',']),
            _ => {
                self.bytes.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
                self.bytes.push(b',');
            }
        }
    }

    /// Ends the row.
    ///
    /// # Errors
    /// The writer fails, or the number of cells differs from that of the first row.
    pub fn end(&mut self) -> io::Result<()> {
        let width = *self.width.get_or_insert(self.cells);
        if self.cells != width {
            return Err(io::Error::other(format!("a row of {} cells, not {width}", self.cells)));
        }
        // The comma behind the last cell.
        self.bytes.truncate(self.bytes.len().saturating_sub(1).max(self.start));
        if self.bytes.len() == self.start {
            // An empty line would be no row.
            self.bytes.extend_from_slice(b"\"\"");
        }
        self.bytes.push(b'\n');
        (self.start, self.cells) = (self.bytes.len(), 0);
        if self.start >= WAITING { self.write() } else { Ok(()) }
    }

    /// Writes the rows that wait.
    fn write(&mut self) -> io::Result<()> {
        self.writer.write_all(&self.bytes)?;
        self.bytes.clear();
        self.start = 0;
        Ok(())
    }

    /// Writes a row of texts.
    ///
    /// # Errors
    /// As for [`CsvRows::end`].
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> io::Result<()> {
        cells.into_iter().for_each(|cell| self.text(cell.as_ref()));
        self.end()
    }

    /// Writes the rows that wait, and returns the writer.
    ///
    /// # Errors
    /// The writer fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.write()?;
        Ok(self.writer)
    }
}

/// A CSV file being written; it gets its name only once it is complete.
#[derive(Debug)]
pub struct CsvFile {
    rows: CsvRows<WholeFile>,
}

impl CsvFile {
    /// Starts a file with these column names.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn create<S: AsRef<str>>(path: &Path, header: impl IntoIterator<Item = S>) -> io::Result<Self> {
        let mut rows = CsvRows::new(WholeFile::create(path)?);
        rows.row(header)?;
        Ok(Self { rows })
    }

    /// Returns its rows, to add more.
    pub fn rows(&mut self) -> &mut CsvRows<WholeFile> {
        &mut self.rows
    }

    /// Writes a row; see [`CsvRows::text`] for missing values.
    ///
    /// # Errors
    /// The disk is full or fails, or the number of cells differs from that of the header.
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> io::Result<()> {
        self.rows.row(cells)
    }

    /// Writes the remaining rows and gives the file its name, replacing an older one.
    ///
    /// # Errors
    /// The disk is full or fails; an older file then stays untouched.
    pub fn finish(self) -> io::Result<()> {
        self.rows.finish()?.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_appears_whole_and_is_quoted_where_needed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.csv");
        let mut file = CsvFile::create(&path, ["game", "list"]).unwrap();
        file.row(["0", "a,b"]).unwrap();
        file.row(["1", "NA"]).unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "game,list\n0,\"a,b\"\n1,\n");
    }

    /// Rows of all kinds of cells are those that the library writes.
    #[test]
    fn rows_are_those_of_the_library() {
        let cells = ["", "NA", "a", "7", "a,b", "\"", "a\"b\"", "a\nb", "\r", " a ", ";", "#", "'", "\u{e9}"];
        for width in 1..4 {
            let (mut own, mut theirs) = (CsvRows::new(Vec::new()), csv::Writer::from_writer(Vec::new()));
            for first in 0..cells.len() {
                let row: Vec<&str> = (0..width).map(|step| cells[(first + step * 5) % cells.len()]).collect();
                own.row(&row).unwrap();
                theirs.write_record(row.iter().map(|&cell| if cell == "NA" { "" } else { cell })).unwrap();
            }
            assert_eq!(own.finish().unwrap(), theirs.into_inner().unwrap());
        }
        let mut own = CsvRows::new(Vec::new());
        let numbers = [0, 9, 10, -1, 255, i64::MAX, i64::MIN];
        for row in 0..10_000 {
            numbers.iter().for_each(|&number| own.whole(number));
            own.whole(row);
            own.end().unwrap();
        }
        let row = |row: i64| {
            numbers.iter().map(|number| format!("{number},")).collect::<String>() + &format!("{row}\n")
        };
        assert_eq!(
            String::from_utf8(own.finish().unwrap()).unwrap(),
            (0..10_000).map(row).collect::<String>()
        );
    }

    #[test]
    fn a_row_of_another_width_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = CsvFile::create(&folder.path().join("x.csv"), ["game", "list"]).unwrap();
        assert!(file.row(["0"]).is_err());
    }
}
