//! A file that grows by whole pieces: the writer of all journals.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::run::checksum::{LineFault, is_torn};
use crate::run::journal::form::JournalError;

/// A file that is only appended to, in pieces. It is locked against other processes while it is open.
///
/// A piece is there whole or not at all: if it cannot be written, the file is cut to what it was before, and the piece
/// waits. It is written before the next one, so that a disk that was full for a moment costs nothing.
#[derive(Debug)]
pub struct AppendFile {
    file: File,
    /// The length of the whole pieces in the file, in bytes.
    end: u64,
    /// Whether the file may hold more than the whole pieces.
    is_torn: bool,
    /// Pieces that could not be written yet.
    waiting: VecDeque<Vec<u8>>,
    /// Whether anything was written that may not be on the disk yet.
    unsynced: bool,
}

impl AppendFile {
    /// Starts an empty file, which only its owner may read if it `is_private`.
    ///
    /// # Errors
    /// There is such a file, or it cannot be written.
    pub fn create(path: &Path, is_private: bool) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        options.create_new(true);
        if is_private {
            only_for_owner(&mut options);
        }
        Self::locked(options, path)
    }

    /// Opens a file whose pieces are to be read, and then [`end_at`](Self::end_at) the last whole one.
    ///
    /// # Errors
    /// The file cannot be read and written, or another process has it open.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        Self::locked(OpenOptions::new(), path)
    }

    /// Takes a file that is there, which is only read.
    pub(crate) fn only_read(file: File) -> Self {
        Self { file, end: 0, is_torn: false, waiting: VecDeque::new(), unsynced: false }
    }

    /// Reads a file of lines, as [`read_whole_lines`].
    ///
    /// # Errors
    /// The file cannot be read, a line is refused, or what follows them is no part of a line.
    pub fn read_lines(
        &mut self,
        each: impl FnMut(&[u8]) -> Result<(), LineFault>,
    ) -> Result<u64, JournalError> {
        let mut text = Vec::new();
        self.file.read_to_end(&mut text)?;
        read_whole_lines(&text, each)
    }

    /// Opens a file that no other process may write. It is no file of the system's appending kind, since Windows cuts
    /// none of those: each piece is written where the whole ones end.
    #[cfg(not(windows))]
    fn locked(mut options: OpenOptions, path: &Path) -> Result<Self, JournalError> {
        let file = options.read(true).write(true).open(path)?;
        // A page's files are its own: the system below them knows no locks.
        #[cfg(not(target_family = "wasm"))]
        file.try_lock()?;
        Ok(Self::only_read(file))
    }

    /// Opens a file that no other process may write; a lock would keep readers out, too, on this system.
    #[cfg(windows)]
    fn locked(mut options: OpenOptions, path: &Path) -> Result<Self, JournalError> {
        // FILE_SHARE_READ and FILE_SHARE_DELETE, and the error for a file that somebody has open otherwise.
        const SHARED: u32 = 0x1 | 0x4;
        const IN_USE: i32 = 32;
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, SHARED);
        match options.read(true).write(true).open(path) {
            Err(error) if error.raw_os_error() == Some(IN_USE) => Err(JournalError::InUse),
            file => Ok(Self::only_read(file?)),
        }
    }

    /// Says where the whole pieces end that were read; what is behind them is cut off.
    ///
    /// # Errors
    /// The file cannot be read and written.
    pub fn end_at(&mut self, end: u64) -> io::Result<()> {
        self.end = end;
        if self.file.metadata()?.len() > end {
            self.file.set_len(end)?;
            self.file.sync_all()?;
        }
        Ok(())
    }

    /// Returns the length of the whole pieces in the file, in bytes.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Returns the file, to be read.
    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Appends a piece, behind those that wait. The system has it when this returns, so that a process may be killed at
    /// any time; whether it survives a failure of power is up to [`sync`](Self::sync).
    ///
    /// # Errors
    /// The disk is full or fails: the piece waits with those before it.
    pub fn append(&mut self, piece: impl Into<Vec<u8>>) -> io::Result<()> {
        self.waiting.push_back(piece.into());
        self.save()
    }

    /// Writes the pieces that wait.
    ///
    /// # Errors
    /// The disk is full or fails: what is not whole in the file waits.
    pub fn save(&mut self) -> io::Result<()> {
        while let Some(piece) = self.waiting.front() {
            if self.is_torn {
                self.file.set_len(self.end)?;
                self.is_torn = false;
            }
            self.unsynced = true;
            self.file.seek(SeekFrom::Start(self.end))?;
            if let Err(error) = self.file.write_all(piece) {
                // If even this fails, it is done before the next piece.
                self.is_torn = self.file.set_len(self.end).is_err();
                return Err(error);
            }
            self.end += piece.len() as u64;
            self.waiting.pop_front();
        }
        Ok(())
    }

    /// Writes the pieces that wait, and forces all to the disk.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub fn sync(&mut self) -> io::Result<()> {
        self.save()?;
        if self.unsynced {
            self.file.sync_data()?;
            self.unsynced = false;
        }
        Ok(())
    }
}

/// Passes the text of each whole line to `each`, which may refuse it. Returns where they end, in bytes: a last line
/// without an end was torn while it was written.
///
/// # Errors
/// A line is refused, or what follows them is no part of a line.
pub fn read_whole_lines(
    text: &[u8],
    mut each: impl FnMut(&[u8]) -> Result<(), LineFault>,
) -> Result<u64, JournalError> {
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut line = 1;
    for text in text[..whole].split_inclusive(|&byte| byte == b'\n') {
        each(text).map_err(|fault| JournalError::Line { line, fault })?;
        line += 1;
    }
    if !is_torn(&text[whole..]) {
        let fault = LineFault::Damaged("its end is no part of a line".to_owned());
        return Err(JournalError::Line { line, fault });
    }
    Ok(whole as u64)
}

/// Lets only the owner of a file that is made with these options read it, where the system knows owners.
pub fn only_for_owner(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    #[cfg(not(unix))]
    let _ = options;
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A piece is cut off where the file was torn, and written with the next.
    #[test]
    fn a_piece_that_was_not_written_comes_before_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pieces");
        let mut file = AppendFile::create(&path, true).unwrap();
        file.append("one\n").unwrap();
        // A handle that cannot write stands for a disk that is full.
        let writable = std::mem::replace(&mut file.file, File::open(&path).unwrap());
        assert!(file.append("two\n").is_err());
        assert!(file.save().is_err() && file.sync().is_err());
        fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"tw").unwrap();
        file.file = writable;
        file.append("three\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
        assert_eq!(file.end(), 14);
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_is_its_owners() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pieces");
        AppendFile::create(&path, true).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
