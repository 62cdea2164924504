//! A log of what a study has computed, so that it can be stopped and go on.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::tournament::RunError;

/// Entries that wait for the disk, at most.
const MOST_PENDING: u32 = 50;

/// Lists of numbers by their key, in a file of JSON lines that is only appended to.
///
/// A torn last line is cut off when the log is opened. Entries may be many and quick to compute again, so they are
/// not forced to the disk one by one. What is lost when the machine fails is computed again.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    file: File,
    /// Entries since the last were forced to the disk.
    pending: u32,
    entries: BTreeMap<String, Vec<f64>>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    key: String,
    values: Vec<f64>,
}

impl Log {
    /// Opens the log, or starts it.
    ///
    /// # Errors
    /// The file cannot be read and written, is in use, or a line is damaged.
    pub(super) fn open(path: &Path) -> Result<Self, RunError> {
        let io = |source| RunError::Io { path: path.to_owned(), source };
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(io)?;
        file.try_lock().map_err(|error| io(error.into()))?;
        let text = fs::read_to_string(path).map_err(io)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut entries = BTreeMap::new();
        for (number, line) in text[..whole].lines().enumerate() {
            let Line { key, values } = serde_json::from_str(line).map_err(|error| {
                let reason = format!("line {} is damaged: {error}", number + 1);
                io(io::Error::new(io::ErrorKind::InvalidData, reason))
            })?;
            entries.insert(key, values);
        }
        file.set_len(whole as u64).map_err(io)?;
        Ok(Self { path: path.to_owned(), file, pending: 0, entries })
    }

    /// Returns the entry of a key if it is there.
    pub(super) fn get(&self, key: &str) -> Option<&[f64]> {
        self.entries.get(key).map(Vec::as_slice)
    }

    /// Adds an entry. The system has it when this returns, and the disk now and then.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(super) fn add(&mut self, key: &str, values: Vec<f64>) -> Result<(), RunError> {
        let line = Line { key: key.to_owned(), values };
        let mut text = serde_json::to_string(&line).expect("numbers are plain data");
        text.push('\n');
        let io = |source| RunError::Io { path: self.path.clone(), source };
        self.file.write_all(text.as_bytes()).map_err(io)?;
        self.entries.insert(line.key, line.values);
        self.pending += 1;
        if self.pending == MOST_PENDING {
            self.pending = 0;
            self.file.sync_data().map_err(io)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_goes_on_after_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let third = 1.0 / 3.0;
        Log::open(&path).unwrap().add("a", vec![third, 1e-300]).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, whole.clone() + "{\"key\":\"b\",\"val").unwrap();
        let mut log = Log::open(&path).unwrap();
        assert_eq!(log.get("a"), Some([third, 1e-300].as_slice()));
        assert_eq!(log.get("b"), None);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        assert!(Log::open(&path).is_err(), "it is in use");
        log.add("b", Vec::new()).unwrap();
        drop(log);
        assert_eq!(Log::open(&path).unwrap().get("b"), Some([].as_slice()));
    }

    #[test]
    fn a_damaged_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        fs::write(&path, "{\"key\":\"a\",\"values\":[1]}\n{\"kay\":1}\n").unwrap();
        let error = anyhow::Error::from(Log::open(&path).unwrap_err());
        assert!(format!("{error:#}").contains("line 2 is damaged"), "{error:#}");
    }
}
