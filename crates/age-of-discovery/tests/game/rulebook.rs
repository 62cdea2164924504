//! The worked cases of docs/rules/age-of-discovery.md, named after their numbers there.
//!
//! Each part of the page has a file: the R and X cases of section 10 by box and phase, the data
//! tables of section 2, the auction, the University, the variants, the invariants of section 9 that need more than
//! one position, the hidden parts of section 7, and the notation of section 14.

mod auction;
mod benefits;
mod capital;
mod components;
mod discovery;
mod dock;
mod examples;
mod goods;
mod hidden;
mod income;
mod invariants;
mod migration;
mod one_step;
mod opening;
mod placement;
mod refusals;
mod scoring;
mod specialists;
mod taxation;
mod turns;
mod university;
mod warfare;
