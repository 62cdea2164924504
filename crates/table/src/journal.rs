//! The file from which a session goes on: what the table plays, then one line for each move and jump.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tradewinds_game::InputError;
use tradewinds_tournament::{LineFault, is_torn, run_key, verify_checksum, with_checksum};

use super::session::Session;
use super::spec::Spec;
use super::tree::NodeId;

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
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
        line: usize,
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
    table: Spec,
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

/// The journal of a session. It is locked while it is open.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    key: u32,
}

impl Journal {
    /// Starts the journal of a session, with data of the caller's. What the session has played goes into it: a record
    /// that was taken up has all its lines.
    ///
    /// # Errors
    /// The file is there already or cannot be written.
    pub fn create<X: Serialize>(path: &Path, session: &Session, extra: &X) -> Result<Self, JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        let file = OpenOptions::new().append(true).create_new(true).open(path).map_err(io)?;
        let mut journal = Self::locked(file, path)?;
        let head = Head { table: session.spec().clone(), extra };
        let mut lines = with_checksum(journal.key, &head);
        let mut at = 0;
        for id in 1..session.positions() {
            let (parent, _, action) = session.step(id);
            let parent = parent.unwrap_or(0);
            if parent != at {
                lines += &with_checksum(journal.key, &Event::Go(parent));
            }
            lines += &with_checksum(journal.key, &Event::Play(action.to_owned()));
            at = id;
        }
        if session.at() != at {
            lines += &with_checksum(journal.key, &Event::Go(session.at()));
        }
        journal.write(&lines)?;
        journal.file.sync_all().map_err(io)?;
        Ok(journal)
    }

    /// Opens a journal and plays what it holds; returns the session and the caller's data. A last line without an
    /// end was torn while it was written, and is cut off; a file that is refused is left as it is.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use or damaged, or is of other rules.
    pub fn open<X: DeserializeOwned>(path: &Path) -> Result<(Self, Session, X), JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        let file = OpenOptions::new().append(true).open(path).map_err(io)?;
        let journal = Self::locked(file, path)?;
        let bytes = std::fs::read(path).map_err(io)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let fault = |line: usize, fault: String| JournalError::Line { path: path.to_owned(), line, fault };
        let mut lines =
            bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).enumerate();
        let damaged = |line: usize| move |error: LineFault| fault(line, error.to_string());
        let first = lines.next().ok_or_else(|| fault(1, "is missing".to_owned()))?.1;
        let head: Head<X> = verify_checksum(journal.key, first).map_err(damaged(1))?;
        let input = |source| JournalError::Input { path: path.to_owned(), source };
        let mut session = Session::new(head.table).map_err(input)?;
        for (index, line) in lines {
            let line_number = index + 1;
            match verify_checksum(journal.key, line).map_err(damaged(line_number))? {
                Event::Play(action) => {
                    session.play(&action).map_err(|error| fault(line_number, error.to_string()))?;
                }
                Event::Go(id) => session.go_to(id).map_err(|error| fault(line_number, error.to_string()))?,
            }
        }
        if whole < bytes.len() {
            if !is_torn(&bytes[whole..]) {
                let line = bytes[..whole].iter().filter(|&&byte| byte == b'\n').count() + 1;
                return Err(fault(line, "is damaged: it is no part of a line".to_owned()));
            }
            journal.file.set_len(whole as u64).map_err(io)?;
        }
        Ok((journal, session, head.extra))
    }

    /// Notes an action that was played from the current position. Once this returns, the line survives the end of
    /// the program; whether it survives a failure of power is up to the system.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn played(&mut self, action: &str) -> Result<(), JournalError> {
        self.write(&with_checksum(self.key, &Event::Play(action.to_owned())))
    }

    /// Notes that a position of the tree became the current one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn went(&mut self, id: NodeId) -> Result<(), JournalError> {
        self.write(&with_checksum(self.key, &Event::Go(id)))
    }

    /// Returns the file's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn locked(file: File, path: &Path) -> Result<Self, JournalError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            Err(TryLockError::Error(source)) => {
                return Err(JournalError::Io { path: path.to_owned(), source });
            }
        }
        Ok(Self { file, path: path.to_owned(), key: run_key(["tradewinds table"]) })
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }
}
