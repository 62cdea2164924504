//! The file from which a session goes on: what the table plays, then one line for each move and jump.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use tradewinds_game::InputError;
use tradewinds_tournament::{
    AppendFile, JournalError as FileError, LineFault, read_whole_lines, run_key, verify_checksum,
    with_checksum,
};

use super::session::Session;
use super::spec::SittingSpec;
use super::tree::NodeId;

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionJournalError {
    /// It cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The fault.
        source: io::Error,
    },
    /// Another program has it open.
    #[error("{path} is open in another program", path = .0.display())]
    InUse(PathBuf),
    /// A line cannot be used.
    #[error("{path}: line {line} {fault}", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The fault.
        fault: String,
    },
    /// What the table plays is refused.
    #[error("{path}: {source}", path = path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// The refusal.
        source: InputError,
    },
}

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head<X> {
    table: SittingSpec,
    /// What the keeper of the journal adds, such as the links of the seats.
    extra: X,
}

/// A line after the first.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    /// An action was played from the current position.
    Play(String),
    /// A position of the tree became the current one.
    Go(NodeId),
}

/// Identifies lines of tables.
fn key() -> u32 {
    run_key(["tradewinds table"])
}

/// The journal of a session. It is locked while it is open, and only its owner may read it: it holds what is hidden.
///
/// What cannot be written is kept, and written before the next line or by [`save`](Self::save).
#[derive(Debug)]
pub struct SessionJournal {
    file: AppendFile,
    path: PathBuf,
}

impl SessionJournal {
    /// Starts the journal of a session, with data of the caller's. What the session has played goes into it: a record
    /// that was taken up has all its lines. Nothing is left of a journal that could not be written.
    ///
    /// # Errors
    /// The file is there already or cannot be written.
    pub fn create<X: Serialize>(
        path: &Path,
        session: &Session,
        extra: &X,
    ) -> Result<Self, SessionJournalError> {
        let file = AppendFile::create(path, true).map_err(fault_of(path))?;
        let mut journal = Self { file, path: path.to_owned() };
        let head = Head { table: session.spec().clone(), extra };
        let mut lines = with_checksum(key(), &head);
        let mut at = 0;
        for id in 1..session.positions() {
            let (parent, _, action) = session.step(id);
            let parent = parent.unwrap_or(0);
            if parent != at {
                lines += &with_checksum(key(), &Event::Go(parent));
            }
            lines += &with_checksum(key(), &Event::Play(action.to_owned()));
            at = id;
        }
        if session.at() != at {
            lines += &with_checksum(key(), &Event::Go(session.at()));
        }
        let written = journal.file.append(lines).and_then(|()| journal.file.sync());
        if let Err(source) = written {
            // It is the first fault that the caller hears of.
            let _ = std::fs::remove_file(path);
            return Err(SessionJournalError::Io { path: path.to_owned(), source });
        }
        Ok(journal)
    }

    /// Opens a journal and plays what it holds; returns the session and the caller's data. A last line without an
    /// end was torn while it was written, and is cut off; a file that is refused is left as it is.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use or damaged, or is of other rules.
    pub fn open<X: DeserializeOwned>(path: &Path) -> Result<(Self, Session, X), SessionJournalError> {
        let mut file = AppendFile::open(path).map_err(fault_of(path))?;
        let mut kept = Kept::default();
        let read = file.read_lines(|line| kept.take(line));
        let (session, extra, end) = kept.finish(path, read)?;
        file.end_at(end).map_err(|source| SessionJournalError::Io { path: path.to_owned(), source })?;
        Ok((Self { file, path: path.to_owned() }, session, extra))
    }

    /// Plays what the bytes of a journal hold, whoever keeps it, and touches no file: the game may be under way. `path`
    /// names the journal in messages; a last line without an end is left out.
    ///
    /// # Errors
    /// A line is damaged, or the journal is of other rules.
    pub fn read(path: &Path, bytes: &[u8]) -> Result<Session, SessionJournalError> {
        let mut kept: Kept<IgnoredAny> = Kept::default();
        let read = read_whole_lines(bytes, |line| kept.take(line));
        Ok(kept.finish(path, read)?.0)
    }

    /// Notes an action that was played from the current position. Once this returns, the line survives the end of
    /// the program; whether it survives a failure of power is up to the system.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn played(&mut self, action: &str) -> Result<(), SessionJournalError> {
        self.write(&with_checksum(key(), &Event::Play(action.to_owned())))
    }

    /// Notes that a position of the tree became the current one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn went(&mut self, id: NodeId) -> Result<(), SessionJournalError> {
        self.write(&with_checksum(key(), &Event::Go(id)))
    }

    /// Returns the file's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what could not be written before.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self) -> Result<(), SessionJournalError> {
        self.file.save().map_err(|source| SessionJournalError::Io { path: self.path.clone(), source })
    }

    fn write(&mut self, line: &str) -> Result<(), SessionJournalError> {
        self.file.append(line).map_err(|source| SessionJournalError::Io { path: self.path.clone(), source })
    }
}

/// Says of which file a fault is.
fn fault_of(path: &Path) -> impl Fn(FileError) -> SessionJournalError + use<> {
    let path = path.to_owned();
    move |error| match error {
        FileError::InUse => SessionJournalError::InUse(path.clone()),
        FileError::Io(source) => SessionJournalError::Io { path: path.clone(), source },
        FileError::Line { line, fault } => {
            SessionJournalError::Line { path: path.clone(), line, fault: fault.to_string() }
        }
        other => SessionJournalError::Line { path: path.clone(), line: 1, fault: other.to_string() },
    }
}

/// What the lines of a journal hold.
struct Kept<X> {
    /// The session, and the data of the journal's keeper.
    head: Option<(Session, X)>,
    /// Why what the table plays is refused.
    refused: Option<InputError>,
}

impl<X> Default for Kept<X> {
    fn default() -> Self {
        Self { head: None, refused: None }
    }
}

impl<X: DeserializeOwned> Kept<X> {
    /// Takes a line: sets the table up, or plays on.
    fn take(&mut self, line: &[u8]) -> Result<(), LineFault> {
        let damaged = |error: &dyn std::fmt::Display| LineFault::Damaged(error.to_string());
        let Some((session, _)) = &mut self.head else {
            let first: Head<X> = verify_checksum(key(), line)?;
            let session = Session::new(first.table).map_err(|error| {
                let fault = damaged(&error);
                self.refused = Some(error);
                fault
            })?;
            self.head = Some((session, first.extra));
            return Ok(());
        };
        match verify_checksum(key(), line)? {
            Event::Play(action) => session.play(&action).map(drop).map_err(|error| damaged(&error)),
            Event::Go(id) => session.go_to(id).map_err(|error| damaged(&error)),
        }
    }

    /// Returns the session, the keeper's data and where the lines end, if they could be read.
    fn finish(
        self,
        path: &Path,
        read: Result<u64, FileError>,
    ) -> Result<(Session, X, u64), SessionJournalError> {
        if let Some(source) = self.refused {
            return Err(SessionJournalError::Input { path: path.to_owned(), source });
        }
        let end = read.map_err(fault_of(path))?;
        let fault =
            || SessionJournalError::Line { path: path.to_owned(), line: 1, fault: "is missing".to_owned() };
        let (session, extra) = self.head.ok_or_else(fault)?;
        Ok((session, extra, end))
    }
}
