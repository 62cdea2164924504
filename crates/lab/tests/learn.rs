//! A whole study of learning, in seconds: from nothing to a tested bot, the same bytes whatever happens in between.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use tradewinds_arena::{DrawnRules, RulesMix, find};
use tradewinds_bots::Preset;
use tradewinds_game::{Seed, Variant};
use tradewinds_lab::learn::{Learn, LearnManifest, LearnResult};
use tradewinds_lab::{Study, StudyWatch};
use tradewinds_learn::play::{Cast, EndTarget, GameRules, Method, OnePly, SelfPlay};
use tradewinds_tournament::{Progress, find_preset};

/// A whole study with a bot of its own.
const MANIFEST: &str = r#"
name = "tiny"
game = "puerto-rico"
players = [2, 3]
seed = 3
bot = "search"
others = ["steady"]
openers = ["steady"]
warm_games = 24
generations = 2
games = 24
part = 16
[warm]
keep = 0.2
[play]
keep = 0.2
iterations = 8
quick_iterations = 4
opening = 20
[fit]
units = 32
second = 16
epochs = 1
calibrated = false             # the games are too few to say how sharp to be
batch = 64
held_out = 0.2
[gate]
players = 2
deals = 4
iterations = 10
pace = 1.0
[gate.test]                    # any bot passes, so that the best one is not the first
elo0 = -800.0
elo1 = -790.0
alpha = 0.05
beta = 0.05
[held_out]
deals = 3
[bots.search]
base = "steady"
kind = "search"
[bots.search.search]
tree = "so-ismcts"
iterations = 1_000
selection = "puct"
exploration = 0.35
prior_temperature = 0.3
prior_uniform = 0.15
cutoff = 0
reuse = true
[bots.search.value]
network = "puerto-rico"
"#;

/// Stops the study when a step of this name begins.
struct Stopper<'a> {
    at: &'static str,
    stop: &'a AtomicBool,
    steps: Vec<String>,
}

impl StudyWatch for Stopper<'_> {
    fn begin(&mut self, _: &'static str, step: &str) {
        self.steps.push(step.to_owned());
        if step == self.at {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        assert!(progress.finished <= progress.games, "{progress:?}");
    }
}

fn study(text: &str, folder: &Path) -> Result<Learn, String> {
    let manifest = LearnManifest::parse("learn.toml", text).map_err(|error| error.to_string())?;
    let game = find(&manifest.game).unwrap();
    Learn::new(game, manifest, Path::new("learn.toml"), folder).map_err(|error| error.to_string())
}

fn run(text: &str, folder: &Path, threads: usize, at: &'static str) -> (Option<LearnResult>, Vec<String>) {
    let stop = AtomicBool::new(false);
    let mut watch = Stopper { at, stop: &stop, steps: Vec::new() };
    let result = study(text, folder).unwrap().run(threads, &stop, &mut watch).unwrap();
    (result, watch.steps)
}

/// Stops the study soon after this number of games of its first step, or later on a fast machine.
fn run_until(text: &str, folder: &Path, games: u64) {
    struct Until<'a>(u64, &'a AtomicBool);

    impl StudyWatch for Until<'_> {
        fn begin(&mut self, _: &'static str, _: &str) {}

        fn progress(&mut self, progress: &Progress<'_>) {
            self.1.fetch_or(progress.finished >= self.0, Ordering::Relaxed);
        }
    }

    let stop = AtomicBool::new(false);
    study(text, folder).unwrap().run(2, &stop, &mut Until(games, &stop)).unwrap();
}

const FILES: [&str; 9] = [
    "held-out/games/standings.csv",
    "generations.csv",
    "learned.toml",
    "report.html",
    "warm/part-0.samples",
    "warm/learned.network",
    "generation-2/part-1.samples",
    "generation-2/learned.network",
    "generation-2/gate/standings.csv",
];

