//! Learning by self-play: what a search expects of a position, and what it tries first.
//!
//! The stages are a warm start by games without search, and generations of games with search. After each stage a
//! network is fitted to the newest samples, and its bot plays against the best one before it, at equal time. Every
//! stage leaves its files, so that an interrupted study goes on where it stopped.

mod bots;
mod manifest;
mod memory;
mod page;
mod result;
mod stage;

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::{fs, io};

use super::folder::{Finder, Prepared, Rules, describe};
use super::outlook::{Outlook, RungGain};
use super::study::{Games, Halt, Study, StudyWatch};
use bots::Taught;
use memory::Memory;
use stage::{Fitted, Stage, Workshop};
use tradewinds_arena::{DrawnRules, GameInfo, Playable, RulesMix};
use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{InputError, Purpose, Seed};
use tradewinds_learn::fit::FitSettings;
use tradewinds_learn::play::GameRules;
use tradewinds_network::{Network, NetworkSpec, NetworkWeights};
use tradewinds_search::RewardKind;
use tradewinds_stats::share_of_elo;
use tradewinds_tournament::{
    self, Format, Manifest, RunError, SprtSettings, Tournament, at, threads, write_synced,
};

pub use manifest::{Drawn, Gate, HeldOut, LearnManifest, RulesKind};
pub use result::{Generation, LearnResult, TABLES, Test};

/// The manifest as run, in the study's folder.
const MANIFEST: &str = "learn.toml";
/// The bot that was found, in the study's folder: its preset, which holds its network, and the network.
const LEARNED: [&str; 2] = ["learned.toml", "learned.network"];

/// A study with all that its manifest names found and checked.
#[derive(Debug)]
pub struct Learn {
    study: Prepared<LearnManifest>,
    /// The rules of the tests.
    rules: Rules,
    /// The rules of the games of self-play.
    games: GameRules,
    bot: Taught,
    others: Vec<Preset>,
    openers: Vec<Preset>,
    /// What the first fit starts from; `None` for random weights.
    start: Option<NetworkWeights>,
}

impl Learn {
    /// Finds and checks all that a manifest of this game names; `source` is its file, `folder` where the
    /// study is kept.
    ///
    /// # Errors
    /// Anything wrong with the manifest, a preset or the variant; a game without features; a bot that cannot be
    /// taught.
    pub fn new(
        game: &'static dyn Playable,
        manifest: LearnManifest,
        source: &Path,
        folder: &Path,
    ) -> Result<Self, InputError> {
        let mut as_run = manifest.clone();
        let mut finder = Finder::new(game, &mut as_run, source, folder);
        let file = finder.file();
        if finder.info.features.is_empty() {
            let allowed = "a game with features, see docs/features.md";
            return Err(InputError::new(file, "game", format!("{:?}", finder.info.name), allowed));
        }
        finder.check_players("players", &manifest.players)?;
        finder.check_players("gate.players", &[manifest.gate.players])?;
        let rules = finder.rules(&mut as_run.variant, manifest.gate.players)?;
        let table = &*rules.table;
        let found = finder.bot(table, "bot", &mut as_run.bot)?;
        check_bot(&file, &found.value)?;
        let bot = Taught { preset: found.value, text: found.text };
        let others = finder.bots_of(table, "others", &mut as_run.others)?;
        let openers = finder.bots_of(table, "openers", &mut as_run.openers)?;
        let games = match as_run.rules {
            Some(RulesKind::Drawn) => mixed_rules(&mut finder, &mut as_run)?,
            None => GameRules::Fixed(rules.variant.clone()),
        };
        let start = match (&bot.preset.value, manifest.continued) {
            (Some(value), true) => {
                Some(weights_of(&file, value.text(), spec_of(&finder.info), &manifest.fit)?)
            }
            _ => None,
        };
        Ok(Self { study: finder.prepared(MANIFEST, as_run), rules, games, bot, others, openers, start })
    }

