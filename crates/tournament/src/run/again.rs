//! Reading games, of which some have to be played again.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::plan::tournament::Tournament;
use crate::run::folder::{RunError, RunFolder};
use crate::run::journal::{Entry, Journal, Parts, cells_checksum};
use tradewinds_arena::GameRecord;

/// Reads these parts of finished games. Where all are asked for and the journal has only a result, the game is
/// played again and compared with it. Games are played in parallel, with the threads of the pool that this is
/// called in.
///
/// # Errors
/// The journal cannot be read, or a game that is played again is not the same.
///
/// # Panics
/// If a game has not finished.
pub(crate) fn read_games(
    tournament: &Tournament,
    folder: &RunFolder,
    journal: &mut Journal,
    games: impl Iterator<Item = u64>,
    parts: Parts,
) -> Result<Vec<GameRecord>, RunError> {
    let entries: Result<Vec<Entry>, _> = games.map(|game| journal.read_parts(game, parts)).collect();
    let entries = entries.map_err(folder.blame_journal())?;
    if entries.iter().all(|entry| entry.checksum.is_none()) {
        return Ok(entries.into_iter().map(|entry| entry.record).collect());
    }
    let found: Vec<_> = entries.into_par_iter().map(|entry| again(tournament, folder, entry)).collect();
    found.into_iter().collect()
}

/// Plays a game again if only its result is there.
fn again(tournament: &Tournament, folder: &RunFolder, entry: Entry) -> Result<GameRecord, RunError> {
    let Entry { record, checksum: Some(checksum) } = entry else {
        return Ok(entry.record);
    };
    let played = tournament.play_until(record.game, &|| false).expect("nothing halts it");
    if played.without_cells() == record && cells_checksum(&played) == checksum {
        return Ok(played);
    }
    Err(RunError::Differs { path: folder.journal(), game: record.game })
}
