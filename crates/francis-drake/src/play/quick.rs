//! The quick random step: a uniform draw from the options, without making the legal list.

use crate::FrancisDrake;
use crate::action::Action;
use crate::state::State;
use tradewinds_game::Dice;

impl FrancisDrake {
    /// Draws a legal action uniformly, without a throw if there is only one.
    ///
    /// # Panics
    /// If the game is over.
    #[inline]
    pub(super) fn random_option<D: Dice + ?Sized>(&self, state: &State, dice: &mut D) -> Action {
        let mut options = self.options(state);
        assert!(options != 0, "the game is not over");
        let number = options.count_ones();
        if number > 1 {
            for _ in 0..dice.below(number) {
                options &= options - 1;
            }
        }
        self.option(state, options.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Game, Seed, Variant, Variants};

    /// With equal dice the quick step plays what the legal list and one throw give.
    #[test]
    fn a_quick_step_is_the_slow_one() {
        let standard = [3, 4, 5].map(|players| (players, Variant::standard()));
        let press =
            Variant::shipped("press-or-decline", FrancisDrake::NAME, FrancisDrake::shipped_variants())
                .unwrap();
        for (players, variant) in standard.into_iter().chain([(4, press)]) {
            let game = FrancisDrake::new(players, &variant).unwrap();
            for seed in 0..100 {
                let (mut quick_dice, mut slow_dice) = (Seed(seed).rng(), Seed(seed).rng());
                let mut quick = game.deal(&mut quick_dice);
                let mut slow = game.deal(&mut slow_dice);
                while game.to_act(&slow).is_some() {
                    let action = game.random_action(&slow, &mut slow_dice);
                    game.play(&mut slow, action, &mut slow_dice);
                    game.play_random(&mut quick, &mut quick_dice);
                    assert_eq!(quick, slow, "{players} players, seed {seed}, after {action:?}");
                }
            }
        }
    }
}
