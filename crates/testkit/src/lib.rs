//! What a game is tested with, for the games of this workspace and for those of other repositories, which take this
//! crate as a dev-dependency.
//!
//! - [`laws!`](crate::laws!): the laws of [`Game`](tradewinds_game::Game) over thousands of random games, as one line
//!   of tests; [`mod@laws`] has the suite that it runs, and games that break one law each;
//! - [`worlds`]: law 5, the frequencies of the worlds that a determinization draws;
//! - [`steps`]: step cases, one JSON line each;
//! - [`TestTable`]: a game under way, played by the texts of its actions;
//! - [`features`]: features in words; [`explained`]: a game explained;
//! - [`rules_page`]: the tables of a rules page in Markdown;
//! - [`toys`]: three complete toy games, two of them with hidden information; [`small_games`]: games with known
//!   answers, to test a search.
//!
//! All of it panics on an error, with the place. Long tests take [`scaled`] sizes.

pub mod explained;
pub mod features;
pub mod laws;
pub mod rules_page;
pub mod small_games;
pub mod steps;
mod table;
pub mod toys;
pub mod worlds;

pub use table::TestTable;

/// Multiplies the size of a test, a number of games, seeds or inputs, by the environment variable
/// `TRADEWINDS_TEST_SCALE`, a whole number: 1 if it is not set.
///
/// # Panics
/// If the variable is not a whole number of at least 1.
#[must_use]
pub fn scaled(size: u32) -> u32 {
    let Ok(text) = std::env::var("TRADEWINDS_TEST_SCALE") else { return size };
    let scale: u32 = match text.parse() {
        Ok(scale) if scale > 0 => scale,
        _ => panic!("TRADEWINDS_TEST_SCALE: found {text:?}; allowed: a whole number, 1 or more"),
    };
    size.saturating_mul(scale)
}
