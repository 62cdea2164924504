//! Manifests of learning.

use serde::{Deserialize, Serialize};

use super::super::folder::{check_name, range};
use tradewinds_bots::Sections;
use tradewinds_game::InputError;
use tradewinds_learn::fit::{FitSettings, StreamSettings};
use tradewinds_learn::play::{EndTarget, OnePly, Searched};
use tradewinds_tournament::{NamedBots, NamesBots, SprtSettings, parse_manifest};

/// A manifest of learning: the bot to teach, the games from which it learns, the fit and the gate.
///
/// ```
/// use tradewinds_lab::learn::LearnManifest;
/// let text = r#"
/// name = "learn"
/// game = "puerto-rico"
/// players = [3, 4]
/// seed = 1
/// bot = "ismcts"
/// generations = 2
/// games = 1000
/// [gate]
/// players = 4
/// deals = 100
/// iterations = 200
/// "#;
/// assert_eq!(LearnManifest::parse("learn.toml", text).unwrap().warm_games, 0);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct LearnManifest {
    /// The study's name; also the name of its folder.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The numbers of players of the games, in turn.
    pub players: Vec<usize>,
    /// The seed of everything random, at most 2^63 - 1.
    pub seed: u64,
    /// The search to teach: the name of a shipped preset, or the path of a preset file.
    pub bot: String,
    /// Presets that sit among the learners in some games, beside the bots of earlier generations.
    #[serde(default)]
    pub others: Vec<String>,
    /// Presets that play openings.
    #[serde(default)]
    pub openers: Vec<String>,
    /// The games of the warm start, 0 to 10,000,000; 0, the default, leaves it out.
    #[serde(default)]
    pub warm_games: u32,
    /// A fit that plays games without search, learns from each once and forgets it, in place of the warm start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream: Option<StreamSettings>,
    /// The generations of games with search, 0 to 100.
    pub generations: u32,
    /// The games of a generation, 16 to 10,000,000.
    pub games: u32,
    /// The generations whose samples a fit learns from, the newest ones, 1 to 100; default 3.
    #[serde(default = "three")]
    pub window: u32,
    /// Whether a fit starts from the network before it, of the generation before or of the bot that is taught, and
    /// not from small random weights; default false.
    #[serde(default)]
    pub continued: bool,
    /// Whether the networks correct the priors of the search, too; default true.
    #[serde(default = "yes")]
    pub priors: bool,
    /// The games of one file of samples, 8 to 100,000; default 500. An interruption loses a part of them at most.
    #[serde(default = "five_hundred")]
    pub part: u32,
    /// The memory for samples, in MiB, 16 to 1,000,000; default 4,096.
    #[serde(default = "four_thousand")]
    pub memory_mib: u32,
    /// The variant: the name of a shipped one or the path of a file; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Whose rules the games have; absent for those of `variant`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesKind>,
    /// How often the games of drawn rules have other ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    /// The games without search.
    #[serde(default)]
    pub warm: OnePly,
    /// The games with search.
    #[serde(default)]
    pub play: Searched,
    /// What the ends of games teach.
    #[serde(default)]
    pub end: EndTarget,
    /// The fit.
    #[serde(default)]
    pub fit: FitSettings,
    /// The test of each generation.
    pub gate: Gate,
    /// The comparison at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_out: Option<HeldOut>,
    /// The bots that the manifest holds, each a preset without `name` and `game`.
    #[serde(default, skip_serializing_if = "Sections::is_empty")]
    pub bots: Sections,
}

/// Whose rules the games of self-play have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RulesKind {
    /// Each game has its own: standard, shipped or drawn ones.
    Drawn,
}

/// How often games have which rules, and rules that no game has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Drawn {
    /// The share of the games with the standard rules, 0 to 1.
    pub standard: f64,
    /// The share of the games with a shipped variant, 0 to 1 with the first one; the rest has drawn rules.
    pub shipped: f64,
    /// Variants that are kept for tests: names of shipped ones or paths of files.
    pub left_out: Vec<String>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self { standard: 0.2, shipped: 0.1, left_out: Vec::new() }
    }
}

/// The test that a generation has to pass: a sequential one against the best bot before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// The number of seats.
    pub players: usize,
    /// The maximum number of deals, 2 to 1,000,000, each played both ways with every seating.
    pub deals: u64,
    /// The iterations a decision of the best bot before, 2 to 1,000,000. The new one has as many as take the
    /// same time.
    pub iterations: u32,
    /// The iterations of the new bot for one of the best bot before, 0.01 to 100; without it, it is measured once,
    /// so that it depends on the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<f64>,
    /// The Elo differences and the errors of the test.
    #[serde(default = "usual_test")]
    pub test: SprtSettings,
}

