//! `tradewinds analyze`: how a search came to what it found, at positions and in records.

use std::{env, fs};

use serde_json::{Value, json};
use tradewinds::game::{CompleteGame, Seed, Variant, View};
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;

use super::place::Place;

/// Writes a position from the middle of a game.
fn position(game: &str, players: &str, decisions: &str) -> Place {
    let place = Place::new();
    let random = ["position", "random", "p.json", "--game", game, "--players", players, "--seed", "5"];
    place.succeed(&[&random[..], &["--decisions", decisions]].concat());
    place
}

fn json(place: &Place, arguments: &[&str]) -> Value {
    let text = place.succeed(&[&["analyze"], arguments, &["--json"]].concat());
    serde_json::from_str(&text).unwrap()
}

/// Returns the lines from one that begins with `first` to the next empty one.
fn part<'a>(text: &'a str, first: &str) -> Vec<&'a str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(first));
    lines.take_while(|line| !line.is_empty()).collect()
}

#[test]
fn the_text_has_all_parts() {
    for (game, decisions) in [("puerto-rico", "60"), ("mundus-novus", "50")] {
        let place = position(game, "3", decisions);
        let run = ["analyze", "p.json", "--bot", "mo-ismcts", "--iterations", "300", "--worlds", "5"];
        let text = place.succeed(&run);
        let seats = part(&text, "win share (points) of every seat");
        assert_eq!(seats[1].split_whitespace().count(), 1 + 2 * 3, "{text}");
        assert!(seats[2].ends_with(')'), "a share and points: {text}");
        let settling = part(&text, "how it settled");
        assert_eq!(settling.len(), 2 + 12, "{text}");
        assert!(settling[13].trim_start().starts_with("300 "), "the last moment is the end: {text}");
        let worlds = part(&text, "5 worlds from what seat ");
        assert!(worlds[0].ends_with("each searched with the same budget as if"), "{text}");
        assert_eq!(worlds[1], "everybody knew it; 1500 iterations together");
        assert!(
            worlds[2].starts_with("action")
                && worlds[2].ends_with("best in   mean    min    max     sd  noise")
        );
        assert!(worlds.iter().any(|line| line.starts_with("noise: ")), "{text}");
        assert!(!place.succeed(&[&run[..6], &["--worlds", "0"]].concat()).contains("worlds from"));
    }
}

#[test]
fn the_json_has_all_parts() {
    for (game, decisions) in [("puerto-rico", "60"), ("mundus-novus", "50")] {
        let place = position(game, "3", decisions);
        let found = json(&place, &["p.json", "--iterations", "300", "--worlds", "5", "--seed", "2"]);
        let actions = found["actions"].as_array().unwrap();
        assert!(actions.len() > 1, "{found}");
        let shares: f64 = actions.iter().map(|action| action["share"].as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-9);
        for action in actions.iter().filter(|action| action["visits"] != 0) {
            let wins = action["win_share"].as_array().unwrap();
            let all: f64 = wins.iter().map(|win| win.as_f64().unwrap()).sum();
            assert!(wins.len() == 3 && (all - 1.0).abs() < 1e-6, "{action}");
            assert_eq!(action["points"].as_array().unwrap().len(), 3);
            assert_eq!(action["proven"], json!(null));
        }
        let settling = found["settling"].as_array().unwrap();
        assert_eq!(settling.len(), 12);
        let last = &settling[11];
        assert_eq!((&last["iterations"], &last["leader"]), (&json!(300), &actions[0]["action"]));
        for (index, action) in actions.iter().enumerate() {
            assert_eq!(last["visits"][index], action["visits"]);
        }
        let worlds = &found["worlds"];
        assert_eq!((&worlds["count"], &worlds["iterations"]), (&json!(5), &json!(1_500)));
        let of_worlds = worlds["actions"].as_array().unwrap();
        let best: u64 = of_worlds.iter().map(|action| action["best_in"].as_u64().unwrap()).sum();
        assert_eq!((best, of_worlds.len()), (5, actions.len()));
        for (one, other) in of_worlds.iter().zip(actions) {
            assert_eq!(one["action"], other["action"]);
            assert_eq!(one["values"].as_array().unwrap().len(), 5);
            // The mean of equal values may differ from them in its last bit.
            let [min, mean, max] = ["min", "mean", "max"].map(|name| one[name].as_f64());
            let slack = |value: Option<f64>, by: f64| value.map(|value| value + by);
            assert!(slack(min, -1e-12) <= mean && mean <= slack(max, 1e-12), "{one}");
        }
        assert_eq!(json(&place, &["p.json", "--iterations", "50", "--worlds", "0"])["worlds"], json!(null));
    }
}

