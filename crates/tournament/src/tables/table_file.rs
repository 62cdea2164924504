//! A table of a run's folder: its columns and rows, and its file, which is written or compared with the one that is
//! there.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::parquet::ParquetFile;
use super::value::Value;
use crate::plan::tournament::Tournament;
use crate::run::folder::RunError;
use tradewinds_arena::{GameRecord, ScheduledGame};
use tradewinds_game::{Column, Seat, TableCell};
use tradewinds_report::{CsvFile, CsvRows, WholeFile};

/// The treatment of the files that are computed from the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Files {
    /// They are compared with their expected contents, and nothing is written.
    Compared,
    /// They are written.
    Written,
}

/// A table in progress; errors name its file.
pub(crate) struct TableFile {
    path: PathBuf,
    form: Form,
}

enum Form {
    Written(CsvFile),
    Compared(CsvRows<Comparison>),
    ParquetWritten(Box<ParquetFile<WholeFile>>),
    ParquetCompared(Box<ParquetFile<Comparison>>),
}

impl TableFile {
    /// Starts a table with these column names.
    pub(crate) fn new<S: AsRef<str>>(
        files: Files,
        path: PathBuf,
        header: impl IntoIterator<Item = S>,
    ) -> Result<Self, RunError> {
        match files {
            Files::Written => {
                let file = CsvFile::create(&path, header).map_err(RunError::at(&path))?;
                Ok(Self { path, form: Form::Written(file) })
            }
            Files::Compared => {
                let comparison = Comparison::with(&path).map_err(RunError::at(&path))?;
                let mut rows = CsvRows::new(comparison);
                rows.row(header).map_err(RunError::at(&path))?;
                Ok(Self { path, form: Form::Compared(rows) })
            }
        }
    }

    /// Starts a Parquet file with these columns, and the folder that it is in; `metadata` are noted in it.
    pub(crate) fn parquet(
        files: Files,
        path: PathBuf,
        columns: &[Column],
        metadata: &[(String, String)],
    ) -> Result<Self, RunError> {
        let types = columns.iter().map(|column| (column.name, column.cell_type()));
        let form = match files {
            Files::Written => {
                let folder = path.parent().unwrap_or(Path::new(""));
                fs::create_dir_all(folder).map_err(RunError::at(folder))?;
                let file = WholeFile::create(&path).and_then(|file| ParquetFile::new(file, types, metadata));
                Form::ParquetWritten(Box::new(file.map_err(RunError::at(&path))?))
            }
            Files::Compared => {
                let file = Comparison::with(&path).and_then(|found| ParquetFile::new(found, types, metadata));
                Form::ParquetCompared(Box::new(file.map_err(RunError::at(&path))?))
            }
        };
        Ok(Self { path, form })
    }

    /// Writes or compares a row.
    pub(crate) fn row<'a>(&mut self, cells: impl IntoIterator<Item = Value<'a>>) -> Result<(), RunError> {
        let done = match &mut self.form {
            Form::Written(file) => csv_row(file.rows(), cells),
            Form::Compared(rows) => csv_row(rows, cells),
            Form::ParquetWritten(file) => file.row(cells),
            Form::ParquetCompared(file) => file.row(cells),
        };
        // The path is copied for an error alone, not for each row.
        done.map_err(|error| RunError::at(&self.path)(error))
    }

    /// Gives a written file its name; returns whether the file is now up to date.
    pub(crate) fn finish(self) -> Result<bool, RunError> {
        let is_right = match self.form {
            Form::Written(file) => file.finish().map(|()| true),
            Form::Compared(rows) => rows.finish().and_then(Comparison::verdict),
            Form::ParquetWritten(file) => file.finish().and_then(WholeFile::finish).map(|()| true),
            Form::ParquetCompared(file) => file.finish().and_then(Comparison::verdict),
        };
        is_right.map_err(RunError::at(&self.path))
    }
}

/// Adds a row of cells to a CSV file.
fn csv_row<'a, W: Write>(
    rows: &mut CsvRows<W>,
    cells: impl IntoIterator<Item = Value<'a>>,
) -> io::Result<()> {
    for cell in cells {
        match cell {
            Value::Missing => rows.text(TableCell::MISSING),
            Value::Whole(number) => rows.whole(number),
            Value::Unsigned(number) => rows.whole(number),
            Value::Text(text) => rows.text(text),
        }
    }
    rows.end()
}

/// Compares everything that is written to it with a file.
struct Comparison {
    /// `None` where there is no file.
    found: Option<BufReader<File>>,
    is_same: bool,
}

impl Comparison {
    fn with(path: &Path) -> io::Result<Self> {
        match File::open(path) {
            Ok(file) => Ok(Self { found: Some(BufReader::new(file)), is_same: true }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self { found: None, is_same: false }),
            Err(error) => Err(error),
        }
    }

    /// Returns whether the file holds what was written, and no more.
    fn verdict(mut self) -> io::Result<bool> {
        let more = match &mut self.found {
            Some(found) => found.read(&mut [0])? > 0,
            None => false,
        };
        Ok(self.is_same && !more)
    }
}

impl Write for Comparison {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Once a difference is found, the rest of the file does not matter.
        if let Some(found) = self.found.as_mut().filter(|_| self.is_same) {
            let mut there = Vec::with_capacity(bytes.len());
            found.take(bytes.len() as u64).read_to_end(&mut there)?;
            self.is_same = there == bytes;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A table of which each game has rows.
pub(super) struct GameTable {
    pub(super) name: &'static str,
    pub(super) columns: Vec<Column>,
    /// Adds the rows of a game.
    pub(super) rows: Rows,
}

type Rows = Box<dyn Fn(&Game<'_>, &mut TableFile) -> Result<(), RunError> + Send>;

/// A game of which rows are written.
pub(super) struct Game<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) scheduled: &'a ScheduledGame,
    pub(super) record: &'a GameRecord,
}

impl Game<'_> {
    /// Returns the name of the bot at a seat.
    pub(super) fn bot(&self, seat: Seat) -> &str {
        &self.tournament.bots()[self.scheduled.bots[seat]].name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(files: Files, path: &Path) -> bool {
        let mut table = TableFile::new(files, path.to_owned(), ["game", "list"]).unwrap();
        table.row([Value::Whole(0), Value::Text("a,b")]).unwrap();
        table.finish().unwrap()
    }

    #[test]
    fn a_file_that_differs_in_a_byte_or_is_missing_is_not_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.csv");
        assert!(!table(Files::Compared, &path) && !path.exists());
        assert!(table(Files::Written, &path) && table(Files::Compared, &path));
        let text = fs::read_to_string(&path).unwrap();
        for changed in [text.replace('a', "c"), text.clone() + "1", text[..text.len() - 1].to_owned()] {
            fs::write(&path, &changed).unwrap();
            assert!(!table(Files::Compared, &path), "{changed}");
            assert_eq!(fs::read_to_string(&path).unwrap(), changed);
        }
        assert!(table(Files::Written, &path) && table(Files::Compared, &path));
    }
}
