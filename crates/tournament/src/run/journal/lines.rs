//! Journals of earlier versions: one line for each finished game, in order of finishing. They are read, and
//! written anew in frames when their run goes on.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;

use super::form::{JournalError, JournalForm};
use crate::run::checksum::{LineFault, verify_checksum};
use tradewinds_arena::GameRecord;

/// Marks a game that has not finished.
const ABSENT: u64 = u64::MAX;

/// A journal of lines.
pub(crate) struct Lines {
    reader: BufReader<File>,
    form: JournalForm,
    /// The position of the reader, in bytes.
    position: u64,
    /// The end of the lines that were read.
    end: u64,
    starts: Vec<u64>,
    finished: u64,
}

impl Lines {
    /// Opens a journal and reads through it, but for a last line without an end, which was torn while it was
    /// written. The form's number of the run is that of the whole description, as it was for lines.
    ///
    /// # Errors
    /// The file cannot be read, is being written by another process, or a line is damaged, of another run or
    /// of a game that already has a line.
    pub(crate) fn open(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let starts = vec![ABSENT; form.games as usize];
        let reader = BufReader::new(file);
        let mut lines = Self { reader, form, position: 0, end: 0, starts, finished: 0 };
        lines.index(length)?;
        Ok(lines)
    }

    /// Reads through the first `most` bytes of the file.
    fn index(&mut self, most: u64) -> Result<(), JournalError> {
        let mut text = Vec::new();
        while self.end < most {
            text.clear();
            let length = self.reader.read_until(b'\n', &mut text)? as u64;
            self.position += length;
            if text.last() != Some(&b'\n') || self.position > most {
                break;
            }
            let line = self.finished + 1;
            let numbered = verify_checksum::<Numbered>(self.form.run, &text);
            let noted = numbered.and_then(|Numbered { game }| self.note(game, length));
            noted.map_err(|fault| JournalError::Line { line, fault })?;
        }
        Ok(())
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

    /// Lists the games that have a line.
    pub(crate) fn games(&self) -> impl Iterator<Item = u64> {
        (0..).zip(&self.starts).filter(|(_, start)| **start != ABSENT).map(|(game, _)| game)
    }

    /// Reads a finished game.
    ///
    /// # Errors
    /// The file cannot be read any more, or the line is not a record of such a game.
    ///
    /// # Panics
    /// If the game has not finished.
    pub(crate) fn read(&mut self, game: u64) -> Result<GameRecord, JournalError> {
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
