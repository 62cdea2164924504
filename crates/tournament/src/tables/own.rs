//! The tables that are a game's own.

use crate::run::folder::RunError;
use crate::tables::table_file::{Game, GameTable, TableFile};
use crate::tables::value::Value;
use tradewinds_game::kit::column;
use tradewinds_game::{Column, Schema, Table};

/// Lists the columns of a game's own table as its file has them.
pub(super) fn own_columns(table: &Table) -> Vec<Column> {
    let number = column("game", "number of the game, as in games.csv");
    let bot = column("bot", "name of the bot of this seat").text();
    let own = table.columns.iter().flat_map(|&own| match own.name {
        "seat" => vec![own, bot],
        _ => vec![own],
    });
    [number].into_iter().chain(own).collect()
}

/// Lists the tables of a game.
pub(super) fn tables(schema: &'static Schema) -> impl Iterator<Item = GameTable> {
    schema.tables.iter().enumerate().map(|(number, table)| {
        let seat = table.columns.iter().position(|column| column.name == "seat");
        let seat = seat.expect("a table has a column seat");
        let rows = move |game: &Game<'_>, file: &mut TableFile| rows(game, number, seat, file);
        GameTable { name: table.name, columns: own_columns(table), rows: Box::new(rows) }
    })
}

/// Adds the rows that a game has of the table with this number, the bot's cell after that of the column `seat`.
fn rows(game: &Game<'_>, table: usize, seat: usize, file: &mut TableFile) -> Result<(), RunError> {
    for row in game.record.rows.iter().filter(|row| row.table == table) {
        let (before, after) = row.cells.split_at(seat + 1);
        let bot = [Value::Text(game.bot(row.seat))];
        let number = [Value::from(game.record.game)];
        let cells = before.iter().map(Value::from).chain(bot).chain(after.iter().map(Value::from));
        file.row(number.into_iter().chain(cells))?;
    }
    Ok(())
}
