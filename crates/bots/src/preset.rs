//! Bot presets: TOML files that name a bot and its settings.
//!
//! What a bot has learned belongs to its preset, never to its game: [`Preset::guide`] is the policy and, by
//! [`Guide`](tradewinds_game::Guide), an evaluator each for leaves and priors. The whole text of a preset
//! holds its network, so run folders, keys and copies need nothing else.
//!
//! `bots/NAME.toml` fits any game or names its own; a game's own presets are called `bots/GAME.NAME.toml`,
//! and one of the game's own wins over one for any game. A shipped preset may take from a `base`; other code
//! and run folders see its whole text (`tests/shipped.txt` has a hash of each).

mod file;

use std::io;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use self::file::{KindName, PresetFile};
use super::base::{with_base, with_network};
use super::clock::ClockSettings;
use super::restriction::{RestrictedBot, Restriction};
use super::value::{BotGuide, LearnedValue, guide};
use super::{Bot, ExternalBot, ExternalSettings, HeuristicBot, RandomBot, SearchBot};
use tradewinds_game::{CompleteGame, InputError, Origin, Seed, Variant, Weights, parse_toml};
use tradewinds_presets::{networks, presets};
use tradewinds_search::{CheckedSettings, Search};

/// The shipped presets, by name.
static SHIPPED: LazyLock<Vec<ShippedFile>> = LazyLock::new(|| {
    let mut files: Vec<ShippedFile> = presets().map(ShippedFile::new).collect();
    files.sort_by(|a, b| a.file.name.cmp(&b.file.name));
    files
});

/// A bot preset.
#[derive(Clone, PartialEq, Debug)]
pub struct Preset {
    /// The bot's name.
    pub name: String,
    /// The game it plays, or `any`.
    pub game: String,
    /// A description of how it plays, for people.
    pub about: String,
    /// The kind of bot and its settings.
    pub kind: BotKind,
    /// What it has learned; only with [`BotKind::Heuristic`] and [`BotKind::Search`].
    pub value: Option<LearnedValue>,
    /// The temperature at which it draws an action by its policy's scores, which are in victory points; `None` if it plays
    /// the best one. Only with [`BotKind::Heuristic`].
    pub temperature: Option<f64>,
    /// Its clock for a whole game; only with [`BotKind::Search`].
    pub clock: Option<ClockSettings>,
    /// What it never does, and what it always does where it can.
    pub restriction: Restriction,
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
        /// The settings of its search.
        settings: CheckedSettings,
        /// The weights of the policy that rollouts and priors use.
        weights: Weights,
    },
    /// A program supplied by the user.
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

/// A file of a shipped preset.
struct ShippedFile {
    path: &'static str,
    text: &'static str,
    file: PresetFile,
    /// The preset with its complete text, in which settings taken from a `base` are written out: made when it is first
    /// asked for, since networks are long.
    whole: OnceLock<(Preset, String)>,
}

impl ShippedFile {
    fn new((path, text): (&'static str, &'static str)) -> Self {
        let file = parse_toml(path, text).expect("a shipped preset parses, as a test shows");
        Self { path, text, file, whole: OnceLock::new() }
    }

    /// Lists those that play `game`, by name.
    fn all_for(game: &str) -> impl Iterator<Item = &'static Self> {
        SHIPPED.iter().filter(move |shipped| shipped.file.game == game || shipped.file.game == "any")
    }

    /// Reads the preset, and returns it with its complete text; a base must be for the same game. It may have a base, but no
    /// base of a base has one.
    fn whole(&self) -> (&Preset, &str) {
        let (preset, text) = self.whole.get_or_init(|| {
            let text =
                with_network(self.path, &self.on_base(2), |name| shipped_network(name).map(str::to_owned))
                    .expect("a shipped preset names a shipped network");
            let preset = Preset::parse(self.path, &text).expect("a shipped preset parses, as a test shows");
            (preset, text)
        });
        (preset, text)
    }

    /// Returns the text with what it takes from its base, and that from its own; at most `depth` bases are followed.
    fn on_base(&self, depth: u32) -> String {
        let Some(name) = &self.file.base else { return self.text.to_owned() };
        let is_base = |other: &&Self| other.file.name == *name && other.file.game == self.file.game;
        let base = SHIPPED.iter().find(is_base).filter(|_| depth > 0);
        let base = base.expect("a shipped base is a preset of the game, as a test shows");
        with_base(self.path, self.text, &base.on_base(depth - 1)).expect("both were read before")
    }
}

