//! Games of candidates against the pool.

use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::super::choices::LEAST_UNITS;
use super::super::study::Halt;
use super::candidate::Candidate;
use super::log::{LOG, Log};
use tradewinds_arena::{GameRecord, Ruleset, ScheduledGame};
use tradewinds_bots::{FaultCounts, Preset};
use tradewinds_game::{InputError, Purpose, Seed, worth_of_lead};
use tradewinds_stats::{Interval, Strata};
use tradewinds_tournament::threads;
use tradewinds_tournament::{Format, Manifest, RunError, Schedule};

/// Deals that are logged together, so that little is lost when a study is stopped.
const CHUNK: u64 = 5;

/// The result of a candidate in a block: one deal against one table, from every seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Outcome {
    /// Its win share, 0 to 1.
    pub(super) win_share: f64,
    /// Its points less the maximum of any other seat.
    pub(super) margin: f64,
    /// The worth of its leads, 0 to 1.
    pub(super) worth: f64,
}

impl Outcome {
    /// Returns the objective that tuning maximises.
    pub(super) fn objective(&self, blend: f64) -> f64 {
        blend * self.worth + (1.0 - blend) * self.win_share
    }
}

/// The opponents of a candidate at one table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PoolTable {
    /// Their names, for people.
    pub(super) name: String,
    /// The other seats' bots, in order.
    pub(super) bots: Vec<Preset>,
}

impl PoolTable {
    /// Returns the names of its bots in alphabetical order.
    fn sorted(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.bots.iter().map(|bot| bot.name.as_str()).collect();
        names.sort_unstable();
        names
    }
}

/// Checks that no table of a pool is listed twice.
///
/// # Errors
/// One is; the field is its index.
pub(super) fn check_distinct(tables: &[PoolTable]) -> Result<(), InputError> {
    let twice = |index: &usize| tables[..*index].iter().any(|known| known.bots == tables[*index].bots);
    match (0..tables.len()).find(twice) {
        Some(index) => {
            let found = format!("{} a second time", tables[index].name);
            Err(InputError::new("", format!("[{index}]"), found, "each table once"))
        }
        None => Ok(()),
    }
}

/// Checks that no table that is held out has the bots of one of the pool, in whatever order.
///
/// # Errors
/// One has; the field is its index.
pub(super) fn check_held_out(held_out: &[PoolTable], pool: &[PoolTable]) -> Result<(), InputError> {
    match held_out.iter().position(|table| pool.iter().any(|known| known.sorted() == table.sorted())) {
        Some(index) => {
            let allowed = "tables that the pool does not have, in whatever order";
            Err(InputError::new("", format!("[{index}]"), held_out[index].name.clone(), allowed))
        }
        None => Ok(()),
    }
}

/// The pool that candidates meet, on its own deals.
pub(super) struct Pool<'a> {
    table: &'a dyn Ruleset,
    tables: &'a [PoolTable],
    schedules: Vec<Schedule>,
    threads: ThreadPool,
    stop: &'a AtomicBool,
    /// The faults of external bots since they were last taken.
    faults: Mutex<FaultCounts>,
}

impl<'a> Pool<'a> {
    /// Makes the pool; `manifest` gives everything but the line-up and the seed. Each table has deals of its own, so that
    /// the outcomes of tables are independent.
    pub(super) fn new(
        table: &'a dyn Ruleset,
        manifest: &Manifest,
        seed: Seed,
        tables: &'a [PoolTable],
        threads: usize,
        stop: &'a AtomicBool,
    ) -> Result<Self, RunError> {
        let schedule = |(number, table): (u64, &PoolTable)| {
            let lineup = (0..=table.bots.len()).map(|seat| seat.to_string()).collect();
            let entries: Vec<usize> = (0..=table.bots.len()).collect();
            let mut manifest = manifest.clone().with_lineup(Format::Table, lineup);
            // A manifest's seed has 63 bits.
            manifest.seed = seed.derive(Purpose::Sample, number).0 >> 1;
            Schedule::new(&manifest, &entries)
        };
        let schedules = (0..).zip(tables).map(schedule).collect::<Result<_, InputError>>()?;
        let threads = threads::pool(threads)?;
        Ok(Self { table, tables, schedules, threads, stop, faults: Mutex::default() })
    }

    /// Returns the number of tables.
    pub(super) fn tables(&self) -> usize {
        self.tables.len()
    }

    /// Plays the candidate against every table on these deals: for each table the outcome of each deal, or
    /// `None` of all if it was stopped. A block with a truncated game has no outcome.
    pub(super) fn play(&self, candidate: &Preset, deals: Range<u64>) -> Option<Vec<Vec<Option<Outcome>>>> {
        let length = deals.end - deals.start;
        let blocks = 0..self.tables.len() as u64 * length;
        let outcomes: Option<Vec<Option<Outcome>>> = self.threads.install(|| {
            let block =
                |block: u64| self.block((block / length) as usize, candidate, deals.start + block % length);
            blocks.into_par_iter().map(block).collect()
        });
        Some(outcomes?.chunks(length as usize).map(<[_]>::to_vec).collect())
    }

