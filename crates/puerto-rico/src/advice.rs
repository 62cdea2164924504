//! Advice: the heuristic policy with its named weights.

mod policy;
mod weights;

use crate::PuertoRico;
pub use policy::WeightedPolicy;
pub(crate) use policy::rounds_left;
use tradewinds_game::{Advice, InputError, WeightDoc, Weights};

impl Advice for PuertoRico {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        weights::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(weights)
    }
}
