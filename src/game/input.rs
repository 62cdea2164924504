//! Refusing bad input with one clear message.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Input that is refused: which field of what, what was found and what is allowed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct InputError {
    /// The file, or the kind of input where there is no file, such as `position`.
    pub source_name: String,
    /// The field, as a path such as `players[2].goods.corn`; may be empty.
    pub field: String,
    /// What was found.
    pub found: String,
    /// What is allowed; may be empty.
    pub allowed: String,
}

impl InputError {
    /// Makes a refusal.
    pub fn new(
        source_name: impl Into<String>,
        field: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        Self {
            source_name: source_name.into(),
            field: field.into(),
            found: found.into(),
            allowed: allowed.into(),
        }
    }

    /// Names the file that the input came from.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.source_name = file.into();
        self
    }

    /// Refuses a name that is none of `known`, with the nearest one as a hint.
    pub fn unknown_name<'a>(
        source_name: impl Into<String>,
        field: impl Into<String>,
        found: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let mut allowed = known.join(", ");
        if let Some(nearest) = nearest(found, known.iter().copied()) {
            allowed.push_str(&format!(" (did you mean {nearest}?)"));
        }
        Self::new(source_name, field, format!("{found:?}"), allowed)
    }

    fn message(&self) -> String {
        let mut text = self.source_name.clone();
        for (part, label) in [(&self.field, ""), (&self.found, "found "), (&self.allowed, "allowed: ")] {
            if !part.is_empty() {
                let separator = match (text.is_empty(), label) {
                    (true, _) => "",
                    (false, "allowed: ") => "; ",
                    (false, _) => ": ",
                };
                text.push_str(&format!("{separator}{label}{part}"));
            }
        }
        text
    }
}

/// Returns the name most like `found` (Jaro-Winkler similarity above 0.75), if any.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(found, name), name))
        .filter(|(similarity, _)| *similarity > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// Reads a typed value from JSON; the refusal names the path of the field at fault.
///
/// # Errors
/// A field that is missing, unknown or of a wrong type.
pub fn parse_json<T: DeserializeOwned>(source_name: &str, value: &Value) -> Result<T, InputError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let field = if path == "." { String::new() } else { path };
        InputError::new(source_name, field, error.inner().to_string(), "")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_field_found_and_allowed() {
        let error = InputError::unknown_name("x.toml", "lineup[0]", "stedy", ["random", "steady"]);
        assert_eq!(
            error.to_string(),
            "x.toml: lineup[0]: found \"stedy\"; allowed: random, steady (did you mean steady?)"
        );
    }
}
