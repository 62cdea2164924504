//! Tournaments from manifest to files, on a toy game.

mod again;
mod deals;
mod dictionary;
mod growth;
mod lab;
#[cfg(feature = "parquet")]
mod parquet;
mod parts;
mod positions;
mod race;
mod records;
mod refusals;
mod report;
mod results;
mod resume;
mod stopping;
