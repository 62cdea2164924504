//! The worked cases of docs/rules/age-of-discovery.md, named after their numbers there.
//!
//! Each part of the page has a file: the R and X cases of section 10 by box and phase, the data
//! tables of section 2, the auction, the University, the invariants of section 9 that need more than
//! one position, the hidden parts of section 7, and the notation of section 14.

#[path = "age_of_discovery/page.rs"]
mod page;
#[path = "age_of_discovery/setup.rs"]
mod setup;
mod table;

#[path = "rulebook_age_of_discovery/auction.rs"]
mod auction;
#[path = "rulebook_age_of_discovery/benefits.rs"]
mod benefits;
#[path = "rulebook_age_of_discovery/capital.rs"]
mod capital;
#[path = "rulebook_age_of_discovery/components.rs"]
mod components;
#[path = "rulebook_age_of_discovery/discovery.rs"]
mod discovery;
#[path = "rulebook_age_of_discovery/dock.rs"]
mod dock;
#[path = "rulebook_age_of_discovery/examples.rs"]
mod examples;
#[path = "rulebook_age_of_discovery/goods.rs"]
mod goods;
#[path = "rulebook_age_of_discovery/hidden.rs"]
mod hidden;
#[path = "rulebook_age_of_discovery/income.rs"]
mod income;
#[path = "rulebook_age_of_discovery/invariants.rs"]
mod invariants;
#[path = "rulebook_age_of_discovery/migration.rs"]
mod migration;
#[path = "rulebook_age_of_discovery/opening.rs"]
mod opening;
#[path = "rulebook_age_of_discovery/placement.rs"]
mod placement;
#[path = "rulebook_age_of_discovery/refusals.rs"]
mod refusals;
#[path = "rulebook_age_of_discovery/scoring.rs"]
mod scoring;
#[path = "rulebook_age_of_discovery/specialists.rs"]
mod specialists;
#[path = "rulebook_age_of_discovery/turns.rs"]
mod turns;
#[path = "rulebook_age_of_discovery/university.rs"]
mod university;
#[path = "rulebook_age_of_discovery/warfare.rs"]
mod warfare;

use serde_json::{Value, json};
use tradewinds::game::Game;
use tradewinds::games::age_of_discovery::AgeOfDiscovery;

/// A game of Age of Discovery under way.
type Table = table::Table<AgeOfDiscovery>;

impl Table {
    /// Returns a player's money; a position file leaves out 0.
    fn money(&self, seat: usize) -> Value {
        json!(setup::number(&self.of(seat, "money")))
    }

    /// Returns the money of all players.
    fn purses(&self) -> Value {
        (0..self.game.players()).map(|seat| self.money(seat)).collect()
    }
}
