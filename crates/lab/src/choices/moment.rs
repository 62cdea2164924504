//! The conditions that hold for the choices of a decision.

/// A condition under which choices are studied: a name and a value. They sort by name, then by the number
/// that the value begins with, then by the value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Condition {
    name: String,
    number: u32,
    value: String,
}

impl Condition {
    /// The name of the condition that always holds.
    pub const ALL: &str = "all";
    /// The name of the condition of a phase of the game.
    pub const PHASE: &str = "phase";
    /// The name of the condition of a round.
    pub const ROUND: &str = "round";
    /// The name of the condition of a starting place.
    pub const PLACE: &str = "start_place";

    /// Makes a condition.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        let value = value.into();
        let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
        Self { name: name.into(), number: digits.parse().unwrap_or(u32::MAX), value }
    }

    /// Returns the condition that always holds.
    #[must_use]
    pub fn all() -> Self {
        Self::new(Self::ALL, "")
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its value; empty for the one that always holds.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// The place of a decision in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct DecisionContext {
    pub(super) round: u32,
    /// The number of rounds in a phase.
    pub(super) phase: u32,
    /// The starting place of the seat that decides.
    pub(super) start_place: usize,
}

impl DecisionContext {
    /// Lists the conditions that hold for a choice: those of any game, then its circumstances.
    pub(super) fn conditions<'a>(
        self,
        facts: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<Condition> {
        let first = (self.round.max(1) - 1) / self.phase * self.phase + 1;
        let last = first + self.phase - 1;
        let phase = if first == last { first.to_string() } else { format!("{first}-{last}") };
        let mut conditions = vec![
            Condition::all(),
            Condition::new(Condition::PHASE, phase),
            Condition::new(Condition::ROUND, self.round.to_string()),
            Condition::new(Condition::PLACE, self.start_place.to_string()),
        ];
        conditions.extend(facts.into_iter().map(|(name, value)| Condition::new(name, value)));
        conditions
    }
}

/// A choice under a condition: the subject of a row of a table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ChoiceCount {
    /// The kind of decision, by its place in the manifest's list.
    pub kind: usize,
    /// The choice.
    pub choice: String,
    /// The condition.
    pub condition: Condition,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_sort_by_number() {
        let round = |value: &str| Condition::new("round", value);
        assert!(round("2") < round("10") && round("10") < round("last"));
        assert!(Condition::all() < round("1"));
    }

    #[test]
    fn phases_are_rounds_in_a_row() {
        let phase = |round, phase| {
            let standing = DecisionContext { round, phase, start_place: 0 };
            standing.conditions([])[1].value().to_owned()
        };
        assert_eq!([phase(1, 4), phase(4, 4), phase(5, 4), phase(3, 1)], ["1-4", "1-4", "5-8", "3"]);
    }
}
