//! The functions of `tests/hostile_input`, for the fuzzer.

#[path = "../../tests/hostile_input/targets.rs"]
mod targets;

pub use targets::*;
