//! Going on after an interruption, wherever it came.

use std::fs;

use super::lab::{Lab, MANIFEST, chain, contents, frames, tables};
use tradewinds::tournament::{Journal, Outcome};

/// The journal cut at every 29th byte, in the beginning, the middle and the end of frames, and cut where only
/// the length of the file has survived.
#[test]
fn a_journal_cut_anywhere_is_repaired() {
    let lab = Lab::new();
    lab.run(MANIFEST, "whole", 2).unwrap();
    lab.run_in_pieces(MANIFEST, "run", 12);
    let path = lab.path("run/journal.frames");
    let journal = fs::read(&path).unwrap();
    let all = frames(&journal);
    for length in (0..journal.len()).step_by(29) {
        let whole = all.iter().filter(|(bytes, _)| bytes.end <= length);
        let (ends, games): (Vec<usize>, Vec<u64>) = whole.map(|(bytes, games)| (bytes.end, *games)).unzip();
        let mut cut = journal[..length].to_vec();
        if length % 2 == 1 {
            cut.truncate(ends.last().copied().unwrap_or(0));
            cut.resize(length + 50, 0);
        }
        fs::write(&path, cut).unwrap();
        let run = lab.run(MANIFEST, "run", 2).unwrap();
        assert_eq!((run.outcome, run.resumed), (Outcome::Played, games.iter().sum()));
        assert_eq!(tables(&lab.path("run")), tables(&lab.path("whole")));
    }
}

/// Killed while the folder was made: some files of the description are there, one of them cut.
#[test]
fn a_description_cut_anywhere_is_written_anew() {
    let lab = Lab::new();
    lab.run(MANIFEST, "whole", 1).unwrap();
    let names: Vec<String> =
        lab.tournament(MANIFEST).unwrap().description().iter().map(|(name, _)| name.clone()).collect();
    for (whole, name) in names.iter().enumerate() {
        let folder = lab.path(&format!("run-{whole}"));
        for name in &names[..=whole] {
            fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
            fs::copy(lab.path("whole").join(name), folder.join(name)).unwrap();
        }
        let text = fs::read(folder.join(name)).unwrap();
        fs::write(folder.join(name), &text[..text.len() / 2]).unwrap();
        lab.run(MANIFEST, &format!("run-{whole}"), 1).unwrap();
        assert_eq!(tables(&folder), tables(&lab.path("whole")));
        assert_eq!(fs::read(folder.join(name)).unwrap(), text);
    }
}

/// A stopped run leaves tables of its whole blocks; killed later while it wrote the last ones, it must not
/// take these for the result.
#[test]
fn old_tables_are_not_taken_for_the_result() {
    let lab = Lab::new();
    let manifest = MANIFEST.replace("deals = 4", "deals = 50");
    lab.run(&manifest, "whole", 1).unwrap();
    let Outcome::Stopped { .. } = lab.stop_after(&manifest, "run", 20, 2).outcome else {
        panic!("the run was stopped")
    };
    let standings = fs::read(lab.path("run/standings.csv")).unwrap();
    lab.run(&manifest, "run", 2).unwrap();
    assert_ne!(fs::read(lab.path("run/standings.csv")).unwrap(), standings);
    assert_eq!(tables(&lab.path("run")), tables(&lab.path("whole")));
}

/// Whatever happened to a table or the page, asking for the run again mends it; what is right is left alone.
#[test]
fn files_that_are_missing_or_changed_are_written_again() {
    let lab = Lab::new();
    let whole = lab.run(MANIFEST, "run", 2).unwrap();
    let before = tables(&lab.path("run"));
    assert!(before.len() > 5 && before.contains_key("report.html"), "{:?}", before.keys());
    for (name, bytes) in &before {
        let path = lab.path("run").join(name);
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        for damage in [None, Some(&changed[..]), Some(&bytes[..bytes.len() - 1]), Some(b"")] {
            match damage {
                None => fs::remove_file(&path).unwrap(),
                Some(damage) => fs::write(&path, damage).unwrap(),
            }
            let again = lab.run(MANIFEST, "run", 2).unwrap();
            assert_eq!((again.outcome, &again.standings), (Outcome::PlayedBefore, &whole.standings));
            assert_eq!(tables(&lab.path("run")), before, "{name}");
        }
    }
    let times = || -> Vec<_> {
        let files = before.keys().map(|name| fs::metadata(lab.path("run").join(name)).unwrap());
        files.map(|file| file.modified().unwrap()).collect()
    };
    let written = times();
    lab.run(MANIFEST, "run", 2).unwrap();
    assert_eq!(times(), written);
}

#[test]
fn a_run_that_is_played_is_refused_to_others() {
    let lab = Lab::new();
    lab.run(MANIFEST, "run", 1).unwrap();
    let path = lab.path("run/journal.frames");
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 10]).unwrap();
    let form = lab.tournament(MANIFEST).unwrap().journal_form();
    let open = Journal::open(&path, form).unwrap();
    let before = contents(&lab.path("run"));
    let error = chain(lab.run(MANIFEST, "run", 1).unwrap_err());
    assert!(error.contains("journal.frames: another process plays this run"), "{error}");
    assert_eq!(contents(&lab.path("run")), before);
    drop(open);
    assert_eq!(lab.run(MANIFEST, "run", 1).unwrap().outcome, Outcome::Played);
}