#[test]
fn learning_gives_the_same_bytes_on_any_number_of_threads_and_after_stops() {
    let place = tempfile::tempdir().unwrap();
    let (whole, parts) = (place.path().join("whole"), place.path().join("parts"));
    let (result, steps) = run(MANIFEST, &whole, 2, "");
    let result = result.unwrap();
    assert_eq!(result.generations.len(), 3);
    let wanted =
        ["warm start: self-play", "warm start: fit", "warm start: test", "generation 1 of 2: self-play"];
    assert_eq!(&steps[..4], wanted);
    for found in &result.generations {
        assert!(found.samples > 50 && found.fit.held_out.samples > 0, "{found:?}");
        assert!(found.fit.held_out.equal > 0.6 && found.test.games > 0, "{found:?}");
    }
    assert_eq!(result.best, "search-g2");
    let gain = result.gain.as_ref().unwrap();
    assert_eq!((gain.other.as_str(), gain.games, gain.iterations), ("search", 6, 10));
    // What is learned from is the whole window, and only games with search teach a policy.
    let [warm, first, second] = &result.generations[..] else { panic!("{result:?}") };
    assert_eq!([warm.games, first.games, second.games], [24, 48, 72]);
    assert_eq!(warm.fit.held_out.decisions, 0);
    assert!(second.fit.held_out.decisions > 0, "{second:?}");

    for at in ["warm start: fit", "generation 1 of 2: self-play", "generation 1 of 2: test"] {
        assert_eq!(run(MANIFEST, &parts, 1, at).0, None, "stopped at {at}");
    }
    // A torn file is played again.
    let torn = parts.join("warm/part-1.samples");
    let bytes = fs::read(&torn).unwrap();
    fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    assert!(run(MANIFEST, &parts, 1, "").0.is_some());
    for file in FILES {
        assert_eq!(fs::read(whole.join(file)).unwrap(), fs::read(parts.join(file)).unwrap(), "{file}");
    }
    // What was found plays: its preset holds its network.
    let info = find("puerto-rico").unwrap().info();
    let entry = whole.join("generation-2/bots/search-g2.toml");
    let preset = find_preset(&info, entry.to_str().unwrap(), Path::new("")).unwrap().value;
    let text = fs::read_to_string(whole.join("generation-2/learned.network")).unwrap();
    assert_eq!(preset.value.unwrap().text(), text);
    // The study may be asked for again, and is another one with another seed.
    assert_eq!(run(MANIFEST, &whole, 2, "").0.unwrap(), result);
    let other = study(&MANIFEST.replace("seed = 3", "seed = 4"), &whole).unwrap();
    let mut watch = Stopper { at: "", stop: &AtomicBool::new(false), steps: Vec::new() };
    let error = other.run(1, &AtomicBool::new(false), &mut watch).unwrap_err().to_string();
    assert!(error.contains("holds another study"), "{error}");
}

#[test]
fn what_cannot_be_learned_is_refused() {
    let place = tempfile::tempdir().unwrap();
    for (from, to, parts) in [
        (
            "bot = \"search\"\nothers = [\"steady\"]",
            "bot = \"steady\"\nothers = [\"search\"]",
            &["learn.toml: bot", "a search"][..],
        ),
        ("players = [2, 3]", "players = [2, 6]", &["players: found 6", "2 to 5"]),
        ("players = [2, 3]", "players = []", &["players"]),
        ("generations = 2", "generations = 101", &["generations: found 101", "0 to 100"]),
        ("units = 32", "units = 33", &["fit.units: found 33"]),
        ("quick_iterations = 4", "quick_iterations = 1", &["play.quick_iterations: found 1"]),
        ("pace = 1.0", "pace = 0.0", &["gate.pace: found 0"]),
        ("others = [\"steady\"]", "others = [\"stedy\"]", &["others[0]", "did you mean steady"]),
        ("deals = 4", "deal = 4", &["gate", "deal"]),
    ] {
        let text = MANIFEST.replace(from, to);
        assert_ne!(text, MANIFEST);
        let error = study(&text, place.path()).map(|_| ()).unwrap_err();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "nothing was written");
    // More samples than the manifest allows, or than fit in any machine: known after the first file.
    let refusal = |name: &str, text: &str| {
        let stop = AtomicBool::new(false);
        let mut watch = Stopper { at: "", stop: &stop, steps: Vec::new() };
        let folder = place.path().join(name);
        let error = study(text, &folder).unwrap().run(2, &stop, &mut watch).unwrap_err().to_string();
        assert_eq!(fs::read_dir(folder.join("warm")).unwrap().count(), 0, "no file was written: {error}");
        error
    };
    let games = |games: &str, memory: &str| {
        let text =
            MANIFEST.replace("warm_games = 24", &format!("warm_games = {games}\nmemory_mib = {memory}"));
        text.replace("games = 24\n", &format!("games = {games}\n"))
    };
    let error = refusal("limit", &games("90_000", "16"));
    assert!(error.contains("memory_mib: found 16 MiB, for some"), "{error}");
    let error = refusal("machine", &games("9_000_000", "1_000_000").replace("keep = 0.2", "keep = 1.0"));
    assert!(error.contains("MiB of samples; allowed: "), "{error}");
}

