//! A game in words, for people.

pub use super::phrase::{Phrase, joined, told};
pub use super::text::capital;
use super::{Choices, Explanation, Holdings, Joint, Pieces, Put, Seat, Sheet, Variants, counted};

/// The words of a game: actions and decisions as sentences. All methods have plain defaults, so a game without words of
/// its own has an empty implementation.
///
/// Everything said here is read by all seats that observe the decision, so it may rest on what all seats know, and on
/// the action. `names` has a name for each seat.
pub trait Speech: Choices + Variants {
    /// The game's name as people write it.
    const TITLE: &'static str = Self::NAME;
    /// What the game calls a round.
    const ROUND: &'static str = "Round";

    /// Asks the seat that decides for its decision: "Choose a role".
    fn prompt(&self, state: &Self::State, names: &[String]) -> String {
        let _ = names;
        format!("Decide: {}", Self::DECISION_KINDS[self.decision_kind(state)].replace('_', " "))
    }

    /// Puts a legal action into words.
    fn phrase(&self, state: &Self::State, action: Self::Action, names: &[String]) -> Phrase {
        let _ = names;
        Phrase::new("play", self.action_text(state, action))
    }

    /// Describes the run of decisions that people make as one and that the decision at hand belongs to, from here on.
    fn joint(&self, state: &Self::State) -> Option<Joint> {
        let _ = state;
        None
    }

    /// Returns what a legal action of such a run puts.
    fn put(&self, state: &Self::State, action: Self::Action) -> Put {
        let _ = (state, action);
        Put::default()
    }

    /// Returns the pieces of a seat on the spots of such a run in an earlier position, which is what stood before it.
    fn stood(&self, earlier: &Self::State, seat: Seat) -> Pieces {
        let _ = (earlier, seat);
        Pieces::new()
    }

    /// Lists actions of the decision's kind that are not legal now, each with the reason in a few words for the seat
    /// that decides: "costs 5, you have 3".
    fn barred(&self, state: &Self::State) -> Vec<(Self::Action, String)> {
        let _ = state;
        Vec::new()
    }

    /// Lists what the seat that decides pays now for what this decision names, legal or not; what it gets is negative.
    fn prices(&self, state: &Self::State) -> Vec<(Self::Action, i64)> {
        let _ = state;
        Vec::new()
    }

    /// Says what the seat that decides does now, which all seats know: "choose a role".
    fn deed(&self, state: &Self::State) -> Phrase {
        let _ = state;
        Phrase::new("decide", "")
    }

    /// Returns whether the decision at hand goes on with the one before it, a decision of the kind `before` by the same
    /// seat: one sentence tells both.
    fn goes_on(&self, before: &str, state: &Self::State) -> bool {
        let _ = (before, state);
        false
    }

    /// Puts into words what others see of the decision at hand if they do not see the action.
    fn hidden(&self, state: &Self::State) -> Phrase {
        let _ = state;
        Phrase::new("decide", "in secret")
    }

    /// Describes a public outcome of the decision at hand; empty if there is nothing to say.
    fn outcome(&self, state: &Self::State, outcome: u8) -> &'static str {
        let _ = (state, outcome);
        ""
    }

    /// Says why a game is over, from one of the reasons in [`end_reason`](super::Notation::end_reason).
    fn ending(reason: &str) -> Option<&'static str> {
        let _ = reason;
        None
    }

    /// Lists the numbers of a player that a report mentions when they change, each with its noun.
    fn counters(&self, state: &Self::State, seat: Seat) -> Vec<(&'static str, i64)> {
        let _ = (state, seat);
        Vec::new()
    }

    /// Lists what a player has that a reason can name; the counters, if the game has no words for more.
    fn holdings(&self, state: &Self::State, seat: Seat) -> Holdings {
        Holdings { counts: self.counters(state, seat), things: Vec::new() }
    }

    /// Returns what a seat's points are made of, as if the game ended now.
    fn sheet(&self, state: &Self::State, seat: Seat) -> Sheet {
        Sheet::new().open("Points", self.scores(state).points[seat])
    }

    /// Explains the game to people who are new to it.
    fn explanation(&self) -> Explanation {
        Explanation::default()
    }

    /// Returns whether the last word of an action in notation is a seat, as in "master 2".
    fn ends_in_seat(action: &[&str]) -> bool {
        let _ = action;
        false
    }
}

/// Says why a game is over, as a sentence; a reason for which the game has no words is shown as it is.
#[must_use]
pub fn ending<G: Speech>(reason: &str) -> String {
    let parts = reason.split('+').filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.map(|part| G::ending(part).unwrap_or(part)).collect();
    if parts.is_empty() { String::new() } else { format!("{}.", capital(&parts.join(", and "))) }
}

/// Writes an action in notation for people: where it names a seat, which notation counts from 0, by the seat's number:
/// "master 2" is "master seat 3".
#[must_use]
pub fn with_seat_number<G: Speech>(action: &str) -> String {
    let parts: Vec<&str> = action.split(' ').collect();
    match parts.split_last() {
        Some((last, rest)) if G::ends_in_seat(&parts) => match last.parse() {
            Ok(index) => format!("{} seat {}", rest.join(" "), super::from_one(index)),
            Err(_) => action.to_owned(),
        },
        _ => action.to_owned(),
    }
}

/// Lists what a decision changed in the numbers that people follow, from the numbers of each seat before and after it;
/// the changes of the seat that decided come first, without its name.
#[must_use]
pub fn changes(
    mover: Seat,
    before: &[Vec<(&'static str, i64)>],
    after: &[Vec<(&'static str, i64)>],
    names: &[String],
) -> Vec<String> {
    let mut changes = Vec::new();
    for (seat, name) in names.iter().enumerate() {
        let change = |((noun, before), (_, after)): (&(&str, i64), &(_, i64))| {
            let sign = if after > before { "+" } else { "−" };
            (after != before).then(|| format!("{sign}{}", counted((after - before).abs(), noun)))
        };
        let parts: Vec<String> = before[seat].iter().zip(&after[seat]).filter_map(change).collect();
        match parts.join(", ") {
            parts if parts.is_empty() => {}
            parts if seat == mover.index() => changes.insert(0, parts),
            parts => changes.push(format!("{name} {parts}")),
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_the_seat_that_decided_come_first() {
        let names = ["Anna", "Ben", "Cleo"].map(str::to_owned);
        let before = [vec![("doubloon", 3), ("VP", 1)], vec![("doubloon", 3), ("VP", 1)], vec![]];
        let after = [vec![("doubloon", 4), ("VP", 1)], vec![("doubloon", 1), ("VP", 3)], vec![]];
        let said = changes(Seat::new(1), &before, &after, &names);
        assert_eq!(said, ["−2 doubloons, +2 VP", "Anna +1 doubloon"]);
    }
}
