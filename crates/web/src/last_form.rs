//! What was chosen for the last new table, so that the lobby offers it again: also after the program was closed.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use tradewinds_report::WholeFile;

/// The maximum length of what is kept, in bytes.
const MAX_KEPT: usize = 4096;

/// The fields of the last form of a new table.
pub(crate) struct LastForm {
    path: PathBuf,
    query: Mutex<String>,
}

impl LastForm {
    /// Reads what was kept. A file that is not there, or that is no query, is as good as none.
    pub(crate) fn open(path: PathBuf) -> Self {
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let query = if kept.len() <= MAX_KEPT { kept } else { String::new() };
        Self { path, query: Mutex::new(query) }
    }

    /// Returns the fields as a query.
    pub(crate) fn query(&self) -> String {
        self.query.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a form that a table was opened with, without its seed, which would deal the same game again.
    pub(crate) fn keep(&self, form: &[u8]) {
        let Ok(form) = std::str::from_utf8(form) else { return };
        self.set(form.split('&').filter(|field| !field.starts_with("seed=")).collect::<Vec<_>>().join("&"));
    }

    /// Has no guide at the next tables.
    pub(crate) fn without_guide(&self) {
        let kept = self.query();
        self.set(kept.split('&').filter(|field| !field.starts_with("guide=")).collect::<Vec<_>>().join("&"));
    }

    fn set(&self, query: String) {
        if query.len() > MAX_KEPT {
            return;
        }
        // A choice that cannot be written is chosen again after the next start: no reason to stop a game.
        let _ = WholeFile::write(&self.path, query.as_bytes());
        *self.query.lock().unwrap_or_else(PoisonError::into_inner) = query;
    }
}
