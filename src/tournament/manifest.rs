//! Manifests: TOML files that say who plays what how often.

use serde::{Deserialize, Serialize};

use crate::game::{InputError, parse_toml};

/// A tournament as its manifest describes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The run's name: letters, digits, `.`, `_` and `-`; its folder is called so.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The number of seats.
    pub players: usize,
    /// The seed of everything random, at most 2^63 - 1.
    pub seed: u64,
    /// How many deals each line-up plays, at least 1; or `games`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
    /// How many games to play in all, rounded up to whole blocks; or `deals`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// How line-ups are made of the bots.
    pub format: Format,
    /// The bots: names of shipped presets, or paths of preset files.
    pub lineup: Vec<String>,
    /// How a line-up takes its seats.
    #[serde(default)]
    pub seating: Seating,
    /// The variant: the name of a shipped one or the path of a file; the standard rules without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

/// How line-ups are made of the bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The bots are the one line-up, one a seat; a bot may be in it more than once.
    Table,
    /// The first bot against copies of each other one.
    OneVsRest,
    /// Every set of as many bots as there are seats.
    RoundRobin,
}

/// How a line-up takes its seats; a block plays each different seating once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// Every rotation of the line-up; who sits next to whom stays the same.
    #[default]
    Rotations,
    /// Every order of the line-up.
    Permutations,
}

impl Manifest {
    /// Reads a manifest from TOML text.
    ///
    /// # Errors
    /// The text is not TOML; a key is unknown, missing or of a wrong type; a value is out of range.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        let manifest: Self = parse_toml(source_name, text)?;
        manifest.check().map_err(|error| error.in_file(source_name))?;
        Ok(manifest)
    }

    /// Checks what does not depend on a game.
    fn check(&self) -> Result<(), InputError> {
        let refuse = |field, found: String, allowed| Err(InputError::new("manifest", field, found, allowed));
        if !is_file_name(&self.name) {
            return refuse("name", format!("{:?}", self.name), NAME_RULE);
        }
        match (self.deals, self.games) {
            (Some(0), _) => return refuse("deals", "0".to_owned(), "1 or more"),
            (_, Some(0)) => return refuse("games", "0".to_owned(), "1 or more"),
            (Some(_), Some(_)) => return refuse("games", "deals as well".to_owned(), "deals or games"),
            (None, None) => return refuse("deals", "neither deals nor games".to_owned(), "one of them"),
            _ => {}
        }
        let (bots, seats) = (self.lineup.len(), self.players);
        let found = format!("{bots} bots");
        match self.format {
            Format::Table if bots != seats => {
                refuse("lineup", found, &format!("{seats}, one a seat, with format = \"table\""))
            }
            Format::OneVsRest if bots < 2 => {
                refuse("lineup", found, "2 or more with format = \"one-vs-rest\"")
            }
            Format::RoundRobin if bots < seats => {
                refuse("lineup", found, &format!("{seats} or more with format = \"round-robin\""))
            }
            _ => Ok(()),
        }
    }

    /// Writes the manifest as TOML.
    ///
    /// # Panics
    /// If `seed`, `deals` or `games` is above 2^63 - 1, which TOML cannot hold.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("numbers below 2^63 and text are TOML")
    }
}

/// What a name of a run or a bot may be, since files are called so.
pub(super) const NAME_RULE: &str = "letters, digits, '.', '_' and '-', not beginning with '.'";

/// Tells whether a name follows [`NAME_RULE`].
pub(super) fn is_file_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
name = "quickstart"
game = "some-game"
players = 3
seed = 1
deals = 20
format = "table"
lineup = ["a", "b", "c"]
"#;

    #[test]
    fn a_manifest_round_trips() {
        let manifest = Manifest::parse("x.toml", GOOD).unwrap();
        assert_eq!(manifest.seating, Seating::Rotations);
        assert_eq!(Manifest::parse("y.toml", &manifest.to_toml()), Ok(manifest));
    }

    #[test]
    fn wrong_manifests_are_refused_in_one_line() {
        for (from, to, part) in [
            ("deals", "deels", "x.toml: deels: found \"deels\"; allowed: name, "),
            ("deals", "deels", "(did you mean deals?)"),
            ("\"table\"", "\"tabel\"", "x.toml: format: found \"tabel\""),
            ("\"table\"", "\"one-vs-all\"", "(did you mean one-vs-rest?)"),
            ("\"table\"", "\"round-robin\"\nseating = \"rotation\"", "(did you mean rotations?)"),
            ("seed = 1", "seed = -1", "x.toml: seed: found integer `-1`; allowed: u64"),
            ("seed = 1", "", "x.toml: seed: found nothing"),
            ("players = 3", "players = 3 4", "x.toml: line 4: "),
            ("players = 3", "players = 4", "x.toml: lineup: found 3 bots; allowed: 4, one a seat"),
            ("\"quickstart\"", "\"../quick\"", "x.toml: name: found \"../quick\""),
            ("deals = 20", "deals = 0", "x.toml: deals: found 0"),
            ("deals = 20", "deals = 20\ngames = 5", "deals or games"),
            ("deals = 20", "", "x.toml: deals: found neither"),
            ("lineup = [\"a\", ", "lineup = [1, ", "x.toml: lineup[0]: "),
        ] {
            let error = Manifest::parse("x.toml", &GOOD.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
