//! A preset file as it is written, and which keys go together.

use serde::Deserialize;

use crate::clock::ClockSettings;
use crate::external::{
    DEFAULT_MARGIN_MS, DEFAULT_START_MS, DEFAULT_TIME_MS, ExternalSettings, MAX_TIME_MS, address, options,
};
use crate::removed::or_removed;
use crate::restriction::ChoicesByKind;
use crate::value::ValueFile;
use tradewinds_game::{InputError, Weights, parse_toml};
use tradewinds_search::SearchSettings;

/// The game of the presets for any game.
const ANY: &str = "any";
/// The temperatures that a preset may have.
const TEMPERATURES: std::ops::RangeInclusive<f64> = 0.001..=1000.0;

/// A preset file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PresetFile {
    pub(super) name: String,
    pub(super) game: String,
    #[serde(default)]
    pub(super) about: String,
    pub(super) base: Option<String>,
    pub(super) kind: Option<KindName>,
    pub(super) search: Option<SearchSettings>,
    pub(super) weights: Option<Weights>,
    pub(super) value: Option<ValueFile>,
    pub(super) temperature: Option<f64>,
    pub(super) clock: Option<ClockSettings>,
    #[serde(default)]
    pub(super) never: ChoicesByKind,
    #[serde(default)]
    pub(super) always: ChoicesByKind,
    command: Option<Vec<String>>,
    address: Option<String>,
    time_ms: Option<u32>,
    start_ms: Option<u32>,
    margin_ms: Option<u32>,
    stop: Option<bool>,
    share: Option<bool>,
    options: Option<toml::Table>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KindName {
    Random,
    Heuristic,
    Search,
    External,
}

impl PresetFile {
    pub(super) fn read(source_name: &str, text: &str) -> Result<Self, InputError> {
        parse_toml(source_name, text).map_err(|error| or_removed(source_name, text, error))
    }

    /// Checks that each key fits the kind of bot, and the temperature.
    pub(super) fn check_keys(&self, source_name: &str, kind: KindName) -> Result<(), InputError> {
        let searches = kind == KindName::Search;
        let weighs = searches || kind == KindName::Heuristic;
        let by_policy = "only with kind = \"heuristic\" or \"search\"";
        for (field, given, fits, found, allowed) in [
            ("search", self.search.is_some(), searches, "a table", "only with kind = \"search\""),
            (
                "clock",
                self.clock.is_some(),
                searches || kind == KindName::External,
                "a table",
                "only with kind = \"search\" or \"external\"",
            ),
            ("weights", self.weights.is_some(), weighs, "a table", by_policy),
            ("value", self.value.is_some(), weighs, "a table", by_policy),
            (
                "temperature",
                self.temperature.is_some(),
                kind == KindName::Heuristic,
                "a number",
                "only with kind = \"heuristic\"",
            ),
        ] {
            if given && !fits {
                return Err(InputError::conflict(source_name, field, found, allowed));
            }
        }
        for (field, given, found) in [
            ("command", self.command.is_some(), "a list"),
            ("address", self.address.is_some(), "an address"),
            ("time_ms", self.time_ms.is_some(), "a number"),
            ("start_ms", self.start_ms.is_some(), "a number"),
            ("margin_ms", self.margin_ms.is_some(), "a number"),
            ("stop", self.stop.is_some(), "true or false"),
            ("share", self.share.is_some(), "true or false"),
            ("options", self.options.is_some(), "a table"),
        ] {
            if given && kind != KindName::External {
                return Err(InputError::conflict(source_name, field, found, "only with kind = \"external\""));
            }
        }
        if self.value.is_some() && self.game == ANY {
            let allowed = "only with the game that the network is for";
            return Err(InputError::conflict(source_name, "value", "game = \"any\"", allowed));
        }
        if let Some(found) = self.temperature.filter(|found| !TEMPERATURES.contains(found)) {
            let allowed = format!("{} to {}", TEMPERATURES.start(), TEMPERATURES.end());
            return Err(InputError::out_of_range(source_name, "temperature", found, allowed));
        }
        Ok(())
    }

    /// Returns the settings of an external bot, checked; the refusal names no file.
    pub(super) fn external(&self) -> Result<ExternalSettings, InputError> {
        let mut settings = ExternalSettings::new(self.command.clone().unwrap_or_default());
        settings.address = self.address.as_deref().map(address).transpose()?;
        settings.clock = self.clock;
        // With a clock, that is the bound.
        let most = if self.clock.is_some() { MAX_TIME_MS } else { DEFAULT_TIME_MS };
        settings.time_ms = self.time_ms.unwrap_or(most);
        settings.start_ms = self.start_ms.unwrap_or(DEFAULT_START_MS);
        settings.margin_ms = self.margin_ms.unwrap_or(DEFAULT_MARGIN_MS);
        settings.stop = self.stop.unwrap_or(settings.stop);
        settings.share = self.share.unwrap_or(settings.share);
        settings.options = self.options.as_ref().map(options).transpose()?;
        settings.validate()?;
        Ok(settings)
    }
}
