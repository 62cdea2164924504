//! The heuristic policy: every action valued in VP by named weights.
//!
//! A [`Judge`] looks at one decision with what the deciding seat knows (rules page, section 11). In
//! Plymouth the whole rest of the street is planned ([`street`]), loads being worth what the best
//! missions with them are ([`outfit`]). At sea the best set of destinations is searched for, with the
//! chances that others come first ([`plan`], [`target`], [`contest`]); the value of a step is that of
//! the best plan that it begins. Rollouts are played by much simpler rules ([`quick`]).

mod contest;
mod missions;
mod offices;
mod outfit;
mod plan;
mod quick;
mod street;
mod target;
#[cfg(test)]
mod tests;
mod weights;

use std::sync::Arc;

use super::FrancisDrake;
use super::action::Action;
use super::rules::{Rules, VOYAGES};
use super::state::State;
use super::words::{Destination, Look, Step};
pub(super) use outfit::DefaultOutfits;
use outfit::Outfits;
use tradewinds_game::{InputError, PerSeat, Policy, Seat, Weights as Given};
pub(super) use weights::DOCS;
use weights::Weights;

/// Scores actions in VP by the named weights of a preset.
#[derive(Clone, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
    outfits: Arc<Outfits>,
    prices: quick::Prices,
}

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    ///
    /// # Errors
    /// A name that is no weight, or a number that is not finite.
    pub(super) fn new(rules: &Rules, given: &Given) -> Result<Self, InputError> {
        let weights = Weights::new(given)?;
        let prices = quick::Prices::new(rules, &weights);
        Ok(Self { weights, outfits: Outfits::new(rules, &weights), prices })
    }
}

impl Policy<FrancisDrake> for WeightedPolicy {
    fn score(&self, game: &FrancisDrake, state: &State, actions: &[Action], scores: &mut [f32]) {
        scores.fill(0.0);
        if actions.len() < 2 {
            return;
        }
        let judge = Judge::new(game, &self.weights, state);
        match state.step {
            Step::Plymouth => judge.plymouth(&self.outfits, actions, scores),
            Step::Admiral | Step::Governor => judge.tile(actions, scores),
            Step::Sail => judge.sail(actions, scores),
            Step::Disc => judge.disc(actions, scores),
            Step::Informer | Step::Look | Step::Exchange | Step::ExchangeWith | Step::Move => {
                judge.informer(actions, scores);
            }
            Step::Mission | Step::Press => judge.mission(actions, scores),
            Step::Return => judge.going_home(actions, scores),
            Step::Over => {}
        }
    }

    fn rollout_scores(&self, game: &FrancisDrake, state: &State, actions: &[Action], scores: &mut [f32]) {
        if actions.len() > 1 {
            quick::score(game, &self.weights, &self.prices, state, actions, scores);
        }
    }

    fn evaluate(&self, game: &FrancisDrake, state: &State) -> PerSeat<f32> {
        game.estimate(state)
    }
}

/// A look at one decision.
struct Judge<'a> {
    game: &'a FrancisDrake,
    rules: &'a Rules,
    weights: &'a Weights,
    state: &'a State,
    /// The seat that decides: its knowledge counts.
    observer: Seat,
    /// The destination whose discs the observer has seen.
    looked_at: Option<Destination>,
    /// VP for 0 to 3 types.
    conquest: [f32; 4],
    voyages_left: f32,
}

impl<'a> Judge<'a> {
    fn new(game: &'a FrancisDrake, weights: &'a Weights, state: &'a State) -> Self {
        let observer = Seat::new(state.seat.into());
        let looked_at = match state.looked() {
            Some((Look::Discs, place)) if state.informer() == Some(observer) => Some(place),
            _ => None,
        };
        let conquest = [0, 1, 2, 3].map(|types| game.rules.conquest_vp(types).into());
        let voyages_left = f32::from(VOYAGES - state.voyage);
        Self { game, rules: &game.rules, weights, state, observer, looked_at, conquest, voyages_left }
    }

    /// Returns the value of a tile that the observer knows.
    fn known_tile(&self, place: Destination) -> Option<u8> {
        self.game.known_tile(self.state, place, self.observer)
    }
}
