//! The program as its users run it, and what it writes. One test program for all of it, since each takes seconds to
//! link; `cargo test --release --test program serve` runs the tests of one module.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod all_games;
mod browser;
mod cli;
mod cli_commands;
mod counted_from_one;
mod described;
#[cfg(unix)]
mod external_bots;
#[cfg(unix)]
mod faults;
mod positions_shown;
mod protocol;
mod same_files;
mod serve;
mod short_game;
mod tournament;
