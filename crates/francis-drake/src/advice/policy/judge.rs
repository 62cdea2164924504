//! A look at one decision, by the knowledge of the deciding seat.

use crate::FrancisDrake;
use crate::advice::weights::Weights;
use crate::limits::VOYAGES;
use crate::rules::Rules;
use crate::state::State;
use crate::words::{Destination, Look};
use tradewinds_game::Seat;

/// A look at one decision.
pub(super) struct Judge<'a> {
    pub(super) game: &'a FrancisDrake,
    pub(super) rules: &'a Rules,
    pub(super) weights: &'a Weights,
    pub(super) state: &'a State,
    /// The seat that decides; only its knowledge is used.
    pub(super) observer: Seat,
    /// The destination whose discs the observer has seen.
    pub(super) looked_at: Option<Destination>,
    /// VP for 0 to 3 types.
    pub(super) conquest: [f32; 4],
    pub(super) voyages_left: f32,
}

impl<'a> Judge<'a> {
    pub(super) fn new(game: &'a FrancisDrake, weights: &'a Weights, state: &'a State) -> Self {
        let observer = state.seat;
        let looked_at = match state.looked() {
            Some((Look::Discs, place)) if state.informer() == Some(observer) => Some(place),
            _ => None,
        };
        let conquest = [0, 1, 2, 3].map(|types| game.rules.conquest_vp(types).into());
        let voyages_left = f32::from(VOYAGES - state.voyage);
        Self { game, rules: &game.rules, weights, state, observer, looked_at, conquest, voyages_left }
    }

    /// Returns the value of a tile if the observer knows it.
    pub(super) fn known_tile(&self, place: Destination) -> Option<u8> {
        self.game.known_tile(self.state, place, self.observer)
    }
}
