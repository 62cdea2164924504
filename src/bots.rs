//! Bots: the [`Bot`] trait, its kinds and their presets.

mod external;
mod heuristic;
mod preset;
mod random;
mod search;

use crate::game::{Game, View};

pub use external::{ExternalBot, ExternalSettings, Faults};
pub use heuristic::HeuristicBot;
pub use preset::{BotKind, Preset};
pub use random::RandomBot;
pub use search::SearchBot;

/// A player of one game; it keeps its own random stream and may keep notes between its decisions.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the legal actions of `view.seat()`'s decision.
    ///
    /// Never called when only one action is legal.
    fn choose(&mut self, view: &View<'_, G>) -> G::Action;

    /// Returns how often it gave no legal answer; `None` for a bot that cannot fail.
    fn faults(&self) -> Option<Faults> {
        None
    }
}
