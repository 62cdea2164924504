//! What ARCHITECTURE.md says of the workspace: who may know whom, and where a game has its rooms.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What the sources themselves say, parsed.
mod architecture {
    mod circles;
    mod functions;
    mod names;
    mod packages;
    mod sources;
    mod systems;
}

const GAMES: [&str; 4] = ["puerto-rico", "mundus-novus", "age-of-discovery", "francis-drake"];

/// The crates that each crate may depend on.
const ARROWS: [(&str, &[&str]); 20] = [
    ("game", &[]),
    ("testkit", &["game"]),
    ("stats", &[]),
    ("report", &[]),
    ("search", &["game"]),
    ("network", &["game"]),
    ("presets", &[]),
    ("bots", &["game", "network", "presets", "search"]),
    (
        "arena",
        &["age-of-discovery", "bots", "francis-drake", "game", "mundus-novus", "puerto-rico", "search"],
    ),
    ("env", &["arena", "bots", "game", "search"]),
    ("foreign", &["bots", "game", "report", "search", "stats", "tournament"]),
    ("python", &["arena", "bots", "env", "foreign", "game", "search", "stats", "tournament"]),
    ("tournament", &["arena", "bots", "game", "report", "stats"]),
    ("page", &["web"]),
    ("sitting", &["arena", "bots", "game", "search", "stats", "tournament"]),
    ("review", &["arena", "bots", "game", "report", "search", "stats", "sitting", "tournament"]),
    (
        "web",
        &[
            "age-of-discovery",
            "arena",
            "bots",
            "francis-drake",
            "game",
            "mundus-novus",
            "presets",
            "puerto-rico",
            "report",
            "review",
            "sitting",
            "tournament",
        ],
    ),
    ("ledger", &["arena", "game", "report", "stats", "tournament"]),
    ("learn", &["arena", "bots", "game", "network", "report", "search", "stats"]),
    (
        "lab",
        &["arena", "bots", "game", "learn", "network", "report", "review", "search", "stats", "tournament"],
    ),
];

/// Returns our crates on which a crate depends, but for its tests.
fn arrows(name: &str) -> BTreeSet<String> {
    let folder =
        if name == "presets" { Path::new("bots").to_path_buf() } else { Path::new("crates").join(name) };
    let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let dependencies = manifest["dependencies"].as_table().unwrap();
    dependencies.keys().filter_map(|key| key.strip_prefix("tradewinds-")).map(str::to_owned).collect()
}

#[test]
fn no_arrow_runs_back() {
    let games = GAMES.map(|game| (game, &["game", "report"][..]));
    let mut known = BTreeSet::new();
    for (name, allowed) in ARROWS.into_iter().chain(games) {
        let allowed: BTreeSet<String> = allowed.iter().map(|&name| name.to_owned()).collect();
        let found = arrows(name);
        assert!(found.is_subset(&allowed), "{name} depends on {found:?}, allowed: {allowed:?}");
        known.insert(name.to_owned());
    }
    let crates = fs::read_dir("crates").unwrap();
    let crates = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let crates: BTreeSet<String> = crates.chain(["presets".to_owned()]).collect();
    assert_eq!(crates, known, "every crate is on the map");
}

#[test]
fn all_games_have_the_same_rooms() {
    for game in GAMES {
        let root = Path::new("crates").join(game);
        let sources = "lib limits words state hidden score choices records speech rules variants action play play/quick \
            notation notation/read notation/write notation/show notation/invariants advice advice/policy \
            advice/weights features features/seat features/table features/actions";
        let tests = ["main", "rulebook", "positions", "hidden"];
        let rooms = sources.split_whitespace().map(|room| format!("src/{room}"));
        for room in rooms.chain(tests.map(|room| format!("tests/game/{room}"))) {
            let place = root.join(room);
            assert!(place.with_extension("rs").is_file(), "{} is not there", place.display());
        }
        // A game with a light policy for rollouts has it there, and nothing else stands beside them.
        let advice = fs::read_dir(root.join("src/advice")).unwrap();
        for name in advice.map(|entry| entry.unwrap().path().file_stem().unwrap().to_owned()) {
            let is_room = ["policy", "weights", "light"].iter().any(|room| name == **room);
            assert!(is_room, "{game}: src/advice has {name:?} beside policy, weights and light");
        }
        let variants = fs::read_to_string(root.join("src/variants.rs")).unwrap();
        assert!(variants.contains("const SHIPPED:"), "{game}: the shipped variants are in variants.rs");
        assert!(root.join("data.toml").is_file() && root.join("variants").is_dir());
        let contents = fs::read_to_string(root.join("src/lib.rs")).unwrap();
        assert!(!contents.contains("impl "), "{game}: lib.rs is a table of contents");
    }
}

/// What the program does not consist of is left out, so that nobody waits for it; `.ci/run` tests it all the same.
#[test]
fn every_crate_of_the_program_is_a_default_member() {
    let manifest: toml::Table = fs::read_to_string("Cargo.toml").unwrap().parse().unwrap();
    let members = manifest["workspace"]["default-members"].as_array().unwrap();
    let members: BTreeSet<&str> = members.iter().map(|member| member.as_str().unwrap()).collect();
    let crates = fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().path());
    let crates = crates.map(|path| path.to_str().unwrap().to_owned());
    let expected: BTreeSet<String> = crates
        .filter(|path| {
            !["crates/env", "crates/page", "crates/python", "crates/testkit"].contains(&path.as_str())
        })
        .chain([".".to_owned(), "bots".to_owned()])
        .collect();
    assert_eq!(members, expected.iter().map(String::as_str).collect());
    let checks = fs::read_to_string(".ci/run").unwrap();
    assert!(checks.contains(
        "cargo test --release --workspace --exclude tradewinds-python --features tui --no-fail-fast\n"
    ));
}

