//! A file that the user wants written; it replaces an existing file only on request, and appears whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::report::WholeFile;
use anyhow::Context;

/// A file to be written once its contents are known.
pub(super) struct NewFile {
    path: PathBuf,
    force: bool,
    place: Place,
}

/// The place of the contents until they are complete.
enum Place {
    /// Beside the file.
    Beside(WholeFile),
    /// A device or a pipe has no place beside it.
    Itself(File),
}

impl NewFile {
    /// Makes sure that the file can be written, so that no work is lost; an existing one is replaced only with `force`.
    pub(super) fn create(path: &Path, force: bool) -> anyhow::Result<Self> {
        let place = Self::place(path, force).with_context(|| blame(path, force))?;
        Ok(Self { path: path.to_owned(), force, place })
    }

    fn place(path: &Path, force: bool) -> io::Result<Place> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let exists = fs::symlink_metadata(path).is_ok();
        if exists && !force {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        if exists && fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return OpenOptions::new().write(true).open(path).map(Place::Itself);
        }
        // The file that a link names is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        WholeFile::create(&target).map(Place::Beside)
    }

    /// Writes the file.
    pub(super) fn write(self, text: &str) -> anyhow::Result<()> {
        let written = match self.place {
            Place::Itself(mut file) => file.write_all(text.as_bytes()),
            Place::Beside(mut file) => file.write_all(text.as_bytes()).and_then(|()| {
                // Somebody else may have written it in the meantime.
                if !self.force && fs::symlink_metadata(&self.path).is_ok() {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                file.finish()
            }),
        };
        written.with_context(|| blame(&self.path, self.force))
    }
}

/// Says which file cannot be written, and how an existing one is replaced.
fn blame(path: &Path, force: bool) -> String {
    let is_there = !force && fs::symlink_metadata(path).is_ok() && !path.is_dir();
    let hint = if is_there { " (--force replaces a file that is there)" } else { "" };
    format!("cannot write {}{hint}", path.display())
}

/// Writes to standard output if no file is named or the name is `-`, otherwise to a [`NewFile`].
pub(super) fn write(path: Option<&Path>, force: bool, what: &str, text: &str) -> anyhow::Result<()> {
    match path {
        Some(path) if path != Path::new("-") => NewFile::create(path, force)?.write(text),
        _ => io::stdout().write_all(text.as_bytes()).with_context(|| format!("cannot print {what}")),
    }
}
