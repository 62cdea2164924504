//! A Monte Carlo tree search AI and self-play lab for New World board games.
//!
//! - [`game`]: the [`Game`](game::Game) trait, all that the other parts know about a game;
//! - [`games`]: the games, a crate each;
//! - [`search`]: information-set Monte Carlo tree search over any game;
//! - [`bots`]: the bots that play them;
//! - [`arena`]: the list of the games, and the seam behind which whole games are played;
//! - [`foreign`]: games whose rules are in another language;
//! - [`tournament`]: which bots play better, from a manifest to tables;
//! - [`lab`]: studies: strength against budget; bots' choices and their worth; fairness of variants; tuning;
//! - [`ledger`]: the published figures, and whether documents quote them;
//! - [`sitting`]: a game as people play it, with a tree of moves, hints and a journal; `web` (feature `serve`, on by
//!   default): tables in a browser;
//! - [`review`]: the review of a recorded game;
//! - [`stats`] and [`report`]: intervals, and files and tables for people;
//! - [`threads`]: the number of threads that all this uses.
//!
//! [`program`] is the whole command line, for these games and for any other: `examples/prizes_program.rs`. [`converse`]
//! is its command `protocol`.
//!
//! ```
//! use tradewinds::game::{Game, Seed, Variant, Variants};
//! use tradewinds::games::puerto_rico::PuertoRico;
//!
//! # fn main() -> Result<(), tradewinds::game::InputError> {
//! let game = PuertoRico::new(4, &Variant::standard())?;
//! let mut rng = Seed(1).rng();
//! let mut state = game.deal(&mut rng);
//! while game.to_act(&state).is_some() {
//!     game.play_random(&mut state, &mut rng);
//! }
//! let winners = game.scores(&state).rank.iter().filter(|&&rank| rank == 1).count();
//! assert!(winners >= 1);
//! # Ok(())
//! # }
//! ```

pub use tradewinds_arena as arena;
pub use tradewinds_bots as bots;
pub use tradewinds_foreign as foreign;
pub use tradewinds_game as game;
pub use tradewinds_lab as lab;
pub use tradewinds_ledger as ledger;
pub use tradewinds_report as report;
pub use tradewinds_review as review;
pub use tradewinds_search as search;
pub use tradewinds_sitting as sitting;
pub use tradewinds_stats as stats;
pub use tradewinds_tournament as tournament;
pub use tradewinds_tournament::threads;
#[cfg(feature = "serve")]
pub use tradewinds_web as web;

mod cli;

pub use cli::{converse, playable, program};

/// The games, a crate each; [`arena`] has the list of them.
pub mod games {
    pub use tradewinds_age_of_discovery as age_of_discovery;
    pub use tradewinds_francis_drake as francis_drake;
    pub use tradewinds_mundus_novus as mundus_novus;
    pub use tradewinds_puerto_rico as puerto_rico;
}
