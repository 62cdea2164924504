//! Refusals through serde's hooks, which give the error's parts, so that no sentence has to be parsed.

use std::fmt::Display;

use serde::de::{Error, Expected, Unexpected};

use super::error::InputError;
use super::number::in_plain_words;
use super::origin::Origin;

/// The name of a set of fields if the language of the file is not known.
const TABLE: &str = "a table";

impl Error for InputError {
    fn custom<T: Display>(reason: T) -> Self {
        Self::refused(Origin::Unnamed, "", reason.to_string())
    }

    #[cold]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::wrong_type(Origin::Unnamed, "", words(found), in_plain_words(expected.to_string(), TABLE))
    }

    #[cold]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let allowed = in_plain_words(expected.to_string(), TABLE);
        match found {
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => {
                Self::out_of_range(Origin::Unnamed, "", words(found), allowed)
            }
            _ => Self::new(Origin::Unnamed, "", words(found), allowed),
        }
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let found = format!("a list of length {length}");
        Self::out_of_range(Origin::Unnamed, "", found, in_plain_words(expected.to_string(), TABLE))
    }

    #[cold]
    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::unknown_name(Origin::Unnamed, "", name, known.iter().copied())
    }

    #[cold]
    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        let error = Self::unknown_name(Origin::Unnamed, "", name, known.iter().copied());
        if known.is_empty() { error.with_allowed("no more fields") } else { error }
    }

    #[cold]
    fn missing_field(name: &'static str) -> Self {
        Self::missing(Origin::Unnamed, name, "a value (it has no default)")
    }

    #[cold]
    fn duplicate_field(name: &'static str) -> Self {
        Self::conflict(Origin::Unnamed, name, "two values", "one")
    }
}

/// Describes the value found.
fn words(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => format!("{number:?}"),
        Unexpected::Char(letter) => format!("the text {:?}", letter.to_string()),
        Unexpected::Str(text) => format!("the text {text:?}"),
        Unexpected::Unit => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => TABLE.to_owned(),
        other => other.to_string(),
    }
}
