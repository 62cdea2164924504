//! The shipped presets are what they were: run folders hold their whole texts, and journals a hash of
//! them, so a run goes on only if they stay the same to the byte.

use std::fs;
use std::path::{Path, PathBuf};

use tradewinds_bots::{BotKind, Preset};

/// A row for each preset: its file, kind, number of weights, and the hash of its whole text.
const AS_THEY_WERE: &str = include_str!("shipped.txt");

/// Reads one key at the top of a preset.
fn key(text: &str, name: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""))?;
    Some(line.trim_end_matches('"').to_owned())
}

#[test]
fn the_shipped_presets_are_what_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let presets = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let mut files: Vec<PathBuf> = presets.collect();
    files.sort();
    let mut rows = String::new();
    for path in files {
        let file = path.file_name().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
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

/// Networks stand in the repository and in every run's folder: they stay small, and say what they are for.
#[test]
fn the_shipped_networks_are_small_and_name_their_study() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let networks: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "network")).collect();
    assert!(!networks.is_empty());
    for path in networks {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.len() < 300_000, "{}: {} bytes", path.display(), text.len());
        let (header, _) = text.split_once("\n---\n").unwrap();
        for name in ["game", "manifest", "checksum"] {
            assert!(key(header, name).is_some_and(|value| !value.is_empty()), "{}: {name}", path.display());
        }
        for name in ["rules", "features"] {
            assert!(
                header.lines().any(|line| line.starts_with(&format!("{name} = "))),
                "{}: {name}",
                path.display()
            );
        }
    }
}
