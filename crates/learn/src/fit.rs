//! The trainer: from positions and what became of them to the weights of a network.
//!
//! [`fit`] minimises by AdamW (Loshchilov and Hutter 2019) the cross-entropy of the win shares, plus shares of
//! the squared error of the points and of the cross-entropy of the policy. A batch is cut into [`CHUNKS`] parts
//! whose gradients are added in order, so the weights have the same bytes on any number of threads. Some games
//! are held out, whole: the report of an epoch ([`Epoch`]) says how well the network does on them.
//!
//! A fit does not shrink the policy's weights, and the share of the hand-written score starts at 0.7;
//! `docs/learn.md` has what was measured. It repeats because of the fixed parts of a batch, and because
//! nothing but `+`, `*`, `/`, roots and `libm` is used. `docs/decisions/04-trainer.md` says why the trainer
//! is ours.

mod adam;
mod calibration;
mod checkpoint;
mod data;
mod error;
mod first;
mod gradient;
mod mixture;
mod pass;
mod report;
mod run;
mod settings;
mod stream;
mod stream_settings;
mod trainer;

pub use calibration::{Calibration, Decile};
pub use error::FitError;
pub use gradient::CHUNKS;
pub use mixture::Mixture;
pub use report::{Epoch, Measures, TABLES, write_reports, write_stream};
pub use run::{Fit, FitProgress, fit, measure};
pub use settings::{FitSettings, is_held_out};
pub use stream::{StreamPlayer, StreamPlayers, stream};
pub use stream_settings::StreamSettings;
