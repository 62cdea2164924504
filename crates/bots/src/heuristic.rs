//! The bot that follows a game's policy.

use super::Bot;
use tradewinds_game::{Actions, Game, MAX_ACTIONS, Policy, Rng, Seed, View, best};

/// Plays the action that its policy scores highest, the first one among equals.
#[derive(Clone, Debug)]
pub struct HeuristicBot<P> {
    policy: P,
    rng: Rng,
}

impl<P> HeuristicBot<P> {
    /// Makes the bot; its random stream only fills in what the seat cannot know.
    #[must_use]
    pub fn new(policy: P, seed: Seed) -> Self {
        Self { policy, rng: seed.rng() }
    }
}

impl<G: Game, P: Policy<G>> Bot<G> for HeuristicBot<P> {
    fn reseed(&mut self, seed: Seed) {
        self.rng = seed.rng();
    }

    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        let world = view.determinize(&mut self.rng);
        let mut actions = Actions::new();
        view.legal(&mut actions);
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..actions.len()];
        self.policy.score(view.game(), &world, &actions, scores);
        actions[best(scores)]
    }
}
