//! Why a fit ends without weights.

use std::io;
use std::path::PathBuf;

use tradewinds_game::InputError;
use tradewinds_network::Unfit;

/// Why a fit ends without weights.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// A setting is out of range.
    #[error(transparent)]
    Settings(#[from] InputError),
    /// There is nothing to learn from.
    #[error(
        "{} {} too few: the fit needs games to learn from and games that are held out",
        tradewinds_game::counted(games, "game"),
        if *games == 1 { "is" } else { "are" }
    )]
    TooFew {
        /// The number of games.
        games: usize,
    },
    /// A loss or a weight is not a number any more.
    #[error(
        "the fit diverged in epoch {epoch}, batch {batch}: the {what} is not a number; lower the rate ({rate})"
    )]
    Diverged {
        /// The epoch, from 1.
        epoch: u32,
        /// The batch, from 1.
        batch: u64,
        /// What is not a number.
        what: &'static str,
        /// The learning rate of the settings.
        rate: f32,
    },
    /// What is learned is far worse than nothing.
    #[error(
        "the fit diverged: after epoch {epoch} the loss of the win shares is {found:.3}, far above that of equal \
         shares, {equal:.3}; lower the rate ({rate})"
    )]
    Worse {
        /// The epoch, from 1.
        epoch: u32,
        /// The cross-entropy of the win shares in games that are held out; nats.
        found: f64,
        /// That of equal win shares.
        equal: f64,
        /// The learning rate of the settings.
        rate: f32,
    },
    /// The trained weights do not fit in 16 bits.
    #[error("the trained weights cannot be stored: {0}")]
    Unfit(#[from] Unfit),
    /// The fit was interrupted; it goes on from its last epoch.
    #[error("the fit was interrupted; run it again to go on from its last epoch")]
    Interrupted,
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file of an interrupted fit cannot be used.
    #[error("{}: {fault}; remove it to start the fit again", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
}
