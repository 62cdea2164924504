//! The results of evaluations, by their names.

use std::collections::BTreeMap;
use std::path::Path;

use tradewinds_bots::{FaultCounts, Faults};
use tradewinds_tournament::{LineFile, RunError};

/// The log of evaluations, in the study's folder.
pub(super) const LOG: &str = "log.jsonl";

/// Stands in a key between an evaluation and the bot whose faults in it the entry counts.
const FAULTS_OF: &str = " faults of ";

/// Lists of numbers by their key, kept in a file.
#[derive(Debug)]
pub(super) struct Log {
    lines: LineFile,
    entries: BTreeMap<String, Vec<f64>>,
}

impl Log {
    /// Opens the log of the study that `run` identifies, or starts it.
    ///
    /// # Errors
    /// The file cannot be used, or a line is damaged or of another study.
    pub(super) fn open(path: &Path, run: u32) -> Result<Self, RunError> {
        let mut entries = BTreeMap::new();
        let lines = LineFile::open(path, run, |(key, values): (String, Vec<f64>)| {
            entries.insert(key, values);
            Ok(())
        })?;
        Ok(Self { lines, entries })
    }

    /// Returns the entry of a key, if any.
    pub(super) fn get(&self, key: &str) -> Option<&[f64]> {
        self.entries.get(key).map(Vec::as_slice)
    }

    /// Adds the faults of external bots in an evaluation; a second call for the same key replaces the first.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(super) fn add_faults(&mut self, key: &str, counts: &FaultCounts) -> Result<(), RunError> {
        for (bot, faults) in counts.all() {
            let Faults { decisions, timeouts, crashes, illegal } = *faults;
            let numbers = [decisions, timeouts, crashes, illegal].map(|count| count as f64);
            self.add(&format!("{key}{FAULTS_OF}{bot}"), numbers.to_vec())?;
        }
        Ok(())
    }

    /// Returns the faults of external bots in all evaluations.
    pub(super) fn faults(&self) -> FaultCounts {
        let mut counts = FaultCounts::default();
        for (key, values) in &self.entries {
            if let (Some((_, bot)), [decisions, timeouts, crashes, illegal]) =
                (key.rsplit_once(FAULTS_OF), values.as_slice())
            {
                let [decisions, timeouts, crashes, illegal] =
                    [decisions, timeouts, crashes, illegal].map(|count| *count as u64);
                counts.add(bot, Faults { decisions, timeouts, crashes, illegal });
            }
        }
        counts
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
