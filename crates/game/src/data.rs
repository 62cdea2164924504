//! A game's numbers: `data.toml` with a variant laid over it.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::input::{InputError, Origin, from_toml, parse_json, parse_toml, toml_table};
use super::text::{NAME_RULE, is_file_name};

/// A refused overlay or data file.
pub type DataError = InputError;

/// The name of the standard rules, which no variant that changes something may have.
const STANDARD: &str = "standard";

/// A variant: numbers laid over a game's `data.toml`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The variant's name; empty for the standard rules.
    #[serde(default)]
    pub name: String,
    /// The game it is for.
    #[serde(default)]
    pub game: String,
    /// A description of the changes, for people.
    #[serde(default)]
    pub about: String,
    /// The value of the position file's own rules field, if the rules page has such a field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<toml::Value>,
    /// New values, by path in `data.toml`, such as `"building.factory.cost" = 8`; a number at the end may be a place in
    /// a list, from 0.
    #[serde(default)]
    pub set: BTreeMap<String, toml::Value>,
}

impl Variant {
    /// The standard rules: nothing is changed.
    #[must_use]
    pub fn standard() -> Self {
        Self::default()
    }

    /// Reads a variant file. In it a path may stand without quotes, too.
    ///
    /// # Errors
    /// The text is not TOML, has an unknown key, is for another game, sets a value twice, or has a name that
    /// [`check_name`](Self::check_name) refuses.
    pub fn parse(source_name: &str, text: &str, game: &str) -> Result<Self, InputError> {
        let mut variant: Self = parse_toml(source_name, text)?;
        if variant.game != game {
            let (found, allowed) = (format!("{:?}", variant.game), format!("{game:?}"));
            return Err(InputError::conflict(source_name, "game", found, allowed));
        }
        variant.check_name().map_err(|error| error.in_file(source_name))?;
        variant.set = with_paths(variant.set).map_err(|error| error.in_file(source_name))?;
        Ok(variant)
    }

    /// Returns whether this variant sets the flags (`rules.NAME`) that another one sets, and that one sets some.
    #[must_use]
    pub fn sets_flags_of(&self, other: &Self) -> bool {
        let is_set = |(path, value): (&String, &toml::Value)| self.set.get(path) == Some(value);
        other.flags().next().is_some() && other.flags().all(is_set)
    }

    /// Lists the flags that are set, by path.
    pub(crate) fn flags(&self) -> impl Iterator<Item = (&String, &toml::Value)> {
        self.set.iter().filter(|(path, _)| path.starts_with("rules."))
    }

    /// Takes a variant as data, as [`Serialize`] writes it: in a record, or in a message.
    ///
    /// # Errors
    /// An unknown field, another game, or a name that [`check_name`](Self::check_name) refuses. The refusal names the
    /// field `variant` and no file.
    pub fn from_json(data: &serde_json::Value, game: &str) -> Result<Self, InputError> {
        let variant: Self = parse_json("variant", data)?;
        variant.check_name().map_err(|error| error.with_field("variant.name"))?;
        if variant != Self::standard() && variant.game != game {
            let (found, allowed) = (format!("{:?}", variant.game), format!("{game:?}"));
            return Err(InputError::conflict(Origin::Unnamed, "variant.game", found, allowed));
        }
        Ok(variant)
    }

    /// Checks that the name can be part of a file name, and that it is not that of the standard rules if something is
    /// changed.
    ///
    /// # Errors
    /// It cannot, or it is.
    pub fn check_name(&self) -> Result<(), InputError> {
        let found = || format!("{:?}", self.name);
        if !is_file_name(&self.name) {
            return Err(InputError::new(Origin::Record, "name", found(), NAME_RULE));
        }
        if Self::is_standard_name(&self.name) && (!self.set.is_empty() || self.rules.is_some()) {
            let allowed = "another name: that of the standard rules is for rules that change nothing";
            return Err(InputError::conflict(Origin::Record, "name", found(), allowed));
        }
        Ok(())
    }

    /// Returns whether a name is that of the standard rules; on some systems upper and lower case are one.
    #[must_use]
    pub fn is_standard_name(name: &str) -> bool {
        name.eq_ignore_ascii_case(STANDARD)
    }

    /// Finds a shipped variant by its name.
    ///
    /// # Errors
    /// No variant has this name.
    pub fn shipped(name: &str, game: &str, shipped: &[(&str, &str)]) -> Result<Self, InputError> {
        match shipped.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Self::parse(name, text, game),
            None => {
                let known = shipped.iter().map(|(known, _)| *known);
                Err(InputError::unknown_name(Origin::Variant, "", name, known))
            }
        }
    }
}

