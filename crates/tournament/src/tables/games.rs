//! `games`: one row for each game.

use crate::run::folder::RunError;
use crate::tables::table_file::{Game, TableFile};
use tradewinds_arena::Lead;
use tradewinds_game::kit::column;
use tradewinds_game::{CellType, Table};

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

/// Adds the row of a game.
pub(super) fn rows(game: &Game<'_>, file: &mut TableFile) -> Result<(), RunError> {
    let Game { tournament, scheduled, record, number } = game;
    // A name and no number: a list of one winner would look like a whole number to a reader that guesses types.
    let winners: Vec<String> = record.winners().map(|seat| format!("seat_{seat}")).collect();
    let lead = |number: fn(Lead) -> u32| record.lead.map_or("NA".to_owned(), |lead| number(lead).to_string());
    let row: [String; GAMES.columns.len()] = [
        number.clone(),
        scheduled.block.to_string(),
        scheduled.deal_seed.0.to_string(),
        scheduled.seating.to_string(),
        tournament.variant_name().to_owned(),
        record.seats.len().to_string(),
        record.rounds.to_string(),
        record.decisions.to_string(),
        record.end_reason.clone(),
        if record.truncated { "NA".to_owned() } else { winners.join(";") },
        record.truncated.to_string(),
        lead(|lead| lead.changes),
        lead(|lead| lead.decided_round),
    ];
    file.row(row)
}
