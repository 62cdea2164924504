//! The record of a game of a run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::move_record::{MoveRecord, RecordedSeat};
use crate::plan::tournament::Tournament;
use crate::run::folder::{RunError, RunFolder};
use tradewinds_arena::{GameRecord, Moves, ScheduledGame};
use tradewinds_game::{Seat, Variant};

/// Writes the record of a finished game of a tournament.
pub(crate) fn record_of(
    tournament: &Tournament,
    scheduled: &ScheduledGame,
    game: &GameRecord,
    moves: Moves,
) -> MoveRecord {
    let bot = |seat: Seat| tournament.bots()[scheduled.bots[seat]].name.clone();
    let (info, variant) = (tournament.info(), tournament.variant());
    let mut record = MoveRecord {
        record: MoveRecord::FORM,
        tradewinds: env!("CARGO_PKG_VERSION").to_owned(),
        game: info.name.to_owned(),
        rules_version: info.rules_version,
        players: game.seats.len(),
        variant: (*variant != Variant::standard()).then(|| variant.clone()),
        run: tournament.manifest().name.clone(),
        number: scheduled.game,
        deal_seed: scheduled.deal_seed.0,
        chance_seed: scheduled.chance_seed.0,
        bots: Seat::all(game.seats.len()).map(bot).collect(),
        initial: moves.initial,
        completed: None,
        actions: moves.actions,
        truncated: game.truncated,
        end_reason: game.end_reason.clone(),
        seats: game
            .seats
            .iter()
            .map(|seat| RecordedSeat { score: seat.score, ties: seat.ties, rank: seat.rank })
            .collect(),
        result: moves.result,
        branches: Vec::new(),
        crc: None,
    };
    record.seal();
    record
}

/// Returns the path of the record of a game in the folder of its run.
#[must_use]
pub fn record_path(folder: &Path, game: u64) -> PathBuf {
    RunFolder::new(folder).record(game)
}

/// Reads the record of a game in the folder of its run.
///
/// # Errors
/// It does not exist, or is damaged.
pub fn read_record(folder: &Path, game: u64) -> Result<MoveRecord, RunError> {
    let path = record_path(folder, game);
    let text = fs::read_to_string(&path).map_err(RunError::at(&path))?;
    Ok(MoveRecord::parse(&path.display().to_string(), &text)?)
}
