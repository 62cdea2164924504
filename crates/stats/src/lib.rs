#![doc = include_str!("../README.md")]
//! # Contents
//!
//! - [`Moments`]: running mean and variance, the summary of the blocks of a line-up.
//! - [`share_over_blocks`], [`share_over_strata`]: a share of wins with its interval, for which a block
//!   of games is the unit and a line-up the stratum; [`wilson`] and [`student_t`] are their parts.
//! - [`unanimous_share`]: the interval of a share that is the same in every block.
//! - [`Strata`]: means of anything else over line-ups of equal weight.
//! - [`z_interval`], [`z_test`]: an estimate whose error is normal, for many blocks.
//! - [`bootstrap()`]: intervals of anything else worked out from blocks, such as ratings.
//! - [`Influence`]: what each of the [`Blocks`] adds to an estimate, so that differences are paired and
//!   inequality is measured without what noise adds; [`holm()`] and [`benjamini_hochberg`] correct for many
//!   comparisons, [`wald()`] tests several quantities at once.
//! - [`Clearness`]: whether a share of a count is enough to call something clear.
//! - [`group_difference`]: whether a group of numbers has another mean than the rest.
//! - [`Rankings`]: Plackett-Luce strengths of bots from the places of their games; [`elo`] puts them
//!   on the usual scale.
//! - [`alpha_rank()`], [`alpha_rank_limit`]: which bots remain when each game is against another, where
//!   bots may beat one another in a circle.
//! - [`solve`]: systems of linear equations.
//! - [`Sprt`]: which of two bots is stronger, with no more games than the answer needs;
//!   [`simulate_sprt`] shows how often it errs.

mod alpha_rank;
mod blocks;
mod bootstrap;
mod clearness;
mod groups;
mod holm;
mod interval;
mod linear;
mod moments;
mod normal;
mod plackett_luce;
mod sprt;
mod sprt_simulation;
mod strata;
mod unanimous;
mod wald;

pub use alpha_rank::{alpha_rank, alpha_rank_limit};
pub use blocks::{BlockEstimate, Blocks, Influence};
pub use bootstrap::{Resampled, Resamples, bootstrap, resampled};
pub use clearness::{Clearness, majority};
pub use groups::{GroupDifference, group_difference};
pub use holm::{benjamini_hochberg, holm};
pub use interval::{
    Interval, ShareEstimate, share_of_alike, share_over_blocks, share_over_strata, share_over_strata_at,
    student_t, wilson, wilson_of_error, z_interval,
};
pub use linear::solve;
pub use moments::Moments;
pub use normal::{Alternative, normal_at, z_test};
pub use plackett_luce::{Rankings, elo};
pub use sprt::{Hypothesis, Sprt, SprtError, elo_of_share, share_of_elo};
pub use sprt_simulation::{SimulatedSprt, Spread, simulate_sprt};
pub use strata::Strata;
pub use unanimous::{differing_share, unanimous_share};
pub use wald::{WaldTest, wald};

/// The confidence of every interval that the program reports.
pub const CONFIDENCE: f64 = 0.95;

/// Reads a part of `fixtures.json`: what other libraries found, as the Python scripts in `tests/fixtures/stats` of
/// commit 57f3cbae wrote it.
#[cfg(test)]
fn fixture(name: &str) -> serde_json::Value {
    let mut all: serde_json::Value = serde_json::from_str(include_str!("../fixtures.json")).unwrap();
    all[name].take()
}
