//! A function for each kind of input, for the campaign of this test and for the fuzzer in `fuzz/`: it takes any bytes,
//! panics at a fault, and returns how much of them was accepted.

#[path = "../program/all_games.rs"]
mod all_games;
mod exercise;
#[cfg(feature = "serve")]
pub mod forms;
pub mod frames;
pub mod manifests;
pub mod notation;
pub mod positions;
pub mod presets;
pub mod protocol;
pub mod records;
mod refusal;
pub mod variants;
