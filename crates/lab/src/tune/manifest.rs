//! Manifests of tuning.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::folder::{check_name, distinct, range, refuse};
use tradewinds_bots::Sections;
use tradewinds_game::{InputError, Origin, counted};
use tradewinds_tournament::{NamedBots, NamesBots, parse_manifest};

/// A manifest of tuning: the bot to tune, its opponents and the method.
///
/// ```
/// use tradewinds_lab::tune::TuneManifest;
/// let text = r#"
/// name = "tune"
/// game = "puerto-rico"
/// players = 4
/// seed = 1
/// bot = "steady"
/// pool = [["steady"], ["shipper", "builder", "trader"]]
/// [spsa]
/// iterations = 500
/// deals = 20
/// [held_out]
/// pool = [["factory", "builder", "shipper"]]
/// deals = 1000
/// "#;
/// assert_eq!(TuneManifest::parse("tune.toml", text).unwrap().pool.len(), 2);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TuneManifest {
    /// The study's name; also the name of its folder.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The number of seats.
    pub players: usize,
    /// The seed of everything random, at most 2^63 - 1.
    pub seed: u64,
    /// The bot to tune, as it starts: the name of a shipped preset, or the path of a preset file.
    pub bot: String,
    /// The opponents: tables of one bot, which takes all other seats, or of one for each other seat.
    pub pool: Vec<Vec<String>>,
    /// The weight of the lead over the best opponent, as against the win share, in the objective that is
    /// maximised, 0 to 1; default 0.5. A lead is more informative per game than a win; the worth of a lead is
    /// as in the search's reward.
    #[serde(default = "half")]
    pub blend: f64,
    /// The variant: the name of a shipped one or the path of a file; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Tune named weights by simultaneous perturbation; or `race`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spsa: Option<SpsaSettings>,
    /// Tune the search's settings by a race; or `spsa`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceSettings>,
    /// The final comparison.
    pub held_out: HeldOut,
    /// The bots that the manifest holds, each a preset without `name` and `game`.
    #[serde(default, skip_serializing_if = "Sections::is_empty")]
    pub bots: Sections,
}

/// The settings of the tuning of weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaSettings {
    /// Steps, 2 to 1,000,000.
    pub iterations: u32,
    /// Deals per table of the pool that each side of a step plays, 1 to 100,000.
    pub deals: u64,
    /// The weights to tune; all by default. A weight of 0 stays 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<String>>,
    /// The first perturbation of a weight, as a fraction of it, above 0 to 1; default 0.15.
    #[serde(default = "SpsaSettings::default_perturbation")]
    pub perturbation: f64,
    /// The average change of a weight in the first steps, as a fraction of it, above 0 to 1; default 0.01.
    #[serde(default = "SpsaSettings::default_change")]
    pub change: f64,
}

impl SpsaSettings {
    fn default_perturbation() -> f64 {
        0.15
    }

    fn default_change() -> f64 {
        0.01
    }
}

/// The settings of the tuning of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceSettings {
    /// The candidates at the start, the bot itself among them, 2 to 1,000: all combinations of `search` if
    /// they fit, otherwise this many drawn from them.
    pub candidates: usize,
    /// Deals per table of the pool in the first heat, 1 to 100,000; each later heat doubles the number of
    /// deals played.
    pub deals: u64,
    /// Iterations per decision during the race, instead of the preset's; the final comparison is played with
    /// the preset's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// Presets whose weights the candidates take; without any they keep the bot's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<String>,
    /// Keys of the preset's `[search]` table, other than those of its budget, with the values to try. `"none"` removes a
    /// key.
    pub search: BTreeMap<String, Vec<toml::Value>>,
}

/// The final comparison of the tuned bot with the one that it started from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldOut {
    /// Opponents as in the pool; tables that the pool does not have, in whatever order.
    pub pool: Vec<Vec<String>>,
    /// Deals per table, 2 to 1,000,000; none of them is played before.
    pub deals: u64,
}

/// The keys of a search's budget: candidates are compared at the same one, and the winner keeps the bot's own.
const BUDGET: [&str; 3] = ["iterations", "time_ms", "workers"];

fn half() -> f64 {
    0.5
}

/// Refuses a value that is not above 0 and at most 1.
fn part(field: &str, value: f64) -> Result<(), InputError> {
    if value > 0.0 && value <= 1.0 {
        return Ok(());
    }
    Err(InputError::out_of_range(Origin::Unnamed, field, value, "above 0 to 1"))
}

impl NamesBots for TuneManifest {
    fn sections(&mut self) -> &mut Sections {
        &mut self.bots
    }

    fn named(&self) -> NamedBots<'_> {
        let pools = self.pool.iter().chain(&self.held_out.pool).flatten();
        let weights = self.race.iter().flat_map(|race| &race.weights);
        let entries = [&self.bot].into_iter().chain(pools).chain(weights).collect();
        NamedBots { game: &self.game, sections: &self.bots, entries }
    }
}

