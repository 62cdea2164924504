//! Parts of a run, and joining them.

use std::fs;
use std::path::PathBuf;

use super::lab::{Lab, MANIFEST, chain, contents, tables};
use tradewinds::tournament::{Journal, Outcome, RunOptions, Shard, SuspectPart, merge};

fn shard(number: u64, of: u64) -> RunOptions {
    RunOptions { threads: 2, shard: Shard::new(number, of) }
}

fn join(lab: &Lab, manifest: &str, parts: &[&str], out: &str) -> Result<String, String> {
    let parts: Vec<PathBuf> = parts.iter().map(|part| lab.path(part)).collect();
    let standings = merge(&lab.tournament(manifest).unwrap(), &parts, &lab.path(out));
    standings.map(|merged| merged.standings.to_string()).map_err(chain)
}

#[test]
fn joined_parts_are_the_run_of_one_machine() {
    let lab = Lab::new();
    let manifest = format!("{MANIFEST}record = \"games\"\n");
    let records = |folder: &str| -> Vec<Vec<u8>> {
        contents(&lab.path(folder).join("records")).into_values().collect()
    };
    lab.run(&manifest, "whole", 2).unwrap();
    for of in [1, 3, 20] {
        let parts: Vec<String> = (1..=of).map(|number| format!("part-{number}-of-{of}")).collect();
        for (number, part) in (1..).zip(&parts) {
            let run = lab.run_part(&manifest, part, shard(number, of)).unwrap();
            // With more parts than blocks some have nothing to play.
            let outcome = if number <= 16 { Outcome::Played } else { Outcome::PlayedBefore };
            assert_eq!(run.outcome, outcome);
        }
        // In any order.
        let parts: Vec<&str> = parts.iter().rev().map(String::as_str).collect();
        let out = format!("joined-{of}");
        let text = join(&lab, &manifest, &parts, &out).unwrap();
        assert_eq!(tables(&lab.path(&out)), tables(&lab.path("whole")));
        assert_eq!(records(&out), records("whole"));
        let finished = lab.run(&manifest, &out, 1).unwrap();
        assert_eq!((finished.outcome, finished.standings.to_string()), (Outcome::PlayedBefore, text));
        for name in ["manifest.toml", "version.toml", "bots/saver.toml"] {
            let read = |folder: &str| fs::read(lab.path(folder).join(name)).unwrap();
            assert_eq!(read(&out), read("whole"));
        }
        assert!(!lab.path(&out).join("shard.toml").exists());
    }
}

#[test]
fn a_merge_goes_on_where_it_was_cut() {
    let lab = Lab::new();
    lab.run_part(MANIFEST, "a", shard(1, 2)).unwrap();
    lab.run_part(MANIFEST, "b", shard(2, 2)).unwrap();
    join(&lab, MANIFEST, &["a", "b"], "joined").unwrap();
    let whole = contents(&lab.path("joined"));
    let journal = fs::read(lab.path("joined/journal.frames")).unwrap();
    fs::write(lab.path("joined/journal.frames"), &journal[..journal.len() / 2]).unwrap();
    fs::remove_file(lab.path("joined/standings.csv")).unwrap();
    join(&lab, MANIFEST, &["a", "b"], "joined").unwrap();
    assert_eq!(contents(&lab.path("joined")), whole);
}

