//! Studies: what the lab asks beyond who plays better.
//!
//! A study has a manifest, plays [tournaments](crate::tournament) in folders of its own, and leaves CSV files
//! and a page.

pub mod balance;
mod folder;
pub mod ladder;

use crate::game::Table;

/// The tables of each study, by its name, for the dictionary of columns.
pub const TABLES: &[(&str, &[Table])] = &[("ladder", ladder::TABLES), ("balance", balance::TABLES)];
