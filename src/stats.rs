//! Statistics: running moments and intervals. It knows nothing of games.

mod alpha_rank;
mod bootstrap;
mod interval;
mod moments;
mod plackett_luce;

pub use alpha_rank::{alpha_rank, alpha_rank_limit};
pub use bootstrap::bootstrap;
pub use interval::{Interval, ShareEstimate, share_over_blocks, share_over_strata, student_t, wilson};
pub use moments::Moments;
pub use plackett_luce::{Rankings, elo};

/// The confidence of every interval that the program reports.
pub const CONFIDENCE: f64 = 0.95;
