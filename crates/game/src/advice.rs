//! A game's advice to its players.

use super::{Game, InputError, Policy, WeightDoc, Weights};

/// A game with a heuristic policy that presets can weigh.
pub trait Advice: Game {
    /// The game's heuristic policy.
    type Policy: Policy<Self>;

    /// The named weights of the game's policy, each with its meaning and default.
    fn weights() -> &'static [WeightDoc] {
        &[]
    }

    /// Makes the policy from a preset's weights.
    ///
    /// # Errors
    /// A weight that the policy does not have.
    fn policy(&self, weights: &Weights) -> Result<Self::Policy, InputError>;
}
