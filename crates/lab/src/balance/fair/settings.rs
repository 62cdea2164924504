//! What may be changed to make a game fair, and what counts as fair.

use serde::{Deserialize, Serialize};

use super::super::super::folder::{distinct, range, refuse};
use super::measure::FairLimits;
use super::target::FairTarget;
use tradewinds_game::InputError;
use tradewinds_tournament::MAX_GAMES;

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
    /// The tables of one bot at which seats, items and length have to be fair; empty for the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// For the target `items`: how far the win shares of their owners may lie from equal, in win shares; absent for the
    /// study's `smallest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<f64>,
    /// For the target `skill`: the least and the largest win share of a level of play alone among the one below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<[f64; 2]>,
    /// For the target `length`: the fewest and the most rounds that games may have on average.
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
            tables: Vec::new(),
            items: None,
            skill: None,
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
        FairTarget::ALL.into_iter().filter(|target| self.targets.iter().any(|word| word == target.word()))
    }

    /// Says what is fair of a target in a study with a smallest unfairness that matters.
    pub(in super::super::super) fn limits(&self, target: FairTarget, smallest: f64) -> FairLimits {
        match target {
            FairTarget::Seats | FairTarget::Strategies => FairLimits::Below(smallest),
            FairTarget::Items => FairLimits::Below(self.items.unwrap_or(smallest)),
            FairTarget::Skill => FairLimits::Share(self.skill.unwrap_or_default()),
            FairTarget::Length => FairLimits::Rounds(self.length.unwrap_or_default()),
        }
    }

    /// Checks the limits of the targets that have their own.
    fn check_limits(&self) -> Result<(), InputError> {
        let ascending = |[from, to]: [f64; 2]| from > 0.0 && to > from && to.is_finite();
        let words = |[from, to]: [f64; 2]| format!("[{from}, {to}]");
        self.check_limit(
            FairTarget::Items,
            self.items.map(|most| (most > 0.0 && most < 1.0, most.to_string())),
            "a win share, above 0 and below 1",
        )?;
        self.check_limit(
            FairTarget::Skill,
            self.skill.map(|found| (ascending(found) && found[1] <= 1.0, words(found))),
            "[from, to], win shares of the stronger level, ascending, above 0 and at most 1",
        )?;
        self.check_limit(
            FairTarget::Length,
            self.length.map(|found| (ascending(found), words(found))),
            "[from, to], the rounds of a game, ascending, above 0",
        )
    }

    /// Checks the limit of a target: whether it is right, and how it is written, if it is there. All but `items` need one.
    fn check_limit(
        &self,
        target: FairTarget,
        limit: Option<(bool, String)>,
        allowed: &str,
    ) -> Result<(), InputError> {
        let field = format!("fair.{}", target.word());
        match (limit, self.goals().any(|goal| goal == target)) {
            (None, true) if target != FairTarget::Items => refuse(&field, "nothing", allowed),
            (Some((_, found)), false) => {
                refuse(&field, found, format!("none, unless {} is a target", target.word()))
            }
            (Some((false, found)), true) => refuse(&field, found, allowed),
            _ => Ok(()),
        }
    }

    /// Checks everything that does not depend on the game.
    pub(in super::super) fn check(&self) -> Result<(), InputError> {
        let within = |field: &str, value: usize, most: usize| range(&format!("fair.{field}"), value, 1, most);
        let targets = &self.targets;
        if let Some(twice) = (1..targets.len()).find(|&index| targets[..index].contains(&targets[index])) {
            return refuse("fair.targets", format!("{:?} twice", targets[twice]), "each target once");
        }
        if self.targets.len() != self.goals().count() || self.targets.is_empty() {
            let allowed = format!("one or more of {}", FairTarget::ALL.map(FairTarget::word).join(", "));
            return refuse("fair.targets", format!("{:?}", self.targets), allowed);
        }
        if !distinct(&self.tables) {
            return refuse("fair.tables", format!("{:?}", self.tables), "different tables");
        }
        if !self.tables.is_empty() && !self.goals().any(FairTarget::is_of_one_bot) {
            let allowed = "none, unless seats, items or length is a target";
            return refuse("fair.tables", format!("{:?}", self.tables), allowed);
        }
        self.check_limits()?;
        range("fair.games", self.games, LEAST_GAMES, MAX_GAMES)?;
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
