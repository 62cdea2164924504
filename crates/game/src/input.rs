//! Refusing bad input with one clear message.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::text::{printable, quoted};

/// Input that is refused: which field of what, what was found and what is allowed.
///
/// The message is one line without control characters; fields and what was found are cut after 200 characters.
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
        let mut text = printable(&self.source_name);
        let parts = [
            (quoted(&self.field), ""),
            (quoted(&self.found), "found "),
            (printable(&self.allowed), "allowed: "),
        ];
        for (part, label) in parts {
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
    // Keeping track of the path costs time; only a refusal needs it.
    T::deserialize(value).or_else(|_| {
        serde_path_to_error::deserialize(value)
            .map_err(|error| refusal(source_name, &error.path().to_string(), &error.inner().to_string()))
    })
}

/// Reads a typed value from TOML text, as [`parse_json`] does.
///
/// # Errors
/// The text is not TOML, which names the line; or a field is missing, unknown or of a wrong type.
pub fn parse_toml<T: DeserializeOwned>(source_name: &str, text: &str) -> Result<T, InputError> {
    let table: toml::Table = toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        InputError::new(source_name, format!("line {line}"), error.message(), "")
    })?;
    serde_path_to_error::deserialize(toml::Value::Table(table))
        .map_err(|error| refusal(source_name, &error.path().to_string(), error.inner().message()))
}

/// Puts serde's words into our form: what was found, what is allowed, and the nearest name.
///
/// Words of another form are passed on as they are.
pub(super) fn refusal(source_name: &str, path: &str, message: &str) -> InputError {
    let path = if path == "." { "" } else { path };
    let mut quoted = message.split('`').skip(1).step_by(2);
    let name = quoted.next().unwrap_or_default();
    if message.starts_with("unknown field") || message.starts_with("unknown variant") {
        return InputError::unknown_name(source_name, path, name, quoted);
    }
    if message.starts_with("missing field") {
        let field = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        return InputError::new(source_name, field, "nothing", "");
    }
    let (found, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let found = found.trim_start_matches("invalid type: ").trim_start_matches("invalid value: ");
    InputError::new(source_name, path, found, expected)
}

/// Makes a JSON object of its fields; unlike `json!` it moves them instead of copying them.
#[must_use]
pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
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

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the refusals matter")]
    struct Outer {
        seed: u64,
        kind: Kind,
        inner: Vec<Inner>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        Heuristic,
        Random,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the refusals matter")]
    struct Inner {
        depth: u8,
    }

    #[test]
    fn refused_toml_and_json_name_the_field_in_one_line() {
        let good = "seed = 1\nkind = \"random\"\n[[inner]]\ndepth = 1\n";
        assert!(parse_toml::<Outer>("x", good).is_ok());
        for (from, to, refusal) in [
            ("seed = 1", "seed = -1", "x: seed: found integer `-1`; allowed: u64"),
            ("seed = 1", "seed = \"1\"", "x: seed: found string \"1\"; allowed: u64"),
            ("seed = 1\n", "", "x: seed: found nothing"),
            (
                "\"random\"",
                "\"randon\"",
                "x: kind: found \"randon\"; allowed: heuristic, random (did you mean random?)",
            ),
            ("depth = 1", "", "x: inner[0].depth: found nothing"),
            ("depth = 1", "depth = 300", "x: inner[0].depth: found integer `300`; allowed: u8"),
            ("depth", "dept", "x: inner[0].dept: found \"dept\"; allowed: depth (did you mean depth?)"),
        ] {
            let text = good.replace(from, to);
            assert_eq!(parse_toml::<Outer>("x", &text).unwrap_err().to_string(), refusal);
            let json = serde_json::to_value(toml::from_str::<toml::Table>(&text).unwrap()).unwrap();
            assert_eq!(parse_json::<Outer>("x", &json).unwrap_err().to_string(), refusal);
        }
        let error = parse_toml::<Outer>("x", "seed = 1\nkind = 2 3").unwrap_err().to_string();
        assert!(error.starts_with("x: line 2: ") && !error.contains('\n'), "{error}");
    }
}
