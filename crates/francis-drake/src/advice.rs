//! Advice: the heuristic policy and its weights.
//!
//! A [`Judge`](judge::Judge) judges one decision by what the deciding seat knows (rules page, section
//! 11). In Plymouth it plans the whole rest of the street ([`street`], [`stops`]), by tables of what stops give
//! ([`chart`]); a [`load`] is worth as much as the best missions with it ([`outfit`]). At sea it searches for the best set of destinations, with the chances
//! that others come first ([`plan`], [`target`], [`contest`]); the value of an action is that of the best
//! plan that it begins. Rollouts use much simpler rules ([`rollout`]).
//! The table of attacks that an equipment allows is made once for rules and weights.

mod chart;
mod contest;
mod judge;
mod load;
mod missions;
mod offices;
mod outfit;
mod plan;
mod policy;
mod rollout;
mod stops;
mod street;
mod target;
#[cfg(test)]
mod tests;
mod weights;

pub(crate) use outfit::Prospects;
pub use policy::WeightedPolicy;

use crate::FrancisDrake;
use tradewinds_game::{Advice, InputError, WeightDoc, Weights};

impl Advice for FrancisDrake {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        weights::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        Ok(WeightedPolicy::new(&self.rules, weights::Weights::new(weights)?))
    }
}
