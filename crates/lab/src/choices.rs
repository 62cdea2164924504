//! The choices that bots make, and their worth: Puerto Rico's roles, and similar choices in the other games.
//!
//! A study plays a tournament with records, counts each decision of the kinds that it asks for, and works out
//! how the seats that make a choice fare. At a sample of the decisions every choice is then forced, and the
//! rest of the game is played many times with the same luck after each: this shows what a choice costs
//! against that of strong play, and against the best one. `docs/choices.md` explains the figures.
//!
//! Nothing is played twice: counts come from the records of the tournament. Playout r of every choice has the
//! same world, dice, seeds of bots and jitter of their weights. Cost is against a choice made before any
//! playout; regret is cross-fitted. The order of the decisions is fixed in advance, and one is taken if those
//! before it have left any of the budget, which threads cannot change.

mod counts;
mod estimate;
mod manifest;
mod moment;
mod page;
mod playout;
mod result;
mod sample;
mod units;
mod valued;
mod worth;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::folder::{Finder, Prepared};
use super::outlook::{Outlook, RungGain};
use super::study::{Games, Study, StudyWatch};
use super::walk::walk;
use counts::{Counts, GameTally};
use playout::Forcing;
use sample::Sampled;
use tradewinds_arena::{Experts, Playable};
use tradewinds_bots::{FaultCounts, Preset};
use tradewinds_game::{InputError, PerSeat, Seat, counted};
use tradewinds_tournament::{
    MoveRecord, POSITIONS, Progress, RunError, Tournament, read_record, record_path, threads,
};
use valued::Journal;

pub use counts::Follow;
pub use estimate::{ChoiceRow, FollowRow};
pub use manifest::{ChoicesManifest, WorthSettings};
pub use moment::{ChoiceCount, Condition};
pub use result::{ChoicesResult, Needed, TABLES, Worth};
pub use units::{LEAST_UNITS, Measured};
pub use valued::{Valued, ValuedChoice, WHOLE_WIN};
pub use worth::{MADE, WorthRow, apparent_regret, cross_fitted_regret};

/// The folder of the games, in the study's.
const GAMES: &str = "games";
/// The journal of the decisions that were played out.
const JOURNAL: &str = "worth.jsonl";

/// A study with all that its manifest names found and checked.
#[derive(Debug)]
pub struct ChoiceStudy {
    study: Prepared<ChoicesManifest>,
    tournament: Tournament,
    /// The studied kinds, as the game numbers them.
    kinds: Vec<usize>,
    /// The bot that plays games out, and the bot that stands for strong play, if any.
    players: Option<(Preset, Option<Preset>)>,
}

/// The games of a study, counted.
struct Counted {
    counts: Counts,
    /// The games that count, with the numbers of their studied decisions by kind.
    games: Vec<(u64, Vec<Vec<usize>>)>,
    /// Games stopped at their bound.
    truncated: u64,
}

