//! The ledger of results: a row for each published figure, with the command and the commit that made it.
//!
//! | | |
//! |---|---|
//! | [`Ledger`], [`LedgerRow`], [`TABLES`] | the file: read, checked, added to |
//! | [`FinishedRun`] | the rows that a finished run gives |
//! | [`faults`] | whether the figures of a document are those of the ledger |
//! | [`filled`], [`filled_between`], [`tried`], [`tried_title`] | the tables of rows in documents |
//!
//! `tradewinds gallery` writes `results/index.html` and the tables of the results pages from it, and checks the figures
//! that prose quotes; a test compares them. `tradewinds ledger tried` prints what was tried in a game.

mod amount;
mod document;
mod file;
mod marks;
mod prose;
mod row;
mod run;

pub use amount::Amount;
pub use document::{BEGIN, filled, filled_between, tried, tried_title};
pub use file::{Ledger, at_line, read_rows};
pub use marks::faults;
pub use row::{LedgerRow, TABLES, tried_page};
pub use run::FinishedRun;
