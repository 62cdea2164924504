//! What a caller did wrong.

use tradewinds_game::InputError;

/// A request that cannot be met.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnvError {
    /// A name, number or file that does not fit.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An array has another length than the layout says.
    #[error("{name}: found an array of {found} elements; allowed: {allowed}")]
    Length {
        /// The array's name.
        name: &'static str,
        /// Its length.
        found: usize,
        /// The length that fits.
        allowed: usize,
    },
    /// An action that is not legal in its game. No game has been changed.
    #[error("actions[{slot}]: found {action} ({name}); allowed: one of the {legal} actions whose mask is 1")]
    Illegal {
        /// The game.
        slot: usize,
        /// The index.
        action: i64,
        /// What the index means.
        name: String,
        /// The number of legal actions.
        legal: usize,
    },
    /// Games were to be continued that were not begun, or left in the middle by an interruption.
    #[error("the games are not under way: found a step before a reset; allowed: reset first")]
    NotReset,
    /// There is no memory for the games.
    #[error("n: found {games} games, for which there is no memory; allowed: fewer games")]
    Memory {
        /// The number of games.
        games: usize,
    },
    /// Saved games that cannot be restored.
    #[error(
        "the saved games: row {row}: found {found}; allowed: what a batch of the same settings has saved"
    )]
    Saved {
        /// The row at fault.
        row: usize,
        /// What is wrong with it.
        found: String,
    },
    /// The call was stopped from outside.
    #[error("stopped by the caller; the games have to be reset")]
    Halted,
    /// The game is over.
    #[error("the game is over: found a request for a decision; allowed: a state in which a seat is to move")]
    Over,
}
