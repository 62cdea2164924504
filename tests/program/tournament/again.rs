//! Runs whose journal keeps results alone: their games are played again when tables are written.

use std::fs;
use std::path::Path;

use super::lab::{Lab, MANIFEST, chain, contents, tables};
use tradewinds::game::{Rows, TableCell};
use tradewinds::tournament::{
    Journal, JournalForm, Journaling, Manifest, Outcome, RunOptions, Shard, TableFormat, export, merge,
    standings_so_far,
};

fn results() -> String {
    format!("{MANIFEST}journal = \"results\"\n")
}

fn size(folder: &Path) -> u64 {
    fs::metadata(folder.join("journal.frames")).unwrap().len()
}

/// The same tables as those of a journal with rows, which are written again where they are missing or changed.
#[test]
fn the_tables_are_those_of_a_journal_with_rows() {
    let lab = Lab::new();
    let whole = lab.run(MANIFEST, "rows", 2).unwrap();
    let expected = tables(&lab.path("rows"));
    let run = lab.path("run");
    lab.stop_after(&results(), "run", 10, 2);
    let ended = lab.run(&results(), "run", 3).unwrap();
    assert_eq!(ended.standings, whole.standings);
    assert_eq!(tables(&run), expected);
    // A run that was stopped has more frames, as many as time allowed: sizes are those of runs in one go.
    lab.run(&results(), "in one go", 2).unwrap();
    assert!(2 * size(&lab.path("in one go")) < size(&lab.path("rows")));
    for name in ["seats.csv", "turns.csv", "report.html"] {
        let text = fs::read(run.join(name)).unwrap();
        for damage in [None, Some(&text[..text.len() / 2])] {
            match damage {
                None => fs::remove_file(run.join(name)).unwrap(),
                Some(damage) => fs::write(run.join(name), damage).unwrap(),
            }
            assert_eq!(lab.run(&results(), "run", 2).unwrap().outcome, Outcome::PlayedBefore);
            assert_eq!(tables(&run), expected, "{name}");
        }
    }
    // Standings need no rows; an export does.
    let tournament = lab.tournament(&results()).unwrap();
    assert_eq!(standings_so_far(&tournament, &run).unwrap(), whole.standings);
    export(&tournament, std::slice::from_ref(&run), TableFormat::Csv, &lab.path("exported")).unwrap();
    assert_eq!(fs::read(lab.path("exported/turns.csv")).unwrap(), expected["turns.csv"]);
}

/// What the journal keeps is no part of the run: it grows with either, and parts of both kinds are joined.
#[test]
fn a_journal_may_hold_both_kinds_of_frames() {
    let lab = Lab::new();
    let longer = |manifest: &str| manifest.replace("deals = 4", "deals = 7");
    lab.run(&longer(MANIFEST), "alone", 2).unwrap();
    lab.run(&results(), "run", 2).unwrap();
    lab.stop_after(&longer(MANIFEST), "run", 9, 2);
    lab.run(&longer(&results()), "run", 2).unwrap();
    assert_eq!(tables(&lab.path("run")), tables(&lab.path("alone")));
    let saved = fs::read_to_string(lab.path("run/manifest.toml")).unwrap();
    assert_eq!(Manifest::parse("m.toml", &saved).unwrap().journal, Journaling::Results);

    for number in 1..=3 {
        let options = RunOptions { threads: 2, shard: Shard::new(number, 3) };
        lab.run_part(&results(), &format!("part-{number}"), options).unwrap();
    }
    let parts = [1, 2, 3].map(|number| lab.path(&format!("part-{number}")));
    let before = parts.clone().map(|part| contents(&part));
    let tournament = lab.tournament(&results()).unwrap();
    merge(&tournament, &parts, &lab.path("joined")).unwrap();
    lab.run(MANIFEST, "rows", 2).unwrap();
    assert_eq!(tables(&lab.path("joined")), tables(&lab.path("rows")));
    assert!(2 * size(&lab.path("joined")) < size(&lab.path("rows")));
    assert_eq!(parts.map(|part| contents(&part)), before);
}

/// A result that no game of the run has, or cells that its result did not come with, are refused; nothing is
/// written over.
#[test]
fn a_game_that_is_another_one_is_refused() {
    let more = |cell: &TableCell| TableCell::from(format!("{cell}0"));
    let with_more = |rows: &Rows| {
        let mut changed = Rows::default();
        for (number, row) in rows.iter().enumerate() {
            let mut cells = row.cells.to_vec();
            if number == 2 {
                cells[1] = more(&cells[1]);
            }
            changed.push(row.table, row.seat, cells);
        }
        changed
    };
    let lab = Lab::new();
    lab.run(MANIFEST, "rows", 2).unwrap();
    let tournament = lab.tournament(&results()).unwrap();
    let form: JournalForm = tournament.journal_form();
    for change in 0..3 {
        let folder = format!("run-{change}");
        lab.run(&results(), &folder, 2).unwrap();
        let path = lab.path(&folder).join("journal.frames");
        fs::remove_file(&path).unwrap();
        let mut rows = Journal::look_at(&lab.path("rows/journal.frames"), form).unwrap();
        let mut journal = Journal::create(&path, form).unwrap();
        for number in 0..form.games {
            let mut game = rows.read(number).unwrap();
            match (number, change) {
                (17, 0) => game.seats[1].score += 1,
                (17, 1) => game.seats[1].cells[0] = more(&game.seats[1].cells[0]),
                (17, 2) => game.rows = with_more(&game.rows),
                _ => {}
            }
            journal.append(&game).unwrap();
        }
        journal.flush().unwrap();
        drop(journal);
        let before = contents(&lab.path(&folder));
        let error = chain(lab.run(&results(), &folder, 2).unwrap_err());
        assert!(error.starts_with("game 17 of ") && !error.contains('\n'), "{error}");
        assert!(error.contains("is another one when it is played again"), "{error}");
        assert_eq!(contents(&lab.path(&folder)), before);
    }
}

#[test]
fn what_cannot_be_played_again_needs_its_rows() {
    let lab = Lab::new();
    let timed = "name = \"timed\"\ngame = \"race\"\nkind = \"search\"\n[search]\ntime_ms = 1\n";
    fs::write(lab.path("timed.toml"), timed).unwrap();
    let manifest = results().replace("\"random\"", "\"timed.toml\"");
    let error = lab.tournament(&manifest).unwrap_err();
    assert!(error.contains("journal: found \"results\" with the bot \"timed\""), "{error}");
    assert!(error.contains("allowed: \"rows\"") && !error.contains('\n'), "{error}");
    lab.tournament(&manifest.replace("\"results\"", "\"rows\"")).unwrap();
    let error = lab.tournament(&results().replace("\"results\"", "\"result\"")).unwrap_err();
    assert!(error.contains("journal: found \"result\"") && error.contains("results"), "{error}");
}
