//! Mundus Novus against its rules page: worked cases, positions, hidden information, step cases, laws.

mod golden;
mod hidden;
mod laws;
mod positions;
mod rulebook;
mod steps;
mod table;
