//! Bot presets: TOML files that name a bot and its settings.

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::base::with_base;
use super::external::DEFAULT_TIME_MS;
use super::{Bot, ExternalBot, ExternalSettings, HeuristicBot, RandomBot, SearchBot};
use tradewinds_game::{CompleteGame, InputError, Origin, Seed, Weights, parse_toml};
use tradewinds_search::{Search, SearchSettings};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../bots");

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
    /// The game's policy with these weights; those left out have the code's defaults.
    Heuristic(Weights),
    /// A tree search.
    Search {
        /// How it searches.
        settings: SearchSettings,
        /// The weights of the policy that rollouts and priors ask.
        weights: Weights,
    },
    /// A program of the user's.
    External(ExternalSettings),
}

impl BotKind {
    /// Returns the kind's name in presets.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Heuristic(_) => "heuristic",
            Self::Search { .. } => "search",
            Self::External(_) => "external",
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
    base: Option<String>,
    kind: Option<KindName>,
    search: Option<SearchSettings>,
    weights: Option<Weights>,
    command: Option<Vec<String>>,
    time_ms: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KindName {
    Random,
    Heuristic,
    Search,
    External,
}

impl Preset {
    /// Reads a preset from TOML text. What it leaves out it takes from its `base`, if that is the name
    /// of a shipped preset.
    ///
    /// # Errors
    /// The text is not TOML, or a key is unknown, missing or of a wrong type; no shipped preset for its
    /// game has the base's name, or the base is a path (the tournament's `find_preset` follows one).
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        let file: PresetFile = parse_toml(source_name, text)?;
        if let Some(base) = &file.base {
            let (_, base) = Self::find_with_text(base, &file.game)
                .map_err(|error| error.in_file(source_name).with_field("base"))?;
            return Self::parse(source_name, &with_base(source_name, text, base)?);
        }
        let Some(kind) = file.kind else {
            let allowed = "heuristic, search, external or random; or a base";
            return Err(InputError::missing(source_name, "kind", allowed));
        };
        let (searches, external) = (kind == KindName::Search, kind == KindName::External);
        let weighs = searches || kind == KindName::Heuristic;
        for (field, given, fits, found, allowed) in [
            ("search", file.search.is_some(), searches, "a table", "only with kind = \"search\""),
            (
                "weights",
                file.weights.is_some(),
                weighs,
                "a table",
                "only with kind = \"heuristic\" or \"search\"",
            ),
            ("command", file.command.is_some(), external, "a list", "only with kind = \"external\""),
            ("time_ms", file.time_ms.is_some(), external, "a number", "only with kind = \"external\""),
        ] {
            if given && !fits {
                return Err(InputError::conflict(source_name, field, found, allowed));
            }
        }
        let weights = file.weights.unwrap_or_default();
        let kind = match kind {
            KindName::Random => BotKind::Random,
            KindName::Heuristic => BotKind::Heuristic(weights),
            KindName::Search => {
                let Some(settings) = file.search else {
                    return Err(InputError::missing(source_name, "search", "a table with a budget"));
                };
                settings.validate().map_err(|error| error.in_file(source_name))?;
                BotKind::Search { settings, weights }
            }
            KindName::External => {
                let settings = ExternalSettings {
                    command: file.command.unwrap_or_default(),
                    time_ms: file.time_ms.unwrap_or(DEFAULT_TIME_MS),
                };
                settings.validate().map_err(|error| error.in_file(source_name))?;
                BotKind::External(settings)
            }
        };
        Ok(Self { name: file.name, game: file.game, about: file.about, kind })
    }

    /// Returns the `base` that a preset's text names, if it names one, and the preset's game: the base is
    /// the name of a shipped preset for that game, or the path of a preset's file.
    ///
    /// # Errors
    /// The text is not TOML, or a key is unknown or of a wrong type.
    pub fn base_of(source_name: &str, text: &str) -> Result<Option<(String, String)>, InputError> {
        let file: PresetFile = parse_toml(source_name, text)?;
        Ok(file.base.map(|base| (base, file.game)))
    }

