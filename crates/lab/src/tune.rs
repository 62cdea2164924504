//! Tuning a bot by play against a fixed pool, and the gain of that against held-out opponents.
//!
//! Named weights are tuned by simultaneous perturbation, a search's settings by a race of successive halving.
//! The candidate sits alone among opponents of a pool; each deal is played from every seat, and all
//! candidates play the same deals. The figure that counts is the last: the tuned bot and the one that it
//! started from, on fresh deals against tables that the pool does not have.
//!
//! `[bots.untuned]` of `experiments/GAME/tune-steady.toml` is where the shipped `steady` came from, and its
//! opponents then, so that the tuning can be run again.

mod candidate;
mod log;
mod manifest;
mod page;
mod pool;
mod race;
mod result;
mod spsa;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::folder::{Finder, Prepared, Rules};
use super::outlook::{Outlook, RungGain};
use super::study::{Halt, Study, StudyWatch};
use candidate::Candidate;
use log::{LOG, Log};
use pool::{Evaluator, Pool, PoolTable, check_distinct, check_held_out};
use race::{BaseWeights, Race};
use spsa::Spsa;
use tradewinds_arena::{GameInfo, Playable, Ruleset};
use tradewinds_bots::BotKind;
use tradewinds_game::{InputError, Purpose, Seed};
use tradewinds_tournament::{Manifest, Progress, RunError};

pub use manifest::{HeldOut, RaceSettings, SpsaSettings, TuneManifest};
pub use race::{Contender, Heat};
pub use result::{Course, Gain, TABLES, TableGain, TuneResult};
pub use spsa::{SpsaStep, TunedWeight};

/// Stands in the key of the log, so that none with other deals goes on: since 1 each table of a pool has its own.
const FORM: u32 = 1;

/// The preset that was found, in the study's folder.
const TUNED: &str = "tuned.toml";

/// A study with all that its manifest names found and checked.
#[derive(Debug)]
pub struct Tune {
    study: Prepared<TuneManifest>,
    rules: Rules,
    base: Candidate,
    pool: Vec<PoolTable>,
    held_out: Vec<PoolTable>,
    /// The weights to tune.
    weights: Vec<(String, f64)>,
    /// The bots that the candidates of a race are made from.
    stems: Vec<BaseWeights>,
}

impl Tune {
    /// Finds and checks all that a manifest of this game names; `source` is its file, `folder` where the
    /// study is kept.
    ///
    /// # Errors
    /// Anything wrong with the manifest, a preset or the variant; a bot that cannot be tuned as the manifest
    /// asks.
    pub fn new(
        game: &'static dyn Playable,
        manifest: TuneManifest,
        source: &Path,
        folder: &Path,
    ) -> Result<Self, InputError> {
        let mut as_run = manifest.clone();
        let mut finder = Finder::new(game, &mut as_run, source, folder);
        let file = finder.file();
        finder.check_players("players", &[manifest.players])?;
        let rules = finder.rules(&mut as_run.variant, manifest.players)?;
        let table = &*rules.table;
        let base = candidate(&mut finder, table, "bot", &mut as_run.bot)?;
        let pool = tables(&mut finder, table, "pool", &mut as_run.pool)?;
        let held_out = tables(&mut finder, table, "held_out.pool", &mut as_run.held_out.pool)?;
        let check = |field: &str, checked: Result<(), InputError>| {
            checked.map_err(|error| error.inside(field).in_file(file.as_str()))
        };
        check("pool", check_distinct(&pool))?;
        check("held_out.pool", check_distinct(&held_out).and_then(|()| check_held_out(&held_out, &pool)))?;
        let stems = match &mut as_run.race {
            Some(race) => stems(&mut finder, table, &base, &mut race.weights)?,
            None => Vec::new(),
        };
        let weights = match &manifest.spsa {
            Some(spsa) => weights(&finder.info, spsa, &base).map_err(|error| error.in_file(file.as_str()))?,
            None => Vec::new(),
        };
        if let Some(race) = &manifest.race {
            check_race(race, &manifest, table, &base, &stems).map_err(|error| error.in_file(file))?;
        }
        let study = finder.prepared("tune.toml", as_run);
        Ok(Self { study, rules, base, pool, held_out, weights, stems })
    }

