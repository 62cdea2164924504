//! The journal: one line for each finished game, in order of finishing.
//!
//! Lines are only ever appended, each with all rows of its game, a checksum over them and a number that
//! identifies the run; all tables are computed from them. A game counts once its line has reached the disk.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::Deserialize;

use crate::run::checksum::{LineFault, verify_checksum, with_checksum};
use tradewinds_arena::GameRecord;
use tradewinds_game::Schema;

/// A finished game as the journal holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalLine {
    game: u64,
    text: String,
}

impl JournalLine {
    /// Writes the line of a finished game of the run that `form` describes.
    ///
    /// # Panics
    /// Never: a record is plain data.
    #[must_use]
    pub fn new(form: &JournalForm, record: &GameRecord) -> Self {
        Self { game: record.game, text: with_checksum(form.run, record) }
    }
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
}

/// Returns advice on a line that cannot be used.
fn advice(fault: &LineFault) -> &'static str {
    match fault {
        LineFault::Damaged(_) => "take the line out, and what it says is played again",
        LineFault::Foreign => {
            "put back the file of this run, or take the lines of the other one out, and what is missing is played again"
        }
        LineFault::Unmarked => "play the run in another folder, or remove the file to play it here again",
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

/// The form that a journal's records have to fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JournalForm {
    /// Identifies the run: CRC-32 of its description.
    pub run: u32,
    /// The number of games of the run.
    pub games: u64,
    /// The number of seats.
    pub players: usize,
    /// The game's own columns and tables.
    pub schema: &'static Schema,
}

/// Marks a game that has not finished.
const ABSENT: u64 = u64::MAX;

/// The journal of a run. In memory it holds only the position of each game's line.
#[derive(Debug)]
pub struct Journal {
    writer: File,
    reader: BufReader<File>,
    form: JournalForm,
    /// The position of the reader, in bytes.
    position: u64,
    /// The position where the next line will start.
    end: u64,
    starts: Vec<u64>,
    finished: u64,
}

impl Journal {
    /// Starts an empty journal.
    ///
    /// # Errors
    /// The file cannot be written, or another process has started it just now.
    pub fn create(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let writer = OpenOptions::new().append(true).create_new(true).open(path);
        let writer = writer.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::InUse,
            _ => JournalError::Io(error),
        })?;
        Self::locked(writer, path, form)
    }

    /// Opens a journal to continue it: reads through it, and cuts off a last line without an end, which was
    /// torn while it was written. Meanwhile the file is locked against other journals.
    ///
    /// # Errors
    /// The file cannot be read and written, is in use, or a line is damaged, of another run or of a game that
    /// already has a line.
    pub fn open(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let writer = OpenOptions::new().append(true).open(path)?;
        let mut journal = Self::locked(writer, path, form)?;
        let length = journal.writer.metadata()?.len();
        if journal.index(length)? {
            journal.writer.set_len(journal.end)?;
            journal.writer.sync_all()?;
        }
        Ok(journal)
    }

    /// Opens a journal for reading, even while its run is being played: only lines that were whole at the
    /// call are read. It must not be appended to.
    ///
    /// # Errors
    /// The file cannot be read, or a line is damaged, of another run or of a game that already has a line.
    pub fn look_at(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Self::first(length, file, path, form)
    }

    /// Opens the first `length` bytes of a journal for reading.
    fn first(length: u64, file: File, path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let mut journal = Self::with_writer(file, path, form)?;
        journal.index(length)?;
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

    /// Reads through the first `most` bytes of the file; returns whether the last line in them is torn.
    fn index(&mut self, most: u64) -> Result<bool, JournalError> {
        let mut text = Vec::new();
        while self.end < most {
            text.clear();
            let length = self.reader.read_until(b'\n', &mut text)? as u64;
            self.position += length;
            if text.last() != Some(&b'\n') || self.position > most {
                return Ok(true);
            }
            let line = self.finished + 1;
            let numbered = verify_checksum::<Numbered>(self.form.run, &text);
            let noted = numbered.and_then(|Numbered { game }| self.note(game, length));
            noted.map_err(|fault| JournalError::Line { line, fault })?;
        }
        Ok(false)
    }

    /// Records that the next line is of this game.
    fn note(&mut self, game: u64, length: u64) -> Result<(), LineFault> {
        let damaged = |reason| Err(LineFault::Damaged(reason));
        match self.starts.get_mut(game as usize) {
            Some(start) if *start == ABSENT => *start = self.end,
            Some(_) => return damaged(format!("game {game} was there before")),
            None => return damaged(format!("game {game} of a run of {}", self.form.games)),
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

    /// Returns whether a game has finished.
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
        let checked = verify_checksum(self.form.run, &text).and_then(|record: GameRecord| {
            record.check(self.form.players, self.form.schema).map_err(LineFault::Damaged)?;
            Ok(record)
        });
        checked.map_err(|fault| {
            let line = self.starts.iter().filter(|&&other| other <= start).count() as u64;
            JournalError::Line { line, fault }
        })
    }
}

/// The part of a record that the first pass reads.
#[derive(Deserialize)]
struct Numbered {
    game: u64,
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn form() -> JournalForm {
        JournalForm { run: 1, games: 3, players: 0, schema: &Schema { seats: &[], tables: &[] } }
    }

    fn line(game: u64) -> String {
        with_checksum(1, &serde_json::json!({ "game": game }))
    }

    /// Lines that another process appends meanwhile are not read: otherwise reading would never end during a
    /// fast run.
    #[test]
    fn a_look_ends_where_the_journal_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        fs::write(&path, [line(0), line(2), line(1)].concat()).unwrap();
        let two = (line(0).len() + line(2).len()) as u64;
        for (length, finished) in [(0, 0), (two - 1, 1), (two, 2), (two + 1, 2)] {
            let journal = Journal::first(length, File::open(&path).unwrap(), &path, form()).unwrap();
            assert_eq!(journal.finished(), finished, "{length} bytes");
        }
        assert_eq!(Journal::look_at(&path, form()).unwrap().finished(), 3);
    }

    #[test]
    fn a_journal_that_another_process_has_started_is_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let _first = Journal::create(&path, form()).unwrap();
        let second = Journal::create(&path, form()).unwrap_err();
        assert_eq!(second.to_string(), "another process plays this run");
    }
}
