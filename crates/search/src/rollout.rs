//! Playing a world out from a leaf.

use crate::settings::{CheckedSettings, RolloutKind, SearchSettings};
use tradewinds_game::{Actions, Dice, Game, MAX_ACTIONS, Policy, Rng, best};

/// One in the fixed point of a playout's ε.
const ONE: u32 = 1 << 16;

/// The point at which a playout stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// At the end of the game.
    Over,
    /// At the setting's number of decisions.
    CutOff,
    /// At the game's bound.
    Bound,
}

/// How worlds are played out.
pub(crate) struct Rollout<'a, G: Game, P> {
    pub(crate) game: &'a G,
    pub(crate) policy: &'a P,
    pub(crate) settings: &'a SearchSettings,
    pub(crate) actions: &'a mut Actions<G::Action>,
}

impl<G: Game, P: Policy<G>> Rollout<'_, G, P> {
    /// Plays `world` on until the game is over, `cutoff` decisions are played, or `left` more would pass
    /// the game's bound. Decisions with one legal action count.
    pub(crate) fn play(
        &mut self,
        world: &mut G::State,
        cutoff: Option<u32>,
        left: u32,
        rng: &mut Rng,
    ) -> Stop {
        let cutoff = cutoff.unwrap_or(u32::MAX);
        let decisions = left.min(cutoff);
        match self.run(world, decisions, rng) {
            (true, _) => Stop::Over,
            (false, _) if cutoff <= left => Stop::CutOff,
            (false, _) => Stop::Bound,
        }
    }

    /// Plays `world` on for at most this many decisions; returns whether the game is over, and how many were played.
    #[inline]
    fn run(&mut self, world: &mut G::State, decisions: u32, rng: &mut Rng) -> (bool, u32) {
        match self.settings.rollout {
            RolloutKind::Random => self.at_random(world, decisions, rng),
            RolloutKind::Heuristic => self.by_policy(world, decisions, rng),
        }
    }

    #[inline(never)] // In one function with the other loop, each would be short of registers.
    fn at_random(&mut self, world: &mut G::State, decisions: u32, rng: &mut Rng) -> (bool, u32) {
        let game = self.game;
        let mut played = 0;
        while played < decisions {
            if game.to_act(world).is_none() {
                return (true, played);
            }
            played += game.play_several_random(world, decisions - played, rng);
        }
        (game.to_act(world).is_none(), played)
    }

    fn by_policy(&mut self, world: &mut G::State, decisions: u32, rng: &mut Rng) -> (bool, u32) {
        let game = self.game;
        let epsilon = epsilon(self.settings);
        let mut scores = [0.0; MAX_ACTIONS];
        play(game, world, decisions, |world| {
            let action = if epsilon > 0 && rng.below(ONE) < epsilon {
                return game.play_random(world, rng);
            } else if let Some(action) = self.policy.rollout_action(game, world) {
                action
            } else {
                self.actions.clear();
                game.legal(world, self.actions);
                match self.actions.as_slice() {
                    [forced] => *forced,
                    choices => {
                        let scores = &mut scores[..choices.len()];
                        self.policy.rollout_scores(game, world, choices, scores);
                        choices[best(scores)]
                    }
                }
            };
            game.play(world, action, rng);
        })
    }
}

fn epsilon(settings: &SearchSettings) -> u32 {
    (settings.epsilon * ONE as f32) as u32
}

/// The loop in which a search spends most of its time; returns whether the game is over, and how many
/// decisions were played.
#[inline]
fn play<G: Game>(
    game: &G,
    world: &mut G::State,
    decisions: u32,
    mut step: impl FnMut(&mut G::State),
) -> (bool, u32) {
    for played in 0..decisions {
        if game.to_act(world).is_none() {
            return (true, played);
        }
        step(world);
    }
    (game.to_act(world).is_none(), decisions)
}

/// Plays games out as the rollouts of a search do, but outside a search: for benchmarks.
pub struct Playout<'a, G: Game, P> {
    game: &'a G,
    policy: &'a P,
    settings: &'a SearchSettings,
    actions: Actions<G::Action>,
}

impl<'a, G: Game, P: Policy<G>> Playout<'a, G, P> {
    /// Plays out by these settings and this policy.
    #[must_use]
    pub fn new(game: &'a G, settings: &'a CheckedSettings, policy: &'a P) -> Self {
        Self { game, policy, settings, actions: Actions::new() }
    }

    /// Plays `world` on to the end of the game, or for at most this many decisions; returns whether the game is over,
    /// and how many decisions were played, forced ones included.
    pub fn play(&mut self, world: &mut G::State, decisions: u32, rng: &mut Rng) -> (bool, u32) {
        let Self { game, policy, settings, actions } = self;
        Rollout { game: *game, policy: *policy, settings, actions }.run(world, decisions, rng)
    }
}
