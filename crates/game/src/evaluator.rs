//! Estimates that a preset puts in the place of its policy's own.

use super::{Game, PerSeat, Policy, Seat};

/// Estimates who will win, and may correct the scores of a policy: the learned part of a bot.
///
/// It belongs to a bot, not to a game, so that two of them can meet in one game.
pub trait Evaluator<G: Game>: Send + Sync {
    /// Estimates each seat's expected win share, in [0, 1], by what `observer` knows: the estimate is the same
    /// in every determinization for it. When the game is over it is the win share itself.
    fn evaluate(&self, game: &G, state: &G::State, observer: Seat) -> PerSeat<f32>;

    /// Returns whether [`correct`](Self::correct) sets the scores, whatever they were: then the policy is not asked for them.
    /// By default it is.
    fn is_policy(&self) -> bool {
        false
    }

    /// Changes the scores of the policy for the legal actions of the seat that decides. The result is the same
    /// in every determinization for that seat (law 8). By default they stay as they are.
    fn correct(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]) {
        let _ = (game, state, actions, scores);
    }
}

/// A policy, and the evaluators that a preset puts beside it, if it has any.
#[derive(Clone, Debug)]
pub struct Guide<P, E> {
    policy: P,
    leaves: Option<E>,
    priors: Option<E>,
}

impl<P, E> Guide<P, E> {
    /// Makes the guide of a search: `leaves` estimates in place of the policy, `priors` corrects the policy's
    /// scores. Without them it is the policy.
    #[must_use]
    pub const fn new(policy: P, leaves: Option<E>, priors: Option<E>) -> Self {
        Self { policy, leaves, priors }
    }
}

impl<P, E> Guide<P, E> {
    /// Scores the legal actions by the policy and what corrects it, or by that alone where it is a policy itself.
    #[inline]
    fn corrected<G: Game>(
        &self,
        evaluator: Option<&E>,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        scores: &mut [f32],
    ) where
        P: Policy<G>,
        E: Evaluator<G>,
    {
        if !evaluator.is_some_and(Evaluator::is_policy) {
            self.policy.score(game, state, actions, scores);
        }
        if let Some(evaluator) = evaluator {
            evaluator.correct(game, state, actions, scores);
        }
    }
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>> Policy<G> for Guide<P, E> {
    #[inline]
    fn score(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]) {
        self.corrected(self.priors.as_ref(), game, state, actions, scores);
    }

    #[inline]
    fn rollout_scores(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]) {
        self.policy.rollout_scores(game, state, actions, scores);
    }

    #[inline]
    fn rollout_action(&self, game: &G, state: &G::State) -> Option<G::Action> {
        self.policy.rollout_action(game, state)
    }

    #[inline]
    fn evaluate(&self, game: &G, state: &G::State) -> PerSeat<f32> {
        self.policy.evaluate(game, state)
    }

    #[inline]
    fn evaluate_for(&self, game: &G, state: &G::State, observer: Seat) -> PerSeat<f32> {
        match &self.leaves {
            Some(evaluator) => evaluator.evaluate(game, state, observer),
            None => self.policy.evaluate_for(game, state, observer),
        }
    }
}
