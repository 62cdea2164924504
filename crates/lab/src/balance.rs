//! Is a variant of the rules fairer than another? Each variant is played with the same deals and bots.
//!
//! A study plays a tournament for each table of bots, number of seats and variant. Game number k of all of
//! them has the same deal, the same random events and the same seeds of the bots, so that differences are
//! paired by blocks: a block is one deal with every seating. `docs/balance.md` explains the metrics and the
//! rule of the verdicts.
//!
//! A block that is truncated under one variant counts under none.

mod change;
mod dials;
mod fair;
mod gifts;
mod headline;
mod levels;
mod lineup;
mod manifest;
mod metrics;
mod page;
mod parts;
mod result;
mod row;
mod summary;
mod sums;
mod sweep;
mod verdict;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::folder::{Finder, Prepared, check_name, refuse};

use super::outlook::{Outlook, RungGain};
use super::restricted::{ItemRules, Restricted, RestrictedManifest, check_deals, kinds_of};
use super::study::{Games, Study, StudyWatch};
use tradewinds_arena::{Experts, Playable};
use tradewinds_bots::FaultCounts;
use tradewinds_game::{InputError, Origin, Variant, counted};
use tradewinds_stats::Blocks;
use tradewinds_tournament::{
    Format, Manifest, POSITIONS, RunError, Schedule, Tournament, find_positions, in_field,
};

pub use change::Change;
pub use fair::{
    FAIR_TABLES, FairAlternative, FairCall, FairChange, FairFound, FairLimits, FairMeasure, FairResult,
    FairRule, FairSettings, FairStart, FairTarget, StartCall,
};
pub use gifts::{GIFT_TABLES, Gifts};
pub use lineup::TableKind;
pub use manifest::{BalanceManifest, BalanceTable};
pub use metrics::{MEANINGS, Question};
pub use result::{Arm, BalanceResult, Cell, TABLES};
pub use row::MetricRow;
pub use sweep::Sweep;
pub use verdict::{Call, Verdict};

use lineup::{PlannedTable, find_tables};
pub(super) use metrics::COMMON;
use metrics::{Metric, Shape};
use result::STANDARD;
use sums::Sums;
use sweep::same_rules;

/// The folder of the study of items.
const ITEMS: &str = "items";

/// A balance study with all that its manifest names found and checked.
#[derive(Debug)]
pub struct Balance {
    study: Prepared<BalanceManifest>,
    tables: Vec<PlannedTable>,
    /// The baseline first.
    rules: Vec<PlannedArm>,
    /// The alternatives that make it fair, if they were asked for.
    fair: Option<FairFound>,
}

/// A variant that is played.
#[derive(Clone, PartialEq, Debug)]
struct PlannedArm {
    name: String,
    /// The names of others with the same rules.
    also: Vec<String>,
    /// The value of the sweep that it stands for.
    swept: Option<i64>,
    variant: Variant,
    /// Its name in a manifest in the study's folder; `None` for the standard rules.
    entry: Option<String>,
}

impl PlannedArm {
    fn new(name: String, variant: Variant, entry: Option<String>, swept: Option<i64>) -> Self {
        Self { name, also: Vec::new(), swept, variant, entry }
    }
}

impl Balance {
    /// Finds and checks all that a manifest of this game names; `source` is its file, `folder` where the
    /// study is to be played.
    ///
    /// # Errors
    /// Anything wrong with the manifest, a preset, a variant or the sweep; a number of seats that the game or
    /// a variant does not have.
    pub fn new(
        game: &'static dyn Playable,
        manifest: BalanceManifest,
        source: &Path,
        folder: &Path,
    ) -> Result<Self, InputError> {
        let mut as_run = manifest;
        let mut finder = Finder::new(game, &mut as_run, source, folder);
        let file = finder.file();
        let in_file = |error: InputError| {
            if *error.origin() == Origin::Unnamed { error.in_file(file.as_str()) } else { error }
        };
        let rules = find_rules(game, &mut finder, &mut as_run).map_err(in_file)?;
        let standard = game.table(as_run.players[0], &rules[0].variant).map_err(in_file)?;
        let tables = find_tables(&mut finder, &mut as_run, &*standard).map_err(in_file)?;
        if let Some(entry) = as_run.positions.take() {
            let text = find_start(game, &rules, &as_run.players, &entry, source)?;
            finder.copy(POSITIONS, text);
            as_run.positions = Some(POSITIONS.to_owned());
        }
        kinds_of(&as_run.items, &finder.info).map_err(in_file)?;
        if !as_run.items.is_empty() {
            check_deals(as_run.deals, &as_run.players).map_err(in_file)?;
        }
        let study = Self { study: finder.prepared("balance.toml", as_run), tables, rules, fair: None };
        study.check_tables(&file).map_err(in_file)?;
        study.check_gifts().map_err(in_file)?;
        Ok(study)
    }