    fn tune(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<TuneResult, Halt> {
        self.study.describe("study")?;
        let mut log = Log::open(&self.study.folder.join(LOG), self.study.key().wrapping_add(FORM))?;
        let TuneManifest { blend, seed, held_out, .. } = &self.study.manifest;
        let seed = Seed(*seed);
        let race = match &self.study.manifest.race {
            Some(settings) => Some(Race::new(settings, *blend, &self.base, &self.stems, seed)?),
            None => None,
        };
        let tuning = match (&race, &self.study.manifest.spsa) {
            (Some(race), _) => race.blocks(),
            (None, Some(settings)) => Spsa::blocks(settings),
            (None, None) => 0,
        };
        // The comparison at the end has other opponents, and perhaps more iterations.
        let mut outlook = Outlook::new(watch, vec![RungGain::new(0, 1.0), RungGain::new(1, 1.0)]);
        let mut progress = counting(&mut outlook, "step 1 of 2", tuning * self.pool.len() as u64);
        let pool = self.pool(&self.pool, 0, tuning, threads, stop)?;
        let mut evaluator = Evaluator { pool: &pool, log: &mut log, progress: &mut progress };
        let (course, tuned) = match (&race, &self.study.manifest.spsa) {
            (Some(race), _) => {
                let (heats, winner) = race.run(&mut evaluator)?;
                (Course::Race(heats), race.winner(winner, &self.base)?)
            }
            (None, Some(settings)) => {
                let seed = seed.derive(Purpose::Sample, 2);
                let spsa = Spsa { settings, blend: *blend, seed, weights: self.weights.clone() };
                let (steps, weights) = spsa.run(&self.base, &mut evaluator)?;
                let (names, values): (Vec<_>, Vec<_>) =
                    weights.iter().map(|weight| (weight.name.clone(), weight.after)).unzip();
                (Course::Spsa(steps, weights), self.base.with_weights(&names, &values)?)
            }
            (None, None) => unreachable!("the manifest was checked"),
        };
        drop(progress);
        let of = 2 * held_out.deals * self.held_out.len() as u64;
        let mut progress = counting(&mut outlook, "step 2 of 2", of);
        let pool = self.pool(&self.held_out, 1, held_out.deals, threads, stop)?;
        let mut evaluator = Evaluator { pool: &pool, log: &mut log, progress: &mut progress };
        let before = evaluator.outcomes("held out, before", &self.base, 0..held_out.deals)?;
        let after = evaluator.outcomes("held out, after", &tuned, 0..held_out.deals)?;
        let names = self.held_out.iter().map(|table| table.name.clone());
        let gain = Gain::new(names, &before, &after);
        let (bot, study) = (&self.base.preset.name, &self.study.manifest.name);
        let is_changed = tuned.preset != self.base.preset;
        let found = if is_changed {
            // Under the name that it started with, it could not play against what it started from.
            tuned.named(study, &format!("{bot}, tuned by {study}."))?
        } else {
            tuned
        };
        let result = TuneResult {
            title: self.title(),
            bot: bot.clone(),
            course,
            gain,
            is_changed,
            faults: log.faults(),
        };
        self.study.write(TUNED, &found.text)?;
        let page = page::page(&self.study.info, &self.study.manifest, &result);
        self.study.publish(&page, result.tables())?;
        Ok(result)
    }

    fn title(&self) -> String {
        let TuneManifest { name, game, players, seed, .. } = &self.study.manifest;
        let rules = &self.rules.words;
        format!("{name}: {} in {game}, {players} players, {rules}, seed {seed}", self.base.preset.name)
    }

    /// Makes the games of a pool; pools of different numbers have different deals.
    fn pool<'a>(
        &'a self,
        tables: &'a [PoolTable],
        number: u64,
        deals: u64,
        threads: usize,
        stop: &'a AtomicBool,
    ) -> Result<Pool<'a>, RunError> {
        let TuneManifest { name, game, players, seed, .. } = &self.study.manifest;
        let manifest = Manifest::new(name, game, *players, 0).with_deals(deals.max(1));
        let seed = Seed(*seed).derive(Purpose::Sample, number);
        Pool::new(&*self.rules.table, &manifest, seed, tables, threads, stop)
    }
}

impl Study for Tune {
    type Findings = TuneResult;

    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<TuneResult>, RunError> {
        Halt::findings(self.tune(threads, stop, watch))
    }
}

