//! A file that the user names: read, and refused as what it is if it is of another kind than the command takes.

use std::fs;
use std::path::Path;

use crate::game::InputError;
use crate::sitting::record_of_journal;
use crate::tournament::{FileKind, MoveRecord, Reads};
use anyhow::Context;

/// Reads the text of a file, without the byte order mark that some editors begin it with.
pub(crate) fn read_text(path: &Path, reads: Reads) -> anyhow::Result<String> {
    let source = path.display();
    let text = fs::read_to_string(path).or_else(|error| {
        // A folder, or bytes that are not text.
        match reads.refusal(&source.to_string(), FileKind::at(path)) {
            Some(refusal) => Err(refusal.into()),
            None => Err(error).with_context(|| format!("cannot read {source}")),
        }
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Reads a file with `parse`, which takes the name of the file and its text. A file of another kind is refused as
/// such, not because of its first field that is unknown to this command.
pub(crate) fn read<T>(
    path: &Path,
    reads: Reads,
    parse: impl FnOnce(&str, &str) -> Result<T, InputError>,
) -> anyhow::Result<T> {
    parsed(path, reads, &read_text(path, reads)?, parse)
}

fn parsed<T>(
    path: &Path,
    reads: Reads,
    text: &str,
    parse: impl FnOnce(&str, &str) -> Result<T, InputError>,
) -> anyhow::Result<T> {
    let source = path.display().to_string();
    let refusal = || reads.refusal(&source, FileKind::of(text.as_bytes()));
    Ok(parse(&source, text).map_err(|error| refusal().unwrap_or(error))?)
}

/// Reads the record of a game, or makes one of the game that a table keeps.
pub(crate) fn read_record(path: &Path) -> anyhow::Result<MoveRecord> {
    let text = read_text(path, Reads::Record)?;
    match record_of_journal(path, &text)? {
        Some(record) => Ok(record),
        None => parsed(path, Reads::Record, &text, MoveRecord::parse),
    }
}

/// Refuses what is at a path unless it is of a kind that is taken, or nothing that is known.
pub(crate) fn check(path: &Path, reads: Reads) -> Result<(), InputError> {
    reads.refusal(&path.display().to_string(), FileKind::at(path)).map_or(Ok(()), Err)
}
