//! Manifests of studies of choices.

use serde::{Deserialize, Serialize};

use tradewinds_arena::GameInfo;
use tradewinds_bots::Sections;
use tradewinds_game::InputError;
use tradewinds_tournament::{Format, Manifest, NamedBots, NamesBots, Recording, Seating, parse_manifest};

/// Maximum number of playouts of a choice.
const MOST_PLAYOUTS: u32 = 1_000_000;

/// A study of choices as its manifest describes it.
///
/// ```
/// use tradewinds_lab::choices::ChoicesManifest;
/// let text = r#"
/// name = "roles"
/// game = "puerto-rico"
/// players = 4
/// seed = 1
/// deals = 50
/// format = "table"
/// lineup = ["ismcts", "steady", "shipper", "builder"]
/// kinds = ["role"]
///
/// [worth]
/// decisions = 500
/// playouts = 100
/// bot = "steady"
/// judge = "ismcts"
/// "#;
/// let manifest = ChoicesManifest::parse("roles.toml", text).unwrap();
/// let worth = manifest.worth.unwrap();
/// assert_eq!((worth.choices, worth.jitter), (12, 0.05));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ChoicesManifest {
    /// The study's name; also the name of its folder.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The number of seats.
    pub players: usize,
    /// The seed of everything random, at most 2^63 - 1.
    pub seed: u64,
    /// The number of deals that each line-up plays, at least 1.
    pub deals: u64,
    /// The way in which line-ups are made from the bots.
    pub format: Format,
    /// The bots: names of shipped presets, or paths of preset files.
    pub lineup: Vec<String>,
    /// The seating of a line-up.
    #[serde(default)]
    pub seating: Seating,
    /// The variant: the name of a shipped one or the path of a file; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The path of a file of positions that games begin from, as in the manifest of a tournament; absent for deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<String>,
    /// The kinds of decision that are studied, by the game's own names for them.
    pub kinds: Vec<String>,
    /// The number of rounds in a phase of the game, at least 1.
    #[serde(default = "default_phase")]
    pub phase: u32,
    /// The settings for finding the worth of choices; without them choices are only counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<WorthSettings>,
    /// The bots that the manifest holds, each a preset without `name` and `game`.
    #[serde(default, skip_serializing_if = "Sections::is_empty")]
    pub bots: Sections,
}

/// The settings for finding the worth of choices.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorthSettings {
    /// The number of decisions that are played out, at least 1: decisions times playouts is the budget. More
    /// decisions are sampled where some need fewer playouts.
    pub decisions: u64,
    /// The last round, from 1, whose decisions are played out; without it, those of all rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The number of times that the rest of the game is played after each choice, 2 to 1,000,000; fewer times
    /// where the first four playouts agree after all choices.
    pub playouts: u32,
    /// The bot that plays the rest of the game at all seats: the name of a shipped preset, or the path of a
    /// preset file.
    pub bot: String,
    /// The bot whose choice counts as strong play; without it, the choice that was made in the game counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    /// Maximum number of choices that are played out at a decision, at least 2.
    #[serde(default = "default_choices")]
    pub choices: usize,
    /// The amount by which the bots of a playout differ from `bot`, 0 to 1: each weight is multiplied by 1
    /// plus a normal number of this standard deviation, drawn again for each playout and the same after every
    /// choice.
    #[serde(default = "default_jitter")]
    pub jitter: f64,
}

const fn default_phase() -> u32 {
    4
}

const fn default_choices() -> usize {
    12
}

const fn default_jitter() -> f64 {
    0.05
}

impl NamesBots for ChoicesManifest {
    fn sections(&mut self) -> &mut Sections {
        &mut self.bots
    }

    fn named(&self) -> NamedBots<'_> {
        let worth = self.worth.iter().flat_map(|worth| [Some(&worth.bot), worth.judge.as_ref()]);
        let entries = self.lineup.iter().chain(worth.flatten()).collect();
        NamedBots { game: &self.game, sections: &self.bots, entries }
    }
}

impl ChoicesManifest {
    /// Reads a manifest from TOML text.
    ///
    /// # Errors
    /// The text is not TOML; a key is unknown, missing or of a wrong type; a value is out of range.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        parse_manifest(source_name, text, Self::check)
    }

    /// Checks everything that does not depend on a game.
    fn check(&self) -> Result<(), InputError> {
        let refuse = |field, found: String, allowed| Err(InputError::new("", field, found, allowed));
        self.games().check()?;
        if self.kinds.is_empty() {
            return refuse("kinds", "[]".to_owned(), "one or more kinds of decision");
        }
        if self.phase == 0 {
            return refuse("phase", "0".to_owned(), "1 or more");
        }
        let Some(worth) = &self.worth else { return Ok(()) };
        if worth.decisions == 0 {
            return refuse("worth.decisions", "0".to_owned(), "1 or more");
        }
        if worth.rounds == Some(0) {
            return refuse("worth.rounds", "0".to_owned(), "1 or more");
        }
        if !(2..=MOST_PLAYOUTS).contains(&worth.playouts) {
            return refuse("worth.playouts", worth.playouts.to_string(), "2 to 1000000");
        }
        if worth.choices < 2 {
            return refuse("worth.choices", worth.choices.to_string(), "2 or more");
        }
        if !(0.0..=1.0).contains(&worth.jitter) {
            return refuse("worth.jitter", worth.jitter.to_string(), "0 to 1");
        }
        Ok(())
    }

    /// Finds the kinds of decision of a game, as indices into [`decision_kinds`](GameInfo::decision_kinds).
    pub(super) fn kinds_of(&self, game: &GameInfo) -> Result<Vec<usize>, InputError> {
        let mut kinds = Vec::new();
        for (index, name) in self.kinds.iter().enumerate() {
            let field = format!("kinds[{index}]");
            let known = game.decision_kinds.iter().position(|kind| kind == name);
            let Some(kind) = known else {
                return Err(InputError::unknown_name("", field, name, game.decision_kinds.iter().copied()));
            };
            if kinds.contains(&kind) {
                return Err(InputError::new("", field, format!("{name:?} twice"), "each kind once"));
            }
            kinds.push(kind);
        }
        Ok(kinds)
    }

    /// Returns the manifest of the games that are played.
    pub(super) fn games(&self) -> Manifest {
        let mut games = Manifest::new(&self.name, &self.game, self.players, self.seed)
            .with_deals(self.deals)
            .with_lineup(self.format, self.lineup.clone())
            .with_variant(self.variant.clone())
            .with_positions(self.positions.clone());
        (games.seating, games.record) = (self.seating, Recording::Games);
        games.bots = self.bots.clone();
        games
    }
}
