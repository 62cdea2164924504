//! The values that the policy and the estimate read from the table.

use crate::limits::SPACES;
use crate::state::EMPTY;
use crate::words::{Building, Decision, Good, Role};
use crate::{PuertoRico, State};
use tradewinds_game::Seat;
use tradewinds_game::kit::{ByKey, KeySet};

impl PuertoRico {
    /// Returns the number of barrels of each good that one ship has room for.
    pub(crate) fn room(&self, state: &State) -> ByKey<Good, u8> {
        let ships = || state.ships.iter().zip(&self.rules.spaces);
        let empty = ships().filter(|(ship, _)| ship.kind == EMPTY).map(|(_, &spaces)| spaces).max();
        let mut room = ByKey::new([empty.unwrap_or(0); Good::COUNT]);
        for (ship, &spaces) in ships() {
            if let Some(good) = Good::from_index(usize::from(ship.kind)) {
                room[good] = spaces.saturating_sub(ship.load);
            }
        }
        room
    }

    /// Returns the circles of these buildings for each good; corn needs none.
    pub(super) fn circles(&self, owned: KeySet<Building>) -> ByKey<Good, u8> {
        let of = |building: Building| if owned.has(building) { self.rules.circles[building] } else { 0 };
        ByKey::new([
            SPACES,
            of(Building::SmallIndigoPlant) + of(Building::IndigoPlant),
            of(Building::SmallSugarMill) + of(Building::SugarMill),
            of(Building::TobaccoStorage),
            of(Building::CoffeeRoaster),
        ])
    }

    /// Returns the seat that picks a role next, and the roles that are then taken.
    #[inline(always)]
    pub(crate) fn next_pick(&self, state: &State) -> (Seat, KeySet<Role>) {
        if state.decision == Decision::Role {
            (state.chooser, state.taken)
        } else if state.picks < self.rules.picks {
            (self.rules.next_seat(state.chooser), state.taken)
        } else {
            (self.rules.next_seat(state.governor), KeySet::EMPTY)
        }
    }

    /// Returns the seats that are still to act in the phase under way, the one that decides included; none while a
    /// role is picked.
    #[inline(always)]
    pub(crate) fn still_to_act(&self, state: &State) -> KeySet<Seat> {
        let mut to_act = KeySet::EMPTY;
        if state.decision != Decision::Role {
            let mut seat = state.player;
            loop {
                to_act.insert(seat);
                seat = self.rules.next_seat(seat);
                if seat == state.chooser {
                    break;
                }
            }
        }
        to_act
    }
}
