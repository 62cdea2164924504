//! `tradewinds protocol` as a client sees it.

mod client;
mod errors;
mod play;
mod transcript;
