//! The worked cases T1 to T45 of `docs/rules/mundus-novus.md`, section 9, by their numbers.

#[path = "mundus_novus/table.rs"]
mod table;

#[path = "mundus_novus/trade.rs"]
mod trade;

#[path = "mundus_novus/progress.rs"]
mod progress;

#[path = "mundus_novus/rounds.rs"]
mod rounds;

#[path = "mundus_novus/steps.rs"]
mod steps;

#[path = "mundus_novus/positions.rs"]
mod positions;
