//! The shipped presets are what they were: run folders hold their whole texts, and journals a hash of
//! them, so a run goes on only if they stay the same to the byte.

use std::fs;
use std::path::Path;

use tradewinds_bots::{BotKind, Preset};

/// A row for each preset: its file, kind, number of weights, and the hash of its whole text.
const AS_THEY_WERE: &str = include_str!("shipped.txt");

/// Returns the shipped files, by name: name and text as written.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// Reads one key at the top of a preset.
fn key(text: &str, name: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""))?;
    Some(line.trim_end_matches('"').to_owned())
}

#[test]
fn the_shipped_presets_are_what_they_were() {
    let mut rows = String::new();
    for (file, text) in files() {
        let (name, game) = (key(&text, "name").unwrap(), key(&text, "game").unwrap());
        let (preset, whole) = Preset::find_with_text(&name, &game).unwrap();
        assert_eq!((preset.name.as_str(), preset.game.as_str()), (name.as_str(), game.as_str()), "{file}");
        let weights = match &preset.kind {
            BotKind::Heuristic(weights) | BotKind::Search { weights, .. } => weights.len(),
            _ => 0,
        };
        let (kind, hash) = (preset.kind.word(), crc32fast::hash(whole.as_bytes()));
        rows += &format!("{file} {kind} {weights} {hash:08x}\n");
    }
    assert_eq!(
        rows, AS_THEY_WERE,
        "a preset that is meant to change has a new row, and a line in CHANGELOG.md:\n{rows}"
    );
}
