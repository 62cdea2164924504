//! What the policy and the estimate read from the table.

use crate::counts::Kinds;
use crate::limits::SPACES;
use crate::state::EMPTY;
use crate::words::{Building, Good};
use crate::{PuertoRico, State};

impl PuertoRico {
    /// Returns the number of barrels of each good that one ship has room for.
    pub(super) fn room(&self, state: &State) -> [u8; Good::COUNT] {
        let mut room = [0; Good::COUNT];
        let (mut afloat, mut empty) = (Kinds::default(), 0);
        for (ship, &spaces) in state.ships.iter().zip(&self.rules.ships) {
            if ship.kind == EMPTY {
                empty = empty.max(spaces);
            } else {
                room[usize::from(ship.kind)] = spaces.saturating_sub(ship.load);
                afloat = afloat.or(Kinds::one(usize::from(ship.kind)));
            }
        }
        for (good, room) in room.iter_mut().enumerate() {
            if !afloat.has(good) {
                *room = empty;
            }
        }
        room
    }

    /// Returns the circles of these buildings for each good; corn needs none.
    pub(super) fn circles(&self, owned: u32) -> [u8; Good::COUNT] {
        let of = |building: Building| {
            let id = building.index();
            self.rules.circles[id] * (owned >> id & 1) as u8
        };
        [
            SPACES,
            of(Building::SmallIndigoPlant) + of(Building::IndigoPlant),
            of(Building::SmallSugarMill) + of(Building::SugarMill),
            of(Building::TobaccoStorage),
            of(Building::CoffeeRoaster),
        ]
    }
}
