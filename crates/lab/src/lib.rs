//! Studies: what the lab asks beyond who plays better.
//!
//! A study has a manifest, plays [tournaments](tradewinds_tournament) in folders of its own, and leaves CSV files
//! and a page.

pub mod balance;
pub mod choices;
mod folder;
pub mod ladder;
mod lines;
mod study;
mod text;
pub mod tune;

use tradewinds_game::Table;

pub use study::{Study, Watch};

/// The tables of each study, by its name, for the dictionary of columns.
pub const TABLES: &[(&str, &[Table])] = &[
    ("ladder", ladder::TABLES),
    ("roles", choices::TABLES),
    ("balance", balance::TABLES),
    ("tune", tune::TABLES),
];
