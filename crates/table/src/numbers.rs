//! The numbers of a game with a variant.

use tradewinds_game::{InputError, Variant, overlaid};

use super::spec::Spec;

/// The numbers of a game, those of its `data.toml` with a variant laid over them.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers(toml::Table);

impl Numbers {
    /// Reads the numbers of a table's game.
    ///
    /// # Errors
    /// No game has this name, or the variant does not fit the game's data.
    pub fn of(spec: &Spec) -> Result<Self, InputError> {
        let data = spec.playable()?.info().data;
        let overlay: Vec<&Variant> = spec.variant.iter().collect();
        overlaid(data, overlay).map(Self)
    }

    /// Returns the value at a path of keys, such as `["building", "factory", "cost"]`.
    #[must_use]
    pub fn value(&self, path: &[&str]) -> Option<&toml::Value> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.0.get(*first)?, |value, key| value.get(key))
    }

    /// Returns the whole number at a path; 0 if there is none.
    #[must_use]
    pub fn number(&self, path: &[&str]) -> i64 {
        self.value(path).and_then(toml::Value::as_integer).unwrap_or(0)
    }

    /// Returns the text at a path; empty if there is none.
    #[must_use]
    pub fn text(&self, path: &[&str]) -> &str {
        self.value(path).and_then(toml::Value::as_str).unwrap_or("")
    }

    /// Returns the list at a path; empty if there is none.
    #[must_use]
    pub fn list(&self, path: &[&str]) -> &[toml::Value] {
        self.value(path).and_then(toml::Value::as_array).map_or(&[], Vec::as_slice)
    }
}
