//! The heuristic policy: every action valued in VP-equivalents by named weights.
//!
//! A [`Judge`] judges one decision and values an action by its expected gain for the deciding
//! seat: VP of regions ([`regions`]), money, goods, ships and figures ([`stock`]), expeditions
//! ([`discovery`]), buildings ([`building`]) and conflicts ([`warfare`]); a placement by what its box
//! will bring this turn ([`placement`]). The knowledge is that of the rules page, section 12. Everything
//! that it reads is public: of hidden tiles and cards only the composition.

mod building;
mod discovery;
mod judge;
mod placement;
mod regions;
mod stock;
#[cfg(test)]
mod tests;
mod warfare;

use tradewinds_game::{InputError, Policy, Weights as Given};

use super::light;
use super::weights::Weights;
use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use crate::words::Decision;
pub(crate) use discovery::Odds;
pub(crate) use judge::{Judge, Standards};

/// Scores actions in VP-equivalents by the named weights of a preset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedPolicy(pub(crate) Standards);

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    pub(super) fn new(given: &Given) -> Result<Self, InputError> {
        Ok(Self(Standards::new(Weights::new(given)?)))
    }
}

impl Default for WeightedPolicy {
    fn default() -> Self {
        Self(*Standards::standard())
    }
}

impl Policy<AgeOfDiscovery> for WeightedPolicy {
    fn score(&self, game: &AgeOfDiscovery, state: &State, actions: &[Action], scores: &mut [f32]) {
        let judge = Judge::new(game, &self.0, state);
        match state.decision {
            Decision::Place => judge.placements(actions, scores),
            Decision::ExploreTarget
            | Decision::ExploreSoldiers
            | Decision::ExploreCaptains
            | Decision::ExploreOthers => {
                judge.explorations(actions, scores);
            }
            _ => {
                for (score, &action) in scores.iter_mut().zip(actions) {
                    *score = judge.worth(action);
                }
            }
        }
    }

    /// Much like the full policy with its default weights, at a thirtieth of its cost; in the auction it is
    /// the full one.
    fn rollout_scores(&self, game: &AgeOfDiscovery, state: &State, actions: &[Action], scores: &mut [f32]) {
        if !light::score(game, state, actions, scores) {
            self.score(game, state, actions, scores);
        }
    }

    #[inline]
    fn rollout_action(&self, game: &AgeOfDiscovery, state: &State) -> Option<Action> {
        light::choose(game, state)
    }
}
