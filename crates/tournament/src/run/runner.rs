//! Playing a whole schedule, or resuming it.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::plan::manifest::Recording;
use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::cursor::JournalCursor;
use crate::run::folder::{Growth, RunError, RunFolder};
use crate::run::journal::{Journal, Parts};
use crate::run::progress::{Progress, Watch, WinShares};
use crate::run::started::Unstarted;
use crate::tables::results::{Summary, summarize};
use crate::tables::standings::Standings;
use crate::tables::table_file::Files;
use crate::threads;
use tradewinds_arena::GameRecord;
use tradewinds_report::WholeFile;

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

/// Maximum number of finished games that wait for the writer; bounds memory on slow disks.
const WAITING: usize = 256;

/// How long a finished game may wait before it is written to the journal.
const WRITTEN_WITHIN: Duration = Duration::from_secs(1);

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
    let folder = RunFolder::new(folder);
    tournament.description_of(shard)?;
    // All parallel work uses the threads of the pool.
    let summary = |journal: &mut Journal, files| -> Result<Summary, RunError> {
        pool.install(|| summarize(tournament, &folder, shard, journal, files))
    };
    let mut journal = if folder.is_begun() {
        let growth = folder.growth(tournament, shard)?;
        // The standings are missing if the run was killed while it wrote the tables.
        if growth == Growth::Same && folder.table("standings").exists() {
            let mut journal = folder.look_at_journal(tournament)?;
            let found = summary(&mut journal, Files::Compared)?;
            if found.is_whole && found.are_files_right {
                let (outcome, resumed) = (Outcome::PlayedBefore, journal.finished());
                return Ok(Run { outcome, resumed, standings: found.standings });
            }
        }
        folder.go_on(tournament, shard)?
    } else {
        folder.begin(tournament, shard)?
    };
    let resumed = journal.finished();
    let unstarted = Unstarted::new(tournament, &folder, &mut journal)?;
    let mut player = Player { tournament, folder: &folder, stop, pool: &pool, unstarted };
    let mut progress = WinShares::new(tournament);
    let mut cursor = JournalCursor::new(tournament, &folder, shard);
    loop {
        if cursor.is_sequential() {
            cursor.advance(&mut journal, Parts::Result, |_, _| Ok(()))?;
        }
        if cursor.is_over() {
            break;
        }
        player.wave(&mut cursor, &mut journal, &mut progress, watch)?;
        if stop.load(Ordering::Relaxed) || !cursor.is_sequential() {
            break;
        }
    }
    let played = journal.finished() > resumed;
    let found = summary(&mut journal, Files::Written)?;
    let outcome = match (found.is_whole, played) {
        (true, true) => Outcome::Played,
        (true, false) => Outcome::PlayedBefore,
        (false, _) => Outcome::Stopped { finished: journal.finished() },
    };
    Ok(Run { outcome, resumed, standings: found.standings })
}

/// Plays waves.
struct Player<'a> {
    tournament: &'a Tournament,
    folder: &'a RunFolder,
    stop: &'a AtomicBool,
    pool: &'a ThreadPool,
    unstarted: Unstarted,
}

impl Player<'_> {
    /// Plays the missing games of a wave, one task per game, and writes each into the journal as it finishes.
    fn wave(
        &mut self,
        cursor: &mut JournalCursor<'_>,
        journal: &mut Journal,
        shares: &mut WinShares<'_>,
        watch: &mut dyn Watch,
    ) -> Result<(), RunError> {
        let Self { tournament, folder, stop, pool, ref mut unstarted } = *self;
        let schedule = tournament.schedule();
        let wave = cursor.wave().clone();
        let games = || wave.units(0).flat_map(|unit| schedule.games_of(unit));
        let games_in_all = if cursor.is_sequential() { schedule.games() } else { games().count() as u64 };
        let present = journal.present().clone();
        let missing = games().filter(|&game| !present.has(game));
        let enough = AtomicBool::new(false);
        let halted = || stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
        let blame = |error| RunError::at(&folder.journal())(error);
        let (sender, receiver) = sync_channel(WAITING);
        // The pool plays, and this thread writes.
        pool.in_place_scope(|scope| {
            // Dropped when the writer gives up, which ends the players.
            let receiver = receiver;
            // The bridge hands out games in the order of the schedule, so that blocks are completed early. A
            // task fails, and with it the rest, when the run is halted or the writer has given up.
            scope.spawn(|_| {
                missing.par_bridge().try_for_each_with(sender, |sender, number| {
                    let played = play_one(tournament, folder, number, &halted)?;
                    sender.send(played).ok()
                });
            });
            let mut written = Instant::now();
            while let Some(batch) = next_batch(&receiver, WRITTEN_WITHIN.saturating_sub(written.elapsed())) {
                let before = journal.finished();
                let mut records = Vec::with_capacity(batch.len());
                for played in batch {
                    let checked = played.and_then(|record| {
                        unstarted.check(tournament, &record)?;
                        Ok(record)
                    });
                    let record = match checked {
                        Ok(record) => record,
                        Err(error) => {
                            journal.flush().map_err(blame)?;
                            return Err(error);
                        }
                    };
                    journal.append(&record).map_err(blame)?;
                    records.push(record);
                }
                // Before anything is shown, so that the last game shows where the test ended.
                if cursor.is_sequential() {
                    cursor.advance(journal, Parts::Result, |_, _| Ok(()))?;
                    enough.store(cursor.is_over(), Ordering::Relaxed);
                }
                for (finished, record) in (before + 1..).zip(&records) {
                    shares.add(record);
                    let (shares, test) = (shares.list(), cursor.test_state());
                    watch.progress(&Progress { finished, games: games_in_all, shares, test });
                }
                if written.elapsed() >= WRITTEN_WITHIN {
                    journal.flush().map_err(blame)?;
                    written = Instant::now();
                }
            }
            journal.flush().map_err(blame)
        })
    }
}

/// Plays a game and writes its record if the manifest asks for one; `None` if `halted` before it ended.
fn play_one(
    tournament: &Tournament,
    folder: &RunFolder,
    number: u64,
    halted: &(dyn Fn() -> bool + Sync),
) -> Option<Result<GameRecord, RunError>> {
    if tournament.manifest().record == Recording::None {
        return tournament.play_until(number, halted).map(Ok);
    }
    let (record, moves) = tournament.play_recorded(number, halted)?;
    let path = folder.record(number);
    let write = || -> io::Result<()> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        WholeFile::write(&path, moves.to_json().as_bytes())
    };
    Some(write().map(|()| record).map_err(RunError::at(&path)))
}

/// Waits this long for the next finished game and takes those queued behind it; `None` after the last.
fn next_batch<T>(receiver: &Receiver<T>, wait: Duration) -> Option<Vec<T>> {
    match receiver.recv_timeout(wait) {
        Ok(first) => Some([first].into_iter().chain(receiver.try_iter().take(WAITING)).collect()),
        Err(RecvTimeoutError::Timeout) => Some(Vec::new()),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

/// Computes the current standings of a run in its folder, without playing or writing, even while another
/// process plays it. Parallel work uses the threads of the pool that this is called in.
///
/// # Errors
/// The folder holds no such run, or its journal is damaged.
pub fn standings_so_far(tournament: &Tournament, folder: &Path) -> Result<Standings, RunError> {
    let folder = RunFolder::new(folder);
    let shard = folder.shard()?;
    folder.compare(tournament, shard)?;
    let mut journal = folder.look_at_journal(tournament)?;
    Ok(summarize(tournament, &folder, shard, &mut journal, Files::Ignored)?.standings)
}
