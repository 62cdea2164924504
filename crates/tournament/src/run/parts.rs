//! The parts of a run, each in a folder of its own.

use std::path::{Path, PathBuf};

use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::folder::{RunError, RunFolder};
use crate::run::journal::Journal;

/// A run or a part of one, open.
pub(crate) struct Part {
    pub(crate) folder: RunFolder,
    pub(crate) journal: Journal,
    /// The part, if it is one.
    pub(crate) shard: Option<Shard>,
}

impl Part {
    /// Opens the folder of a part, refusing one of another run.
    fn open(tournament: &Tournament, path: &Path) -> Result<Self, RunError> {
        let folder = RunFolder::new(path);
        let shard = folder.shard()?;
        folder.compare(tournament, shard)?;
        let journal = folder.look_at_journal(tournament)?;
        Ok(Self { folder, journal, shard })
    }
}

/// Opens the parts of a run and finds for each game the part that holds it, if any does.
///
/// # Errors
/// A part is of another run, its journal is damaged, or a game is in two parts.
pub(crate) fn open_parts(
    tournament: &Tournament,
    paths: &[PathBuf],
) -> Result<(Vec<Part>, Vec<Option<u16>>), RunError> {
    let parts: Vec<Part> = paths.iter().map(|path| Part::open(tournament, path)).collect::<Result<_, _>>()?;
    if parts.len() > usize::from(u16::MAX) {
        let reason = format!("is one of {} parts, more than {}", parts.len(), u16::MAX);
        return Err(parts[0].folder.refuse(reason));
    }
    let mut owners = Vec::with_capacity(tournament.schedule().games() as usize);
    for game in 0..tournament.schedule().games() {
        let mut holders = (0..parts.len()).filter(|&part| parts[part].journal.has(game));
        let owner = holders.next();
        if let (Some(first), Some(second)) = (owner, holders.next()) {
            let first = parts[first].folder.path().display();
            let reason = format!("has game {game}, which is in {first} as well");
            return Err(parts[second].folder.refuse(reason));
        }
        owners.push(owner.map(|owner| owner as u16));
    }
    Ok((parts, owners))
}
