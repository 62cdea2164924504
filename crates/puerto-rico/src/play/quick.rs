//! A quick step of a random playout: most choices are drawn without making the legal list.
//! They are drawn from sets and masks, in which a set bit is found without a loop; the lists of legal loads and tiles
//! come from the same sets.

use super::draw::{any_bit, any_of};
use crate::words::{Building, Decision, Good};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::draw_index;
use tradewinds_game::{Actions, Dice, Game};

/// No role takes more decisions: most has the mayor, where players place colonists on up to six kinds of tile and
/// twelve buildings.
const LONGEST_ROLE: u32 = 96;

/// Plays whole roles at random where so many decisions may be played, otherwise one decision; see
/// [`Game::play_several_random`].
#[inline(always)]
pub(super) fn play_several_random<D: Dice + ?Sized>(
    game: &PuertoRico,
    state: &mut State,
    most: u32,
    dice: &mut D,
) -> u32 {
    let mut played = 0;
    // After at most `last` decisions there is time for another role. Optional privileges are offered one by one.
    if let Some(last) = most.checked_sub(LONGEST_ROLE)
        && !game.rules.optional_privileges
    {
        while state.decision == Decision::Role && played <= last {
            played += game.random_role(state, dice);
        }
    }
    if played == 0 {
        play_one(game, state, dice);
        played = 1;
    }
    played
}

/// Plays one random decision. It is not inlined, so that the loop over whole roles has the registers for itself.
#[inline(never)]
fn play_one<D: Dice + ?Sized>(game: &PuertoRico, state: &mut State, dice: &mut D) {
    play_random(game, state, dice);
}

/// Plays the action at a random index of the legal list; see [`Game::play_random`].
#[inline(always)]
pub(super) fn play_random<D: Dice + ?Sized>(game: &PuertoRico, state: &mut State, dice: &mut D) {
    match state.decision {
        Decision::Role => {
            let role = game.draw_role(state, dice);
            game.pick_role(state, Action::Role(role), dice);
        }
        Decision::Tile => {
            let option = any_of(game.tile_options(state, state.player), dice);
            game.play_tile(state, PuertoRico::tile_action(option), dice);
        }
        Decision::Place => {
            let (least, most) = game.place_range(state);
            let count = least + draw_index(dice, u32::from(most - least) + 1) as u8;
            game.play_place(state, Action::Place(count));
        }
        Decision::Build => {
            let option = any_bit(game.buildable(state, state.player).bits() | 1 << Building::COUNT, dice);
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
            let kinds = game.sellable(state, state.player);
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
            let option = any_bit(game.load_options(state, state.player), dice);
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

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Seed, Variant, Variants};

    /// Every number of players with the standard rules, and with those that ask for more decisions.
    fn every_table() -> impl Iterator<Item = (usize, Variant)> {
        let shipped =
            |name| Variant::shipped(name, PuertoRico::NAME, PuertoRico::shipped_variants()).unwrap();
        let variants = [Variant::standard(), shipped("strict"), shipped("optional-privileges")];
        variants.into_iter().flat_map(|variant| (2..=5).map(move |players| (players, variant.clone())))
    }

    /// With equal dice the quick step plays what the legal list and one throw give.
    #[test]
    fn a_quick_step_is_the_slow_one() {
        for (players, variant) in every_table() {
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

    /// Whole roles are as many single decisions, wherever they stop.
    #[test]
    fn several_steps_are_single_ones() {
        for (players, variant) in every_table() {
            let game = PuertoRico::new(players, &variant).unwrap();
            for seed in 0..50 {
                let (mut several_dice, mut single_dice) = (Seed(seed).rng(), Seed(seed).rng());
                let mut several = game.deal(&mut several_dice);
                let mut single = game.deal(&mut single_dice);
                // Where few may be played they are played one by one, so that some roles are begun in the middle.
                let mut steps = 0_u32;
                while game.to_act(&several).is_some() {
                    let few = u64::from(steps % 11) < seed % 11;
                    let most = if few { 1 + steps % 3 } else { LONGEST_ROLE + steps % 50 };
                    let played = game.play_several_random(&mut several, most, &mut several_dice);
                    steps += 1;
                    assert!((1..=most).contains(&played), "{played} of {most}");
                    (0..played).for_each(|_| game.play_random(&mut single, &mut single_dice));
                    assert_eq!(several, single, "{players} players, seed {seed}, {played} decisions");
                }
            }
        }
    }
}
