//! `tradewinds position`: check, show and random.

use serde_json::{Value, json};
use tradewinds::arena::NAMES;

use super::place::Place;

/// Makes a position of a game in `p.json`, and returns it.
fn random(place: &Place, game: &str, more: &[&str]) -> Value {
    let made = place.succeed(&[&["position", "random", "p.json", "--force", "--game", game], more].concat());
    assert!(made.is_empty(), "{made}");
    serde_json::from_str(&place.read("p.json")).unwrap()
}

#[test]
fn random_positions_of_every_game_are_valid_and_shown() {
    let place = Place::new();
    for game in NAMES {
        for seed in ["1", "2", "3"] {
            let position = random(&place, game, &["--seed", seed, "--players", "3"]);
            assert_eq!(position["players"].as_array().unwrap().len(), 3);
            let verdict = place.succeed(&["position", "check", "p.json"]);
            assert!(verdict.starts_with(&format!("{game}, 3 players, round ")), "{verdict}");
            assert!(verdict.contains(" to move (") && verdict.ends_with("): valid\n"), "{verdict}");
            let whole = place.succeed(&["position", "show", "p.json"]);
            assert!(whole.contains("\nLegal: "), "{whole}");
            let text = position.to_string();
            assert_eq!(place.succeed_with(&["position", "show", "-", "--game", game], &text), whole);
            for seat in ["1", "2", "3"] {
                let seen = place.succeed(&["position", "show", "p.json", "--seat", seat]);
                assert!(seen.starts_with(&format!("As seat {seat} sees it\n\n")), "{seen}");
                for line in seen.lines().chain(whole.lines()) {
                    assert!(line.chars().count() <= 80, "{line}");
                }
            }
        }
    }
}

#[test]
fn a_random_position_follows_from_its_seed_and_number() {
    let place = Place::new();
    let four = random(&place, "puerto-rico", &["--seed", "4"]);
    assert_eq!(random(&place, "puerto-rico", &["--seed", "4"]), four);
    assert_ne!(random(&place, "puerto-rico", &["--seed", "5"]), four);
    let printed = place.succeed(&["position", "random", "--game", "puerto-rico", "--seed", "5"]);
    assert_eq!(printed, place.read("p.json"));
    let start = random(&place, "puerto-rico", &["--decisions", "0", "--players", "2"]);
    assert_eq!((&start["round"], &start["picked"]), (&json!(1), &json!([])));
    let next = random(&place, "puerto-rico", &["--decisions", "1", "--players", "2"]);
    assert_eq!(next["picked"].as_array().unwrap().len(), 1);
    let swapped = random(&place, "puerto-rico", &["--variant", "strict"]);
    assert_ne!(swapped["rules"], json!([]));
}

#[test]
fn all_broken_invariants_are_printed() {
    let place = Place::new();
    let mut position = random(&place, "puerto-rico", &["--decisions", "0", "--players", "3"]);
    position["players"][0]["goods"] = json!({"corn": 11});
    position["players"][1]["occupied"] = json!({"quarry": 1});
    position["colonist_ship"] = json!(60);
    place.write("bad.json", &position.to_string());
    let (status, verdict) = place.judge(&["position", "check", "bad.json"]);
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = verdict.lines().collect();
    assert_eq!(
        lines,
        [
            "bad.json: 9.1 goods: 11 barrels of corn and 0 in the supply, at most 10 in all",
            "bad.json: 9.2 colonists: 61 colonists in all instead of 58",
            "bad.json: 9.8 occupied: 1 of 0 quarry of players[1]",
        ]
    );
    let message = place.refuse(&["position", "show", "bad.json"]);
    assert!(message.starts_with("error: bad.json: found broken invariant: 9.1 goods: "), "{message}");
}