/// The comparison of the best bot with the one that was taught, at the end, at equal time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldOut {
    /// The deals, 2 to 1,000,000; none of them is played before.
    pub deals: u64,
}

fn yes() -> bool {
    true
}

fn three() -> u32 {
    3
}

fn five_hundred() -> u32 {
    500
}

fn four_thousand() -> u32 {
    4096
}

fn usual_test() -> SprtSettings {
    SprtSettings { elo0: 0.0, elo1: 15.0, alpha: 0.05, beta: 0.05 }
}

impl NamesBots for LearnManifest {
    fn sections(&mut self) -> &mut Sections {
        &mut self.bots
    }

    fn named(&self) -> NamedBots<'_> {
        let entries = [&self.bot].into_iter().chain(&self.others).chain(&self.openers).collect();
        NamedBots { game: &self.game, sections: &self.bots, entries }
    }
}

impl LearnManifest {
    /// Reads a manifest from TOML text.
    ///
    /// # Errors
    /// The text is not TOML; a key is unknown, missing or of a wrong type; a value is out of range.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        parse_manifest(source_name, text, Self::check)
    }

    fn check(&self) -> Result<(), InputError> {
        check_name("name", &self.name)?;
        if self.players.is_empty() {
            return Err(InputError::missing("", "players", "a list of numbers of players"));
        }
        range("seed", self.seed, 0, i64::MAX.unsigned_abs())?;
        range("warm_games", self.warm_games, 0, 10_000_000)?;
        range("generations", self.generations, 0, 100)?;
        range("games", self.games, 16, 10_000_000)?;
        range("window", self.window, 1, 100)?;
        range("part", self.part, 8, 100_000)?;
        range("memory_mib", self.memory_mib, 16, 1_000_000)?;
        self.check_stages()?;
        self.check_rules()?;
        self.warm.validate("warm")?;
        self.play.validate("play")?;
        self.end.validate("end")?;
        self.fit.check().map_err(|error| {
            let field = format!("fit.{}", error.field());
            error.with_field(field)
        })?;
        range("gate.deals", self.gate.deals, 2, 1_000_000)?;
        range("gate.iterations", self.gate.iterations, 2, 1_000_000)?;
        range("gate.pace", self.gate.pace.unwrap_or(1.0), 0.01, 100.0)?;
        range("held_out.deals", self.held_out.as_ref().map_or(2, |held| held.deals), 2, 1_000_000)
    }

    /// Checks whose rules the games have.
    fn check_rules(&self) -> Result<(), InputError> {
        let Some(drawn) = &self.drawn else { return Ok(()) };
        if self.rules.is_none() {
            return Err(InputError::missing("", "rules", "\"drawn\", as there is a table [drawn]"));
        }
        range("drawn.standard", drawn.standard, 0.0, 1.0)?;
        range("drawn.shipped", drawn.shipped, 0.0, 1.0)?;
        // Shares such as 0.9 and 0.1 have no exact sum.
        if drawn.standard + drawn.shipped > 1.0 + 1e-9 {
            let found = format!("{}, with {} of standard", drawn.shipped, drawn.standard);
            return Err(InputError::new("", "drawn.shipped", found, "shares that add up to at most 1"));
        }
        Ok(())
    }

    /// Checks that there are stages, and that they fit together.
    fn check_stages(&self) -> Result<(), InputError> {
        let Some(stream) = &self.stream else {
            if self.generations == 0 && self.warm_games == 0 {
                let allowed = "1 to 100, or a warm start or a stream";
                return Err(InputError::new("", "generations", "0", allowed));
            }
            return Ok(());
        };
        stream.validate("stream")?;
        if self.warm_games > 0 {
            let found = self.warm_games.to_string();
            return Err(InputError::new("", "warm_games", found, "0, as the stream is in their place"));
        }
        if self.generations > 0 {
            if !self.continued {
                let allowed = "true, so that the generations go on from the network of the stream";
                return Err(InputError::new("", "continued", "false", allowed));
            }
            if stream.fit.size() != self.fit.size() {
                let words = |fit: &FitSettings| format!("{} and {} units", fit.units, fit.second);
                let allowed = format!("{}, as fit has", words(&self.fit));
                return Err(InputError::new("", "stream.fit", words(&stream.fit), allowed));
            }
        }
        Ok(())
    }
}
