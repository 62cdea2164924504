//! `tradewinds analyze`.

use serde_json::{Value, json};
use tradewinds::game::{Game, Seed, Variant};
use tradewinds::games::puerto_rico::PuertoRico;

use super::place::Place;

/// A position of the step cases: the last role of a game, with two roles left.
fn last_role() -> Value {
    let cases = include_str!("../cases/puerto-rico.jsonl");
    let mut case: Value = serde_json::from_str(cases.lines().next().unwrap()).unwrap();
    assert_eq!(case["legal"], json!(["craftsman", "prospector"]));
    case["position"].take()
}

fn place(position: &Value) -> Place {
    let place = Place::new();
    place.write("p.json", &position.to_string());
    place
}

/// The doubloon of the prospector breaks the tie, so he wins with it.
#[test]
fn the_table_shows_what_the_search_found() {
    let place = place(&last_role());
    let run = ["analyze", "p.json", "--iterations", "200", "--seed", "3"];
    let text = place.succeed(&run);
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(text.lines().next().unwrap(), "puerto-rico, 2 players: seat 1 to move");
    assert_eq!(text.lines().nth(1).unwrap(), "ismcts, 200 iterations, seed 3");
    assert_eq!(lines[3], ["action", "visits", "share", "value", "win", "share", "points"]);
    assert_eq!((lines[4][0], lines[5][0]), ("prospector", "craftsman"));
    let visits: Vec<u32> = lines[4..6].iter().map(|line| line[1].parse().unwrap()).collect();
    assert_eq!(visits[0] + visits[1], 200);
    assert_eq!(lines[4][2], format!("{:.3}", f64::from(visits[0]) / 200.0));
    assert!(lines[4][3].parse::<f64>().unwrap() > 0.6, "{text}");
    assert!(text.contains("\nprincipal variation (seat: action): 1: prospector\n"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("200 iterations in "), "{text}");

    let position = last_role().to_string();
    let from_stdin = place.succeed_with(&["analyze", "-", "--iterations", "200", "--seed", "3"], &position);
    let table = |text: &str| text.lines().take(8).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(table(&from_stdin), table(&text));
    let named = [&run[..], &["--game", "puerto-rico", "--seat", "1"]].concat();
    assert_eq!(table(&place.succeed(&named)), table(&text));
}

#[test]
fn the_json_holds_the_same() {
    let place = place(&last_role());
    let text = place.succeed(&["analyze", "p.json", "--bot", "ismcts-200", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&found["bot"], &found["seat"], &found["iterations"]),
        (&json!("ismcts-200"), &json!(1), &json!(200))
    );
    assert_eq!(found["actions"][0]["action"], "prospector");
    assert_eq!(found["actions"][0]["value"].as_array().unwrap().len(), 2);
    assert!(found["iterations_per_second"].as_f64().unwrap() > 0.0);
    let timed = ["analyze", "p.json", "--time-ms", "5", "--json"];
    let timed: Value = serde_json::from_str(&place.succeed(&timed)).unwrap();
    assert_eq!((&timed["settings"]["iterations"], &timed["settings"]["time_ms"]), (&json!(null), &json!(5)));
}

/// A preset of one's own, with more workers than one, and a variant.
#[test]
fn files_of_ones_own_are_used() {
    let place = place(&last_role());
    place.write(
        "mine.toml",
        "name = \"mine\"\ngame = \"any\"\nkind = \"search\"\n[search]\niterations = 64\nworkers = 4\n",
    );
    place.write("v.toml", "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 8\n");
    let text = place.succeed(&["analyze", "p.json", "--bot", "mine.toml", "--variant", "v.toml"]);
    assert!(text.starts_with("puerto-rico, 2 players, v: seat 1 to move\nmine, 64 iterations"), "{text}");
}

#[test]
fn bad_input_is_refused_with_one_line() {
    let place = place(&last_role());
    place.write("torn.json", "{\"game\": \"puerto-rico\",");
    place.write("none.json", "{}");
    place.write("other.json", "{\"game\": \"chess\"}");
    place.write("v.toml", "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = -1\n");
    place.write("dear.toml", "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 99\n");
    place.write("bad.toml", "name = \"bad\"\ngame = \"any\"\nkind = \"search\"\n[search]\niteration = 64\n");
    let mut over = last_role();
    over["step"] = json!({ "decision": "over" });
    over["picked"] = json!([]);
    place.write("over.json", &over.to_string());
    for (arguments, part) in [
        (&["no.json"][..], "cannot read no.json: No such file"),
        (&["torn.json"], "torn.json: found EOF"),
        (&["none.json"], "none.json: game: found nothing"),
        (&["other.json"], "other.json: game: found \"chess\"; allowed: puerto-rico"),
        (&["p.json", "--game", "puerto-rica"], "--game: found \"puerto-rica\""),
        (&["p.json", "--bot", "ismct"], "bot: found \"ismct\""),
        (&["p.json", "--bot", "ismct"], "did you mean ismcts"),
        (&["p.json", "--bot", "random"], "bot random: kind: found \"random\"; allowed: \"search\""),
        (&["p.json", "--bot", "bad.toml"], "bad.toml: search.iteration: found \"iteration\""),
        (&["p.json", "--bot", "no.toml"], "no.toml: found No such file"),
        (&["p.json", "--iterations", "2000000000"], "search.iterations: found 2000000000"),
        (&["p.json", "--seat", "0"], "--seat: found 0; allowed: 1, the seat to move"),
        (&["p.json", "--variant", "v.toml"], "v.toml: building.factory.cost: found integer `-1`"),
        (&["p.json", "--variant", "dear.toml"], "dear.toml: building.factory.cost: found 99"),
        (&["p.json", "--variant", "v1"], "variant: found \"v1\""),
        (&["over.json"], "over.json: found a finished game"),
        (&["p.json", "--at", "3"], "--at: found 3; allowed: only with the record of a game"),
        (&["p.json", "--html", "p.json"], "cannot write p.json (--force replaces a file that is there)"),
        (&["p.json", "--html", "no/p.html"], "cannot write no/p.html"),
    ] {
        let message = place.refuse(&[&["analyze"], arguments].concat());
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn an_impossible_position_is_refused() {
    let game = PuertoRico::new(3, &Variant::standard()).unwrap();
    let position = game.position(&game.deal(&mut Seed(1).rng()));
    for (pointer, value, parts) in [
        ("/players/1/goods", json!({ "corn": 15 }), ["15 barrels of corn", "at most "]),
        ("/players/0/occupied", json!({ "quarry": 1 }), ["broken invariant", "a valid position"]),
        ("/round", json!(0), ["round: found 0", "allowed: 1"]),
        ("/deck", json!(["corn"]), ["9.3 plantations: 1 of corn in the deck", "a valid position"]),
    ] {
        let mut broken = position.clone();
        *broken.pointer_mut(pointer).unwrap() = value;
        let message = place(&broken).refuse(&["analyze", "p.json"]);
        assert!(message.starts_with("error: p.json: "), "{message}");
        for part in parts {
            assert!(message.contains(part), "{message}");
        }
    }
}
