//! Refusing bad input with one clear message.
//!
//! An error has a kind ([`InputErrorKind`]) and an origin ([`Origin`]): code decides by these, never by the
//! text of a message. One deserializer (`reader`) looks at JSON and TOML alike; serde's hooks make the
//! refusals, and the path of a field is put together only when something is refused. A message is one line:
//! what a user's file says goes through [`quoted`](crate::quoted).

mod error;
mod hooks;
mod json;
mod node;
mod number;
mod origin;
mod reader;

use serde::de::DeserializeOwned;
use serde_json::Value;

use self::node::Node;
use self::reader::Reader;

pub use self::error::{InputError, InputErrorKind, nearest};
pub use self::json::read_json;
pub use self::origin::Origin;

/// Reads a typed value from JSON; the refusal names the path of the field at fault.
///
/// # Errors
/// A field that is missing, unknown, out of range or of a wrong type.
pub fn parse_json<T: DeserializeOwned>(origin: impl Into<Origin>, value: &Value) -> Result<T, InputError> {
    T::deserialize(Reader::new(Node::Json(value))).map_err(|error| error.with_origin(origin))
}

/// Reads a typed value from TOML text, as [`parse_json`] does.
///
/// # Errors
/// The text is not TOML, which names the line; or a field is missing, unknown, out of range or of a wrong type.
pub fn parse_toml<T: DeserializeOwned>(origin: impl Into<Origin>, text: &str) -> Result<T, InputError> {
    match toml_table(text) {
        Ok(table) => from_toml(&toml::Value::Table(table)),
        Err(error) => Err(error),
    }
    .map_err(|error| error.with_origin(origin))
}

/// Reads a typed value from a TOML value; the refusal names no origin.
pub(super) fn from_toml<T: DeserializeOwned>(value: &toml::Value) -> Result<T, InputError> {
    T::deserialize(Reader::new(Node::Toml(value)))
}

/// Reads TOML text; the refusal names the line, and no origin.
pub(super) fn toml_table(text: &str) -> Result<toml::Table, InputError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let span = error.span().unwrap_or_default();
        let before = text.get(..span.start).unwrap_or_default();
        let line = format!("line {}", before.matches('\n').count() + 1);
        let found = text.get(span).unwrap_or_default();
        let digits = found.strip_prefix(['+', '-']).unwrap_or(found);
        let is_whole = digits.ends_with(|last: char| last.is_ascii_digit())
            && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
        if is_whole && found.replace('_', "").parse::<i64>().is_err() {
            let allowed = format!("a whole number from {} to {}", i64::MIN, i64::MAX);
            return InputError::out_of_range(Origin::Unnamed, line, found, allowed);
        }
        InputError::syntax(Origin::Unnamed, line, "TOML", error.message())
    })
}

/// Makes a JSON object from its fields; unlike `json!` it moves them instead of copying them.
#[must_use]
pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

#[cfg(test)]
mod tests;
