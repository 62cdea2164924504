//! The seam between the games and everything above them, and the list of the games that ship with Tradewinds.
//! A program may be given others ([`set_games`]).
//!
//! Below it a game is a type: search, bots and the loop that plays games are compiled once per game. Above it
//! a game is data and three traits that are called once per game played, not once per move:
//!
//! | | meaning |
//! |---|---|
//! | [`GameInfo`] | a game as data: name, players, columns, kinds of decision, weights, variants |
//! | [`Playable`] | a game by its name: makes tables, resumes games at positions; [`find`] looks one up |
//! | [`Ruleset`] | a game for a number of players and a variant: plays whole games, times bots, measures |
//! | [`Match`] | a game under way, played by text: positions, searches, choices and their results; by [`Spoken`] in words |
//!
//! Generic code of another crate, such as the batches of games for learners, is called with a game's type by
//! [`visit()`].
//!
//! [`playable()`] puts any [`CompleteGame`](tradewinds_game::CompleteGame) behind the seam.

mod bench;
mod choices;
mod completion;
mod drawn;
mod experts;
mod games;
mod info;
mod jitter;
mod lead;
mod moves;
mod plan;
mod play;
mod playable;
mod random;
mod record;
mod rested;
mod restriction;
mod scheduled;
mod seam;
mod seated;
mod spoken;
mod table;
mod timing;
mod under_way;
mod visit;

pub use choices::{Choice, Rated};
pub use completion::{Completion, CompletionSettings, ForcedDecisions, GameLog, LogEntry, Stuck};
pub use drawn::{DrawnRules, RulesMix};
pub use experts::Experts;
pub use games::{NAMES, SHIPPED, find, game_names, games, set_games, visit};
pub use info::GameInfo;
pub use jitter::with_jitter;
pub use lead::Lead;
pub use moves::{Moves, RecordedMove};
pub use plan::SearchPlan;
pub use play::play_game;
pub use playable::{Extend, Extension, Playable, playable, playable_with};
pub use record::{GameRecord, SeatRecord};
pub use scheduled::ScheduledGame;
pub use seam::{Bench, Match, Played, PlayoutKind, Playouts, Rate, Ruleset, Sight, Spoken, WorldSearches};
pub use visit::{Makers, Searcher, Visitor};
