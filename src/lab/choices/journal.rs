//! The journal of the decisions whose choices were played out: a line each, in order of finishing.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::playout::{Sampled, Valued};
use crate::tournament::RunError;

/// The journal, and what is in it.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    /// By the number in the sample.
    pub(super) found: Vec<Option<Valued>>,
}

/// The form of a line.
#[derive(Serialize, Deserialize)]
struct Envelope<'a> {
    /// CRC-32 (ISO 3309) of the text of the decision.
    crc: u32,
    #[serde(borrow)]
    decision: &'a RawValue,
}

impl Journal {
    /// Opens the journal of a sample, and starts it if it is not there. A last line without an end, which was torn
    /// while it was written, is cut off.
    ///
    /// # Errors
    /// The file cannot be read and written, another process has it open, or a line is damaged or not of this sample.
    pub(super) fn open(path: &Path, sample: &[Sampled]) -> Result<Self, RunError> {
        let io = |source| RunError::Io { path: path.to_owned(), source };
        let refuse = |reason: String| RunError::Refused { path: path.to_owned(), reason };
        let open = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = open.map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(refuse("is written by another process".to_owned())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(io)?;
        }
        let mut found = vec![None; sample.len()];
        for (line, text) in (1..).zip(text[..whole].split_inclusive(|&byte| byte == b'\n')) {
            let damaged = |reason: String| refuse(format!("has a damaged line {line} ({reason})"));
            let decision = read(text).map_err(damaged)?;
            let place = found.get_mut(decision.sample as usize);
            let fits = sample.get(decision.sample as usize).is_some_and(|sampled| {
                (sampled.game, sampled.decision) == (decision.game, decision.decision)
            });
            match place {
                Some(place @ None) if fits => *place = Some(decision),
                _ => return Err(damaged("a decision that is none of this study's".to_owned())),
            }
        }
        Ok(Self { file, path: path.to_owned(), found })
    }

    /// Appends a decision; its line is on the disk when this returns.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(super) fn append(&mut self, decision: Valued) -> Result<(), RunError> {
        let mut write = || -> io::Result<()> {
            let raw = to_raw_value(&decision)?;
            let envelope = Envelope { crc: crc32fast::hash(raw.get().as_bytes()), decision: &raw };
            let mut text = serde_json::to_string(&envelope)?;
            text.push('\n');
            self.file.write_all(text.as_bytes())?;
            self.file.sync_data()
        };
        write().map_err(|source| RunError::Io { path: self.path.clone(), source })?;
        let place = decision.sample as usize;
        self.found[place] = Some(decision);
        Ok(())
    }

    /// Returns how many decisions are there.
    pub(super) fn finished(&self) -> usize {
        self.found.iter().flatten().count()
    }
}

fn read(line: &[u8]) -> Result<Valued, String> {
    let Envelope { crc, decision } = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    if crc32fast::hash(decision.get().as_bytes()) != crc {
        return Err("its checksum does not fit".to_owned());
    }
    let decision: Valued = serde_json::from_str(decision.get()).map_err(|error| error.to_string())?;
    if decision.made >= decision.choices.len() || decision.strong >= decision.choices.len() {
        return Err("a choice that is not there".to_owned());
    }
    Ok(decision)
}
