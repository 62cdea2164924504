//! Bot presets: TOML files that name a bot and its settings.

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::{Bot, HeuristicBot, RandomBot, SearchBot};
use crate::game::{Game, InputError, Seed, Weights, parse_toml};
use crate::search::{Search, SearchSettings};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/bots");

/// A bot preset.
#[derive(Clone, PartialEq, Debug)]
pub struct Preset {
    /// The bot's name.
    pub name: String,
    /// The game it plays, or `any`.
    pub game: String,
    /// How it plays, for people.
    pub about: String,
    /// The kind of bot and its settings.
    pub kind: BotKind,
}

/// The kinds of bot.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum BotKind {
    /// Uniform over the legal actions.
    Random,
    /// The game's policy with these weights; those left out have their defaults.
    Heuristic(Weights),
    /// A tree search.
    Search {
        /// How it searches.
        settings: SearchSettings,
        /// The weights of the policy that rollouts and priors ask.
        weights: Weights,
    },
}

impl BotKind {
    /// Returns the kind's name in presets.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Heuristic(_) => "heuristic",
            Self::Search { .. } => "search",
        }
    }
}

/// A preset file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PresetFile {
    name: String,
    game: String,
    #[serde(default)]
    about: String,
    kind: KindName,
    search: Option<SearchSettings>,
    weights: Option<Weights>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KindName {
    Random,
    Heuristic,
    Search,
}

impl Preset {
    /// Reads a preset from TOML text.
    ///
    /// # Errors
    /// The text is not TOML, or a key is unknown, missing or of a wrong type.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        let file: PresetFile = parse_toml(source_name, text)?;
        let refused = |field: &str, found: &str, allowed: &str| {
            Err(InputError::new(source_name, field, found, allowed))
        };
        let kind = match (file.kind, file.search, file.weights) {
            (KindName::Random | KindName::Heuristic, Some(_), _) => {
                return refused("search", "a table", "only with kind = \"search\"");
            }
            (KindName::Random, None, Some(_)) => {
                return refused("weights", "a table", "only with kind = \"heuristic\" or \"search\"");
            }
            (KindName::Search, None, _) => return refused("search", "nothing", "a table with a budget"),
            (KindName::Random, None, None) => BotKind::Random,
            (KindName::Heuristic, None, weights) => BotKind::Heuristic(weights.unwrap_or_default()),
            (KindName::Search, Some(settings), weights) => {
                settings.validate().map_err(|error| error.in_file(source_name))?;
                BotKind::Search { settings, weights: weights.unwrap_or_default() }
            }
        };
        Ok(Self { name: file.name, game: file.game, about: file.about, kind })
    }

    /// Lists the shipped presets that play `game`, by name.
    pub fn shipped(game: &str) -> Vec<Self> {
        Self::shipped_with_text(game).into_iter().map(|(preset, _)| preset).collect()
    }

    /// Finds the shipped preset of this name for `game`; one of the game's own wins over one for
    /// any game.
    ///
    /// # Errors
    /// No preset has this name.
    pub fn find(name: &str, game: &str) -> Result<Self, InputError> {
        Self::find_with_text(name, game).map(|(preset, _)| preset)
    }

    /// Finds a shipped preset as [`Preset::find`] does, with its TOML text.
    ///
    /// # Errors
    /// No preset has this name.
    pub fn find_with_text(name: &str, game: &str) -> Result<(Self, &'static str), InputError> {
        let presets = Self::shipped_with_text(game);
        presets
            .iter()
            .filter(|(preset, _)| preset.name == name)
            .max_by_key(|(preset, _)| preset.game == game)
            .cloned()
            .ok_or_else(|| {
                InputError::unknown_name(
                    "bot",
                    "",
                    name,
                    presets.iter().map(|(preset, _)| preset.name.as_str()),
                )
            })
    }

    fn shipped_with_text(game: &str) -> Vec<(Self, &'static str)> {
        let mut presets: Vec<(Self, &'static str)> = SHIPPED
            .files()
            .filter_map(|file| Some((file.path().display().to_string(), file.contents_utf8()?)))
            .map(|(name, text)| {
                (Self::parse(&name, text).expect("a shipped preset parses, as a test shows"), text)
            })
            .filter(|(preset, _)| preset.game == game || preset.game == "any")
            .collect();
        presets.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        presets
    }

    /// Makes the bot.
    ///
    /// # Errors
    /// The preset is for another game or names a weight that the game's policy does not have.
    pub fn build<G: Game>(&self, game: &G, seed: Seed) -> Result<Box<dyn Bot<G>>, InputError> {
        if self.game != "any" && self.game != G::NAME {
            return Err(InputError::new(
                format!("bot {}", self.name),
                "game",
                format!("{:?}", self.game),
                format!("{:?} or \"any\"", G::NAME),
            ));
        }
        let in_preset = |error: InputError| error.in_file(format!("bot {}", self.name));
        Ok(match &self.kind {
            BotKind::Random => Box::new(RandomBot::new(seed)),
            BotKind::Heuristic(weights) => {
                Box::new(HeuristicBot::new(game.policy(weights).map_err(in_preset)?, seed))
            }
            BotKind::Search { settings, weights } => {
                let policy = game.policy(weights).map_err(in_preset)?;
                let search = Search::new(game, settings.clone(), policy).map_err(in_preset)?;
                Box::new(SearchBot::new(search, seed))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_preset_parses() {
        assert!(Preset::shipped("any").iter().any(|preset| preset.name == "random"));
        for file in SHIPPED.files() {
            let name = file.path().display().to_string();
            Preset::parse(&name, file.contents_utf8().unwrap()).unwrap();
        }
    }

    #[test]
    fn a_misspelt_name_gets_a_hint() {
        let error = Preset::find("randon", "any").unwrap_err().to_string();
        assert!(error.contains("did you mean random?"), "{error}");
    }
}
