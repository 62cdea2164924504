//! The bots that a manifest names, some of which it may hold itself.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use tradewinds_bots::Sections;
use tradewinds_game::{InputError, parse_toml};

/// A manifest, which names bots and may hold some of them in tables `[bots.NAME]`.
pub trait NamesBots: DeserializeOwned + Serialize {
    /// Returns the bots that the manifest holds.
    fn sections(&mut self) -> &mut Sections;

    /// Returns all bots that the manifest names, and those that it holds.
    fn named(&self) -> NamedBots<'_>;

    /// Writes the manifest as TOML.
    ///
    /// # Panics
    /// If a number is above 2^63 - 1, which TOML cannot hold.
    fn to_toml(&self) -> String {
        toml::to_string(self).expect("numbers below 2^63 and text are TOML")
    }
}

/// The bots of a manifest.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedBots<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The bots that the manifest holds.
    pub sections: &'a Sections,
    /// All entries that name bots.
    pub entries: Vec<&'a String>,
}

/// Reads a manifest from TOML text; `check` is what else it has to pass.
///
/// # Errors
/// The text is not TOML; a key is unknown, missing or of a wrong type; `check` fails; or a bot that the manifest
/// holds has a wrong name or is not used.
pub fn parse_manifest<M: NamesBots>(
    source_name: &str,
    text: &str,
    check: impl FnOnce(&M) -> Result<(), InputError>,
) -> Result<M, InputError> {
    let mut manifest: M = parse_toml(source_name, text).map_err(|error| {
        if lists_bots(text) {
            let allowed = "tables [bots.NAME], one for each bot that the file makes itself; the bots that play stand \
                           under another key, such as lineup";
            return InputError::wrong_type(source_name, "bots", "a list", allowed);
        }
        error
    })?;
    manifest.sections().read(text);
    let NamedBots { game, sections, entries } = manifest.named();
    let checked = check(&manifest).and_then(|()| sections.check(game, entries));
    checked.map_err(|error| error.in_file(source_name))?;
    Ok(manifest)
}

/// Returns whether a manifest has a list in the place of the bots that it holds; with a bot below, it is not even TOML.
fn lists_bots(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start).take_while(|line| !line.starts_with('['));
    lines.any(|line| {
        let value = line.strip_prefix("bots").and_then(|rest| rest.trim_start().strip_prefix('='));
        value.is_some_and(|value| value.trim_start().starts_with('['))
    })
}

/// Returns the game of a manifest of any kind, and the bots that it holds.
///
/// # Errors
/// The text is not TOML, or has no game.
pub fn sections_of(source_name: &str, text: &str) -> Result<(String, Sections), InputError> {
    #[derive(Deserialize)]
    struct Held {
        game: String,
        #[serde(default)]
        bots: Sections,
    }
    let Held { game, mut bots } = parse_toml(source_name, text)?;
    bots.read(text);
    Ok((game, bots))
}
