//! A Monte Carlo tree search AI and self-play lab for New World board games.
//!
//! - [`game`]: the [`Game`](game::Game) trait, all that the other parts know about a game;
//! - [`games`]: the games, one folder each;
//! - [`bots`]: who plays them;
//! - [`tournament`]: who of them plays better, from a manifest to tables;
//! - [`stats`] and [`report`]: intervals, and files and tables for people.

pub mod bots;
pub mod game;
pub mod games;
pub mod report;
pub mod stats;
pub mod tournament;
