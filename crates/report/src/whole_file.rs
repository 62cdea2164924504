//! Files that exist only when complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file being written beside its place, under a name that ends in `.part`. It gets its own name once it is complete;
/// if it is dropped before, nothing is left of it, and an older file stays as it was.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    partial: PathBuf,
    file: File,
    is_finished: bool,
}

impl WholeFile {
    /// Starts a file.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut partial = path.as_os_str().to_owned();
        partial.push(".part");
        let partial = PathBuf::from(partial);
        let file = File::create(&partial)?;
        Ok(Self { path: path.to_owned(), partial, file, is_finished: false })
    }

    /// Gives the file its name, replacing an older one; its contents are on the disk before.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.sync_data()?;
        fs::rename(&self.partial, &self.path)?;
        self.is_finished = true;
        Ok(())
    }

    /// Writes a file in one go.
    ///
    /// # Errors
    /// The folder cannot be written, or the disk is full or fails.
    pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
        let mut file = Self::create(path)?;
        file.write_all(contents)?;
        file.finish()
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.is_finished {
            // The fault that made it incomplete is reported where it occurred.
            let _ = fs::remove_file(&self.partial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.html");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(file);
        assert_eq!(names(), 0, "nothing is left");
        WholeFile::write(&path, b"whole").unwrap();
        WholeFile::create(&path).unwrap().write_all(b"other").unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), names()), (&b"whole"[..], 1));
    }
}
