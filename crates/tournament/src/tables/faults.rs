//! `faults`: one row for each seat of an external bot.

use crate::run::folder::RunError;
use crate::tables::table_file::{Game, TableFile};
use tradewinds_bots::Faults;
use tradewinds_game::Table;
use tradewinds_game::kit::column;

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
        let counts = [decisions, timeouts, crashes, illegal].map(|count| count.to_string());
        file.row([game.number.clone(), seat.to_string(), game.bot(seat).to_owned()].iter().chain(&counts))?;
    }
    Ok(())
}
