//! `faults`: one row for each seat of an external bot.

use crate::run::folder::RunError;
use crate::tables::table_file::{Game, TableFile};
use crate::tables::value::Value;
use tradewinds_bots::Faults;
use tradewinds_game::kit::column;
use tradewinds_game::{Seat, Table};

pub(crate) const FAULTS: Table = Table {
    name: "faults",
    meaning: "one row a seat of an external bot; only where there is one",
    columns: &[
        column("game", "number of the game, as in games.csv"),
        column("seat", "seat, from 0"),
        column("bot", "name of the bot").text(),
        column("decisions", "decisions asked of the program"),
        column("timeouts", "of these, those it did not answer in time"),
        column("crashes", "of these, those at which the program was not running"),
        column("illegal", "of these, those with an illegal answer"),
    ],
};

/// Adds the rows of a game.
pub(super) fn rows(game: &Game<'_>, file: &mut TableFile) -> Result<(), RunError> {
    for (seat, standing) in game.record.seats.iter().enumerate() {
        let Some(Faults { decisions, timeouts, crashes, illegal }) = standing.faults else { continue };
        let (counts, bot) = ([decisions, timeouts, crashes, illegal], game.bot(Seat::new(seat)));
        let cells = [game.record.game.into(), Value::from(seat), Value::Text(bot)];
        file.row(cells.into_iter().chain(counts.map(Value::from)))?;
    }
    Ok(())
}
