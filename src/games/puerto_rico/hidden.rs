//! Hidden information (rules page 6): only the order of the face-down plantations is unknown, and
//! nobody knows more of it than the others.

use super::PuertoRico;
use super::settler::shuffled_deck;
use super::state::{Decision, State};
use super::words::Role;
use crate::game::Dice;

impl PuertoRico {
    /// Shuffles the face-down tiles: their composition is public, their order uniform.
    pub(super) fn resample_deck<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let composition = state.face_down(&self.rules);
        state.deck = shuffled_deck(&composition, dice);
    }

    /// Tells whether no tile is turned up any more: the game ends with this round (rules page 5), and its
    /// settler phase is over.
    pub(super) fn has_no_tile_to_come(&self, state: &State) -> bool {
        let settled = state.taken >> Role::Settler.index() & 1 == 1
            && !matches!(state.decision, Decision::Hacienda | Decision::Tile | Decision::Hospice);
        state.end_flag() && settled
    }
}
