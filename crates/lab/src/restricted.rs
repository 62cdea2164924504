//! Restricted play: what if a seat never makes a choice, or makes it whenever it can?
//!
//! A study first plays games in which all seats are free, and lists the items: the choices that come up, and the
//! share of seats that make each. Then one seat does without an item, and one holds to it, among free copies of the
//! same bot, on the same deals and from every seat. Free copies of one bot would win equally often, so what the seat
//! loses is the even share less its own (Jaffe and others 2012). `docs/choices.md` explains the verdicts.

mod manifest;
mod page;
mod result;
mod seen;
mod verdict;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::folder::{Finder, Prepared, check_name};
use super::outlook::{Outlook, RungGain};
use super::study::{Games, Study, StudyWatch};
use tradewinds_arena::{Playable, Ruleset};
use tradewinds_bots::{Preset, Sections};
use tradewinds_game::{InputError, Origin, Seat, Variant, counted, nearest, slug};
use tradewinds_stats::{BlockEstimate, Blocks, CONFIDENCE, Influence};
use tradewinds_tournament::{
    Format, Manifest, Recording, RunError, Schedule, Shard, Tournament, each_game, merge,
};

pub use manifest::RestrictedManifest;
pub(crate) use manifest::kinds_of;
pub use result::{ItemRow, ItemRules, RestrictedResult, TABLES};
pub use seen::Item;
pub use verdict::{Hold, ItemCall, ItemLoss};

use seen::Seen;

/// The name of the standard rules.
const STANDARD: &str = "standard";

/// A study with all that its manifest names found and checked.
#[derive(Debug)]
pub struct Restricted {
    study: Prepared<RestrictedManifest>,
    /// The kinds of decision, as the game numbers them.
    kinds: Vec<usize>,
    /// The standard rules first; each with its name, and its name in a manifest.
    rules: Vec<(String, Option<String>)>,
}

/// Rules with a number of seats.
#[derive(Clone, Copy, Debug)]
struct Cell<'a> {
    players: usize,
    rules: &'a (String, Option<String>),
}

impl Restricted {
    /// Finds and checks all that a manifest of this game names; `source` is its file, `folder` where the study is to
    /// be played.
    ///
    /// # Errors
    /// Anything wrong with the manifest, the preset or a variant; a number of seats or a kind of decision that the
    /// game does not have.
    pub fn new(
        game: &'static dyn Playable,
        manifest: RestrictedManifest,
        source: &Path,
        folder: &Path,
    ) -> Result<Self, InputError> {
        let mut as_run = manifest;
        let mut finder = Finder::new(game, &mut as_run, source, folder);
        let file = finder.file();
        let in_file = |error: InputError| {
            if *error.origin() == Origin::Unnamed { error.in_file(file.as_str()) } else { error }
        };
        let kinds = kinds_of(&as_run.items, &finder.info).map_err(in_file)?;
        finder.check_players("players", &as_run.players)?;
        check_deals(as_run.deals, &as_run.players).map_err(in_file)?;
        let mut rules = vec![(STANDARD.to_owned(), None)];
        let mut variants = vec![Variant::standard()];
        for (index, entry) in as_run.variants.iter_mut().enumerate() {
            let field = format!("variants[{index}]");
            let found = finder.variant(&field, entry, |name| {
                check_name(&format!("the name of {field}"), name)?;
                Ok(format!("variants/{name}.toml"))
            })?;
            // Names that differ in case alone are one file on Windows and macOS.
            if rules.iter().any(|(known, _)| known.eq_ignore_ascii_case(&found.name)) {
                let (found, allowed) =
                    (format!("two called {:?}", found.name), "different names, not in case alone");
                return Err(in_file(InputError::new("", field, found, allowed)));
            }
            rules.push((found.name.clone(), Some(entry.clone())));
            variants.push(found);
        }
        let mut bot = None;
        let mut tables = Vec::new();
        for &players in &as_run.players {
            for (variant, (name, _)) in variants.iter().zip(&rules) {
                let in_variant = |error: InputError| error.in_variant(Origin::Changes(name.clone()));
                let table = game.table(players, variant).map_err(in_variant)?;
                if bot.is_none() {
                    let found = finder.bot(&*table, "bot", &mut as_run.bot).map_err(in_file)?.value;
                    found.check_free()?;
                    bot = Some(found);
                }
                tables.push(table);
            }
        }
        if let Some(bot) = bot {
            check_only(&as_run, &bot, &tables).map_err(in_file)?;
        }
        Ok(Self { study: finder.prepared("restricted.toml", as_run), kinds, rules })
    }

    fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        let players = &self.study.manifest.players;
        players.iter().flat_map(|&players| self.rules.iter().map(move |rules| Cell { players, rules }))
    }

    fn title(&self) -> String {
        let RestrictedManifest { name, game, seed, bot, deals, .. } = &self.study.manifest;
        let bot = bot.trim_start_matches("bots/").trim_end_matches(".toml");
        format!("{name}: {game}, restricted play by {bot}, {} an item, seed {seed}", counted(*deals, "deal"))
    }

    /// Returns where a run is in the study's folder.
    fn place(cell: Cell<'_>, run: &str) -> PathBuf {
        Path::new(&format!("{}-{}", cell.rules.0, cell.players)).join(run)
    }

    /// Returns the folder of a run.
    fn folder(&self, cell: Cell<'_>, run: &str) -> PathBuf {
        self.study.folder.join(Self::place(cell, run))
    }

    /// Returns the manifest of a run with these bots.
    fn manifest(&self, cell: Cell<'_>, run: &str, lineup: Vec<String>) -> Manifest {
        let RestrictedManifest { name, game, seed, deals, .. } = &self.study.manifest;
        let name = format!("{name}-{}-{}-{run}", cell.rules.0, cell.players);
        Manifest::new(name, game, cell.players, *seed)
            .with_deals(*deals)
            .with_lineup(Format::Table, lineup)
            .with_variant(cell.rules.1.clone())
    }

    /// Returns the run in which all seats are free.
    fn free(&self, cell: Cell<'_>) -> Result<Tournament, InputError> {
        let mut manifest = self.manifest(cell, "free", vec![self.study.manifest.bot.clone(); cell.players]);
        manifest.record = Recording::Games;
        Tournament::new(self.study.game, manifest, self.study.source())
    }

    /// Returns the run in which one seat does without an item, or holds to it, and its name.
    fn held(&self, cell: Cell<'_>, item: &Item, hold: Hold) -> Result<(String, Tournament), InputError> {
        let RestrictedManifest { bot, items, .. } = &self.study.manifest;
        let run = format!("{}-{}-{}", hold.word(), slug(&items[item.kind]), slug(&item.choice));
        let mut lineup = vec![bot.clone(); cell.players];
        lineup[0].clone_from(&run);
        let mut manifest = self.manifest(cell, &run, lineup);
        let choices: toml::Table =
            [(items[item.kind].clone(), vec![item.choice.clone()].into())].into_iter().collect();
        let preset: toml::Table =
            [("base".to_owned(), bot.clone().into()), (hold.word().to_owned(), choices.into())]
                .into_iter()
                .collect();
        let bots: toml::Table = [(run.clone(), preset.into())].into_iter().collect();
        let mut sections = Sections::default();
        sections.read(&toml::Table::from_iter([("bots".to_owned(), bots.into())]).to_string());
        manifest.bots = sections;
        Ok((run, Tournament::new(self.study.game, manifest, self.study.source())?))
    }
}

impl Restricted {
    /// Plays the games in which all seats are free, and counts what comes up in each cell; `None` if it was stopped.
    fn play_free(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Vec<Seen>>, RunError> {
        let cells = self.cells().count();
        let mut outlook = Outlook::new(watch, vec![RungGain::new(0, 1.0); cells]);
        let mut seen = Vec::new();
        for (number, cell) in self.cells().enumerate() {
            let (tournament, folder) = (self.free(cell)?, self.folder(cell, "free"));
            let games = Games::begin(&mut outlook, &format!("free games {} of {cells}", number + 1));
            let Some(_) = games.play(&tournament, &folder, threads, stop)? else { return Ok(None) };
            seen.push(Seen::read(self.study.game, &tournament, &folder, &self.kinds)?);
        }
        Ok(Some(seen))
    }

    /// Lists the items that each cell is asked about.
    fn asked<'s>(&'s self, seen: &'s [Seen]) -> Result<Vec<(Cell<'s>, Vec<&'s Item>)>, RunError> {
        let mut items: BTreeSet<&Item> = seen.iter().flat_map(Seen::items).collect();
        let only = &self.study.manifest.only;
        if let Some(unknown) = only.iter().find(|name| items.iter().all(|item| item.choice != **name)) {
            let known: BTreeSet<&str> = items.iter().map(|item| item.choice.as_str()).collect();
            let known: Vec<&str> = known.into_iter().collect();
            let found = format!("{unknown:?}, which came up in no free game");
            let allowed = format!("{}; play the corrected study in another folder", known.join(", "));
            return Err(InputError::new(self.study.file.as_str(), "only", found, allowed).into());
        }
        items.retain(|item| only.is_empty() || only.contains(&item.choice));
        // An item that comes up under one set of rules is asked for under all with as many players.
        let asked = |players: usize| {
            let alike = self.cells().zip(seen).filter(move |(cell, _)| cell.players == players);
            let found: BTreeSet<&Item> = alike.flat_map(|(_, seen)| seen.items()).collect();
            items.iter().copied().filter(|item| found.contains(item)).collect()
        };
        Ok(self.cells().map(|cell| (cell, asked(cell.players))).collect())
    }

