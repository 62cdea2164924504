//! The small commands as their users run them: help, lists, analyses and benches, and what they refuse.

mod alike;
mod analyze;
mod balance;
mod balance_levels;
mod bench;
mod book;
mod choices;
mod compare;
mod costs;
mod counted_everywhere;
mod documents;
mod experiments;
mod fair;
mod folders;
#[cfg(unix)]
mod foreign;
mod help;
mod import;
mod ladder;
mod ledger;
mod ledger_add;
mod mistakes;
mod numbers;
mod own_bots;
mod pages;
#[cfg(unix)]
mod paths;
pub(crate) mod place;
mod play;
mod position;
mod presets;
mod progress;
mod ratings;
mod restricted;
mod review;
mod rulings;
mod runs;
mod study;
mod tune;
mod wrong_input;
mod wrong_kind;
