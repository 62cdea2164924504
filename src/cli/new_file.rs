//! A file that the user wants written; it replaces an existing file only on request.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};

use anyhow::Context;

/// Creates the file; an existing one is replaced only with `force`.
pub(super) fn create(path: &str, force: bool) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).create_new(!force);
    options.open(path).with_context(|| format!("cannot write {path}{}", hint(path, force)))
}

/// Returns a hint on how to replace an existing file.
fn hint(path: &str, force: bool) -> &'static str {
    if !force && std::fs::symlink_metadata(path).is_ok() {
        " (--force replaces a file that is there)"
    } else {
        ""
    }
}

/// Writes to standard output if no file is named or the name is `-`, otherwise to the file, which [`create`]
/// makes.
pub(super) fn write(path: Option<&str>, force: bool, what: &str, text: &str) -> anyhow::Result<()> {
    match path {
        None | Some("-") => {
            io::stdout().write_all(text.as_bytes()).with_context(|| format!("cannot print {what}"))
        }
        Some(path) => {
            let written = create(path, force)?.write_all(text.as_bytes());
            written.with_context(|| format!("cannot write {path}"))
        }
    }
}
