//! Legal actions as sets of options, one bit each: what the legal list and random play are made of.

use super::FrancisDrake;
use super::action::Action;
use super::informer::KEEP;
use super::mission::{ATTACK, DECLINE, STAY, TRADE};
use super::plymouth::DEPART;
use super::state::State;
use super::words::{Commodity, Destination, Disc, LOCATIONS, Step, Stop};
use tradewinds_game::Dice;

/// The options of [`Step::Informer`].
const PASS: usize = 0;
const LOOK_DISCS: usize = 1;
const LOOK_TILE: usize = 2;

impl FrancisDrake {
    /// Returns the options of the decision at hand (3.3); what a bit means depends on the step.
    #[inline]
    pub(super) fn options(&self, state: &State) -> u32 {
        match state.step {
            Step::Plymouth => self.plymouth_options(state),
            Step::Admiral | Step::Governor => self.tile_options(state).into(),
            Step::Sail => self.free_destinations(state.current()).into(),
            Step::Disc => state.current().hand().into(),
            Step::Informer => {
                let tile = u32::from(self.tiles_to_look_at(state) != 0);
                1 << PASS | 1 << LOOK_DISCS | tile << LOOK_TILE
            }
            Step::Look | Step::Exchange | Step::ExchangeWith | Step::Move => self.informer_options(state),
            Step::Mission => self.mission_options(state),
            Step::Press => 1 << ATTACK | 1 << DECLINE,
            Step::Return => self.return_options(state),
            Step::Over => 0,
        }
    }

    /// Returns the action of an option.
    #[inline]
    pub(super) fn option(&self, state: &State, option: usize) -> Action {
        let destination = Destination::ALL[option.min(Destination::COUNT - 1)];
        match state.step {
            Step::Plymouth => match option {
                0..LOCATIONS => Action::Stop(Stop::ALL[state.location(option)]),
                LOCATIONS..DEPART => Action::Stop(Stop::ALL[option]),
                _ => Action::Depart,
            },
            Step::Admiral | Step::Governor => Action::Tile(self.next_tile(state), destination),
            Step::Sail => Action::Sail(destination),
            Step::Disc => Action::Disc(Disc::ALL[option]),
            Step::Informer => match option {
                PASS => Action::Pass,
                LOOK_DISCS => Action::LookDiscs,
                _ => Action::LookTile,
            },
            Step::Look => Action::Look(destination),
            Step::Exchange if option == KEEP => Action::Keep,
            Step::Exchange => Action::Exchange(destination),
            Step::ExchangeWith => Action::With(destination),
            Step::Move if option == KEEP => Action::Keep,
            Step::Move => Action::Move(destination),
            Step::Mission | Step::Press => match option {
                ATTACK => Action::Attack,
                TRADE..DECLINE => Action::Trade(Commodity::ALL[option - TRADE]),
                _ => Action::Decline,
            },
            Step::Return | Step::Over if option == STAY => Action::Stay,
            Step::Return | Step::Over => Action::Return,
        }
    }

    /// Draws an option uniformly, without a throw if there is one only.
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
