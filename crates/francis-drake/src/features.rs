//! A position and an action as numbers (`impl Features`).
//!
//! Everything is public but the numbers of face-down discs and the tiles. A network reads them in the observer's own
//! block, as far as the observer knows them.

mod actions;
mod common;
mod seat;
mod table;
#[cfg(test)]
mod tests;
mod voyages;

use crate::FrancisDrake;
use crate::action::Action;
use crate::limits::{FORTS, GALLEONS, VOYAGES};
use crate::rules::RANGES;
use crate::state::State;
use crate::words::{Decision, destinations};
use tradewinds_game::features::{Number, WriteGroup};
use tradewinds_game::{ActionFeatures, FeatureTable, Features, Group, Inputs, RuleBlock, Seat};

use actions::{ACTION, INDEX, index_of, write_action};
use common::{Common, Place};
use seat::{SEAT, observe_seat, write_seat};
use table::{TABLE, observe_table, write_table};

/// The kinds of decision that come up.
const KINDS: usize = Decision::COUNT - 1;
/// The words of these kinds.
const KIND_WORDS: &[&str] = Decision::WORDS.split_at(KINDS).0;
/// The parts of a voyage: Plymouth, discs, missions.
const PARTS: usize = 3;
/// The words of these parts.
const PART_WORDS: &[&str; PARTS] = &["plymouth", "discs", "missions"];
/// The parts of all voyages.
const STAGES: usize = VOYAGES as usize * PARTS;
/// The last level of a number of destinations.
const PLACES: u16 = 4;
/// The forts and galleons.
const GUARDED: usize = FORTS + GALLEONS;
/// The last level of a tile.
const TILE: u16 = 2;

/// Writes the value of each of these tiles.
#[inline(always)]
fn write_tiles(out: &mut impl WriteGroup, game: &FrancisDrake, state: &State, places: u16) {
    let guarded = game.rules.guarded();
    for place in destinations(places & guarded) {
        out.count((guarded & (place.bit() - 1)).count_ones() as usize, state.tile(place));
    }
}

static FEATURES: FeatureTable =
    FeatureTable { version: 1, layout: 2, seat: SEAT, table: TABLE, action: ACTION, rules: Some(&RANGES) };

impl Features for FrancisDrake {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn rule_block(&self) -> &RuleBlock {
        &self.rules.block
    }

    fn write_features(&self, state: &State, observer: Seat, out: &mut Inputs) {
        let common = Common::new(self, state, observer);
        for seat in Seat::all(self.rules.players) {
            let place = Place::new(self, state, &common, seat);
            write_seat(self, state, observer, seat, &common, &place, out.seat_mut(seat));
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
    fn observe_seat<N: Number>(&self, state: &State, observer: Seat, seat: Seat, out: &mut [N]) {
        observe_seat(self, state, observer, seat, out);
    }

    fn action_groups(&self) -> Vec<Group> {
        INDEX.to_vec()
    }

    #[inline]
    fn action_index(&self, _: Seat, action: Action) -> usize {
        index_of(action)
    }
}
