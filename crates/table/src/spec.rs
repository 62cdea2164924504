//! What a table plays, and who sits where.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_arena::{Match, Playable, find};
use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{InputError, Origin, Purpose, Seat, Seed, Variant};

/// The version of the form of saved tables.
pub const FORM: u32 = 1;

/// Who decides for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Sitter {
    /// A person at the screen of the host.
    Here {
        /// The person's name.
        name: String,
    },
    /// A person at another browser.
    Elsewhere {
        /// The person's name.
        name: String,
    },
    /// A bot.
    Bot {
        /// The name of a shipped preset; a search may have a budget of its own, as in `ismcts@250`.
        preset: String,
    },
}

impl Sitter {
    /// Returns whether a person decides for the seat.
    #[must_use]
    pub fn is_person(&self) -> bool {
        !matches!(self, Self::Bot { .. })
    }

    /// Returns the name of the person or of the preset.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Here { name } | Self::Elsewhere { name } => name,
            Self::Bot { preset } => preset,
        }
    }
}

/// Finds a shipped preset by its name, or a search with another budget by `NAME@ITERATIONS`.
///
/// # Errors
/// No preset of the game has this name, or only searches have a budget, or the budget is none.
pub fn find_bot(entry: &str, game: &str) -> Result<Preset, InputError> {
    let Some((name, budget)) = entry.split_once('@') else { return Preset::find(entry, game) };
    let mut preset = Preset::find(name, game)?;
    let refuse = |allowed: &str| Err(InputError::new(Origin::Bot, "", entry, allowed));
    let BotKind::Search { settings, .. } = &mut preset.kind else {
        return refuse("a budget only for a bot that searches");
    };
    match budget.parse() {
        Ok(iterations @ 1..=MAX_ITERATIONS) => settings.iterations = Some(iterations),
        _ => return refuse("a number of iterations from 1 to 1000000 after the @"),
    }
    settings.time_ms = None;
    preset.name = entry.to_owned();
    Ok(preset)
}

/// The maximum budget of a bot at a table.
const MAX_ITERATIONS: u32 = 1_000_000;

/// Everything that a game at a table follows from, its decisions apart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The version of this form.
    pub form: u32,
    /// The game's name.
    pub game: String,
    /// The version of the rules, action codes and notation.
    pub rules_version: u32,
    /// The variant with all its numbers; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// The seats in order.
    pub seats: Vec<Sitter>,
    /// The seed of the deal, of all random events and of the bots.
    pub seed: u64,
    /// Whether moves can be taken back and other lines tried.
    pub friendly: bool,
    /// The position that the game begins with; absent for a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Value>,
    /// The seed of random events, if it is not derived from `seed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance_seed: Option<u64>,
}

impl Spec {
    /// Describes a new game.
    ///
    /// # Errors
    /// No game has this name.
    pub fn new(
        game: &str,
        variant: Option<Variant>,
        seats: Vec<Sitter>,
        seed: u64,
    ) -> Result<Self, InputError> {
        let rules_version = find(game)?.info().rules_version;
        Ok(Self {
            form: FORM,
            game: game.to_owned(),
            rules_version,
            variant,
            seats,
            seed,
            friendly: true,
            initial: None,
            chance_seed: None,
        })
    }

    /// Returns the number of seats.
    #[must_use]
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// Returns the game.
    ///
    /// # Errors
    /// No game has this name, or its rules are of another version.
    pub fn playable(&self) -> Result<&'static dyn Playable, InputError> {
        let game = find(&self.game)?;
        let version = game.info().rules_version;
        if self.form != FORM {
            return Err(InputError::out_of_range(Origin::Record, "form", self.form, FORM.to_string()));
        }
        if self.rules_version != version {
            let (found, allowed) =
                (self.rules_version.to_string(), format!("{version}, that of this program"));
            return Err(InputError::conflict(Origin::Record, "rules_version", found, allowed));
        }
        Ok(game)
    }

    /// Returns the seed of the deal.
    pub(crate) fn deal_seed(&self) -> Seed {
        Seed(self.seed).derive(Purpose::Deal, 0)
    }

    /// Returns the seed of random events after the deal.
    pub(crate) fn chance(&self) -> Seed {
        self.chance_seed.map_or(Seed(self.seed).derive(Purpose::Chance, 0), Seed)
    }

    /// Returns the seed of what a bot decides after this many decisions.
    pub(crate) fn bot_seed(&self, decisions: usize, seat: Seat) -> Seed {
        Seed(self.seed).derive(Purpose::Bot, decisions as u64).derive(Purpose::Bot, seat.index() as u64)
    }

    /// Sets the game up.
    ///
    /// # Errors
    /// A wrong number of seats, a variant or a position that the game refuses, a bot that does not play it.
    pub fn start(&self) -> Result<Box<dyn Match>, InputError> {
        let game = self.playable()?;
        let standard = Variant::standard();
        let variant = self.variant.as_ref().unwrap_or(&standard);
        let started = match &self.initial {
            None => game.table(self.players(), variant)?.deal(self.deal_seed(), self.chance()),
            Some(position) => {
                let completion = Seed(self.seed).derive(Purpose::Completion, 0);
                game.load(position, variant, completion, self.chance())?
            }
        };
        let players = started.table().players();
        if players != self.players() {
            let allowed = format!("{players}, as in the position");
            return Err(InputError::conflict(Origin::Record, "seats", self.players().to_string(), allowed));
        }
        for sitter in &self.seats {
            if let Sitter::Bot { preset } = sitter {
                started.table().check_bot(&find_bot(preset, &self.game)?)?;
            }
        }
        Ok(started)
    }

    /// Returns the names of the seats; where two are the same, with the seat's number from 1.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let name = |(index, sitter): (usize, &Sitter)| {
            let same = self.seats.iter().filter(|other| other.name() == sitter.name()).count();
            if same > 1 { format!("{} {}", sitter.name(), index + 1) } else { sitter.name().to_owned() }
        };
        self.seats.iter().enumerate().map(name).collect()
    }
}
