//! The seam between the games and all that is above them, and the only list of the games.
//!
//! Below it a game is a type: search, bots and the loop in which games are played are made anew for each. Above it a
//! game is data and three traits that are called once a game, not once a move:
//!
//! | | what it is |
//! |---|---|
//! | [`GameInfo`] | a game as data: name, players, columns, kinds of decision, weights, variants |
//! | [`Playable`] | a game by its name: makes tables, takes games up at positions; [`find`] has those of the list |
//! | [`Table`] | a game for a number of players and a variant: plays whole games, times bots, measures |
//! | [`Match`] | a game under way, played by text: positions, searches, choices and what comes of them |
//!
//! [`playable()`] puts any [`CompleteGame`](tradewinds_game::CompleteGame) behind the seam.

mod bench;
mod choices;
mod game_loop;
mod games;
mod info;
mod lead;
mod moves;
mod plan;
mod play;
mod playable;
mod random;
mod record;
mod scheduled;
mod seats;
mod table;
mod timing;
mod under_way;

pub use bench::{Bench, PlayoutKind, Playouts, Rate};
pub use choices::{Choice, Rated};
pub use games::{NAMES, find};
pub use info::GameInfo;
pub use lead::Lead;
pub use moves::{Moves, RecordedMove};
pub use plan::SearchPlan;
pub use play::play_game;
pub use playable::{Playable, playable};
pub use record::{GameRecord, SeatRecord, TableRow};
pub use scheduled::ScheduledGame;
pub use table::Table;
pub use under_way::{Match, WorldSearches};
