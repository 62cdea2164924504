//! A game at a table, as people play it: seats with people and bots, a tree of moves with a place in it, what
//! each seat has seen, hints, undo, a journal that survives the program, and actions in words. No network and no
//! terminal: the program's `play` and the server draw what is here.
//!
//! | | |
//! |---|---|
//! | [`SittingSpec`], [`Sitter`] | what a table plays, and who sits where |
//! | [`Session`] | the game with its tree of moves |
//! | [`Shown`] | what one seat may be shown: made from its view, never from the state |
//! | [`Advisor`], [`Thought`] | a bot that decides, or gives a hint, and what it considered |
//! | [`Why`], [`PointsLost`] | why a choice is better than another one, and what each candidate loses |
//! | [`SessionJournal`] | the file from which a session goes on |
//! | [`words`] | the names of games and of their rounds |

mod journal;
mod saved;
mod session;
mod shown;
mod spec;
mod thought;
mod tree;
mod weigh;
mod why;
pub mod words;

pub use journal::{SessionJournal, SessionJournalError};
pub use saved::{from_record, record_of_journal, to_record};
pub use session::{LegalAction, SeenDecision, Session, Told, read_action};
pub use shown::Shown;
pub use spec::{COMPLETED, FORM, Sitter, SittingSpec, any_seed, distinct_names, find_bot};
pub use thought::{Advisor, Considered, ConsideredAction, Thought, WholeAct};
pub use tree::NodeId;
pub use weigh::PointsLost;
pub use why::{EndPoints, REASON_WORLDS, Reason, Why};
