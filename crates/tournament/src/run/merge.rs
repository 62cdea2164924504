//! Joining the parts of a run.

use std::path::{Path, PathBuf};

use crate::plan::tournament::Tournament;
use crate::run::folder::{RunError, RunFolder};
use crate::run::journal::Journal;
use crate::tables::results::summarize;
use crate::tables::standings::Standings;
use crate::tables::table_file::Files;

/// A part of a run, open.
struct Part {
    folder: RunFolder,
    journal: Journal,
}

/// Joins the parts of a run, each in a folder of its own, into the files that one machine would have written.
/// An interrupted merge is resumed. Parallel work uses the threads of the pool that this is called in.
///
/// # Errors
/// A part or a line of its journal is of another run, a game is in two parts or in none, a journal is
/// damaged, or `out` holds something else or cannot be written. The parts are never changed.
pub fn merge(tournament: &Tournament, parts: &[PathBuf], out: &Path) -> Result<Standings, RunError> {
    let mut parts: Vec<Part> = parts.iter().map(|path| open(tournament, path)).collect::<Result<_, _>>()?;
    let games = tournament.schedule().games();
    let owners = owners(&parts, games)?;
    let out = RunFolder::new(out);
    let mut journal =
        if out.is_begun() { out.go_on(tournament, None)? } else { out.begin(tournament, None)? };
    let path = out.journal();
    for game in 0..games {
        if !journal.has(game) {
            let part = &mut parts[owners[game as usize]];
            let record = part.journal.read(game).map_err(part.folder.blame_journal())?;
            journal.append(&record).map_err(RunError::at(&path))?;
        }
    }
    journal.flush().map_err(RunError::at(&path))?;
    Ok(summarize(tournament, &out, None, &mut journal, Files::Written)?.standings)
}

/// Opens a part, refusing one of another run.
fn open(tournament: &Tournament, path: &Path) -> Result<Part, RunError> {
    let folder = RunFolder::new(path);
    folder.compare(tournament, folder.shard()?)?;
    let journal = folder.look_at_journal(tournament)?;
    Ok(Part { folder, journal })
}

/// Finds for each game the part that holds it.
fn owners(parts: &[Part], games: u64) -> Result<Vec<usize>, RunError> {
    let mut owners = Vec::with_capacity(games as usize);
    for game in 0..games {
        let mut holders = (0..parts.len()).filter(|&part| parts[part].journal.has(game));
        match (holders.next(), holders.next()) {
            (Some(owner), None) => owners.push(owner),
            (Some(first), Some(second)) => {
                let first = parts[first].folder.path().display();
                return Err(parts[second]
                    .folder
                    .refuse(format!("has game {game}, which is in {first} as well")));
            }
            (None, _) => {
                let held: u64 = parts.iter().map(|part| part.journal.finished()).sum();
                return Err(RunError::Incomplete { game, held, games });
            }
        }
    }
    Ok(owners)
}