/// The past leaves HEAD: what CONTRIBUTING says of results, manifests and networks.
mod past {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::PathBuf;
    use std::process::Command;

    use tradewinds::ledger::Ledger;

    use super::*;

    /// Lists the files below a folder of the repository, but for builds, unpublished runs and what is hidden.
    pub fn files_below(folder: &str) -> Vec<PathBuf> {
        let mut folders = vec![PathBuf::from(folder)];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let is_left_out = ["target", "runs", "__pycache__", "node_modules"].contains(&name.as_str());
                if path.is_dir() && !is_left_out && !name.starts_with('.') {
                    folders.push(path);
                } else if path.is_file() {
                    files.push(path);
                }
            }
        }
        files.sort();
        files
    }

    fn has_extension(path: &Path, extensions: &[&str]) -> bool {
        path.extension().is_some_and(|found| extensions.iter().any(|&extension| found == extension))
    }

    /// Returns the names in a text: what paths are made of.
    fn names(text: &str) -> BTreeSet<&str> {
        let is_part = |letter: char| letter.is_alphanumeric() || ['.', '_', '-'].contains(&letter);
        text.split(|letter| !is_part(letter)).map(|name| name.trim_matches('.')).collect()
    }

    /// A manifest or a preset that nobody names is a race of the past.
    #[test]
    fn every_manifest_is_named() {
        let mut namers: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
        let texts =
            ["README.md", "docs", "results", "experiments", "tests", "crates", "src", "benches", "examples"];
        let files = texts.into_iter().flat_map(|place| {
            if Path::new(place).is_file() { vec![place.into()] } else { files_below(place) }
        });
        // Rows of the ledger name manifests of their commits.
        let is_text = |path: &PathBuf| has_extension(path, &["md", "rs", "py", "sh", "toml"]);
        for file in files.filter(is_text).chain([".ci/run".into()]) {
            let text = fs::read_to_string(&file).unwrap();
            for name in names(&text) {
                let is_script = has_extension(&file, &["py", "sh"]);
                if name.ends_with(".toml") || is_script {
                    namers.entry(name.trim_end_matches(".toml").to_owned()).or_default().insert(file.clone());
                }
            }
        }
        let manifests: Vec<PathBuf> = files_below("experiments");
        let manifests = manifests.into_iter().filter(|path| has_extension(path, &["toml"]));
        let is_unnamed = |path: &PathBuf| {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            namers.get(stem).is_none_or(|namers| namers.iter().all(|namer| namer == path))
        };
        let unnamed: Vec<String> =
            manifests.filter(is_unnamed).map(|path| path.display().to_string()).collect();
        assert!(
            unnamed.is_empty(),
            "named by no page, document, test, script or manifest:\n{}",
            unnamed.join("\n")
        );
    }

    #[test]
    fn every_network_ships() {
        let networks = files_below(".").into_iter().filter(|path| has_extension(path, &["network"]));
        let others: Vec<PathBuf> = networks.filter(|path| !path.starts_with("./bots")).collect();
        assert!(others.is_empty(), "a network is in bots/, or at the commit that shipped it: {others:?}");
    }

    #[test]
    fn pages_of_charts_stay_out_of_git() {
        let pages = files_below("results").into_iter().filter(|path| path.ends_with("report.html"));
        let pages: Vec<PathBuf> = pages.collect();
        assert!(pages.is_empty(), "the command of a study writes its report.html: {pages:?}");
    }

    /// Each row is right, and its commit is one of ours.
    #[test]
    fn every_row_names_a_commit_and_a_command() {
        let ledger = Ledger::read(Path::new("results/ledger.csv")).unwrap();
        assert!(ledger.rows().len() > 100);
        for row in ledger.rows() {
            let mut words = row.command.split(' ');
            let is_command = match words.next() {
                Some("tradewinds") => {
                    words.next().is_some_and(|word| word.bytes().all(|b| b.is_ascii_lowercase()))
                }
                Some(program) => {
                    ["python3", "cargo", "valgrind", "printf"].contains(&program) || program.contains('/')
                }
                None => false,
            };
            assert!(is_command, "{}: {:?} is no command", row.id, row.command);
        }
        let git = |arguments: &[&str]| Some(Command::new("git").args(arguments).output().ok()?.stdout);
        let is_whole =
            git(&["rev-parse", "--is-shallow-repository"]).is_some_and(|shallow| shallow == b"false\n");
        let Some(commits) = git(&["rev-list", "HEAD"]).filter(|_| is_whole) else { return };
        let commits = String::from_utf8(commits).unwrap();
        let known: BTreeSet<&str> = commits.lines().map(|hash| &hash[..8]).collect();
        for row in ledger.rows() {
            assert!(
                known.contains(row.commit.as_str()),
                "{}: HEAD does not come from {}",
                row.id,
                row.commit
            );
        }
    }

    /// Each shipped bot is named in a document.
    #[test]
    fn every_preset_is_in_a_document() {
        let mut texts = vec![fs::read_to_string("README.md").unwrap()];
        texts.extend(
            fs::read_dir("docs")
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter_map(|path| has_extension(&path, &["md"]).then(|| fs::read_to_string(path).unwrap())),
        );
        let named: BTreeSet<&str> = texts.iter().flat_map(|text| names(text)).collect();
        for (file, _) in tradewinds_presets::presets() {
            let stem = file.strip_suffix(".toml").unwrap();
            let name = GAMES.iter().find_map(|game| stem.strip_prefix(&format!("{game}."))).unwrap_or(stem);
            assert!(named.contains(name), "{file} is in no document");
        }
    }
}
