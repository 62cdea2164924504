//! The games of the search: the same deals, events and bots under all rules, kept in a log.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::super::balance::COMMON;
use super::super::study::Halt;
use super::space::{Point, Space};
use tradewinds_arena::{GameRecord, Playable, Ruleset, ScheduledGame};
use tradewinds_bots::Preset;
use tradewinds_tournament::{Format, LineFile, Manifest, RunError, Schedule, threads};

/// Games that are logged together.
const CHUNK: u64 = 256;
/// A game that was stopped at its bound, among the winners.
const TRUNCATED: u32 = 0;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// A bit for each winner: its starting place, or its bot where each seat has one of its own, or 0 for a bot that is
    /// alone among others; no bit for a game that was stopped at its bound.
    pub winners: u32,
    /// The round in which it ended, from 1.
    pub rounds: u32,
    /// By item, a bit for each that owns it at the end.
    pub owners: Vec<u32>,
}

impl Ended {
    /// Returns whether it was played to its end.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.winners != TRUNCATED
    }

    /// Returns the win share of a starting place or bot.
    #[must_use]
    pub fn share(&self, of: usize) -> f64 {
        self.share_of(1 << of)
    }

    /// Returns the win share of some starting places or bots together, a bit for each.
    #[must_use]
    pub fn share_of(&self, these: u32) -> f64 {
        f64::from((self.winners & these).count_ones()) / f64::from(self.winners.count_ones())
    }
}

/// The number of deals that a search can have.
const DEALS: u64 = 10_000_000;

/// Games that show which items are common.
const COMMON_GAMES: u64 = 200;

/// The games under rules of a space, of one bot at all seats, of one at each, or of one alone among copies of another.
pub struct Games<'a> {
    game: &'static dyn Playable,
    bots: &'a [Preset],
    players: usize,
    schedule: Schedule,
    threads: ThreadPool,
    stop: &'a AtomicBool,
    /// The items whose owners are noted.
    items: Vec<String>,
}

impl<'a> Games<'a> {
    /// Takes the bot, or one for each seat, or the one that is alone and the one at all other seats; the number of seats,
    /// the seed of the deals and the number of threads; 0: one for each core. Several bots take all seats in rotation.
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
        let entries: Vec<usize> = (0..players).map(|seat| seat.min(bots.len() - 1)).collect();
        let lineup = entries.iter().map(|&entry| bots[entry].name.clone()).collect();
        let manifest = Manifest::new("fair", game.info().name, players, seed)
            .with_deals(DEALS)
            .with_lineup(Format::Table, lineup);
        let schedule = Schedule::new(&manifest, &entries)?;
        let threads = threads::pool(threads)?;
        Ok(Self { game, bots, players, schedule, threads, stop, items: Vec::new() })
    }

    /// Makes the table of changed rules; `None` if the game refuses them, or the bot.
    #[must_use]
    pub fn table(&self, space: &Space, point: &Point) -> Option<Box<dyn Ruleset>> {
        let table = self.game.table(self.players, &space.variant(point, "search")?).ok()?;
        self.bots.iter().all(|bot| table.check_bot(bot).is_ok()).then_some(table)
    }

    /// Returns whether somebody has stopped it.
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Notes the owners of items from now on: of those that are common in games under the rules from which a space
    /// starts. `None` if it was halted.
    #[must_use]
    pub fn with_common_items(mut self, space: &Space) -> Option<Self> {
        let mut owned: BTreeMap<String, usize> = BTreeMap::new();
        let table = self.table(space, &Point::new())?;
        let schema = self.game.info().schema;
        let acquired = self.each(&*table, 0..COMMON_GAMES, |_, record| {
            let mut items = Vec::new();
            for standing in &record.seats {
                schema.each_acquired(&standing.cells, |item| items.push(item.to_owned()));
            }
            items
        })?;
        acquired.into_iter().flatten().for_each(|item| *owned.entry(item).or_default() += 1);
        let least = COMMON * (COMMON_GAMES * self.players as u64) as f64;
        owned.retain(|_, seats| *seats as f64 >= least);
        self.items = owned.into_keys().collect();
        Some(self)
    }

    /// Notes the owners of the same items as others from now on.
    pub(super) fn with_items_of(mut self, others: &Self) -> Self {
        self.items.clone_from(&others.items);
        self
    }

    /// Returns the number of items whose owners are noted.
    pub(super) fn items(&self) -> usize {
        self.items.len()
    }

    /// Plays games, by their numbers; `None` if it was halted.
    #[must_use]
    pub fn play(&self, table: &dyn Ruleset, games: Range<u64>) -> Option<Vec<Ended>> {
        self.each(table, games, |scheduled, record| self.ended(scheduled, record))
    }

    /// Plays games, and takes something from the record of each.
    fn each<T: Send>(
        &self,
        table: &dyn Ruleset,
        games: Range<u64>,
        take: impl Fn(&ScheduledGame, &GameRecord) -> T + Sync,
    ) -> Option<Vec<T>> {
        let game = |number: u64| {
            let halted = || self.is_stopped();
            let scheduled = self.schedule.game(number);
            let bots: Vec<&Preset> = scheduled.bots.iter().map(|&bot| &self.bots[bot]).collect();
            Some(take(&scheduled, &table.play(&scheduled, &bots, &halted)?))
        };
        self.threads.install(|| games.into_par_iter().map(game).collect())
    }

    /// Takes from a record how the game ended.
    fn ended(&self, scheduled: &ScheduledGame, record: &GameRecord) -> Ended {
        let bots = scheduled.bots.as_slice();
        let of = |seat: usize| match self.bots.len() {
            1 => record.seats[seat].start_place,
            different if different == self.players => bots[seat],
            // By the distance from the one that is alone.
            _ => (0..self.players).find(|far| bots[(seat + far) % self.players] == 0).unwrap_or_default(),
        };
        let mut owners = vec![0; self.items.len()];
        if !self.items.is_empty() {
            let schema = self.game.info().schema;
            for (seat, standing) in record.seats.iter().enumerate() {
                schema.each_acquired(&standing.cells, |item| {
                    if let Ok(item) = self.items.binary_search_by(|known| known.as_str().cmp(item)) {
                        owners[item] |= 1 << of(seat);
                    }
                });
            }
        }
        let winners =
            if record.truncated { TRUNCATED } else { record.winners().map(|seat| 1 << of(seat)).sum() };
        Ended { winners, rounds: record.rounds, owners }
    }
}

