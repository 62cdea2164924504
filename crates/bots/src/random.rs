//! The bot that plays uniformly at random.

use super::Bot;
use tradewinds_game::{Game, Rng, Seed, View};

/// Chooses uniformly among the legal actions.
#[derive(Clone, Debug)]
pub struct RandomBot {
    rng: Rng,
}

impl RandomBot {
    /// Makes the bot with its own random stream.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { rng: seed.rng() }
    }
}

impl<G: Game> Bot<G> for RandomBot {
    fn reseed(&mut self, seed: Seed) {
        self.rng = seed.rng();
    }

    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        view.random_action(&mut self.rng)
    }
}
