//! The journal: one line for each finished game, in order of finishing.
//!
//! Lines are only ever appended, each with all rows of its game and a checksum over them; all tables
//! are computed from them. A game counts once its line has reached the disk.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::play::GameRecord;
use crate::game::Schema;

/// A finished game as the journal holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalLine {
    game: u64,
    text: String,
}

/// The form of a line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'a> {
    /// CRC-32 (ISO 3309) of the record's text.
    crc: u32,
    #[serde(borrow)]
    record: &'a RawValue,
}

impl JournalLine {
    /// Writes the line of a finished game.
    ///
    /// # Panics
    /// Never: a record is plain data.
    #[must_use]
    pub fn new(record: &GameRecord) -> Self {
        Self { game: record.game, text: sealed(record) }
    }
}

/// Writes plain data as a line with a checksum.
pub(crate) fn sealed<T: Serialize>(value: &T) -> String {
    let raw = to_raw_value(value).expect("it is plain data");
    let envelope = Envelope { crc: crc32fast::hash(raw.get().as_bytes()), record: &raw };
    let mut text = serde_json::to_string(&envelope).expect("an envelope is plain data");
    text.push('\n');
    text
}

/// Reads a line that [`sealed`] wrote.
pub(crate) fn unsealed<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, String> {
    let Envelope { crc, record } = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    if crc32fast::hash(record.get().as_bytes()) != crc {
        return Err("its checksum does not fit".to_owned());
    }
    serde_json::from_str(record.get()).map_err(|error| error.to_string())
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
    #[error("line {line} is damaged: {reason}")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
}

impl From<TryLockError> for JournalError {
    fn from(error: TryLockError) -> Self {
        match error {
            TryLockError::WouldBlock => Self::InUse,
            TryLockError::Error(error) => Self::Io(error),
        }
    }
}

/// What a journal's records have to fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JournalForm {
    /// The number of games of the run.
    pub games: u64,
    /// The number of seats.
    pub players: usize,
    /// The game's own columns and tables.
    pub schema: &'static Schema,
}

/// Marks a game that has not finished.
const ABSENT: u64 = u64::MAX;

/// The journal of a run. In memory it holds the place of each game's line and nothing else of it.
#[derive(Debug)]
pub struct Journal {
    writer: File,
    reader: BufReader<File>,
    form: JournalForm,
    /// Where the reader stands, in bytes.
    position: u64,
    /// Where the next line will start.
    end: u64,
    starts: Vec<u64>,
    finished: u64,
}

impl Journal {
    /// Starts an empty journal.
    ///
    /// # Errors
    /// The file exists or cannot be written.
    pub fn create(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let writer = OpenOptions::new().append(true).create_new(true).open(path)?;
        Self::locked(writer, path, form)
    }

    /// Opens a journal to go on with it: reads through it, and cuts off a last line without an end,
    /// which was torn while it was written. Other journals of the file are refused meanwhile.
    ///
    /// # Errors
    /// The file cannot be read and written, is in use, or a line is damaged or of a game that was there.
    pub fn open(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let writer = OpenOptions::new().append(true).open(path)?;
        let mut journal = Self::locked(writer, path, form)?;
        if journal.index()? {
            journal.writer.set_len(journal.end)?;
            journal.writer.sync_all()?;
        }
        Ok(journal)
    }

    /// Opens a journal to look at it, also while its run is played; a last line without an end is left
    /// out. It must not be appended to.
    ///
    /// # Errors
    /// The file cannot be read, or a line is damaged or of a game that was there.
    pub fn look_at(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let mut journal = Self::with_writer(File::open(path)?, path, form)?;
        journal.index()?;
        Ok(journal)
    }

    fn locked(writer: File, path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        writer.try_lock()?;
        Self::with_writer(writer, path, form)
    }

    fn with_writer(writer: File, path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        Ok(Self {
            writer,
            reader: BufReader::new(File::open(path)?),
            form,
            position: 0,
            end: 0,
            starts: vec![ABSENT; form.games as usize],
            finished: 0,
        })
    }

    /// Reads through the file; tells whether its last line is torn.
    fn index(&mut self) -> Result<bool, JournalError> {
        let mut text = Vec::new();
        loop {
            text.clear();
            let length = self.reader.read_until(b'\n', &mut text)? as u64;
            self.position += length;
            if text.last() != Some(&b'\n') {
                return Ok(length > 0);
            }
            let line = self.finished + 1;
            let numbered = unsealed::<Numbered>(&text);
            let game = numbered.map_err(|reason| JournalError::Damaged { line, reason })?.game;
            self.note(game, length).map_err(|reason| JournalError::Damaged { line, reason })?;
        }
    }

    /// Notes that the next line is of this game.
    fn note(&mut self, game: u64, length: u64) -> Result<(), String> {
        match self.starts.get_mut(game as usize) {
            Some(start) if *start == ABSENT => *start = self.end,
            Some(_) => return Err(format!("game {game} was there before")),
            None => return Err(format!("game {game} of a run of {}", self.form.games)),
        }
        self.end += length;
        self.finished += 1;
        Ok(())
    }

    /// Appends finished games; their lines are on the disk when this returns.
    ///
    /// # Errors
    /// The disk is full or fails: the journal may then end in a torn line and must be opened again.
    ///
    /// # Panics
    /// If a game is in the journal already.
    pub fn append(&mut self, lines: &[JournalLine]) -> io::Result<()> {
        let text: String = lines.iter().map(|line| line.text.as_str()).collect();
        self.writer.write_all(text.as_bytes())?;
        self.writer.sync_data()?;
        for line in lines {
            self.note(line.game, line.text.len() as u64).expect("each game of the schedule is played once");
        }
        Ok(())
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
        let mut text = Vec::new();
        // Games finish nearly in the order of their numbers, so that the line is mostly buffered.
        self.reader.seek_relative(start as i64 - self.position as i64)?;
        self.position = start + self.reader.read_until(b'\n', &mut text)? as u64;
        let checked = unsealed(&text).and_then(|record: GameRecord| {
            record.check(self.form.players, self.form.schema)?;
            Ok(record)
        });
        checked.map_err(|reason| {
            let line = self.starts.iter().filter(|&&other| other <= start).count() as u64;
            JournalError::Damaged { line, reason }
        })
    }
}

/// What the first reading takes from a record.
#[derive(Deserialize)]
struct Numbered {
    game: u64,
}