#[test]
fn parts_that_do_not_make_a_run_are_refused() {
    let lab = Lab::new();
    let other = MANIFEST.replace("seed = 5", "seed = 6");
    lab.run_part(MANIFEST, "a", shard(1, 2)).unwrap();
    lab.run_part(MANIFEST, "b", shard(2, 2)).unwrap();
    lab.run_part(MANIFEST, "third", shard(2, 3)).unwrap();
    lab.run_part(&other, "other", shard(2, 2)).unwrap();
    lab.run(MANIFEST, "whole", 1).unwrap();
    let before = contents(&lab.path(""));
    for (parts, reason) in [
        (&["a", "other"][..], "other holds another run: its manifest.toml differs in seed (6 there, 5 here)"),
        (&["a"], "game 3 is in none of the parts, which hold 24 of 48 games"),
        (&["a", "a", "b"], "a has game 0, which is in "),
        (&["a", "b", "third"], "third has game 3, which is in "),
        (&["a", "whole"], "whole has game 0, which is in "),
        (&["a", "nowhere"], "nowhere: "),
    ] {
        let error = join(&lab, MANIFEST, parts, "out").unwrap_err();
        assert!(error.contains(reason), "{error}");
        assert!(!lab.path("out").exists());
    }
    // Parts of another version of the program or of the rules.
    let version = lab.path("b/version.toml");
    let kept = fs::read_to_string(&version).unwrap();
    let program = format!("tradewinds = \"{}\"", env!("CARGO_PKG_VERSION"));
    for (from, to, key) in [
        (program.as_str(), "tradewinds = \"0.0.1\"", "tradewinds (\"0.0.1\" there, "),
        ("rules_version = 1", "rules_version = 2", "rules_version (2 there, 1 here)"),
    ] {
        assert!(kept.contains(from), "{kept}");
        fs::write(&version, kept.replace(from, to)).unwrap();
        let error = join(&lab, MANIFEST, &["a", "b"], "out").unwrap_err();
        let reason = format!("b holds another run: its version.toml differs in {key}");
        assert!(error.contains(&reason), "{error}");
        assert!(!lab.path("out").exists());
    }
    fs::write(&version, kept).unwrap();
    // A part's folder is no place for the whole run, nor the other way round.
    let error = chain(lab.run(MANIFEST, "a", 1).unwrap_err());
    assert!(error.contains("a holds a part of this run, as its shard.toml says"), "{error}");
    let error = chain(lab.run_part(MANIFEST, "whole", shard(1, 2)).unwrap_err());
    assert!(error.contains("whole is not empty and has no shard.toml of this run"), "{error}");
    let error = chain(lab.run_part(MANIFEST, "a", shard(2, 2)).unwrap_err());
    assert!(error.contains("its shard.toml differs in shard (1 there, 2 here)"), "{error}");
    assert_eq!(contents(&lab.path("")), before);

    let early = format!("{MANIFEST}until_width = 0.5\n");
    let error = chain(lab.run_part(&early, "early", shard(1, 2)).unwrap_err());
    assert!(error.contains("--shard: found a part of a run that may stop early"), "{error}");
    assert!(!lab.path("early").exists());
}

#[test]
fn an_interrupted_part_goes_on() {
    let lab = Lab::new();
    lab.run_part(MANIFEST, "part", shard(2, 3)).unwrap();
    let whole = contents(&lab.path("part"));
    let journal = fs::read(lab.path("part/journal.frames")).unwrap();
    fs::write(lab.path("part/journal.frames"), &journal[..journal.len() * 2 / 3]).unwrap();
    assert_eq!(lab.run_part(MANIFEST, "part", shard(2, 3)).unwrap().outcome, Outcome::Played);
    assert_eq!(tables(&lab.path("part")).len(), 7);
    assert_eq!(tables(&lab.path("part")), {
        fs::create_dir(lab.path("kept")).unwrap();
        for (path, bytes) in whole.iter().filter(|(path, _)| path.parent() == Some(&lab.path("part"))) {
            fs::write(lab.path("kept").join(path.file_name().unwrap()), bytes).unwrap();
        }
        tables(&lab.path("kept"))
    });
}

/// A part whose games were played by another program than it says, or on a machine that computes wrongly.
#[test]
fn a_part_that_differs_by_more_than_chance_is_named() {
    let lab = Lab::new();
    let manifest = MANIFEST.replace("deals = 4", "deals = 60");
    let tournament = lab.tournament(&manifest).unwrap();
    let parts: Vec<PathBuf> = (1..=4).map(|number| lab.path(&format!("part-{number}"))).collect();
    for (number, part) in (1..).zip(["part-1", "part-2", "part-3", "part-4"]) {
        lab.run_part(&manifest, part, shard(number, 4)).unwrap();
    }
    assert_eq!(merge(&tournament, &parts, &lab.path("sound")).unwrap().suspects, []);
    // With four line-ups, each of four parts plays one alone, which nothing is compared with; three share them.
    let parts: Vec<PathBuf> = (1..=3).map(|number| lab.path(&format!("third-{number}"))).collect();
    for (number, part) in (1..).zip(["third-1", "third-2", "third-3"]) {
        lab.run_part(&manifest, part, shard(number, 3)).unwrap();
    }
    assert_eq!(merge(&tournament, &parts, &lab.path("thirds")).unwrap().suspects, []);
    let path = lab.path("third-2/journal.frames");
    let form = tournament.journal_form();
    fs::rename(&path, lab.path("kept")).unwrap();
    let mut kept = Journal::look_at(&lab.path("kept"), form).unwrap();
    let mut changed = Journal::create(&path, form).unwrap();
    for game in 0..form.games {
        if kept.has(game) {
            let mut record = kept.read(game).unwrap();
            record.seats.iter_mut().for_each(|seat| seat.score += 9);
            changed.append(&record).unwrap();
        }
    }
    changed.flush().unwrap();
    drop(changed);
    let suspects = merge(&tournament, &parts, &lab.path("unsound")).unwrap().suspects;
    assert_eq!(suspects.len(), 1, "{suspects:?}");
    let SuspectPart { part, difference } = &suspects[0];
    assert!(*part == 1 && difference.starts_with("points of "), "{difference}");
    assert!(difference.contains(", in the other parts "), "{difference}");
}
