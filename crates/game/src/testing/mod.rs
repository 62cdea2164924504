//! What a game is tested with, for the games of this workspace and for somebody else's (feature `testing`).
//!
//! - [`laws!`](crate::laws): the laws of [`Game`](crate::Game) over thousands of random games, as tests of one line;
//!   [`laws`] has the suite behind it, and games that break a law each;
//! - [`worlds`]: law 5, the frequencies of the worlds that a determinization draws;
//! - [`steps`]: step cases, a JSON line each;
//! - [`Table`]: a game under way, played by the texts of its actions;
//! - [`rules_page`]: the tables of a rules page in Markdown;
//! - [`toys`]: two complete toy games with hidden information; [`small_games`]: games with known answers, to prove a
//!   search by.
//!
//! All of it panics where something is wrong, with the place.

pub mod laws;
pub mod rules_page;
pub mod small_games;
pub mod steps;
mod table;
pub mod toys;
pub mod worlds;

pub use table::Table;
