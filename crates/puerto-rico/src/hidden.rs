//! Hidden information (rules page 6): only the order of the face-down plantations is unknown, and
//! nobody knows more of it than the others.

use super::PuertoRico;
use super::settler::shuffled_deck;
use super::state::{Decision, State};
use super::words::Role;
use tradewinds_game::Dice;

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

#[cfg(test)]
mod tests {
    use crate::PuertoRico;
    use tradewinds_game::{Game, Seed, Variant, Variants};

    /// Law 9 holds what an open game promises; this, that there is one to speak of.
    #[test]
    fn many_games_are_open_before_they_end() {
        let game = PuertoRico::new(4, &Variant::standard()).unwrap();
        let opens = |seed| {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            assert!(!game.is_open(&state));
            let mut open = false;
            while game.to_act(&state).is_some() {
                open |= game.is_open(&state);
                game.play_random(&mut state, &mut rng);
            }
            open
        };
        let games = (0..100).filter(|&seed| opens(seed)).count();
        assert!(games > 25, "{games} of 100 games");
    }
}