    /// Checks that each table can be played; `file` is the manifest's.
    fn check_tables(&self, file: &str) -> Result<(), InputError> {
        for (index, players) in self.cells() {
            let manifest = self.tournament(index, players, &self.rules[0]);
            manifest.check()?;
            let lineup = &manifest.lineup;
            let first = |bot: &String| lineup.iter().position(|known| known == bot).unwrap_or(0);
            let entries: Vec<usize> = lineup.iter().map(first).collect();
            Schedule::new(&manifest, &entries).map_err(|error| error.in_file(file))?;
        }
        Ok(())
    }

    /// Lists each table, by its index, with each number of seats.
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let players = &self.study.manifest.players;
        (0..self.tables.len()).flat_map(|table| players.iter().map(move |&players| (table, players)))
    }

    /// Returns the manifest of a tournament of the study.
    fn tournament(&self, table: usize, players: usize, rules: &PlannedArm) -> Manifest {
        let BalanceManifest { name, game, seed, seating, .. } = &self.study.manifest;
        let table = &self.tables[table];
        let lineup = table.lineup(players);
        let name = format!("{name}-{}-{players}-{}", table.name, rules.name);
        let format = if lineup.len() == players { Format::Table } else { Format::RoundRobin };
        let mut manifest = Manifest::new(name, game, players, *seed)
            .with_deals(table.deals)
            .with_lineup(format, lineup)
            .with_variant(rules.entry.clone())
            .with_positions(self.study.manifest.positions.clone());
        manifest.seating = *seating;
        manifest
    }

    /// Prepares a tournament of the study.
    ///
    /// # Errors
    /// Those of [`Tournament::new`].
    pub(super) fn prepared(&self, manifest: Manifest) -> Result<Tournament, RunError> {
        Ok(Tournament::new(self.study.game, manifest, self.study.source())?)
    }

    /// Returns the folder of a tournament in that of the study.
    fn place(&self, table: usize, players: usize, rules: &PlannedArm) -> PathBuf {
        Path::new(&format!("{}-{players}", self.tables[table].name)).join(&rules.name)
    }

    /// Returns the number of tournaments.
    #[must_use]
    pub fn tournaments(&self) -> usize {
        self.cells().count() * self.rules.len()
    }

    /// Lists the steps of the study: a tournament each. Games of the same bots take about as long as the square of the
    /// number of seats.
    fn steps(&self) -> Result<Vec<RungGain>, RunError> {
        let mut steps = Vec::new();
        for (table, players) in self.cells() {
            let tournament = self.prepared(self.tournament(table, players, &self.rules[0]))?;
            let size = tournament.schedule().games() as f64 * (players * players) as f64;
            steps.extend(self.rules.iter().map(|_| RungGain::new(table, size)));
        }
        Ok(steps)
    }

    /// Describes which variants have the rules of another one.
    fn same_in_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (index, rules) in self.rules.iter().enumerate() {
            let known = if rules.name == STANDARD { "the standard rules" } else { &rules.name };
            let judged = if index == 0 { "not judged" } else { "counted once" };
            let same = |name: &String| format!("{name} is the same as {known}: not played again, {judged}");
            words.extend(rules.also.iter().map(same));
        }
        words
    }

    /// Finds which items are dead or must-haves, by restricted play of the first bot; `None` if it was stopped, nothing
    /// if the manifest asks for no items.
    fn items(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Vec<ItemRules>>, RunError> {
        let BalanceManifest { name, game, seed, deals, players, items, smallest, .. } = &self.study.manifest;
        if items.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let mut manifest = RestrictedManifest::new(format!("{name}-{ITEMS}"), game, *seed, *deals, players);
        self.tables[0].first_bot().clone_into(&mut manifest.bot);
        manifest.items.clone_from(items);
        manifest.smallest = *smallest;
        manifest.variants = self.rules.iter().filter_map(|rules| rules.entry.clone()).collect();
        let folder = self.study.folder.join(ITEMS);
        let study = Restricted::new(self.study.game, manifest, self.study.source(), &folder)?;
        Ok(study.run(threads, stop, watch)?.map(|found| found.rules))
    }

    fn title(&self) -> String {
        let BalanceManifest { name, game, seed, .. } = &self.study.manifest;
        let baseline =
            if self.rules[0].name == STANDARD { "the standard rules" } else { &self.rules[0].name };
        let variants = counted(self.rules.len() - 1, "variant");
        format!("{name}: {game}, {variants} against {baseline}, same deals and bots, seed {seed}")
    }

    /// Works out the metrics of a table's runs, over the blocks that are whole in all of them.
    fn cell(&self, table: usize, players: usize, mut runs: Vec<Sums>) -> Cell {
        let all = runs[0].whole.len();
        let kept: Vec<bool> = (0..all).map(|block| runs.iter().all(|sums| sums.whole[block])).collect();
        let games_per_block = runs[0].games / all.max(1) as u64;
        runs.iter_mut().for_each(|sums| sums.retain(&kept));
        let blocks = Blocks::new(runs[0].strata.iter().copied());
        let table = &self.tables[table];
        let shape = Shape::of(&runs, table.kind, table.alone.clone());
        let mut baseline: Option<Vec<Metric>> = None;
        let mut arms = Vec::new();
        for (rules, sums) in self.rules.iter().zip(&runs) {
            let metrics = sums.metrics(&blocks, &shape);
            let row = |(index, metric): (usize, Metric)| {
                MetricRow::new(metric, baseline.as_ref().map(|metrics| &metrics[index]), &blocks)
            };
            let rows = metrics.iter().cloned().enumerate().map(row).collect();
            arms.push(Arm {
                variant: rules.name.clone(),
                also: rules.also.clone(),
                swept: rules.swept,
                rows,
                verdicts: Vec::new(),
            });
            baseline.get_or_insert(metrics);
        }
        let counted = blocks.len() as u64;
        Cell {
            table: table.name.clone(),
            kind: table.kind,
            players,
            deals: table.deals,
            games: counted * games_per_block,
            blocks: counted,
            left_out: all as u64 - counted,
            arms,
        }
    }
}