    /// Counts the faults of external bots in a game.
    fn note_faults(&self, table: usize, candidate: &Preset, scheduled: &ScheduledGame, record: &GameRecord) {
        for (&bot, standing) in scheduled.bots.iter().zip(&record.seats) {
            if let Some(faults) = standing.faults {
                let preset = if bot == 0 { candidate } else { &self.tables[table].bots[bot - 1] };
                self.counts().add(&preset.name, faults);
            }
        }
    }

    /// Takes the faults of external bots since the last call.
    fn take_faults(&self) -> FaultCounts {
        std::mem::take(&mut *self.counts())
    }

    fn counts(&self) -> MutexGuard<'_, FaultCounts> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one block; `None` if it was stopped.
    fn block(&self, table: usize, candidate: &Preset, deal: u64) -> Option<Option<Outcome>> {
        let schedule = &self.schedules[table];
        let mut sum = Outcome { win_share: 0.0, margin: 0.0, worth: 0.0 };
        let mut is_whole = true;
        let clear_lead = self.table.info().clear_lead;
        for number in schedule.games_of(deal) {
            let scheduled = schedule.game(number);
            let bot = |&bot: &usize| match bot {
                0 => candidate,
                other => &self.tables[table].bots[other - 1],
            };
            let bots: Vec<&Preset> = scheduled.bots.iter().map(bot).collect();
            let record = self.table.play(&scheduled, &bots, &|| self.stop.load(Ordering::Relaxed))?;
            self.note_faults(table, candidate, &scheduled, &record);
            let seat = scheduled.bots.iter().position(|&bot| bot == 0)?;
            let margin = record.margin(seat);
            is_whole &= !record.truncated;
            sum.win_share += record.win_share(seat).unwrap_or(0.0);
            sum.margin += f64::from(margin);
            sum.worth += f64::from(worth_of_lead(margin, clear_lead));
        }
        let games = schedule.games_per_block() as f64;
        let Outcome { win_share, margin, worth } = sum;
        let mean = Outcome { win_share: win_share / games, margin: margin / games, worth: worth / games };
        Some(is_whole.then_some(mean))
    }
}

/// The pool with a log of its evaluations.
pub(super) struct Evaluator<'a> {
    pub(super) pool: &'a Pool<'a>,
    pub(super) log: &'a mut Log,
    /// Called with a number of blocks of an evaluation, and whether they are played: 0 before they are, and all of
    /// them after that. Those in the log are not.
    pub(super) progress: &'a mut dyn FnMut(u64, bool),
}

impl Evaluator<'_> {
    /// Returns the outcomes of each table, played now or before.
    pub(super) fn outcomes(
        &mut self,
        key: &str,
        candidate: &Candidate,
        deals: Range<u64>,
    ) -> Result<Vec<Vec<Option<Outcome>>>, Halt> {
        let mut all = vec![Vec::new(); self.pool.tables()];
        let mut start = deals.start;
        while start < deals.end {
            let chunk = start..deals.end.min(start + CHUNK);
            let key = format!("{key} deals {}-{}", chunk.start, chunk.end - 1);
            let is_new = self.log.get(&key).is_none();
            if is_new {
                (self.progress)(0, true);
                let played = self.pool.play(&candidate.preset, chunk.clone()).ok_or(Halt::Stopped)?;
                self.log.add_faults(&key, &self.pool.take_faults())?;
                self.log.add(&key, numbers(&played))?;
            }
            let values = self.log.get(&key).unwrap_or_default();
            let length = (chunk.end - chunk.start) as usize;
            if values.len() != 3 * length * all.len() {
                return Err(damaged(&key).into());
            }
            for (table, values) in all.iter_mut().zip(values.chunks(3 * length)) {
                table.extend(values.chunks(3).map(outcome));
            }
            (self.progress)(length as u64 * self.pool.tables() as u64, is_new);
            start = chunk.end;
        }
        Ok(all)
    }

    /// Returns the mean objective, played now or before; none where every block was truncated.
    pub(super) fn objective(
        &mut self,
        key: &str,
        candidate: &Candidate,
        deals: Range<u64>,
        blend: f64,
    ) -> Result<f64, Halt> {
        let blocks = (deals.end - deals.start) * self.pool.tables() as u64;
        let is_new = self.log.get(key).is_none();
        if is_new {
            (self.progress)(0, true);
            let played = self.pool.play(&candidate.preset, deals).ok_or(Halt::Stopped)?;
            self.log.add_faults(key, &self.pool.take_faults())?;
            self.log.add(key, vec![mean_objective(&played, blend)])?;
        }
        (self.progress)(blocks, is_new);
        match self.log.get(key) {
            Some([value]) => Ok(*value),
            _ => Err(damaged(key).into()),
        }
    }
}

/// Returns an error: the log holds something else under this key.
fn damaged(key: &str) -> RunError {
    let reason = format!("does not hold what belongs to {key:?}");
    RunError::Refused { path: Path::new(LOG).to_owned(), reason }
}

