//! Completing a game that people noted: a deal, random events and open decisions that agree with a log with gaps.
//!
//! Many games are played through the log together, as the policy of `steady` and the dice lead; the [search]
//! keeps those that agree, and changes some where none does. It knows nothing of a game. What no seat knows is drawn only
//! where it turns up; from a game that agrees, the deal that leads to it is [made at the end](whole).

mod changes;
mod effects;
mod genes;
mod guide;
mod pattern;
mod search;
mod shuffles;
mod walk;
mod whole;

pub(crate) use pattern::sample;

use serde_json::Value;
use tradewinds_game::{CompleteGame, Seat, Seed, Variant};

use super::moves::RecordedMove;

/// A game as people noted it: decisions with gaps, and what else is known.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLog {
    /// The names of the seats, which decisions in words may mention.
    pub names: Vec<String>,
    /// The variant of the rules.
    pub variant: Variant,
    /// The decisions in order.
    pub entries: Vec<LogEntry>,
    /// Whether decisions with one legal action are among them.
    pub forced: ForcedDecisions,
    /// Whether the log goes on to the end of the game.
    pub ends: bool,
    /// The points of each seat at the end of the log.
    pub scores: Option<Vec<i32>>,
    /// The rank of each seat at the end of the log: 1 plus the number of seats that are strictly better.
    pub ranks: Option<Vec<u8>>,
}

/// A decision of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The seat that decided, if it is known.
    pub seat: Option<Seat>,
    /// The decision in notation or in words; `?` stands for any words, at least one.
    pub text: String,
    /// The number of the group in which this decision stands, from 1, whose order is not known; 0 outside of one.
    pub group: usize,
}

impl LogEntry {
    /// The maximum number of decisions in a group.
    pub const MOST_IN_GROUP: usize = 64;
}

/// Whether a log has the decisions with one legal action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForcedDecisions {
    /// Some of them.
    #[default]
    Some,
    /// All of them.
    All,
    /// None of them.
    None,
}

/// How a completion is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompletionSettings {
    /// The seed of the search.
    pub seed: Seed,
    /// The maximum number of games that are tried, in whole or in part.
    pub tries: u64,
}

/// A game that agrees with a log.
#[derive(Clone, PartialEq, Debug)]
pub struct Completion {
    /// The position after the deal, including hidden parts.
    pub initial: Value,
    /// What the dice showed after the deal, in order.
    pub throws: Vec<u32>,
    /// All decisions, including forced ones.
    pub actions: Vec<RecordedMove>,
    /// The number of games that were tried.
    pub tries: u64,
}

/// The best game that was found where none agrees with all of a log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stuck {
    /// The first entry, an index, that no game that was tried agrees with; the number of entries if all agree, but not
    /// the end.
    pub entry: usize,
    /// The seat that decides there; `None` if the game is over, or was never dealt as the log says.
    pub seat: Option<Seat>,
    /// What is legal there, in notation.
    pub legal: Vec<String>,
    /// The points of the seats there.
    pub points: Vec<i32>,
    /// Whether all deals that were tried came to the entry without a loss, and offer the same there.
    pub is_certain: bool,
    /// Whether the search was ended by its limit or halted before all was tried.
    pub is_cut: bool,
    /// The number of games that were tried.
    pub tries: u64,
}

/// Returns the first word of a log that no decision of some games has: its entry, the word, and all words.
pub(crate) fn unknown_word<G: CompleteGame>(game: &G, log: &GameLog) -> Option<(usize, String, Vec<String>)> {
    pattern::unknown_word(game, log)
}

/// Finds a game that agrees with a log, as [`Ruleset::complete`](super::Ruleset::complete) does.
pub(crate) fn complete<G: CompleteGame>(
    game: &G,
    log: &GameLog,
    settings: &CompletionSettings,
    halted: &dyn Fn() -> bool,
) -> Result<Completion, Box<Stuck>> {
    search::Search::new(game, log, settings.seed, settings.tries, halted).run()
}
