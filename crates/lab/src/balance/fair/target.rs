//! What can be asked to be fair.

use super::super::metrics::Question;

/// What can be asked to be fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairTarget {
    /// The starting places win alike.
    Seats,
    /// The bots of the first table with a different bot at each seat win alike.
    Strategies,
    /// The owners of each item that is common win alike.
    Items,
    /// A level of play alone among the one below it wins a share within limits.
    Skill,
    /// Games have a number of rounds within limits, on average.
    Length,
}

impl FairTarget {
    pub(super) const ALL: [Self; 5] = [Self::Seats, Self::Strategies, Self::Items, Self::Skill, Self::Length];

    /// Returns its word in manifests and tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Strategies => "strategies",
            Self::Items => "items",
            Self::Skill => "skill",
            Self::Length => "length",
        }
    }

    /// Returns whether games of one bot, which takes all seats, measure it.
    pub(in super::super) const fn is_of_one_bot(self) -> bool {
        matches!(self, Self::Seats | Self::Items | Self::Length)
    }

    /// Completes "the least change that makes".
    pub(super) const fn goal(self) -> &'static str {
        match self {
            Self::Seats => "the seats fair",
            Self::Strategies => "the strategies equal",
            Self::Items => "the items equal",
            Self::Skill => "skill pay as asked",
            Self::Length => "the games as long as asked",
        }
    }

    /// Returns the metric that measures it.
    pub(super) const fn metric(self) -> &'static str {
        match self {
            Self::Seats => Question::Seats.metric(),
            Self::Strategies => Question::Strategies.metric(),
            Self::Items => Question::Purchases.metric(),
            Self::Skill => Question::Skill.metric(),
            Self::Length => "rounds",
        }
    }
}