impl Study for Balance {
    type Findings = BalanceResult;

    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<BalanceResult>, RunError> {
        self.study.describe("study")?;
        let mut outlook = Outlook::new(watch, self.steps()?);
        let (mut cells, mut experts) = (Vec::new(), Vec::new());
        let mut faults = FaultCounts::default();
        let mut number = 0;
        for (table, players) in self.cells() {
            let mut runs = Vec::new();
            for rules in &self.rules {
                let tournament = self.prepared(self.tournament(table, players, rules))?;
                let known = Experts::of(tournament.table(), &rules.variant, tournament.bots());
                experts.extend(known.map(|known| (known, rules.name.clone())));
                let folder = self.study.folder.join(self.place(table, players, rules));
                number += 1;
                let games = Games::begin(&mut outlook, &format!("run {number} of {}", self.tournaments()));
                let Some(run) = games.play(&tournament, &folder, threads, stop)? else { return Ok(None) };
                faults.extend(run.standings.faults());
                runs.push(Sums::read(&tournament, &folder)?);
            }
            cells.push(self.cell(table, players, runs));
        }
        drop(outlook);
        let Some(items) = self.items(threads, stop, watch)? else { return Ok(None) };
        let Some(gifts) = self.gifts(threads, stop, watch)? else { return Ok(None) };
        let mut result =
            BalanceResult::new(self.title(), self.same_in_words(), cells, self.study.manifest.smallest);
        result.faults = faults;
        result.items = items;
        result.gifts = gifts;
        result.experts = experts_in_words(&experts);
        let fair = self.answer(&result);
        let page = page::page(&self.study.info, &self.study.manifest, &result, fair.as_ref());
        self.study
            .publish(&page, result.tables().into_iter().chain(fair.map(|fair| fair.csv())).collect())?;
        Ok(Some(result))
    }
}

