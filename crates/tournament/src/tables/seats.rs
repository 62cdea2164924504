//! `seats`: one row for each seat of a game.

use crate::run::folder::RunError;
use crate::tables::table_file::{Game, TableFile};
use tradewinds_game::kit::column;
use tradewinds_game::{CellType, Table};
use tradewinds_report::decimal;

pub(crate) const SEATS: Table = Table {
    name: "seats",
    meaning: "one row a seat of a game; the standing of a truncated game is NA",
    columns: &[
        column("game", "number of the game, as in games.csv"),
        column("seat", "seat, from 0, clockwise"),
        column("start_place", "its place in the first playing order, from 0").of(CellType::Whole),
        column("bot", "name of the bot that sat there").text(),
        column("score", "points at the end"),
        column("tie_1", "first key that breaks ties, more is better; 0 if the game has none"),
        column("tie_2", "second such key"),
        column("tie_3", "third such key"),
        column("rank", "1 plus the number of seats that are strictly better"),
        column("win_share", "1/m for each of m seats of rank 1, otherwise 0").of(CellType::Number),
    ],
};

/// Adds the rows of a game, with the game's own cells behind those of all games; the standing of a truncated game is
/// not a result.
pub(super) fn rows(game: &Game<'_>, file: &mut TableFile) -> Result<(), RunError> {
    let Game { record, number, .. } = game;
    let result = |value: i32| if record.truncated { "NA".to_owned() } else { value.to_string() };
    for (seat, standing) in record.seats.iter().enumerate() {
        let row: [String; SEATS.columns.len()] = [
            number.clone(),
            seat.to_string(),
            standing.start_place.to_string(),
            game.bot(seat).to_owned(),
            result(standing.score),
            result(standing.ties[0]),
            result(standing.ties[1]),
            result(standing.ties[2]),
            result(i32::from(standing.rank)),
            share(record.win_share(seat)),
        ];
        file.row(row.iter().chain(&standing.cells))?;
    }
    Ok(())
}

/// Writes a share of a win: 0.0, 1.0, or a fraction with six places.
fn share(share: Option<f64>) -> String {
    match share {
        Some(whole) if whole.fract() == 0.0 => decimal(whole, 1),
        other => decimal(other, 6),
    }
}
