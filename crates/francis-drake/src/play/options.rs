//! Legal actions as sets of options, one bit each; the legal list and random play are made from them.

use super::informer::KEEP;
use super::mission::{ATTACK, DECLINE, STAY, TRADE};
use super::plymouth::DEPART;
use crate::FrancisDrake;
use crate::action::Action;
use crate::limits::LOCATIONS;
use crate::state::State;
use crate::words::{Commodity, DOCKSIDE_STOPS, Decision, Destination, Disc, INVESTOR_STOPS, Stop};
use tradewinds_game::Actions;
use tradewinds_game::kit::Bits;

/// The options of [`Decision::Informer`].
const PASS: usize = 0;
const LOOK_DISCS: usize = 1;
const LOOK_TILE: usize = 2;

/// The actions in Plymouth behind the locations: at the investor, at the dockside, the departure.
const BEHIND: [Action; 7] = [
    Action::Stop(Stop::InvestorGuns),
    Action::Stop(Stop::InvestorCrew),
    Action::Stop(Stop::InvestorGalleon),
    Action::Stop(Stop::DocksideCrew),
    Action::Stop(Stop::DocksideGun),
    Action::Stop(Stop::DocksideBarrel),
    Action::Depart,
];
/// The same for a ship that has a galleon, which the investor does not give it again.
const WITH_GALLEON: [Action; 6] = {
    let [guns, crew, _, dockside @ ..] = BEHIND;
    let [a, b, c, departure] = dockside;
    [guns, crew, a, b, c, departure]
};
/// Their options.
const ALL_BEHIND: u32 = INVESTOR_STOPS | FROM_DOCKSIDE;
const GALLEON_BEHIND: u32 = ALL_BEHIND & !Stop::InvestorGalleon.bit();
const FROM_DOCKSIDE: u32 = DOCKSIDE_STOPS | 1 << DEPART;

/// Returns the destination of an option.
#[inline]
fn destination(option: usize) -> Destination {
    Destination::ALL[option.min(Destination::COUNT - 1)]
}

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

    /// Lists the actions of the decision at hand.
    #[inline]
    pub(super) fn list(&self, state: &State, actions: &mut Actions<Action>) {
        let options = self.options(state);
        let bits = Bits(options);
        actions.clear();
        // Where there are many options, each kind of decision has a loop of its own.
        match state.decision {
            Decision::Plymouth => {
                let locations = Bits(options & ((1 << LOCATIONS) - 1));
                actions.extend(locations.map(|option| Action::STOPS[state.location(option)]));
                // Behind them there are nearly always the same few lists.
                let behind = options >> LOCATIONS << LOCATIONS;
                let known: &[Action] = match behind {
                    ALL_BEHIND => &BEHIND,
                    GALLEON_BEHIND => &WITH_GALLEON,
                    FROM_DOCKSIDE => &BEHIND[3..],
                    _ => &[],
                };
                if actions.try_extend_from_slice(known).is_err() || known.is_empty() {
                    let stop = |option: usize| Action::STOPS.get(option).copied().unwrap_or(Action::Depart);
                    actions.extend(Bits(behind).map(stop));
                }
            }
            Decision::Sail => actions.extend(bits.map(|option| Action::Sail(destination(option)))),
            Decision::Disc => actions.extend(bits.map(|option| Action::Disc(Disc::ALL[option]))),
            _ => actions.extend(bits.map(|option| self.option(state, option))),
        }
    }

    /// Returns the action of an option.
    #[inline]
    pub(super) fn option(&self, state: &State, option: usize) -> Action {
        let destination = destination(option);
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
