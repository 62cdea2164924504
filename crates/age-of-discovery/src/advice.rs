//! Advice: the heuristic policy with its named weights, and the light one of rollouts.

mod light;
mod policy;
mod weights;

use tradewinds_game::{Advice, InputError, WeightDoc, Weights};

use crate::AgeOfDiscovery;
pub(crate) use light::{best_step, expedition_value, landing, natives};
pub use policy::WeightedPolicy;
pub(crate) use policy::{Judge, Odds, Standards};

impl Advice for AgeOfDiscovery {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        weights::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(weights)
    }
}
