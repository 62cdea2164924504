//! What ARCHITECTURE.md says of the workspace: who may know whom, and where a game has its rooms.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const GAMES: [&str; 4] = ["puerto-rico", "mundus-novus", "age-of-discovery", "francis-drake"];

/// The crates that each crate may depend on.
const ARROWS: [(&str, &[&str]); 16] = [
    ("game", &[]),
    ("stats", &[]),
    ("report", &[]),
    ("search", &["game"]),
    ("network", &["game"]),
    ("bots", &["game", "network", "search"]),
    (
        "arena",
        &["age-of-discovery", "bots", "francis-drake", "game", "mundus-novus", "puerto-rico", "search"],
    ),
    ("env", &["arena", "bots", "game", "search"]),
    ("python", &["arena", "bots", "env", "game", "search", "stats", "tournament"]),
    ("tournament", &["arena", "bots", "game", "report", "stats"]),
    ("table", &["arena", "bots", "game", "search", "stats", "tournament"]),
    ("review", &["arena", "bots", "game", "report", "search", "stats", "table", "tournament"]),
    ("web", &["arena", "bots", "game", "report", "review", "table", "tournament"]),
    ("ledger", &["arena", "game", "report", "stats", "tournament"]),
    ("learn", &["arena", "bots", "game", "network", "report", "search", "stats"]),
    ("lab", &["arena", "bots", "game", "learn", "network", "report", "search", "stats", "tournament"]),
];

/// Returns our crates on which a crate depends, but for its tests.
fn arrows(name: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(Path::new("crates").join(name).join("Cargo.toml")).unwrap();
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
    let crates: BTreeSet<String> =
        crates.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(crates, known, "every crate is on the map");
}

#[test]
fn all_games_have_the_same_rooms() {
    for game in GAMES {
        let root = Path::new("crates").join(game);
        for room in [
            "src/lib",
            "src/limits",
            "src/words",
            "src/state",
            "src/hidden",
            "src/score",
            "src/study",
            "src/records",
        ]
        .into_iter()
        .chain(["src/rules", "src/action", "src/play", "src/play/quick", "src/notation", "src/notation/read"])
        .chain(["src/notation/write", "src/notation/show", "src/notation/invariants", "src/advice"])
        .chain(["src/encoding"])
        .chain(["tests/game/main", "tests/game/rulebook", "tests/game/positions", "tests/game/hidden"])
        .chain(["tests/game/steps", "tests/game/laws"])
        {
            let place = root.join(room);
            let exists = place.with_extension("rs").is_file() || place.join("mod.rs").is_file();
            assert!(exists, "{} is not there", place.display());
        }
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
        .filter(|path| path != "crates/env" && path != "crates/python")
        .chain([".".to_owned()])
        .collect();
    assert_eq!(members, expected.iter().map(String::as_str).collect());
    let checks = fs::read_to_string(".ci/run").unwrap();
    assert!(checks.contains("cargo test --release --workspace --exclude tradewinds-python"));
}
