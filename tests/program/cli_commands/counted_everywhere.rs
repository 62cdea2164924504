//! Seats and places count from 1 in everything that people read: one small run of each command, in a game of four.

use std::process::Stdio;

use super::place::Place;
use crate::counted_from_one::zeros;

/// A tournament, and what the studies share with it.
const COMMON: &str = "name = \"small\"\ngame = \"francis-drake\"\nplayers = 4\nseed = 4\ndeals = 2\n";

fn check(what: &str, text: &str) {
    let found = zeros(text);
    assert!(found.is_empty(), "{what} counts from 0: {found:#?}");
}

/// Runs a command; checks what it prints and says, and returns what it prints.
fn run(place: &Place, arguments: &[&str], typed: &str) -> String {
    let mut child = place
        .command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has ended reads no more.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let [printed, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let what = arguments.join(" ");
    assert!(!printed.is_empty() || !said.is_empty(), "{what} says nothing");
    check(&what, &printed);
    check(&format!("{what}, on stderr"), &said);
    printed
}

fn succeed(place: &Place, arguments: &[&str]) -> String {
    let printed = run(place, arguments, "");
    assert!(!printed.is_empty(), "{arguments:?} fails");
    printed
}

fn check_file(place: &Place, file: &str) {
    let page = place.read(file);
    assert!(page.contains("<!DOCTYPE html>"), "{file}");
    check(file, &page);
}

#[test]
fn a_tournament_counts_from_1() {
    let place = Place::new();
    place.write(
        "m.toml",
        &format!("{COMMON}format = \"one-vs-rest\"\nlineup = [\"random\", \"steady\"]\nrecord = \"games\"\n"),
    );
    let text = succeed(&place, &["tournament", "m.toml", "--out", "out"]);
    assert!(text.contains("p1"), "{text}");
    check_file(&place, "out/report.html");
    assert!(place.read("out/report.html").contains("place 4"), "places are shown");
    succeed(&place, &["standings", "out"]);
    succeed(&place, &["replay", "out/records/game-0.json"]);
    succeed(&place, &["export", "out", "--parquet", "parquet"]);
}

#[test]
fn a_sequential_test_counts_from_1() {
    let place = Place::new();
    let test = ["sprt", "--game", "francis-drake", "--players", "4", "--a", "steady", "--b", "random"];
    succeed(
        &place,
        &[&test[..], &["--elo0", "0", "--elo1", "100", "--max-deals", "40", "--seed", "1", "--out", "out"]]
            .concat(),
    );
    check_file(&place, "out/report.html");
}

#[test]
fn a_balance_study_counts_from_1() {
    let place = Place::new();
    place.write(
        "cheap.toml",
        "name = \"cheap\"\ngame = \"puerto-rico\"\nset = { \"building.harbor.cost\" = 2 }\n",
    );
    let manifest = "name = \"small\"\ngame = \"puerto-rico\"\nseed = 4\ndeals = 12\nplayers = [4]\nvariants = [\"cheap.toml\"]\n\
        [[table]]\nname = \"steady\"\nbots = [\"steady\"]\n";
    place.write("m.toml", manifest);
    succeed(&place, &["balance", "m.toml", "--out", "out"]);
    check_file(&place, "out/report.html");
}

#[test]
fn a_study_of_choices_counts_from_1() {
    let place = Place::new();
    let manifest = format!(
        "{COMMON}format = \"one-vs-rest\"\nlineup = [\"random\", \"steady\"]\nkinds = [\"plymouth\"]\n\
         [worth]\ndecisions = 5\nplayouts = 4\nbot = \"steady\"\njudge = \"steady\"\nchoices = 4\n"
    );
    place.write("m.toml", &manifest);
    succeed(&place, &["choices", "m.toml", "--out", "out"]);
    check_file(&place, "out/report.html");
}

#[test]
fn ladders_and_tuning_count_from_1() {
    let place = Place::new();
    place.write("ladder.toml", &format!("{COMMON}bot = \"ismcts\"\niterations = [1, 2]\n"));
    succeed(&place, &["ladder", "ladder.toml", "--out", "ladder"]);
    check_file(&place, "ladder/report.html");
    let tune = COMMON.replace("deals = 2\n", "")
        + "bot = \"steady\"\npool = [[\"raider\"]]\nspsa = { iterations = 2, deals = 1 }\nheld_out = { pool = [[\"random\"]], deals = 2 }\n";
    place.write("tune.toml", &tune);
    succeed(&place, &["tune", "tune.toml", "--out", "tune"]);
    check_file(&place, "tune/report.html");
}

/// The record of a game of four, the position before a decision of it, and its review.
#[test]
fn a_recorded_game_counts_from_1() {
    for game in tradewinds::arena::NAMES {
        let place = Place::new();
        let manifest = format!(
            "name = \"small\"\ngame = \"{game}\"\nplayers = 4\nseed = 4\ndeals = 1\nformat = \"table\"\nlineup = [\"steady\", \"steady\", \"steady\", \"random\"]\n"
        );
        place.write("m.toml", &manifest);
        place.succeed(&["replay", "m.toml", "--game", "1", "--out", "game.json"]);
        succeed(&place, &["replay", "game.json"]);
        succeed(&place, &["replay", "game.json", "--moves"]);
        let quick = ["--iterations", "60", "--worlds", "2"];
        let analyze =
            [&["analyze", "game.json", "--at", "0", "--html", "decision.html"][..], &quick].concat();
        succeed(&place, &analyze);
        check_file(&place, "decision.html");
        succeed(
            &place,
            &[
                "review",
                "game.json",
                "--at",
                "0",
                "--playouts",
                "8",
                "--compared",
                "8",
                "--iterations",
                "20",
                "--worlds",
                "0",
            ],
        );
        #[cfg(feature = "serve")]
        {
            succeed(&place, &["replay", "game.json", "--html", "-", "--seat", "1"]);
            succeed(&place, &["replay", "game.json", "--html", "-"]);
        }
        let position = place.succeed(&["replay", "game.json", "--at", "0"]);
        place.write("p.json", &position);
        for more in [&["show"][..], &["show", "--seat", "1"], &["check"]] {
            succeed(&place, &[&["position"], more, &["p.json"]].concat());
        }
        succeed(&place, &[&["analyze", "p.json"][..], &quick].concat());
        let printed = run(
            &place,
            &["play", game, "--against", "random", "--players", "4", "--seat", "1", "--seed", "1"],
            "t\nh\nl\n1\nt\nq\n",
        );
        assert!(printed.contains("At the table: seat 1 is You, "), "{printed}");
    }
}

/// A review of the last quarter of a game, with its page.
#[test]
fn a_review_counts_from_1() {
    use crate::short_game::{short_record, steady};
    let place = Place::new();
    place.write("game.json", &short_record("mundus-novus", [steady(), steady(), steady()], 6).to_json());
    let quick = ["--iterations", "20", "--playouts", "8", "--compared", "8", "--worlds", "0"];
    succeed(&place, &[&["review", "game.json", "--html", "review.html"][..], &quick].concat());
    check_file(&place, "review.html");
}

/// Broken invariants name a seat by its entry in the file.
#[test]
fn broken_positions_count_from_1() {
    for game in tradewinds::arena::NAMES {
        let place = Place::new();
        place.position(game, "4", ["--decisions", "0"]);
        let mut position: serde_json::Value = serde_json::from_str(&place.read("p.json")).unwrap();
        let field = if *game == "age-of-discovery" { "economy" } else { "goods" };
        let first = &mut position["players"][0];
        match *game {
            "puerto-rico" => first["occupied"] = serde_json::json!({ "quarry": 1 }),
            "mundus-novus" => first["hand"] = serde_json::json!("111111111"),
            _ => first[field] = serde_json::json!(99),
        }
        place.write("p.json", &position.to_string());
        run(&place, &["position", "check", "p.json"], "");
    }
}

#[cfg(unix)]
#[test]
fn a_check_of_a_bot_counts_from_1() {
    let place = Place::new();
    place.write(
        "bad.toml",
        "name = \"bad\"\ngame = \"any\"\nkind = \"external\"\ncommand = [\"false\"]\ntime_ms = 2000\n",
    );
    let printed = run(&place, &["check-bot", "bad.toml", "--game", "francis-drake", "--players", "4"], "");
    assert!(printed.contains("francis-drake, 4 players, seat 1: "), "{printed}");
}

#[test]
fn benches_count_from_1() {
    let place = Place::new();
    let four = ["bench", "--game", "francis-drake", "--players", "4"];
    succeed(&place, &[&four[..], &["--seconds", "0.01"]].concat());
    succeed(&place, &[&four[..], &["--playouts", "3"]].concat());
}

/// `--seat` takes the numbers that people read.
#[test]
fn options_count_from_1() {
    let place = Place::new();
    place.position("mundus-novus", "4", ["--decisions", "0"]);
    let position: serde_json::Value = serde_json::from_str(&place.read("p.json")).unwrap();
    let master = position["trade_master"].as_u64().unwrap() + 1;
    let quick = ["--iterations", "5", "--worlds", "0"];
    let analyze = |seat: &str| {
        [&["analyze", "p.json", "--seat", seat][..], &quick]
            .concat()
            .iter()
            .map(|&part| part.to_owned())
            .collect::<Vec<_>>()
    };
    let words = analyze(&master.to_string());
    let text = place.succeed(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(text.starts_with(&format!("mundus-novus, 4 players: seat {master} to move\n")), "{text}");
    for (arguments, part) in [
        (
            &["analyze", "p.json", "--seat", "0"][..],
            format!("--seat: found 0; allowed: {master}, the seat to move"),
        ),
        (&["position", "show", "p.json", "--seat", "0"], "--seat: found 0; allowed: 1 to 4".to_owned()),
        (&["position", "show", "p.json", "--seat", "5"], "--seat: found 5; allowed: 1 to 4".to_owned()),
        (
            &["play", "mundus-novus", "--seat", "0", "--file", "t"],
            "--seat: found 0; allowed: 1 to 4".to_owned(),
        ),
    ] {
        let message = place.refuse(arguments);
        assert!(message.contains(&part), "{message}");
    }
    assert!(place.succeed(&["position", "show", "p.json", "--seat", "4"]).starts_with("As seat 4 sees it\n"));
}
