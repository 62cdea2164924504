//! Bots made from the one that is tuned.

use toml_edit::{DocumentMut, Item, Table};

use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{InputError, WeightDoc, Weights};

/// A preset and its text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Candidate {
    pub(super) preset: Preset,
    pub(super) text: String,
}

/// A key of the `[search]` table and its new value; `None` removes the key.
pub(super) type Setting = (String, Option<toml::Value>);

impl Candidate {
    /// Returns the bot with other values for some keys of a table; the layout of its text stays.
    fn with(
        &self,
        table: &str,
        values: impl IntoIterator<Item = (String, Option<Item>)>,
    ) -> Result<Self, InputError> {
        let source = format!("bot {}", self.preset.name);
        let refuse = |found: String| InputError::new(source.as_str(), table, found, "a table");
        let mut document: DocumentMut = self.text.parse().map_err(|_| refuse("no TOML".to_owned()))?;
        let item = document.entry(table).or_insert_with(|| Item::Table(Table::new()));
        let found = item.type_name().to_owned();
        let keys = item.as_table_like_mut().ok_or_else(|| refuse(found))?;
        for (key, value) in values {
            match value {
                Some(value) => _ = keys.insert(&key, value),
                None => _ = keys.remove(&key),
            }
        }
        let text = document.to_string();
        Ok(Self { preset: Preset::parse(&source, &text)?, text })
    }

    /// Returns the bot with another name and description; the layout of its text stays.
    pub(super) fn named(&self, name: &str, about: &str) -> Result<Self, InputError> {
        let source = format!("bot {}", self.preset.name);
        let mut document: DocumentMut =
            self.text.parse().map_err(|_| InputError::new(source.as_str(), "", "no TOML", "a preset"))?;
        for (key, text) in [("name", name), ("about", about)] {
            match document.get_mut(key).and_then(Item::as_value_mut) {
                Some(value) => {
                    let mut new = toml_edit::Value::from(text);
                    *new.decor_mut() = value.decor().clone();
                    *value = new;
                }
                None => _ = document.insert(key, toml_edit::value(text)),
            }
        }
        let text = document.to_string();
        Ok(Self { preset: Preset::parse(&source, &text)?, text })
    }

    /// Returns the bot with other weights.
    pub(super) fn with_weights(&self, names: &[String], values: &[f64]) -> Result<Self, InputError> {
        let items = values.iter().map(|&value| Some(toml_edit::value(value)));
        self.with("weights", names.iter().cloned().zip(items))
    }

    /// Returns the bot with the weights of another one.
    pub(super) fn with_weights_of(&self, docs: &[WeightDoc], other: &Self) -> Result<Self, InputError> {
        let (names, values): (Vec<String>, Vec<f64>) = other.weights(docs).into_iter().unzip();
        self.with_weights(&names, &values)
    }

    /// Returns the bot with other settings of its search.
    pub(super) fn with_settings(&self, settings: &[Setting]) -> Result<Self, InputError> {
        let item = |value: &toml::Value| {
            let text = value.to_string();
            let parsed = text.parse::<toml_edit::Value>();
            toml_edit::value(parsed.expect("what one TOML crate writes the other reads"))
        };
        self.with("search", settings.iter().map(|(key, value)| (key.clone(), value.as_ref().map(item))))
    }

    /// Returns the bot with `iterations` per decision; unchanged if `None`.
    pub(super) fn with_iterations(&self, iterations: Option<u32>) -> Result<Self, InputError> {
        let Some(iterations) = iterations else { return Ok(self.clone()) };
        self.with_settings(&[("iterations".to_owned(), Some(i64::from(iterations).into()))])
    }

    /// Lists the bot's weights, including those that it leaves out, with their defaults.
    pub(super) fn weights(&self, docs: &[WeightDoc]) -> Vec<(String, f64)> {
        let none = Weights::new();
        let given = match &self.preset.kind {
            BotKind::Heuristic(weights) | BotKind::Search { weights, .. } => weights,
            _ => &none,
        };
        let value = |name| given.get(name).copied();
        docs.iter().map(|doc| (doc.name.to_owned(), value(doc.name).unwrap_or(doc.default))).collect()
    }
}

/// Rounds to three significant digits, as presets are written.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Candidate {
        let text = "# mine\nname = \"x\"\ngame = \"any\"\nkind = \"search\"\n\n[search]\niterations = 5 # few\ncutoff = 3\n";
        Candidate { preset: Preset::parse("x", text).unwrap(), text: text.to_owned() }
    }

    #[test]
    fn texts_keep_their_layout() {
        let changed = base().with_weights(&["pace".to_owned()], &[1.5]).unwrap();
        assert!(changed.text.starts_with(&base().text), "{}", changed.text);
        assert!(changed.text.ends_with("[weights]\npace = 1.5\n"), "{}", changed.text);
        let settings = [
            ("cutoff".to_owned(), None),
            ("reuse".to_owned(), Some(true.into())),
            ("exploration".to_owned(), Some(0.25.into())),
        ];
        let changed = base().with_settings(&settings).unwrap().with_iterations(Some(9)).unwrap();
        assert!(changed.text.starts_with("# mine\n") && !changed.text.contains("cutoff"), "{}", changed.text);
        let BotKind::Search { settings, .. } = changed.preset.kind else { panic!("it searches") };
        assert_eq!((settings.iterations, settings.reuse, settings.exploration), (Some(9), true, Some(0.25)));
    }

    #[test]
    fn a_bot_gets_a_name_and_a_description() {
        let named = base().named("mine", "x, tuned by mine.").unwrap();
        assert_eq!((named.preset.name.as_str(), named.preset.about.as_str()), ("mine", "x, tuned by mine."));
        assert!(named.text.starts_with("# mine\nname = \"mine\"\ngame = \"any\"\n"), "{}", named.text);
        assert!(named.text.contains("\nabout = \"x, tuned by mine.\"\n"), "{}", named.text);
        assert!(named.text.ends_with("iterations = 5 # few\ncutoff = 3\n"), "{}", named.text);
        let again = named.named("other", "mine, tuned by other.").unwrap();
        assert_eq!(
            again.text,
            named.text.replace("x, tuned by mine.", "mine, tuned by other.").replacen(
                "\"mine\"",
                "\"other\"",
                1
            )
        );
    }

    #[test]
    fn a_wrong_setting_is_refused() {
        let error = base().with_settings(&[("cutof".to_owned(), Some(1.into()))]).unwrap_err().to_string();
        assert!(error.contains("bot x") && error.contains("did you mean cutoff?"), "{error}");
    }

    #[test]
    fn three_digits_are_kept() {
        assert_eq!([0.123_456, 12_345.0, -0.000_199_96, 0.0].map(rounded), [0.123, 12_300.0, -0.0002, 0.0]);
    }
}
