//! Reading position files (rules page 13.3, 13.4).
//!
//! The fields are read here, and what a state cannot hold is refused; the remaining conditions of a valid
//! position are checked on the state, by `check`.

mod player;
mod position;

pub(super) use position::Unknown;
