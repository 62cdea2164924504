//! Writing results: CSV files, tables for the terminal, and pages with charts. It knows nothing of games.

mod address;
pub mod chart;
mod csv_file;
mod lines;
mod number;
mod page;
mod text_table;
mod whole_file;

pub use address::{file_address, script_data};
pub use csv_file::{CsvFile, CsvRows};
pub use lines::{WIDTH, count, pile, title, wrapped};
pub use number::{decimal, exact_p_value, p_value, real};
pub use page::Page;
pub use text_table::{Align, TextTable, Tone};
pub use whole_file::WholeFile;