/// Begins a step of blocks, and returns what counts them: blocks that were played in an earlier session tell nothing of
/// the speed, so they are not shown until others are played.
fn counting<'a>(watch: &'a mut dyn StudyWatch, step: &str, of: u64) -> impl FnMut(u64, bool) + 'a {
    watch.begin("blocks", step);
    let mut blocks = 0;
    move |more, is_played| {
        blocks += more;
        if is_played {
            watch.progress(&Progress::counted(blocks, of));
        }
    }
}

/// Finds a bot as something to be tuned.
fn candidate(
    finder: &mut Finder<'_>,
    table: &dyn Ruleset,
    field: &str,
    entry: &mut String,
) -> Result<Candidate, InputError> {
    let found = finder.bot(table, field, entry)?;
    Ok(Candidate { preset: found.value, text: found.text })
}

/// Makes the bots that the candidates of a race are made from: the bot with the weights of these presets.
fn stems(
    finder: &mut Finder<'_>,
    table: &dyn Ruleset,
    base: &Candidate,
    entries: &mut [String],
) -> Result<Vec<BaseWeights>, InputError> {
    if entries.is_empty() {
        return Ok(vec![BaseWeights { weights_of: None, candidate: base.clone() }]);
    }
    let mut stems = Vec::new();
    for (index, entry) in entries.iter_mut().enumerate() {
        let other = candidate(finder, table, &format!("race.weights[{index}]"), entry)?;
        let candidate = base.with_weights_of(table.info().weights, &other)?;
        stems.push(BaseWeights { weights_of: Some(other.preset.name), candidate });
    }
    Ok(stems)
}

/// Checks what a race tries.
fn check_race(
    race: &RaceSettings,
    manifest: &TuneManifest,
    table: &dyn Ruleset,
    base: &Candidate,
    stems: &[BaseWeights],
) -> Result<(), InputError> {
    if !matches!(&base.preset.kind, BotKind::Search { settings, .. } if !settings.is_timed())
        || base.preset.clock.is_some()
    {
        let found = format!("{:?}, a {} bot", manifest.bot, base.preset.kind.word());
        let allowed = "a search whose budget is iterations, for a race";
        return Err(InputError::new("", "bot", found, allowed));
    }
    let race = Race::new(race, manifest.blend, base, stems, Seed(manifest.seed)).map_err(|error| {
        let field = format!("race.search.{}", error.field().trim_start_matches("search."));
        error.with_field(field)
    })?;
    race.candidates().try_for_each(|candidate| table.check_bot(&candidate.preset))
}

/// Finds the bots of a pool.
fn tables(
    finder: &mut Finder<'_>,
    at: &dyn Ruleset,
    field: &str,
    pool: &mut [Vec<String>],
) -> Result<Vec<PoolTable>, InputError> {
    let mut tables = Vec::new();
    for (index, table) in pool.iter_mut().enumerate() {
        let mut bots = finder.bots_of(at, &format!("{field}[{index}]"), table)?;
        let others = at.players() - 1;
        let name = match bots.as_slice() {
            [one] if others > 1 => format!("{others} x {}", one.name),
            bots => bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>().join(", "),
        };
        if let [one] = bots.as_slice() {
            bots = vec![one.clone(); others];
        }
        tables.push(PoolTable { name, bots });
    }
    Ok(tables)
}

/// Lists the weights to tune with their initial values.
fn weights(
    game: &GameInfo,
    settings: &SpsaSettings,
    base: &Candidate,
) -> Result<Vec<(String, f64)>, InputError> {
    if !matches!(base.preset.kind, BotKind::Heuristic(_) | BotKind::Search { .. }) {
        let found = format!("{:?}, a {} bot", base.preset.name, base.preset.kind.word());
        return Err(InputError::new("", "bot", found, "a bot with weights"));
    }
    let all = base.weights(game.weights);
    let names = all.iter().map(|(name, _)| name.as_str());
    for (index, name) in settings.weights.iter().flatten().enumerate() {
        if all.iter().all(|(known, _)| known != name) {
            let field = format!("spsa.weights[{index}]");
            return Err(InputError::unknown_name("", field, name, names));
        }
    }
    let wanted = |name: &String| settings.weights.as_ref().is_none_or(|list| list.contains(name));
    let tuned: Vec<(String, f64)> =
        all.iter().filter(|(name, value)| wanted(name) && *value != 0.0).cloned().collect();
    if tuned.is_empty() {
        return Err(InputError::new("", "spsa.weights", "no weight that is not 0", "1 or more"));
    }
    Ok(tuned)
}