impl Preset {
    /// Reads a preset from TOML text. Settings that it leaves out are taken from its `base`, if that is the
    /// name of a shipped preset.
    ///
    /// # Errors
    /// The text is not TOML, or a key is unknown, missing or of a wrong type; no shipped preset for its
    /// game has the base's name, or the base is a path (the tournament's `find_preset` follows one).
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        let mut file = PresetFile::read(source_name, text)?;
        if let Some(base) = &file.base {
            let (_, base) = Self::find_with_text(base, &file.game)
                .map_err(|error| error.in_file(source_name).with_field("base"))?;
            return Self::parse(source_name, &with_base(source_name, text, base)?);
        }
        if file.value.as_ref().is_some_and(|value| value.name().is_some()) {
            return Self::parse(
                source_name,
                &with_network(source_name, text, |name| shipped_network(name).map(str::to_owned))?,
            );
        }
        let Some(kind) = file.kind else {
            let allowed = "heuristic, search, external or random; or a base";
            return Err(InputError::missing(source_name, "kind", allowed));
        };
        file.check_keys(source_name, kind)?;
        let weights = file.weights.take().unwrap_or_default();
        let value = file.value.take().map(|value| LearnedValue::new(source_name, value)).transpose()?;
        let kind = match kind {
            KindName::Random => BotKind::Random,
            KindName::Heuristic => BotKind::Heuristic(weights),
            KindName::Search => {
                let Some(settings) = file.search else {
                    return Err(InputError::missing(source_name, "search", "a table with a budget"));
                };
                let settings = match &file.clock {
                    Some(clock) => clock.bounded(settings),
                    None => settings.check(),
                };
                let settings = settings.map_err(|error| error.in_file(source_name))?;
                BotKind::Search { settings, weights }
            }
            KindName::External => {
                let settings = file.external();
                BotKind::External(settings.map_err(|error| error.in_file(source_name))?)
            }
        };
        let PresetFile { name, game, about, temperature, mut clock, never, always, .. } = file;
        // That of a program is among its settings.
        if matches!(kind, BotKind::External(_)) {
            clock = None;
        }
        let restriction = Restriction { never, always };
        Ok(Self { name, game, about, kind, value, temperature, clock, restriction })
    }

    /// Returns the file that a preset's text names as its network, if it names one and does not hold it.
    ///
    /// # Errors
    /// The text is not TOML, or a key is unknown or of a wrong type.
    pub fn network_of(source_name: &str, text: &str) -> Result<Option<String>, InputError> {
        let file = PresetFile::read(source_name, text)?;
        Ok(file.value.and_then(|value| value.name().map(str::to_owned)))
    }

    /// Returns the text of a preset with the network that `find` returns in place of the network's name.
    ///
    /// # Errors
    /// The text is not TOML, or `find` fails.
    pub fn text_with_network(
        source_name: &str,
        text: &str,
        find: impl FnOnce(&str) -> Result<String, InputError>,
    ) -> Result<String, InputError> {
        with_network(source_name, text, find)
    }

    /// Returns the text of a shipped network.
    ///
    /// # Errors
    /// No shipped network has this name.
    pub fn shipped_network(name: &str) -> Result<&'static str, InputError> {
        shipped_network(name)
    }

    /// Makes what guides the bot: the policy with its weights, and what it has learned. A bot without weights
    /// has the defaults.
    ///
    /// # Errors
    /// A weight that the game's policy does not have, or a network that is not for this game.
    pub fn guide<G: CompleteGame>(&self, game: &G) -> Result<BotGuide<G>, InputError> {
        let none = Weights::new();
        let weights = match &self.kind {
            BotKind::Heuristic(weights) | BotKind::Search { weights, .. } => weights,
            _ => &none,
        };
        guide(game, weights, self.value.as_ref()).map_err(|error| error.with_origin(self.origin()))
    }

    /// Returns the `base` that a preset's text names, if it names one, and the preset's game: the base is
    /// the name of a shipped preset for that game, or the path of a preset's file.
    ///
    /// # Errors
    /// The text is not TOML, or a key is unknown or of a wrong type.
    pub fn base_of(source_name: &str, text: &str) -> Result<Option<(String, String)>, InputError> {
        let file = PresetFile::read(source_name, text)?;
        Ok(file.base.map(|base| (base, file.game)))
    }

    /// Returns the text of a preset with everything that it takes from its base, a complete preset, in place
    /// of the key `base`.
    ///
    /// # Errors
    /// The result is not a preset, or the base is for another game.
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
        ShippedFile::all_for(game).map(|shipped| shipped.whole().0.clone()).collect()
    }

    /// Finds the shipped preset of this name for `game`; a preset for this game takes precedence over one for
    /// any game.
    ///
    /// # Errors
    /// No preset has this name.
    pub fn find(name: &str, game: &str) -> Result<Self, InputError> {
        Self::find_with_text(name, game).map(|(preset, _)| preset)
    }

    /// Finds a shipped preset as [`Preset::find`] does, with its complete TOML text: settings that its file
    /// takes from a base are written out.
    ///
    /// # Errors
    /// No preset has this name.
    pub fn find_with_text(name: &str, game: &str) -> Result<(Self, &'static str), InputError> {
        ShippedFile::all_for(game)
            .filter(|shipped| shipped.file.name == name)
            .max_by_key(|shipped| shipped.file.game == game)
            .map(|shipped| {
                let (preset, text) = shipped.whole();
                (preset.clone(), text)
            })
            .ok_or_else(|| {
                let mut names: Vec<&str> =
                    ShippedFile::all_for(game).map(|shipped| shipped.file.name.as_str()).collect();
                names.dedup(); // a game's own and the general one
                InputError::unknown_name(Origin::Bot, "", name, names)
            })
    }

    /// Returns whether the bot, given the same seed and asked for the same decisions, plays the same on any
    /// machine: a search with a time budget does not, and a user's program might not.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        match &self.kind {
            BotKind::Random | BotKind::Heuristic(_) => true,
            BotKind::Search { settings, .. } => {
                !settings.is_timed() && !self.clock.is_some_and(|clock| clock.is_timed())
            }
            BotKind::External(_) => false,
        }
    }

    /// Checks that the bot may play everything that is legal.
    ///
    /// # Errors
    /// There is something that it never or always does.
    pub fn check_free(&self) -> Result<(), InputError> {
        if self.restriction.is_empty() {
            return Ok(());
        }
        let allowed = "a bot without `never` and `always`, which are for bots that play games";
        Err(InputError::new(self.origin(), "never, always", "choices", allowed))
    }

    /// Checks that the program of an external bot exists, so that no tournament is played without it; a bot
    /// of another kind passes. [`Preset::build`] does not check this.
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

    /// Has the conversations of an external bot logged in a folder of its name in `folder`
    /// ([`ExternalSettings::log_to`]). Returns whether it is one; a bot of another kind has none.
    ///
    /// # Errors
    /// The folder cannot be made or written.
    pub fn log_to(&mut self, folder: &Path) -> io::Result<bool> {
        let BotKind::External(settings) = &mut self.kind else { return Ok(false) };
        settings.log_to(&folder.join(&self.name))?;
        Ok(true)
    }

    /// Sets the variant of the rules that an external bot receives ([`ExternalSettings::play_by`]); the others need none.
    pub fn play_by(&mut self, variant: &Variant) {
        if let BotKind::External(settings) = &mut self.kind {
            settings.play_by(variant);
        }
    }

    /// Returns the name used for the preset in messages.
    fn origin(&self) -> Origin {
        Origin::Preset(self.name.clone())
    }

    /// Makes the bot. An external bot does not use `seed`, see [`ExternalBot`].
    ///
    /// # Errors
    /// The preset is for another game or names a weight that the game's policy does not have.
    pub fn build<G: CompleteGame>(&self, game: &G, seed: Seed) -> Result<Box<dyn Bot<G>>, InputError> {
        if self.game != "any" && self.game != G::NAME {
            let allowed = format!("{:?} or \"any\"", G::NAME);
            return Err(InputError::conflict(self.origin(), "game", format!("{:?}", self.game), allowed));
        }
        self.restriction.check::<G>().map_err(|error| error.with_origin(self.origin()))?;
        let restriction = (!self.restriction.is_empty()).then(|| Arc::new(self.restriction.clone()));
        let bot: Box<dyn Bot<G>> = match &self.kind {
            BotKind::Random => Box::new(RandomBot::new(seed)),
            BotKind::Heuristic(_) => {
                let bot = HeuristicBot::new(self.guide(game)?, seed);
                Box::new(bot.at_temperature(self.temperature))
            }
            BotKind::Search { settings, .. } => {
                let mut search = Search::new(game, settings.clone(), self.guide(game)?);
                if let Some(restriction) = &restriction {
                    search = search.restricted(restriction.of_search());
                }
                Box::new(SearchBot::new(search, seed).with_clock(self.clock))
            }
            BotKind::External(settings) => Box::new(ExternalBot::new(settings.clone())),
        };
        Ok(match restriction {
            Some(restriction) => Box::new(RestrictedBot::new(bot, restriction)),
            None => bot,
        })
    }
}

