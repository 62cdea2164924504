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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// A bit for each winner: its starting place, or its bot where each seat has one of its own; 0 for a game that was
    /// stopped at its bound.
    pub winners: u32,
    /// The round in which it ended, from 1.
    pub rounds: u32,
}

impl Ended {
    /// Returns whether it was played to its end.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.winners != TRUNCATED
    }

    /// Returns the win share of a starting place or bot.
    #[must_use]
    pub fn share(self, of: usize) -> f64 {
        f64::from(self.winners >> of & 1) / f64::from(self.winners.count_ones())
    }
}
/// The number of deals that a search can have.
const DEALS: u64 = 10_000_000;

/// The games under rules of a space, of one bot at all seats, or of one at each.
pub struct Games<'a> {
    game: &'static dyn Playable,
    bots: &'a [Preset],
    players: usize,
    schedule: Schedule,
    threads: ThreadPool,
    stop: &'a AtomicBool,
}

impl<'a> Games<'a> {
    /// Takes the bot, or one for each seat, the number of seats, the seed of the deals and the number of threads; 0: one
    /// for each core. Several bots take all seats in rotation.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn new(
        game: &'static dyn Playable,
        bots: &'a [Preset],
        (players, seed): (usize, u64),
        threads: usize,
        stop: &'a AtomicBool,
    ) -> Result<Self, RunError> {
        let entries: Vec<usize> = (0..players).map(|seat| seat % bots.len()).collect();
        let lineup = entries.iter().map(|&entry| bots[entry].name.clone()).collect();
        let manifest = Manifest::new("fair", game.info().name, players, seed)
            .with_deals(DEALS)
            .with_lineup(Format::Table, lineup);
        let schedule = Schedule::new(&manifest, &entries)?;
        Ok(Self { game, bots, players, schedule, threads: threads::pool(threads)?, stop })
    }

    /// Makes the table of changed rules; `None` if the game refuses them, or the bot.
    #[must_use]
    pub fn table(&self, space: &Space, point: &Point) -> Option<Box<dyn Ruleset>> {
        let table = self.game.table(self.players, &space.variant(point, "search")?).ok()?;
        self.bots.iter().all(|bot| table.check_bot(bot).is_ok()).then_some(table)
    }

    /// Plays games, by their numbers; `None` if it was halted.
    #[must_use]
    pub fn play(&self, table: &dyn Ruleset, games: Range<u64>) -> Option<Vec<Ended>> {
        let game = |number: u64| {
            let halted = || self.stop.load(Ordering::Relaxed);
            let scheduled = self.schedule.game(number);
            let bots: Vec<&Preset> = scheduled.bots.iter().map(|&bot| &self.bots[bot]).collect();
            let record = table.play(&scheduled, &bots, &halted)?;
            let of = |seat: usize| match self.bots {
                [_] => record.seats[seat].start_place,
                _ => scheduled.bots.as_slice()[seat],
            };
            let winners =
                if record.truncated { TRUNCATED } else { record.winners().map(|seat| 1 << of(seat)).sum() };
            Some(Ended { winners, rounds: record.rounds })
        };
        self.threads.install(|| games.into_par_iter().map(game).collect())
    }
}

/// A line of the log: the games of a course from a number on, under changed numbers: their winners and rounds.
type Line = (usize, Point, u64, Vec<u32>, Vec<u32>);

/// The games of a search, by the changed numbers, played now or before.
pub(super) struct Played<'a> {
    /// One for each line-up: its courses.
    pub(super) courses: Vec<Games<'a>>,
    pub(super) space: &'a Space,
    lines: LineFile,
    log: BTreeMap<(usize, Point, u64), Vec<Ended>>,
    /// The games of each course.
    known: BTreeMap<Point, Vec<Vec<Ended>>>,
    /// The number of games that were asked for.
    pub(super) used: u64,
}

impl<'a> Played<'a> {
    /// Opens the log of the study that `run` identifies, or starts it.
    ///
    /// # Errors
    /// The file cannot be used, or a line is damaged or of another study.
    pub(super) fn open(
        courses: Vec<Games<'a>>,
        space: &'a Space,
        path: &Path,
        run: u32,
    ) -> Result<Self, RunError> {
        let mut log = BTreeMap::new();
        let lines = LineFile::open(path, run, |(course, point, start, winners, rounds): Line| {
            let ended = winners.into_iter().zip(rounds).map(|(winners, rounds)| Ended { winners, rounds });
            log.insert((course, point, start), ended.collect());
            Ok(())
        })?;
        Ok(Self { courses, space, lines, log, known: BTreeMap::new(), used: 0 })
    }

    /// Returns the games of a course that were asked for under these rules.
    pub(super) fn of(&self, course: usize, point: &Point) -> &[Ended] {
        self.known.get(point).map_or(&[], |courses| &courses[course])
    }

    /// Returns how many games of each course were asked for under these rules.
    pub(super) fn games(&self, point: &Point) -> u64 {
        self.of(0, point).len() as u64
    }

    /// Returns whether the games under two sets of rules have the same ends, as far as both go.
    pub(super) fn are_same(&self, one: &Point, other: &Point) -> bool {
        let same =
            |course| self.of(course, one).iter().zip(self.of(course, other)).all(|(one, other)| one == other);
        (0..self.courses.len()).all(same)
    }

    /// Lists all rules.
    pub(super) fn all(&self) -> impl Iterator<Item = &Point> {
        self.known.keys()
    }

    /// Plays the next games of each course under these rules; returns whether the game has such rules. `done` is called
    /// with the number of games after each part.
    pub(super) fn more(
        &mut self,
        point: &Point,
        games: u64,
        done: &mut dyn FnMut(u64),
    ) -> Result<bool, Halt> {
        let tables: Option<Vec<_>> =
            self.courses.iter().map(|course| course.table(self.space, point)).collect();
        let Some(tables) = tables else { return Ok(false) };
        let first = self.games(point);
        for (course, table) in tables.iter().enumerate() {
            let mut start = first;
            while start < first + games {
                let end = (start + CHUNK).min(first + games);
                let ended = self.part(course, &**table, point, start..end)?;
                let courses = self.known.entry(point.clone()).or_default();
                courses.resize_with(self.courses.len(), Vec::new);
                courses[course].extend(ended);
                self.used += end - start;
                done(self.used);
                start = end;
            }
        }
        Ok(true)
    }

    /// Plays a part of the games of a course, or takes it from the log.
    fn part(
        &mut self,
        course: usize,
        table: &dyn Ruleset,
        point: &Point,
        games: Range<u64>,
    ) -> Result<Vec<Ended>, Halt> {
        let key = (course, point.clone(), games.start);
        if let Some(ended) = self.log.get(&key)
            && ended.len() as u64 == games.end - games.start
        {
            return Ok(ended.clone());
        }
        let ended = self.courses[course].play(table, games).ok_or(Halt::Stopped)?;
        let (winners, rounds): (Vec<u32>, Vec<u32>) =
            ended.iter().map(|ended| (ended.winners, ended.rounds)).unzip();
        self.lines.add(&(key.0, key.1, key.2, winners, rounds))?;
        Ok(ended)
    }
}
