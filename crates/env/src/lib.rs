//! Games for learners: many at once in flat arrays, and single states with observations and action indices.
//!
//! | | meaning |
//! |---|---|
//! | [`Layout`] | the groups of observations and of the groups of action indices, as data |
//! | [`Batch`], [`batch()`] | many games at once, which write into the caller's arrays |
//! | [`Situation`], [`deal()`], [`load`] | one game: views, determinizations, play, search |
//!
//! Nothing here knows Python; `crates/python` is the wheel on top.

mod batch;
mod error;
mod layout;
mod outputs;
mod packing;
mod saved;
mod settings;
mod situation;
mod slice;
mod slot;

pub use batch::{Batch, batch};
pub use error::EnvError;
pub use layout::{At, Layout, layout};
pub use outputs::{Outputs, Shape};
pub use packing::Packing;
pub use settings::{Reward, Seeds, Settings};
pub use situation::{Situation, deal, load, resume};
