//! Playing a whole schedule, or resuming it.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use crate::plan::manifest::Recording;
use crate::plan::shard::Shard;
use crate::plan::tournament::Tournament;
use crate::run::cursor::JournalCursor;
use crate::run::folder::{RunError, RunFolder};
use crate::run::open::OpenRun;
use crate::run::progress::{Progress, Watch, WinShares};
use crate::run::started::Unstarted;
use crate::threads::{WAITING, fan_out};
use tradewinds_arena::GameRecord;
use tradewinds_report::WholeFile;

/// How long a finished game may wait before it is written to the journal.
const WRITTEN_WITHIN: Duration = Duration::from_secs(1);

/// Plays a run in its folder, with the threads of the pool, until it is done or `stop` is set, and returns it with the
/// number of games that were in its journal before.
///
/// # Errors
/// The folder holds another run or cannot be written, or its journal is damaged or of another run.
pub(crate) fn run<'a>(
    tournament: &'a Tournament,
    folder: &Path,
    shard: Option<Shard>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<(OpenRun<'a>, u64), RunError> {
    let mut run = OpenRun::begin(tournament, folder, shard)?;
    let resumed = run.journal.finished();
    let unstarted = Unstarted::new(&mut run)?;
    let cursor = JournalCursor::new(tournament, shard);
    let mut player = Player { run, cursor, unstarted, shares: WinShares::new(tournament), watch };
    loop {
        player.catch_up()?;
        if player.cursor.is_over() {
            break;
        }
        player.wave(pool, stop)?;
        if stop.load(Ordering::Relaxed) || !player.cursor.is_sequential() {
            break;
        }
    }
    Ok((player.run, resumed))
}

/// Plays waves.
struct Player<'a, 'w> {
    run: OpenRun<'a>,
    cursor: JournalCursor<'a>,
    unstarted: Unstarted,
    shares: WinShares<'a>,
    watch: &'w mut dyn Watch,
}

impl Player<'_, '_> {
    /// Brings the stopping rule up to date, if it looks at results.
    fn catch_up(&mut self) -> Result<(), RunError> {
        if self.cursor.is_sequential() { self.cursor.advance(&mut self.run, &mut ()) } else { Ok(()) }
    }

    /// Plays the missing games of a wave, one task per game, and writes each into the journal as it finishes. Games are
    /// handed out in the order of the schedule, so that blocks are completed early.
    fn wave(&mut self, pool: &ThreadPool, stop: &AtomicBool) -> Result<(), RunError> {
        let OpenRun { tournament, ref folder, ref journal, .. } = self.run;
        let (folder, schedule) = (folder.clone(), tournament.schedule());
        let wave = self.cursor.wave().clone();
        let games = || wave.units(0).flat_map(|unit| schedule.games_of(unit));
        let games_in_all =
            if self.cursor.is_sequential() { schedule.games() } else { games().count() as u64 };
        let present = journal.present().clone();
        let missing = games().filter(|&game| !present.has(game));
        let enough = AtomicBool::new(false);
        let halted = || stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
        let play = |number| play_one(tournament, &folder, number, &halted);
        fan_out(pool, missing, play, |played| {
            let mut written = Instant::now();
            while let Some(batch) = next_batch(&played, WRITTEN_WITHIN.saturating_sub(written.elapsed())) {
                self.take(batch, games_in_all, &enough)?;
                if written.elapsed() >= WRITTEN_WITHIN {
                    self.run.flush()?;
                    written = Instant::now();
                }
            }
            self.run.flush()
        })
    }

    /// Writes finished games into the journal, of which there will be `games` in all, and shows them; sets `enough`
    /// when the stopping rule ends the run.
    fn take(
        &mut self,
        batch: Vec<Result<GameRecord, RunError>>,
        games: u64,
        enough: &AtomicBool,
    ) -> Result<(), RunError> {
        let before = self.run.journal.finished();
        let mut records = Vec::with_capacity(batch.len());
        for played in batch {
            let checked = played.and_then(|record| {
                self.unstarted.check(self.run.tournament, &record)?;
                Ok(record)
            });
            let record = match checked {
                Ok(record) => record,
                Err(error) => {
                    self.run.flush()?;
                    return Err(error);
                }
            };
            self.run.append(&record)?;
            records.push(record);
        }
        // Before anything is shown, so that the last game shows where the test ended.
        self.catch_up()?;
        if self.cursor.is_sequential() {
            enough.store(self.cursor.is_over(), Ordering::Relaxed);
        }
        for (finished, record) in (before + 1..).zip(&records) {
            self.shares.add(record);
            let (shares, rule) = (self.shares.list(), self.cursor.rule_state());
            self.watch.progress(&Progress { finished, games, shares, rule });
        }
        Ok(())
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
