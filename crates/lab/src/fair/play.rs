//! The games of the search: the same deals, events and bots under all rules, kept in a log.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::super::study::Halt;
use super::space::{Point, Space};
use tradewinds_arena::{Playable, Ruleset};
use tradewinds_bots::Preset;
use tradewinds_tournament::{Format, LineFile, Manifest, RunError, Schedule, threads};

/// Games that are logged together.
const CHUNK: u64 = 256;
/// A game that was stopped at its bound, among the winners.
const TRUNCATED: u32 = 0;
/// The number of deals that a search can have.
const DEALS: u64 = 10_000_000;

/// The games of one bot at all seats under rules of a space.
pub struct Games<'a> {
    game: &'static dyn Playable,
    bot: &'a Preset,
    players: usize,
    schedule: Schedule,
    threads: ThreadPool,
    stop: &'a AtomicBool,
}

impl<'a> Games<'a> {
    /// Takes the bot, the number of seats, the seed of the deals and the number of threads; 0: one for each core.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn new(
        game: &'static dyn Playable,
        bot: &'a Preset,
        (players, seed): (usize, u64),
        threads: usize,
        stop: &'a AtomicBool,
    ) -> Result<Self, RunError> {
        let manifest = Manifest::new("fair", game.info().name, players, seed)
            .with_deals(DEALS)
            .with_lineup(Format::Table, vec![bot.name.clone(); players]);
        let schedule = Schedule::new(&manifest, &vec![0; players])?;
        Ok(Self { game, bot, players, schedule, threads: threads::pool(threads)?, stop })
    }

    /// Makes the table of changed rules; `None` if the game refuses them, or the bot.
    #[must_use]
    pub fn table(&self, space: &Space, point: &Point) -> Option<Box<dyn Ruleset>> {
        let table = self.game.table(self.players, &space.variant(point, "search")?).ok()?;
        table.check_bot(self.bot).is_ok().then_some(table)
    }

    /// Plays deals: for each the winners, as a bit for each starting place, none for a game that was stopped at its
    /// bound. `None` of all if it was halted.
    #[must_use]
    pub fn play(&self, table: &dyn Ruleset, deals: Range<u64>) -> Option<Vec<u32>> {
        let bots = vec![self.bot; self.players];
        let game = |deal: u64| {
            let halted = || self.stop.load(Ordering::Relaxed);
            let record = table.play(&self.schedule.game(deal), &bots, &halted)?;
            let places = record.winners().map(|seat| 1 << record.seats[seat].start_place);
            Some(if record.truncated { TRUNCATED } else { places.sum() })
        };
        self.threads.install(|| deals.into_par_iter().map(game).collect())
    }
}

/// The games of a search, by the changed numbers, played now or before.
pub(super) struct Played<'a> {
    pub(super) games: Games<'a>,
    pub(super) space: &'a Space,
    lines: LineFile,
    log: BTreeMap<(Point, u64), Vec<u32>>,
    known: BTreeMap<Point, Vec<u32>>,
    /// The number of games that were asked for.
    pub(super) used: u64,
}

impl<'a> Played<'a> {
    /// Opens the log of the study that `run` identifies, or starts it.
    ///
    /// # Errors
    /// The file cannot be used, or a line is damaged or of another study.
    pub(super) fn open(games: Games<'a>, space: &'a Space, path: &Path, run: u32) -> Result<Self, RunError> {
        let mut log = BTreeMap::new();
        let lines = LineFile::open(path, run, |(point, start, winners): (Point, u64, Vec<u32>)| {
            log.insert((point, start), winners);
            Ok(())
        })?;
        Ok(Self { games, space, lines, log, known: BTreeMap::new(), used: 0 })
    }

    /// Returns the games that were asked for under these rules.
    pub(super) fn of(&self, point: &Point) -> &[u32] {
        self.known.get(point).map_or(&[], Vec::as_slice)
    }

    /// Lists all rules with their games.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Point, &[u32])> {
        self.known.iter().map(|(point, winners)| (point, winners.as_slice()))
    }

    /// Plays the next deals under these rules; returns whether the game has such rules. `done` is called with the
    /// number of games after each part.
    pub(super) fn more(
        &mut self,
        point: &Point,
        games: u64,
        done: &mut dyn FnMut(u64),
    ) -> Result<bool, Halt> {
        let Some(table) = self.games.table(self.space, point) else { return Ok(false) };
        let first = self.of(point).len() as u64;
        let mut start = first;
        while start < first + games {
            let end = (start + CHUNK).min(first + games);
            let key = (point.clone(), start);
            let winners = match self.log.get(&key) {
                Some(winners) if winners.len() as u64 == end - start => winners.clone(),
                _ => {
                    let winners = self.games.play(&*table, start..end).ok_or(Halt::Stopped)?;
                    self.lines.add(&(&key.0, start, &winners))?;
                    winners
                }
            };
            self.known.entry(key.0).or_default().extend(winners);
            self.used += end - start;
            done(self.used);
            start = end;
        }
        Ok(true)
    }
}
