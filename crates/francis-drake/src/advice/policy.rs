//! The heuristic policy: every action valued in VP by named weights.

use std::sync::Arc;

use super::chart::Chart;
use super::judge::Judge;
use super::outfit::Outfits;
use super::rollout::{self, Prices};
use super::weights::Weights;
use crate::FrancisDrake;
use crate::action::Action;
use crate::rules::Rules;
use crate::state::State;
use crate::words::Decision;
use tradewinds_game::Policy;

/// Scores actions in VP by the named weights of a preset.
#[derive(Clone, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
    outfits: Arc<Outfits>,
    chart: Chart,
    prices: Prices,
}

impl WeightedPolicy {
    pub(super) fn new(rules: &Rules, weights: Weights) -> Self {
        Self {
            outfits: Outfits::new(rules, &weights),
            chart: Chart::new(rules, &weights),
            prices: Prices::new(rules, &weights),
            weights,
        }
    }
}

impl Policy<FrancisDrake> for WeightedPolicy {
    fn score(&self, game: &FrancisDrake, state: &State, actions: &[Action], scores: &mut [f32]) {
        scores.fill(0.0);
        if actions.len() < 2 {
            return;
        }
        let judge = Judge::new(game, &self.weights, state);
        match state.decision {
            Decision::Plymouth => judge.plymouth(&self.outfits, &self.chart, actions, scores),
            Decision::Admiral | Decision::Governor => judge.tile(actions, scores),
            Decision::Sail => judge.sail(actions, scores),
            Decision::Disc => judge.disc(actions, scores),
            Decision::Informer
            | Decision::Look
            | Decision::Exchange
            | Decision::ExchangeWith
            | Decision::Move => {
                judge.informer(actions, scores);
            }
            Decision::Mission | Decision::Press => judge.mission(actions, scores),
            Decision::Return => judge.going_home(actions, scores),
            Decision::Over => {}
        }
    }

    fn rollout_scores(&self, game: &FrancisDrake, state: &State, actions: &[Action], scores: &mut [f32]) {
        if actions.len() > 1 {
            rollout::score(game, &self.weights, &self.prices, state, actions, scores);
        }
    }

    #[inline]
    fn rollout_action(&self, game: &FrancisDrake, state: &State) -> Option<Action> {
        rollout::choose(game, &self.weights, &self.prices, state)
    }
}