impl ChoiceStudy {
    /// Finds and checks all that a manifest of this game names; `source` is its file, `folder` where the
    /// study is to be made.
    ///
    /// # Errors
    /// Anything wrong with the manifest, a preset or the variant, or a bot to play games out that might not
    /// play the same each time.
    pub fn new(
        game: &'static dyn Playable,
        manifest: ChoicesManifest,
        source: &Path,
        folder: &Path,
    ) -> Result<Self, InputError> {
        let file = source.display().to_string();
        let kinds = manifest.kinds_of(&game.info()).map_err(|error| error.in_file(file.as_str()))?;
        let games = manifest.games();
        games.check().map_err(|error| error.in_file(file.as_str()))?;
        let tournament = Tournament::new(game, games, source)?;
        let mut as_run = manifest.clone();
        let mut finder = Finder::new(game, &mut as_run, source, folder);
        finder.only_variant(&mut as_run.variant)?;
        if as_run.positions.is_some() {
            as_run.positions = Some(POSITIONS.to_owned());
            let copy = tournament.description().iter().find(|(name, _)| name == POSITIONS);
            finder.copy(POSITIONS, copy.map_or_else(String::new, |(_, text)| text.clone()));
        }
        let table = tournament.table();
        finder.bots_of(table, "lineup", &mut as_run.lineup)?;
        let mut players = None;
        if let (Some(worth), Some(as_run)) = (&manifest.worth, &mut as_run.worth) {
            let mut find = |field: &str, entry: &mut String| {
                let named = entry.clone();
                let preset = finder.bot(table, field, entry)?.value;
                if preset.is_reproducible() {
                    return Ok(preset);
                }
                let allowed = "a bot that always plays the same: no external one and no time budget";
                Err(InputError::new(file.as_str(), field, format!("{named:?}"), allowed))
            };
            let bot = find("worth.bot", &mut as_run.bot)?;
            let judge = as_run.judge.as_mut().map(|judge| find("worth.judge", judge)).transpose()?;
            Forcing::new(table, worth, &bot, judge.as_ref(), manifest.seed)?;
            players = Some((bot, judge));
        }
        Ok(Self { study: finder.prepared("choices.toml", as_run), tournament, kinds, players })
    }

    /// Makes the tables.
    fn result(&self, counted: Counted, worth: Option<Vec<Valued>>) -> ChoicesResult {
        let ChoicesManifest { seed, phase, .. } = self.study.manifest;
        let (choices, follows) = estimate::estimate(&counted.counts, seed);
        let worth = worth.map(|decisions| Worth {
            rows: worth::estimate(&decisions, |game| self.unit_of(game), phase, seed),
            decisions,
            judged: self.players.as_ref().is_some_and(|(_, judge)| judge.is_some()),
        });
        ChoicesResult {
            title: self.title(),
            kinds: self.study.manifest.kinds.clone(),
            games: counted.games.len() as u64,
            units: counted.counts.units.len(),
            needed: self.needed(&counted.counts),
            truncated: counted.truncated,
            choices,
            follows,
            worth,
            experts: self.experts(),
            faults: FaultCounts::default(),
        }
    }

    /// Says by which players a variant is judged: the judge and those who play games out, or those who played.
    fn experts(&self) -> Option<String> {
        let (table, variant) = (self.tournament.table(), self.tournament.variant());
        match &self.players {
            Some((bot, Some(judge))) => Experts::sentence(table, variant, [judge], [bot]),
            Some((bot, None)) => Experts::sentence(table, variant, self.tournament.bots(), [bot]),
            None => Experts::sentence(table, variant, self.tournament.bots(), []),
        }
    }

    fn title(&self) -> String {
        let ChoicesManifest { name, game, players, seed, deals, kinds, .. } = &self.study.manifest;
        let rules = match self.tournament.variant_name() {
            "standard" => "standard rules".to_owned(),
            name => format!("variant {name}"),
        };
        let kinds = kinds.join(", ");
        format!(
            "{name}: {kinds} in {game}, {players} players, {rules}, {}, seed {seed}",
            counted(deals, "deal")
        )
    }

    /// Returns the requirements of intervals, if the study has too few units for them.
    fn needed(&self, counts: &Counts) -> Option<Needed> {
        let strata: Vec<usize> = counts.units.iter().map(|unit| unit.stratum).collect();
        let missing = units::missing(&strata);
        // Each further deal adds one unit per line-up.
        let deals =
            self.study.manifest.deals + (missing as u64).div_ceil(self.tournament.schedule().strata());
        (missing > 0).then(|| Needed { units: strata.len() + missing, deals })
    }

    /// Returns the unit of a game, and its stratum.
    fn unit_of(&self, game: u64) -> (u64, usize) {
        let schedule = self.tournament.schedule();
        let unit = game / (schedule.games_per_block() * schedule.blocks_per_unit());
        (unit, schedule.stratum_of(unit) as usize)
    }

