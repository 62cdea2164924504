//! What the records of a journal have to fit, and what can be wrong with a journal.

use std::fs::TryLockError;
use std::io;

use crate::plan::manifest::Journaling;
use crate::run::checksum::LineFault;
use tradewinds_game::Schema;

/// The form that a journal's records have to fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JournalForm {
    /// Identifies the run: CRC-32 of its description, except how long it is.
    pub run: u32,
    /// The number of games of the run.
    pub games: u64,
    /// The number of seats.
    pub players: usize,
    /// The game's own columns and tables.
    pub schema: &'static Schema,
    /// What is kept of games that are added; those that are there keep what they have.
    pub keeps: Journaling,
}

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another process has it open.
    #[error("another process plays this run")]
    InUse,
    /// A line is not a game of this run.
    #[error("line {line} {fault}; {}", advice(fault))]
    Line {
        /// The line, from 1.
        line: u64,
        /// The fault.
        fault: LineFault,
    },
    /// A frame does not hold games of this run.
    #[error("frame {frame}, at byte {byte}, {fault}; {}", frame_advice(fault, *byte))]
    Frame {
        /// The frame, from 1.
        frame: u64,
        /// Where it begins.
        byte: u64,
        /// The fault.
        fault: LineFault,
    },
}

/// Returns advice on a line that cannot be used.
fn advice(fault: &LineFault) -> &'static str {
    match fault {
        LineFault::Damaged(_) => "take the line out, and what it says is played again",
        LineFault::Foreign => {
            "put back the file of this run, or take the lines of the other one out, and what is missing is played again"
        }
    }
}

/// Returns advice on a frame that cannot be used.
fn frame_advice(fault: &LineFault, byte: u64) -> String {
    let cut = format!("cut the file to its first {byte} bytes, and what is missing is played again");
    match fault {
        LineFault::Foreign => format!("put back the file of this run, or {cut}"),
        _ => cut,
    }
}

impl From<TryLockError> for JournalError {
    fn from(error: TryLockError) -> Self {
        match error {
            TryLockError::WouldBlock => Self::InUse,
            TryLockError::Error(error) => Self::Io(error),
        }
    }
}
