//! Playing a world out from a leaf.

use super::settings::{RolloutKind, SearchSettings};
use crate::game::{Actions, Dice, Game, MAX_ACTIONS, Policy, Rng, best};

/// One in the fixed point of a playout's ε.
const ONE: u32 = 1 << 16;

/// Where a playout stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// At the end of the game.
    Over,
    /// At the setting's number of decisions.
    CutOff,
    /// At the game's bound.
    Bound,
}

/// Plays `world` on until the game is over, `cutoff` decisions are played, or `left` more would pass
/// the game's bound. Decisions with one legal action count.
pub(super) fn play_out<G: Game>(
    game: &G,
    policy: &G::Policy,
    settings: &SearchSettings,
    world: &mut G::State,
    left: u32,
    actions: &mut Actions<G::Action>,
    rng: &mut Rng,
) -> Stop {
    let cutoff = settings.cutoff.unwrap_or(u32::MAX);
    let decisions = left.min(cutoff);
    let over = match settings.rollout {
        RolloutKind::Random => play(game, world, decisions, rng, |world, rng| game.play_random(world, rng)),
        RolloutKind::Heuristic => {
            let epsilon = (settings.epsilon * ONE as f32) as u32;
            let mut scores = [0.0; MAX_ACTIONS];
            play(game, world, decisions, rng, |world, rng| {
                if epsilon > 0 && rng.below(ONE) < epsilon {
                    return game.play_random(world, rng);
                }
                actions.clear();
                game.legal(world, actions);
                let action = match actions.as_slice() {
                    [forced] => *forced,
                    choices => {
                        let scores = &mut scores[..choices.len()];
                        policy.quick(game, world, choices, scores);
                        choices[best(scores)]
                    }
                };
                game.play(world, action, rng);
            })
        }
    };
    match over {
        true => Stop::Over,
        false if cutoff <= left => Stop::CutOff,
        false => Stop::Bound,
    }
}

/// The loop that most of a search's time is spent in; tells whether the game is over.
#[inline]
fn play<G: Game>(
    game: &G,
    world: &mut G::State,
    decisions: u32,
    rng: &mut Rng,
    mut step: impl FnMut(&mut G::State, &mut Rng),
) -> bool {
    for _ in 0..decisions {
        if game.to_act(world).is_none() {
            return true;
        }
        step(world, rng);
    }
    game.to_act(world).is_none()
}
