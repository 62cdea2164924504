//! The rules that a command is to use: a game with the variant that the user names.

use std::path::Path;

use serde_json::Value;
use tradewinds::game::{CompleteGame, Dice, InputError, Origin, Variant};
use tradewinds::tournament::find_variant;

/// A variant as the user named it, found.
pub(crate) struct RulesChoice<'a> {
    variant: Variant,
    /// Its path, unless it is shipped.
    file: Option<&'a str>,
}

impl<'a> RulesChoice<'a> {
    /// Finds a variant of `G` by its name or the path of its file; without one, the standard rules.
    pub(crate) fn find<G: CompleteGame>(entry: Option<&'a str>) -> Result<Self, InputError> {
        let Some(entry) = entry else {
            return Ok(Self { variant: Variant::standard(), file: None });
        };
        let found = find_variant::<G>(entry, Path::new(""))?;
        Ok(Self { variant: found.value, file: found.from_file.then_some(entry) })
    }

    /// Returns the variant's name, `standard` without one.
    pub(crate) fn name(&self) -> &str {
        if self.variant.name.is_empty() { "standard" } else { &self.variant.name }
    }

    /// Makes the rules for so many players.
    pub(crate) fn game<G: CompleteGame>(&self, players: usize) -> Result<G, InputError> {
        G::new(players, &self.variant).map_err(|error| self.blame(error))
    }

    /// Reads a position, its unknown parts completed from `dice`.
    pub(crate) fn load<G: CompleteGame, D: Dice>(
        &self,
        position: &Value,
        dice: &mut D,
    ) -> Result<(G, G::State), InputError> {
        G::load(position, &self.variant, dice).map_err(|error| self.blame(error))
    }

    /// Reads a position without asking whether it is valid, its unknown parts completed from `dice`.
    pub(crate) fn read<G: CompleteGame, D: Dice>(
        &self,
        position: &Value,
        dice: &mut D,
    ) -> Result<(G, G::State), InputError> {
        G::read(position, &self.variant, dice).map_err(|error| self.blame(error))
    }

    /// Names the user's file where its numbers are at fault.
    fn blame(&self, error: InputError) -> InputError {
        match self.file {
            Some(file) => error.in_variant(Origin::File(file.to_owned())),
            None => error,
        }
    }
}
