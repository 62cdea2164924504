//! The heuristic policy: every action valued in VP-equivalents by named weights.
//!
//! A [`Judge`](judge::Judge) judges one decision. The worth of everything depends on the stage of the
//! game ([`outlook`]): a doubloon, and everything that pays over time, loses worth as the end comes near.
//! The knowledge is that of the rules page, section 12. The policy reads public facts only: of the
//! face-down tiles the composition.

mod building;
mod goods;
mod judge;
mod loading;
mod outlook;
mod placement;
mod production;
mod roles;
mod weighted;
mod weights;

pub(crate) use outlook::rounds_left;
pub use weighted::WeightedPolicy;
pub(super) use weights::DOCS;
