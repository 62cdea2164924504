//! The worked cases of docs/rules/francis-drake.md, section 9, named after their numbers there.
//!
//! Each part of a voyage has a file, from Plymouth to the scoring; besides, the running example (T15),
//! the tables of section 2, the flags, the views, positions that are refused,
//! and random games whose decisions are computed a second time from their positions.

mod attacks;
mod data_file;
mod fields;
mod flags;
mod harbour;
mod informer;
mod locations;
mod opening;
mod plymouth;
mod ports;
mod random_games;
mod refusals;
mod returning;
mod running_example;
mod sailing;
mod scoring;
mod tables;
mod variants;
mod views;
