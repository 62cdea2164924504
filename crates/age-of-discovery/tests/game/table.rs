//! A game of Age of Discovery under way.

use serde_json::{Value, json};
use tradewinds_age_of_discovery::AgeOfDiscovery;
use tradewinds_game::Game as _;

use crate::setup;

/// A game under way.
pub type Table = tradewinds_testkit::TestTable<AgeOfDiscovery>;

/// The players' money; a position file leaves out 0.
pub trait Purses {
    /// Returns a player's money.
    fn money(&self, seat: usize) -> Value;

    /// Returns the money of all players.
    fn purses(&self) -> Value;
}

impl Purses for Table {
    fn money(&self, seat: usize) -> Value {
        json!(setup::number(&self.of(seat, "money")))
    }

    fn purses(&self) -> Value {
        (0..self.game.players()).map(|seat| self.money(seat)).collect()
    }
}
