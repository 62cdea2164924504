//! What a network reads of a position and of an action (`impl Features`).
//!
//! Everything is public but the numbers of face-down discs and the tiles, which stand in the observer's own block
//! as far as it knows them.

mod actions;
mod blocks;
mod common;
#[cfg(test)]
mod tests;
mod voyages;

use crate::FrancisDrake;
use crate::action::Action;
use crate::state::State;
use tradewinds_game::{ActionFeatures, FeatureTable, Features, Inputs, Seat};

use common::{Common, Place};

static FEATURES: FeatureTable =
    FeatureTable { version: 1, seat: blocks::SEAT, table: blocks::TABLE, action: actions::ACTION };

impl Features for FrancisDrake {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn write_features(&self, state: &State, observer: Seat, out: &mut Inputs) {
        let common = Common::new(self, state, observer);
        for seat in Seat::all(self.rules.players) {
            let place = Place::new(self, state, &common, seat);
            blocks::write_seat(self, state, &common, &place, out.seat_mut(seat));
        }
        blocks::write_table(self, state, &common, &mut out.table);
    }

    fn write_action_features(&self, state: &State, action: Action, out: &mut ActionFeatures) {
        actions::write(self, state, action, out);
    }
}
