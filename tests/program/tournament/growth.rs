//! A run that is continued with more deals or another stopping rule is the one that had them from the start.

use std::fs;

use super::lab::{Lab, MANIFEST, chain, contents, tables};
use tradewinds::tournament::{Outcome, RunOptions, Shard, merge, standings_so_far};

fn deals(deals: u32) -> String {
    MANIFEST.replace("deals = 4", &format!("deals = {deals}"))
}

/// Compares a run with one that was played in one go.
fn assert_same(lab: &Lab, manifest: &str, folder: &str) {
    let _ = fs::remove_dir_all(lab.path("alone"));
    let alone = lab.run(manifest, "alone", 2).unwrap();
    let again = lab.run(manifest, folder, 2).unwrap();
    assert_eq!((again.outcome, &again.standings), (Outcome::PlayedBefore, &alone.standings));
    assert_eq!(tables(&lab.path(folder)), tables(&lab.path("alone")));
    for name in ["manifest.toml", "version.toml"] {
        let read = |folder: &str| fs::read(lab.path(folder).join(name)).unwrap();
        assert_eq!(read(folder), read("alone"));
    }
}

#[test]
fn more_deals_continue_the_schedule() {
    let lab = Lab::new();
    lab.run(&deals(2), "run", 2).unwrap();
    let longer = lab.run(&deals(5), "run", 2).unwrap();
    assert_eq!((longer.outcome, longer.resumed), (Outcome::Played, 24));
    assert_same(&lab, &deals(5), "run");
    // An unfinished run as well, and in games.
    lab.stop_after(&deals(9), "run", 7, 2);
    let games = MANIFEST.replace("deals = 4", "games = 130");
    lab.run(&games, "run", 2).unwrap();
    assert_same(&lab, &games, "run");
    // The shorter run is not there any more, and a look at a run of another length is refused.
    let error = chain(lab.run(&deals(10), "run", 1).unwrap_err());
    assert!(error.contains("run holds a longer run in deals (11 there, 10 here)"), "{error}");
    let tournament = lab.tournament(&deals(20)).unwrap();
    let error = chain(standings_so_far(&tournament, &lab.path("run")).unwrap_err());
    assert!(error.contains("holds a run of another length: its manifest.toml differs in deals"), "{error}");
}

/// Killed anywhere between the journal's opening and the new manifest, the run is the shorter one without
/// standings.
#[test]
fn a_run_that_was_to_grow_can_be_finished_or_grow() {
    let lab = Lab::new();
    lab.run(&deals(2), "run", 2).unwrap();
    let before = tables(&lab.path("run"));
    fs::remove_file(lab.path("run/standings.csv")).unwrap();
    fs::write(lab.path("run/manifest.toml.part"), "name = ").unwrap();
    assert_eq!(lab.run(&deals(2), "run", 2).unwrap().outcome, Outcome::PlayedBefore);
    assert_eq!(tables(&lab.path("run")), before);
    lab.run(&deals(3), "run", 2).unwrap();
    assert_same(&lab, &deals(3), "run");
}

#[test]
fn parts_grow_and_so_does_what_they_were_joined_to() {
    let lab = Lab::new();
    let part = |number| RunOptions { threads: 2, shard: Shard::new(number, 3) };
    let parts: Vec<_> = ["a", "b", "c"].map(|name| lab.path(name)).into();
    for deals_now in [2, 5] {
        for (number, name) in (1..).zip(["a", "b", "c"]) {
            lab.run_part(&deals(deals_now), name, part(number)).unwrap();
        }
        let tournament = lab.tournament(&deals(deals_now)).unwrap();
        merge(&tournament, &parts, &lab.path("joined")).unwrap();
        assert_same(&lab, &deals(deals_now), "joined");
    }
}

const RACE: &str = r#"
name = "rule"
game = "race"
players = 3
seed = 5
deals = 30
format = "table"
lineup = ["saver.toml", "roller.toml", "random"]
"#;

/// A width that a few deals do not reach, a rule that is added when the run has more deals than it takes, and
/// one that is taken away again.
#[test]
fn a_width_goes_with_a_larger_cap_later() {
    let lab = Lab::new();
    let of = |deals: u32, rule: &str| RACE.replace("deals = 30", &format!("deals = {deals}")) + rule;
    for manifest in [
        of(30, "until_width = 0.05\n"),
        of(5000, "until_width = 0.05\n"),
        of(5000, "until_width = 0.2\n"),
        of(5000, "until_width = 0.04\n"),
        of(6000, ""),
    ] {
        lab.run(&manifest, "run", 2).unwrap();
        assert_same(&lab, &manifest, "run");
    }
}

#[test]
fn an_adaptive_run_goes_with_a_larger_cap_later() {
    let lab = Lab::new();
    let of = |number: u32, rule: &str| deals(number) + rule;
    for manifest in [of(12, ""), of(15, "adaptive = true\n"), of(80, "adaptive = true\n")] {
        lab.run(&manifest, "run", 2).unwrap();
        assert_same(&lab, &manifest, "run");
    }
}

/// What does not belong to the length is another run, whatever the length.
#[test]
fn only_the_length_may_differ() {
    let lab = Lab::new();
    lab.run(&deals(2), "run", 2).unwrap();
    let before = contents(&lab.path("run"));
    for (from, to, part) in [
        ("seed = 5", "seed = 6", "differs in deals"),
        ("round-robin", "one-vs-rest", "differs in deals"),
        ("players = 3", "players = 3\nrecord = \"games\"", "differs in deals"),
    ] {
        let error = chain(lab.run(&deals(3).replace(from, to), "run", 1).unwrap_err());
        assert!(error.contains("holds another run") && error.contains(part), "{error}");
    }
    assert_eq!(contents(&lab.path("run")), before);
}
