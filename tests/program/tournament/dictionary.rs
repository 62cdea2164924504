//! The dictionary of columns, and whether every file keeps to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::{env, fs};

use tradewinds::arena::{NAMES, find};
use tradewinds::tournament::{Manifest, RunOptions, Tournament, csv_dictionary, run};

use super::lab::Count;

fn dictionary() -> String {
    let schema = |name: &&'static str| (*name, find(name).unwrap().info().schema);
    let schemas: Vec<_> = NAMES.iter().map(schema).collect();
    let ledger = [("ledger", tradewinds::ledger::TABLES)];
    let compare = [("compare", tradewinds::tournament::COMPARE_TABLES)];
    let foreign = [("foreign", tradewinds::foreign::TABLES)];
    csv_dictionary(&schemas, &[&compare[..], &foreign, tradewinds::lab::TABLES, &ledger].concat())
}

/// `UPDATE_DOCS=1` writes it anew.
#[test]
fn the_documented_dictionary_is_the_programs() {
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write("docs/csv.md", dictionary()).unwrap();
    }
    assert_eq!(fs::read_to_string("docs/csv.md").unwrap(), dictionary());
}

/// The columns of each file in the sections under a heading.
fn listed(heading: &str) -> BTreeMap<String, Vec<String>> {
    let text = dictionary();
    let part = text.split("\n## ").find(|part| part.starts_with(heading)).unwrap();
    let sections = part.split("\n### ").skip(1);
    let columns = |section: &str| {
        let cells = section.lines().filter_map(|line| line.strip_prefix("|`")?.split('|').next());
        cells.flat_map(|cells| cells.split(", ").map(|cell| cell.trim_matches('`').to_owned())).collect()
    };
    sections.map(|section| (section.lines().next().unwrap().to_owned(), columns(section))).collect()
}

/// Plays one game and compares the headers of its files.
fn check(game: &str) {
    let folder = tempfile::tempdir().unwrap();
    let manifest = format!(
        "name = \"x\"\ngame = {game:?}\nplayers = 3\nseed = 1\ndeals = 1\nformat = \"one-vs-rest\"\nlineup = [\"random\", \"steady\"]\n"
    );
    let tournament =
        Tournament::new(find(game).unwrap(), Manifest::parse("m", &manifest).unwrap(), Path::new("m"))
            .unwrap();
    let options = RunOptions { threads: 1, shard: None };
    run(&tournament, folder.path(), options, &AtomicBool::new(false), &mut Count::new(None)).unwrap();
    let (common, own) = (listed("All games"), listed(game));
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".csv") {
            continue;
        }
        let mut reader = csv::Reader::from_path(&path).unwrap();
        let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let mut expected: Vec<String> =
            [&common, &own].into_iter().filter_map(|listed| listed.get(&name)).flatten().cloned().collect();
        if let Some(place) = expected.iter().position(|column| column == "win_share_place_K") {
            expected.splice(place..=place, (0..3).map(|place| format!("win_share_place_{place}")));
        }
        assert_eq!(header, expected, "{game}: {name}");
        found.insert(name);
    }
    assert!(own.keys().all(|name| found.contains(name)), "{found:?}");
}

#[test]
fn every_file_keeps_to_the_dictionary() {
    for name in NAMES {
        check(name);
    }
}
