//! The quick random step: a uniform draw from the options, without making the legal list.

use super::mission::{ATTACK, DECLINE, STAY, TRADE};
use super::plymouth::DEPART;
use crate::FrancisDrake;
use crate::limits::LOCATIONS;
use crate::state::State;
use crate::words::{Commodity, Decision, Destination, Disc, Stop};
use tradewinds_game::kit::Ranked;
use tradewinds_game::{Dice, Game};

impl FrancisDrake {
    /// Plays a legal action drawn uniformly, without a throw if there is only one. The common decisions are
    /// played straight from the option, without an action.
    ///
    /// # Panics
    /// If the game is over.
    #[inline]
    pub(super) fn play_random_option<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match state.decision {
            Decision::Plymouth => match draw(self.plymouth_options(state), dice) {
                index @ 0..LOCATIONS => {
                    self.stop_at_location(state, Stop::ALL[state.location(index)], index as u8 + 1, dice);
                }
                option @ LOCATIONS..DEPART => self.stop_behind(state, Stop::ALL[option]),
                _ => self.play_departure(state, dice),
            },
            Decision::Sail => {
                let option = draw(self.free_destinations(state.current()).into(), dice);
                self.play_destination(state, Destination::ALL[option]);
            }
            Decision::Disc => {
                let option = draw(state.current().hand().into(), dice);
                self.play_disc(state, Disc::ALL[option], dice);
            }
            Decision::Mission => match draw(self.mission_options(state), dice) {
                ATTACK => self.play_attack(state, dice),
                option @ TRADE..DECLINE => self.play_trade(state, Commodity::ALL[option - TRADE], dice),
                _ => self.play_decline(state, dice),
            },
            Decision::Return => match draw(self.return_options(state), dice) {
                STAY => self.next_return(state, dice),
                _ => self.play_return(state, dice),
            },
            _ => {
                let option = draw(self.options(state), dice);
                self.play(state, self.option(state, option), dice);
            }
        }
    }
}

/// Draws one of the options uniformly, without a throw if there is only one.
///
/// # Panics
/// If there is none.
#[inline]
fn draw<D: Dice + ?Sized>(options: u32, dice: &mut D) -> usize {
    assert!(options != 0, "the game is not over");
    let ranked = Ranked::new(options);
    match ranked.count() {
        1 => options.trailing_zeros() as usize,
        number => ranked.at(dice.below(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Game, Seed, Variant, Variants};

    /// With equal dice the quick step plays what the legal list and one throw give.
    #[test]
    fn a_quick_step_is_the_slow_one() {
        let shipped = FrancisDrake::shipped_variants();
        let names =
            shipped.iter().map(|(name, _)| Variant::shipped(name, FrancisDrake::NAME, shipped).unwrap());
        let variants: Vec<_> = std::iter::once(Variant::standard()).chain(names).collect();
        for (players, variant) in (3..=5).flat_map(|players| variants.iter().map(move |it| (players, it))) {
            let game = FrancisDrake::new(players, variant).unwrap();
            for seed in 0..40 {
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
