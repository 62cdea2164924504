//! The worked cases of docs/rules/puerto-rico.md, named after their numbers there.
//!
//! Each part of the page has a file: R and C cases by role, the set-up and building tables, the
//! variants, the invariants of section 9 that need more than one position, the published opening of
//! 10.3 and the example positions of 13.5.

mod builder;
mod captain;
mod components;
mod craftsman;
mod examples;
mod invariants;
mod loading;
mod mayor;
mod offers;
mod opening;
mod round;
mod scoring;
mod settler;
mod trader;
mod variants;
