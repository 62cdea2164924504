//! Presets and variants, by the name of a shipped one or by the path of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::file_kind::{FileKind, Reads};
use tradewinds_arena::{GameInfo, Ruleset};
use tradewinds_bots::{BotKind, MAX_NETWORK, Preset, Sections};
use tradewinds_game::{
    InputError, InputErrorKind, NAME_RULE, Origin, Variant, WeightDoc, Weights, is_file_name,
};

/// Maximum size of a preset or variant file, in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// Maximum number of presets in a chain of those that build on each other.
const MOST_BASES: usize = 32;

/// A preset or variant with the text it was read from.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceText<T> {
    /// The value that the text describes.
    pub value: T,
    /// The complete TOML text, including everything that a preset takes from its base.
    pub text: String,
    /// Whether it came from a file or from a section of a manifest, and not from the binary.
    pub from_file: bool,
    /// The place that a message names: the entry, or the manifest and the section.
    place: String,
    /// A sentence that its user should read.
    pub note: Option<String>,
}

impl SourceText<Preset> {
    /// Refuses a bot that cannot play at a table, or whose program does not exist.
    ///
    /// # Errors
    /// A weight or a network that the game does not have, or no such program.
    pub fn check(&self, table: &dyn Ruleset) -> Result<(), InputError> {
        let placed = |error: InputError| {
            if self.from_file { error.in_file(self.place.as_str()) } else { error }
        };
        table.check_bot(&self.value).and_then(|()| self.value.check_command()).map_err(placed)
    }
}

/// Finds a preset for a game: an entry that ends in `.toml` or holds a `/` is a path, relative to `folder` or
/// else to the current folder; any other is the name of a shipped preset. Anything that a file leaves out is
/// taken from its `base`, and the network that it names is put into its text: the name of a shipped network, or a path
/// relative to the file's folder that ends in `.network` or holds a `/`. A base is the name of a shipped preset for the
/// file's game, or a path relative to the file's folder; it may have a base itself.
///
/// # Errors
/// No shipped preset has this name, a file cannot be read or is not a preset for this game, its name cannot
/// be part of a file name, or its bases form a cycle.
pub fn find_preset(game: &GameInfo, entry: &str, folder: &Path) -> Result<SourceText<Preset>, InputError> {
    let path = beside(entry, folder);
    if !is_path(entry) {
        let found = Preset::find_with_text(entry, game.name).map_err(|error| or_file(error, entry, folder));
        let (value, text) = found.map_err(|error| blame(error, entry, &path, Reads::Preset))?;
        let place = entry.to_owned();
        return Ok(SourceText { value, text: text.to_owned(), from_file: false, place, note: None });
    }
    let chain = Chain::from(Link { section: None, file: path.clone() }, None);
    let found = read(entry, &path).and_then(|text| chain.preset(game, entry, text));
    let found = found.map_err(|error| blame(error, entry, &path, Reads::Preset))?;
    let value = &found.value;
    if value.game != game.name && value.game != "any" {
        let allowed = format!("{:?} or \"any\"", game.name);
        return Err(InputError::conflict(entry, "game", format!("{:?}", value.game), allowed));
    }
    if !is_file_name(&value.name) {
        return Err(InputError::new(entry, "name", format!("{:?}", value.name), NAME_RULE));
    }
    let differs = |shipped: &&Preset| {
        let Preset { about, game, .. } = (*shipped).clone();
        **shipped != Preset { about, game, ..value.clone() }
    };
    let note = Preset::find(&value.name, game.name).ok().as_ref().filter(differs).map(|Preset { name, .. }| {
        format!("{entry} plays in another way than the shipped bot {name}, whose name it has: tables call it {name}, too")
    });
    Ok(SourceText { note: found.note.or(note), ..found })
}

/// Finds a bot that a manifest names: one of its own `sections`, or else what [`find_preset`] finds; `file` is the
/// manifest. Paths in a section are relative to the manifest's folder, and its base may be a section, too.
///
/// # Errors
/// As [`find_preset`]; a section is named as the manifest and its table.
pub fn find_bot(
    game: &GameInfo,
    entry: &str,
    file: &Path,
    sections: &Sections,
) -> Result<SourceText<Preset>, InputError> {
    let Some(text) = sections.text(entry, game.name) else {
        let found = find_preset(game, entry, file.parent().unwrap_or(Path::new("")));
        return found.map_err(|error| or_section(error, entry, sections));
    };
    let link = Link { section: Some(entry.to_owned()), file: file.to_owned() };
    let place = link.place();
    Chain::from(link, Some(sections)).preset(game, &place, text)
}

