//! Numbers that no source gives: the marks in a game's `data.toml`.
//!
//! They stand there and nowhere else: [`Reconstructed::list`] reads the marks, and the seam writes the line
//! that lobby, tables and documents have.

use super::input::{InputError, Origin, toml_table};

/// The key that marks an entry with the reason, and the name of the table that marks values which stand alone.
const MARK: &str = "reconstructed";

/// What is reconstructed of a game, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reconstruction {
    /// The numbers that no source gives; empty if each has a source.
    pub numbers: &'static str,
    /// What findings rest on them; for a game without any, where its numbers are from.
    pub subjects: &'static str,
}

/// A part of `data.toml` that is reconstructed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reconstructed {
    /// Its path; a variant sets its fields by `PATH.FIELD`, or the value itself where it stands alone.
    pub path: String,
    /// Our fields and their values as TOML; for a value that stands alone, one with an empty name.
    pub values: Vec<(String, String)>,
    /// The reason for our values.
    pub reason: String,
}

impl Reconstructed {
    /// Lists the parts that the text of a `data.toml` marks: entries first, then values that stand alone.
    ///
    /// # Errors
    /// The text is not TOML, or it marks a value that it does not have.
    pub fn list(data: &str) -> Result<Vec<Self>, InputError> {
        let table = toml_table(data).map_err(|error| error.with_origin(Origin::Data))?;
        let mut found = Vec::new();
        entries("", &table, &mut found);
        for (name, reason) in table.get(MARK).and_then(toml::Value::as_table).into_iter().flatten() {
            let allowed = "the name of a value of this file";
            let value =
                table.get(name).ok_or_else(|| InputError::new(Origin::Data, MARK, name.as_str(), allowed))?;
            let values = vec![(String::new(), value.to_string())];
            found.push(Self { path: name.clone(), values, reason: text(reason) });
        }
        Ok(found)
    }

    /// Returns whether it is a value that stands alone, not an entry with fields.
    #[must_use]
    pub fn stands_alone(&self) -> bool {
        matches!(&self.values[..], [(field, _)] if field.is_empty())
    }

    /// Lists the paths that a variant sets, each with our value as TOML.
    pub fn settable(&self) -> impl Iterator<Item = (String, &str)> {
        self.values.iter().map(|(field, value)| {
            let path = if field.is_empty() { self.path.clone() } else { format!("{}.{field}", self.path) };
            (path, value.as_str())
        })
    }
}

/// Finds the marked entries of a table.
fn entries(path: &str, table: &toml::Table, found: &mut Vec<Reconstructed>) {
    if let Some(toml::Value::String(reason)) = table.get(MARK) {
        let values = table.iter().filter(|(field, _)| *field != MARK);
        let values = values.map(|(field, value)| (field.clone(), value.to_string())).collect();
        found.push(Reconstructed { path: path.to_owned(), values, reason: reason.clone() });
    }
    for (name, value) in table {
        if let toml::Value::Table(inner) = value {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            entries(&path, inner, found);
        }
    }
}

fn text(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_wherever_they_stand() {
        let data = "order = [1, 2]\n[reconstructed]\norder = \"a picture\"\n[a.b]\ncost = 3\nreconstructed = \"by eye\"\n\
                    [a.c]\ncost = 4\n";
        let found = Reconstructed::list(data).unwrap();
        let paths = found.iter().flat_map(Reconstructed::settable).collect::<Vec<_>>();
        assert_eq!(paths, [("a.b.cost".to_owned(), "3"), ("order".to_owned(), "[1, 2]")]);
        let reasons: Vec<&str> = found.iter().map(|part| part.reason.as_str()).collect();
        assert_eq!(reasons, ["by eye", "a picture"]);
        assert_eq!((found[0].stands_alone(), found[1].stands_alone()), (false, true));
        let error = Reconstructed::list("[reconstructed]\norder = \"x\"\n").unwrap_err();
        assert!(error.to_string().contains("order"), "{error}");
    }
}