    /// Counts the choices of all games; `None` if it was stopped.
    fn count(&self, pool: &ThreadPool, stop: &AtomicBool) -> Result<Option<Counted>, RunError> {
        /// The number of units in memory at a time.
        const AT_ONCE: u64 = 64;
        let schedule = self.tournament.schedule();
        let mut counted = Counted { counts: Counts::default(), games: Vec::new(), truncated: 0 };
        for first in (0..schedule.units()).step_by(AT_ONCE as usize) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let units: Vec<u64> = (first..schedule.units().min(first + AT_ONCE)).collect();
            let tallies: Result<Vec<Vec<Option<GameTally>>>, RunError> = pool.install(|| {
                units
                    .par_iter()
                    .map(|&unit| schedule.games_of(unit).map(|game| self.tally(game)).collect())
                    .collect()
            });
            for (unit, tallies) in units.into_iter().zip(tallies?) {
                counted.truncated += tallies.iter().filter(|tally| tally.is_none()).count() as u64;
                let Some(tallies) = tallies.into_iter().collect::<Option<Vec<GameTally>>>() else { continue };
                counted.counts.unit(schedule.stratum_of(unit) as usize, &tallies);
                let decisions = tallies.into_iter().map(|tally| tally.decisions);
                counted.games.extend(schedule.games_of(unit).zip(decisions));
            }
        }
        Ok(Some(counted))
    }

    /// Counts the choices of a game; `None` if it was stopped at its bound.
    fn tally(&self, game: u64) -> Result<Option<GameTally>, RunError> {
        let folder = self.games();
        let record = read_record(&folder, game)?;
        if record.truncated {
            return Ok(None);
        }
        let scheduled = self.tournament.schedule().game(game);
        let mut tally = GameTally::new(&record, &scheduled.bots, &self.places(game), self.kinds.len());
        let opening = self.tournament.opening_decisions(game);
        let last_round =
            self.study.manifest.worth.as_ref().and_then(|worth| worth.rounds).unwrap_or(u32::MAX);
        walk(self.study.game, &record, &record_path(&folder, game), &self.kinds, None, |decision| {
            // Nobody chose the decisions of an opening.
            if decision.number >= opening {
                tally.decision(decision, self.study.manifest.phase, last_round);
            }
        })?;
        Ok(Some(tally))
    }

    /// Returns the folder of the games.
    fn games(&self) -> PathBuf {
        self.study.folder.join(GAMES)
    }

    /// Returns the starting place of each seat of a game.
    fn places(&self, game: u64) -> PerSeat<usize> {
        self.tournament.start_places(game)
    }

    /// Plays the choices of decisions out, in the order of the list, until the budget of playouts per choice
    /// is spent; those that are already in the journal are not played again. `None` if it was stopped.
    ///
    /// A decision is taken if the ones before it have left any of the budget, whatever its own cost: its own
    /// playouts do not influence whether it counts. The result is the same as taking one at a time; decisions
    /// that are surely within the budget are played at the same time.
    fn value(
        &self,
        forcing: &Forcing<'_>,
        settings: &WorthSettings,
        order: &[Sampled],
        pool: &ThreadPool,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<Vec<Valued>>, RunError> {
        let mut journal = Journal::open(&self.study.folder.join(JOURNAL), self.study.key(), order)?;
        let playouts = u64::from(settings.playouts);
        let budget = settings.decisions.saturating_mul(playouts);
        let mut left = budget;
        let mut spent: u64 = journal.found.iter().flatten().map(|decision| forcing.cost(decision)).sum();
        watch(spent.min(budget), budget);
        let mut taken = 0;
        while left > 0 && taken < order.len() {
            let sure = usize::try_from(left / playouts).unwrap_or(usize::MAX).max(1);
            let end = taken.saturating_add(sure).min(order.len());
            self.value_all(forcing, &order[taken..end], &mut journal, pool, stop, &mut |cost| {
                spent += cost;
                watch(spent.min(budget), budget);
            })?;
            for decision in &journal.found[taken..end] {
                let Some(decision) = decision else { return Ok(None) };
                left = left.saturating_sub(forcing.cost(decision));
            }
            taken = end;
        }
        journal.found.truncate(taken);
        Ok(journal.found.into_iter().collect())
    }

    /// Plays the choices of all these decisions out, except those that are already in the journal, and writes
    /// them to the journal; leaves some out if it was stopped. `watch` is called with the playouts of the budget that
    /// each decision used.
    fn value_all(
        &self,
        forcing: &Forcing<'_>,
        decisions: &[Sampled],
        journal: &mut Journal,
        pool: &ThreadPool,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<(), RunError> {
        let missing: Vec<Sampled> = decisions
            .iter()
            .filter(|sampled| journal.found[sampled.sample as usize].is_none())
            .copied()
            .collect();
        let halted = || stop.load(Ordering::Relaxed);
        // One decision per task: some take far longer than others.
        let play = |sampled| self.value_one(forcing, sampled, &halted).transpose();
        threads::fan_out(pool, missing.into_iter(), play, |valued| {
            for decision in valued {
                let decision = decision?;
                let cost = forcing.cost(&decision);
                journal.append(decision)?;
                watch(cost);
            }
            Ok(())
        })
    }

    /// Plays the choices of a decision out; `None` if it was stopped.
    fn value_one(
        &self,
        forcing: &Forcing<'_>,
        sampled: Sampled,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Valued>, RunError> {
        let folder = self.games();
        let record: MoveRecord = read_record(&folder, sampled.game)?;
        let places = self.places(sampled.game);
        let mut valued = None;
        walk(
            self.study.game,
            &record,
            &record_path(&folder, sampled.game),
            &self.kinds,
            Some(sampled.decision),
            |decision| {
                let bot = &record.bots[decision.seat.index()];
                valued =
                    forcing.value(sampled, decision, (bot, places[Seat::new(decision.seat.index())]), halted);
            },
        )?;
        Ok(valued)
    }
}

impl Study for ChoiceStudy {
    type Findings = ChoicesResult;

    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<ChoicesResult>, RunError> {
        self.study.describe("study")?;
        let decisions = self.study.manifest.worth.as_ref().map(|_| RungGain::new(1, 1.0));
        let steps: Vec<RungGain> = [RungGain::new(0, 1.0)].into_iter().chain(decisions).collect();
        let (number, mut outlook) = (steps.len(), Outlook::new(watch, steps));
        let games = Games::begin(&mut outlook, &format!("step 1 of {number}"));
        let Some(run) = games.play(&self.tournament, &self.games(), threads, stop)? else { return Ok(None) };
        let pool = threads::pool(threads)?;
        let Some(counted) = self.count(&pool, stop)? else { return Ok(None) };
        let worth = match (&self.study.manifest.worth, &self.players) {
            (Some(settings), Some((bot, judge))) => {
                let table = self.tournament.table();
                let forcing = Forcing::new(table, settings, bot, judge.as_ref(), self.study.manifest.seed)?;
                let order = sample::order(&counted.games, self.study.manifest.seed);
                outlook.begin("playouts a choice", &format!("step 2 of {number}"));
                let mut valued = |spent, budget| {
                    outlook.progress(&Progress::counted(spent, budget));
                };
                let Some(decisions) = self.value(&forcing, settings, &order, &pool, stop, &mut valued)?
                else {
                    return Ok(None);
                };
                Some(decisions)
            }
            _ => None,
        };
        let mut result = pool.install(|| self.result(counted, worth));
        result.faults = run.standings.faults();
        let page = page::page(&self.study.info, &self.study.manifest, &result);
        self.study.publish(&page, result.tables())?;
        Ok(Some(result))
    }
}
