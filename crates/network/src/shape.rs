//! The sizes of a network, and the place of each of its parts among the weights.

use std::ops::Range;

use tradewinds_game::{FeatureTable, Features, Variants};

/// The sizes that networks can have: a small one for tests and first tries, and that of the shipped networks.
pub const SIZES: [Size; 2] = [Size { units: 32, second: 16 }, Size { units: 128, second: 32 }];

/// What a network is made for: a game, the version of its rules, and its features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkSpec {
    /// The name of the game.
    pub game: &'static str,
    /// The version of its rules.
    pub rules: u32,
    /// Its features.
    pub features: &'static FeatureTable,
}

impl NetworkSpec {
    /// Returns what a network of the game `G` is made for.
    #[must_use]
    pub fn of<G: Variants + Features>() -> Self {
        Self { game: G::NAME, rules: G::RULES_VERSION, features: G::features() }
    }
}

/// The numbers of units of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Units of the first layer.
    pub units: usize,
    /// Units of the second layer.
    pub second: usize,
}

impl Size {
    /// Returns the first number that no allowed size has, if there is one: its name, what was found, and what is
    /// allowed.
    #[must_use]
    pub fn fault(self) -> Option<(&'static str, usize, String)> {
        let Some(size) = SIZES.iter().find(|size| size.units == self.units) else {
            let allowed = SIZES.map(|Size { units, second }| format!("{units} with second = {second}"));
            return Some(("units", self.units, allowed.join(", or ")));
        };
        (self != *size)
            .then(|| ("second", self.second, format!("{} with units = {}", size.second, size.units)))
    }
}

/// A part of the weights, in the order in which they lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A row of units for each index of a seat's block.
    SeatRows,
    /// A row of units for each index of the table's block.
    TableRows,
    /// The bias of each unit.
    UnitBias,
    /// Second layer: for each second unit, the share of each unit of the seat itself.
    ValueOwn,
    /// Second layer: for each second unit, the share of each unit's mean over the seats.
    ValueMean,
    /// Second layer: the bias of each second unit.
    ValueBias,
    /// The strength: the share of each second unit.
    Strength,
    /// The points: the share of each second unit.
    Points,
    /// The points: the bias.
    PointsBias,
    /// The second layer of the seat that decides, as [`Part::ValueOwn`].
    QueryOwn,
    /// As [`Part::ValueMean`].
    QueryMean,
    /// As [`Part::ValueBias`].
    QueryBias,
    /// For each index of an action, a row over the units of the query.
    ActionRows,
    /// For each index of an action, a bias.
    ActionBias,
    /// A row of units for each input of the block of rules.
    RuleRows,
    /// The share of the hand-written score.
    ScoreShare,
}

impl Part {
    /// All parts, in order.
    pub const ALL: [Self; 16] = [
        Self::SeatRows,
        Self::TableRows,
        Self::UnitBias,
        Self::ValueOwn,
        Self::ValueMean,
        Self::ValueBias,
        Self::Strength,
        Self::Points,
        Self::PointsBias,
        Self::QueryOwn,
        Self::QueryMean,
        Self::QueryBias,
        Self::ActionRows,
        Self::ActionBias,
        Self::RuleRows,
        Self::ScoreShare,
    ];

    /// Returns how many weights the part has.
    #[must_use]
    pub fn count(self, features: &FeatureTable, size: Size) -> usize {
        let Size { units, second } = size;
        match self {
            Self::SeatRows => features.seat_size() * units,
            Self::TableRows => features.table_size() * units,
            Self::RuleRows => features.rule_size() * units,
            Self::UnitBias => units,
            Self::ValueOwn | Self::ValueMean | Self::QueryOwn | Self::QueryMean => units * second,
            Self::ValueBias | Self::QueryBias | Self::Strength | Self::Points => second,
            Self::PointsBias | Self::ScoreShare => 1,
            Self::ActionRows => features.action_size() * second,
            Self::ActionBias => features.action_size(),
        }
    }

    /// Returns the place of the part among the weights.
    #[must_use]
    pub fn range(self, features: &FeatureTable, size: Size) -> Range<usize> {
        let before = Self::ALL.into_iter().take_while(|&part| part != self);
        let start: usize = before.map(|part| part.count(features, size)).sum();
        start..start + self.count(features, size)
    }

    /// Returns the number of weights of all parts.
    #[must_use]
    pub fn total(features: &FeatureTable, size: Size) -> usize {
        Self::ALL.into_iter().map(|part| part.count(features, size)).sum()
    }
}
