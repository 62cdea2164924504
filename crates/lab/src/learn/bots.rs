//! The bots of a study of learning: the one that is taught, with a network in place of its estimates.

use toml_edit::{DocumentMut, Item, Table, TableLike, value};

use tradewinds_bots::Preset;
use tradewinds_game::InputError;

/// A bot with the text of its preset.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Taught {
    pub(super) preset: Preset,
    pub(super) text: String,
}

impl Taught {
    pub(super) fn new(source: &str, text: String) -> Result<Self, InputError> {
        Ok(Self { preset: Preset::parse(source, &text)?, text })
    }

    /// Returns the bot with a network: it estimates the leaves, and corrects the priors if it has `priors`.
    ///
    /// The logits of a network are taken at the temperature 1.
    pub(super) fn with_network(&self, name: &str, network: &str, priors: bool) -> Result<Self, InputError> {
        self.changed(name, |document| {
            let mut learned = Table::new();
            learned.insert("network", value(network));
            learned.insert("priors", value(priors));
            document.insert("value", Item::Table(learned));
            if priors && let Some(search) = search_of(document) {
                search.insert("prior_temperature", value(1.0));
            }
        })
    }

    /// Returns the bot with this budget.
    pub(super) fn with_iterations(&self, iterations: u32) -> Result<Self, InputError> {
        self.changed(&self.preset.name.clone(), |document| {
            if let Some(search) = search_of(document) {
                search.remove("time_ms");
                search.insert("iterations", value(i64::from(iterations)));
            }
        })
    }

    fn changed(&self, name: &str, change: impl FnOnce(&mut DocumentMut)) -> Result<Self, InputError> {
        let refuse = |error: toml_edit::TomlError| InputError::syntax(name, "", "TOML", error.message());
        let mut document: DocumentMut = self.text.parse().map_err(refuse)?;
        document.insert("name", value(name));
        change(&mut document);
        Self::new(name, document.to_string())
    }
}

fn search_of(document: &mut DocumentMut) -> Option<&mut dyn TableLike> {
    document.get_mut("search").and_then(Item::as_table_like_mut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_bots::BotKind;

    #[test]
    fn a_taught_bot_has_the_network_and_the_rest_of_its_preset() {
        let (_, text) = Preset::find_with_text("ismcts", "puerto-rico").unwrap();
        let bot = Taught::new("ismcts", text.to_owned()).unwrap();
        let taught = bot.with_network("ismcts-g1", "one\ntwo\n", true).unwrap();
        let learned = taught.preset.value.as_ref().unwrap();
        assert_eq!((learned.text(), learned.leaves, learned.priors), ("one\ntwo\n", true, true));
        let quick = taught.with_iterations(7).unwrap();
        let BotKind::Search { settings, weights } = &quick.preset.kind else { panic!("it searches") };
        let BotKind::Search { weights: before, settings: old } = &bot.preset.kind else {
            panic!("it searches")
        };
        assert_eq!((settings.iterations, settings.prior_temperature), (Some(7), 1.0));
        assert_eq!((weights, settings.exploration), (before, old.exploration));
        assert_eq!((quick.preset.name.as_str(), quick.preset.value.is_some()), ("ismcts-g1", true));
        let plain = bot.with_network("x", "a\n", false).unwrap();
        let BotKind::Search { settings, .. } = &plain.preset.kind else { panic!("it searches") };
        assert_eq!(settings.prior_temperature, old.prior_temperature);
    }
}
