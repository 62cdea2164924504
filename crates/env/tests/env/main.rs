//! Games for learners: batches, single games, and the indices of their actions.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod actions;
mod batches;
mod rows;
mod situations;
