//! How well does `balance --fair` undo planted unfairness, does it leave fair rules alone, and what does it cost beside
//! NTBEA (Lucas, Liu and Perez-Liebana 2018, *IEEE CEC*; arXiv 1802.05991)?
//!
//! `cargo bench --bench fair -- OUT.csv [plants] [nulls] [ntbea]` appends a row for each case to a file, and goes on where
//! it was interrupted. `study.toml` beside it has the settings.

mod ntbea;

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ntbea::Ntbea;
use serde::Deserialize;
use tradewinds::arena::{Playable, find};
use tradewinds::bots::Preset;
use tradewinds::game::{Dice as _, Purpose, Rng, Seed, Variant};
use tradewinds::lab::balance::{BalanceManifest, FairCall, FairResult, FairSettings, StartCall};
use tradewinds::lab::fair::{Ended, Fair, Games, Point, Space};
use tradewinds::lab::{Study as _, StudyWatch};
use tradewinds::tournament::{Progress, find_bot};

static NEVER: AtomicBool = AtomicBool::new(false);

/// The settings of the study.
#[derive(Deserialize)]
struct Settings {
    game: String,
    players: usize,
    bot: String,
    seed: u64,
    planted: f64,
    smallest: f64,
    plants: u64,
    nulls: u64,
    null_deals: u64,
    games: u64,
    deals: u64,
    fresh: u64,
    multiples: Vec<u64>,
    batch: u64,
    base: BTreeMap<String, toml::Value>,
}

struct Quiet;