#[test]
fn what_a_file_leaves_unknown_is_shown_as_unknown() {
    let place = Place::new();
    let mut position = random(&place, "mundus-novus", &["--decisions", "0", "--players", "3"]);
    let seat = position["trade_master"].as_u64().unwrap() as usize;
    let others = [(seat + 1) % 3, (seat + 2) % 3];
    let whole = place.succeed(&["position", "show", "p.json"]);
    assert!(!whole.contains("unknown"), "{whole}");
    position["players"][others[0]]["hand"] = json!("?????");
    place.write("p.json", &position.to_string());
    let shown = place.succeed(&["position", "show", "p.json"]);
    assert_eq!(shown.matches("5 unknown").count(), 1, "{shown}");
    assert!(shown.contains("Legal: announce 2"), "{shown}");
    // The seat whose cards the file leaves out sees no more than the file; the others' cards it does not see.
    let seen = place.succeed(&["position", "show", "p.json", "--seat", &(others[0] + 1).to_string()]);
    assert_eq!(seen.matches("5 unknown").count(), 3, "{seen}");
    assert!(seen.contains("to move (announce)\n") && !seen.contains("Legal: "), "{seen}");
    let seen = place.succeed(&["position", "show", "p.json", "--seat", &(seat + 1).to_string()]);
    assert_eq!(seen.matches("5 unknown").count(), 2, "{seen}");
}

#[test]
fn a_finished_game_is_shown_with_its_result() {
    let place = Place::new();
    let run = ["--seed", "1", "--players", "3"];
    let message = place.refuse(
        &[&["position", "random", "--game", "age-of-discovery", "--decisions", "100000"][..], &run].concat(),
    );
    let (_, allowed) = message.split_once("at most ").unwrap();
    let (length, _) = allowed.split_once(':').unwrap();
    random(&place, "age-of-discovery", &[&run[..], &["--decisions", length]].concat());
    let verdict = place.succeed(&["position", "check", "p.json"]);
    assert!(verdict.starts_with("age-of-discovery, 3 players, round 8: over ("), "{verdict}");
    let shown = place.succeed(&["position", "show", "p.json"]);
    assert!(shown.contains("The game is over\n") && shown.contains("\nResult: place 1 seat "), "{shown}");
}

#[test]
fn bad_input_is_refused_with_one_line() {
    let place = Place::new();
    random(&place, "puerto-rico", &["--players", "3"]);
    place.write("torn.json", "{\"game\": ");
    place.write("wrong.json", &place.read("p.json").replace("\"round\"", "\"rounds\""));
    for (arguments, part) in [
        (&["check", "no.json"][..], "cannot read no.json: No such file"),
        (&["check", "torn.json"], "torn.json: invalid JSON: EOF"),
        (&["check", "wrong.json"], "wrong.json: rounds: found \"rounds\"; allowed: "),
        (&["show", "wrong.json"], "wrong.json: rounds: found \"rounds\"; allowed: "),
        (&["check", "p.json", "--game", "puerto-rica"], "--game: found \"puerto-rica\""),
        (&["check", "p.json", "--game", "mundus-novus"], "p.json: "),
        (&["check", "p.json", "--variant", "v1"], "variant: found \"v1\""),
        (&["show", "p.json", "--seat", "4"], "--seat: found 4; allowed: 1 to 3"),
        (&["random", "p.json", "--game", "puerto-rico"], "cannot write p.json (--force replaces"),
        (&["random", "no/p.json", "--game", "puerto-rico"], "cannot write no/p.json"),
        (&["random", "--game", "puerto-rica"], "--game: found \"puerto-rica\"; allowed: puerto-rico"),
        (&["random", "--game", "puerto-rico", "--players", "9"], "players: found 9; allowed: 2 to 5"),
        (
            &["random", "--game", "puerto-rico", "--decisions", "99999"],
            "--decisions: found 99999; allowed: at most ",
        ),
    ] {
        let message = place.refuse(&[&["position"], arguments].concat());
        assert!(message.contains(part), "{message}");
    }
}