/// A line of the log: the games of a course from a number on, under changed numbers: their winners, rounds and owners of
/// items.
type Line = (usize, Point, u64, Vec<u32>, Vec<u32>, Vec<Vec<u32>>);

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
        let lines = LineFile::open(path, run, |(course, point, start, winners, rounds, owners): Line| {
            let ended = winners.into_iter().zip(rounds).zip(owners);
            let ended = ended.map(|((winners, rounds), owners)| Ended { winners, rounds, owners });
            log.insert((course, point, start), ended.collect());
            Ok(())
        })?;
        Ok(Self { courses, space, lines, log, known: BTreeMap::new(), used: 0 })
    }

    /// Returns the games of a course that were asked for under these rules.
    pub(super) fn of(&self, course: usize, point: &Point) -> &[Ended] {
        self.known.get(point).map_or(&[], |courses| &courses[course])
    }

    /// Returns how many games of a course were asked for under these rules.
    pub(super) fn games(&self, course: usize, point: &Point) -> u64 {
        self.of(course, point).len() as u64
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

    /// Plays the next games of some courses under these rules; returns whether the game has such rules. `done` is called
    /// with the number of games after each part that was played now: the log takes no time, and would hide what the rest
    /// takes.
    pub(super) fn more(
        &mut self,
        courses: &[usize],
        point: &Point,
        games: u64,
        done: &mut dyn FnMut(u64),
    ) -> Result<bool, Halt> {
        if self.courses.iter().any(Games::is_stopped) {
            return Err(Halt::Stopped);
        }
        let tables: Option<Vec<_>> =
            courses.iter().map(|&course| self.courses[course].table(self.space, point)).collect();
        let Some(tables) = tables else { return Ok(false) };
        for (&course, table) in courses.iter().zip(&tables) {
            let first = self.games(course, point);
            let mut start = first;
            while start < first + games {
                let end = (start + CHUNK).min(first + games);
                let (ended, is_new) = self.part(course, &**table, point, start..end)?;
                let courses = self.known.entry(point.clone()).or_default();
                courses.resize_with(self.courses.len(), Vec::new);
                courses[course].extend(ended);
                self.used += end - start;
                if is_new {
                    done(self.used);
                }
                start = end;
            }
        }
        Ok(true)
    }

    /// Plays a part of the games of a course, or takes it from the log; says whether it was played now.
    fn part(
        &mut self,
        course: usize,
        table: &dyn Ruleset,
        point: &Point,
        games: Range<u64>,
    ) -> Result<(Vec<Ended>, bool), Halt> {
        let key = (course, point.clone(), games.start);
        if let Some(ended) = self.log.get(&key)
            && ended.len() as u64 == games.end - games.start
        {
            return Ok((ended.clone(), false));
        }
        let ended = self.courses[course].play(table, games).ok_or(Halt::Stopped)?;
        let numbers = |number: fn(&Ended) -> u32| ended.iter().map(number).collect();
        let (winners, rounds) = (numbers(|ended| ended.winners), numbers(|ended| ended.rounds));
        let owners = ended.iter().map(|ended| ended.owners.clone()).collect();
        let line: Line = (key.0, key.1, key.2, winners, rounds, owners);
        self.lines.add(&line)?;
        Ok((ended, true))
    }
}
