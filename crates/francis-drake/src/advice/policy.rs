//! The heuristic policy: every action valued in VP by named weights.
//!
//! A [`Judge`] judges one decision by what the deciding seat knows (rules page, section
//! 11). In Plymouth it plans the whole rest of the street ([`street`], [`stops`]), by tables of what stops give
//! ([`chart`]); a [`load`] is worth as much as the best missions with it ([`outfit`]). At sea it searches for the best
//! set of destinations, with the chances that others come first ([`plan`], [`target`], [`contest`]); the value of an
//! action is that of the best plan that it begins. Rollouts use much simpler rules ([`light`]).

mod chart;
mod contest;
mod judge;
pub(super) mod load;
mod missions;
mod offices;
mod outfit;
mod plan;
mod stops;
mod street;
mod target;
#[cfg(test)]
mod tests;

pub(crate) use outfit::Prospects;

use std::sync::Arc;

use super::light::{self, Prices};
use super::weights::Weights;
use crate::FrancisDrake;
use crate::action::Action;
use crate::rules::Rules;
use crate::state::State;
use crate::words::Decision;
use chart::Chart;
use judge::Judge;
use outfit::Outfits;
use tradewinds_game::{InputError, Policy, Weights as Given};

/// Scores actions in VP by the named weights of a preset.
#[derive(Clone, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
    outfits: Arc<Outfits>,
    chart: Chart,
    prices: Prices,
}

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    pub(super) fn new(rules: &Rules, given: &Given) -> Result<Self, InputError> {
        let weights = Weights::new(given)?;
        Ok(Self {
            outfits: Outfits::new(rules, &weights),
            chart: Chart::new(rules, &weights),
            prices: Prices::new(rules, &weights),
            weights,
        })
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
            light::score(game, &self.weights, &self.prices, state, actions, scores);
        }
    }

    #[inline]
    fn rollout_action(&self, game: &FrancisDrake, state: &State) -> Option<Action> {
        light::choose(game, &self.weights, &self.prices, state)
    }
}
