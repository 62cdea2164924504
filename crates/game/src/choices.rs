//! The questions that studies ask a game about its decisions.

use super::{Facts, Notation, Seat};

/// The decisions of a game as studies see them: their kinds, their choices and their circumstances. All of it has a
/// default, with which all decisions are of one kind.
pub trait Choices: Notation {
    /// The kinds of decision: "role", "offer", "placement" …
    const DECISION_KINDS: &'static [&'static str] = &["move"];

    /// Returns the kind of the decision at hand, an index into [`Choices::DECISION_KINDS`].
    fn decision_kind(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Returns the name of an action's choice: actions of one decision that a study need not distinguish
    /// have the same name. It depends only on what the deciding seat knows.
    fn choice(&self, state: &Self::State, action: Self::Action) -> String {
        self.action_text(state, action)
    }

    /// Records the circumstances of a decision and of one of its actions: few facts with few values, equal
    /// for equal names of the action, and only from what the deciding seat knows.
    fn circumstances(&self, state: &Self::State, action: Self::Action, facts: &mut Facts) {
        let _ = (state, action, facts);
    }

    /// Returns a seat's place, from 0, in the game's first playing order; by default the order of the seats.
    fn start_place(&self, state: &Self::State, seat: Seat) -> usize {
        let _ = state;
        seat.index()
    }

    /// Returns the round (voyage, turn) under way, from 1; by default the whole game is one.
    fn round(&self, state: &Self::State) -> u32 {
        let _ = state;
        1
    }
}
