//! Presets and variants, by the name of a shipped one or by the path of a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::bots::Preset;
use crate::game::{Game, InputError, NAME_RULE, Variant, is_file_name};

/// The most bytes of a preset or variant file.
const MOST_BYTES: u64 = 1 << 20;

/// A preset or variant with the text it was read from.
#[derive(Clone, PartialEq, Debug)]
pub struct Source<T> {
    /// What the text says.
    pub value: T,
    /// The TOML text.
    pub text: String,
    /// Whether it came from a file, not from the binary.
    pub from_file: bool,
}

/// Finds a preset for `game`: an entry that ends in `.toml` or holds a `/` is a path, relative to
/// `base` or else to the current folder; any other is the name of a shipped preset.
///
/// # Errors
/// No shipped preset has this name, the file cannot be read or is no preset for this game, or its
/// name cannot be part of a file's.
pub fn find_preset(entry: &str, game: &str, base: &Path) -> Result<Source<Preset>, InputError> {
    if !is_path(entry) {
        let (value, text) = Preset::find_with_text(entry, game)?;
        return Ok(Source { value, text: text.to_owned(), from_file: false });
    }
    let text = read(entry, base)?;
    let value = Preset::parse(entry, &text)?;
    if value.game != game && value.game != "any" {
        let allowed = format!("{game:?} or \"any\"");
        return Err(InputError::new(entry, "game", format!("{:?}", value.game), allowed));
    }
    if !is_file_name(&value.name) {
        return Err(InputError::new(entry, "name", format!("{:?}", value.name), NAME_RULE));
    }
    Ok(Source { value, text, from_file: true })
}

/// Finds a variant of `G`, as [`find_preset`] finds a preset.
///
/// # Errors
/// No shipped variant has this name, or the file cannot be read or is no variant of this game.
pub fn find_variant<G: Game>(entry: &str, base: &Path) -> Result<Source<Variant>, InputError> {
    if is_path(entry) {
        let text = read(entry, base)?;
        let value = Variant::parse(entry, &text, G::NAME)?;
        return Ok(Source { value, text, from_file: true });
    }
    let shipped = G::shipped_variants();
    let value = Variant::shipped(entry, G::NAME, shipped)?;
    let text = shipped.iter().find(|(name, _)| *name == entry).map_or("", |(_, text)| *text);
    Ok(Source { value, text: text.to_owned(), from_file: false })
}

fn is_path(entry: &str) -> bool {
    entry.ends_with(".toml") || entry.contains(['/', '\\'])
}

fn read(entry: &str, base: &Path) -> Result<String, InputError> {
    let beside = base.join(entry);
    let path = if beside.exists() { &beside } else { Path::new(entry) };
    let refuse = |found: String| InputError::new(entry, "", found, "a readable file of up to 1 MiB");
    let mut text = String::new();
    let file = File::open(path).map_err(|error| refuse(error.to_string()))?;
    // A device or a pipe may have no end.
    file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|error| refuse(error.to_string()))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(refuse(format!("more than {MOST_BYTES} bytes")));
    }
    Ok(text)
}