/// Says by which players which variants are judged.
fn experts_in_words(known: &[(Experts, String)]) -> Vec<String> {
    let by = |experts: Experts| {
        let mut names: Vec<&str> =
            known.iter().filter(|(of, _)| *of == experts).map(|(_, name)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        (!names.is_empty()).then(|| format!("judged by {}: {}", experts.word(), names.join(", ")))
    };
    [Experts::HaveRead, Experts::Standard].into_iter().filter_map(by).collect()
}

/// Finds the positions that the games begin from, which have to be positions of all numbers of seats and variants.
fn find_start(
    game: &dyn Playable,
    rules: &[PlannedArm],
    players: &[usize],
    entry: &str,
    source: &Path,
) -> Result<String, InputError> {
    let folder = source.parent().unwrap_or(Path::new(""));
    let mut found = String::new();
    for (rules, &players) in
        rules.iter().flat_map(|rules| players.iter().map(move |players| (rules, players)))
    {
        let table = game.table(players, &rules.variant)?;
        let read = find_positions(game, entry, folder, &*table, &rules.variant);
        found = read.map_err(|error| in_field(&source.display().to_string(), "positions", entry, error))?;
    }
    Ok(found)
}

/// Finds the baseline and the variants, and makes those of the sweep. Of several with the same rules the first
/// one is played, and one that is the baseline itself is not compared with it.
fn find_rules(
    game: &dyn Playable,
    finder: &mut Finder<'_>,
    manifest: &mut BalanceManifest,
) -> Result<Vec<PlannedArm>, InputError> {
    let mut played: Vec<PlannedArm> = Vec::new();
    for rules in all_rules(finder, manifest)? {
        let data = finder.info.data;
        let same = played.iter_mut().find(|known| same_rules(data, &known.variant, &rules.variant));
        if let Some(known) = same {
            known.swept = known.swept.or(rules.swept);
            known.also.push(rules.name);
            continue;
        }
        if let (Some(_), Some(entry)) = (rules.swept, &rules.entry) {
            let text = toml::to_string(&rules.variant).expect("a variant has no value that TOML lacks");
            finder.copy(entry, text);
        }
        played.push(rules);
    }
    match &played[..] {
        // What is fair already has no alternative.
        [_] if manifest.fair.is_some() => {}
        [baseline] if baseline.also.is_empty() => {
            return refuse("variants", "neither variants nor a sweep", "one of them");
        }
        [baseline] => {
            let found = format!("only what is the baseline itself: {}", baseline.also.join(", "));
            return refuse("variants", found, "a variant, or a value of a sweep, that changes something");
        }
        _ => {}
    }
    for (index, &players) in manifest.players.iter().enumerate() {
        finder.check_players(&format!("players[{index}]"), &[players])?;
        for rules in &played {
            let in_variant = |error: InputError| error.in_variant(Origin::Changes(rules.name.clone()));
            game.table(players, &rules.variant).map_err(in_variant)?;
        }
    }
    Ok(played)
}

/// Lists the baseline, the variants and the values of the sweep.
fn all_rules(finder: &mut Finder<'_>, manifest: &mut BalanceManifest) -> Result<Vec<PlannedArm>, InputError> {
    let mut all = Vec::new();
    if manifest.baseline.is_none() {
        all.push(PlannedArm::new(STANDARD.to_owned(), Variant::standard(), None, None));
    }
    let baseline = manifest.baseline.iter_mut().map(|entry| ("baseline".to_owned(), entry));
    let named = manifest.variants.iter_mut().enumerate();
    let named = named.map(|(index, entry)| (format!("variants[{index}]"), entry));
    for (field, entry) in baseline.chain(named) {
        if entry == STANDARD {
            all.push(PlannedArm::new(STANDARD.to_owned(), Variant::standard(), None, None));
            continue;
        }
        let found = finder.variant(&field, entry, |name| {
            check_name(&format!("the name of {field}"), name)?;
            Ok(format!("variants/{name}.toml"))
        })?;
        all.push(PlannedArm::new(found.name.clone(), found, Some(entry.clone()), None));
    }
    let baseline = all[0].variant.clone();
    for (value, sweep) in
        manifest.sweep.iter().flat_map(|sweep| sweep.values.iter().map(move |v| (*v, sweep)))
    {
        let variant = sweep.variant(value, finder.info.name, &baseline);
        let (name, entry) = (variant.name.clone(), format!("variants/{}.toml", variant.name));
        all.push(PlannedArm::new(name, variant, Some(entry), Some(value)));
    }
    for (index, rules) in all.iter().enumerate() {
        // Names that differ in case alone are one file on Windows and macOS.
        if all[..index].iter().any(|earlier| earlier.name.eq_ignore_ascii_case(&rules.name)) {
            let found = format!("two called {:?}", rules.name);
            return refuse("variants", found, "different names, not in case alone");
        }
    }
    Ok(all)
}
