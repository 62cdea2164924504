//! Tables as Parquet files. That other programs read them as the CSV files is checked by `.ci/parquet.py`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::lab::{Lab, MANIFEST, chain, contents, tables};
use tradewinds::tournament::{Exported, Outcome, RunOptions, Shard, TableFormat, export, merge};

fn parquet() -> String {
    format!("{MANIFEST}tables = \"parquet\"\n")
}

/// The Parquet files below a folder, by their paths in it.
fn files(lab: &Lab, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = lab.path(folder);
    let all = contents(&folder).into_iter();
    let of_format = all.filter(|(path, _)| path.extension().is_some_and(|extension| extension == "parquet"));
    of_format.map(|(path, bytes)| (path.strip_prefix(&folder).unwrap().to_owned(), bytes)).collect()
}

/// The same bytes on any number of threads, after interruptions, and exported from a run with CSV files.
#[test]
fn a_run_has_the_same_files_however_it_came_to_them() {
    let lab = Lab::new();
    let whole = lab.run(&parquet(), "whole", 1).unwrap();
    let expected = files(&lab, "whole");
    let names: Vec<String> = expected.keys().map(|path| path.display().to_string()).collect();
    let paths = ["games", "seats", "turns"].map(|name| format!("{name}/shard=1/part.parquet"));
    assert_eq!(names, paths);
    let tables: Vec<String> = tables(&lab.path("whole")).into_keys().collect();
    assert_eq!(tables, ["head_to_head.csv", "places.csv", "report.html", "standings.csv"]);
    for bytes in expected.values() {
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        // The run that the file names.
        let text = String::from_utf8_lossy(bytes);
        for part in ["manifest.toml", "name = \"sails\"", "rules_version = 1", "bots/saver.toml", "shard"] {
            assert!(text.contains(part), "{part}");
        }
    }
    lab.run(&parquet(), "threads", 4).unwrap();
    assert_eq!(files(&lab, "threads"), expected);
    lab.stop_after(&parquet(), "stopped", 10, 2);
    lab.run(&parquet(), "stopped", 2).unwrap();
    assert_eq!(files(&lab, "stopped"), expected);
    lab.run(MANIFEST, "text", 2).unwrap();
    let tournament = lab.tournament(MANIFEST).unwrap();
    let exported = export(&tournament, &lab.path("text"), TableFormat::Parquet, &lab.path("tables")).unwrap();
    assert_eq!(exported, Exported { games: 48, is_whole: true });
    let exported = files(&lab, "tables");
    assert_eq!(exported.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    // Asked for again, the run is only read; what is missing or changed is written again.
    let again = lab.run(&parquet(), "whole", 2).unwrap();
    assert_eq!((again.outcome, &again.standings), (Outcome::PlayedBefore, &whole.standings));
    for (path, bytes) in &expected {
        let path = lab.path("whole").join(path);
        for damage in [None, Some(&bytes[..bytes.len() - 1]), Some(b"")] {
            match damage {
                None => fs::remove_file(&path).unwrap(),
                Some(damage) => fs::write(&path, damage).unwrap(),
            }
            assert_eq!(lab.run(&parquet(), "whole", 2).unwrap().outcome, Outcome::PlayedBefore);
            assert_eq!(files(&lab, "whole"), expected);
        }
    }
}

/// The format is no part of the run: asked for in the other one, it gets the other files.
#[test]
fn a_run_changes_its_format() {
    let lab = Lab::new();
    lab.run(MANIFEST, "run", 2).unwrap();
    let text = tables(&lab.path("run"));
    assert_eq!(lab.run(&parquet(), "run", 2).unwrap().outcome, Outcome::PlayedBefore);
    assert!(!lab.path("run/games.csv").exists() && files(&lab, "run").len() == 3);
    assert_eq!(lab.run(MANIFEST, "run", 2).unwrap().outcome, Outcome::PlayedBefore);
    assert_eq!(tables(&lab.path("run")), text);
    assert!(files(&lab, "run").is_empty());
}

/// The files of parts go into one folder, each at a place of its own, and a merged run is one part again.
#[test]
fn parts_are_put_into_one_folder() {
    let lab = Lab::new();
    for number in 1..=3 {
        let options = RunOptions { threads: 2, shard: Shard::new(number, 3) };
        lab.run_part(&parquet(), &format!("part-{number}"), options).unwrap();
    }
    let tournament = lab.tournament(&parquet()).unwrap();
    let mut games = 0;
    for number in 1..=3 {
        let part = lab.path(&format!("part-{number}"));
        games += export(&tournament, &part, TableFormat::Parquet, &lab.path("tables")).unwrap().games;
        let own = files(&lab, &format!("part-{number}"));
        assert!(own.contains_key(&PathBuf::from(format!("seats/shard={number}/part.parquet"))));
        let together = files(&lab, "tables");
        assert!(own.iter().all(|(path, bytes)| together[path] == *bytes));
    }
    assert_eq!((games, files(&lab, "tables").len()), (48, 9));
    let parts = [1, 2, 3].map(|number| lab.path(&format!("part-{number}")));
    merge(&tournament, &parts, &lab.path("joined")).unwrap();
    lab.run(&parquet(), "whole", 2).unwrap();
    assert_eq!(files(&lab, "joined"), files(&lab, "whole"));
}

#[test]
fn what_is_no_such_run_is_not_exported() {
    let lab = Lab::new();
    lab.stop_after(&MANIFEST.replace("deals = 4", "deals = 400"), "run", 10, 2);
    let tournament = lab.tournament(&MANIFEST.replace("deals = 4", "deals = 400")).unwrap();
    let exported = export(&tournament, &lab.path("run"), TableFormat::Parquet, &lab.path("tables")).unwrap();
    assert!(!exported.is_whole && exported.games.is_multiple_of(3) && exported.games > 0);
    let other = lab.tournament(&MANIFEST.replace("seed = 5", "seed = 6")).unwrap();
    let error = export(&other, &lab.path("run"), TableFormat::Parquet, &lab.path("more")).unwrap_err();
    assert!(chain(error).contains("run holds another run"));
    assert!(!lab.path("more").exists());
}
