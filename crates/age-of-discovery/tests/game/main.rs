//! Age of Discovery against its rules page: worked cases, positions, hidden information, step cases, laws.

mod base;
mod choices;
mod hidden;
mod laws;
mod page;
mod positions;
mod rulebook;
mod setup;
mod steps;
mod table;
