//! The rules that a command uses: a game with the variant that the user names.

use std::path::Path;

use crate::arena::{Match, Playable, Ruleset};
use crate::game::{InputError, Origin, Purpose, Seed, Variant};
use crate::tournament::find_variant;
use serde_json::Value;

/// A variant that the user named.
pub(crate) struct RulesChoice<'a> {
    game: &'static dyn Playable,
    variant: Variant,
    /// Its path, unless it is a shipped variant.
    file: Option<&'a str>,
}

impl<'a> RulesChoice<'a> {
    /// Finds a variant of a game by its name or the path of its file; without one, the standard rules.
    pub(crate) fn find(game: &'static dyn Playable, entry: Option<&'a str>) -> Result<Self, InputError> {
        let Some(entry) = entry else {
            return Ok(Self { game, variant: Variant::standard(), file: None });
        };
        let found = find_variant(&game.info(), entry, Path::new(""))?;
        Ok(Self { game, variant: found.value, file: found.from_file.then_some(entry) })
    }

    /// Takes a variant that a message has: its name, its path, or the variant itself.
    pub(crate) fn of_message(
        game: &'static dyn Playable,
        entry: Option<&'a Value>,
    ) -> Result<Self, InputError> {
        match entry {
            Some(data @ Value::Object(_)) => {
                Ok(Self { game, variant: Variant::from_json(data, game.info().name)?, file: None })
            }
            Some(Value::String(entry)) => Self::find(game, Some(entry)),
            None | Some(Value::Null) => Self::find(game, None),
            Some(other) => {
                let allowed = "the name of a variant, its file, or the variant as an object";
                Err(InputError::new(Origin::Unnamed, "variant", other.to_string(), allowed))
            }
        }
    }

    /// Returns the variant's name, or `standard` if none is used.
    pub(crate) fn name(&self) -> &str {
        if self.variant.name.is_empty() { "standard" } else { &self.variant.name }
    }

    /// Returns the variant.
    pub(crate) fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Makes the rules for this many players.
    pub(crate) fn table(&self, players: usize) -> Result<Box<dyn Ruleset>, InputError> {
        self.game.table(players, &self.variant).map_err(|error| self.blame(error))
    }

    /// Resumes a game at a position, with its unknown parts completed and its random events drawn from
    /// `seed`.
    pub(crate) fn load(&self, position: &Value, seed: Seed) -> Result<Box<dyn Match>, InputError> {
        let [completion, chance] = seeds(seed);
        self.game.load(position, &self.variant, completion, chance).map_err(|error| self.blame(error))
    }

    /// Resumes a game at a position as [`RulesChoice::load`] does, without checking whether it is valid.
    pub(crate) fn read(&self, position: &Value, seed: Seed) -> Result<Box<dyn Match>, InputError> {
        let [completion, chance] = seeds(seed);
        self.game.read(position, &self.variant, completion, chance).map_err(|error| self.blame(error))
    }

    /// Adds the name of the user's file to an error in its numbers.
    fn blame(&self, error: InputError) -> InputError {
        match self.file {
            Some(file) => error.in_variant(Origin::File(file.to_owned())),
            None => error,
        }
    }
}

/// Derives the seeds of the position's unknown parts and of random events.
fn seeds(seed: Seed) -> [Seed; 2] {
    [Purpose::Completion, Purpose::Chance].map(|purpose| seed.derive(purpose, 0))
}
