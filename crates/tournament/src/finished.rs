//! The games of a run that was played.

use std::path::Path;

use super::Tournament;
use super::folder::{RunError, RunFolder};
use super::journal::Journal;
use super::play::GameRecord;
use super::schedule::ScheduledGame;
use tradewinds_game::CompleteGame;

/// Shows the finished games of a run in its folder to `each`, one at a time, in the order of the schedule.
///
/// # Errors
/// The folder holds no such run, or its journal is damaged.
pub fn each_game<G: CompleteGame>(
    tournament: &Tournament<G>,
    folder: &Path,
    mut each: impl FnMut(&ScheduledGame, &GameRecord),
) -> Result<(), RunError> {
    let folder = RunFolder::new(folder);
    folder.compare(&tournament.description_of(folder.shard()?)?)?;
    let mut journal =
        Journal::look_at(&folder.journal(), tournament.journal_form()).map_err(folder.blame_journal())?;
    for game in 0..tournament.schedule().games() {
        if journal.has(game) {
            let record = journal.read(game).map_err(folder.blame_journal())?;
            each(&tournament.schedule().game(game), &record);
        }
    }
    Ok(())
}
