//! A quick step of a random playout: most choices are drawn without making the legal list.

mod placements;

use tradewinds_game::kit::{Ranked64, draw_index, nth_bit};
use tradewinds_game::{Actions, Dice, Game, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::limits::SEATS;
use crate::state::State;
use crate::words::{Building, Decision, Figure, Good, Region};

/// Plays the action at a random index of the legal list, as [`Game::play_random`] says.
#[inline(always)]
pub(crate) fn play_random<D: Dice + ?Sized>(game: &AgeOfDiscovery, state: &mut State, dice: &mut D) {
    play_several_random(game, state, 1, dice);
}

/// Plays one decision, or more of a phase; returns their number, at most `most`.
#[inline(always)]
pub(crate) fn play_several_random<D: Dice + ?Sized>(
    game: &AgeOfDiscovery,
    state: &mut State,
    most: u32,
    dice: &mut D,
) -> u32 {
    match state.decision {
        Decision::Place => return placements::random_placements(game, state, most, dice),
        Decision::Land => {
            let open = Ranked64::new(state.discovered().into());
            let nth = draw_index(dice, open.count());
            game.play_landing(state, Action::Land(Region::ALL[open.at(nth)]), dice);
        }
        Decision::TakeGood => {
            let nth = draw_index(dice, state.market.kinds().count() as u32);
            let good = Good::ALL[state.market.kinds().at(nth)];
            game.play_good(state, Action::TakeGood(good), dice);
        }
        Decision::Buy => {
            let buildings = game.affordable(state);
            let action = match draw_index(dice, buildings.count_ones() + 1) {
                0 => Action::Pass,
                nth => Action::Buy(Building::ALL[nth_bit(buildings, nth - 1)]),
            };
            game.play_purchase(state, action, dice);
        }
        Decision::ExploreTarget => {
            let regions = Ranked64::new(state.undiscovered.into());
            let targets = regions.count() + u32::from(game.deck_is_open(state));
            let action = match draw_index(dice, targets + 1) {
                0 => Action::Stay,
                _ if state.undiscovered == 0 => Action::ExploreDeck,
                nth => Action::Explore(Region::ALL[regions.at(nth - 1)]),
            };
            game.play_target(state, action, dice);
        }
        // Each step by itself: what it asks for is known in its arm.
        Decision::ExploreSoldiers => random_number(game, state, Action::Soldiers, dice),
        Decision::ExploreCaptains => random_number(game, state, Action::Captains, dice),
        Decision::ExploreOthers => random_number(game, state, Action::Others, dice),
        Decision::Warfare => random_conflict(game, state, dice),
        Decision::AttackerKills | Decision::DefenderKills => {
            let (least, most) = game.kill_range(state);
            let killed = least + draw_index(dice, u32::from(most - least) + 1) as u8;
            game.play_kills(state, Action::KillSoldiers(killed), dice);
        }
        Decision::Train => {
            let choices = if game.can_train(state) { 1 + Figure::SPECIALISTS.len() as u32 } else { 1 };
            let action = match draw_index(dice, choices) {
                0 => Action::Decline,
                nth => Action::Train(Figure::SPECIALISTS[nth as usize - 1]),
            };
            game.play_training(state, action, dice);
        }
        _ => {
            let mut actions = Actions::new();
            game.legal(state, &mut actions);
            let action = actions[draw_index(dice, actions.len() as u32) as usize];
            game.play(state, action, dice);
        }
    }
    1
}

/// Draws the number of figures at a step of an expedition.
#[inline(always)]
fn random_number<D: Dice + ?Sized>(
    game: &AgeOfDiscovery,
    state: &mut State,
    action: fn(u8) -> Action,
    dice: &mut D,
) {
    let (least, most) = game.number_range(state);
    let number = least + draw_index(dice, u32::from(most - least) + 1) as u8;
    game.play_number(state, action(number), dice);
}

/// The legal conflicts are nothing, then for each opponent the battles and the war.
fn random_conflict<D: Dice + ?Sized>(game: &AgeOfDiscovery, state: &mut State, dice: &mut D) {
    let players = game.rules.players;
    let war = u32::from(game.can_afford_war(state));
    let (own, seat) = (state.current(), state.to_move.index());
    let mut targets = [0; SEATS];
    let mut all = 1;
    for (opponent, theirs) in state.players[..players].iter().enumerate() {
        let fields = own.battlefields(theirs);
        if fields != 0 && opponent != seat {
            targets[opponent] = fields;
            all += choices(fields, war);
        }
    }
    let mut nth = draw_index(dice, all);
    let mut action = Action::Pass;
    if nth > 0 {
        nth -= 1;
        for (opponent, &targets) in Seat::all(players).zip(&targets) {
            let here = if targets == 0 { 0 } else { choices(targets, war) };
            if nth < here {
                let battles = targets.count_ones();
                action = if nth < battles {
                    Action::Battle(region(targets, nth), opponent)
                } else {
                    Action::War(opponent)
                };
                break;
            }
            nth -= here;
        }
    }
    game.play_conflict(state, action, dice);
}

/// Returns the number of conflicts with an opponent that there are targets against.
#[inline]
fn choices(targets: u16, war: u32) -> u32 {
    targets.count_ones() + war
}

/// Returns the region of number `nth` in a set that has more.
#[inline]
fn region(set: u16, nth: u32) -> Region {
    Region::ALL[nth_bit(set, nth)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Seed, Variant, Variants};

    /// Every number of players with the standard rules and with the shipped variants.
    fn every_game() -> impl Iterator<Item = (usize, AgeOfDiscovery)> {
        let shipped = AgeOfDiscovery::shipped_variants();
        let named = shipped.iter().map(|(name, _)| Variant::shipped(name, AgeOfDiscovery::NAME, shipped));
        let variants =
            std::iter::once(Variant::standard()).chain(named.map(|variant| variant.expect("it is shipped")));
        variants.flat_map(|variant| {
            (2..=5).map(move |players| (players, AgeOfDiscovery::new(players, &variant).expect("it fits")))
        })
    }

    /// With equal dice the quick step plays what the legal list and one throw give.
    #[test]
    fn a_quick_step_is_the_slow_one() {
        for (players, game) in every_game() {
            for seed in 0..30 {
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

    /// Several decisions at once are as many single ones, wherever they stop.
    #[test]
    fn several_steps_are_single_ones() {
        for (players, game) in every_game() {
            for seed in 0..30 {
                let (mut several_dice, mut single_dice) = (Seed(seed).rng(), Seed(seed).rng());
                let mut several = game.deal(&mut several_dice);
                let mut single = game.deal(&mut single_dice);
                for step in 0.. {
                    if game.to_act(&several).is_none() {
                        break;
                    }
                    let most = 1 + step % 7 * (step % 5);
                    let played = game.play_several_random(&mut several, most, &mut several_dice);
                    assert!((1..=most).contains(&played), "{played} of {most}");
                    (0..played).for_each(|_| game.play_random(&mut single, &mut single_dice));
                    assert_eq!(several, single, "{players} players, seed {seed}, {played} decisions");
                }
            }
        }
    }
}
