//! Tournaments from manifest to files, on a toy game.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod lab;
mod race;
mod refusals;
mod results;
