//! Advice: the heuristic policy with its named weights, and the estimate of win shares for rollouts that
//! are cut off.

mod board;
mod evaluate;
mod network;
mod policy;
mod terms;
mod units;

use crate::PuertoRico;
pub use policy::WeightedPolicy;
pub(crate) use policy::rounds_left;
use tradewinds_game::{Advice, InputError, WeightDoc, Weights};

impl Advice for PuertoRico {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        policy::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(weights)
    }
}