/// Reads `data` with the values of `overlays` laid over it, one after the other.
///
/// # Errors
/// A path that `data` does not have, a value of another type than the one it replaces, or a value
/// that the type refuses; the refusal names the overlay's key.
pub fn overlaid<'a, T: DeserializeOwned>(
    data: &str,
    overlays: impl IntoIterator<Item = &'a Variant>,
) -> Result<T, DataError> {
    let plain = toml_table(data).map_err(|error| error.with_origin(Origin::Data))?;
    let overlays: Vec<&Variant> = overlays.into_iter().collect();
    // All at once, since a variant may set hundreds of values; one by one only to find the wrong one.
    let mut table = plain.clone();
    let mut values = overlays.iter().flat_map(|variant| &variant.set);
    if values.all(|(path, value)| lay(&mut table, path, value).is_ok())
        && let Ok(parsed) = from_toml(&toml::Value::Table(table))
    {
        return Ok(parsed);
    }
    let mut all = toml::Value::Table(plain);
    for variant in overlays {
        let origin = || Origin::Changes(variant.name.clone());
        for (path, value) in &variant.set {
            let toml::Value::Table(table) = &mut all else { continue };
            lay(table, path, value).map_err(|error| error.with_origin(origin()))?;
            // Checked after each value, so that the refusal can name the key.
            from_toml::<T>(&all).map_err(|error| error.with_origin(origin()).with_field(path))?;
        }
    }
    from_toml(&all).map_err(|error| error.with_origin(Origin::Data))
}

/// Writes the tables that paths without quotes are read as by their paths.
fn with_paths(set: BTreeMap<String, toml::Value>) -> Result<BTreeMap<String, toml::Value>, InputError> {
    fn add(
        path: String,
        value: toml::Value,
        set: &mut BTreeMap<String, toml::Value>,
    ) -> Result<(), InputError> {
        match value {
            toml::Value::Table(table) if !table.is_empty() => {
                table.into_iter().try_for_each(|(key, value)| add(format!("{path}.{key}"), value, set))
            }
            _ if set.contains_key(&path) => {
                Err(InputError::conflict(Origin::Unnamed, format!("set.{path}"), "two values", "one"))
            }
            _ => {
                set.insert(path, value);
                Ok(())
            }
        }
    }
    let (open, mut set): (BTreeMap<_, _>, BTreeMap<_, _>) =
        set.into_iter().partition(|(path, value)| value.is_table() && !path.contains('.'));
    open.into_iter().try_for_each(|(path, value)| add(path, value, &mut set))?;
    Ok(set)
}

/// Lays a value over a table.
///
/// # Errors
/// A path that the table does not have, or a value of another type.
pub(crate) fn lay(table: &mut toml::Table, path: &str, value: &toml::Value) -> Result<(), InputError> {
    let Some(old) = value_at_mut(table, path) else {
        return Err(unknown_part(table, path));
    };
    if old.type_str() != value.type_str() {
        return Err(InputError::wrong_type(Origin::Unnamed, path, value.to_string(), kind_in_words(old)));
    }
    *old = value.clone();
    Ok(())
}

/// Names the kind of a value in the words of people.
fn kind_in_words(value: &toml::Value) -> &'static str {
    match value {
        toml::Value::Integer(_) => "a whole number",
        toml::Value::Float(_) => "a number with a decimal point",
        toml::Value::Boolean(_) => "true or false",
        toml::Value::String(_) => "a text",
        toml::Value::Array(_) => "a list",
        toml::Value::Table(_) => "a table",
        toml::Value::Datetime(_) => "a date",
    }
}

