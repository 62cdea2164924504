//! A file that the user wants written, never in place of one that is there unless that is said.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};

use anyhow::Context;

/// Makes the file; one that is there is replaced only with `force`.
pub(super) fn create(path: &str, force: bool) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).create_new(!force);
    options.open(path).with_context(|| format!("cannot write {path}{}", hint(path, force)))
}

/// Says how to replace a file that is there.
fn hint(path: &str, force: bool) -> &'static str {
    if !force && std::fs::symlink_metadata(path).is_ok() {
        " (--force replaces a file that is there)"
    } else {
        ""
    }
}

/// Writes to standard output where no file is named, or `-` is; else to the file, which [`create`] makes.
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
