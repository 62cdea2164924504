//! Legal actions as sets of options, one bit each; the legal list and random play are made from them.

use super::informer::KEEP;
use super::mission::{ATTACK, DECLINE, STAY, TRADE};
use super::plymouth::DEPART;
use crate::FrancisDrake;
use crate::action::Action;
use crate::limits::LOCATIONS;
use crate::state::State;
use crate::words::{Commodity, Decision, Destination, Disc, Stop};

/// The options of [`Decision::Informer`].
const PASS: usize = 0;
const LOOK_DISCS: usize = 1;
const LOOK_TILE: usize = 2;

impl FrancisDrake {
    /// Returns the options of the decision at hand (3.3); what a bit means depends on the decision.
    #[inline]
    pub(super) fn options(&self, state: &State) -> u32 {
        match state.decision {
            Decision::Plymouth => self.plymouth_options(state),
            Decision::Admiral | Decision::Governor => self.tile_options(state).into(),
            Decision::Sail => self.free_destinations(state.current()).into(),
            Decision::Disc => state.current().hand().into(),
            Decision::Informer => {
                let tile = u32::from(self.tiles_to_look_at(state) != 0);
                1 << PASS | 1 << LOOK_DISCS | tile << LOOK_TILE
            }
            Decision::Look | Decision::Exchange | Decision::ExchangeWith | Decision::Move => {
                self.informer_options(state)
            }
            Decision::Mission => self.mission_options(state),
            Decision::Press => 1 << ATTACK | 1 << DECLINE,
            Decision::Return => self.return_options(state),
            Decision::Over => 0,
        }
    }

    /// Returns the action of an option.
    #[inline]
    pub(super) fn option(&self, state: &State, option: usize) -> Action {
        let destination = Destination::ALL[option.min(Destination::COUNT - 1)];
        match state.decision {
            Decision::Plymouth => match option {
                0..LOCATIONS => Action::Stop(Stop::ALL[state.location(option)]),
                LOCATIONS..DEPART => Action::Stop(Stop::ALL[option]),
                _ => Action::Depart,
            },
            Decision::Admiral | Decision::Governor => Action::Tile(self.next_tile(state), destination),
            Decision::Sail => Action::Sail(destination),
            Decision::Disc => Action::Disc(Disc::ALL[option]),
            Decision::Informer => match option {
                PASS => Action::Pass,
                LOOK_DISCS => Action::LookDiscs,
                _ => Action::LookTile,
            },
            Decision::Look => Action::Look(destination),
            Decision::Exchange if option == KEEP => Action::Keep,
            Decision::Exchange => Action::Exchange(destination),
            Decision::ExchangeWith => Action::With(destination),
            Decision::Move if option == KEEP => Action::Keep,
            Decision::Move => Action::Move(destination),
            Decision::Mission | Decision::Press => match option {
                ATTACK => Action::Attack,
                TRADE..DECLINE => Action::Trade(Commodity::ALL[option - TRADE]),
                _ => Action::Decline,
            },
            Decision::Return | Decision::Over if option == STAY => Action::Stay,
            Decision::Return | Decision::Over => Action::Return,
        }
    }
}
