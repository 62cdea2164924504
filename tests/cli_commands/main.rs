//! The small commands as their users run them: help, lists, analyses and benches, and what they refuse.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod alike;
#[path = "../shared/all_games.rs"]
mod all_games;
mod analyze;
mod balance;
mod bench;
mod choices;
mod counted_everywhere;
#[path = "../shared/counted_from_one.rs"]
mod counted_from_one;
mod documents;
mod experiments;
mod help;
mod ladder;
mod ledger;
mod ledger_add;
mod numbers;
mod own_bots;
mod pages;
#[cfg(unix)]
mod paths;
mod place;
mod play;
mod position;
mod presets;
mod review;
mod rulings;
mod runs;
#[path = "../shared/short_game.rs"]
mod short_game;
mod study;
mod tune;
mod wrong_input;
mod wrong_kind;