    fn learn(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<LearnResult, Halt> {
        self.study.describe("study")?;
        let workshop = Workshop { pool: threads::pool(threads).map_err(RunError::from)?, stop };
        let mut outlook = Outlook::new(watch, self.steps());
        let watch: &mut dyn StudyWatch = &mut outlook;
        let mut newest = self.bot.clone();
        let mut best = self.bot.clone();
        let mut earlier: Vec<Preset> = Vec::new();
        let mut found: Vec<Generation> = Vec::new();
        let mut stages: Vec<Stage> = Vec::new();
        let mut start = self.start.clone();
        for number in self.stages() {
            stages.push(self.stage(number, &newest, &earlier, &stages));
            let fitted = self.fitted(&workshop, &stages, start.take(), watch)?;
            start = self.study.manifest.continued.then(|| fitted.network.weights());
            let name = format!("{}-g{number}", self.bot.preset.name);
            let bot = self.bot.with_network(
                &name,
                &fitted.network.to_text(),
                self.study.manifest.priors && (number > 0 || self.keeps_policy()),
            )?;
            let stage = &stages[stages.len() - 1];
            let test = self.test(stage, &best, &bot, Duel::Gate, threads, stop, watch)?;
            if test.accepted {
                best = bot.clone();
            }
            let network = fitted.network.checksum();
            let streamed = number == 0 && self.study.manifest.stream.is_some();
            let Fitted { games, samples, epoch: fit, .. } = fitted;
            found.push(Generation { number, streamed, bot: name, games, samples, fit, network, test });
            earlier.push(bot.with_iterations(self.study.manifest.play.quick_iterations)?.preset);
            newest = bot;
        }
        let gain = match &self.study.manifest.held_out {
            Some(held_out) if best != self.bot => {
                let stage = &stages[stages.len() - 1];
                Some(self.test(
                    stage,
                    &self.bot,
                    &best,
                    Duel::HeldOut(held_out.deals),
                    threads,
                    stop,
                    watch,
                )?)
            }
            _ => None,
        };
        let network = best.preset.value.as_ref().map(|value| value.text().to_owned());
        for (name, text) in LEARNED.into_iter().zip([Some(best.text.clone()), network]) {
            if let Some(text) = text {
                self.study.write(name, &text)?;
            }
        }
        let (bot, best) = (self.bot.preset.name.clone(), best.preset.name);
        let result = LearnResult { title: self.title(), bot, generations: found, best, gain };
        let page = page::page(&self.study.info, &self.study.manifest, &result);
        self.study.publish(&page, result.tables())?;
        Ok(result)
    }

    /// Plays the games of the last of some stages, and fits a network to them and to those of the window before it.
    fn fitted(
        &self,
        workshop: &Workshop<'_>,
        stages: &[Stage],
        start: Option<NetworkWeights>,
        watch: &mut dyn StudyWatch,
    ) -> Result<Fitted, Halt> {
        let manifest = &self.study.manifest;
        let stage = &stages[stages.len() - 1];
        if let Some(stream) = manifest.stream.as_ref().filter(|_| stages.len() == 1) {
            let player = |network: &Network| {
                let priors = self.bot.preset.value.as_ref().is_some_and(|value| value.priors);
                Ok(self.bot.with_network(&self.bot.preset.name, &network.to_text(), priors)?.preset)
            };
            return workshop.stream(stage, stream, &manifest.name, start, &player, watch);
        }
        workshop.play(stage, watch)?;
        // The games of a stream are forgotten.
        let first = stages.len().saturating_sub(manifest.window as usize);
        let window = &stages[first.max(usize::from(manifest.stream.is_some()))..];
        workshop.fit(window, manifest, start, watch)
    }

    /// Returns whether the network of the stage 0 has the policy of the bot's network.
    fn keeps_policy(&self) -> bool {
        let has_priors = self.bot.preset.value.as_ref().is_some_and(|value| value.priors);
        has_priors && self.study.manifest.stream.as_ref().is_some_and(|stream| stream.policy)
    }

    /// Returns the numbers of the stages; 0 is the warm start, or the stream.
    fn stages(&self) -> RangeInclusive<u32> {
        let LearnManifest { warm_games, stream, .. } = &self.study.manifest;
        u32::from(*warm_games == 0 && stream.is_none())..=self.study.manifest.generations
    }

    /// Returns the games of self-play of a stage.
    fn games(&self, number: u32) -> u32 {
        let LearnManifest { warm_games, stream, games, .. } = &self.study.manifest;
        match (number, stream) {
            (0, Some(stream)) => stream.games,
            (0, None) => *warm_games,
            _ => *games,
        }
    }

    /// Lists the steps of the study.
    fn steps(&self) -> Vec<RungGain> {
        let LearnManifest { window, gate, held_out, stream, .. } = &self.study.manifest;
        let step = |work: Work, size: u64| RungGain {
            kind: work as usize,
            size: size as f64,
            may_stop: matches!(work, Work::Test),
        };
        // The games of a stream are forgotten.
        let first = (*self.stages().start()).max(u32::from(stream.is_some()));
        let of_stage = |number: u32| {
            if let Some(stream) = stream.as_ref().filter(|_| number == 0) {
                return vec![step(Work::Stream, stream.played()), step(Work::Test, gate.deals)];
            }
            let newest = first.max((number + 1).saturating_sub(*window))..=number;
            let learned = newest.map(|number| u64::from(self.games(number))).sum();
            let work = if number == 0 { Work::Warm } else { Work::Searched };
            let played = self.games(number).into();
            vec![step(work, played), step(Work::Fit, learned), step(Work::Test, gate.deals)]
        };
        let last = held_out
            .as_ref()
            .map(|held_out| RungGain { may_stop: false, ..step(Work::Test, held_out.deals) });
        self.stages().flat_map(of_stage).chain(last).collect()
    }

    /// Makes the stage of a generation, in which `learner` plays.
    fn stage(&self, number: u32, learner: &Taught, earlier: &[Preset], before: &[Stage]) -> Stage {
        let LearnManifest { generations, part, memory_mib, window, .. } = self.study.manifest;
        let (name, title) = match number {
            0 if self.study.manifest.stream.is_some() => ("stream".to_owned(), "stream".to_owned()),
            0 => ("warm".to_owned(), "warm start".to_owned()),
            number => (format!("generation-{number}"), format!("generation {number} of {generations}")),
        };
        let key =
            tradewinds_tournament::run_key(self.study.texts().chain([name.as_str(), learner.text.as_str()]));
        let spec = spec_of(&self.study.info);
        Stage {
            folder: self.study.folder.join(&name),
            title,
            series: self.series(number, learner, earlier),
            games: self.games(number),
            first_game: before.iter().map(|stage| stage.games).sum(),
            part,
            key: format!("{key:08x}"),
            spec,
            memory: Memory::new(memory_mib),
            window: window.min(self.stages().count() as u32),
        }
    }

    fn series(&self, number: u32, learner: &Taught, earlier: &[Preset]) -> tradewinds_learn::play::SelfPlay {
        use tradewinds_learn::play::{Cast, Method, SelfPlay};
        let others = self.others.iter().chain(earlier).map(|preset| (preset.clone(), 1)).collect();
        let method = match number {
            0 => Method::OnePly(self.study.manifest.warm.clone()),
            _ => Method::Searched(self.study.manifest.play.clone()),
        };
        let is_taught = self.study.manifest.stream.as_ref().is_some_and(|stream| stream.policy);
        let teacher = (number == 0 && is_taught).then(|| learner.preset.clone());
        SelfPlay {
            game: self.study.info.name.to_owned(),
            players: self.study.manifest.players.clone(),
            rules: self.games.clone(),
            seed: Seed(self.study.manifest.seed).derive(Purpose::Sample, 100 + u64::from(number)),
            cast: Cast { learner: learner.preset.clone(), others, openers: self.openers.clone(), teacher },
            method,
            end: self.study.manifest.end,
        }
    }

    /// Plays a duel of two bots at equal time, in a folder beside the files of a stage.
    #[allow(clippy::too_many_arguments, reason = "the last three are handed on as they are")]
    fn test(
        &self,
        stage: &Stage,
        other: &Taught,
        bot: &Taught,
        duel: Duel,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Test, Halt> {
        let gate = &self.study.manifest.gate;
        let (name, title, seed) = match duel {
            Duel::Gate => ("gate", format!("{}: test", stage.title), 10_000 + u64::from(stage.first_game)),
            Duel::HeldOut(_) => ("games", "held-out games".to_owned(), 1),
        };
        let folder = match duel {
            Duel::Gate => stage.folder.clone(),
            Duel::HeldOut(_) => self.study.folder.join("held-out"),
        };
        let other = other.with_iterations(gate.iterations)?;
        let pace = match gate.pace {
            Some(pace) => pace,
            None => self.pace(
                &folder.join(format!("{name}-pace.toml")),
                &other,
                &bot.with_iterations(gate.iterations)?,
            )?,
        };
        let iterations = ((f64::from(gate.iterations) * pace).round() as u32).clamp(1, 1_000_000_000);
        let bot = bot.with_iterations(iterations)?;
        let mut files = Vec::new();
        for taught in [&bot, &other] {
            let path = folder.join("bots").join(format!("{}.toml", taught.preset.name));
            files.push((path, taught.text.clone()));
        }
        describe(&folder, &files, "test")?;
        let entry = |taught: &Taught| format!("bots/{}.toml", taught.preset.name);
        // A manifest's seed has 63 bits.
        let seed = Seed(self.study.manifest.seed).derive(Purpose::Sample, seed).0 >> 1;
        let deals = if let Duel::HeldOut(deals) = duel { deals } else { gate.deals };
        let mut manifest = Manifest::new(name, self.study.info.name, gate.players, seed)
            .with_deals(deals)
            .with_lineup(Format::Duel, vec![entry(&bot), entry(&other)])
            .with_variant(self.variant_entry(&folder, self.study.manifest.variant.clone())?);
        manifest.sprt = matches!(duel, Duel::Gate).then_some(gate.test);
        let tournament = Tournament::new(self.study.game, manifest, &folder.join(MANIFEST))?;
        let games = Games::begin(watch, &title);
        let run = games.play(&tournament, &folder.join(name), threads, stop)?.ok_or(Halt::Stopped)?;
        let pair = run.standings.pairs.first();
        let is_own = |name: &str| name == bot.preset.name;
        let ahead = pair.and_then(|pair| if is_own(&pair.bot) { pair.ahead } else { pair.reversed().ahead });
        let SprtSettings { elo0, elo1, .. } = gate.test;
        // Where the test ends depends on the side of the middle between its two hypotheses on which the share lies.
        let middle = 0.5 * (share_of_elo(elo0) + share_of_elo(elo1));
        Ok(Test {
            iterations,
            other: other.preset.name.clone(),
            other_iterations: gate.iterations,
            games: run.standings.games,
            accepted: ahead.is_some_and(|ahead| ahead.share > middle),
            ahead,
        })
    }

    /// Returns the entry of the variant for a tournament in `folder`: a file of the study, or a shipped name.
    fn variant_entry(&self, folder: &Path, entry: Option<String>) -> Result<Option<String>, RunError> {
        let Some(entry) = entry else { return Ok(None) };
        let path = self.study.folder.join(&entry);
        match fs::read_to_string(&path) {
            Ok(text) => {
                describe(folder, &[(folder.join(&entry), text)], "test")?;
                Ok(Some(entry))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(entry)),
            Err(source) => Err(RunError::Io { path, source }),
        }
    }

    /// Returns the iterations of `bot` that take as long as one of `other`: measured when it is first asked for,
    /// and then read from the file.
    fn pace(&self, path: &Path, other: &Taught, bot: &Taught) -> Result<f64, Halt> {
        let at = |source| RunError::Io { path: path.to_owned(), source };
        if let Some(pace) = fs::read_to_string(path).ok().and_then(|text| read_pace(&text)) {
            return Ok(pace);
        }
        let presets = [other.preset.clone(), bot.preset.clone()];
        let times = self.rules.table.think_times(&presets, Seed(self.study.manifest.seed))?;
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len().max(1) as f64;
        let (theirs, own) = (mean(&times[0]), mean(&times[1]));
        let pace = (theirs / own.max(1e-9)).clamp(0.01, 100.0);
        let text = format!(
            "# Milliseconds a decision with equal iterations, on one thread of this machine.\n\
             other_ms = {theirs}\nown_ms = {own}\npace = {pace}\n"
        );
        let folder = path.parent().unwrap_or(path);
        fs::create_dir_all(folder).map_err(at)?;
        write_synced(path, &text).map_err(at)?;
        Ok(pace)
    }

    fn title(&self) -> String {
        let LearnManifest { name, game, seed, players, .. } = &self.study.manifest;
        let rules = match self.games {
            GameRules::Fixed(_) => &self.rules.words,
            GameRules::Mixed { .. } => "drawn rules",
        };
        let players: Vec<String> = players.iter().map(usize::to_string).collect();
        let (bot, players) = (&self.bot.preset.name, players.join(", "));
        format!("{name}: {bot} in {game}, {players} players, {rules}, seed {seed}")
    }
}

/// The kinds of steps, which have speeds of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    /// Games of self-play without search.
    Warm,
    /// Such games that are learned from at once.
    Stream,
    /// Games of self-play with search.
    Searched,
    /// Batches of a fit.
    Fit,
    /// Games of a test, or of the comparison at the end.
    Test,
}

/// The duels of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Duel {
    /// The test of a generation.
    Gate,
    /// The comparison at the end, with this number of deals.
    HeldOut(u64),
}

