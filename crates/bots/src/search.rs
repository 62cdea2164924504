//! The bot that searches.

use std::time::Instant;

use super::clock::{Clock, ClockSettings, Left};
use super::{Bot, Cost};
use tradewinds_game::{Edge, Game, Policy, Purpose, Seat, Seed, View};
use tradewinds_search::Search;

/// Plays the action that its search visits most; keeps the search's memory between decisions.
pub struct SearchBot<G: Game, P> {
    search: Search<G, P>,
    seed: Seed,
    decisions: u64,
    cost: Cost,
    clock: Option<Clock>,
}

impl<G: Game, P: Policy<G>> SearchBot<G, P> {
    /// Makes the bot; each of its decisions has a seed derived from `seed`.
    #[must_use]
    pub fn new(search: Search<G, P>, seed: Seed) -> Self {
        Self { search, seed, decisions: 0, cost: Cost::default(), clock: None }
    }

    /// Lets the bot play by a clock for a whole game, if there is one.
    #[must_use]
    pub fn with_clock(self, settings: Option<ClockSettings>) -> Self {
        Self { clock: settings.map(Clock::new), ..self }
    }
}

impl<G: Game, P: Policy<G>> Bot<G> for SearchBot<G, P> {
    fn begin(&mut self, _: u64, _: Seat) {
        self.search.forget();
        self.cost = Cost::default();
        if let Some(clock) = &mut self.clock {
            clock.restart();
        }
    }

    fn reseed(&mut self, seed: Seed) {
        (self.seed, self.decisions) = (seed, 0);
    }

    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        let seed = self.seed.derive(Purpose::Bot, self.decisions);
        self.decisions += 1;
        let start = Instant::now();
        let action = match &mut self.clock {
            Some(clock) => clock.choose(&mut self.search, view, seed),
            None => self.search.choose(view, seed),
        };
        self.cost.add(Some(self.search.effort()), start.elapsed());
        action
    }

    fn is_attentive(&self) -> bool {
        self.search.settings().reuse
    }

    fn notice(&mut self, seat: Seat, edge: Option<Edge>) {
        self.search.notice(seat, edge);
    }

    fn left(&self) -> Option<Left> {
        self.clock.as_ref().map(Clock::left)
    }

    fn cost(&self) -> Option<&Cost> {
        Some(&self.cost)
    }
}
