//! Playing a whole schedule.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::thread;

use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge, ParallelIterator};

use super::Tournament;
use super::folder::{Before, RunError, RunFolder};
use super::journal::{JournalWriter, journal_line};
use super::results::{open_journal, summarize};
use super::standings::Standings;
use crate::game::{Game, Seat};

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress<'a> {
    /// Games finished.
    pub finished: u64,
    /// Games in the schedule.
    pub games: u64,
    /// The bot with the highest win share a seat so far, and that share.
    pub leader: Option<(&'a str, f64)>,
}

/// Looks on while a run is played.
pub trait Watch {
    /// Is told of each finished game, after it is in the journal.
    fn progress(&mut self, progress: &Progress<'_>);
}

/// How a run came to its standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All games were played now.
    Played,
    /// It was stopped; the games under way were dropped, the whole blocks are in the tables.
    Stopped {
        /// Games finished.
        finished: u64,
    },
    /// All games had been played before.
    PlayedBefore,
}

/// What a run gives back.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// How it came to its standings.
    pub outcome: Outcome,
    /// The standings over all whole blocks.
    pub standings: Standings,
}

/// How many finished games may wait for the writer; bounds memory on slow disks.
const WAITING: usize = 256;

/// Plays a tournament into a folder, on so many threads (0: one for each core), until it is done
/// or `stop` is set. The folder of a finished run is only read.
///
/// # Errors
/// The folder holds another or an unfinished run, or cannot be written. Nothing that was in it is
/// changed then; what this run has written stays.
///
/// # Determinism
/// The tables are the same bytes for any number of threads.
pub fn run<G: Game>(
    tournament: &Tournament<G>,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<Run, RunError> {
    let folder = RunFolder::new(folder);
    let games = tournament.schedule().games();
    let before = folder.open(tournament.description())?;
    if let Before::New(mut writer) = before {
        play_all(tournament, &folder, &mut writer, threads, stop, watch)?;
        let mut journal = open_journal(tournament, &folder)?;
        let finished = journal.finished();
        let standings = summarize(tournament, &folder, &mut journal, true)?;
        let outcome = if finished == games { Outcome::Played } else { Outcome::Stopped { finished } };
        return Ok(Run { outcome, standings });
    }
    let mut journal = open_journal(tournament, &folder)?;
    if journal.finished() < games {
        let finished = journal.finished();
        return Err(folder.refuse(format!("holds an unfinished run, {finished} of {games} games")));
    }
    // The tables are missing if the run was killed while it wrote them.
    let write = !folder.table("standings").exists();
    let standings = summarize(tournament, &folder, &mut journal, write)?;
    Ok(Run { outcome: Outcome::PlayedBefore, standings })
}

/// Plays all games, one task a game, and writes each into the journal as it finishes.
fn play_all<G: Game>(
    tournament: &Tournament<G>,
    folder: &RunFolder,
    journal: &mut JournalWriter,
    threads: usize,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<(), RunError> {
    let schedule = tournament.schedule();
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let mut leader = Leader::new(tournament.bots().len());
    let (sender, receiver) = sync_channel(WAITING);
    thread::scope(|scope| {
        // The bridge hands out games in the order of the schedule, so that blocks are soon whole. A task
        // fails, and with it the rest, when the run is stopped or the writer has given up.
        let players = scope.spawn(move || {
            pool.install(|| {
                (0..schedule.games()).par_bridge().try_for_each_with(sender, |sender, number| {
                    let record = tournament.play(number, stop)?;
                    sender.send((journal_line(&record), record)).ok()
                })
            })
        });
        for (before, (line, record)) in receiver.into_iter().enumerate() {
            journal.append(&line).map_err(RunError::at(&folder.journal()))?;
            let bots = schedule.game(record.game).bots;
            for seat in Seat::all(bots.len()) {
                leader.add(bots[seat], record.win_share(seat.index()));
            }
            let leader = leader.leader().map(|(bot, share)| (tournament.bots()[bot].name.as_str(), share));
            watch.progress(&Progress { finished: before as u64 + 1, games: schedule.games(), leader });
        }
        if let Err(panic) = players.join() {
            resume_unwind(panic);
        }
        Ok(())
    })
}

/// Keeps the win shares so far, in order of finishing: for showing only.
struct Leader {
    /// Wins and seats of each bot.
    bots: Vec<(f64, u64)>,
}

impl Leader {
    fn new(bots: usize) -> Self {
        Self { bots: vec![(0.0, 0); bots] }
    }

    fn add(&mut self, bot: usize, share: Option<f64>) {
        if let Some(share) = share {
            self.bots[bot].0 += share;
            self.bots[bot].1 += 1;
        }
    }

    fn leader(&self) -> Option<(usize, f64)> {
        let shares = self.bots.iter().enumerate().filter(|(_, (_, seats))| *seats > 0);
        shares.map(|(bot, (wins, seats))| (bot, wins / *seats as f64)).max_by(|a, b| a.1.total_cmp(&b.1))
    }
}
