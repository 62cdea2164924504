//! A position and an action as numbers (`impl Features`).
//!
//! All seats know the same, so the blocks are the same for all observers; nothing is written of what lies face
//! down. For a network, the values that count the most are written apart for each stage of the game.

mod actions;
mod place;
mod seat;
mod table;
mod terms;
#[cfg(test)]
mod tests;

use tradewinds_game::features::Number;
use tradewinds_game::{ActionFeatures, FeatureTable, Features, Group, Inputs, RuleBlock, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::rules::RANGES;
use crate::state::State;
use crate::words::{Building, Decision};
use actions::{ACTION, index_groups, index_of, write_action};
use place::{Common, Place};
use seat::{SEAT, observe_seat, write_seat};
use table::{TABLE, observe_table, write_table};

/// The kinds of decision that come up.
const KINDS: usize = Decision::KINDS - 1;
/// The words of these kinds.
const KIND_WORDS: &[&str] = Decision::KIND_WORDS.split_at(KINDS).0;
/// All buildings, with the second copy of Settlers.
const BUILDINGS: usize = Building::COUNT + 1;
/// The words of these buildings.
const BUILDING_WORDS: &[&str] = &{
    let mut words = ["second settlers"; BUILDINGS];
    words.split_at_mut(Building::COUNT).0.copy_from_slice(&Building::WORDS);
    words
};

static FEATURES: FeatureTable =
    FeatureTable { version: 1, layout: 2, seat: SEAT, table: TABLE, action: ACTION, rules: Some(&RANGES) };

impl Features for AgeOfDiscovery {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn rule_block(&self) -> &RuleBlock {
        &self.rules.block
    }

    fn write_features(&self, state: &State, observer: Seat, out: &mut Inputs) {
        let common = Common::new(self, state);
        for seat in Seat::all(self.rules.players) {
            let place = Place::new(&common, seat);
            write_seat(state, seat, &common, &place, out.seat_mut(seat));
        }
        write_table(self, state, observer, &common, &mut out.table);
    }

    fn write_action_features(&self, state: &State, action: Action, out: &mut ActionFeatures) {
        write_action(self, state, action, out);
    }

    #[inline]
    fn observe_table<N: Number>(&self, state: &State, observer: Seat, out: &mut [N]) {
        observe_table(self, state, observer, out);
    }

    #[inline]
    fn observe_seat<N: Number>(&self, state: &State, _: Seat, seat: Seat, out: &mut [N]) {
        observe_seat(state, seat, out);
    }

    fn action_groups(&self) -> Vec<Group> {
        index_groups(self)
    }

    #[inline]
    fn action_index(&self, seat: Seat, action: Action) -> usize {
        index_of(self, seat, action)
    }
}

/// Returns a number in halves, to the nearest one; 0 for a loss. A conversion to 16 bits is the cheapest one.
#[inline(always)]
fn halves(number: f32) -> usize {
    ((2.0 * number + 0.5) as u16).into()
}

/// Returns whether a battle is under way.
const fn is_fighting(decision: Decision) -> bool {
    matches!(decision, Decision::AttackerKills | Decision::DefenderKills)
}
