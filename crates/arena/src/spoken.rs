//! A game under way in words.

use tradewinds_game::{CompleteGame, Phrase, Seat, speech};

use super::under_way::UnderWay;

/// A game under way in words for people. `names` has a name for each seat.
pub trait Spoken {
    /// Asks the seat that decides for its decision.
    fn prompt(&self, names: &[String]) -> String;

    /// Puts a legal action into words.
    ///
    /// # Panics
    /// If the index is out of range.
    fn phrase(&self, action: usize, names: &[String]) -> Phrase;

    /// Puts all legal actions into words, in the game's order.
    fn phrases(&self, names: &[String]) -> Vec<Phrase>;

    /// Puts into words what others see of the decision at hand if they do not see the action.
    fn hidden(&self) -> Phrase;

    /// Lists the numbers of each seat that people follow, with their nouns.
    fn counters(&self) -> Vec<Vec<(&'static str, i64)>>;

    /// Says why the game is over, as a sentence; empty while it continues.
    fn ending(&self) -> String;

    /// Writes an action of the game in notation for people, as [`speech::with_seat_number`] does.
    fn notation(&self, action: &str) -> String;
}

impl<G: CompleteGame> Spoken for UnderWay<G> {
    fn prompt(&self, names: &[String]) -> String {
        self.game().prompt(&self.state, names)
    }

    fn phrase(&self, action: usize, names: &[String]) -> Phrase {
        self.game().phrase(&self.state, self.actions()[action], names)
    }

    fn phrases(&self, names: &[String]) -> Vec<Phrase> {
        let phrase = |&action: &G::Action| self.game().phrase(&self.state, action, names);
        self.actions().iter().map(phrase).collect()
    }

    fn hidden(&self) -> Phrase {
        self.game().hidden(&self.state)
    }

    fn counters(&self) -> Vec<Vec<(&'static str, i64)>> {
        Seat::all(self.game().players()).map(|seat| self.game().counters(&self.state, seat)).collect()
    }

    fn ending(&self) -> String {
        speech::ending::<G>(&self.game().end_reason(&self.state))
    }

    fn notation(&self, action: &str) -> String {
        speech::with_seat_number::<G>(action)
    }
}
