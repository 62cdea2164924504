//! A file of lines that is only appended to: work that was done, so that it can be stopped and resumed.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::run::append_file::AppendFile;
use crate::run::checksum::{LineFault, verify_checksum, with_checksum};
use crate::run::folder::RunError;
use crate::run::journal::JournalError;

/// Maximum number of lines that wait for the disk.
const MOST_PENDING: u32 = 50;

/// A file open to be appended to; each line has a checksum and a number that identifies the work.
///
/// The system has a line when [`LineFile::add`] returns, so that a process may be killed at any time; lines are
/// forced to the disk only now and then, since anything lost when a machine fails is computed again.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: AppendFile,
    /// Identifies the work.
    run: u32,
    /// Lines since the last was forced to the disk.
    pending: u32,
}

impl LineFile {
    /// Opens the file of the work that `run` identifies, or starts it, and passes the contents of each line
    /// to `each`, which may refuse them. A last line without an end, which was torn while it was written, is
    /// cut off; a file that is refused is left as it is.
    ///
    /// # Errors
    /// The file cannot be read and written, another process has it open, or a line is damaged, of other
    /// work or refused.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        run: u32,
        mut each: impl FnMut(T) -> Result<(), String>,
    ) -> Result<Self, RunError> {
        let refuse = |error| match error {
            JournalError::Io(source) => RunError::Io { path: path.to_owned(), source },
            source => RunError::Journal { path: path.to_owned(), source },
        };
        let mut file = match AppendFile::create(path, false) {
            Err(JournalError::Io(error)) if error.kind() == io::ErrorKind::AlreadyExists => {
                AppendFile::open(path)
            }
            created => created,
        }
        .map_err(refuse)?;
        let read = |line: &[u8]| {
            verify_checksum(run, line).and_then(|value| each(value).map_err(LineFault::Damaged))
        };
        let end = file.read_lines(read).map_err(refuse)?;
        file.end_at(end).map_err(|source| refuse(source.into()))?;
        Ok(Self { path: path.to_owned(), file, run, pending: 0 })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub fn add<T: Serialize>(&mut self, value: &T) -> Result<(), RunError> {
        let mut write = || -> io::Result<()> {
            self.file.append(with_checksum(self.run, value))?;
            self.pending += 1;
            if self.pending == MOST_PENDING {
                self.pending = 0;
                self.file.sync()?;
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

    fn open(path: &Path) -> Result<(LineFile, Vec<Vec<f64>>), RunError> {
        open_as(1, path)
    }

    fn open_as(run: u32, path: &Path) -> Result<(LineFile, Vec<Vec<f64>>), RunError> {
        let mut found = Vec::new();
        let lines = LineFile::open(path, run, |line: Vec<f64>| {
            found.push(line);
            Ok(())
        })?;
        Ok((lines, found))
    }

    /// Returns the reason why a file is refused.
    fn reason<T>(opened: Result<T, RunError>) -> String {
        match opened {
            Err(RunError::Journal { source, .. }) => source.to_string(),
            _ => panic!("the file is refused"),
        }
    }

    #[test]
    fn a_file_goes_on_after_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        let numbers = vec![1.0 / 3.0, 1e-300];
        open(&path).unwrap().0.add(&numbers).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, whole.clone() + "{\"run\":1,\"crc").unwrap();
        let (mut lines, found) = open(&path).unwrap();
        assert_eq!(found, [numbers.as_slice()]);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        assert_eq!(reason(open(&path)), "another process plays this run");
        lines.add(&[2.5]).unwrap();
        drop(lines);
        assert_eq!(open(&path).unwrap().1, [numbers, vec![2.5]]);
    }

    #[test]
    fn a_file_of_something_else_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        open(&path).unwrap().0.add(&[1.0]).unwrap();
        let line = fs::read_to_string(&path).unwrap();
        for (other, number) in [("{\"a\": 1}".to_owned(), 1), (line + "notes", 2)] {
            fs::write(&path, &other).unwrap();
            let expected = format!("line {number} is damaged: its end is no part of a line");
            assert!(reason(open(&path)).starts_with(&expected));
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
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
        let message = reason(open(&path));
        assert!(message.starts_with("line 2 is damaged: its checksum does not fit"), "{message}");
    }

    #[test]
    fn a_line_of_another_study_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["lines.jsonl", "other.jsonl"].map(|name| folder.path().join(name));
        for (run, path) in [(1, &path), (2, &other)] {
            let mut lines = open_as(run, path).unwrap().0;
            lines.add(&[1.0]).unwrap();
            lines.add(&[2.0]).unwrap();
        }
        let [text, other] = [&path, &other].map(|path| fs::read_to_string(path).unwrap());
        let mixed: Vec<&str> = text.lines().take(1).chain(other.lines().skip(1)).collect();
        fs::write(&path, mixed.join("\n") + "\n").unwrap();
        let message = reason(open(&path));
        assert!(message.starts_with("line 2 is of another run"), "{message}");
    }
}
