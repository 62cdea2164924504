//! Joining the parts of a run.

pub(crate) mod suspects;

use std::path::{Path, PathBuf};

use suspects::{Comparison, SuspectPart};

use crate::plan::tournament::Tournament;
use crate::run::folder::{RunError, RunFolder};
use crate::run::journal::Parts;
use crate::run::parts::{Part, open_parts};
use crate::tables::results::summarize;
use crate::tables::standings::Standings;
use crate::tables::table_file::Files;

/// A run that was joined from its parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// The standings.
    pub standings: Standings,
    /// Parts that differ from the others by more than chance allows.
    pub suspects: Vec<SuspectPart>,
}

/// Joins the parts of a run, each in a folder of its own, into the files that one machine would have written.
/// An interrupted merge is resumed. Parallel work uses the threads of the pool that this is called in.
///
/// # Errors
/// A part or a line of its journal is of another run, a game is in two parts or in none, a journal is
/// damaged, or `out` holds something else or cannot be written. The parts are never changed.
pub fn merge(tournament: &Tournament, parts: &[PathBuf], out: &Path) -> Result<Merged, RunError> {
    let (mut parts, owners) = open_parts(tournament, parts)?;
    let owners = complete(&parts, owners)?;
    let schedule = tournament.schedule();
    let out = RunFolder::new(out);
    let mut journal =
        if out.is_begun() { out.go_on(tournament, None)? } else { out.begin(tournament, None)? };
    let path = out.journal();
    let mut comparison = Comparison::new(parts.len());
    for unit in 0..schedule.units() {
        let mut games = Vec::new();
        for game in schedule.games_of(unit) {
            let part = &mut parts[usize::from(owners[game as usize])];
            let what = if journal.has(game) { Parts::Result } else { Parts::All };
            let entry = part.journal.read_parts(game, what).map_err(part.folder.blame_journal())?;
            if what == Parts::All {
                journal.append_entry(&entry).map_err(RunError::at(&path))?;
            }
            games.push((schedule.game(game), entry.record));
        }
        // A unit is always played by one part.
        let part = usize::from(owners[schedule.games_of(unit).start as usize]);
        comparison.unit(part, &schedule.result_of(unit, &games), &games);
    }
    journal.flush().map_err(RunError::at(&path))?;
    let standings = summarize(tournament, &out, None, &mut journal, Files::Written)?.standings;
    Ok(Merged { standings, suspects: comparison.suspects(tournament) })
}

/// Refuses parts that do not hold all games.
fn complete(parts: &[Part], owners: Vec<Option<u16>>) -> Result<Vec<u16>, RunError> {
    let games = owners.len() as u64;
    if let Some(game) = owners.iter().position(Option::is_none) {
        let held: u64 = parts.iter().map(|part| part.journal.finished()).sum();
        return Err(RunError::Incomplete { game: game as u64, held, games });
    }
    Ok(owners.into_iter().flatten().collect())
}