/// A stream and a generation after it, the same on any number of threads and wherever it was stopped.
#[test]
fn a_stream_is_learned_the_same_wherever_it_stops() {
    let stream = "[stream]\ngames = 96\nblock = 16\ncheckpoint = 32\nheld_out = 16\nfresh = true\n\
                  [stream.fit]\nunits = 32\nsecond = 16\nbatch = 64\n";
    let text = MANIFEST.replace("warm_games = 24\n", "continued = true\n");
    let text =
        text.replace("generations = 2", "generations = 1").replace("[warm]", &format!("{stream}[warm]"));
    // The bot has no network to start from: that of the preset is larger.
    let (text, _) = text.split_once("[bots.search.value]").unwrap();
    let place = tempfile::tempdir().unwrap();
    let (whole, parts) = (place.path().join("whole"), place.path().join("parts"));
    let (result, steps) = run(text, &whole, 2, "");
    assert_eq!(steps[..3], ["stream: self-play and fit", "stream: test", "generation 1 of 1: self-play"]);
    let result = result.unwrap();
    let [streamed, searched] = &result.generations[..] else { panic!("{result:?}") };
    assert_eq!((streamed.games, searched.games), (96, 24), "the games of a stream are forgotten");
    assert!(result.to_string().contains("\n    stream  "), "{result}");
    let rows = fs::read_to_string(whole.join("stream/stream.csv")).unwrap();
    assert_eq!(
        rows.lines().map(|row| row.split(',').next().unwrap()).collect::<Vec<_>>(),
        ["games", "0", "32", "64", "96", "96"]
    );
    let size = fs::metadata(whole.join("stream/stream.checkpoint")).unwrap().len();
    assert!((100_000..1_000_000).contains(&size), "{size} bytes");

    assert_eq!(run(text, &parts, 1, "stream: self-play and fit").0, None);
    for games in [5, 60, 90] {
        run_until(text, &parts, games);
    }
    assert!(run(text, &parts, 1, "").0.is_some());
    for file in ["stream/stream.csv", "stream/calibration.csv", "stream/learned.network", "learned.toml"] {
        assert_eq!(fs::read(whole.join(file)).unwrap(), fs::read(parts.join(file)).unwrap(), "{file}");
    }
    for (from, to, wanted) in [
        (
            "checkpoint = 32",
            "checkpoint = 40",
            "stream.checkpoint: found 40; allowed: a multiple of stream.block, 16",
        ),
        ("continued = true", "continued = false", "continued: found false; allowed: true, so that"),
        ("held_out = 16", "held_outs = 16", "stream"),
        ("[stream.fit]\nunits = 32", "[stream.fit]\nunits = 33", "stream.fit.units: found 33"),
        ("[stream.fit]\nunits = 32\nsecond = 16", "[stream.fit]", "stream.fit: found 128 and 32 units"),
        ("continued = true", "continued = true\nwarm_games = 9", "warm_games: found 9; allowed: 0"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = study(&text.replace(from, to), place.path()).map(|_| ()).unwrap_err();
        assert!(error.starts_with("learn.toml: ") && error.contains(wanted), "{error}");
    }
}

/// A study of a variant plays, learns and tests by its rules, shipped or from a file.
#[test]
fn a_variant_is_learned() {
    let place = tempfile::tempdir().unwrap();
    let own = place.path().join("dear.toml");
    fs::write(&own, "name = \"dear\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 10\n")
        .unwrap();
    let short = MANIFEST.replace("generations = 2", "generations = 0");
    let samples = |name: &str, line: &str| {
        let folder = place.path().join(name);
        let text = short.replace("seed = 3\n", &format!("seed = 3\n{line}"));
        let found = run(&text, &folder, 2, "").0.unwrap();
        let gate = fs::read_to_string(folder.join("warm/gate/manifest.toml")).unwrap();
        (fs::read(folder.join("warm/part-0.samples")).unwrap(), gate, found.title)
    };
    let (standard, gate, title) = samples("standard", "");
    assert!(!gate.contains("variant") && title.contains("standard rules"), "{gate} {title}");
    let (balanced, gate, title) = samples("balanced", "variant = \"balanced\"\n");
    assert!(gate.contains("variant = \"balanced\"") && title.contains("variant balanced"), "{gate} {title}");
    let (dear, _, title) = samples("dear", &format!("variant = {own:?}\n"));
    assert!(title.contains("variant dear"), "{title}");
    let kept = fs::read_to_string(place.path().join("dear/warm/gate/variant.toml")).unwrap();
    assert_eq!(kept, fs::read_to_string(&own).unwrap());
    assert!(standard != balanced && standard != dear && balanced != dear, "other rules make other games");
}

/// Each game has rules of its own, and none those that are kept for tests.
#[test]
fn games_of_drawn_rules_are_learned() {
    let place = tempfile::tempdir().unwrap();
    let samples = |name: &str, lines: &str, threads| {
        let folder = place.path().join(name);
        let text = MANIFEST.replace("generations = 2", "generations = 1");
        let text = text.replace("[warm]", &format!("rules = \"drawn\"\n[drawn]\n{lines}[warm]"));
        let found = run(&text, &folder, threads, "").0.unwrap();
        assert!(found.title.contains("drawn rules"), "{}", found.title);
        ["warm", "generation-1"].map(|stage| fs::read(folder.join(stage).join("part-0.samples")).unwrap())
    };
    let drawn = samples("drawn", "", 2);
    assert!(drawn == samples("again", "standard = 0.2\n", 1), "the same on another number of threads");
    let other = samples("other", "standard = 0.0\nshipped = 0.0\n", 2);
    assert!(drawn[0] != other[0] && drawn[1] != other[1], "other shares make other games");

    let only = |lines: &str| {
        let game = find("puerto-rico").unwrap();
        let text = MANIFEST.replace("[warm]", lines);
        let manifest = LearnManifest::parse("learn.toml", &text).map_err(|error| error.to_string())?;
        let folder = place.path().join("refused");
        Learn::new(game, manifest, Path::new("learn.toml"), &folder).map_err(|error| error.to_string())
    };
    for (lines, wanted) in [
        ("[drawn]\n[warm]", "rules: found nothing; allowed: \"drawn\""),
        ("rules = \"mixed\"\n[warm]", "rules"),
        (
            "rules = \"drawn\"\n[drawn]\nstandard = 0.5\nshipped = 0.6\n[warm]",
            "drawn.shipped: found 0.6, with 0.5 of standard; allowed: shares that add up to at most 1",
        ),
        ("rules = \"drawn\"\n[drawn]\nstandard = 0.9\nshipped = 0.1\n[warm]", ""),
        ("rules = \"drawn\"\n[drawn]\nleft_out = [\"balance\"]\n[warm]", "drawn.left_out[0]"),
        ("rules = \"drawn\"\nvariant = \"balanced\"\n[warm]", ""),
    ] {
        match only(lines) {
            Ok(_) => assert_eq!(wanted, "", "{lines}"),
            Err(error) => assert!(error.starts_with("learn.toml: ") && error.contains(wanted), "{error}"),
        }
    }
}

/// The shipped study of rules, with fewer games.
#[test]
fn the_study_of_rules_goes_through_its_stages() {
    let path = Path::new("../../experiments/puerto-rico/learn-rules.toml");
    let mut manifest = LearnManifest::parse("learn-rules.toml", &fs::read_to_string(path).unwrap()).unwrap();
    (manifest.games, manifest.play.iterations, manifest.play.quick_iterations) = (32, 8, 4);
    manifest.fit.held_out = 0.2;
    (manifest.gate.deals, manifest.gate.iterations, manifest.gate.pace) = (2, 4, Some(1.0));
    let place = tempfile::tempdir().unwrap();
    let learn = Learn::new(find("puerto-rico").unwrap(), manifest, path, place.path()).unwrap();
    let stop = AtomicBool::new(false);
    let mut watch = Stopper { at: "", stop: &stop, steps: Vec::new() };
    let found = learn.run(2, &stop, &mut watch).unwrap().unwrap();
    assert!(found.title.contains("drawn rules"), "{}", found.title);
    assert_eq!(found.generations.iter().map(|generation| generation.games).collect::<Vec<_>>(), [32, 64]);
    for bot in ["generation-1/bots/ismcts-g1.toml", "generation-2/bots/ismcts-g2.toml"] {
        let preset = fs::read_to_string(place.path().join(bot)).unwrap();
        assert!(preset.contains("priors = true"), "the policy of the shipped network is kept");
    }
}

/// Rules that are kept for tests are those of no game.
#[test]
fn rules_that_are_left_out_are_drawn_again() {
    let (_, text) = Preset::find_with_text("steady", "puerto-rico").unwrap();
    let learner = Preset::parse("steady", text).unwrap();
    let mix = RulesMix { standard: 0.0, shipped: 0.0 };
    let drawn = DrawnRules::new(find("puerto-rico").unwrap()).unwrap();
    let rules = |game: u64| drawn.mixed(mix, 3, Seed(5), game).unwrap();
    let played = |left_out: Vec<Variant>| {
        let series = SelfPlay {
            game: "puerto-rico".to_owned(),
            players: vec![3],
            rules: GameRules::Mixed { mix, left_out },
            seed: Seed(5),
            cast: Cast { learner: learner.clone(), others: Vec::new(), openers: Vec::new(), teacher: None },
            method: Method::OnePly(OnePly { keep: 1.0, ..OnePly::default() }),
            end: EndTarget::default(),
        };
        [0, 1].map(|game| {
            let stop = AtomicBool::new(false);
            series.play(game..game + 1, &stop, &|| {}).unwrap().unwrap().samples
        })
    };
    let all = played(Vec::new());
    assert_eq!(played(vec![rules(7)]), all);
    let [first, second] = played(vec![rules(0)]);
    assert!(first != all[0] && second == all[1]);
}

/// A study goes on from the network of another: its fit starts there, and not from random weights.
#[test]
fn a_fit_goes_on_from_the_network_of_the_bot() {
    let place = tempfile::tempdir().unwrap();
    let first = MANIFEST.replace("generations = 2", "generations = 0").replace("epochs = 1", "epochs = 20");
    run(&first, &place.path().join("first"), 2, "");
    let bot = place.path().join("first/warm/bots/search-g0.toml");
    let on = |lines: &str| {
        let text = MANIFEST
            .replace("warm_games = 24", "warm_games = 0")
            .replace("generations = 2", "generations = 1");
        let (text, _) = text.split_once("[bots.search]").unwrap();
        text.replace("bot = \"search\"", &format!("bot = {bot:?}\n{lines}"))
    };
    let losses = |name: &str, lines: &str| {
        let found = run(&on(lines), &place.path().join(name), 2, "").0.unwrap();
        let text = fs::read_to_string(place.path().join(name).join("generation-1/fit.csv")).unwrap();
        let before = text.lines().nth(1).unwrap().split(',').nth(5).unwrap().parse::<f64>().unwrap();
        (before, found)
    };
    let (random, _) = losses("random", "");
    let (continued, found) = losses("continued", "continued = true\npriors = false");
    assert!(continued < random - 0.05, "{continued} {random}");
    // Without `priors` the network has the leaves alone, and the temperature of the priors stays.
    let preset = fs::read_to_string(place.path().join("continued/learned.toml")).unwrap();
    assert_eq!(found.best, "search-g0-g1");
    assert!(preset.contains("priors = false") && preset.contains("prior_temperature = 0.3"), "{preset:.600}");
    let preset = fs::read_to_string(place.path().join("random/learned.toml")).unwrap();
    assert!(preset.contains("priors = true") && preset.contains("prior_temperature = 1.0"), "{preset:.600}");
    let larger = on("continued = true").replace("units = 32\nsecond = 16", "units = 128\nsecond = 32");
    let error = study(&larger, &place.path().join("larger")).unwrap_err();
    let parts = ["learn.toml: fit", "128 and 32 units", "32 and 16, as the network of the bot has"];
    assert!(parts.iter().all(|part| error.contains(part)), "{error}");
}
