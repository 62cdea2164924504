//! A position that the user names: a file or standard input.

use std::io::{self, Read as _};
use std::path::Path;

use crate::arena::{Playable, find};
use crate::game::{InputError, Origin, read_json};
use crate::sitting::record_of_journal;
use crate::tournament::{FileKind, Reads};
use anyhow::Context;
use serde_json::Value;

use super::input_file;

/// A position as the user named it, read as JSON.
pub(crate) struct PositionFile {
    /// The file, or `standard input`.
    pub(crate) source: String,
    /// Its contents.
    pub(crate) position: Value,
}

impl PositionFile {
    /// Reads a JSON file, or standard input for `-`; what is neither a position nor anything else that `reads`
    /// takes is refused as what it is.
    pub(crate) fn read(entry: &Path, reads: Reads) -> anyhow::Result<Self> {
        let (source, text) = if entry == Path::new("-") {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
            ("standard input".to_owned(), text)
        } else {
            (entry.display().to_string(), input_file::read_text(entry, reads)?)
        };
        if let Some(refusal) = reads.refusal(&source, FileKind::of(text.as_bytes())) {
            return Err(refusal.into());
        }
        if let Some(record) = record_of_journal(entry, &text)? {
            let position = serde_json::to_value(record).context("a record is plain data")?;
            return Ok(Self { source, position });
        }
        let position = read_json(text.as_bytes()).map_err(|error| {
            InputError::syntax(&source, "", "JSON", error).with_allowed("a position in JSON")
        })?;
        Ok(Self { source, position })
    }

    /// Finds the game that the user names, or otherwise the one that the position names.
    pub(crate) fn game(&self, game: Option<&str>) -> Result<&'static dyn Playable, InputError> {
        if let Some(name) = game {
            return find(name).map_err(|error| error.with_origin("--game").with_field(""));
        }
        match &self.position["game"] {
            Value::String(name) => find(name).map_err(|error| error.in_file(&self.source)),
            Value::Null => Err(InputError::missing(&self.source, "game", "a game's name here or in --game")),
            other => Err(InputError::wrong_type(&self.source, "game", other.to_string(), "a game's name")),
        }
    }

    /// Adds the name of the file to an error in the position.
    pub(crate) fn blame(&self, error: InputError) -> InputError {
        if *error.origin() == Origin::Position { error.in_file(&self.source) } else { error }
    }
}
