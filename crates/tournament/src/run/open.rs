//! A run in its folder, open: its plan, and the journal of what was played.

use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::folder::{Growth, RunError, RunFolder};
use crate::run::journal::{Entry, Journal, Parts, cells_checksum};
use tradewinds_arena::{GameRecord, ScheduledGame};

/// A run or a part of one, open.
pub(crate) struct OpenRun<'a> {
    pub(crate) tournament: &'a Tournament,
    pub(crate) folder: RunFolder,
    /// The part, if it is one.
    pub(crate) shard: Option<Shard>,
    pub(crate) journal: Journal,
}

impl<'a> OpenRun<'a> {
    /// Opens the run in a folder, or the part of it, for reading, even while another process plays it.
    ///
    /// # Errors
    /// The folder holds no such run, or its journal is damaged.
    pub(crate) fn read(tournament: &'a Tournament, folder: &Path) -> Result<Self, RunError> {
        let folder = RunFolder::new(folder);
        let shard = folder.shard()?;
        folder.compare(tournament, shard)?;
        let journal = folder.look_at_journal(tournament)?;
        Ok(Self { tournament, folder, shard, journal })
    }

    /// Opens a run for reading if its tables were written after its last game: a run that was killed meanwhile, or
    /// is to grow, has no standings.
    ///
    /// # Errors
    /// The folder holds another run, or its journal is damaged.
    pub(crate) fn with_tables(
        tournament: &'a Tournament,
        folder: &Path,
        shard: Option<Shard>,
    ) -> Result<Option<Self>, RunError> {
        let folder = RunFolder::new(folder);
        let has_tables = folder.is_begun()
            && folder.growth(tournament, shard)? == Growth::Same
            && folder.table("standings").exists();
        if !has_tables {
            return Ok(None);
        }
        let journal = folder.look_at_journal(tournament)?;
        Ok(Some(Self { tournament, folder, shard, journal }))
    }

    /// Opens a run to play on, or begins it.
    ///
    /// # Errors
    /// The folder holds something else, cannot be written, or is in use.
    pub(crate) fn begin(
        tournament: &'a Tournament,
        folder: &Path,
        shard: Option<Shard>,
    ) -> Result<Self, RunError> {
        let folder = RunFolder::new(folder);
        let journal = if folder.is_begun() {
            folder.go_on(tournament, shard)?
        } else {
            folder.begin(tournament, shard)?
        };
        Ok(Self { tournament, folder, shard, journal })
    }

    /// Adds a finished game to the journal.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(crate) fn append(&mut self, record: &GameRecord) -> Result<(), RunError> {
        self.journal.append(record).map_err(RunError::at(&self.folder.journal()))
    }

    /// Adds a game that was read from another journal, with what that one has of it.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(crate) fn append_entry(&mut self, entry: &Entry) -> Result<(), RunError> {
        self.journal.append_entry(entry).map_err(RunError::at(&self.folder.journal()))
    }

    /// Writes the games that wait for their frame.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(crate) fn flush(&mut self) -> Result<(), RunError> {
        self.journal.flush().map_err(RunError::at(&self.folder.journal()))
    }

    /// Reads these parts of a finished game as the journal has it.
    ///
    /// # Errors
    /// The journal cannot be read.
    ///
    /// # Panics
    /// If the game has not finished.
    pub(crate) fn entry(&mut self, game: u64, parts: Parts) -> Result<Entry, RunError> {
        self.journal.read_parts(game, parts).map_err(self.folder.blame_journal())
    }

    /// Reads these parts of finished games. Where all are asked for and the journal has only a result, the game is
    /// played again and compared with it. Games are played in parallel, with the threads of the pool that this is
    /// called in.
    ///
    /// # Errors
    /// The journal cannot be read, or a game that is played again is not the same.
    ///
    /// # Panics
    /// If a game has not finished.
    pub(crate) fn games(
        &mut self,
        games: impl Iterator<Item = u64>,
        parts: Parts,
    ) -> Result<Vec<GameRecord>, RunError> {
        let entries: Vec<Entry> = games.map(|game| self.entry(game, parts)).collect::<Result<_, _>>()?;
        if entries.iter().all(|entry| entry.checksum.is_none()) {
            return Ok(entries.into_iter().map(|entry| entry.record).collect());
        }
        let Self { tournament, folder, .. } = self;
        let found: Vec<_> = entries.into_par_iter().map(|entry| again(tournament, folder, entry)).collect();
        found.into_iter().collect()
    }
}

/// Plays a game again if only its result is there.
fn again(tournament: &Tournament, folder: &RunFolder, entry: Entry) -> Result<GameRecord, RunError> {
    let Entry { record, checksum: Some(checksum) } = entry else {
        return Ok(entry.record);
    };
    let mut played = tournament.play_until(record.game, &|| false).expect("nothing halts it");
    let has_costs = record.seats.iter().any(|seat| seat.cost.is_some());
    if has_costs && played.without_cells() != record {
        return Err(RunError::Differs { path: folder.journal(), game: record.game });
    }
    // The times are those of the game as it was played first; a journal of an earlier version has no costs.
    for (seat, kept) in played.seats.iter_mut().zip(&record.seats) {
        seat.cost.clone_from(&kept.cost);
    }
    if played.without_cells() == record && cells_checksum(&played) == checksum {
        return Ok(played);
    }
    Err(RunError::Differs { path: folder.journal(), game: record.game })
}

/// Passes the finished games of a run in its folder to `each`, one at a time, in the order of the schedule.
///
/// # Errors
/// The folder holds no such run, or its journal is damaged.
pub fn each_game(
    tournament: &Tournament,
    folder: &Path,
    mut each: impl FnMut(&ScheduledGame, &GameRecord),
) -> Result<(), RunError> {
    let mut run = OpenRun::read(tournament, folder)?;
    for game in 0..tournament.schedule().games() {
        if run.journal.has(game) {
            for record in run.games([game].into_iter(), Parts::All)? {
                each(&tournament.schedule().game(game), &record);
            }
        }
    }
    Ok(())
}

/// Opens the parts of a run, each in a folder of its own, and finds for each game the part that holds it, if any does.
///
/// # Errors
/// A part is of another run, its journal is damaged, or a game is in two parts.
pub(crate) fn open_parts<'a>(
    tournament: &'a Tournament,
    folders: &[PathBuf],
) -> Result<(Vec<OpenRun<'a>>, Vec<Option<u16>>), RunError> {
    let parts: Vec<OpenRun<'_>> =
        folders.iter().map(|folder| OpenRun::read(tournament, folder)).collect::<Result<_, _>>()?;
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
