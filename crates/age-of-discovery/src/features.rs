//! What a network reads of a position and of an action (`impl Features`).
//!
//! All seats know the same, so the blocks are the same for all observers; nothing is written of what lies face
//! down. The values that count the most are written apart for each stage of the game.

mod actions;
mod place;
mod seat;
mod table;
mod terms;
#[cfg(test)]
mod tests;

use tradewinds_game::{ActionFeatures, FeatureTable, Features, Inputs, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use actions::{ACTION, write_action};
use place::{Common, Place};
use seat::{SEAT, write_seat};
use table::{TABLE, write_table};

static FEATURES: FeatureTable = FeatureTable { version: 1, seat: SEAT, table: TABLE, action: ACTION };

impl Features for AgeOfDiscovery {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn write_features(&self, state: &State, _: Seat, out: &mut Inputs) {
        let common = Common::new(self, state);
        for seat in Seat::all(self.rules.players) {
            let place = Place::new(&common, seat);
            write_seat(&common, &place, out.seat_mut(seat));
        }
        write_table(&common, &mut out.table);
    }

    fn write_action_features(&self, state: &State, action: Action, out: &mut ActionFeatures) {
        write_action(self, state, action, out);
    }
}

/// Returns a number in halves, to the nearest one; 0 for a loss.
#[inline(always)]
fn halves(number: f32) -> usize {
    (2.0 * number + 0.5) as usize
}
