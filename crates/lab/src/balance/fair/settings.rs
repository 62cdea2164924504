//! What may be changed to make a game fair, and what counts as fair.

use serde::{Deserialize, Serialize};

use super::super::super::folder::{distinct, refuse};
use tradewinds_game::InputError;

/// The targets that can be asked for.
const TARGETS: &str = "seats";
/// The maximum number of changed numbers of an alternative.
const MOST_CHANGED: usize = 4;
/// The maximum number of alternatives.
const MOST_ALTERNATIVES: usize = 5;
/// The minimum number of games of the search.
const LEAST_GAMES: u64 = 100;

/// The question: what is the least that must change so that it is fair?
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct FairSettings {
    /// What must be fair: `seats`, the starting places.
    pub targets: Vec<String>,
    /// The number of games that the search may play, without those that confirm the answer.
    pub games: u64,
    /// The maximum number of changes of an alternative, 1 to 4.
    pub most: usize,
    /// The maximum number of alternatives, 1 to 5.
    pub alternatives: usize,
    /// Whether all numbers of the game's ranges may change, not only those for the number of players.
    pub all: bool,
    /// What may change; empty for the numbers of the game's ranges.
    #[serde(rename = "change", skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<FairChange>,
}

/// Numbers of the rules that may change together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FairChange {
    /// Their paths in `data.toml`; a number in a list has its place, from 0, at the end.
    pub paths: Vec<String>,
    /// The smallest and the largest number that each may become.
    pub values: [i64; 2],
    /// What a step adds to each.
    #[serde(default = "one")]
    pub step: i64,
    /// The cost of a step.
    #[serde(default = "cost")]
    pub cost: f64,
}

fn one() -> i64 {
    1
}

fn cost() -> f64 {
    1.0
}

impl Default for FairSettings {
    fn default() -> Self {
        Self {
            targets: vec![TARGETS.to_owned()],
            games: 60_000,
            most: 3,
            alternatives: 3,
            all: false,
            changes: Vec::new(),
        }
    }
}

impl FairSettings {
    /// Checks everything that does not depend on the game.
    pub(in super::super) fn check(&self) -> Result<(), InputError> {
        let within = |field: &str, value: usize, most: usize| {
            super::super::super::folder::range(&format!("fair.{field}"), value, 1, most)
        };
        if self.targets != [TARGETS] {
            let allowed = format!("[{TARGETS:?}]: other targets cannot be asked for yet");
            return refuse("fair.targets", format!("{:?}", self.targets), allowed);
        }
        if self.games < LEAST_GAMES {
            return refuse("fair.games", self.games.to_string(), format!("{LEAST_GAMES} or more"));
        }
        within("most", self.most, MOST_CHANGED)?;
        within("alternatives", self.alternatives, MOST_ALTERNATIVES)?;
        self.changes.iter().enumerate().try_for_each(|(index, change)| {
            let field = |name: &str| format!("fair.change[{index}].{name}");
            if change.paths.is_empty() || !distinct(&change.paths) {
                return refuse(&field("paths"), format!("{:?}", change.paths), "one or more different paths");
            }
            let [from, to] = change.values;
            if from > to || to.checked_sub(from).is_none_or(|width| width > 1000) {
                let allowed = "[from, to], ascending, at most 1000 apart";
                return refuse(&field("values"), format!("[{from}, {to}]"), allowed);
            }
            if change.step < 1 {
                return refuse(&field("step"), change.step.to_string(), "1 or more");
            }
            if !(change.cost > 0.0 && change.cost.is_finite()) {
                return refuse(&field("cost"), change.cost.to_string(), "above 0");
            }
            Ok(())
        })
    }
}
