//! What a run writes does not change: the checksum of every table of one tournament per game and of one small run
//! of each study.
//!
//! A change of the program's structure leaves `expected.txt` as it is. A change of rules, bots or columns replaces
//! it by what the failing test prints, and the change log says why.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::described;

const EXPECTED: &str = include_str!("../same_files/expected.txt");

/// Returns the lines of `expected.txt` for one manifest: file, checksum and size of all that the command writes.
fn written(command: &str, name: &str) -> String {
    let place = tempfile::tempdir().unwrap();
    let manifest = Path::new("tests/same_files/manifests").join(name).with_extension("toml");
    assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"))
        .args([command.as_ref(), manifest.as_os_str(), "--out".as_ref(), place.path().as_os_str()])
        .assert()
        .success();
    let mut files = Vec::new();
    let mut pages = Vec::new();
    collect(place.path(), &mut files, &mut pages);
    for page in &pages {
        described::require(name, &fs::read_to_string(page).unwrap());
    }
    assert!(!pages.is_empty(), "{name} has a page");
    files.sort();
    let mut lines = String::new();
    for file in files {
        let mut bytes = fs::read(&file).unwrap();
        if file.extension().is_some_and(|extension| extension == "jsonl") {
            bytes = in_order(&bytes);
        }
        let path = file.strip_prefix(place.path()).unwrap().display();
        writeln!(lines, "{name}/{path} {:08x} {}", crc32fast::hash(&bytes), bytes.len()).unwrap();
    }
    lines
}

/// Adds the files below a folder that must stay as they are: not pages, journals (whose games
/// stand as they finished), measured times and the program's version. Pages are listed apart.
fn collect(folder: &Path, files: &mut Vec<PathBuf>, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            collect(&path, files, pages);
        } else if name.ends_with(".html") {
            pages.push(path);
        } else if !(name.ends_with(".frames") || ["times.csv", "version.toml"].contains(&name)) {
            files.push(path);
        }
    }
}

/// Sorts the lines of a journal, which stand in the order in which they were finished.
fn in_order(bytes: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    lines.sort_unstable();
    lines.concat()
}

fn check(command: &str, name: &str) {
    let written = written(command, name);
    let prefix = format!("{name}/");
    let expected: String = EXPECTED.split_inclusive('\n').filter(|line| line.starts_with(&prefix)).collect();
    assert!(written == expected, "expected:\n{expected}found:\n{written}");
}

#[test]
fn tournament_of_puerto_rico() {
    check("tournament", "puerto-rico");
}

#[test]
fn tournament_of_mundus_novus() {
    check("tournament", "mundus-novus");
}

#[test]
fn tournament_of_age_of_discovery() {
    check("tournament", "age-of-discovery");
}

#[test]
fn tournament_of_francis_drake() {
    check("tournament", "francis-drake");
}

#[test]
fn balance() {
    check("balance", "balance");
}

#[test]
fn levels() {
    check("balance", "levels");
}

#[test]
fn roles() {
    check("roles", "roles");
}

#[test]
fn tune() {
    check("tune", "tune");
}

#[test]
fn ladder() {
    check("ladder", "ladder");
}
