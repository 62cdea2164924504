//! Joining the parts of a run.

pub(crate) mod suspects;

use std::fs;
use std::path::{Path, PathBuf};

use suspects::{Comparison, SuspectPart};

use crate::plan::tournament::Tournament;
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::run::open::{OpenRun, open_parts};

/// Joins the journals of the parts of a run, each in a folder of its own, into the journal that one machine would have
/// written, and returns that run with the parts that differ from the others by more than chance allows. An interrupted
/// merge is resumed.
///
/// # Errors
/// A part or a line of its journal is of another run, a game is in two parts or in none, a journal is
/// damaged, or `out` holds something else or cannot be written. The parts are never changed.
pub(crate) fn join<'a>(
    tournament: &'a Tournament,
    parts: &[PathBuf],
    out: &Path,
) -> Result<(OpenRun<'a>, Vec<SuspectPart>), RunError> {
    let (mut parts, owners) = open_parts(tournament, parts)?;
    let owners = complete(&parts, owners)?;
    let schedule = tournament.schedule();
    let mut whole = OpenRun::begin(tournament, out, None)?;
    let mut comparison = Comparison::new(parts.len());
    for unit in 0..schedule.units() {
        let mut games = Vec::new();
        for game in schedule.games_of(unit) {
            let part = &mut parts[usize::from(owners[game as usize])];
            let what = if whole.journal.has(game) { Parts::Result } else { Parts::All };
            let entry = part.entry(game, what)?;
            if what == Parts::All {
                copy_record(part, &whole, game)?;
                whole.append_entry(&entry)?;
            }
            games.push((schedule.game(game), entry.record));
        }
        // A unit is always played by one part.
        let part = usize::from(owners[schedule.games_of(unit).start as usize]);
        comparison.unit(part, &schedule.result_of(unit, &games), &games);
    }
    whole.flush()?;
    Ok((whole, comparison.suspects(tournament)))
}

/// Copies the record of a game, if its part has one.
fn copy_record(part: &OpenRun<'_>, whole: &OpenRun<'_>, game: u64) -> Result<(), RunError> {
    let (from, to) = (part.folder.record(game), whole.folder.record(game));
    if !from.is_file() {
        return Ok(());
    }
    to.parent().map_or(Ok(()), fs::create_dir_all).map_err(RunError::at(&to))?;
    fs::copy(&from, &to).map_err(RunError::at(&to))?;
    Ok(())
}

/// Refuses parts that do not hold all games.
fn complete(parts: &[OpenRun<'_>], owners: Vec<Option<u16>>) -> Result<Vec<u16>, RunError> {
    let games = owners.len() as u64;
    if let Some(game) = owners.iter().position(Option::is_none) {
        let held: u64 = parts.iter().map(|part| part.journal.finished()).sum();
        return Err(RunError::Incomplete { game: game as u64, held, games });
    }
    Ok(owners.into_iter().flatten().collect())
}
