//! Why a journal of judged decisions is of no use, told apart.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tradewinds_tournament::{JournalError, LineFault, RunError};

use super::judged::Passage;

/// The reason why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalFault {
    /// It cannot be read or written.
    #[error("cannot use the journal {}: {source}; name another file with --journal", path.display())]
    Io {
        /// The journal.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Another process writes it.
    #[error("another process writes the journal {}; name another file with --journal", .0.display())]
    InUse(PathBuf),
    /// A line was changed after it was written.
    #[error(
        "the journal {}: line {line} {fault}; take the line out, and its decision is judged again, or name another file \
         with --journal",
        path.display()
    )]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The fault.
        fault: LineFault,
    },
    /// It has decisions of another game.
    #[error(
        "the journal {} is of another game: line {line} judges a decision that this one does not have; remove it, or name \
         another file with --journal",
        path.display()
    )]
    OtherGame {
        /// The journal.
        path: PathBuf,
        /// The first line of the other game, from 1.
        line: u64,
    },
    /// It has decisions of this game that were judged otherwise.
    #[error(
        "the journal {} is of this game, but of a review with other settings, by another version of tradewinds, or from \
         before the game went on; remove it, or name another file with --journal",
        path.display()
    )]
    OtherSettings {
        /// The journal.
        path: PathBuf,
    },
    /// The threads cannot be started, or something else.
    #[error(transparent)]
    Run(RunError),
}

impl JournalFault {
    /// Finds out what is wrong with the journal of a review; `has` returns whether the review has a decision at a
    /// place.
    pub(crate) fn new(error: RunError, has: impl Fn(usize, &Passage) -> bool) -> Self {
        match error {
            RunError::Io { path, source } => Self::Io { path, source },
            RunError::Journal { path, source } => match source {
                JournalError::Io(source) => Self::Io { path, source },
                JournalError::InUse => Self::InUse(path),
                JournalError::Line { fault: LineFault::Foreign, .. } => match other_game(&path, has) {
                    Some(line) => Self::OtherGame { path, line },
                    None => Self::OtherSettings { path },
                },
                JournalError::Line { line, fault } => Self::Line { path, line, fault },
                source => Self::Run(RunError::Journal { path, source }),
            },
            error => Self::Run(error),
        }
    }
}

/// Returns the first line of a journal, from 1, that judges what this game does not have.
fn other_game(path: &Path, has: impl Fn(usize, &Passage) -> bool) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let is_other = |line: &str| {
        let value: Option<Value> = serde_json::from_str(line).ok();
        let judged: Option<(usize, Passage)> =
            value.and_then(|mut line| serde_json::from_value(line.get_mut("record")?.take()).ok());
        judged.is_some_and(|(place, passage)| !has(place, &passage))
    };
    (1..).zip(text.lines()).find(|(_, line)| is_other(line)).map(|(number, _)| number)
}