/// Returns the value at a path, in which a number may be a place in a list, from 0.
#[must_use]
pub fn value_at<'a>(table: &'a toml::Table, path: &str) -> Option<&'a toml::Value> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    rest.into_iter().flat_map(|rest| rest.split('.')).try_fold(table.get(first)?, |value, part| match value {
        toml::Value::Table(table) => table.get(part),
        toml::Value::Array(list) => list.get(part.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Returns the place of the value at a path, as [`value_at`] does the value.
#[must_use]
pub fn value_at_mut<'a>(table: &'a mut toml::Table, path: &str) -> Option<&'a mut toml::Value> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let mut parts = rest.into_iter().flat_map(|rest| rest.split('.'));
    parts.try_fold(table.get_mut(first)?, |value, part| match value {
        toml::Value::Table(table) => table.get_mut(part),
        toml::Value::Array(list) => list.get_mut(part.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Puts a number or switch in the place of the one at a path; returns whether there is one.
pub(crate) fn put(table: &mut toml::Table, path: &str, number: i64) -> bool {
    match value_at_mut(table, path) {
        Some(toml::Value::Integer(old)) => *old = number,
        Some(toml::Value::Boolean(old)) => *old = number != 0,
        _ => return false,
    }
    true
}

/// Refuses the first part of a path that a table does not have.
fn unknown_part(table: &toml::Table, path: &str) -> InputError {
    let before = path.match_indices('.').map(|(end, _)| &path[..end]);
    let last = before.take_while(|before| value_at(table, before).is_some()).last();
    let rest = last.map_or(path, |last| &path[last.len() + 1..]);
    let part = rest.split('.').next().unwrap_or_default();
    let unknown = |table: &toml::Table| {
        InputError::unknown_name(Origin::Unnamed, path, part, table.keys().map(String::as_str))
    };
    let allowed = match last.and_then(|last| value_at(table, last)) {
        None => return unknown(table),
        Some(toml::Value::Table(inner)) => return unknown(inner),
        Some(toml::Value::Array(list)) if !list.is_empty() => {
            format!("a place in the list, 0 to {}", list.len() - 1)
        }
        Some(_) => format!("{}, which is a whole path", last.unwrap_or_default()),
    };
    InputError::new(Origin::Unnamed, path, format!("{part:?}"), allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Data {
        building: BTreeMap<String, Building>,
        #[serde(default)]
        income: Vec<u8>,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Building {
        cost: u8,
    }

    const DATA: &str = "[building.factory]\ncost = 7\n[building.wharf]\ncost = 9\n";

    fn variant(set: &str) -> Variant {
        Variant::parse("v.toml", &format!("name = \"v\"\ngame = \"g\"\n[set]\n{set}"), "g").unwrap()
    }

    #[test]
    fn a_value_is_laid_over() {
        let data: Data = overlaid(DATA, [&variant("\"building.factory.cost\" = 8")]).unwrap();
        assert_eq!(data.building["factory"].cost, 8);
        assert_eq!(data.building["wharf"].cost, 9);
    }

    #[test]
    fn a_place_in_a_list_is_a_path() {
        let data = format!("income = [1, 2, 3]\n{DATA}");
        let laid = |set| overlaid::<Data>(&data, [&variant(set)]).map(|data| data.income);
        assert_eq!(laid("\"income.1\" = 9"), Ok(vec![1, 9, 3]));
        assert_eq!(laid("\"income.0\" = 9\nincome = [4, 5]"), Ok(vec![9, 5]), "the list goes before");
        for (set, part) in [
            ("\"income.3\" = 9", "income.3: found \"3\"; allowed: a place in the list, 0 to 2"),
            ("\"income.x\" = 9", "income.x: found \"x\"; allowed: a place in the list, 0 to 2"),
            ("\"income.0.1\" = 9", "found \"1\"; allowed: income.0, which is a whole path"),
            ("\"income.0\" = [9]", "allowed: a whole number"),
        ] {
            let error = laid(set).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_path_needs_no_quotes() {
        let quoted = variant("\"building.factory.cost\" = 8\n\"building.wharf.cost\" = 3");
        assert_eq!(variant("building.factory.cost = 8\n\"building.wharf.cost\" = 3"), quoted);
        assert_eq!(variant("building = { factory.cost = 8, wharf.cost = 3 }"), quoted);
        let text = "name = \"v\"\ngame = \"g\"\n[set]\n\"a.b\" = 1\na.b = 2\n";
        let error = Variant::parse("v.toml", text, "g").unwrap_err().to_string();
        assert_eq!(error, "v.toml: set.a.b: found two values; allowed: one");
    }

    #[test]
    fn only_rules_that_change_nothing_are_called_standard() {
        let parse =
            |name, rest| Variant::parse("v.toml", &format!("name = \"{name}\"\ngame = \"g\"\n{rest}"), "g");
        for rest in ["[set]\na = 1\n", "rules = [\"x\"]\n"] {
            for name in ["standard", "Standard"] {
                let error = parse(name, rest).unwrap_err().to_string();
                assert!(
                    error.starts_with(&format!("v.toml: name: found {name:?}; allowed: another")),
                    "{error}"
                );
            }
        }
        assert!(parse("standard", "").is_ok() && parse("standards", "[set]\na = 1\n").is_ok());
    }

    #[test]
    fn wrong_overlays_are_refused() {
        for (set, part) in [
            ("\"building.factori.cost\" = 8", "did you mean factory?"),
            ("\"building.factory.price\" = 8", "building.factory.price"),
            ("\"building.factory.cost\" = \"8\"", "found \"8\"; allowed: a whole number"),
            ("\"building.factory.cost\" = 7.5", "found 7.5; allowed: a whole number"),
            ("\"building.factory.cost\" = -1", "building.factory.cost"),
            ("\"building.factory\" = 1", "found 1; allowed: a table"),
        ] {
            let error = overlaid::<Data>(DATA, [&variant(set)]).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("variant") && !error.contains('\n'), "{error}");
        }
    }
}