/// Finds a shipped network by its name, that of its file without the ending.
fn shipped_network(name: &str) -> Result<&'static str, InputError> {
    let mut known = Vec::new();
    for (network, text) in networks() {
        if network == name {
            return Ok(text);
        }
        known.push(network);
    }
    Err(InputError::unknown_name("", "value.network", name, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_preset_parses() {
        assert!(Preset::shipped("any").iter().any(|preset| preset.name == "random"));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
        let paths = folder.read_dir().unwrap().map(|file| file.unwrap().path());
        let files = paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
        assert_eq!(SHIPPED.len(), files.filter(|path| !path.ends_with("Cargo.toml")).count());
        for (preset, text) in SHIPPED.iter().map(ShippedFile::whole) {
            // The texts must be complete: they are copied as they are, and other presets build on them.
            assert_eq!(Preset::base_of(&preset.name, text), Ok(None));
            assert_eq!(&Preset::parse(&preset.name, text).unwrap(), preset);
        }
    }

    #[test]
    fn no_shipped_preset_repeats_the_weights_of_another() {
        let files: Vec<ShippedFile> = presets().map(ShippedFile::new).collect();
        for (place, one) in files.iter().enumerate() {
            for other in files[..place].iter().filter(|other| other.file.weights.is_some()) {
                assert_ne!(one.file.weights, other.file.weights, "{} and {}", one.path, other.path);
            }
        }
    }

    #[test]
    fn a_shipped_search_takes_the_weights_of_its_base() {
        let BotKind::Search { weights, .. } = Preset::find("ismcts", "puerto-rico").unwrap().kind else {
            panic!("it searches")
        };
        assert_eq!(Preset::find("steady", "puerto-rico").unwrap().kind, BotKind::Heuristic(weights));
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
