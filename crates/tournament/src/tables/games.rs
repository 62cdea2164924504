//! `games`: one row for each game.

use crate::run::folder::RunError;
use crate::tables::table_file::{Game, TableFile};
use crate::tables::value::Value;
use tradewinds_arena::Lead;
use tradewinds_game::kit::column;
use tradewinds_game::{CellType, Column, MAX_SEATS, Table};

pub(crate) const GAMES: Table = Table {
    name: "games",
    meaning: "one row a game",
    columns: &[
        column("game", "number of the game in the schedule, from 0"),
        column("block", "number of its block, from 0"),
        column("deal_seed", "seed of its deal, 0 to 2^64 - 1; equal in all games of a block")
            .of(CellType::Unsigned),
        column("seating", "number of its seating in the block, from 0"),
        column("variant", "name of the variant, or standard").text(),
        column("players", "number of seats"),
        column("rounds", "round in which it ended, from 1"),
        column("decisions", "decisions played, forced ones included"),
        column(
            "end_reason",
            "why it ended, in the game's words; truncated where it was stopped at its bound",
        )
        .text(),
        column(
            "winners",
            "seats of rank 1, such as seat_0 or seat_0;seat_2, counted from 0; missing in a truncated game",
        )
        .of(CellType::List),
        column("truncated", "true or false").of(CellType::Truth),
        column(
            "lead_changes",
            "times that another seat led at the end of a round than the one that led last; only a seat alone at rank 1 leads; NA in a \
             truncated game",
        ),
        column(
            "decided_round",
            "round, from 1, from whose end on the winner led at the end of every round; the last one if never before or if the win \
             is shared; NA in a truncated game",
        ),
    ],
};

/// The column behind those of [`GAMES`] in a run from given positions.
pub(crate) const POSITION: Column =
    column("position", "number of the position that the game began from, from 0, as in positions.jsonl");

/// What seats are called in a list of winners.
const NAMES_OF_SEATS: [&str; MAX_SEATS] = ["seat_0", "seat_1", "seat_2", "seat_3", "seat_4", "seat_5"];

/// Adds the row of a game.
pub(super) fn rows(game: &Game<'_>, file: &mut TableFile) -> Result<(), RunError> {
    let Game { tournament, scheduled, record } = game;
    // A name and no number: a list of one winner would look like a whole number to a reader that guesses types.
    let winners: Vec<&str> = record.winners().map(|seat| NAMES_OF_SEATS[seat]).collect();
    let winners = winners.join(";");
    let lead = |number: fn(Lead) -> u32| record.lead.map_or(Value::Missing, |lead| number(lead).into());
    let row: [Value<'_>; GAMES.columns.len()] = [
        record.game.into(),
        scheduled.block.into(),
        scheduled.deal_seed.0.into(),
        scheduled.seating.into(),
        Value::Text(tournament.variant_name()),
        record.seats.len().into(),
        record.rounds.into(),
        record.decisions.into(),
        Value::Text(&record.end_reason),
        if record.truncated { Value::Missing } else { Value::Text(&winners) },
        Value::Text(if record.truncated { "true" } else { "false" }),
        lead(|lead| lead.changes),
        lead(|lead| lead.decided_round),
    ];
    file.row(row.into_iter().chain(scheduled.position.map(Value::from)))
}
