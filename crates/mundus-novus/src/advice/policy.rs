//! The heuristic policy: every action valued in doubloons by named weights.
//!
//! A [`Judge`] values the actions of one decision. It values hands by the best plan for the turn to
//! come ([`hand`]) and developments by what they bring in the rounds left ([`outlook`]). The
//! knowledge is that of the rules page, section 11. All that it reads is public or in the deciding
//! seat's own hand. Rollouts are played by much simpler rules ([`light`]).

pub(crate) mod future;
mod hand;
mod judge;
pub(super) mod outlook;
mod trade;
mod turn;

use tradewinds_game::{InputError, Policy, Weights as Given};

use super::light;
use super::weights::Weights;
use crate::MundusNovus;
use crate::action::Action;
use crate::state::State;
use judge::Judge;

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
    pub(super) fn new(given: &Given) -> Result<Self, InputError> {
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
        light::score(game, &self.weights, state, actions, scores);
    }

    #[inline]
    fn rollout_action(&self, game: &MundusNovus, state: &State) -> Option<Action> {
        light::choose(game, &self.weights, state)
    }
}
