//! Games whose rules are in another language: searched by the same engine as all others, checked, and played in
//! tournaments, on one thread.
//!
//! | | |
//! |---|---|
//! | `oracle` | [`Oracle`]: the questions that such a game answers |
//! | `table` | [`Foreign`]: the [`Game`](tradewinds_game::Game) that asks them |
//! | `fault` | how an error of the game ends a search at once |
//! | `piped` | [`Piped`]: the oracle that is a program on pipes |
//! | `player` | the players: random ones, searches, functions |
//! | `contest` | deals with all seatings, and standings |
//! | `keeping`, `game_file` | [`KeptGames`]: a tournament in a file, from which it goes on |
//! | `check` | the laws that can be checked from outside |
//!
//! A state of a [`Game`](tradewinds_game::Game) is `Copy`, a position of another language is not. So the state is the
//! place of a position on a stack that [`Foreign`] keeps. A search plays on from one position at a time: to play from one
//! drops all that lie above it. The stack then never holds more than the way to the position that is searched, and one
//! iteration.

mod check;
mod contest;
mod fault;
mod game_file;
mod keeping;
mod oracle;
mod piped;
mod player;
mod table;

pub use check::{Findings, check};
pub use contest::{Contest, PlayedGame, Standing, TABLES, play_contest, standings};
pub use game_file::{KeepError, KeptFile};
pub use keeping::KeptGames;
pub use oracle::{Answered, Oracle, PlayedOut};
pub use piped::Piped;
pub use player::{Chooser, ForeignPlayer, search};
pub use table::{Foreign, Handle};
