//! The worked cases of docs/rules/francis-drake.md, section 9, named after their numbers there.
//!
//! Each part of a voyage has a file, from Plymouth to the scoring; besides, the running example (T15),
//! the tables of section 2, the flags, the views, positions that are refused,
//! and random games whose decisions are computed a second time from their positions.

#[path = "francis_drake/oracle.rs"]
mod oracle;
#[path = "francis_drake/page.rs"]
mod page;
#[path = "francis_drake/setup.rs"]
mod setup;
mod table;

#[path = "francis_drake/attacks.rs"]
mod attacks;
#[path = "francis_drake/data_file.rs"]
mod data_file;
#[path = "francis_drake/fields.rs"]
mod fields;
#[path = "francis_drake/flags.rs"]
mod flags;
#[path = "francis_drake/harbour.rs"]
mod harbour;
#[path = "francis_drake/informer.rs"]
mod informer;
#[path = "francis_drake/locations.rs"]
mod locations;
#[path = "francis_drake/opening.rs"]
mod opening;
#[path = "francis_drake/plymouth.rs"]
mod plymouth;
#[path = "francis_drake/ports.rs"]
mod ports;
#[path = "francis_drake/random_games.rs"]
mod random_games;
#[path = "francis_drake/refusals.rs"]
mod refusals;
#[path = "francis_drake/returning.rs"]
mod returning;
#[path = "francis_drake/running_example.rs"]
mod running_example;
#[path = "francis_drake/sailing.rs"]
mod sailing;
#[path = "francis_drake/scoring.rs"]
mod scoring;
#[path = "francis_drake/tables.rs"]
mod tables;
#[path = "francis_drake/views.rs"]
mod views;
