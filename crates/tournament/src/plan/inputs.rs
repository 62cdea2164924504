//! Presets and variants, by the name of a shipped one or by the path of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::file_kind::{FileKind, Reads};
use tradewinds_arena::GameInfo;
use tradewinds_bots::{BotKind, MAX_NETWORK, Preset};
use tradewinds_game::{InputError, NAME_RULE, Variant, WeightDoc, Weights, is_file_name};

/// Maximum size of a preset or variant file, in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// Maximum number of files in a chain of presets that build on each other.
const MOST_BASES: usize = 32;

/// A preset or variant with the text it was read from.
#[derive(Clone, PartialEq, Debug)]
pub struct Source<T> {
    /// The value that the text describes.
    pub value: T,
    /// The complete TOML text, including everything that a preset takes from its base.
    pub text: String,
    /// Whether it came from a file, not from the binary.
    pub from_file: bool,
    /// A sentence that its user should read.
    pub note: Option<String>,
}

/// Finds a preset for a game: an entry that ends in `.toml` or holds a `/` is a path, relative to `folder` or
/// else to the current folder; any other is the name of a shipped preset. Anything that a file leaves out is
/// taken from its `base`, and the network that it names is put into its text: the name of a shipped network, or a path
/// relative to the file's folder that ends in `.network` or holds a `/`. A base is the name of a shipped preset for the file's game, or a path relative to
/// the file's folder; it may have a base itself.
///
/// # Errors
/// No shipped preset has this name, a file cannot be read or is not a preset for this game, its name cannot
/// be part of a file name, or its bases form a cycle.
pub fn find_preset(game: &GameInfo, entry: &str, folder: &Path) -> Result<Source<Preset>, InputError> {
    let path = beside(entry, folder);
    if !is_path(entry) {
        let found = Preset::find_with_text(entry, game.name);
        let (value, text) = found.map_err(|error| blame(error, entry, &path, Reads::Preset))?;
        return Ok(Source { value, text: text.to_owned(), from_file: false, note: None });
    }
    let parsed = || {
        let own = read(entry, &path)?;
        let has_base = Preset::base_of(entry, &own)?.is_some();
        let text = complete(entry, own, &mut vec![path.clone()])?;
        Preset::parse(entry, &text).map(|value| (value, text, has_base))
    };
    let (value, text, has_base) = parsed().map_err(|error| blame(error, entry, &path, Reads::Preset))?;
    if value.game != game.name && value.game != "any" {
        let allowed = format!("{:?} or \"any\"", game.name);
        return Err(InputError::conflict(entry, "game", format!("{:?}", value.game), allowed));
    }
    if !is_file_name(&value.name) {
        return Err(InputError::new(entry, "name", format!("{:?}", value.name), NAME_RULE));
    }
    let note = if has_base { None } else { note_on_weights(game, entry, &value) };
    Ok(Source { value, text, from_file: true, note })
}

/// Returns the text of a preset, completed from its base, which is itself completed from its own base. The
/// last of `files` is the preset's file, the one before it is the file that builds on it, and so on.
fn complete(source: &str, text: String, files: &mut Vec<PathBuf>) -> Result<String, InputError> {
    let text = with_network(source, text, files.last().map(PathBuf::as_path))?;
    let Some((base, game)) = Preset::base_of(source, &text)? else { return Ok(text) };
    let (base_source, base_text) = if is_path(&base) {
        let file = files.last().map_or_else(|| PathBuf::from(&base), |file| file.with_file_name(&base));
        let found = read(&base, &file).and_then(|text| {
            Reads::Preset.refusal(&base, FileKind::of(text.as_bytes())).map_or(Ok(text), Err)
        });
        let found = found.map_err(|error| {
            let error = blame(error, &base, &file, Reads::Preset);
            error.in_file(source).with_field(format!("base {base:?}"))
        })?;
        let is_known = files.iter().any(|known| known.canonicalize().ok() == file.canonicalize().ok());
        files.push(file.clone());
        if is_known || files.len() > MOST_BASES {
            let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            let found = if is_known { "a cycle" } else { "too long a chain" };
            let allowed =
                format!("a chain of up to {MOST_BASES} files that ends with a preset without a base");
            let found = format!("{found}: {}", names.join(" -> "));
            return Err(InputError::conflict(source, "base", found, allowed));
        }
        let base_source = file.display().to_string();
        let whole = complete(&base_source, found, files)?;
        (base_source, whole)
    } else {
        let (_, found) =
            Preset::find_with_text(&base, &game).map_err(|error| error.in_file(source).with_field("base"))?;
        (base, found.to_owned())
    };
    let base = Preset::parse(&base_source, &base_text)?;
    Preset::text_on_base(source, &text, &base, &base_text)
}

