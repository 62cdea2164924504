//! Traits, laws and paths are counted and named the same in every text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The texts about a game's parts.
const TEXTS: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/add-a-game.md",
    "crates/game/src/lib.rs",
    "crates/game/src/rules.rs",
];
/// A file in the repository that the page makes.
const OF_THE_PAGE: &str = "src/prizes.rs";
const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the words of a text without the marks around them.
fn words(text: &str) -> Vec<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
    text.split(|letter| !is_part(letter)).filter(|word| !word.is_empty()).collect()
}

/// Returns the names in the first column of a table whose head has the word `trait` there.
fn traits(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.trim_start_matches("//!").trim());
    let rows = lines.skip_while(|line| !line.starts_with("| trait |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let name = |row: &str| row.split('|').nth(1).unwrap().trim_matches([' ', '`', '[', ']']).to_owned();
    rows.map(name).collect()
}

/// Lists the files of the workspace that are no builds and no runs.
fn all_files() -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::new()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let place = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        for entry in fs::read_dir(place).unwrap().map(Result::unwrap) {
            let (path, name) = (folder.join(entry.file_name()), entry.file_name());
            if !entry.file_type().unwrap().is_dir() {
                found.push(path);
            } else if !["target", "runs", ".git", "node_modules"].iter().any(|&left_out| name == left_out) {
                folders.push(path);
            }
        }
    }
    found
}

/// Lists the sources and documents of the workspace.
fn all_texts() -> Vec<PathBuf> {
    let places = ["docs", "src", "crates", "tests", "examples", "benches"];
    let is_text = |path: &PathBuf| {
        let is_placed = places.iter().any(|place| path.starts_with(place))
            || TEXTS.iter().any(|text| path.ends_with(text));
        is_placed && path.extension().is_some_and(|ending| ending == "rs" || ending == "md")
    };
    all_files().into_iter().filter(is_text).collect()
}

#[test]
fn every_trait_is_named_once_in_each_table() {
    let known = traits(&read("crates/game/src/lib.rs"));
    let named: BTreeSet<&String> = known.iter().collect();
    assert!(known.len() >= 6 && named.len() == known.len(), "{known:?}");
    let mut listed = traits(&read("docs/add-a-game.md"));
    let mut expected = known.clone();
    listed.sort();
    expected.sort();
    assert_eq!(listed, expected, "docs/add-a-game.md names the traits of crates/game");
    let sources: Vec<String> = all_texts()
        .iter()
        .filter(|path| path.starts_with("crates/game/src"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    for name in &known {
        let is_declared = |text: &String| text.contains(&format!("\npub trait {name}: "));
        assert_eq!(sources.iter().filter(|text| is_declared(text)).count(), 1, "{name}");
    }
    for path in TEXTS {
        let text = read(path);
        for part in text.split("`impl ").skip(1) {
            let name = part.split(['`', ' ']).next().unwrap();
            assert!(known.iter().any(|known| known == name), "{path}: impl {name}");
        }
        // As in "eight traits" or "eight small traits"; "four more traits" are not all.
        for three in words(&text).windows(3).filter(|three| three[2] == "traits" && three[1] != "more") {
            let count = three[..2].iter().rev().find(|word| NUMBERS.contains(word));
            assert!(count.is_none_or(|count| *count == NUMBERS[known.len()]), "{path}: {three:?}");
        }
    }
}

/// What the page says of each trait holds: the ones that may be empty are so in the example.
#[test]
fn the_example_has_what_the_page_asks_for() {
    let page = read("docs/add-a-game.md");
    let example = read("examples/prizes.rs") + &read("examples/prizes_program.rs");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let verdicts: BTreeMap<String, &str> = rows
        .map(|row| row.split('|').map(str::trim).collect::<Vec<_>>())
        .filter(|cells| cells.len() == 5)
        .map(|cells| (cells[1].trim_matches('`').to_owned(), cells[3]))
        .collect();
    let needed = verdicts.values().filter(|verdict| verdict.starts_with("no")).count();
    assert!(page.contains(&format!("{} more traits", NUMBERS[needed - 1])), "{needed} traits are needed");
    for name in traits(&page) {
        let verdict = verdicts[&name];
        let (has, is_empty) = (
            example.contains(&format!("impl {name} for Prizes {{\n")),
            example.contains(&format!("impl {name} for Prizes {{}}")),
        );
        let expected = match verdict.split([':', ',']).next().unwrap() {
            "no" => (true, false),
            "yes" => (false, true),
            "may be left out" => (false, false),
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!((has, is_empty), expected, "{name}: {verdict}");
        let Some((_, items)) = verdict.split_once("no: ") else { continue };
        let body = example.split(&format!("impl {name} for Prizes {{\n")).nth(1).unwrap();
        let body = body.split("\n}\n").next().unwrap();
        let given: BTreeSet<&str> = body
            .lines()
            .filter_map(|line| line.strip_prefix("    fn ").or_else(|| line.strip_prefix("    const ")))
            .map(|line| line.split(['(', '<', ':']).next().unwrap())
            .collect();
        if let Some(count) = items.strip_suffix(" methods") {
            assert_eq!(NUMBERS[given.len()], count, "{name}");
        } else {
            let asked: BTreeSet<&str> = items.split(", ").map(|item| item.trim_matches('`')).collect();
            assert_eq!(given, asked, "{name}");
        }
    }
}

#[test]
fn the_laws_are_counted_the_same() {
    let rules = read("crates/game/src/rules.rs");
    let numbers: Vec<usize> = rules
        .lines()
        .filter_map(|line| line.strip_prefix("/// ")?.split_once(". ")?.0.parse().ok())
        .collect();
    assert!(numbers.len() > 5 && numbers.iter().copied().eq(1..=numbers.len()), "{numbers:?}");
    let broken = read("crates/testkit/tests/testkit/laws.rs");
    for law in &numbers {
        assert!(
            broken.contains(&format!("\"law {law}\"")) || broken.contains(&format!("\"law {law}: ")),
            "no test breaks law {law}"
        );
    }
    for path in all_texts() {
        let text = fs::read_to_string(&path).unwrap();
        let words = words(&text);
        for pair in words.windows(2) {
            let path = path.display();
            if pair[1] == "laws" && NUMBERS.contains(&pair[0]) && pair[0] != "no" {
                assert_eq!(pair[0], NUMBERS[numbers.len()], "{path}");
            }
            if let (true, Ok(law)) = (pair[0].eq_ignore_ascii_case("law"), pair[1].parse::<usize>()) {
                assert!(numbers.contains(&law), "{path}: law {law}");
            }
        }
    }
}

/// A path that a text names is the end of the path of a file.
#[test]
fn every_path_is_there() {
    let endings = [".rs", ".md", ".toml", ".jsonl", ".csv", ".py"];
    let files = all_files();
    for path in TEXTS {
        let text = read(path);
        for name in text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace) {
            let is_path = name.contains('/') && endings.iter().any(|ending| name.ends_with(ending));
            let is_pattern = name.contains(['*', '{']) || name.split(['/', '.']).any(is_mark);
            if is_path && !is_pattern && !name.starts_with("..") && name != OF_THE_PAGE {
                assert!(files.iter().any(|file| file.ends_with(name)), "{path} names {name}");
            }
        }
    }
}

/// Returns whether a part of a path stands for many, such as GAME.
fn is_mark(part: &str) -> bool {
    part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_uppercase())
}
