//! `seats`: one row for each seat of a game.

use std::borrow::Cow;

use crate::run::folder::RunError;
use crate::tables::table_file::{Game, TableFile};
use crate::tables::value::Value;
use tradewinds_game::kit::column;
use tradewinds_game::{CellType, Seat, Table};
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
        column(
            "tie_1",
            "first key that breaks ties, more is better; 0 if the game has none; one that ranks before the points is a column of the game's own, too",
        ),
        column("tie_2", "second such key"),
        column("tie_3", "third such key"),
        column("rank", "1 plus the number of seats that are strictly better"),
        column("win_share", "1/m for each of m seats of rank 1, otherwise 0").of(CellType::Number),
    ],
};

/// Adds the rows of a game, with the game's own cells behind those of all games; the standing of a truncated game is
/// not a result.
pub(super) fn rows(game: &Game<'_>, file: &mut TableFile) -> Result<(), RunError> {
    let record = game.record;
    let result = |value: i32| if record.truncated { Value::Missing } else { Value::Whole(value.into()) };
    for (seat, standing) in record.seats.iter().enumerate() {
        let share = share(record.win_share(seat));
        let row: [Value<'_>; SEATS.columns.len()] = [
            record.game.into(),
            seat.into(),
            standing.start_place.into(),
            Value::Text(game.bot(Seat::new(seat))),
            result(standing.score),
            result(standing.ties[0]),
            result(standing.ties[1]),
            result(standing.ties[2]),
            result(i32::from(standing.rank)),
            Value::Text(&share),
        ];
        file.row(row.into_iter().chain(standing.cells.iter().map(Value::from)))?;
    }
    Ok(())
}

/// Writes a share of a win: 0.0, 1.0, or a fraction with six places.
fn share(share: Option<f64>) -> Cow<'static, str> {
    match share {
        Some(0.0) => Cow::Borrowed("0.0"),
        Some(1.0) => Cow::Borrowed("1.0"),
        other => Cow::Owned(decimal(other, 6)),
    }
}
