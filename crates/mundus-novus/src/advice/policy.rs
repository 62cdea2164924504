//! The heuristic policy: every action valued in doubloons by named weights.
//!
//! A [`Judge`](judge::Judge) values the actions of one decision. It values hands by the best plan for the turn to
//! come ([`hand`]) and developments by what they bring in the rounds left ([`outlook`]). The
//! knowledge is that of the rules page, section 11. All that it reads is public or in the deciding
//! seat's own hand. Rollouts are played by much simpler rules ([`quick`]).

pub(crate) mod future;
mod hand;
mod judge;
mod outlook;
mod quick;
mod trade;
mod turn;
mod weighted;
mod weights;

pub use weighted::WeightedPolicy;
pub(super) use weights::DOCS;
