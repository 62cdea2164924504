//! Advice: the heuristic policy with its named weights.
//!
//! A `Judge` judges one decision and values an action by its expected gain for the deciding
//! seat: VP of regions (`regions`), money, goods, ships and figures (`stock`), expeditions
//! (`discovery`), buildings (`building`) and conflicts (`warfare`); a placement by what its box
//! will bring this turn (`placement`). The knowledge is that of the rules page, section 12. Everything
//! that it reads is public: of hidden tiles and cards only the composition.

mod building;
mod discovery;
mod judge;
mod placement;
mod policy;
mod quick;
mod regions;
mod stock;
#[cfg(test)]
mod tests;
mod warfare;
mod weights;

use tradewinds_game::{Advice, InputError, WeightDoc, Weights as Given};

use crate::AgeOfDiscovery;
pub(crate) use discovery::Odds;
pub(crate) use judge::{Judge, Standards};
pub use policy::WeightedPolicy;
pub(crate) use quick::{best_step, expedition_value, landing, natives};
use weights::{DOCS, Weights};

impl Advice for AgeOfDiscovery {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        DOCS
    }

    /// Makes the policy from a preset's weights; those left out have their defaults.
    fn policy(&self, given: &Given) -> Result<WeightedPolicy, InputError> {
        Ok(WeightedPolicy(Standards::new(Weights::new(given)?)))
    }
}
