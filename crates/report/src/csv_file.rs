//! CSV files that exist only when complete.
//!
//! The files say their types by themselves: missing cells are empty ([`CsvRows::text`]; in memory
//! and for people they are `NA`), real numbers have a point, and a list of numbers would be one of names
//! (`seat_0`). `.ci/csv_types.py` reads all tables with pandas, polars and DuckDB, by their defaults.

use std::io::{self, Write};
use std::path::Path;

use super::whole_file::WholeFile;

/// Rows of cells being written as CSV.
#[derive(Debug)]
pub struct CsvRows<W: Write> {
    writer: csv::Writer<W>,
    /// The cells of the row under way: the library writes a whole record in a third of the time that its cells take one
    /// by one.
    row: csv::ByteRecord,
}

impl<W: Write> CsvRows<W> {
    /// Starts without rows.
    pub fn new(writer: W) -> Self {
        Self { writer: csv::Writer::from_writer(writer), row: csv::ByteRecord::new() }
    }

    /// Adds a cell to the row. A missing value, `NA` for people, is an empty cell, which pandas, polars and DuckDB read
    /// as a null by themselves, so that its column keeps its type.
    #[inline]
    pub fn text(&mut self, cell: &str) {
        self.row.push_field(if cell == "NA" { b"" } else { cell.as_bytes() });
    }

    /// Adds a whole number to the row.
    #[inline]
    pub fn whole(&mut self, number: impl itoa::Integer) {
        self.row.push_field(itoa::Buffer::new().format(number).as_bytes());
    }

    /// Ends the row.
    ///
    /// # Errors
    /// The writer fails, or the number of cells differs from that of the first row.
    pub fn end(&mut self) -> io::Result<()> {
        self.writer.write_byte_record(&self.row)?;
        self.row.clear();
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
    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(|error| error.into_error())
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

    #[test]
    fn a_row_of_another_width_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = CsvFile::create(&folder.path().join("x.csv"), ["game", "list"]).unwrap();
        assert!(file.row(["0"]).is_err());
    }
}
