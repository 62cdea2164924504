//! From the journal to tables, standings and the page.

pub(crate) mod columns;
pub(crate) mod export;
mod page;
mod parquet;
mod resample;
pub(crate) mod results;
mod rows;
pub(crate) mod standings;
pub(crate) mod table_file;
mod tally;
mod verdict;
