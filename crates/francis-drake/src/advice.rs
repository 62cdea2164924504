//! Advice: the heuristic policy with its named weights, and the light one of rollouts.

mod light;
mod policy;
mod weights;

pub(crate) use policy::Prospects;
pub use policy::WeightedPolicy;

use crate::FrancisDrake;
use tradewinds_game::{Advice, InputError, WeightDoc, Weights};

impl Advice for FrancisDrake {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        weights::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(&self.rules, weights)
    }
}
