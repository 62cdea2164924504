#![doc = include_str!("../README.md")]

mod budget;
mod clock;
mod engine;
mod fully_expanded;
mod halving;
mod iteration;
mod legal_filter;
mod logarithms;
mod places;
mod principal;
mod priors;
mod prove;
mod puct;
mod report;
mod result;
mod reward;
mod rollout;
mod root;
mod run;
mod selection;
mod settings;
mod siblings;
mod stop;
mod study;
mod task;
mod tree;
mod trees;

pub use budget::Allowance;
pub use engine::Search;
pub use legal_filter::LegalFilter;
pub use result::{ActionReport, Effort, Line, Moment, SearchResult};
pub use rollout::Playout;
pub use run::{Job, Threads, run_jobs};
pub use settings::{
    CheckedSettings, ParallelKind, RewardKind, RolloutKind, RootKind, SearchSettings, SelectionKind, TreeKind,
};
