//! Heuristic knowledge: the policy with its named weights, and the evaluation with its named terms.

mod evaluate;
mod policy;
mod terms;

use tradewinds_game::{Advice, Features, InputError, WeightDoc, Weights};

use crate::MundusNovus;

pub use policy::WeightedPolicy;

impl Advice for MundusNovus {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        policy::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(weights)
    }
}

/// No network has been learned for the game yet.
impl Features for MundusNovus {}
