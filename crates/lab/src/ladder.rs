//! Strength against budget: a search with more iterations against itself with fewer, rung by rung.
//!
//! Each step is a duel: one copy of the stronger among copies of the weaker and the other way round, on the
//! same deals with every seating; or, as the manifest says, the first half of that. The gain of a step is the
//! Elo difference of the share of pairs of their seats in which the stronger ranks ahead; ratings add the
//! steps up.

mod manifest;
mod page;
mod result;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::folder::{self, Bots, describe};
use super::outlook::{Outlook, Step};
use super::study::{Games, Study, Watch};
use tradewinds_arena::{Playable, Table};
use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{InputError, Origin, Seed, counted};
use tradewinds_tournament::{
    self, Format, Manifest, Outcome, RunError, RunOptions, Seating, Source, Tournament,
};

pub use manifest::LadderManifest;
pub use result::{LadderResult, Rung, TABLES};

/// The manifest as run, in the ladder's folder.
const MANIFEST: &str = "ladder.toml";

/// A ladder with all that its manifest names found and checked.
#[derive(Debug)]
pub struct Ladder {
    game: &'static dyn Playable,
    manifest: LadderManifest,
    folder: PathBuf,
    table: Box<dyn Table>,
    /// The name of the variant; none for the standard rules.
    variant: Option<String>,
    /// By rung.
    bots: Vec<Preset>,
    /// The files that are written to the folder before a game is played.
    files: Vec<(PathBuf, String)>,
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
        let info = game.info();
        let file = source.display().to_string();
        let base = source.parent().unwrap_or(Path::new(""));
        let mut as_run = manifest.clone();
        let mut files: Vec<(PathBuf, String)> = Vec::new();
        let variant = folder::variant(&info, &mut as_run.variant, (&file, base), folder, &mut files)?;
        let table = game.table(manifest.players, &variant).map_err(|error| match &manifest.variant {
            Some(entry) => error.in_variant(Origin::File(entry.clone())),
            None => error,
        })?;
        let mut copies = Bots::new(source, &mut as_run.bots, folder);
        let found = copies.find(&*table, "bot", &mut as_run.bot)?;
        if found.from_file {
            files.extend(copies.into_files());
        }
        let bots = rungs(&manifest, &found).map_err(|error| error.in_file(file.as_str()))?;
        for (bot, text) in &bots {
            files.push((folder.join("bots").join(format!("{}.toml", bot.name)), text.clone()));
        }
        files.push((folder.join(MANIFEST), as_run.to_toml()));
        let bots = bots.into_iter().map(|(bot, _)| bot).collect();
        let variant = manifest.variant.map(|_| variant.name);
        let folder = folder.to_owned();
        let ladder = Self { game, manifest: as_run, folder, table, variant, bots, files };
        for step in 0..ladder.steps() {
            ladder.step(step).check().map_err(|error| error.in_file(file.as_str()))?;
        }
        Ok(ladder)
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.bots.len() - 1
    }

    /// Returns the work of a step: all have the same games, which take as long as they have iterations.
    fn work(&self, step: usize) -> Step {
        let [lower, upper] = [step, step + 1].map(|rung| f64::from(self.manifest.iterations[rung]));
        let uppers = 1.0 / self.manifest.players as f64;
        let one_among = uppers * upper + (1.0 - uppers) * lower;
        let size = if self.manifest.format == Format::Duel { (upper + lower) / 2.0 } else { one_among };
        Step::new(0, size)
    }

    fn title(&self) -> String {
        let LadderManifest { name, game, players, seed, deals, .. } = &self.manifest;
        let rules =
            self.variant.as_ref().map_or("standard rules".to_owned(), |name| format!("variant {name}"));
        format!("{name}: {game}, {players} players, {rules}, {} a step, seed {seed}", counted(deals, "deal"))
    }

    /// Returns the manifest of rung `step` + 1 against the one below.
    fn step(&self, step: usize) -> Manifest {
        let LadderManifest { game, players, seed, deals, iterations, format, variant, .. } = &self.manifest;
        let bot = |rung: usize| format!("bots/{}.toml", self.bots[rung].name);
        Manifest {
            name: format!("{}-vs-{}", iterations[step + 1], iterations[step]),
            game: game.clone(),
            players: *players,
            seed: *seed,
            deals: Some(*deals),
            format: *format,
            lineup: vec![bot(step + 1), bot(step)],
            seating: Seating::Rotations,
            variant: variant.clone(),
            ..Manifest::default()
        }
    }
}

impl Study for Ladder {
    type Findings = LadderResult;

    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn Watch,
    ) -> Result<Option<LadderResult>, RunError> {
        describe(&self.folder, &self.files, "ladder")?;
        let mut outlook = Outlook::new(watch, (0..self.steps()).map(|step| self.work(step)).collect());
        let mut rungs = vec![Rung::first(&self.bots[0].name, self.manifest.iterations[0])];
        for step in 0..self.steps() {
            let manifest = self.step(step);
            let folder = self.folder.join(&manifest.name);
            let tournament = Tournament::new(self.game, manifest, &self.folder.join(MANIFEST))?;
            let options = RunOptions { threads, shard: None };
            let mut games = Games::begin(&mut outlook, &format!("step {} of {}", step + 1, self.steps()));
            let run = tradewinds_tournament::run(&tournament, &folder, options, stop, &mut games)?;
            if let Outcome::Stopped { .. } = run.outcome {
                return Ok(None);
            }
            let below = rungs.last().expect("the first rung is there");
            let bot = &self.bots[step + 1].name;
            rungs.push(below.next(bot, self.manifest.iterations[step + 1], &run.standings));
        }
        let times = self.table.think_times(&self.bots, Seed(self.manifest.seed))?;
        for (rung, times) in rungs.iter_mut().zip(times) {
            rung.milliseconds.extend(0, times);
        }
        let result = LadderResult { title: self.title(), format: self.manifest.format, rungs };
        result.write(&self.folder, &page::page(&self.game.info(), &self.manifest, &result))?;
        Ok(Some(result))
    }
}

/// Makes the preset of each rung, with its text.
fn rungs(manifest: &LadderManifest, base: &Source<Preset>) -> Result<Vec<(Preset, String)>, InputError> {
    let refuse = |found: &str| {
        let allowed = "a search whose budget is iterations";
        InputError::new("", "bot", format!("{:?}, {found}", manifest.bot), allowed)
    };
    match &base.value.kind {
        BotKind::Search { settings, .. } if settings.is_timed() => return Err(refuse("with a time budget")),
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