/// Adds a file of the folder to the names that are known, if only its ending was left out.
fn or_file(error: InputError, entry: &str, folder: &Path) -> InputError {
    let name = format!("{entry}.toml");
    if *error.origin() != Origin::Bot || !beside(&name, folder).is_file() {
        return error;
    }
    let shipped = error.allowed().to_owned();
    InputError::unknown_name(Origin::Bot, "", entry, shipped.split(", ").chain([name.as_str()]))
}

/// Adds the names of sections to those that are known, if the name of a bot is not.
fn or_section(error: InputError, entry: &str, sections: &Sections) -> InputError {
    if *error.origin() != Origin::Bot {
        return error;
    }
    let shipped = error.allowed().to_owned();
    InputError::unknown_name(Origin::Bot, "", entry, sections.names().chain(shipped.split(", ")))
}

/// A preset in a chain of those that build on each other.
struct Link {
    /// The section of a manifest that it stands in; `None` if it has a file of its own.
    section: Option<String>,
    /// Its file, or that of the manifest.
    file: PathBuf,
}

impl Link {
    /// Returns the place that messages name.
    fn place(&self) -> String {
        let file = self.file.display();
        self.section.as_ref().map_or_else(|| file.to_string(), |name| format!("{file}: bots.{name}"))
    }

    fn is(&self, other: &Self) -> bool {
        let file = |link: &Self| link.file.canonicalize().ok();
        self.section == other.section && (self.section.is_some() || file(self) == file(other))
    }
}

/// The way from a preset to the one that all others build on.
struct Chain<'a> {
    /// The sections that a section may build on.
    sections: Option<&'a Sections>,
    links: Vec<Link>,
}

impl<'a> Chain<'a> {
    fn from(first: Link, sections: Option<&'a Sections>) -> Self {
        Self { sections, links: vec![first] }
    }

    /// Reads the first preset of the chain from its text; `source` is its name in messages.
    fn preset(
        mut self,
        game: &GameInfo,
        source: &str,
        text: String,
    ) -> Result<SourceText<Preset>, InputError> {
        let has_base = Preset::base_of(source, &text)?.is_some();
        let text = self.complete(source, text)?;
        let value = Preset::parse(source, &text)?;
        let note = if has_base { None } else { note_on_weights(game, source, &value) };
        Ok(SourceText { value, text, from_file: true, place: source.to_owned(), note })
    }

    /// Returns the text of the last preset of the chain, completed from its base, which is itself completed from
    /// its own base.
    fn complete(&mut self, source: &str, text: String) -> Result<String, InputError> {
        let text = with_network(source, text, self.links.last().map(|link| link.file.as_path()))?;
        let Some((base, game)) = Preset::base_of(source, &text)? else { return Ok(text) };
        let (base_source, base_text) = match self.next(source, &base, &game)? {
            Some((link, found)) => {
                let place = link.place();
                self.push(source, link)?;
                let whole = self.complete(&place, found)?;
                (place, whole)
            }
            None => {
                let found = Preset::find_with_text(&base, &game).map_err(|error| {
                    let error = self.sections.map_or(error.clone(), |known| or_section(error, &base, known));
                    error.in_file(source).with_field("base")
                });
                (base, found?.1.to_owned())
            }
        };
        let base = Preset::parse(&base_source, &base_text)?;
        Preset::text_on_base(source, &text, &base, &base_text)
    }