    /// Returns the text of a preset with all that it takes from its base, a whole preset, in place of
    /// the key `base`.
    ///
    /// # Errors
    /// The result is no preset, or the base is one for another game.
    pub fn text_on_base(
        source_name: &str,
        text: &str,
        base: &Self,
        base_text: &str,
    ) -> Result<String, InputError> {
        let text = with_base(source_name, text, base_text)?;
        let preset = Self::parse(source_name, &text)?;
        if base.game != preset.game && base.game != "any" {
            let found = format!("{}, a preset for {:?}", base.name, base.game);
            let allowed = format!("one for {:?} or \"any\"", preset.game);
            return Err(InputError::conflict(source_name, "base", found, allowed));
        }
        Ok(text)
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
                let mut names: Vec<&str> = presets.iter().map(|(preset, _)| preset.name.as_str()).collect();
                names.dedup(); // a game's own and the general one
                InputError::unknown_name(Origin::Bot, "", name, names)
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

    /// Tells whether the bot, given the same seed and asked for the same decisions, plays the same on
    /// any machine: a search with a time budget does not, and a program of the user's need not.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        match &self.kind {
            BotKind::Random | BotKind::Heuristic(_) => true,
            BotKind::Search { settings, .. } => !settings.is_timed(),
            BotKind::External(_) => false,
        }
    }

    /// Checks that the program of an external bot is there, so that no tournament is played without it;
    /// a bot of another kind passes. [`Preset::build`] does not look.
    ///
    /// # Errors
    /// The program is neither an executable file nor found in `PATH`.
    pub fn check_command(&self) -> Result<(), InputError> {
        match &self.kind {
            BotKind::External(settings) => {
                settings.find_program().map_err(|error| error.with_origin(self.origin()))
            }
            _ => Ok(()),
        }
    }

    /// Returns what messages call the preset.
    fn origin(&self) -> Origin {
        Origin::Preset(self.name.clone())
    }

    /// Makes the bot. An external one draws nothing from `seed`, see [`ExternalBot`].
    ///
    /// # Errors
    /// The preset is for another game or names a weight that the game's policy does not have.
    pub fn build<G: CompleteGame>(&self, game: &G, seed: Seed) -> Result<Box<dyn Bot<G>>, InputError> {
        if self.game != "any" && self.game != G::NAME {
            let allowed = format!("{:?} or \"any\"", G::NAME);
            return Err(InputError::conflict(self.origin(), "game", format!("{:?}", self.game), allowed));
        }
        let in_preset = |error: InputError| error.with_origin(self.origin());
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
            BotKind::External(settings) => Box::new(ExternalBot::new(settings.clone())),
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
            // They are whole: their texts are copied as they are, and other presets build on them.
            assert_eq!(Preset::base_of(&name, file.contents_utf8().unwrap()), Ok(None));
        }
    }

    #[test]
    fn a_shipped_base_gives_what_is_left_out() {
        let text = "name = \"fan\"\ngame = \"puerto-rico\"\nbase = \"steady\"\n[weights]\nfactory = 2.75\n";
        let fan = Preset::parse("fan.toml", text).unwrap();
        let BotKind::Heuristic(weights) = &fan.kind else { panic!("it is steady but for a weight") };
        let steady = Preset::find("steady", "puerto-rico").unwrap();
        let BotKind::Heuristic(mut wanted) = steady.kind else { panic!("steady has a policy") };
        assert_ne!(wanted.insert("factory".to_owned(), 2.75), Some(2.75));
        assert_eq!((weights, fan.name.as_str(), fan.about.as_str()), (&wanted, "fan", ""));
    }

    #[test]
    fn a_missing_base_gets_a_hint() {
        let parse = |base: &str| {
            let text = format!("name = \"fan\"\ngame = \"puerto-rico\"\nbase = {base:?}\n");
            Preset::parse("fan.toml", &text).unwrap_err().to_string()
        };
        let error = parse("stedy");
        assert!(error.starts_with("fan.toml: base: found \"stedy\"; allowed: "), "{error}");
        assert!(error.ends_with("(did you mean steady?)"), "{error}");
        assert!(parse("raider").contains("found \"raider\""), "a preset of another game");
    }

    #[test]
    fn a_misspelt_name_gets_a_hint() {
        let error = Preset::find("randon", "any").unwrap_err().to_string();
        assert!(error.contains("did you mean random?"), "{error}");
    }
}
