//! The journal: one line for each finished game, in order of finishing.
//!
//! Lines are only ever appended, each in one write with all rows of its game; all tables are
//! computed from them.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::play::GameRecord;
use crate::game::Schema;

/// Appends finished games to a journal.
#[derive(Debug)]
pub struct JournalWriter {
    file: File,
}

impl JournalWriter {
    /// Starts a journal.
    ///
    /// # Errors
    /// The file exists or cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { file: OpenOptions::new().append(true).create_new(true).open(path)? })
    }

    /// Appends the line of a finished game; it has left the process when this returns.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes())
    }
}

/// Writes the line of a finished game, with its end of line.
///
/// # Panics
/// Never: a record is plain data.
#[must_use]
pub fn journal_line(record: &GameRecord) -> String {
    let mut line = serde_json::to_string(record).expect("a record is plain data");
    line.push('\n');
    line
}

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Its last line has no end: it was cut while it was written.
    #[error("line {line} is torn: the file ends in the middle of it")]
    Torn {
        /// The line, from 1.
        line: u64,
    },
    /// A line is not a game of this run.
    #[error("line {line} is damaged: {reason}")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
}

/// Marks a game that has not finished.
const ABSENT: u64 = u64::MAX;

/// Reads a journal; holds only the place of each game's line.
#[derive(Debug)]
pub struct JournalReader {
    reader: BufReader<File>,
    players: usize,
    schema: &'static Schema,
    /// Where the reader stands, in bytes.
    position: u64,
    starts: Vec<u64>,
    finished: u64,
}

impl JournalReader {
    /// Opens the journal of a run of so many games, each of so many players, and reads through it.
    ///
    /// # Errors
    /// The file cannot be read, or a line is torn, is not JSON, or is of a game that was there.
    pub fn open(
        path: &Path,
        games: u64,
        players: usize,
        schema: &'static Schema,
    ) -> Result<Self, JournalError> {
        let mut reader = BufReader::new(File::open(path)?);
        let mut starts = vec![ABSENT; games as usize];
        let (mut position, mut finished) = (0, 0);
        let mut text = Vec::new();
        loop {
            text.clear();
            let length = reader.read_until(b'\n', &mut text)?;
            if length == 0 {
                break;
            }
            let line = finished + 1;
            if text.last() != Some(&b'\n') {
                return Err(JournalError::Torn { line });
            }
            let damaged = |reason| JournalError::Damaged { line, reason };
            let Numbered { game } = parse(&text).map_err(damaged)?;
            match starts.get_mut(game as usize) {
                Some(start) if *start == ABSENT => *start = position,
                Some(_) => return Err(damaged(format!("game {game} was there before"))),
                None => return Err(damaged(format!("game {game} of a run of {games}"))),
            }
            position += length as u64;
            finished = line;
        }
        Ok(Self { reader, players, schema, position, starts, finished })
    }

    /// Returns how many games have finished.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// Tells whether a game has finished.
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        self.starts[game as usize] != ABSENT
    }

    /// Reads a finished game.
    ///
    /// # Errors
    /// The file cannot be read any more, or the line is not a record of such a game.
    ///
    /// # Panics
    /// If the game has not finished.
    pub fn read(&mut self, game: u64) -> Result<GameRecord, JournalError> {
        assert!(self.has(game), "game {game} has finished");
        let start = self.starts[game as usize];
        // Games finish nearly in the order of their numbers, so that the line is mostly buffered.
        self.reader.seek_relative(start as i64 - self.position as i64)?;
        let mut text = Vec::new();
        self.position = start + self.reader.read_until(b'\n', &mut text)? as u64;
        let checked = parse(&text).and_then(|record: GameRecord| {
            record.check(self.players, self.schema)?;
            Ok(record)
        });
        checked.map_err(|reason| {
            let line = self.starts.iter().filter(|&&other| other <= start).count() as u64;
            JournalError::Damaged { line, reason }
        })
    }
}

/// What the first reading takes from a line.
#[derive(Deserialize)]
struct Numbered {
    game: u64,
}

fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| error.to_string())
}