/// Returns the text of a preset with the network that it names; `file` is the preset's own.
fn with_network(source: &str, text: String, file: Option<&Path>) -> Result<String, InputError> {
    let Some(entry) = Preset::network_of(source, &text)? else { return Ok(text) };
    if !entry.ends_with(".network") && !entry.contains(['/', '\\']) {
        return Preset::text_with_network(source, &text, |name| {
            Preset::shipped_network(name).map(str::to_owned)
        });
    }
    let path = file.map_or_else(|| PathBuf::from(&entry), |file| file.with_file_name(&entry));
    let network = read_up_to(&entry, &path, MAX_NETWORK as u64).and_then(|network| {
        Reads::Network.refusal(&entry, FileKind::of(network.as_bytes())).map_or(Ok(network), Err)
    });
    let network = network.map_err(|error| {
        let error = blame(error, &entry, &path, Reads::Network);
        error.in_file(source).with_field(format!("value.network {entry:?}"))
    })?;
    Preset::text_with_network(source, &text, |_| Ok(network))
}

/// Returns a note on which weights a preset without a base leaves out, and where they come from.
fn note_on_weights(game: &GameInfo, entry: &str, preset: &Preset) -> Option<String> {
    const USUAL: &str = "steady";
    let weights = |preset: &Preset| match &preset.kind {
        BotKind::Heuristic(weights) | BotKind::Search { weights, .. } => Some(weights.clone()),
        _ => None,
    };
    let (given, docs) = (weights(preset)?, game.weights);
    let missing: Vec<&WeightDoc> = docs.iter().filter(|doc| !given.contains_key(doc.name)).collect();
    if missing.is_empty() {
        return None;
    }
    let usual = Preset::find(USUAL, game.name).ok().and_then(|preset| weights(&preset));
    let differs = |usual: Weights| missing.iter().any(|doc| usual.get(doc.name) != Some(&doc.default));
    let hint = if usual.is_some_and(differs) {
        format!(", which are not those of {USUAL}; base = {USUAL:?} takes them from {USUAL}")
    } else {
        String::new()
    };
    let (left, all) = (missing.len(), docs.len());
    Some(format!("{entry} leaves out {left} of {all} weights; they have the code's defaults{hint}"))
}

/// Finds a variant of a game, as [`find_preset`] finds a preset.
///
/// # Errors
/// No shipped variant has this name, or the file cannot be read or is not a variant of this game.
pub fn find_variant(game: &GameInfo, entry: &str, base: &Path) -> Result<Source<Variant>, InputError> {
    let path = beside(entry, base);
    let blamed = |error| blame(error, entry, &path, Reads::Variant);
    if is_path(entry) {
        let text = read(entry, &path).map_err(blamed)?;
        let value = Variant::parse(entry, &text, game.name).map_err(blamed)?;
        return Ok(Source { value, text, from_file: true, note: None });
    }
    let shipped = game.shipped_variants;
    let value = Variant::shipped(entry, game.name, shipped).map_err(blamed)?;
    let text = shipped.iter().find(|(name, _)| *name == entry).map_or("", |(_, text)| *text);
    Ok(Source { value, text: text.to_owned(), from_file: false, note: None })
}

/// Refuses the file of an entry as what it is, if it is of another kind than is read there, or else by `error`.
fn blame(error: InputError, entry: &str, path: &Path, reads: Reads) -> InputError {
    reads.refusal(entry, FileKind::at(path)).unwrap_or(error)
}

fn is_path(entry: &str) -> bool {
    entry.ends_with(".toml") || entry.contains(['/', '\\'])
}

/// Finds the file of an entry: in `folder`, or else relative to the current folder.
fn beside(entry: &str, folder: &Path) -> PathBuf {
    let beside = folder.join(entry);
    if beside.exists() { beside } else { PathBuf::from(entry) }
}

fn read(entry: &str, path: &Path) -> Result<String, InputError> {
    read_up_to(entry, path, MOST_BYTES)
}

fn read_up_to(entry: &str, path: &Path, most: u64) -> Result<String, InputError> {
    let refuse = |error: io::Error| InputError::unreadable(entry, error);
    let mut text = String::new();
    let file = File::open(path).map_err(refuse)?;
    // A device or a pipe may have no end.
    file.take(most + 1).read_to_string(&mut text).map_err(refuse)?;
    if text.len() as u64 > most {
        let allowed = if most == MOST_BYTES { "a file of up to 1 MiB" } else { "a file of up to 512 KiB" };
        return Err(InputError::out_of_range(entry, "", format!("more than {most} bytes"), allowed));
    }
    Ok(text)
}
