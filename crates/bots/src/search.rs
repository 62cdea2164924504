//! The bot that searches.

use super::Bot;
use tradewinds_game::{Edge, Game, Policy, Purpose, Seat, Seed, View};
use tradewinds_search::Search;

/// Plays the action that its search visits most; keeps the search's memory between decisions.
pub struct SearchBot<G: Game, P> {
    search: Search<G, P>,
    seed: Seed,
    decisions: u64,
}

impl<G: Game, P: Policy<G>> SearchBot<G, P> {
    /// Makes the bot; each of its decisions has a seed derived from `seed`.
    #[must_use]
    pub fn new(search: Search<G, P>, seed: Seed) -> Self {
        Self { search, seed, decisions: 0 }
    }
}

impl<G: Game, P: Policy<G>> Bot<G> for SearchBot<G, P> {
    fn begin(&mut self, _: u64, _: Seat) {
        self.search.forget();
    }

    fn reseed(&mut self, seed: Seed) {
        (self.seed, self.decisions) = (seed, 0);
    }

    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        let seed = self.seed.derive(Purpose::Bot, self.decisions);
        self.decisions += 1;
        self.search.choose(view, seed)
    }

    fn is_attentive(&self) -> bool {
        self.search.settings().reuse
    }

    fn notice(&mut self, seat: Seat, edge: Option<Edge>) {
        self.search.notice(seat, edge);
    }
}
