//! Hidden information (rules page 6): only the order of the face-down plantations is unknown, and
//! all seats know equally much about it.

use crate::deck::Deck;
use crate::words::{Decision, Good, Role};
use crate::{Action, PuertoRico, State};
use tradewinds_game::Dice;
use tradewinds_game::kit::ByKey;

/// Shuffles the face-down tiles: their composition is public, their order uniform.
pub(crate) fn determinize<D: Dice + ?Sized>(game: &PuertoRico, state: &mut State, dice: &mut D) {
    state.deck = Deck::shuffled(&game.face_down(state), dice);
}

/// Shuffles the face-down tiles from the order in which they lie.
pub(crate) fn permute<D: Dice + ?Sized>(game: &PuertoRico, state: &mut State, dice: &mut D) {
    if state.deck.known {
        state.deck.permute(dice);
    } else {
        determinize(game, state, dice);
    }
}

/// Returns whether no more tile will be turned up: the game ends with this round (rules page 5), and its
/// settler phase is over.
pub(crate) fn is_open(state: &State) -> bool {
    let settled = state.taken.has(Role::Settler)
        && !matches!(state.decision, Decision::Hacienda | Decision::Tile | Decision::Hospice);
    state.end_flag() && settled
}

/// Returns whether a step turned up no tile: only the hacienda's draw and the end of a settler phase do.
#[inline]
pub(crate) fn is_public_step(before: &State, action: Action, after: &State) -> bool {
    let settles = |decision| matches!(decision, Decision::Hacienda | Decision::Tile | Decision::Hospice);
    let settled = settles(before.decision) || action == Action::Role(Role::Settler);
    action != Action::Draw && (!settled || settles(after.decision))
}

impl PuertoRico {
    /// Counts the face-down tiles of each kind: all less those on islands, in the row and discarded.
    pub(crate) fn face_down(&self, state: &State) -> ByKey<Good, u8> {
        let seen = state
            .players
            .iter()
            .fold(state.face_up.plus(state.discards), |seen, player| seen.plus(player.tiles));
        ByKey::from_fn(|good: Good| self.rules.tiles[good.tile()].wrapping_sub(seen.get(good.index())))
    }

    /// Draws the top face-down tile.
    #[inline]
    pub(crate) fn draw_tile<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> usize {
        if state.deck.known { state.deck.pop() } else { self.draw_unknown(state, dice) }
    }

    /// Draws a tile from the composition of the face-down tiles.
    #[cold]
    fn draw_unknown<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> usize {
        let composition = self.face_down(state);
        state.deck.len -= 1;
        let mut place = dice.below(u32::from(state.deck.len) + 1) as u8;
        for (good, &count) in composition.iter() {
            if place < count {
                return good.index();
            }
            place -= count;
        }
        unreachable!("the face-down tiles are as many as their composition")
    }
}

#[cfg(test)]
mod tests {
    use crate::PuertoRico;
    use tradewinds_game::{Game, Seed, Variant, Variants};

    /// Law 10 tests what a public step promises; this tests that nearly all steps are, but none that changes the stack.
    #[test]
    fn a_step_that_turns_up_a_tile_is_not_public() {
        let (mut public, mut steps) = (0, 0);
        for players in 2..=5 {
            let game = PuertoRico::new(players, &Variant::standard()).unwrap();
            for seed in 0..40 {
                let mut rng = Seed(seed).rng();
                let mut state = game.deal(&mut rng);
                while game.to_act(&state).is_some() {
                    let (before, action) = (state, game.random_action(&state, &mut rng));
                    game.play(&mut state, action, &mut rng);
                    let is_public = game.is_public_step(&before, action, &state);
                    assert!(!is_public || before.deck == state.deck, "{action:?} {before:?}");
                    public += u32::from(is_public);
                    steps += 1;
                }
            }
        }
        assert!(public > steps / 10 * 9, "{public} of {steps} steps are public");
    }

    /// Law 9 tests what an open game promises; this tests that open games occur.
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
