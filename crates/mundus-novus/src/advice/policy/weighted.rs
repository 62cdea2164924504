//! The policy that presets name.

use tradewinds_game::{InputError, Policy, Weights as Given};

use super::judge::Judge;
use super::quick;
use super::weights::Weights;
use crate::MundusNovus;
use crate::action::Action;
use crate::state::State;

/// Scores actions in doubloons by the named weights of a preset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
}

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    ///
    /// # Errors
    /// A name that is not a weight, or a number that is not finite.
    pub(in crate::advice) fn new(given: &Given) -> Result<Self, InputError> {
        Ok(Self { weights: Weights::new(given)? })
    }
}

impl Policy<MundusNovus> for WeightedPolicy {
    fn score(&self, game: &MundusNovus, state: &State, actions: &[Action], scores: &mut [f32]) {
        let judge = Judge::new(game, &self.weights, state);
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = judge.worth(action);
        }
    }

    fn rollout_scores(&self, game: &MundusNovus, state: &State, actions: &[Action], scores: &mut [f32]) {
        quick::score(game, &self.weights, state, actions, scores);
    }

    #[inline]
    fn rollout_action(&self, game: &MundusNovus, state: &State) -> Option<Action> {
        quick::choose(game, &self.weights, state)
    }
}
