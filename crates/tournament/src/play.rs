//! A tournament from its plan to its tables: the games are played or joined, and the tables are made of their journal.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::folder::RunError;
use crate::run::merge::join;
use crate::run::merge::suspects::SuspectPart;
use crate::run::open::OpenRun;
use crate::run::progress::Watch;
use crate::run::runner;
use crate::tables::results::{standings_of, tables_of};
use crate::tables::standings::Standings;
use crate::tables::table_file::Files;
use crate::threads;

/// The way in which a run came to its standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The last game was played by this call.
    Played,
    /// It was stopped; the games under way were dropped, the whole blocks are in the tables.
    Stopped {
        /// Games finished.
        finished: u64,
    },
    /// All games had been played before.
    PlayedBefore,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The way in which it came to its standings.
    pub outcome: Outcome,
    /// Games that were in the journal before.
    pub resumed: u64,
    /// The standings over all whole blocks.
    pub standings: Standings,
}

/// Options for playing a run, without effect on its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOptions {
    /// The number of threads, at most [`MAX_THREADS`](threads::MAX_THREADS); 0: one for each core.
    pub threads: usize,
    /// The part to play; without one, all.
    pub shard: Option<Shard>,
}

/// Plays a tournament into a folder until it is done or `stop` is set. A run of the same tournament that was
/// interrupted there is resumed, and one of fewer deals or of another stopping rule is continued. A finished
/// one is only read, and its tables are written again if they do not match its journal.
///
/// # Errors
/// The folder holds another run or cannot be written, its journal is damaged or of another run, or the
/// threads cannot be started. In these cases nothing that was in the folder is changed; anything that this
/// run has written stays.
///
/// # Determinism
/// The tables are the same bytes for any number of threads and interruptions, and whether the run had its
/// length and its stopping rule from the start or was continued.
pub fn run(
    tournament: &Tournament,
    folder: &Path,
    options: RunOptions,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<Run, RunError> {
    let RunOptions { threads, shard } = options;
    let pool = threads::pool(threads)?;
    tournament.description_of(shard)?;
    // All parallel work uses the threads of the pool.
    if let Some(mut run) = OpenRun::with_tables(tournament, folder, shard)? {
        let found = pool.install(|| tables_of(&mut run, Files::Compared))?;
        if found.is_whole && found.are_files_right {
            let (outcome, resumed) = (Outcome::PlayedBefore, run.journal.finished());
            return Ok(Run { outcome, resumed, standings: found.standings });
        }
    }
    let (mut run, resumed) = runner::run(tournament, folder, shard, &pool, stop, watch)?;
    let finished = run.journal.finished();
    let found = pool.install(|| tables_of(&mut run, Files::Written))?;
    let outcome = match (found.is_whole, finished > resumed) {
        (true, true) => Outcome::Played,
        (true, false) => Outcome::PlayedBefore,
        (false, _) => Outcome::Stopped { finished },
    };
    Ok(Run { outcome, resumed, standings: found.standings })
}

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
    let (mut run, suspects) = join(tournament, parts, out)?;
    let standings = tables_of(&mut run, Files::Written)?.standings;
    Ok(Merged { standings, suspects })
}

/// Computes the current standings of a run in its folder, without playing or writing, even while another
/// process plays it. Parallel work uses the threads of the pool that this is called in.
///
/// # Errors
/// The folder holds no such run, or its journal is damaged.
pub fn standings_so_far(tournament: &Tournament, folder: &Path) -> Result<Standings, RunError> {
    standings_of(&mut OpenRun::read(tournament, folder)?)
}
