//! The values that the policy and the estimate read from the table.

use crate::limits::SPACES;
use crate::words::{Building, Good};
use crate::{PuertoRico, State};
use tradewinds_game::kit::{ByKey, KeySet};

impl PuertoRico {
    /// Returns the number of barrels of each good that one ship has room for.
    pub(crate) fn room(&self, state: &State) -> ByKey<Good, u8> {
        let mut room = ByKey::default();
        let (mut afloat, mut empty) = (KeySet::EMPTY, 0);
        for (ship, &spaces) in state.ships.iter().zip(&self.rules.ships) {
            match Good::from_index(usize::from(ship.kind)) {
                None => empty = empty.max(spaces),
                Some(good) => {
                    room[good] = spaces.saturating_sub(ship.load);
                    afloat.insert(good);
                }
            }
        }
        for good in !afloat {
            room[good] = empty;
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
}
