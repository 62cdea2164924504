//! What presets are, and what they may be.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod clock;
mod restriction;
mod settings;
mod shipped;
mod value;
