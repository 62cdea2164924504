//! What was played, by the name of the evaluation.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::lines::Lines;
use crate::tournament::RunError;

/// Lists of numbers by their key, kept in a file.
#[derive(Debug)]
pub(super) struct Log {
    lines: Lines,
    entries: BTreeMap<String, Vec<f64>>,
}

impl Log {
    /// Opens the log of the study that `run` identifies, or starts it.
    ///
    /// # Errors
    /// The file cannot be used, or a line is damaged or of another study.
    pub(super) fn open(path: &Path, run: u32) -> Result<Self, RunError> {
        let mut entries = BTreeMap::new();
        let lines = Lines::open(path, run, |(key, values): (String, Vec<f64>)| {
            entries.insert(key, values);
            Ok(())
        })?;
        Ok(Self { lines, entries })
    }

    /// Returns the entry of a key if it is there.
    pub(super) fn get(&self, key: &str) -> Option<&[f64]> {
        self.entries.get(key).map(Vec::as_slice)
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(super) fn add(&mut self, key: &str, values: Vec<f64>) -> Result<(), RunError> {
        self.lines.add(&(key, &values))?;
        self.entries.insert(key.to_owned(), values);
        Ok(())
    }
}
