//! The seam between the games and everything above them. What plays whole games is tested from here: in the crate itself
//! all games would be compiled for it once more.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod completion;
mod drawn;
mod features;
mod games;
mod table;
