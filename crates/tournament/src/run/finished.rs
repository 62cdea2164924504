//! The games of a run that was played.

use std::fs;
use std::path::{Path, PathBuf};

use crate::plan::tournament::Tournament;
use crate::run::again::read_games;
use crate::run::folder::{RunError, RunFolder};
use crate::run::journal::Parts;
use crate::run::record::MoveRecord;
use tradewinds_arena::GameRecord;
use tradewinds_arena::ScheduledGame;

/// Passes the finished games of a run in its folder to `each`, one at a time, in the order of the schedule.
///
/// # Errors
/// The folder holds no such run, or its journal is damaged.
pub fn each_game(
    tournament: &Tournament,
    folder: &Path,
    mut each: impl FnMut(&ScheduledGame, &GameRecord),
) -> Result<(), RunError> {
    let folder = RunFolder::new(folder);
    folder.compare(tournament, folder.shard()?)?;
    let mut journal = folder.look_at_journal(tournament)?;
    for game in 0..tournament.schedule().games() {
        if journal.has(game) {
            for record in read_games(tournament, &folder, &mut journal, [game].into_iter(), Parts::All)? {
                each(&tournament.schedule().game(game), &record);
            }
        }
    }
    Ok(())
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
