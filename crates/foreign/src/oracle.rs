//! The questions that a game of another language answers.

use tradewinds_game::{InputError, Seat};

/// A position of a game of another language, and what its rules say of it.
#[derive(Clone, Debug)]
pub struct Answered<P> {
    /// The position, as the other language keeps it.
    pub place: P,
    /// The index of the seat that decides; `None` when the game is over.
    pub to_act: Option<usize>,
    /// The legal actions by their numbers, in the game's order; none when the game is over.
    pub legal: Vec<u32>,
    /// What chance has shown all seats in the step to this position, such as the number on a die: 1 to 255, or 0. A search
    /// tells such outcomes apart.
    pub outcome: u8,
}

impl<P> Answered<P> {
    /// Says which seat decides and among which actions, for messages.
    pub(crate) fn described<O: Oracle>(&self, oracle: &O) -> String {
        let actions: Vec<String> = self.legal.iter().map(|&action| oracle.action_text(action)).collect();
        self.to_act.map_or_else(
            || "a game that is over".to_owned(),
            |seat| format!("seat {seat} with {}", actions.join(", ")),
        )
    }
}

/// The number of decisions of a playout, and the position after them.
pub type PlayedOut<O> = Option<(u32, Answered<<O as Oracle>::Place>)>;

/// A game whose rules are in another language.
///
/// It gives each action a number when it first sees it, below [`Edge::MOVES`](tradewinds_game::Edge::MOVES). All chance
/// follows from the seeds that it is given. It never changes a position that it has returned.
pub trait Oracle: Send + 'static {
    /// A position.
    type Place: Send + 'static;
    /// An error of the game, as its caller gets it.
    type Fault: Send + 'static;

    /// Makes an error of an answer that is not allowed.
    fn refuse(&self, error: InputError) -> Self::Fault;

    /// Returns the number of players.
    fn players(&self) -> usize;

    /// Returns the number of decisions after which a game is stopped.
    fn max_decisions(&self) -> u32;

    /// Deals a game.
    ///
    /// # Errors
    /// The game fails, or answers what is not allowed.
    fn deal(&mut self, seed: u32) -> Result<Answered<Self::Place>, Self::Fault>;

    /// Plays a legal action.
    ///
    /// # Errors
    /// As for [`Oracle::deal`].
    fn play(
        &mut self,
        place: &Self::Place,
        action: u32,
        seed: u32,
    ) -> Result<Answered<Self::Place>, Self::Fault>;

    /// Draws a position that a seat cannot tell from this one; `None` if nothing is hidden in the game.
    ///
    /// # Errors
    /// As for [`Oracle::deal`].
    fn determinize(
        &mut self,
        place: &Self::Place,
        seat: Seat,
        seed: u32,
    ) -> Result<Option<Answered<Self::Place>>, Self::Fault>;

    /// Plays random decisions, uniform over the legal actions, at least one and at most `most`. Returns their number and
    /// the position after them; `None` if the game leaves each decision to its caller.
    ///
    /// # Errors
    /// As for [`Oracle::deal`].
    fn playout(&mut self, place: &Self::Place, most: u32, seed: u32) -> Result<PlayedOut<Self>, Self::Fault> {
        let _ = (place, most, seed);
        Ok(None)
    }

    /// Returns a score for each seat, as if the game ended here; more is better.
    ///
    /// # Errors
    /// As for [`Oracle::deal`].
    fn scores(&mut self, place: &Self::Place) -> Result<Vec<f64>, Self::Fault>;

    /// Returns whether a seat sees the same in two positions; `None` if the game does not say what a seat sees.
    ///
    /// # Errors
    /// As for [`Oracle::deal`].
    fn sees_same(
        &mut self,
        one: &Self::Place,
        other: &Self::Place,
        seat: Seat,
    ) -> Result<Option<bool>, Self::Fault>;

    /// Writes an action for people.
    fn action_text(&self, action: u32) -> String;
}
