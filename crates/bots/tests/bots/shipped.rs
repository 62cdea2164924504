//! The shipped presets are what they were: run folders hold their whole texts, and journals a hash of
//! them, so a run goes on only if they stay the same to the byte.

use tradewinds_bots::{BotKind, Preset};

/// A row for each preset: its file, kind, number of weights, and the hash of its whole text.
const AS_THEY_WERE: &str = include_str!("../shipped.txt");

/// Reads one key at the top of a preset.
fn key(text: &str, name: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""))?;
    Some(line.trim_end_matches('"').to_owned())
}

#[test]
fn the_shipped_presets_are_what_they_were() {
    let mut files: Vec<(&str, &str)> = tradewinds_presets::presets().collect();
    files.sort_unstable();
    let mut rows = String::new();
    for (file, text) in files {
        let (name, game) = (key(text, "name").unwrap(), key(text, "game").unwrap());
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

/// Networks stand in the repository and in every run's folder: they stay small, those that read the rules with their rows
/// for them, and say what they are for.
#[test]
fn the_shipped_networks_are_small_and_name_their_study() {
    assert_eq!(tradewinds_presets::networks().count(), 4);
    for (network, text) in tradewinds_presets::networks() {
        let (header, _) = text.split_once("\n---\n").unwrap();
        let most = if header.contains("\nrule_inputs = ") { 320_000 } else { 300_000 };
        assert!(text.len() < most, "{network}: {} bytes", text.len());
        for name in ["game", "manifest", "checksum"] {
            assert!(key(header, name).is_some_and(|value| !value.is_empty()), "{network}: {name}");
        }
        for name in ["rules", "features"] {
            let is_key = |line: &str| line.starts_with(&format!("{name} = "));
            assert!(header.lines().any(is_key), "{network}: {name}");
        }
    }
}
