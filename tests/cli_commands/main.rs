//! The small commands as their users run them: help, lists, analyses and benches, and what they refuse.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod analyze;
mod balance;
mod bench;
mod cookbook;
mod help;
mod ladder;
mod place;
mod position;
mod recipes;
mod runs;
mod study;
