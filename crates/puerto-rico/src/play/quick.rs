//! A quick step of a random playout: most choices are drawn without making the legal list.

use crate::words::{Building, Decision, Good, Role};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{Kinds8, Ranked, draw_index, nth_bit_of_byte};
use tradewinds_game::{Actions, Dice, Game};

/// Plays the action at a random index of the legal list; see [`Game::play_random`].
#[inline(always)]
pub(super) fn play_random<D: Dice + ?Sized>(game: &PuertoRico, state: &mut State, dice: &mut D) {
    match state.decision {
        Decision::Role => {
            let cards = u32::from(game.rules.role_count - state.picks);
            let nth = draw_index(dice, cards);
            let role = Role::ALL[nth_bit_of_byte(game.free_roles(state).bits(), nth)];
            game.pick_role(state, Action::Role(role), dice);
        }
        Decision::Tile => {
            let option = any_of(game.tile_options(state), dice);
            game.play_tile(state, PuertoRico::tile_action(option), dice);
        }
        Decision::Place => {
            let (least, most) = game.place_range(state);
            let count = least + draw_index(dice, u32::from(most - least) + 1) as u8;
            game.play_place(state, Action::Place(count));
        }
        Decision::Build => {
            let option = any_bit(game.buildable(state).bits() | 1 << Building::COUNT, dice);
            let action = Building::from_index(option).map_or(Action::Pass, Action::Build);
            game.play_build(state, action);
        }
        Decision::CraftBonus => {
            let option = any_of(game.bonus_kinds(state).with(Good::COUNT), dice);
            game.play_bonus(
                state,
                Good::from_index(option).map_or(Action::Pass, |good| Action::Take(good.tile())),
            );
        }
        Decision::Sell => {
            let kinds = game.sellable(state);
            // In three of four sales the player has nothing to sell.
            let action = if kinds.is_empty() {
                Action::Pass
            } else {
                let option = any_of(kinds.with(Good::COUNT), dice);
                Good::from_index(option).map_or(Action::Pass, Action::Sell)
            };
            game.play_sale(state, action);
        }
        Decision::Load => {
            let option = any_bit(game.load_options(state), dice);
            game.play_load(state, PuertoRico::load_action(option));
        }
        _ => {
            let mut actions = Actions::new();
            game.legal(state, &mut actions);
            let action = actions[draw_index(dice, actions.len() as u32) as usize];
            game.play(state, action, dice);
        }
    }
}

/// Draws one of some kinds.
#[inline]
fn any_of<D: Dice + ?Sized>(kinds: Kinds8, dice: &mut D) -> usize {
    kinds.at(draw_index(dice, kinds.count() as u32))
}

/// Draws one of the set bits of a mask.
#[inline]
fn any_bit<D: Dice + ?Sized>(mask: u32, dice: &mut D) -> usize {
    if mask.is_power_of_two() {
        return mask.trailing_zeros() as usize;
    }
    let mask = Ranked::new(mask);
    mask.at(dice.below(mask.count()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Seed, Variant, Variants};

    /// With equal dice the quick step plays what the legal list and one throw give.
    #[test]
    fn a_quick_step_is_the_slow_one() {
        let strict = Variant::shipped("strict", PuertoRico::NAME, PuertoRico::shipped_variants()).unwrap();
        for (players, variant) in [2, 3, 4, 5]
            .into_iter()
            .flat_map(|players| [(players, Variant::standard()), (players, strict.clone())])
        {
            let game = PuertoRico::new(players, &variant).unwrap();
            for seed in 0..50 {
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

    /// Several quick steps are as many single ones, wherever they stop.
    #[test]
    fn several_steps_are_single_ones() {
        for players in [2, 3, 4, 5] {
            let game = PuertoRico::new(players, &Variant::standard()).unwrap();
            for seed in 0..50 {
                let (mut several_dice, mut single_dice) = (Seed(seed).rng(), Seed(seed).rng());
                let mut several = game.deal(&mut several_dice);
                let mut single = game.deal(&mut single_dice);
                let mut most = 1;
                while game.to_act(&several).is_some() {
                    let played = game.play_several_random(&mut several, most, &mut several_dice);
                    assert!((1..=most).contains(&played), "{played} of {most}");
                    (0..played).for_each(|_| game.play_random(&mut single, &mut single_dice));
                    assert_eq!(several, single, "{players} players, seed {seed}, {played} decisions");
                    most = most % 5 + 1;
                }
            }
        }
    }
}