/// All hands but the seat's own are drawn anew, or the tiles shuffled: nothing that is said may change.
fn twins_are_analyzed_alike<G: CompleteGame>(decisions: &str) {
    let place = position(G::NAME, "3", decisions);
    let whole: Value = serde_json::from_str(&place.read("p.json")).unwrap();
    let (game, state): (G, _) = G::load(&whole, &Variant::standard(), &mut Seed(0).rng()).unwrap();
    let seat = game.to_act(&state).unwrap();
    let twin = game.position(&View::new(&game, &state, seat).determinize(&mut Seed(9).rng()));
    assert_ne!(twin, whole, "something is hidden");
    let other = Place::new();
    other.write("p.json", &twin.to_string());
    let options = ["analyze", "p.json", "--iterations", "200", "--worlds", "6", "--html", "p.html"];
    let outputs = [&place, &other].map(|place| {
        let text = place.succeed(&options);
        let page = place.read("p.html");
        let mut found = json(place, &options[1..6]);
        for time in ["elapsed_ms", "iterations_per_second"] {
            found.as_object_mut().unwrap().remove(time);
        }
        (untimed(&text), untimed(&page), found)
    });
    assert_eq!(outputs[0], outputs[1]);
}

/// Takes out what the search took.
fn untimed(text: &str) -> String {
    let (before, rest) = text.split_once(" iterations in ").unwrap();
    before.to_owned() + rest.split_once("/s;").unwrap().1
}

#[test]
fn no_hidden_fact_shows_in_an_analysis() {
    twins_are_analyzed_alike::<PuertoRico>("60");
    twins_are_analyzed_alike::<MundusNovus>("50");
}

#[test]
fn worlds_that_do_not_differ_are_told() {
    // The last role of a game, with no tile left to draw and nothing after it.
    let cases = include_str!("../../../crates/puerto-rico/tests/cases.jsonl");
    let case: Value = serde_json::from_str(cases.lines().next().unwrap()).unwrap();
    let place = Place::new();
    place.write("p.json", &case["position"].to_string());
    let text = place.succeed(&["analyze", "p.json", "--iterations", "160", "--worlds", "4"]);
    assert!(
        text.contains(
            "\nThe worlds differ in nothing that matters: each search found the same,\nprospector.\n"
        ),
        "{text}"
    );
}

