//! `tradewinds protocol` as a client sees it.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod client;
mod errors;
mod play;
mod transcript;
