//! Writing results: CSV files and tables for the terminal. It knows nothing of games.

mod csv_file;
mod lines;
mod number;
mod text_table;

pub use csv_file::CsvFile;
pub use lines::{WIDTH, count, pile, title, wrapped};
pub use number::decimal;
pub use text_table::{Align, TextTable};