/// Returns the mean objective of whole blocks, each table weighing the same; chance level without any.
pub(super) fn mean_objective(tables: &[Vec<Option<Outcome>>], blend: f64) -> f64 {
    let mean = |table: &Vec<Option<Outcome>>| {
        let values: Vec<f64> = table.iter().flatten().map(|outcome| outcome.objective(blend)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let means: Vec<f64> = tables.iter().filter_map(mean).collect();
    means.iter().sum::<f64>() / means.len().max(1) as f64
}

/// Returns the interval of a mean over blocks, within the range of its values; none with fewer than [`LEAST_UNITS`]
/// blocks, which say too little about its error.
pub(super) fn interval_within(blocks: &Strata, range: RangeInclusive<f64>) -> Option<Interval> {
    let Interval { low, high } = blocks.interval().filter(|_| blocks.count() >= LEAST_UNITS as u64)?;
    Some(Interval { low: low.max(*range.start()), high: high.min(*range.end()) })
}

/// Outcomes as the log stores them: three numbers each, -1 as the win share of a block without one.
fn numbers(tables: &[Vec<Option<Outcome>>]) -> Vec<f64> {
    let three = |outcome: &Option<Outcome>| match outcome {
        Some(outcome) => [outcome.win_share, outcome.margin, outcome.worth],
        None => [-1.0, 0.0, 0.0],
    };
    tables.iter().flatten().flat_map(three).collect()
}

fn outcome(numbers: &[f64]) -> Option<Outcome> {
    let [win_share, margin, worth] = *numbers else { return None };
    (win_share >= 0.0).then_some(Outcome { win_share, margin, worth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_come_back_from_the_log() {
        let outcomes =
            vec![vec![Some(Outcome { win_share: 0.25, margin: -3.5, worth: 0.375 }), None], vec![None; 2]];
        let numbers = numbers(&outcomes);
        let back: Vec<Option<Outcome>> = numbers.chunks(3).map(outcome).collect();
        assert_eq!(back, outcomes.concat());
        // 0.5 · 0.375 + 0.5 · 0.25; the table without a whole block does not count.
        assert_eq!(mean_objective(&outcomes, 0.5), 0.3125);
        assert_eq!(mean_objective(&outcomes, 0.0), 0.25);
    }

    #[test]
    fn intervals_have_enough_blocks_and_lie_in_their_range() {
        let interval = |count: usize| {
            let mut blocks = Strata::default();
            blocks.extend(0, [0.0, 0.0, 0.0, 1.0].into_iter().cycle().take(count));
            interval_within(&blocks, 0.0..=1.0)
        };
        assert_eq!(interval(7), None);
        let Interval { low, high } = interval(8).unwrap();
        assert_eq!(low, 0.0);
        assert!((0.25..1.0).contains(&high), "{high}");
    }

    fn table(names: &[&str]) -> PoolTable {
        let bot = |name: &&str| {
            Preset::parse("x", &format!("name = \"{name}\"\ngame = \"any\"\nkind = \"random\"\n")).unwrap()
        };
        PoolTable { name: names.join(", "), bots: names.iter().map(bot).collect() }
    }

    /// The gain of all tables adds their variances, so that their deals have to be independent.
    #[test]
    fn each_table_has_deals_of_its_own() {
        let game = tradewinds_arena::find("mundus-novus").unwrap();
        let rules = game.table(3, &tradewinds_game::Variant::standard()).unwrap();
        let manifest = Manifest::new("x", "mundus-novus", 3, 0).with_deals(2);
        let (tables, stop) = ([table(&["a", "b"]), table(&["b", "a"])], AtomicBool::new(false));
        let pool = Pool::new(&*rules, &manifest, Seed(1), &tables, 1, &stop).unwrap();
        let deals = pool
            .schedules
            .iter()
            .flat_map(|schedule| [0, 1].map(|deal| schedule.game(schedule.games_of(deal).start).deal_seed.0));
        let mut deals: Vec<u64> = deals.collect();
        deals.sort_unstable();
        deals.dedup();
        assert_eq!(deals.len(), 4);
    }

    #[test]
    fn tables_are_compared_by_their_bots() {
        let pool = [table(&["a", "a", "a"]), table(&["b", "c", "d"]), table(&["b", "d", "c"])];
        assert_eq!(check_distinct(&pool), Ok(()));
        let twice = [&pool[..], &[table(&["a", "a", "a"])]].concat();
        assert_eq!(
            check_distinct(&twice).unwrap_err().inside("pool").to_string(),
            "pool[3]: found a, a, a a second time; allowed: each table once"
        );
        assert_eq!(check_held_out(&[table(&["b", "b", "a"])], &pool), Ok(()));
        assert_eq!(
            check_held_out(&[table(&["x", "a", "a"]), table(&["d", "b", "c"])], &pool)
                .unwrap_err()
                .to_string(),
            "[1]: found d, b, c; allowed: tables that the pool does not have, in whatever order"
        );
    }
}
