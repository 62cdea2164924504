//! Studies: questions beyond which bot plays better.
//!
//! A study has a manifest, plays [tournaments](tradewinds_tournament) in its own folders, and leaves CSV
//! files and a page.

pub mod balance;
pub mod choices;
pub mod fair;
mod folder;
pub mod ladder;
pub mod learn;
mod needed;
mod outlook;
pub mod restricted;
mod study;
mod text;
pub mod tune;
mod walk;

use tradewinds_game::Table;

pub use study::{Bound, Study, StudyWatch};

/// The tables of each study, by its name, for the dictionary of columns.
pub const TABLES: &[(&str, &[Table])] = &[
    ("ladder", ladder::TABLES),
    ("choices", choices::TABLES),
    ("balance", balance::TABLES),
    ("balance with gifts", balance::GIFT_TABLES),
    ("balance --fair", fair::TABLES),
    ("restricted", restricted::TABLES),
    ("tune", tune::TABLES),
    ("learn", learn::TABLES),
];
