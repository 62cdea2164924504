//! Learning: self-play, fits, and the whole loop.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod fit;
mod lights;
mod play;
mod rules;
