//! Everything below `experiments/` starts: each file names only what there is, and is what its command takes.

use std::fs;
use std::path::{Path, PathBuf};

use tradewinds::arena::{NAMES, find};
use tradewinds::game::InputError;
use tradewinds::lab::balance::{Balance, BalanceManifest};
use tradewinds::lab::choices::{ChoiceStudy, ChoicesManifest};
use tradewinds::lab::ladder::{Ladder, LadderManifest};
use tradewinds::lab::learn::{Learn, LearnManifest};
use tradewinds::lab::restricted::{Restricted, RestrictedManifest};
use tradewinds::lab::tune::{Tune, TuneManifest};
use tradewinds::tournament::{
    FileKind, Manifest, ManifestKind, Tournament, find_preset, find_variant, sections_of,
};

/// Lists the TOML files of a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

/// Makes the run that a manifest describes, and plays nothing.
fn start(kind: ManifestKind, path: &Path, text: &str) -> Result<(), InputError> {
    let source = path.display().to_string();
    let game = find(&sections_of(&source, text)?.0)?;
    let folder = Path::new("nowhere");
    match kind {
        ManifestKind::Tournament => Tournament::new(game, Manifest::parse(&source, text)?, path).map(drop),
        ManifestKind::Choices => {
            ChoiceStudy::new(game, ChoicesManifest::parse(&source, text)?, path, folder).map(drop)
        }
        ManifestKind::Balance => {
            Balance::new(game, BalanceManifest::parse(&source, text)?, path, folder).map(drop)
        }
        ManifestKind::Restricted => {
            Restricted::new(game, RestrictedManifest::parse(&source, text)?, path, folder).map(drop)
        }
        ManifestKind::Tune => Tune::new(game, TuneManifest::parse(&source, text)?, path, folder).map(drop),
        ManifestKind::Ladder => {
            Ladder::new(game, LadderManifest::parse(&source, text)?, path, folder).map(drop)
        }
        ManifestKind::Learn => Learn::new(game, LearnManifest::parse(&source, text)?, path, folder).map(drop),
    }
}

#[test]
fn every_manifest_preset_and_variant_starts() {
    let mut folders = vec!["experiments".to_owned(), "experiments/findings/bots".to_owned()];
    folders.extend(
        ["cluster", "external", "findings", "findings/variants", "load"]
            .map(|name| format!("experiments/{name}")),
    );
    folders.extend(NAMES.iter().map(|name| format!("experiments/{name}")));
    let (mut manifests, mut held) = (0, 0);
    for path in folders.iter().flat_map(|folder| files(folder)) {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display().to_string();
        let table: toml::Table = text.parse().unwrap();
        if !table.contains_key("name") {
            // The findings have manifests of their own, which experiments/findings/run.py reads.
            assert!(name.starts_with("experiments/findings/"), "{name}");
            continue;
        }
        let game = table.get("game").and_then(toml::Value::as_str).unwrap_or("any");
        let info = find(if game == "any" { NAMES[0] } else { game }).unwrap().info();
        match FileKind::of(text.as_bytes()) {
            Some(FileKind::Manifest(kind)) => {
                manifests += 1;
                held += sections_of(&name, &text).unwrap().1.names().count();
                start(kind, &path, &text).unwrap_or_else(|error| panic!("{error}"));
            }
            Some(FileKind::Preset) => {
                find_preset(&info, &name, Path::new("")).unwrap_or_else(|error| panic!("{error}"));
            }
            Some(FileKind::Variant) => {
                find_variant(&info, &name, Path::new("")).unwrap_or_else(|error| panic!("{error}"));
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(manifests >= 40 && held >= 40, "{manifests} manifests that hold {held} bots");
    for game in NAMES {
        for name in [
            "steady-vs-random",
            "ismcts-vs-steady",
            "learned-vs-steady",
            "ladder",
            "learn",
            "choices",
            "tune-steady",
        ] {
            assert!(Path::new(&format!("experiments/{game}/{name}.toml")).exists(), "{game} has no {name}");
        }
    }
}
