//! Positions reached by uniformly random play.

use tradewinds_bots::{Conduct, Pending, play_on};
use tradewinds_game::{Dice as _, Game, Purpose, Rng, Seed};

/// Chooses uniformly, for a number of decisions.
struct Random {
    choices: Rng,
    left: u32,
}

impl<G: Game> Conduct<G> for Random {
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        self.left = self.left.checked_sub(1)?;
        Some(pending.game.random_action(pending.state, &mut self.choices))
    }

    fn is_attentive(&self) -> bool {
        false
    }
}

/// Plays this many decisions from the deal of a seed, or a random number before the end of the game; returns
/// the position, the number of decisions played and the number requested.
pub(crate) fn play_at_random<G: Game>(game: &G, seed: Seed, decisions: Option<u32>) -> (G::State, u32, u32) {
    let wanted = decisions.unwrap_or_else(|| {
        // The first game only counts the decisions; the second one stops on the way.
        let (_, length) = play(game, seed, u32::MAX);
        seed.derive(Purpose::Sample, 0).rng().below(length.max(1))
    });
    let (state, played) = play(game, seed, wanted);
    (state, played, wanted)
}

/// Plays at most this many decisions; returns the position and the number played.
fn play<G: Game>(game: &G, seed: Seed, decisions: u32) -> (G::State, u32) {
    let mut state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
    let mut chance = seed.derive(Purpose::Chance, 0).rng();
    let mut random = Random { choices: seed.derive(Purpose::Bot, 0).rng(), left: decisions };
    let (_, played) = play_on(game, &mut state, &mut chance, &mut random);
    (state, played)
}