impl TuneManifest {
    /// Reads a manifest from TOML text.
    ///
    /// # Errors
    /// The text is not TOML; a key is unknown, missing or of a wrong type; a value is out of range.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        parse_manifest(source_name, text, Self::check)
    }

    fn check(&self) -> Result<(), InputError> {
        check_name("name", &self.name)?;
        range("blend", self.blend, 0.0, 1.0)?;
        range("held_out.deals", self.held_out.deals, 2, 1_000_000)?;
        for (field, pool) in [("pool", &self.pool), ("held_out.pool", &self.held_out.pool)] {
            self.check_pool(field, pool)?;
        }
        match (&self.spsa, &self.race) {
            (Some(spsa), None) => {
                range("spsa.iterations", spsa.iterations, 2, 1_000_000)?;
                range("spsa.deals", spsa.deals, 1, 100_000)?;
                if let Some(weights) = spsa.weights.as_ref().filter(|weights| !distinct(weights)) {
                    return refuse("spsa.weights", format!("{weights:?}"), "different names");
                }
                part("spsa.perturbation", spsa.perturbation)?;
                part("spsa.change", spsa.change)
            }
            (None, Some(race)) => race.check(),
            (Some(_), Some(_)) => Err(InputError::conflict("", "race", "spsa as well", "spsa or race")),
            (None, None) => Err(InputError::conflict("", "spsa", "neither spsa nor race", "one of them")),
        }
    }

    fn check_pool(&self, field: &str, pool: &[Vec<String>]) -> Result<(), InputError> {
        if pool.is_empty() {
            return Err(InputError::new("", field, "no table", "1 or more"));
        }
        let others = self.players.saturating_sub(1);
        match pool.iter().position(|table| table.len() != 1 && table.len() != others) {
            Some(index) => {
                let found = counted(pool[index].len(), "bot");
                let allowed = format!("1, which takes all other seats, or {others}, one a seat");
                Err(InputError::new("", format!("{field}[{index}]"), found, allowed))
            }
            None => Ok(()),
        }
    }
}

impl RaceSettings {
    fn check(&self) -> Result<(), InputError> {
        range("race.candidates", self.candidates, 2, 1_000)?;
        range("race.deals", self.deals, 1, 100_000)?;
        if self.search.is_empty() {
            return Err(InputError::new("", "race.search", "no key", "1 or more"));
        }
        if let Some(key) = BUDGET.into_iter().find(|key| self.search.contains_key(*key)) {
            let allowed = format!("keys other than {}: race.iterations sets the budget", BUDGET.join(", "));
            return refuse("race.search", format!("{key:?}"), allowed);
        }
        self.search.iter().try_for_each(|(key, values)| match &values[..] {
            [] => refuse(&format!("race.search.{key}"), "no value", "1 or more"),
            _ if distinct(values) => Ok(()),
            _ => {
                let found = toml::Value::from(values.clone()).to_string();
                refuse(&format!("race.search.{key}"), found, "different values")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
name = "x"
game = "g"
players = 4
seed = 1
bot = "b"
pool = [["a"], ["a", "b", "c"]]
[held_out]
pool = [["d"]]
deals = 2
[spsa]
iterations = 2
deals = 1
"#;

    #[test]
    fn a_manifest_comes_back() {
        let manifest = TuneManifest::parse("m", TEXT).unwrap();
        assert_eq!(manifest.blend, 0.5);
        assert_eq!(TuneManifest::parse("m", &manifest.to_toml()).unwrap(), manifest);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, expected) in [
            (
                "[\"a\"]",
                "[\"a\", \"b\"]",
                "m: pool[0]: found 2 bots; allowed: 1, which takes all other seats, or 3",
            ),
            ("[[\"d\"]]", "[]", "m: held_out.pool: found no table"),
            ("iterations = 2", "iterations = 1", "m: spsa.iterations: found 1; allowed: 2 to 1000000"),
            ("deals = 1\n", "deals = 0\n", "m: spsa.deals: found 0"),
            ("deals = 1\n", "deals = 1\nchange = 0.0\n", "m: spsa.change: found 0; allowed: above 0 to 1"),
            (
                "deals = 1\n",
                "deals = 1\nweights = [\"a\", \"a\"]\n",
                "m: spsa.weights: found [\"a\", \"a\"]; allowed: different names",
            ),
            ("[spsa]", "[race]", "m: race"),
            ("bot = \"b\"", "bot = \"b\"\nblend = 1.5", "m: blend: found 1.5; allowed: 0 to 1"),
            ("seed = 1", "sead = 1", "sead"),
        ] {
            let error = TuneManifest::parse("m", &TEXT.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_race_tries_no_budgets() {
        let race = |key: &str| {
            let search = format!("[race]\ncandidates = 2\ndeals = 1\n[race.search]\n{key} = [1, 2]\n");
            let text = TEXT.split("[spsa]").next().unwrap().to_owned() + &search;
            TuneManifest::parse("m", &text).map_err(|error| error.to_string())
        };
        assert!(race("cutoff").is_ok());
        for key in ["iterations", "time_ms", "workers"] {
            let refused = format!(
                "m: race.search: found \"{key}\"; allowed: keys other than iterations, time_ms, workers: race.iterations \
                 sets the budget"
            );
            assert_eq!(race(key).unwrap_err(), refused);
        }
    }
}
