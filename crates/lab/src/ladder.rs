//! Strength against budget: a search with more iterations against itself with fewer, rung by rung.
//!
//! Each step is a duel: one copy of the stronger among copies of the weaker and the other way round, on the
//! same deals with every seating; or, as the manifest says, the first half of that. The gain of a step is the
//! Elo difference of the share of pairs of their seats in which the stronger ranks ahead; ratings add the
//! steps up.

mod manifest;
mod page;
mod result;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::folder::{Finder, Prepared, Rules};
use super::outlook::{Outlook, RungGain};
use super::study::{Games, Study, StudyWatch};
use tradewinds_arena::Playable;
use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{InputError, Seed, counted};
use tradewinds_tournament::{Format, Manifest, RunError, Schedule, SourceText, Tournament};

pub use manifest::LadderManifest;
pub use result::{LadderResult, Rung, TABLES};

/// A ladder with all that its manifest names found and checked.
#[derive(Debug)]
pub struct Ladder {
    study: Prepared<LadderManifest>,
    rules: Rules,
    /// By rung.
    bots: Vec<Preset>,
}

impl Ladder {
    /// Finds and checks all that a manifest of this game names; `source` is its file, `folder` where the
    /// ladder is to be played.
    ///
    /// # Errors
    /// Anything wrong with the manifest, the preset or the variant, or a preset that is not a search with
    /// only an iteration budget.
    pub fn new(
        game: &'static dyn Playable,
        manifest: LadderManifest,
        source: &Path,
        folder: &Path,
    ) -> Result<Self, InputError> {
        let mut as_run = manifest.clone();
        let mut finder = Finder::new(game, &mut as_run, source, folder);
        let file = finder.file();
        finder.check_players("players", &[manifest.players])?;
        let rules = finder.rules(&mut as_run.variant, manifest.players)?;
        let found = finder.bot(&*rules.table, "bot", &mut as_run.bot)?;
        if !found.from_file {
            finder.bots.clear();
        }
        let rungs = rungs(&manifest, &found).map_err(|error| error.in_file(file.as_str()))?;
        let mut bots = Vec::new();
        for (bot, text) in rungs {
            finder.bots.push((folder.join("bots").join(format!("{}.toml", bot.name)), text));
            bots.push(bot);
        }
        let ladder = Self { study: finder.prepared("ladder.toml", as_run), rules, bots };
        for step in 0..ladder.steps() {
            let step = ladder.step(step);
            let checked = step.check().and_then(|()| Schedule::new(&step, &[0, 1]).map(drop));
            checked.map_err(|error| error.in_file(file.as_str()))?;
        }
        Ok(ladder)
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.bots.len() - 1
    }

    /// Returns the work of a step: all have the same games, which take as long as they have iterations.
    fn work(&self, step: usize) -> RungGain {
        let [lower, upper] = [step, step + 1].map(|rung| f64::from(self.study.manifest.iterations[rung]));
        let uppers = 1.0 / self.study.manifest.players as f64;
        let one_among = uppers * upper + (1.0 - uppers) * lower;
        let size = if self.study.manifest.format == Format::Duel { (upper + lower) / 2.0 } else { one_among };
        RungGain::new(0, size)
    }

    fn title(&self) -> String {
        let LadderManifest { name, game, players, seed, deals, .. } = &self.study.manifest;
        let rules = &self.rules.words;
        format!("{name}: {game}, {players} players, {rules}, {} a step, seed {seed}", counted(deals, "deal"))
    }

    /// Returns the manifest of rung `step` + 1 against the one below.
    fn step(&self, step: usize) -> Manifest {
        let LadderManifest { game, players, seed, deals, iterations, format, variant, .. } =
            &self.study.manifest;
        let bot = |rung: usize| format!("bots/{}.toml", self.bots[rung].name);
        let name = format!("{}-vs-{}", iterations[step + 1], iterations[step]);
        Manifest::new(name, game, *players, *seed)
            .with_deals(*deals)
            .with_lineup(*format, vec![bot(step + 1), bot(step)])
            .with_variant(variant.clone())
    }
}

impl Study for Ladder {
    type Findings = LadderResult;

    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<LadderResult>, RunError> {
        let LadderManifest { iterations, format, seed, .. } = &self.study.manifest;
        self.study.describe("ladder")?;
        let mut outlook = Outlook::new(watch, (0..self.steps()).map(|step| self.work(step)).collect());
        let mut rungs = vec![Rung::first(&self.bots[0].name, iterations[0])];
        for step in 0..self.steps() {
            let manifest = self.step(step);
            let folder = self.study.folder.join(&manifest.name);
            let tournament = Tournament::new(self.study.game, manifest, self.study.source())?;
            let games = Games::begin(&mut outlook, &format!("step {} of {}", step + 1, self.steps()));
            let Some(run) = games.play(&tournament, &folder, threads, stop)? else { return Ok(None) };
            let below = rungs.last().expect("the first rung is there");
            let bot = &self.bots[step + 1].name;
            rungs.push(below.next(bot, iterations[step + 1], &run.standings));
        }
        let times = self.rules.table.think_times(&self.bots, Seed(*seed))?;
        for (rung, times) in rungs.iter_mut().zip(times) {
            rung.milliseconds.extend(0, times);
        }
        let result = LadderResult { title: self.title(), format: *format, rungs };
        let page = page::page(&self.study.info, &self.study.manifest, &result);
        self.study.publish(&page, result.tables())?;
        Ok(Some(result))
    }
}

/// Makes the preset of each rung, with its text.
fn rungs(manifest: &LadderManifest, base: &SourceText<Preset>) -> Result<Vec<(Preset, String)>, InputError> {
    let refuse = |found: &str| {
        let allowed = "a search whose budget is iterations";
        InputError::new("", "bot", format!("{:?}, {found}", manifest.bot), allowed)
    };
    match &base.value.kind {
        BotKind::Search { settings, .. } if settings.is_timed() => return Err(refuse("with a time budget")),
        BotKind::Search { .. } if base.value.clock.is_some() => return Err(refuse("with a clock")),
        BotKind::Search { .. } => {}
        kind => return Err(refuse(&format!("a {} bot", kind.word()))),
    }
    let rung = |&iterations: &u32| {
        let mut table: toml::Table = base.text.parse().map_err(|_| refuse("no TOML"))?;
        let name = format!("{}-{iterations}", base.value.name);
        let about = format!("{}, with {iterations} iterations a decision.", base.value.name);
        table.insert("name".to_owned(), name.clone().into());
        table.insert("about".to_owned(), about.into());
        if let Some(toml::Value::Table(search)) = table.get_mut("search") {
            search.insert("iterations".to_owned(), i64::from(iterations).into());
        }
        let text = table.to_string();
        Ok((Preset::parse(&name, &text)?, text))
    };
    manifest.iterations.iter().map(rung).collect()
}
