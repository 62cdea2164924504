//! The folder of a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::journal::{JournalError, JournalWriter};
use crate::game::InputError;

/// Why a run cannot start, or not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// Something that the manifest names is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file or folder of the run cannot be written or read.
    #[error("cannot use {}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The folder holds something else; it was not touched.
    #[error("{} {reason}; choose another folder or remove this one", path.display())]
    Refused {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        reason: String,
    },
    /// The journal cannot be used; it was not touched.
    #[error("cannot use {}", path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// What is wrong with it.
        source: JournalError,
    },
    /// The threads cannot be started.
    #[error("cannot start the threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl RunError {
    /// Wraps an error of the system with the path it is about.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self::Io { path, source }
    }
}

/// The folder of a run; everything in it is named here or by a table.
#[derive(Clone, Debug)]
pub(super) struct RunFolder {
    path: PathBuf,
}

/// What a run folder is before the run.
pub(super) enum Before {
    /// It was empty or not there; it is described now and has an empty journal.
    New(JournalWriter),
    /// It holds a run of the same description.
    SameRun,
}

impl RunFolder {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.path.join("journal.jsonl")
    }

    /// Returns the path of a table; `standings` is always the last one to be written.
    pub(super) fn table(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.csv"))
    }

    pub(super) fn refuse(&self, reason: impl Into<String>) -> RunError {
        RunError::Refused { path: self.path.clone(), reason: reason.into() }
    }

    /// Makes the folder with its description, or compares the one that is there.
    ///
    /// # Errors
    /// The folder cannot be written, or holds something else than this run.
    pub(super) fn open(&self, description: &[(String, String)]) -> Result<Before, RunError> {
        if self.is_empty()? {
            for (name, text) in description {
                let path = self.path.join(name);
                let parent = path.parent().unwrap_or(&self.path);
                fs::create_dir_all(parent).map_err(RunError::at(parent))?;
                fs::write(&path, text).map_err(RunError::at(&path))?;
            }
            let path = self.journal();
            let journal = JournalWriter::create(&path).map_err(RunError::at(&path))?;
            return Ok(Before::New(journal));
        }
        for (name, text) in description {
            let path = self.path.join(name);
            let found = match fs::read_to_string(&path) {
                Ok(found) => found,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(self.refuse(format!("is not empty and has no {name} of this run")));
                }
                Err(error) => return Err(RunError::at(&path)(error)),
            };
            if let Some(difference) = difference(&found, text) {
                return Err(self.refuse(format!("holds another run: its {name} differs{difference}")));
            }
        }
        Ok(Before::SameRun)
    }

    fn is_empty(&self) -> Result<bool, RunError> {
        match fs::read_dir(&self.path) {
            Ok(mut entries) => Ok(entries.next().is_none()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
            Err(error) => Err(RunError::at(&self.path)(error)),
        }
    }
}

/// Says how a description that is there differs from the one wanted, by the first key if it can.
fn difference(found: &str, wanted: &str) -> Option<String> {
    if found == wanted {
        return None;
    }
    let (Ok(found), Ok(wanted)) = (found.parse::<toml::Table>(), wanted.parse::<toml::Table>()) else {
        return Some(String::new());
    };
    let text = |value: Option<&toml::Value>| value.map_or("nothing".to_owned(), toml::Value::to_string);
    let key = wanted.keys().chain(found.keys()).find(|&key| found.get(key) != wanted.get(key))?;
    Some(format!(" in {key} ({} there, {} here)", text(found.get(key)), text(wanted.get(key))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_the_key() {
        assert_eq!(difference("a = 1\nb = 2", "b = 2\na = 1\n"), None);
        assert_eq!(difference("a = 1", "a = \"x\"").unwrap(), " in a (1 there, \"x\" here)");
        assert_eq!(difference("a = 1\nb = 2", "a = 1").unwrap(), " in b (2 there, nothing here)");
        assert_eq!(difference("a = ", "a = 1").unwrap(), "");
    }
}