    /// Finds the base of the last preset, with its text; `None` for the name of a shipped one.
    fn next(&self, source: &str, base: &str, game: &str) -> Result<Option<(Link, String)>, InputError> {
        let last = self.links.last();
        let sections = last.and_then(|link| link.section.as_ref()).and(self.sections);
        if let (Some(link), Some(text)) = (last, sections.and_then(|sections| sections.text(base, game))) {
            return Ok(Some((Link { section: Some(base.to_owned()), file: link.file.clone() }, text)));
        }
        if !is_path(base) {
            return Ok(None);
        }
        let file = last.map_or_else(|| PathBuf::from(base), |link| link.file.with_file_name(base));
        let found = read(base, &file).and_then(|text| {
            Reads::Preset.refusal(base, FileKind::of(text.as_bytes())).map_or(Ok(text), Err)
        });
        let found = found.map_err(|error| {
            let error = blame(error, base, &file, Reads::Preset);
            error.in_file(source).with_field(format!("base {base:?}"))
        })?;
        Ok(Some((Link { section: None, file }, found)))
    }

    /// Adds the base of the last preset, which is `source`.
    fn push(&mut self, source: &str, link: Link) -> Result<(), InputError> {
        let is_known = self.links.iter().any(|known| known.is(&link));
        self.links.push(link);
        if !is_known && self.links.len() <= MOST_BASES {
            return Ok(());
        }
        let names: Vec<String> = self.links.iter().map(Link::place).collect();
        let found = if is_known { "a cycle" } else { "too long a chain" };
        let allowed = format!("a chain of up to {MOST_BASES} presets that ends with one without a base");
        Err(InputError::conflict(source, "base", format!("{found}: {}", names.join(" -> ")), allowed))
    }
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
pub fn find_variant(game: &GameInfo, entry: &str, base: &Path) -> Result<SourceText<Variant>, InputError> {
    let path = beside(entry, base);
    let blamed = |error| blame(error, entry, &path, Reads::Variant);
    if is_path(entry) {
        let text = read(entry, &path).map_err(blamed)?;
        let value = Variant::parse(entry, &text, game.name).map_err(blamed)?;
        return Ok(SourceText { value, text, from_file: true, place: entry.to_owned(), note: None });
    }
    let shipped = game.shipped_variants;
    let value = Variant::shipped(entry, game.name, shipped).map_err(blamed)?;
    let text = shipped.iter().find(|(name, _)| *name == entry).map_or("", |(_, text)| *text);
    Ok(SourceText { value, text: text.to_owned(), from_file: false, place: entry.to_owned(), note: None })
}

/// Names the manifest and the field whose file, the entry, cannot be read.
pub fn in_field(file: &str, field: &str, entry: &str, error: InputError) -> InputError {
    let is_own = error.kind() == InputErrorKind::Unreadable && *error.origin() == entry.into();
    if is_own { error.in_file(file).with_field(format!("{field} {entry:?}")) } else { error }
}

/// Refuses the file of an entry as what it is, if it is of another kind than is read there, or else by `error`.
pub(crate) fn blame(error: InputError, entry: &str, path: &Path, reads: Reads) -> InputError {
    // Beside an entry without a name lies the folder itself.
    let refusal = if entry.is_empty() { None } else { reads.refusal(entry, FileKind::at(path)) };
    refusal.unwrap_or(error)
}

fn is_path(entry: &str) -> bool {
    entry.ends_with(".toml") || entry.contains(['/', '\\'])
}

/// Finds the file of an entry: in `folder`, or else relative to the current folder.
pub(crate) fn beside(entry: &str, folder: &Path) -> PathBuf {
    let beside = folder.join(entry);
    if beside.exists() { beside } else { PathBuf::from(entry) }
}

fn read(entry: &str, path: &Path) -> Result<String, InputError> {
    read_up_to(entry, path, MOST_BYTES)
}

pub(crate) fn read_up_to(entry: &str, path: &Path, most: u64) -> Result<String, InputError> {
    let refuse = |error: io::Error| InputError::unreadable(entry, error);
    let mut text = String::new();
    let file = File::open(path).map_err(refuse)?;
    // A device or a pipe may have no end.
    file.take(most + 1).read_to_string(&mut text).map_err(refuse)?;
    if text.len() as u64 > most {
        let size = if most < 1 << 20 { format!("{} KiB", most >> 10) } else { format!("{} MiB", most >> 20) };
        let allowed = format!("a file of up to {size}");
        return Err(InputError::out_of_range(entry, "", format!("more than {most} bytes"), allowed));
    }
    Ok(text)
}
