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
    let exported =
        export(&tournament, &[lab.path("text")], TableFormat::Parquet, &lab.path("tables")).unwrap();
    assert_eq!(exported, [Exported { games: 48, is_whole: true }]);
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
        games += export(&tournament, &[part], TableFormat::Parquet, &lab.path("tables")).unwrap()[0].games;
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
    let run = [lab.path("run")];
    let exported = export(&tournament, &run, TableFormat::Parquet, &lab.path("tables")).unwrap()[0];
    assert!(!exported.is_whole && exported.games.is_multiple_of(3) && exported.games > 0);
    let other = lab.tournament(&MANIFEST.replace("seed = 5", "seed = 6")).unwrap();
    let error = export(&other, &run, TableFormat::Parquet, &lab.path("more")).unwrap_err();
    assert!(chain(error).contains("run holds another run"));
    assert!(!lab.path("more").exists());
}

/// What `merge` refuses, `export` refuses in the same words, and it loses nothing that is there.
#[test]
fn no_game_is_exported_twice_or_lost() {
    let lab = Lab::new();
    lab.run(MANIFEST, "all", 2).unwrap();
    for (name, number, of) in [("a1", 1, 3), ("a2", 2, 3), ("a3", 3, 3), ("half", 1, 2), ("quarter", 2, 4)] {
        let options = RunOptions { threads: 2, shard: Shard::new(number, of) };
        lab.run_part(MANIFEST, name, options).unwrap();
    }
    let tournament = lab.tournament(MANIFEST).unwrap();
    let exported = |folders: &[&str], out: &str| {
        let folders: Vec<PathBuf> = folders.iter().map(|folder| lab.path(folder)).collect();
        export(&tournament, &folders, TableFormat::Parquet, &lab.path(out))
    };
    let refused = |folders: &[&str], out: &str| {
        let before = files(&lab, out);
        let message = chain(exported(folders, out).unwrap_err());
        assert_eq!(files(&lab, out), before, "{message}");
        message
    };
    for folders in [&["half", "a2", "a3"][..], &["all", "a1"], &["a1", "a1"], &["a1", "a2", "a3", "all"]] {
        let message = chain(exported(folders, "none").unwrap_err());
        let parts: Vec<PathBuf> = folders.iter().map(|folder| lab.path(folder)).collect();
        assert_eq!(message, chain(merge(&tournament, &parts, &lab.path("merged")).unwrap_err()));
        assert!(message.contains(" has game ") && message.contains("as well; choose"), "{message}");
        assert!(!lab.path("none").exists());
    }
    // Parts one after the other, in any order and again, but never with the whole or another split.
    assert_eq!(exported(&["a2", "a1"], "parts").unwrap().len(), 2);
    exported(&["a3"], "parts").unwrap();
    exported(&["a1"], "parts").unwrap();
    let message = refused(&["all"], "parts");
    assert!(
        message
            .contains("has part 1/3 of the run in games/shard=1/part.parquet, which has games of part 1/1"),
        "{message}"
    );
    assert!(refused(&["half"], "parts").contains("which has games of part 1/2 in "));
    assert!(refused(&["quarter"], "parts").contains("which has games of part 2/4 in "));
    exported(&["all"], "whole").unwrap();
    assert!(refused(&["a1"], "whole").contains("has part 1/1 of the run"));
    assert!(refused(&["a2"], "whole").contains("has part 1/1 of the run"));
    // Parts of two splits that share no game are no harm.
    assert_eq!(
        exported(&["half", "quarter"], "disjoint").unwrap().iter().map(|part| part.games).sum::<u64>(),
        36
    );
    // Another run, what is no table, and the same run with fewer games.
    let longer = MANIFEST.replace("deals = 4", "deals = 400");
    let other = lab.tournament(&MANIFEST.replace("seed = 5", "seed = 6")).unwrap();
    lab.run(&MANIFEST.replace("seed = 5", "seed = 6"), "other", 2).unwrap();
    let found = export(&other, &[lab.path("other")], TableFormat::Parquet, &lab.path("whole"));
    assert!(chain(found.unwrap_err()).contains("has tables of another run in games/shard=1/part.parquet"));
    lab.run(&longer, "long", 2).unwrap();
    lab.stop_after(&longer, "stopped", 10, 2);
    let tournament = lab.tournament(&longer).unwrap();
    let long =
        |folder: &str| export(&tournament, &[lab.path(folder)], TableFormat::Parquet, &lab.path("whole"));
    // A run that has grown takes the place of what it was.
    long("long").unwrap();
    let message = chain(long("stopped").unwrap_err());
    assert!(
        message.contains("has 4800 games of part 1/1 in games/shard=1/part.parquet, more than the "),
        "{message}"
    );
    fs::write(lab.path("whole/games/shard=1/part.parquet"), b"PAR1").unwrap();
    assert!(chain(long("long").unwrap_err()).contains("part.parquet"));
}