    /// Lists the runs in which one seat is restricted.
    fn held_runs<'s>(&'s self, seen: &'s [Seen]) -> Result<Vec<(Cell<'s>, &'s Item, Hold)>, RunError> {
        let asked = self.asked(seen)?.into_iter();
        let items = asked.flat_map(|(cell, items)| items.into_iter().map(move |item| (cell, item)));
        Ok(items.flat_map(|(cell, item)| Hold::ALL.map(|hold| (cell, item, hold))).collect())
    }

    /// Plays the free games, and a part of every run in which one seat is restricted, or goes on there; returns whether
    /// it was played to its end.
    ///
    /// # Errors
    /// Those of [`Study::run`].
    pub fn play_part(
        &self,
        shard: Shard,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<bool, RunError> {
        self.study.describe("study")?;
        let Some(seen) = self.play_free(threads, stop, watch)? else { return Ok(false) };
        let runs = self.held_runs(&seen)?;
        let mut outlook = Outlook::new(watch, vec![RungGain::new(0, 1.0); runs.len()]);
        for (number, &(cell, item, hold)) in runs.iter().enumerate() {
            let (run, tournament) = self.held(cell, item, hold)?;
            let step = format!("run {} of {}", number + 1, runs.len());
            let games = Games::begin(&mut outlook, &step).of_part(shard);
            if games.play(&tournament, &self.folder(cell, &run), threads, stop)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays the free games, and joins the parts of all other runs, each in a folder of its own, into the games that one
    /// machine would have played: [`Study::run`] then plays none of them. Returns whether it was not stopped.
    ///
    /// # Errors
    /// A part of another study than the first one; those of [`Study::run`], and of [`merge`] for any of the runs.
    pub fn join(
        &self,
        parts: &[PathBuf],
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<bool, RunError> {
        self.study.check_parts(parts)?;
        self.study.describe("study")?;
        let Some(seen) = self.play_free(threads, stop, watch)? else { return Ok(false) };
        for (cell, item, hold) in self.held_runs(&seen)? {
            let (run, tournament) = self.held(cell, item, hold)?;
            let place = Self::place(cell, &run);
            let parts: Vec<PathBuf> = parts.iter().map(|part| part.join(&place)).collect();
            merge(&tournament, &parts, &self.study.folder.join(&place))?;
        }
        Ok(true)
    }

    /// Plays the games in which one seat is restricted, and judges the items of each cell; `None` if it was stopped.
    fn play_held(
        &self,
        seen: &[Seen],
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Vec<ItemRules>>, RunError> {
        let asked = self.asked(seen)?;
        let runs = Hold::ALL.len() * asked.iter().map(|(_, items)| items.len()).sum::<usize>();
        let confidence = 1.0 - (1.0 - CONFIDENCE) / runs.max(1) as f64;
        let mut outlook = Outlook::new(watch, vec![RungGain::new(0, 1.0); runs]);
        let (mut found, mut number) = (Vec::new(), 0);
        for ((cell, items), seen) in asked.into_iter().zip(seen) {
            let mut rows = Vec::new();
            for item in items {
                let mut losses = [None; 2];
                for (hold, found) in Hold::ALL.into_iter().zip(&mut losses) {
                    let (run, tournament) = self.held(cell, item, hold)?;
                    let folder = self.folder(cell, &run);
                    number += 1;
                    let games = Games::begin(&mut outlook, &format!("run {number} of {runs}"));
                    let Some(_) = games.play(&tournament, &folder, threads, stop)? else { return Ok(None) };
                    *found = ItemLoss::new(loss(&tournament, &folder)?, cell.players, confidence);
                }
                rows.push(ItemRow::new(&self.study.manifest, item, seen, losses));
            }
            rows.sort_by(|a, b| a.call.cmp(&b.call).then(b.weight().total_cmp(&a.weight())));
            found.push(ItemRules { players: cell.players, variant: cell.rules.0.clone(), rows });
        }
        Ok(Some(found))
    }
}

/// Checks that a run in which one seat is restricted does not have too many games.
///
/// # Errors
/// There are too many deals for one of these numbers of seats.
pub(crate) fn check_deals(deals: u64, players: &[usize]) -> Result<(), InputError> {
    players.iter().try_for_each(|&players| {
        let manifest = Manifest::new("", "", players, 0).with_deals(deals);
        let entries: Vec<usize> = (0..players).map(|seat| seat.min(1)).collect();
        let planned =
            Schedule::new(&manifest.with_lineup(Format::Table, vec![String::new(); players]), &entries);
        planned.map(drop).map_err(|error| error.with_origin(Origin::Unnamed))
    })
}

/// Checks that the names under `only` are choices of one of the kinds, as far as a game shows them.
fn check_only(
    manifest: &RestrictedManifest,
    bot: &Preset,
    tables: &[Box<dyn Ruleset>],
) -> Result<(), InputError> {
    for name in &manifest.only {
        let refusal = |(kind, table): (&String, &dyn Ruleset)| {
            let mut bot = bot.clone();
            bot.restriction.never.insert(kind.clone(), vec![name.clone()]);
            Some((kind.clone(), table.check_bot(&bot).err()?))
        };
        let kinds = manifest.items.iter().flat_map(|kind| tables.iter().map(move |table| (kind, &**table)));
        // It is a choice where one of them takes it.
        if let Some(refusals) = kinds.map(refusal).collect::<Option<Vec<_>>>() {
            return Err(unknown_choice(name, &refusals));
        }
    }
    Ok(())
}

/// Refuses a name with the choices of all kinds of decision, by the refusals of each.
fn unknown_choice(name: &str, refusals: &[(String, InputError)]) -> InputError {
    let is_one_kind = refusals.iter().all(|(kind, _)| *kind == refusals[0].0);
    let mut choices: Vec<String> = Vec::new();
    for (kind, refusal) in refusals {
        let allowed = refusal.allowed();
        let of_kind = if is_one_kind { allowed.to_owned() } else { format!("{kind}: {allowed}") };
        if !choices.contains(&of_kind) {
            choices.push(of_kind);
        }
    }
    let likely = nearest(name, refusals.iter().filter_map(|(_, refusal)| refusal.nearest()));
    InputError::unknown_name("", "only", name, []).with_allowed(choices.join("; ")).with_nearest(likely)
}

/// Estimates what the first bot of a run's line-up loses of the even share.
fn loss(tournament: &Tournament, folder: &Path) -> Result<BlockEstimate, RunError> {
    let blocks = tournament.schedule().blocks() as usize;
    let (mut won, mut seats, mut whole) = (vec![0.0; blocks], vec![0.0; blocks], vec![true; blocks]);
    let players = tournament.table().players();
    each_game(tournament, folder, |scheduled, record| {
        let block = scheduled.block as usize;
        whole[block] &= !record.truncated;
        for seat in Seat::all(players).filter(|&seat| scheduled.bots[seat] == 0) {
            won[block] += record.win_share(seat.index()).unwrap_or_default();
            seats[block] += 1.0;
        }
    })?;
    let losses: Vec<f64> = (0..blocks)
        .filter(|&block| whole[block])
        .map(|block| 1.0 / players as f64 - won[block] / seats[block])
        .collect();
    let blocks = Blocks::new(vec![0; losses.len()]);
    Ok(Influence::mean(&blocks, &losses).estimate(&blocks))
}

impl Study for Restricted {
    type Findings = RestrictedResult;

    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<RestrictedResult>, RunError> {
        self.study.describe("study")?;
        let Some(seen) = self.play_free(threads, stop, watch)? else { return Ok(None) };
        let Some(rules) = self.play_held(&seen, threads, stop, watch)? else { return Ok(None) };
        let result = RestrictedResult { title: self.title(), rules };
        let page = page::page(&self.study.info, &self.study.manifest, &result);
        self.study.publish(&page, result.tables(&self.study.manifest))?;
        Ok(Some(result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_choice_is_named_with_those_of_all_kinds() {
        let refusal = |kind: &str, known: [&'static str; 2]| {
            (kind.to_owned(), InputError::unknown_name("", "never", "build harbour", known))
        };
        let (build, role) =
            (refusal("build", ["build factory", "build harbor"]), refusal("role", ["builder", "mayor"]));
        let all = unknown_choice("build harbour", &[build.clone(), build.clone(), role]).to_string();
        assert_eq!(
            all,
            "only: found \"build harbour\"; allowed: build: build factory, build harbor; role: builder, mayor (did you \
             mean build harbor?)"
        );
        let one = unknown_choice("build harbour", &[build]).to_string();
        assert!(one.contains("allowed: build factory, build harbor (did"), "{one}");
    }
}
