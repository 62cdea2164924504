//! A table of which each game has rows.

use crate::plan::tournament::Tournament;
use crate::run::folder::RunError;
use crate::tables::table_file::TableFile;
use tradewinds_arena::{GameRecord, ScheduledGame};
use tradewinds_game::{Column, Seat};

/// A table of which each game has rows.
pub(super) struct GameTable {
    pub(super) name: &'static str,
    pub(super) columns: Vec<Column>,
    /// Adds the rows of a game.
    pub(super) rows: Rows,
}

type Rows = Box<dyn Fn(&Game<'_>, &mut TableFile) -> Result<(), RunError> + Send>;

/// A game of which rows are written.
pub(super) struct Game<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) scheduled: &'a ScheduledGame,
    pub(super) record: &'a GameRecord,
    /// Its number, in digits.
    pub(super) number: String,
}

impl Game<'_> {
    /// Returns the name of the bot at a seat.
    pub(super) fn bot(&self, seat: usize) -> &str {
        &self.tournament.bots()[self.scheduled.bots[Seat::new(seat)]].name
    }
}
