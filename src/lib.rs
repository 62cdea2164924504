//! A Monte Carlo tree search AI and self-play lab for New World board games.
//!
//! - [`game`]: the [`Game`](game::Game) trait, all that the other parts know about a game;
//! - [`games`]: the games, one folder each;
//! - [`search`]: information-set Monte Carlo tree search over any game;
//! - [`bots`]: who plays them.

pub mod bots;
pub mod game;
pub mod games;
pub mod search;
