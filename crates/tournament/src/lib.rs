#![doc = include_str!("../README.md")]
//! # Contents
//!
//! The rows of finished games, appended to a journal, are the single source of truth. All tables are computed
//! from them in the order of the schedule, so they are the same bytes whatever the number of threads and
//! interruptions.
//!
//! | | |
//! |---|---|
//! | [`Manifest`], [`Tournament`], [`Schedule`], [`Shard`] | the plan: what is to be played |
//! | [`FileKind`], [`Reads`] | what a file is, and what a command takes |
//! | [`Journal`], [`MoveRecord`], [`Replay`] | the run: games played into a folder |
//! | [`Standings`], [`export()`], [`csv_dictionary`] | the tables made of them |
//! | [`run()`], [`merge()`], [`standings_so_far`] | all three: games are played, then tables are made |

mod book;
mod compare;
mod move_record;
mod noted;
mod plan;
mod play;
mod replay;
mod run;
mod tables;
pub mod threads;
mod unit;
mod word_ids;

pub use book::{Book, BookLine, LeftOut, make_book};
pub use compare::{COMPARE_TABLES, Compared, Comparison, Difference, compare};
pub use move_record::{Branch, Completed, MoveRecord, RecordedSeat};
pub use noted::NotedGame;
pub use plan::file_kind::{FileKind, ManifestKind, Reads};
pub use plan::inputs::{SourceText, find_bot, find_preset, find_variant, in_field};
pub use plan::manifest::{Format, Journaling, Manifest, Recording, Seating, SprtSettings, TableFormat};
pub use plan::named::{NamedBots, NamesBots, parse_manifest, sections_of};
pub use plan::positions::{POSITIONS, find_positions};
pub use plan::schedule::{MAX_GAMES, Schedule};
pub use plan::shard::{SHARD, Shard};
pub use plan::stopping::RuleState;
pub use plan::tournament::{Tournament, at};
pub use play::{Merged, Outcome, Run, RunOptions, merge, run, standings_so_far};
pub use replay::{Replay, ReplayError};
pub use run::append_file::{AppendFile, only_for_owner, read_whole_lines};
pub use run::checksum::{LineFault, is_torn, run_key, verify_checksum, with_checksum};
pub use run::folder::{RunError, find_foreign_file, write_synced};
pub use run::journal::{Journal, JournalError, JournalForm};
pub use run::line_file::LineFile;
pub use run::merge::suspects::SuspectPart;
pub use run::open::each_game;
pub use run::progress::{Progress, Watch};
pub use run::record::{read_record, record_path};
pub use tables::dictionary::csv_dictionary;
pub use tables::export::{Exported, export};
pub use tables::ratings::{Anchor, BotRating, Ratings, ratings};
pub use tables::standings::{
    BotStanding, Doubling, MeanEstimate, PairStanding, Pairing, PlaceStanding, Standings,
};
