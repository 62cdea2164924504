//! Heuristic knowledge: the policy with its named weights.

mod light;
mod policy;
mod weights;

use tradewinds_game::{Advice, InputError, WeightDoc, Weights};

use crate::MundusNovus;

pub use policy::WeightedPolicy;
pub(crate) use policy::future;

impl Advice for MundusNovus {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        weights::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(weights)
    }
}
