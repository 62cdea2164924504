//! Francis Drake against its rules page: worked cases, positions, hidden information, step cases, laws.

mod hidden;
mod laws;
mod oracle;
mod page;
mod positions;
mod rulebook;
mod setup;
mod steps;
