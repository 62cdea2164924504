//! Hidden information (rules page 6): only the order of the face-down plantations is unknown, and
//! nobody knows more of it than the others.

use super::PuertoRico;
use super::settler::shuffled_deck;
use super::state::State;
use crate::game::Dice;

impl PuertoRico {
    /// Shuffles the face-down tiles: their composition is public, their order uniform.
    pub(super) fn resample_deck<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let composition = state.face_down(&self.rules);
        state.deck = shuffled_deck(&composition, dice);
    }
}
