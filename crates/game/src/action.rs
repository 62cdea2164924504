//! Lists of actions, and the refusal of one.

use arrayvec::ArrayVec;

use super::quoted;

/// The maximum number of legal actions of any decision in any game.
pub const MAX_ACTIONS: usize = 192;

/// A list of legal actions, without heap.
pub type Actions<A> = ArrayVec<A, MAX_ACTIONS>;

/// An action that the rules do not allow here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal action {}: {reason}", quoted(&format!("{action:?}")))]
pub struct IllegalAction {
    /// The action: in notation, or as [`Debug`](std::fmt::Debug) writes it where there is no notation.
    pub action: String,
    /// The reason for the refusal.
    pub reason: String,
}
