//! Manifests of restricted play.

use serde::{Deserialize, Serialize};

use super::super::folder::{check_name, distinct, refuse};
use tradewinds_arena::GameInfo;
use tradewinds_bots::Sections;
use tradewinds_game::InputError;
use tradewinds_tournament::{NamedBots, NamesBots, parse_manifest};

/// A study of restricted play as its manifest describes it.
///
/// ```
/// use tradewinds_lab::restricted::RestrictedManifest;
/// let text = r#"
/// name = "buildings"
/// game = "puerto-rico"
/// seed = 1
/// deals = 200
/// players = [4]
/// bot = "learned"
/// items = ["build"]
/// "#;
/// assert_eq!(RestrictedManifest::parse("buildings.toml", text).unwrap().smallest, 0.02);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RestrictedManifest {
    /// The study's name; also the name of its folder.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The seed of everything random, at most 2^63 - 1.
    pub seed: u64,
    /// The number of deals that a restricted bot plays, each from every seat.
    pub deals: u64,
    /// The numbers of seats.
    pub players: Vec<usize>,
    /// The bot at all seats: the name of a shipped preset or the path of a file.
    pub bot: String,
    /// The kinds of decision whose choices are judged, by the game's words for them.
    pub items: Vec<String>,
    /// The only choices that are judged; all that come up, if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Variants that are judged beside the standard rules: names of shipped ones or paths of files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// The smallest loss that matters, in win shares: above 0 and below 1.
    #[serde(default = "smallest")]
    pub smallest: f64,
    /// The share of seats below which a choice is rarely open, or rarely made: above 0 and below 1.
    #[serde(default = "rare")]
    pub rare: f64,
    /// The bots that the manifest holds, each a preset without `name` and `game`.
    #[serde(default, skip_serializing_if = "Sections::is_empty")]
    pub bots: Sections,
}

fn smallest() -> f64 {
    0.02
}

fn rare() -> f64 {
    0.05
}

impl NamesBots for RestrictedManifest {
    fn sections(&mut self) -> &mut Sections {
        &mut self.bots
    }

    fn named(&self) -> NamedBots<'_> {
        NamedBots { game: &self.game, sections: &self.bots, entries: vec![&self.bot] }
    }
}

impl RestrictedManifest {
    /// Reads a manifest from TOML text.
    ///
    /// # Errors
    /// The text is not TOML; a key is unknown, missing or of a wrong type; a value is out of range.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        parse_manifest(source_name, text, Self::check)
    }

    fn check(&self) -> Result<(), InputError> {
        check_name("name", &self.name)?;
        if self.deals < 2 {
            return refuse("deals", self.deals.to_string(), "2 or more");
        }
        if self.players.is_empty() || !distinct(&self.players) {
            return refuse("players", format!("{:?}", self.players), "different numbers of seats");
        }
        if self.items.is_empty() || !distinct(&self.items) {
            return refuse("items", format!("{:?}", self.items), "different kinds of decision");
        }
        if !distinct(&self.only) {
            return refuse("only", format!("{:?}", self.only), "different choices");
        }
        for (field, value) in [("smallest", self.smallest), ("rare", self.rare)] {
            if !(value > 0.0 && value < 1.0) {
                return refuse(field, value.to_string(), "above 0 and below 1");
            }
        }
        Ok(())
    }

    /// Makes the manifest of a study with the standard bounds, to which variants are to be added.
    pub(crate) fn new(name: String, game: &str, seed: u64, deals: u64, players: &[usize]) -> Self {
        Self {
            name,
            game: game.to_owned(),
            seed,
            deals,
            players: players.to_vec(),
            bot: String::new(),
            items: Vec::new(),
            only: Vec::new(),
            variants: Vec::new(),
            smallest: smallest(),
            rare: rare(),
            bots: Sections::default(),
        }
    }
}

/// Finds kinds of decision of a game, as indices into [`decision_kinds`](GameInfo::decision_kinds).
///
/// # Errors
/// The game has no such kind.
pub(crate) fn kinds_of(items: &[String], game: &GameInfo) -> Result<Vec<usize>, InputError> {
    let kind = |(index, name): (usize, &String)| {
        let known = game.decision_kinds.iter().position(|kind| kind == name);
        let unknown = || {
            InputError::unknown_name("", format!("items[{index}]"), name, game.decision_kinds.iter().copied())
        };
        known.ok_or_else(unknown)
    };
    items.iter().enumerate().map(kind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        "name = \"x\"\ngame = \"g\"\nseed = 1\ndeals = 2\nplayers = [3]\nbot = \"a\"\nitems = [\"build\"]\n";

    #[test]
    fn a_manifest_round_trips() {
        let manifest = RestrictedManifest::parse("m", GOOD).unwrap();
        assert_eq!(RestrictedManifest::parse("n", &manifest.to_toml()), Ok(manifest));
    }

    #[test]
    fn wrong_manifests_are_refused() {
        for (from, to, part) in [
            ("\"x\"", "\"../x\"", "m: name: found"),
            ("deals = 2", "deals = 1", "m: deals: found 1; allowed: 2 or more"),
            ("[3]", "[3, 3]", "m: players: found [3, 3]"),
            ("[\"build\"]", "[]", "m: items: found []"),
            ("bot", "smallest = 1.0\nbot", "m: smallest: found 1; allowed: above 0"),
            ("bot", "rare = 0.0\nbot", "m: rare: found 0; allowed: above 0"),
            ("bot", "bats = 0.0\nbot", "(did you mean"),
            (
                "bot",
                "only = [\"a\", \"a\"]\nbot",
                "m: only: found [\"a\", \"a\"]; allowed: different choices",
            ),
        ] {
            let error = RestrictedManifest::parse("m", &GOOD.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
