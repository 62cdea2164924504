//! The pages in a real browser: whole games by clicks, two browsers at one table, a killed server, keys, axe-core.
//! Where no chromium is installed, nothing is tested; `TRADEWINDS_BROWSER=required` makes that a failure.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod access;
mod driver;
mod play;
mod review;
#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "../serve/server.rs"]
mod server;
#[path = "../shared/short_game.rs"]
mod short_game;
mod tables;
