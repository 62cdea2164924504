//! A game's heuristic knowledge: scores for actions.

use std::collections::BTreeMap;

use super::{Game, InputError, Origin, PerSeat, Seat};

/// The named weights of a preset; a weight left out has its default.
pub type Weights = BTreeMap<String, f64>;

/// A named weight of a policy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightDoc {
    /// Its name in presets.
    pub name: &'static str,
    /// Its value if a preset does not set it.
    pub default: f64,
    /// The quantity that it weighs, with its unit.
    pub meaning: &'static str,
}

/// Declares a policy's weights as a struct `Weights` of `f32` fields, with `DEFAULT`, `new` from a preset,
/// and the list `DOCS` that explains them: `name = default, "meaning";` per weight.
#[macro_export]
macro_rules! weights {
    ($($name:ident = $default:literal, $meaning:literal;)*) => {
        /// The weights of one policy.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub(super) struct Weights { $(pub(super) $name: f32,)* }

        /// The documentation of each weight.
        pub(super) const DOCS: &[$crate::WeightDoc] =
            &[$($crate::WeightDoc { name: stringify!($name), default: $default, meaning: $meaning },)*];

        impl Weights {
            /// The default of every weight.
            pub(super) const DEFAULT: Self = Self { $($name: $default,)* };

            /// Lays a preset's weights over the defaults.
            pub(super) fn new(given: &$crate::Weights) -> Result<Self, $crate::InputError> {
                let mut weights = Self::DEFAULT;
                for (name, &value) in given {
                    $crate::check_weight(DOCS, name, value)?;
                    match name.as_str() {
                        $(stringify!($name) => weights.$name = value as f32,)*
                        _ => unreachable!("the name is one of DOCS"),
                    }
                }
                Ok(weights)
            }
        }
    };
}

/// Checks a weight of a preset.
///
/// # Errors
/// A name that is not a weight, or a number that is not finite.
pub fn check_weight(docs: &[WeightDoc], name: &str, value: f64) -> Result<(), InputError> {
    if docs.iter().all(|weight| weight.name != name) {
        let known = docs.iter().map(|weight| weight.name);
        return Err(InputError::unknown_name(Origin::Policy, "weights", name, known));
    }
    if !value.is_finite() {
        let field = format!("weights.{name}");
        return Err(InputError::out_of_range(Origin::Policy, field, value, "a finite number"));
    }
    Ok(())
}

/// Scores the actions of a decision by what the deciding seat knows, and estimates who will win.
pub trait Policy<G: Game>: Send + Sync {
    /// Writes one score per action, higher is better, in VP-equivalents of the deciding seat.
    ///
    /// `state` may be any determinization for that seat: the scores are the same in each of them
    /// (law 8), and finite. `actions` is its legal list and `scores` has the same length.
    fn score(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]);

    /// Like [`Policy::score`], but lighter, for rollouts.
    fn rollout_scores(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]) {
        self.score(game, state, actions, scores);
    }

    /// Returns the action that [`Policy::rollout_scores`] prefers, the first one among equals, where the policy finds
    /// it without making the legal list; `None` where it has no quicker way.
    ///
    /// `laws!` compares it with the list in every position that it meets.
    #[inline]
    fn rollout_action(&self, game: &G, state: &G::State) -> Option<G::Action> {
        let _ = (game, state);
        None
    }

    /// Estimates each seat's expected win share, in [0, 1], only from public facts and the observer's own
    /// knowledge; for rollouts that are cut off. A policy without its own estimate takes the win shares of
    /// the standing, as if the game ended here.
    fn evaluate(&self, game: &G, state: &G::State) -> PerSeat<f32> {
        game.scores(state).win_share
    }

    /// Estimates like [`Policy::evaluate`], with the secrets of `observer` alone. Searches ask for this, with the
    /// searching seat; by default it is the estimate in which each seat's share counts that seat's own secrets.
    fn evaluate_for(&self, game: &G, state: &G::State, observer: Seat) -> PerSeat<f32> {
        let _ = observer;
        self.evaluate(game, state)
    }
}

/// A policy that several bots share.
impl<G: Game, P: Policy<G>> Policy<G> for &P {
    fn score(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]) {
        P::score(self, game, state, actions, scores);
    }

    fn rollout_scores(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]) {
        P::rollout_scores(self, game, state, actions, scores);
    }

    #[inline]
    fn rollout_action(&self, game: &G, state: &G::State) -> Option<G::Action> {
        P::rollout_action(self, game, state)
    }

    fn evaluate(&self, game: &G, state: &G::State) -> PerSeat<f32> {
        P::evaluate(self, game, state)
    }

    fn evaluate_for(&self, game: &G, state: &G::State, observer: Seat) -> PerSeat<f32> {
        P::evaluate_for(self, game, state, observer)
    }
}

/// The policy that gives all actions the same score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UniformPolicy;

impl UniformPolicy {
    /// Makes the policy from a preset's weights, of which it has none.
    ///
    /// # Errors
    /// The first weight that is given.
    pub fn new(weights: &Weights) -> Result<Self, InputError> {
        weights.iter().try_for_each(|(name, value)| check_weight(&[], name, *value)).map(|()| Self)
    }
}

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
    let mut best = 0;
    let mut top = *scores.first().expect("a decision has at least one action");
    for (index, &score) in scores.iter().enumerate().skip(1) {
        if score > top {
            (best, top) = (index, score);
        }
    }
    best
}

/// Returns the first of the items with the highest worth, and that worth; `None` if there are none.
#[must_use]
#[inline(always)]
pub fn first_of_best<T: Copy>(
    items: impl IntoIterator<Item = T>,
    worth: impl Fn(T) -> f32,
) -> Option<(T, f32)> {
    let mut items = items.into_iter();
    let first = items.next()?;
    let mut best = (first, worth(first));
    for item in items {
        let value = worth(item);
        if value > best.1 {
            best = (item, value);
        }
    }
    Some(best)
}
