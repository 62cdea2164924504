//! What the rest of the game holds by the default weights, for the evaluation of positions.

use super::super::rules::MundusNovus;
use super::super::state::State;
use super::outlook::Outlook;
use super::weights::Weights;
use crate::game::Seat;

/// Returns the rounds to come after this one.
pub(in super::super) fn rounds(game: &MundusNovus, state: &State) -> f32 {
    game.rounds_to_come(state, Weights::DEFAULT.pace)
}

/// Returns the doubloons that a seat's developments will bring.
pub(in super::super) fn developments(game: &MundusNovus, state: &State, seat: Seat) -> f32 {
    Outlook::new(game, &Weights::DEFAULT, state, seat).owned_worth()
}
