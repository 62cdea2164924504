//! `tradewinds serve`: its links, its pages over whole games, bad input, secrets, a killed server.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

#[path = "../shared/counted_from_one.rs"]
mod counted_from_one;
mod files;
mod forms;
#[cfg(unix)]
mod full_disk;
mod games;
mod input;
mod records;
mod restart;
mod secrets;
mod server;
mod wire;
