//! What a game says of a decision and of one choice at it, for studies.

use std::fmt::Display;

/// The circumstances of a choice, as [`Study::circumstances`](super::Study::circumstances) names them: facts with a
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

    /// Notes a fact: a word that names it, and its value, of which there should be few.
    pub fn fact(&mut self, name: &'static str, value: impl Display) {
        self.0.push((name, value.to_string()));
    }

    /// Notes a situation where it holds.
    pub fn situation(&mut self, label: &str, holds: bool) {
        if holds {
            self.fact(Self::SITUATION, label);
        }
    }

    /// Lists names and values in the order in which they were noted.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Forgets them all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
