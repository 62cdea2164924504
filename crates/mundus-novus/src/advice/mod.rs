//! Heuristic knowledge: the policy with its named weights, and the evaluation with its named terms.

mod evaluate;
mod policy;
mod terms;

use tradewinds_game::{Advice, InputError, WeightDoc, Weights};

use crate::MundusNovus;

pub(crate) use evaluate::{Horizon, Standing, hand_worth, is_perfect, own_hand};
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
