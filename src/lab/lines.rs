//! A file of lines that is only appended to: what a study has done, so that it can be stopped and go on.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::tournament::{RunError, sealed, unsealed};

/// Lines that wait for the disk, at most.
const MOST_PENDING: u32 = 50;

/// The file, open to be appended to; each line has a checksum.
///
/// The system has a line when [`Lines::add`] returns, so that a process may be killed at any time; the disk has it now
/// and then, since what is lost when a machine fails is computed again.
#[derive(Debug)]
pub(super) struct Lines {
    path: PathBuf,
    file: File,
    /// Lines since the last was forced to the disk.
    pending: u32,
}

impl Lines {
    /// Opens the file, or starts it, and shows what each line says to `each`, which may refuse it. A last line without
    /// an end, which was torn while it was written, is cut off.
    ///
    /// # Errors
    /// The file cannot be read and written, another process has it open, or a line is damaged or refused.
    pub(super) fn open<T: DeserializeOwned>(
        path: &Path,
        mut each: impl FnMut(T) -> Result<(), String>,
    ) -> Result<Self, RunError> {
        let io = |source| RunError::Io { path: path.to_owned(), source };
        let refuse = |reason: String| RunError::Refused { path: path.to_owned(), reason };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        file.try_lock().map_err(|error| match error {
            std::fs::TryLockError::WouldBlock => refuse("is written by another process".to_owned()),
            std::fs::TryLockError::Error(error) => io(error),
        })?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(io)?;
        }
        for (number, line) in (1..).zip(text[..whole].split_inclusive(|&byte| byte == b'\n')) {
            let read = unsealed(line).and_then(&mut each);
            read.map_err(|reason| refuse(format!("has a damaged line {number} ({reason})")))?;
        }
        Ok(Self { path: path.to_owned(), file, pending: 0 })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(super) fn add<T: Serialize>(&mut self, value: &T) -> Result<(), RunError> {
        let mut write = || -> io::Result<()> {
            self.file.write_all(sealed(value).as_bytes())?;
            self.pending += 1;
            if self.pending == MOST_PENDING {
                self.pending = 0;
                self.file.sync_data()?;
            }
            Ok(())
        };
        write().map_err(|source| RunError::Io { path: self.path.clone(), source })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn open(path: &Path) -> Result<(Lines, Vec<Vec<f64>>), RunError> {
        let mut found = Vec::new();
        let lines = Lines::open(path, |line: Vec<f64>| {
            found.push(line);
            Ok(())
        })?;
        Ok((lines, found))
    }

    #[test]
    fn a_file_goes_on_after_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        let numbers = vec![1.0 / 3.0, 1e-300];
        open(&path).unwrap().0.add(&numbers).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, whole.clone() + "{\"crc\":1,\"rec").unwrap();
        let (mut lines, found) = open(&path).unwrap();
        assert_eq!(found, [numbers.as_slice()]);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        assert!(open(&path).unwrap_err().to_string().contains("written by another process"));
        lines.add(&[2.5]).unwrap();
        drop(lines);
        assert_eq!(open(&path).unwrap().1, [numbers, vec![2.5]]);
    }

    #[test]
    fn a_damaged_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        let mut lines = open(&path).unwrap().0;
        lines.add(&[1.0]).unwrap();
        lines.add(&[2.0]).unwrap();
        drop(lines);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("[2.0]", "[3.0]")).unwrap();
        let message = open(&path).unwrap_err().to_string();
        assert!(message.contains("has a damaged line 2 (its checksum does not fit)"), "{message}");
    }
}
