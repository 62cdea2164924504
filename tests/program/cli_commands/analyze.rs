//! `tradewinds analyze`.

use serde_json::{Value, json};
use tradewinds::game::{Game, Notation, Seed, Variant, Variants};
use tradewinds::games::puerto_rico::PuertoRico;

use super::place::Place;

/// A position of the step cases: the last role of a game, with two roles left.
fn last_role() -> Value {
    let cases = include_str!("../../../crates/puerto-rico/tests/cases.jsonl");
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
    assert_eq!(text.lines().next().unwrap(), "puerto-rico, 2 players: seat 2 to move");
    assert_eq!(text.lines().nth(1).unwrap(), "ismcts, 200 iterations, seed 3");
    let first = lines.iter().position(|line| line.first() == Some(&"action")).unwrap();
    assert!(answer(&text).starts_with("prospector, clearly: "), "{text}");
    let columns =
        ["action", "visits", "share", "value", "games", "win", "share", "interval", "points", "\u{b1}"];
    assert_eq!(lines[first], columns);
    let lines = &lines[first + 1..];
    assert_eq!((lines[0][0], lines[1][0]), ("prospector", "craftsman"));
    let visits: Vec<u32> = lines[..2].iter().map(|line| line[1].parse().unwrap()).collect();
    assert_eq!(visits[0] + visits[1], 200);
    assert_eq!(lines[0][2], format!("{:.3}", f64::from(visits[0]) / 200.0));
    assert!(lines[0][3].parse::<f64>().unwrap() > 0.6, "{text}");
    assert_eq!(lines[0][4], lines[0][1], "a game for each visit");
    assert!(text.contains("\nprincipal variation: seat 2: prospector\n"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("200 iterations in "), "{text}");

    let position = last_role().to_string();
    let from_stdin = place.succeed_with(&["analyze", "-", "--iterations", "200", "--seed", "3"], &position);
    let table = |text: &str| text.lines().take(8).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(table(&from_stdin), table(&text));
    let named = [&run[..], &["--game", "puerto-rico", "--seat", "2"]].concat();
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

/// A search without rollouts, in the file of this name: what it finds in the positions below is known.
const BEFORE: &str = "before.toml";
const WITHOUT_ROLLOUTS: &str = r#"
name = "without-rollouts"
game = "puerto-rico"
base = "steady"
kind = "search"

[search]
tree = "so-ismcts"
iterations = 1_000
stop_when_decided = true
selection = "puct"
exploration = 0.6
prior_temperature = 0.3
prior_uniform = 0.15
cutoff = 0
reuse = false

[value]
network = "puerto-rico"
"#;

/// Returns a place with the file [`BEFORE`].
fn place_with_before() -> Place {
    let place = Place::new();
    place.write(BEFORE, WITHOUT_ROLLOUTS);
    place
}

/// Returns what `tradewinds position random` made, with this seed.
fn random(seed: &str) -> Place {
    let place = place_with_before();
    place.position("puerto-rico", "4", ["--seed", seed]);
    place
}

/// Returns the paragraph that answers: the lines after the first empty one.
fn answer(text: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.is_empty()).skip(1);
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// With a 16th of the budget for each world, all 16 had another answer than the search, and the sentence said
/// that nothing matters.
#[test]
fn worlds_are_searched_as_long_as_the_position() {
    let place = random("3");
    let run = ["analyze", "p.json", "--bot", BEFORE, "--json"];
    let found: Value = serde_json::from_str(&place.succeed(&run)).unwrap();
    let best = |found: &Value| -> Vec<(Value, Value)> {
        let actions = found["worlds"]["actions"].as_array().unwrap().clone();
        let best = actions.into_iter().map(|action| (action["action"].clone(), action["best_in"].clone()));
        best.filter(|(_, best)| *best != json!(0)).collect()
    };
    assert_eq!(found["worlds"]["iterations"], json!(16_000));
    assert_eq!(best(&found), [(found["chosen"].clone(), json!(16))]);
    assert!(
        found["answer"].as_str().unwrap().contains("; the answer in single worlds: prospector in 16 of 16.")
    );
    let verdict = found["worlds"]["verdict"].as_str().unwrap();
    assert!(!verdict.contains("The answer above is"), "{verdict}");
}

/// Answer, worlds and sentence agree, or their disagreement is what both sentences say.
#[test]
fn a_disagreement_of_the_worlds_is_said_twice_or_not_at_all() {
    let (mut against, mut alike) = (0, 0);
    for seed in 1..=12 {
        let place = Place::new();
        let seed = seed.to_string();
        let random = ["position", "random", "p.json", "--game", "mundus-novus", "--players", "3", "--seed"];
        place.succeed(&[&random[..], &[&seed]].concat());
        let found = ["analyze", "p.json", "--iterations", "60", "--worlds", "8", "--json"];
        let found: Value = serde_json::from_str(&place.succeed(&found)).unwrap();
        let actions = found["worlds"]["actions"].as_array().unwrap();
        let best = |action: &&Value| action["best_in"].as_u64().unwrap();
        let top = actions.iter().map(|action| best(&action)).max().unwrap();
        let own = best(&actions.iter().find(|action| action["action"] == found["chosen"]).unwrap());
        let (answer, verdict) =
            (found["answer"].as_str().unwrap(), found["worlds"]["verdict"].as_str().unwrap());
        let differs = 2 * own < 8 && top > own;
        assert_eq!(verdict.contains("The answer above is"), differs, "{found:#}");
        assert!(differs || !answer.contains(" here, but "), "{answer}");
        if !answer.contains("proven") && !answer.contains("only choice") {
            assert!(answer.contains("single worlds"), "{answer}");
        }
        if differs { against += 1 } else { alike += 1 }
    }
    assert!(against > 0 && alike > 0, "{against} {alike}");
}

#[test]
fn few_games_have_no_figures_and_many_have_intervals() {
    let text = random("11").succeed(&["analyze", "p.json", "--worlds", "0"]);
    let mut rows =
        text.lines().skip_while(|line| !line.starts_with("action")).skip(1).map(str::split_whitespace);
    let rows: Vec<Vec<&str>> =
        rows.by_ref().map(Iterator::collect).take_while(|row: &Vec<&str>| !row.is_empty()).collect();
    let rows: Vec<&Vec<&str>> =
        rows.iter().filter(|row| row.len() == 9 && row[1].parse::<u64>().is_ok()).collect();
    assert!(rows.len() > 3, "{text}");
    let few = |row: &&&Vec<&str>| row[4].parse::<u64>().unwrap() < 8;
    assert!(rows.iter().any(|row| few(&row)) && rows.iter().any(|row| !few(&row)), "{text}");
    for row in rows {
        if few(&&row) {
            assert_eq!(row[5..], ["NA"; 4], "{text}");
        } else {
            let (low, high) = row[6].split_once('-').unwrap();
            let [low, share, high] = [low, row[5], high].map(|cell| cell.parse::<f64>().unwrap());
            assert!(0.0 <= low && low < share && share < high && high <= 1.0, "{row:?}");
            assert!(row[8].parse::<f64>().unwrap() > 0.0, "{row:?}");
        }
    }
}

/// The value of the leader rose in the second half of the search.
#[test]
fn a_value_that_still_moves_and_one_that_the_win_share_contradicts_are_told() {
    let text = random("21").succeed(&["analyze", "p.json", "--bot", BEFORE, "--worlds", "0"]);
    let found = answer(&text);
    assert!(found.contains(" The value of builder still moves: it rose from 0.3"), "{found}");
    let whole = text.replace('\n', " ");
    assert!(whole.contains("played on to the end, by random moves; 95 % intervals"), "{text}");
    assert!(whole.contains("Value and win share differ by more than chance for builder and "), "{text}");
    let last = last_role();
    let text =
        self::place(&last).succeed(&["analyze", "p.json", "--iterations", "200", "--bot", "mo-ismcts"]);
    assert!(!text.contains("still moves") && !text.contains("differ by more"), "{text}");
}

/// Three ways to ship, which the standing cannot tell apart.
#[test]
fn equal_values_are_a_toss_up() {
    let place = Place::new();
    let (standing, _) = WITHOUT_ROLLOUTS.split_once("[value]").unwrap();
    place.write(BEFORE, standing);
    place.write("quickstart.toml", include_str!("../../../experiments/quickstart.toml"));
    place.succeed(&["replay", "quickstart.toml", "--game", "3", "--out", "game.json"]);
    let text = place.succeed(&["analyze", "game.json", "--at", "41", "--bot", BEFORE]);
    let found = answer(&text);
    assert!(
        found.starts_with("a toss-up between ship corn 5, ship corn 6 and ship corn 7, all of value 1.000"),
        "{found}"
    );
    let whole = text.replace('\n', " ");
    let explained =
        "have the same value: the search sees no difference between them; their win shares differ by";
    assert!(whole.contains(explained), "{text}");
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
    let run = ["analyze", "p.json", "--bot", "mine.toml", "--variant", "v.toml"];
    let (text, _) = place.succeed_with_notes(&run);
    assert!(text.starts_with("puerto-rico, 2 players, v: seat 2 to move\nmine, 64 iterations"), "{text}");
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
        (&["torn.json"], "torn.json: invalid JSON: EOF"),
        (&["none.json"], "none.json: game: found nothing"),
        (&["other.json"], "other.json: game: found \"chess\"; allowed: puerto-rico"),
        (&["p.json", "--game", "puerto-rica"], "--game: found \"puerto-rica\""),
        (&["p.json", "--bot", "ismct"], "bot: found \"ismct\""),
        (&["p.json", "--bot", "ismct"], "did you mean ismcts"),
        (&["p.json", "--bot", "random"], "bot random: kind: found \"random\"; allowed: \"search\""),
        (&["p.json", "--bot", "bad.toml"], "bad.toml: search.iteration: found \"iteration\""),
        (&["p.json", "--bot", "no.toml"], "no.toml: cannot be read: No such file"),
        (&["p.json", "--iterations", "2000000000"], "search.iterations: found 2000000000"),
        (&["p.json", "--seat", "0"], "--seat: found 0; allowed: 2, the seat to move"),
        (&["p.json", "--variant", "v.toml"], "v.toml: building.factory.cost: found -1"),
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

/// The share of a few visits is no evidence: 1 of 1, 2 of 3 and 4 of 5 are not clear, whatever the answer.
#[test]
fn few_visits_are_never_called_clear() {
    let place = place(&last_role());
    for iterations in ["1", "2", "3", "5", "20", "49"] {
        let run = ["analyze", "p.json", "--iterations", iterations, "--html", "p.html", "--force"];
        for text in [
            place.succeed(&run),
            place.read("p.html"),
            place.succeed(&["analyze", "p.json", "--iterations", iterations, "--json"]),
        ] {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains("Too few visits for an answer: "), "{iterations}: {text}");
            for word in
                ["clearly", " is best in ", " moves the value of", "1 visits", "1 iterations", "1 games"]
            {
                assert!(!text.contains(word), "{iterations}: {word} in {text}");
            }
        }
    }
    let text = place.succeed(&["analyze", "p.json", "--iterations", "50", "--worlds", "1"]);
    assert!(!text.contains("Too few visits") && text.contains("of 50 visits"), "{text}");
}
