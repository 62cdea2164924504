//! Reading single fields, with their refusals.

use serde::{Deserialize, Deserializer};

use crate::words::{Bits, Destination};
use tradewinds_game::InputError;

/// Reads a field that may be left out but, unlike an `Option` as such, not be `null`.
pub(super) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    field: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

/// Lists the words of a set of destinations.
pub(super) fn names(set: u16) -> String {
    let words: Vec<&str> = Bits(set.into()).map(|place| Destination::WORDS[place]).collect();
    words.join(", ")
}

/// Makes the error of a field of a position.
pub(in crate::notation) fn refuse(
    field: impl Into<String>,
    found: impl Into<String>,
    allowed: impl Into<String>,
) -> InputError {
    InputError::new("position", field, found, allowed)
}

/// Checks that a number is in a range.
pub(super) fn number(field: impl Into<String>, found: u32, low: u32, high: u32) -> Result<u32, InputError> {
    if (low..=high).contains(&found) {
        Ok(found)
    } else {
        Err(refuse(field, found.to_string(), format!("{low}..={high}")))
    }
}
