//! Fields of position files: refusals, limits, words and counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use crate::counts::Counts;
use crate::limits::MAX_COUNT;
use crate::words::Good;
use tradewinds_game::InputError;

/// Counts by name, as a file has them.
pub(super) type NamedCounts = BTreeMap<String, u32>;

/// Reads a field that can be left out but, unlike an `Option` as such, not be `null`.
pub(super) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    field: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

/// Refuses a field of the position.
pub(super) fn refuse(
    field: impl Into<String>,
    found: impl Into<String>,
    allowed: impl Into<String>,
) -> InputError {
    InputError::new("position", field, found, allowed)
}

/// Checks that a number is from `low` to `high`.
pub(super) fn number(field: impl Into<String>, found: u32, low: u32, high: u32) -> Result<u32, InputError> {
    if (low..=high).contains(&found) {
        Ok(found)
    } else {
        Err(refuse(field, found.to_string(), format!("{low}..={high}")))
    }
}

/// Reads counts whose names are `words`, in that order; none above [`MAX_COUNT`].
pub(super) fn read_counts(field: &str, counts: &NamedCounts, words: &[&str]) -> Result<Counts, InputError> {
    let mut packed = Counts::default();
    for (word, &count) in counts {
        let field = format!("{field}.{word}");
        let Some(index) = words.iter().position(|known| known == word) else {
            return Err(InputError::unknown_name("position", field, word, words.iter().copied()));
        };
        packed.set(index, number(field, count, 0, MAX_COUNT.into())? as u8);
    }
    Ok(packed)
}

/// Reads counts of goods.
pub(super) fn read_goods(field: &str, counts: &NamedCounts) -> Result<Counts, InputError> {
    read_counts(field, counts, &Good::WORDS)
}