impl Study for Learn {
    type Findings = LearnResult;

    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<LearnResult>, RunError> {
        Halt::findings(self.learn(threads, stop, watch))
    }
}

fn spec_of(info: &GameInfo) -> NetworkSpec {
    NetworkSpec { game: info.name, rules: info.rules_version, features: info.features }
}

/// Finds the rules of games that have drawn ones; variants from files are copied.
fn mixed_rules(finder: &mut Finder<'_>, manifest: &mut LearnManifest) -> Result<GameRules, InputError> {
    DrawnRules::new(finder.game).map_err(|error| at(&finder.file(), "rules", error))?;
    let Drawn { standard, shipped, left_out } = manifest.drawn.get_or_insert_default();
    let variants = left_out.iter_mut().enumerate().map(|(place, entry)| {
        let copy = |_: &str| Ok(format!("left-out/{place}.toml"));
        finder.variant(&format!("drawn.left_out[{place}]"), entry, copy)
    });
    let left_out = variants.collect::<Result<_, _>>()?;
    Ok(GameRules::Mixed { mix: RulesMix { standard: *standard, shipped: *shipped }, left_out })
}

/// Reads the weights of the bot's network, from which a fit with these settings can start.
fn weights_of(
    file: &str,
    text: &str,
    spec: NetworkSpec,
    fit: &FitSettings,
) -> Result<NetworkWeights, InputError> {
    let network = Network::parse("", text, spec).map_err(|error| error.inside("bot.value.network"))?;
    let size = network.size();
    if size != fit.size() {
        let found = format!("{} and {} units", fit.units, fit.second);
        let allowed = format!("{} and {}, as the network of the bot has", size.units, size.second);
        return Err(InputError::new(file, "fit", found, allowed));
    }
    Ok(network.weights())
}

fn read_pace(text: &str) -> Option<f64> {
    let table: toml::Table = text.parse().ok()?;
    table.get("pace")?.as_float().filter(|pace| (0.01..=100.0).contains(pace))
}

/// Checks that a bot can be taught.
fn check_bot(file: &str, preset: &Preset) -> Result<(), InputError> {
    preset.check_free().map_err(|error| error.in_file(file).with_field("bot"))?;
    let BotKind::Search { settings, .. } = &preset.kind else {
        let found = format!("{:?}, a {} bot", preset.name, preset.kind.word());
        return Err(InputError::new(file, "bot", found, "a search"));
    };
    let is_timed = preset.clock.is_some();
    if settings.cutoff.is_none()
        || settings.reward != RewardKind::WinShare
        || !uses_priors(preset)
        || is_timed
    {
        let found = format!("{:?}", preset.name);
        let allowed =
            "a search with a cutoff, the reward win-share and the selection puct, and without a clock";
        return Err(InputError::new(file, "bot", found, allowed));
    }
    Ok(())
}

fn uses_priors(preset: &Preset) -> bool {
    use tradewinds_search::SelectionKind;
    matches!(&preset.kind, BotKind::Search { settings, .. }
        if settings.selection == SelectionKind::Puct)
}