#[test]
fn the_page_is_one_file_with_charts() {
    let place = position("mundus-novus", "3", "50");
    let run = ["analyze", "p.json", "--iterations", "300", "--worlds", "5", "--html", "a <b>.html"];
    place.succeed(&run);
    let page = place.read("a <b>.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    for part in [
        "<title>mundus-novus, 3 players: seat ",
        "<h2>Candidates</h2>",
        "<h2>How every seat fares</h2>",
        "<h2>Principal variation</h2>",
        "<h2>How the estimate settled</h2>",
        "<h2>What is hidden</h2>",
        "<h2>The position</h2>",
        "tradewinds analyze p.json --iterations 300 --worlds 5 --html &#39;a &lt;b&gt;.html&#39;",
        "ismcts, 300 iterations, seed 0",
        "prefers-color-scheme: dark",
        "name=\"viewport\"",
    ] {
        assert!(page.contains(part) || page.contains(&part.replace("&#39;", "'")), "{part}");
    }
    assert_eq!(page.matches("role=\"img\"").count(), 4, "bars, two charts of lines, strips");
    assert!(page.matches("<polyline").count() >= 4 && page.matches("<circle").count() > 5 * 2);
    for foreign in ["<script src", " src=", "http:", "https:", "<link", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    place.refuse(&run);
    place.succeed(&[&run[..], &["--force"]].concat());
}

#[test]
fn a_decision_of_a_record_is_analyzed() {
    let place = Place::new();
    let manifest = "name = \"rafts\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 1\nrecord = \"games\"\n\
        variant = \"balanced\"\nformat = \"table\"\nlineup = [\"random\", \"steady\", \"builder\"]\n";
    place.write("m.toml", manifest);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    let file = "run/records/game-2.json";
    let record: Value = serde_json::from_str(&place.read(file)).unwrap();
    let moves = record["actions"].as_array().unwrap();

    let at_the_start = ["--at", "0", "--iterations", "100", "--worlds", "2"];
    let text = place.succeed(&[&["analyze", file], &at_the_start[..]].concat());
    assert!(text.starts_with("puerto-rico, 3 players, balanced: seat 1 to move\n"), "{text}");
    let bot = record["bots"][0].as_str().unwrap();
    let played = moves[0]["action"].as_str().unwrap();
    let origin = format!("game 2 of rafts, decision 0: {bot} played {played}\n");
    assert!(text.contains(&origin), "{text}");
    let found = json(&place, &[&[file], &at_the_start[..]].concat());
    assert_eq!(found["record"]["played"], moves[0]["action"]);
    assert_eq!(found["variant"], "balanced");
    assert!(found["actions"].as_array().unwrap().iter().any(|action| action["action"] == moves[0]["action"]));

    let end = moves.len().to_string();
    let last = (moves.len() - 1).to_string();
    let forced = (0..moves.len()).find(|at| {
        let run = ["analyze", file, "--at", &at.to_string(), "--iterations", "1", "--worlds", "0"];
        !place.succeeds(&run)
    });
    let forced = forced.unwrap().to_string();
    for (arguments, part) in [
        (
            &[][..],
            format!("--at: found nothing; allowed: 0 to {last}, the decision of the record to analyze"),
        ),
        (&["--at", &end], format!("--at: found {end}, the end of the game; allowed: 0 to {last}")),
        (&["--at", "99999"], format!("--at: found 99999; allowed: 0 to {last}")),
        (
            &["--at", &forced],
            format!("--at: found {forced}, a forced decision; allowed: a decision with more"),
        ),
        (&["--at", "0", "--seat", "2"], "--seat: found 2; allowed: 1, the seat to move".to_owned()),
        (&["--at", "0", "--variant", "strict"], "--variant: found \"strict\"; allowed: only with".to_owned()),
        (
            &["--at", "0", "--game", "puerto-rico"],
            "--game: found \"puerto-rico\"; allowed: only with".to_owned(),
        ),
    ] {
        let message = place.refuse(&[&["analyze", file], arguments].concat());
        assert!(message.contains(&part), "{message}");
    }
    let mut changed = record.clone();
    changed["actions"][0]["action"] = json!("sleep");
    place.write("changed.json", &changed.to_string());
    let message = place.refuse(&["analyze", "changed.json", "--at", "0"]);
    assert!(message.starts_with("error: changed.json: crc: found "), "{message}");
}

/// Runs the sessions of a document, and returns it with what they print now.
fn run_again(document: &str, place: &Place) -> String {
    let mut parts = document.split("```console\n");
    let mut found = parts.next().unwrap().to_owned();
    for part in parts {
        let (session, rest) = part.split_once("```").unwrap();
        found += "```console\n";
        for (command, _) in session.split("$ tradewinds ").skip(1).map(|run| run.split_once('\n').unwrap()) {
            let output = place.succeed(&command.split_whitespace().collect::<Vec<_>>());
            found += &format!("$ tradewinds {command}\n{output}");
        }
        found += &format!("```{rest}");
    }
    found
}

/// The commands of the manual and what they print, but for the lines that tell the time. With
/// `UPDATE_DOCS` set it is written anew.
#[test]
fn the_documented_session_is_true() {
    let place = Place::new();
    let manifest = "experiments/puerto-rico/steady-vs-random.toml";
    place.write(manifest, include_str!("../../../experiments/puerto-rico/steady-vs-random.toml"));
    let document = include_str!("../../../docs/analyze.md");
    let found = run_again(document, &place);
    assert!(place.read("mn.html").contains("</html>"));
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/analyze.md"), &found).unwrap();
        return;
    }
    let timeless = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.contains(" iterations in ")).map(str::to_owned).collect()
    };
    assert_eq!(timeless(document), timeless(&found), "UPDATE_DOCS=1 writes docs/analyze.md anew");
}
