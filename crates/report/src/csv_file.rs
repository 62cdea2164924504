//! CSV files that exist only when complete.
//!
//! The files say their types by themselves: missing cells are empty ([`csv_cell`]; in memory
//! and for people they are `NA`), real numbers have a point, and a list of numbers would be one of names
//! (`seat_0`). `.ci/csv_types.py` reads all tables with pandas, polars and DuckDB, by their defaults.

use std::io::{self, BufWriter};
use std::path::Path;

use super::whole_file::WholeFile;

/// Returns a cell as CSV files have it: a missing value, `NA` for people, is an empty cell, which pandas, polars
/// and DuckDB read as a null without being told, so that its column keeps its type.
#[must_use]
pub fn csv_cell(cell: &str) -> &str {
    if cell == "NA" { "" } else { cell }
}

/// A CSV file being written; it gets its name only once it is complete.
#[derive(Debug)]
pub struct CsvFile {
    writer: csv::Writer<BufWriter<WholeFile>>,
}

impl CsvFile {
    /// Starts a file with these column names.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn create<S: AsRef<str>>(path: &Path, header: impl IntoIterator<Item = S>) -> io::Result<Self> {
        let mut file = Self { writer: csv::Writer::from_writer(BufWriter::new(WholeFile::create(path)?)) };
        file.row(header)?;
        Ok(file)
    }

    /// Writes a row; see [`csv_cell`] for missing values.
    ///
    /// # Errors
    /// The disk is full or fails, or the number of cells differs from that of the header.
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> io::Result<()> {
        for cell in cells {
            self.writer.write_field(csv_cell(cell.as_ref()))?;
        }
        self.writer.write_record(None::<&[u8]>)?;
        Ok(())
    }

    /// Writes the remaining rows and gives the file its name, replacing an older one.
    ///
    /// # Errors
    /// The disk is full or fails; an older file then stays untouched.
    pub fn finish(self) -> io::Result<()> {
        let buffer = self.writer.into_inner().map_err(|error| error.into_error())?;
        buffer.into_inner().map_err(|error| error.into_error())?.finish()
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
