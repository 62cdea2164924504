//! The policy of presets.

use super::judge::Judge;
use super::weights::Weights;
use crate::{Action, PuertoRico, State};
use tradewinds_game::{InputError, Policy, Weights as Given};

/// Scores actions in VP-equivalents by the named weights of a preset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
}

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    pub(in crate::advice) fn new(given: &Given) -> Result<Self, InputError> {
        Ok(Self { weights: Weights::new(given)? })
    }
}

impl Policy<PuertoRico> for WeightedPolicy {
    fn score(&self, game: &PuertoRico, state: &State, actions: &[Action], scores: &mut [f32]) {
        Judge::new(game, &self.weights, state).score(actions, scores);
    }
}
