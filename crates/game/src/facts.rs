//! A game's facts about a decision and one of its choices, for studies.

use std::fmt::Display;

/// The circumstances of a choice, as [`Choices::circumstances`](super::Choices::circumstances) names them: facts with a
/// value, and situations that hold or do not.
///
/// ```
/// use tradewinds_game::Facts;
/// let mut facts = Facts::default();
/// facts.fact("pick", 2);
/// facts.situation("mayor with an empty circle", true);
/// facts.situation("mayor without one", false);
/// let found: Vec<_> = facts.iter().collect();
/// assert_eq!(found, [("pick", "2"), (Facts::SITUATION, "mayor with an empty circle")]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts(Vec<(&'static str, String)>);

impl Facts {
    /// The name under which situations are listed.
    pub const SITUATION: &'static str = "situation";

    /// Records a fact: a word that names it, and its value, of which there should be few.
    pub fn fact(&mut self, name: &'static str, value: impl Display) {
        self.0.push((name, value.to_string()));
    }

    /// Records a situation if it holds.
    pub fn situation(&mut self, label: &str, holds: bool) {
        if holds {
            self.fact(Self::SITUATION, label);
        }
    }

    /// Lists names and values in the order in which they were recorded.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Removes all facts.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
