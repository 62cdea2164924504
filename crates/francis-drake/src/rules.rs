//! The numbers of one game: `data.toml` with a variant laid over it, for one number of players.
//!
//! [`data`] is the form of the file, [`make`] checks it and turns it into the tables that play looks up
//! ([`tables`]).

mod data;
mod make;
mod tables;

pub(crate) use data::{DATA, RANGES};
pub use tables::Rules;
