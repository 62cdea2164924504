//! A game's heuristic knowledge: scores for actions.

use std::collections::BTreeMap;

use super::Game;

/// The named weights of a preset; a weight left out has its default.
pub type Weights = BTreeMap<String, f64>;

/// A named weight of a policy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightDoc {
    /// Its name in presets.
    pub name: &'static str,
    /// Its value where a preset says nothing.
    pub default: f64,
    /// What it weighs, with its unit.
    pub meaning: &'static str,
}

/// Scores the actions of a decision by what the deciding seat knows.
pub trait Policy<G: Game>: Send + Sync {
    /// Writes one score an action, higher is better, in VP-equivalents of the deciding seat.
    ///
    /// `state` may be any determinization for that seat: the scores are the same in each of them
    /// (law 8). `actions` is its legal list and `scores` has the same length.
    fn score(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]);

    /// Like [`Policy::score`], but lighter, for rollouts.
    fn quick(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]) {
        self.score(game, state, actions, scores);
    }
}

/// The policy that finds all actions equally good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UniformPolicy;

impl<G: Game> Policy<G> for UniformPolicy {
    fn score(&self, _: &G, _: &G::State, _: &[G::Action], scores: &mut [f32]) {
        scores.fill(0.0);
    }
}

/// Returns the index of the largest score, the lowest one among equals.
///
/// # Panics
/// If `scores` is empty.
#[must_use]
pub fn best(scores: &[f32]) -> usize {
    assert!(!scores.is_empty(), "a decision has at least one action");
    let mut best = 0;
    for (index, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = index;
        }
    }
    best
}
