//! Playing a world out from a leaf.

use crate::mast::Mast;
use crate::settings::{RolloutKind, SearchSettings};
use tradewinds_game::{Actions, Dice, Game, MAX_ACTIONS, Policy, Rng, Seat, best};

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
    pub(crate) mast: &'a mut Mast,
    /// Whether the moves count for the move averages.
    pub(crate) notes: bool,
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
            RolloutKind::Mast => self.by_averages(world, decisions, rng),
        }
    }

    fn at_random(&mut self, world: &mut G::State, decisions: u32, rng: &mut Rng) -> (bool, u32) {
        let game = self.game;
        if self.notes && self.mast.is_on() {
            return play(game, world, decisions, |world, seat| {
                let action = game.random_action(world, rng);
                self.mast.note(seat, G::code(action));
                game.play(world, action, rng);
            });
        }
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
        let notes = self.notes && self.mast.is_on();
        let mut scores = [0.0; MAX_ACTIONS];
        let mut by_tree = self.settings.policy_decisions;
        play(game, world, decisions, |world, seat| {
            let quick = by_tree == 0;
            by_tree = by_tree.saturating_sub(1);
            let action = if epsilon > 0 && rng.below(ONE) < epsilon {
                if !notes {
                    return game.play_random(world, rng);
                }
                game.random_action(world, rng)
            } else if quick && let Some(action) = self.policy.rollout_action(game, world) {
                action
            } else {
                self.actions.clear();
                game.legal(world, self.actions);
                match self.actions.as_slice() {
                    [forced] => *forced,
                    choices => {
                        let scores = &mut scores[..choices.len()];
                        match quick {
                            true => self.policy.rollout_scores(game, world, choices, scores),
                            false => self.policy.score(game, world, choices, scores),
                        }
                        choices[best(scores)]
                    }
                }
            };
            if notes {
                self.mast.note(seat, G::code(action));
            }
            game.play(world, action, rng);
        })
    }

    fn by_averages(&mut self, world: &mut G::State, decisions: u32, rng: &mut Rng) -> (bool, u32) {
        let game = self.game;
        let epsilon = epsilon(self.settings);
        let mut means = [0.0; MAX_ACTIONS];
        play(game, world, decisions, |world, seat| {
            self.actions.clear();
            game.legal(world, self.actions);
            let action = match self.actions.as_slice() {
                [forced] => *forced,
                choices if rng.below(ONE) < epsilon => choices[rng.below(choices.len() as u32) as usize],
                choices => {
                    let means = &mut means[..choices.len()];
                    for (mean, &action) in means.iter_mut().zip(choices) {
                        *mean = self.mast.mean(seat, G::code(action));
                    }
                    choices[best(means)]
                }
            };
            if self.notes {
                self.mast.note(seat, G::code(action));
            }
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
    mut step: impl FnMut(&mut G::State, Seat),
) -> (bool, u32) {
    for played in 0..decisions {
        let Some(seat) = game.to_act(world) else { return (true, played) };
        step(world, seat);
    }
    (game.to_act(world).is_none(), decisions)
}

/// Plays games out as the rollouts of a search do, but outside a search: for benchmarks.
///
/// It keeps no move averages, so that [`RolloutKind::Mast`] finds all moves equally good.
pub struct Playout<'a, G: Game, P> {
    game: &'a G,
    policy: &'a P,
    settings: &'a SearchSettings,
    actions: Actions<G::Action>,
    mast: Mast,
}

impl<'a, G: Game, P: Policy<G>> Playout<'a, G, P> {
    /// Plays out by these settings and this policy.
    #[must_use]
    pub fn new(game: &'a G, settings: &'a SearchSettings, policy: &'a P) -> Self {
        let mast = Mast::new((settings.rollout == RolloutKind::Mast).then_some(0));
        Self { game, policy, settings, actions: Actions::new(), mast }
    }

    /// Plays `world` on to the end of the game, or for at most this many decisions; returns whether the game is over,
    /// and how many decisions were played, forced ones included.
    pub fn play(&mut self, world: &mut G::State, decisions: u32, rng: &mut Rng) -> (bool, u32) {
        let Self { game, policy, settings, actions, mast } = self;
        Rollout { game: *game, policy: *policy, settings, actions, mast, notes: false }
            .run(world, decisions, rng)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use tradewinds_game::testing::toys::Lights;
    use tradewinds_game::{Seed, Variant, Variants};

    /// Counts how often it is asked for each kind of score.
    #[derive(Default)]
    struct Counting {
        tree: AtomicU32,
        rollout: AtomicU32,
    }

    impl Policy<Lights> for Counting {
        fn score(&self, _: &Lights, _: &<Lights as Game>::State, _: &[u8], scores: &mut [f32]) {
            self.tree.fetch_add(1, Ordering::Relaxed);
            scores.fill(0.0);
        }

        fn rollout_scores(&self, _: &Lights, _: &<Lights as Game>::State, _: &[u8], scores: &mut [f32]) {
            self.rollout.fetch_add(1, Ordering::Relaxed);
            scores.fill(0.0);
        }
    }

    #[test]
    fn the_first_decisions_may_be_by_the_scores_of_the_tree() {
        let game = Lights::new(2, &Variant::standard()).expect("a game for two");
        for (policy_decisions, tree, rollout) in [(0, 0, 6), (2, 2, 4), (9, 6, 0)] {
            let settings = SearchSettings {
                rollout: RolloutKind::Heuristic,
                epsilon: 0.0,
                policy_decisions,
                ..SearchSettings::default()
            };
            let policy = Counting::default();
            let mut world = game.deal(&mut Seed(1).rng());
            let (_, played) = Playout::new(&game, &settings, &policy).play(&mut world, 6, &mut Seed(2).rng());
            assert_eq!(played, 6);
            assert_eq!((policy.tree.into_inner(), policy.rollout.into_inner()), (tree, rollout));
        }
    }
}
