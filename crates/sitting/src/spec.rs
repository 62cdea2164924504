//! What a table plays, and who sits where.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_arena::{Match, Playable, find};
use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{
    InputError, Origin, Purpose, Seat, Seed, Variant, counted, from_one, grouped, without_controls,
};
use tradewinds_tournament::Completed;

/// What every picture of a game says whose chance was completed.
pub const COMPLETED: &str = "The deal and the random events are completed: they agree with the notes of the game, but may differ from what \
                             the players had.";

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
    let Some(iterations) = budget.parse().ok().filter(|iterations| (1..=MAX_ITERATIONS).contains(iterations))
    else {
        return refuse("a number of iterations from 1 to 1000000 after the @");
    };
    if let Some(own) = settings.iterations {
        // The description names the preset's own budget.
        let described = |number: u32| counted(grouped(number.into()), "iteration");
        preset.about = preset.about.replace(&described(own), &described(iterations));
    }
    *settings = settings.with(|new| (new.iterations, new.time_ms) = (Some(iterations), None))?;
    preset.clock = None;
    preset.name = entry.to_owned();
    Ok(preset)
}

/// The maximum budget of a bot at a table.
const MAX_ITERATIONS: u32 = 1_000_000;

/// Everything that a game at a table follows from, its decisions apart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SittingSpec {
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
    /// The random events that come first, where they were completed for a game that people noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed: Option<Completed>,
}

impl SittingSpec {
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
            completed: None,
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
        let mut started = match &self.initial {
            None => game.table(self.players(), variant)?.deal(self.deal_seed(), self.chance()),
            Some(position) => {
                let completion = Seed(self.seed).derive(Purpose::Completion, 0);
                game.load(position, variant, completion, self.chance())?
            }
        };
        if let Some(completed) = &self.completed {
            started.show_dice(&completed.throws, self.chance());
        }
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

    /// Returns the names of the seats, without control characters, as [`distinct_names`] makes them.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let names = self.seats.iter().map(|sitter| without_controls(sitter.name()));
        distinct_names(&names.collect::<Vec<_>>())
    }
}

/// Returns the names of the seats of a game; where two are the same but for a budget after an @, each of them with its
/// seat's number from 1: "steady", "ismcts 2", "ismcts@8000 3".
#[must_use]
pub fn distinct_names(names: &[impl AsRef<str>]) -> Vec<String> {
    let base = |name: &str| name.split_once('@').map_or(name, |(base, _)| base).to_owned();
    let name = |(index, name): (usize, &str)| {
        let same = names.iter().filter(|other| base(other.as_ref()) == base(name)).count();
        if same > 1 { format!("{name} {}", from_one(index)) } else { name.to_owned() }
    };
    names.iter().map(AsRef::as_ref).enumerate().map(name).collect()
}

/// Draws a seed from the system. All its 64 bits are drawn: a seat that sees its hand could try all deals of a shorter
/// seed.
///
/// # Errors
/// The system has no random numbers to give.
pub fn any_seed() -> std::io::Result<u64> {
    getrandom::u64().map_err(std::io::Error::other)
}

#[cfg(test)]
mod tests {
    use tradewinds_arena::NAMES;

    use super::*;

    #[test]
    fn seats_of_one_bot_have_their_numbers_whatever_their_budgets() {
        let names = ["Anna", "ismcts@8000", "ismcts", "steady", "ismcts"];
        assert_eq!(distinct_names(&names), ["Anna", "ismcts@8000 2", "ismcts 3", "steady", "ismcts 5"]);
        assert_eq!(distinct_names(&["Anna", "ismcts@8000"]), ["Anna", "ismcts@8000"]);
    }

    #[test]
    fn a_bot_with_another_budget_is_described_with_it() {
        for game in NAMES {
            let own = find_bot("ismcts", game).unwrap().about;
            assert!(own.contains("1,000 iterations"), "{game}: {own}");
            for (budget, text) in [("125", " 125 iterations"), ("8000", " 8,000 iterations")] {
                let about = find_bot(&format!("ismcts@{budget}"), game).unwrap().about;
                assert!(about.contains(text) && !about.contains("1,000"), "{game}: {about}");
            }
        }
    }
}
