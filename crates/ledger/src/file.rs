//! The file of the ledger.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tradewinds_game::{InputError, Origin, counted};
use tradewinds_report::CsvFile;

use crate::row::{LedgerRow, TABLES};

/// The ledger: all rows of its file, each of them right.
#[derive(Clone, Debug)]
pub struct Ledger {
    path: PathBuf,
    rows: Vec<LedgerRow>,
    /// The place of each row by its id.
    places: BTreeMap<String, usize>,
}

impl Ledger {
    /// Reads a ledger and checks its rows; their pages are in the folder of the file.
    ///
    /// # Errors
    /// It cannot be read, or a cell is wrong.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let mut ledger = Self::new(path);
        for (line, row) in read_rows(path)? {
            ledger.add(row, false).map_err(|error| at_line(path, line, error))?;
        }
        Ok(ledger)
    }

    /// Makes a ledger without rows.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), rows: Vec::new(), places: BTreeMap::new() }
    }

    /// Returns the folder of its pages.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
    }

    /// Lists its rows.
    #[must_use]
    pub fn rows(&self) -> &[LedgerRow] {
        &self.rows
    }

    /// Finds a row.
    #[must_use]
    pub fn row(&self, id: &str) -> Option<&LedgerRow> {
        self.places.get(id).map(|&place| &self.rows[place])
    }

    /// Lists the ids of all rows.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// Lists the rows of a page.
    #[must_use]
    pub fn of_page(&self, page: &str) -> Vec<&LedgerRow> {
        self.rows.iter().filter(|row| row.page == page).collect()
    }

    /// Adds a row behind the others. With `again` it replaces one of its id, at its place.
    ///
    /// # Errors
    /// A cell is wrong, or the id is taken; the refusal names no origin.
    pub fn add(&mut self, row: LedgerRow, again: bool) -> Result<(), InputError> {
        row.check(self.folder())?;
        match self.places.get(&row.id) {
            Some(&place) if again => self.rows[place] = row,
            Some(&place) => {
                let there = &self.rows[place];
                let found =
                    format!("{:?}, which a row has already: {}, {}", row.id, there.quantity, there.shown());
                return Err(InputError::conflict("", "id", found, "an id of its own"));
            }
            None => {
                self.places.insert(row.id.clone(), self.rows.len());
                self.rows.push(row);
            }
        }
        Ok(())
    }

    /// Writes the file; an older one stays until the new one is complete.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub fn write(&self) -> io::Result<()> {
        let mut file = CsvFile::create(&self.path, TABLES[0].names())?;
        for row in &self.rows {
            file.row(row.cells().map(|(_, cell)| cell))?;
        }
        file.finish()
    }
}

/// Reads rows with all columns of a ledger, and the line of each; what the cells hold is not checked.
///
/// # Errors
/// The file cannot be read, is not CSV, or has other columns.
pub fn read_rows(path: &Path) -> Result<Vec<(u64, LedgerRow)>, InputError> {
    let origin = || Origin::File(path.display().to_string());
    let bytes = fs::read(path).map_err(|error| InputError::unreadable(origin(), error))?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        InputError::syntax(origin(), format!("line {line}"), "UTF-8", error)
    })?;
    // The reader's lines are one too few behind the line ends of Windows.
    let text = text.replace("\r\n", "\n");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().map_err(|error| broken(path, &error))?.clone();
    let names = TABLES[0].names();
    if let Some(name) = names.iter().find(|&&name| !columns.iter().any(|column| column == name)) {
        let found = format!("no column {name:?}");
        return Err(InputError::new(origin(), "line 1", found, names.join(",")));
    }
    if let Some(name) = columns.iter().find(|name| !names.contains(name)) {
        return Err(InputError::unknown_name(origin(), "line 1", name, names));
    }
    if columns.len() != names.len() {
        let found = format!("{} columns, one of them twice", columns.len());
        return Err(InputError::new(origin(), "line 1", found, names.join(",")));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| broken(path, &error))?;
        let line = record.position().map_or(0, csv::Position::line);
        let row = record.deserialize(Some(&columns)).map_err(|error| broken(path, &error))?;
        rows.push((line, row));
    }
    Ok(rows)
}

fn broken(path: &Path, error: &csv::Error) -> InputError {
    let file = Origin::File(path.display().to_string());
    let line = error.position().map_or(String::new(), |position| format!("line {}", position.line()));
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            InputError::new(file, line, counted(*len, "cell"), counted(*expected_len, "cell"))
        }
        _ => InputError::syntax(file, line, "CSV", error),
    }
}

/// Names the line of a file in a refusal of one of its cells.
#[must_use]
pub fn at_line(path: &Path, line: u64, error: InputError) -> InputError {
    let column = if error.field().is_empty() { String::new() } else { format!(": {}", error.field()) };
    error.with_field(format!("line {line}{column}")).in_file(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_line_of_any_line_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.csv");
        let head = TABLES[0].names().join(",");
        for end in ["\n", "\r\n"] {
            let row = ",".repeat(15);
            fs::write(&path, [&head, end, &row, end, &row, end].concat()).unwrap();
            let lines: Vec<u64> = read_rows(&path).unwrap().iter().map(|(line, _)| *line).collect();
            assert_eq!(lines, [2, 3], "{end:?}");
            fs::write(&path, [&head, end, &row, end, "a", end].concat()).unwrap();
            let message = read_rows(&path).unwrap_err().to_string();
            assert!(message.ends_with("line 3: found 1 cell; allowed: 16 cells"), "{message}");
        }
    }
}
