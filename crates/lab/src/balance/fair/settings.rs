//! What may be changed to make a game fair, and what counts as fair.

use serde::{Deserialize, Serialize};

use super::super::super::folder::{distinct, refuse};
use super::super::metrics::Question;
use tradewinds_game::InputError;

/// What can be asked to be fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairTarget {
    /// The starting places win alike.
    Seats,
    /// The bots of the first table with a different bot at each seat win alike.
    Strategies,
    /// Games have a number of rounds within limits, on average.
    Length,
}

impl FairTarget {
    const ALL: [Self; 3] = [Self::Seats, Self::Strategies, Self::Length];

    /// Returns its word in manifests and tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Strategies => "strategies",
            Self::Length => "length",
        }
    }

    /// Returns the metric that measures it.
    pub(super) const fn metric(self) -> &'static str {
        match self {
            Self::Seats => Question::Seats.metric(),
            Self::Strategies => Question::Strategies.metric(),
            Self::Length => "rounds",
        }
    }
}

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
    /// What must be fair, by the words of [`FairTarget`].
    pub targets: Vec<String>,
    /// The fewest and the most rounds that games may have on average, for the target `length`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<[f64; 2]>,
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
            targets: vec![FairTarget::Seats.word().to_owned()],
            length: None,
            games: 60_000,
            most: 3,
            alternatives: 3,
            all: false,
            changes: Vec::new(),
        }
    }
}

impl FairSettings {
    /// Lists the targets that are known.
    pub(in super::super::super) fn goals(&self) -> impl Iterator<Item = FairTarget> {
        self.targets
            .iter()
            .filter_map(|word| FairTarget::ALL.into_iter().find(|target| target.word() == word))
    }

    /// Checks everything that does not depend on the game.
    pub(in super::super) fn check(&self) -> Result<(), InputError> {
        let within = |field: &str, value: usize, most: usize| {
            super::super::super::folder::range(&format!("fair.{field}"), value, 1, most)
        };
        if self.targets.len() != self.goals().count() || self.targets.is_empty() || !distinct(&self.targets) {
            let allowed = format!("one or more of {}", FairTarget::ALL.map(FairTarget::word).join(", "));
            return refuse("fair.targets", format!("{:?}", self.targets), allowed);
        }
        match (self.length, self.goals().any(|target| target == FairTarget::Length)) {
            (None, true) => return refuse("fair.length", "nothing", "[from, to], the rounds of a game"),
            (Some(_), false) => return refuse("fair.length", "length", "none, unless length is a target"),
            (Some([from, to]), _) if !(from > 0.0 && to > from && to.is_finite()) => {
                return refuse("fair.length", format!("[{from}, {to}]"), "[from, to], ascending, above 0");
            }
            _ => {}
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
