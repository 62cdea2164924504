//! From the journal to tables, standings and the page.

mod costs;
pub(crate) mod dictionary;
pub(crate) mod doubling;
pub(crate) mod export;
mod faults;
mod games;
mod own;
mod page;
#[cfg_attr(not(feature = "parquet"), path = "tables/no_parquet.rs")]
mod parquet;
mod positions;
pub(crate) mod ratings;
mod resample;
pub(crate) mod results;
mod rows;
mod seats;
pub(crate) mod standings;
pub(crate) mod table_file;
mod tally;
mod told;
mod value;
mod verdict;
