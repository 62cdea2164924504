//! The heuristic policy: every action valued in VP-equivalents by named weights.

use tradewinds_game::Policy;

use super::judge::{Judge, Standards};
use super::quick;
use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use crate::words::Decision;

/// Scores actions in VP-equivalents by the named weights of a preset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedPolicy(pub(crate) Standards);

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
        if !quick::score(game, state, actions, scores) {
            self.score(game, state, actions, scores);
        }
    }

    #[inline]
    fn rollout_action(&self, game: &AgeOfDiscovery, state: &State) -> Option<Action> {
        quick::choose(game, state)
    }
}
