//! Games played from the deal to the scores, as a search's rollouts are.

use tradewinds::game::{Actions, CompleteGame, Dice as _, MAX_ACTIONS, Policy, Rng, best};

/// One in the fixed point of ε.
const ONE: u32 = 1 << 16;

/// How every decision of a game is made.
pub(super) enum Rollout<'a, G: CompleteGame> {
    /// Uniformly at random.
    Random,
    /// By the [rollout scores](Policy::rollout_scores) of a policy, at random with chance ε.
    Heuristic {
        /// Whose scores.
        policy: &'a G::Policy,
        /// ε, 0 to 1.
        epsilon: f32,
    },
}

impl<G: CompleteGame> Clone for Rollout<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: CompleteGame> Copy for Rollout<'_, G> {}

/// Games that were played.
#[derive(Clone, Copy, Default)]
pub(super) struct Playouts {
    pub(super) games: u64,
    pub(super) decisions: u64,
    /// Those that were stopped at the bound of the rules.
    pub(super) truncated: u64,
    /// A hash of all scores in order, so that no work can be left out.
    pub(super) checksum: u64,
}

impl Playouts {
    /// Plays a game from the deal to the scores.
    pub(super) fn play<G: CompleteGame>(&mut self, game: &G, rollout: Rollout<'_, G>, rng: &mut Rng) {
        match rollout {
            Rollout::Random => self.play_by(game, rng, |state, rng| game.play_random(state, rng)),
            Rollout::Heuristic { policy, epsilon } => {
                let epsilon = (epsilon * ONE as f32) as u32;
                let mut actions = Actions::new();
                let mut scores = [0.0; MAX_ACTIONS];
                self.play_by(game, rng, |state, rng| {
                    if epsilon > 0 && rng.below(ONE) < epsilon {
                        return game.play_random(state, rng);
                    }
                    actions.clear();
                    game.legal(state, &mut actions);
                    let action = match actions.as_slice() {
                        [forced] => *forced,
                        choices => {
                            let scores = &mut scores[..choices.len()];
                            policy.rollout_scores(game, state, choices, scores);
                            choices[best(scores)]
                        }
                    };
                    game.play(state, action, rng);
                });
            }
        }
    }

    fn play_by<G: CompleteGame>(
        &mut self,
        game: &G,
        rng: &mut Rng,
        mut step: impl FnMut(&mut G::State, &mut Rng),
    ) {
        let mut state = game.deal(rng);
        let (mut decisions, bound) = (0, game.max_decisions());
        while game.to_act(&state).is_some() {
            if decisions == bound {
                self.truncated += 1;
                break;
            }
            step(&mut state, rng);
            decisions += 1;
        }
        self.games += 1;
        self.decisions += u64::from(decisions);
        for &points in game.scores(&state).points.iter() {
            // The step of FNV-1a, a number at a time.
            self.checksum = (self.checksum ^ u64::from(points as u32)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
