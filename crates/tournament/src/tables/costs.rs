//! `costs` and `times`: one row each for each seat of a bot that searches or is a program of the user's.

use crate::run::folder::RunError;
use crate::tables::table_file::{Game, TableFile};
use crate::tables::value::Value;
use tradewinds_bots::Cost;
use tradewinds_game::kit::column;
use tradewinds_game::{CellType, Column, Seat, Table};
use tradewinds_report::decimal;

const GAME: Column = column("game", "number of the game, as in games.csv");
const SEAT: Column = column("seat", "seat, from 0");
const BOT: Column = column("bot", "name of the bot").text();
const DECISIONS: Column = column("decisions", "decisions that the bot was asked for, forced ones left out");

pub(crate) const COSTS: Table = Table {
    name: "costs",
    meaning: "one row a seat of a searching or an external bot: counts of its decisions, the same on any machine where its budget is a \
              number of iterations; only where there is one",
    columns: &[
        GAME,
        SEAT,
        BOT,
        DECISIONS,
        column("iterations", "iterations over all decisions, NA for an external bot; so the rest"),
        column("nodes", "sum over decisions of the nodes of all trees at the end"),
        column("max_nodes", "the most at the end of a decision"),
        column("depth", "sum over decisions of the most choices from the root to a leaf"),
        column("max_depth", "the most of these"),
    ],
};

pub(crate) const TIMES: Table = Table {
    name: "times",
    meaning: "one row a seat, as in costs.csv: how long its decisions took. A clock decides this table: it is the one that another run does \
              not repeat",
    columns: &[
        GAME,
        SEAT,
        BOT,
        DECISIONS,
        column("time_ms", "sum of the times in milliseconds").of(CellType::Number),
        column("median_ms", "median of the times, to a sixteenth of itself; NA without decisions")
            .of(CellType::Number),
        column("p95_ms", "time that 95 % of the decisions did not exceed, likewise").of(CellType::Number),
        column("max_ms", "maximum").of(CellType::Number),
    ],
};

/// Lists the seats that have a cost.
fn seats<'a>(game: &'a Game<'_>) -> impl Iterator<Item = (usize, &'a str, &'a Cost)> {
    let seats = game.record.seats.iter().enumerate();
    seats.filter_map(|(seat, standing)| Some((seat, game.bot(Seat::new(seat)), standing.cost.as_deref()?)))
}

/// Adds the rows of a game to `costs`.
pub(super) fn costs(game: &Game<'_>, file: &mut TableFile) -> Result<(), RunError> {
    for (seat, bot, cost) in seats(game) {
        let cells = [game.record.game.into(), Value::from(seat), Value::Text(bot), cost.decisions.into()];
        let counts = cost.search.map_or([Value::Missing; 5], |search| {
            [search.iterations, search.nodes, search.max_nodes, search.depth, search.max_depth]
                .map(Value::from)
        });
        file.row(cells.into_iter().chain(counts))?;
    }
    Ok(())
}

/// Adds the rows of a game to `times`.
pub(super) fn times(game: &Game<'_>, file: &mut TableFile) -> Result<(), RunError> {
    for (seat, bot, cost) in seats(game) {
        let cells = [game.record.game.into(), Value::from(seat), Value::Text(bot), cost.decisions.into()];
        let times = &cost.times;
        let some = |time: u64| (cost.decisions > 0).then_some(time as f64);
        let figures = [some(times.sum()), times.quantile(0.5), times.quantile(0.95), some(times.max())]
            .map(milliseconds);
        file.row(cells.into_iter().chain(figures.iter().map(|text| Value::Text(text))))?;
    }
    Ok(())
}

/// Writes a time in microseconds as milliseconds.
pub(super) fn milliseconds(time: Option<f64>) -> String {
    decimal(time.map(|time| time / 1000.0), 3)
}
