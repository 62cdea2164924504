//! The worked cases of docs/rules/puerto-rico.md, named after their numbers there.
//!
//! Each part of the page has a file: R and C cases by role, the set-up and building tables, the
//! variants, the invariants of section 9 that need more than one position, the published opening of
//! 10.3 and the example positions of 13.5.

#[path = "puerto_rico/page.rs"]
mod page;
#[path = "puerto_rico/setup.rs"]
mod setup;
#[path = "puerto_rico/table.rs"]
mod table;

#[path = "rulebook_puerto_rico/builder.rs"]
mod builder;
#[path = "rulebook_puerto_rico/captain.rs"]
mod captain;
#[path = "rulebook_puerto_rico/components.rs"]
mod components;
#[path = "rulebook_puerto_rico/craftsman.rs"]
mod craftsman;
#[path = "rulebook_puerto_rico/examples.rs"]
mod examples;
#[path = "rulebook_puerto_rico/invariants.rs"]
mod invariants;
#[path = "rulebook_puerto_rico/loading.rs"]
mod loading;
#[path = "rulebook_puerto_rico/mayor.rs"]
mod mayor;
#[path = "rulebook_puerto_rico/opening.rs"]
mod opening;
#[path = "rulebook_puerto_rico/round.rs"]
mod round;
#[path = "rulebook_puerto_rico/scoring.rs"]
mod scoring;
#[path = "rulebook_puerto_rico/settler.rs"]
mod settler;
#[path = "rulebook_puerto_rico/trader.rs"]
mod trader;
#[path = "rulebook_puerto_rico/variants.rs"]
mod variants;
