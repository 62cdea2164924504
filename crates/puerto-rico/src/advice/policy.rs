//! The heuristic policy: every action valued in VP-equivalents by named weights.
//!
//! A [`Judge`] judges one decision. The worth of everything depends on the stage of the
//! game ([`outlook`]): a doubloon, and everything that pays over time, loses worth as the end comes near.
//! The knowledge is that of the rules page, section 12. The policy reads public facts only: of the
//! face-down tiles the composition.

mod building;
mod goods;
mod judge;
mod loading;
mod outlook;
mod placement;
mod production;
mod roles;

pub(crate) use outlook::rounds_left;

use super::weights::Weights;
use crate::{Action, PuertoRico, State};
use judge::Judge;
use tradewinds_game::{InputError, Policy, Weights as Given};

/// Scores actions in VP-equivalents by the named weights of a preset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
}

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    pub(super) fn new(given: &Given) -> Result<Self, InputError> {
        Ok(Self { weights: Weights::new(given)? })
    }
}

impl Policy<PuertoRico> for WeightedPolicy {
    fn score(&self, game: &PuertoRico, state: &State, actions: &[Action], scores: &mut [f32]) {
        Judge::new(game, &self.weights, state).score(actions, scores);
    }
}