impl StudyWatch for Quiet {
    fn begin(&mut self, _: &'static str, _: &str) {}

    fn progress(&mut self, _: &Progress<'_>) {}
}

/// The study, with what its settings name.
struct Bench {
    settings: Settings,
    game: &'static dyn Playable,
    bot: Preset,
    folder: PathBuf,
}

impl Bench {
    /// Returns a variant with these numbers.
    fn variant(&self, name: &str, set: BTreeMap<String, toml::Value>) -> Variant {
        Variant { name: name.to_owned(), game: self.settings.game.clone(), set, ..Variant::default() }
    }

    fn games(&self, purpose: u64) -> Games<'_> {
        let seed = Seed(self.settings.seed).derive(Purpose::Sample, purpose).0 >> 1;
        Games::new(self.game, std::slice::from_ref(&self.bot), (self.settings.players, seed), 0, &NEVER)
            .expect("threads start")
    }

    /// Returns what may change of a variant.
    fn space(&self, start: &Variant, all: bool) -> Space {
        let info = self.game.info();
        let declared = info.features.rules.map(|ranges| ranges.declared());
        let mut settings = FairSettings::default();
        settings.all = all;
        Space::new((info.name, info.data), declared, &settings, start, self.settings.players)
            .expect("the game declares ranges")
    }

    /// Measures the unfairness of rules on fresh deals.
    fn truth(&self, space: &Space, point: &Point, purpose: u64) -> Option<f64> {
        let games = self.games(purpose);
        let table = games.table(space, point)?;
        let ended = games.play(&*table, 0..self.settings.fresh)?;
        Some(signed_root(square(&ended, self.settings.players)))
    }

    /// Draws the changes of a plant from the fair rules until they are unfair enough, and returns them as a variant, in
    /// words, with their unfairness.
    fn plant(&self, base: &Space, number: u64) -> (Variant, String, f64) {
        let mut rng = Seed(self.settings.seed).derive(Purpose::Rules, number).rng();
        loop {
            let mut point: Point = (0..1 + number % 2).map(|_| self.step(base, &mut rng)).collect();
            point.sort_unstable();
            let name = format!("plant-{number}");
            let Some(variant) =
                base.variant(&point, &name).filter(|_| point.windows(2).all(|two| two[0].0 != two[1].0))
            else {
                continue;
            };
            match self.truth(base, &point, 1) {
                Some(root) if root >= self.settings.planted => return (variant, base.words(&point), root),
                _ => {}
            }
        }
    }

    /// Draws a handicap, a cost or a supply with some steps.
    fn step(&self, base: &Space, rng: &mut Rng) -> (usize, i64) {
        loop {
            let change = rng.below(base.changes() as u32) as usize;
            let (low, high) = base.steps(change);
            let steps = low.max(-3) + i64::from(rng.below((high.min(3) - low.max(-3) + 1) as u32));
            let words = base.words(&[(change, steps)]);
            let is_plant = words.contains("setup.") || words.contains(".cost");
            if steps != 0 && base.numbers(&[(change, steps)]) == 1 && is_plant {
                return (change, steps);
            }
        }
    }

    /// Asks what is the least that must change of a variant.
    fn ask(&self, name: &str, start: &Variant, seed: u64, deals: u64) -> FairResult {
        let Settings { game, players, bot, smallest, games, .. } = &self.settings;
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        let baseline = folder.join("start.toml");
        fs::write(&baseline, toml::to_string(start).expect("a variant is TOML"))
            .expect("a file can be written");
        let text = format!(
            "name = {name:?}\ngame = {game:?}\nseed = {seed}\ndeals = {deals}\nplayers = [{players}]\nsmallest = {smallest}\n\
             baseline = \"start.toml\"\n[[table]]\nname = \"all\"\nbots = [{bot:?}]\n[fair]\ngames = {games}\n\
             alternatives = 1\n"
        );
        let source = folder.join("manifest.toml");
        let manifest = BalanceManifest::parse("manifest.toml", &text).expect("the manifest is right");
        let fair = Fair::new(self.game, manifest, &source, &folder.join("out")).expect("the study is right");
        let found = fair.run(0, &NEVER, &mut Quiet).expect("the study can be played");
        found.expect("nobody stops it").0
    }

    /// Mends a plant: a row.
    fn mend(&self, base: &Space, number: u64) -> String {
        let (start, words, before) = self.plant(base, number);
        let begun = Instant::now();
        let answer = self.ask(&format!("plant-{number}"), &start, 1000 + number, self.settings.deals);
        let seconds = begun.elapsed().as_secs_f64();
        let first = answer.alternatives.first();
        let variant =
            first.map(|first| self.folder.join(format!("plant-{number}/out")).join(&first.rule.file));
        let mended = variant.map(|path| read(&path, &self.settings.game)).unwrap_or(start);
        let after =
            self.truth(&self.space(&mended, false), &Point::new(), 2).expect("the rules can be played");
        let call = first.map_or("left", |first| if first.call == FairCall::Fair { "fair" } else { "open" });
        let (found, cost) =
            first.map_or((String::new(), 0.0), |first| (first.rule.words.clone(), first.rule.cost));
        format!(
            "plant,{number},{words:?},{before:.4},{found:?},{cost},{call},{},{after:.4},{seconds:.0}",
            answer.found.games
        )
    }

    /// Asks about fair rules: a row.
    fn leave(&self, start: &Variant, number: u64) -> String {
        let begun = Instant::now();
        let answer = self.ask(&format!("null-{number}"), start, 5000 + number, self.settings.null_deals);
        let call = if answer.found.start.call == StartCall::Unfair { "changed" } else { "left" };
        let (games, now) = (answer.found.games, answer.found.start.measures[0].value);
        format!("null,{number},,,,0,{call},{games},{now:.4},{:.0}", begun.elapsed().as_secs_f64())
    }

    /// Lets NTBEA mend a plant with multiples of the games that the search used: rows.
    fn compare(&self, base: &Space, number: u64, used: u64) -> Vec<String> {
        let (start, words, before) = self.plant(base, number);
        let space = self.space(&start, false);
        let games = self.games(100 + number);
        let rng = Seed(self.settings.seed).derive(Purpose::Bot, number).rng();
        let mut search = Ntbea::new(&space, rng);
        let mut played = 0;
        let mut rows = Vec::new();
        for multiple in &self.settings.multiples {
            let begun = Instant::now();
            while played < multiple * used {
                let point = search.next();
                let square = games.table(&space, &point).and_then(|table| {
                    let ended = games.play(&*table, played..played + self.settings.batch)?;
                    Some(square(&ended, self.settings.players))
                });
                search.learn(square);
                played += self.settings.batch;
            }
            let best = search.best();
            let after = self.truth(&space, &best, 2).unwrap_or(1.0);
            rows.push(format!(
                "ntbea-{multiple},{number},{words:?},{before:.4},{:?},{},,{played},{after:.4},{:.0}",
                space.words(&best),
                space.cost(&best),
                begun.elapsed().as_secs_f64()
            ));
        }
        rows
    }
}

fn read(path: &Path, game: &str) -> Variant {
    let text = fs::read_to_string(path).expect("the alternative is there");
    Variant::parse("alternative", &text, game).expect("the alternative is a variant")
}

/// Returns the mean squared distance of the places' win shares from their mean, free of what noise adds.
fn square(ended: &[Ended], players: usize) -> f64 {
    let whole: Vec<&Ended> = ended.iter().filter(|ended| ended.is_whole()).collect();
    let games = whole.len() as f64;
    let (mut square, mut noise) = (0.0, 0.0);
    for place in 0..players {
        let mean = whole.iter().map(|ended| ended.share(place)).sum::<f64>() / games;
        noise += whole.iter().map(|ended| (ended.share(place) - mean).powi(2)).sum::<f64>()
            / (games * (games - 1.0));
        square += (mean - 1.0 / players as f64).powi(2);
    }
    (square - noise) / players as f64
}

fn signed_root(square: f64) -> f64 {
    square.abs().sqrt().copysign(square)
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let out = PathBuf::from(arguments.next().expect("the file of the rows"));
    let parts: Vec<String> = arguments.collect();
    let settings: Settings = toml::from_str(include_str!("study.toml")).expect("the settings are right");
    let game = find(&settings.game).expect("the game is known");
    let bot = find_bot(&game.info(), &settings.bot, Path::new("study.toml"), &Default::default());
    let bot = bot.expect("the bot is known").value;
    let bench = Bench { settings, game, bot, folder: out.with_extension("runs") };
    let rules = bench.variant("base", bench.settings.base.clone());
    let base = bench.space(&rules, true);
    let known = fs::read_to_string(&out).unwrap_or_default();
    let mut file = OpenOptions::new().create(true).append(true).open(&out).expect("the rows can be written");
    if known.is_empty() {
        writeln!(file, "part,number,planted,before,found,cost,verdict,games,after,seconds").expect("a disk");
    }
    let row =
        |part: &str, number: u64| known.lines().find(|line| line.starts_with(&format!("{part},{number},")));
    let asked = |part: &str| parts.is_empty() || parts.iter().any(|known| known == part);
    let mut write =
        |rows: &[String]| rows.iter().try_for_each(|row| writeln!(file, "{row}")).expect("a disk");
    for number in
        (0..bench.settings.plants).filter(|&number| asked("plants") && row("plant", number).is_none())
    {
        write(&[bench.mend(&base, number)]);
    }
    for number in (0..bench.settings.nulls).filter(|&number| asked("nulls") && row("null", number).is_none())
    {
        write(&[bench.leave(&rules, number)]);
    }
    for number in (0..bench.settings.plants).filter(|_| asked("ntbea")) {
        let used = row("plant", number).and_then(|row| row.rsplit(',').nth(2)?.parse().ok());
        let is_done = row(&format!("ntbea-{}", bench.settings.multiples[0]), number).is_some();
        if let Some(used) = used.filter(|_| !is_done) {
            write(&bench.compare(&base, number, used));
        }
    }
}
