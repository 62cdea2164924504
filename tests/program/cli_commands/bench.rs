//! `tradewinds bench`, as short as it can be.

use serde_json::{Value, json};
use tradewinds::arena::NAMES;

use super::place::Place;

#[test]
fn every_game_is_measured() {
    let place = Place::new();
    let text = place.succeed(&["bench", "--seconds", "0.01", "--threads", "2", "--json"]);
    let figures: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(figures["threads"], 2);
    // Linux alone tells how busy the machine is.
    assert_eq!(figures["other_programs_cores"].is_number(), cfg!(target_os = "linux"), "{figures}");
    let results = figures["results"].as_array().unwrap();
    for name in NAMES {
        assert!(results.iter().any(|row| row["game"] == *name), "{name}");
    }
    for row in results {
        for (field, value) in row.as_object().unwrap() {
            assert!(field == "game" || value.as_f64().unwrap() > 0.0, "{field} of {row}");
        }
        assert!(row["decisions_per_second"].as_f64() > row["games_per_second"].as_f64());
        assert!(row["node_bytes"].as_u64().unwrap() <= 32);
    }
    let text = place.succeed(&["bench", "--seconds", "0.01", "--game", "puerto-rico", "--players", "4"]);
    let rows = figures_of(&text);
    assert_eq!(rows.iter().filter(|row| row[0] == "puerto-rico 4").count(), 1, "{text}");
    assert_eq!(rows[0].len(), 14, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// Lists the rows of the figures: the game with its players, then a cell for each figure. A table goes on below in parts.
fn figures_of(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for part in text.split("\n\n").filter(|part| part.starts_with("game, players")) {
        for (index, line) in part.lines().skip(1).enumerate() {
            let words = line.split_whitespace().count();
            let label = line.split_whitespace().take(if line.starts_with("  ") || words < 2 { 1 } else { 2 });
            let label: Vec<&str> = label.collect();
            if rows.len() == index {
                rows.push(vec![label.join(" ")]);
            }
            let cells = line.split_whitespace().skip(label.len()).map(str::to_owned);
            rows[index].extend(cells);
        }
    }
    rows
}

#[test]
fn exact_work_is_the_same_each_time() {
    let place = Place::new();
    let four = ["bench", "--game", "puerto-rico", "--players", "4"];
    let playouts = |games: &str| place.succeed(&[&four[..], &["--playouts", games]].concat());
    let text = playouts("20");
    assert!(text.starts_with("puerto-rico, 4 players: 20 games, ") && text.lines().count() == 1, "{text}");
    assert_eq!(playouts("20"), text);
    assert_ne!(playouts("21").split("checksum").last(), text.split("checksum").last());
    assert!(playouts("0").contains(": 0 games, 0 decisions, 0 truncated"));

    let heuristic = |bot: &str| {
        let by_policy = ["--playouts", "20", "--rollout", "heuristic", "--bot", bot];
        place.succeed_with_notes(&[&four[..], &by_policy].concat()).0
    };
    place.write(
        "dice.toml",
        "name = \"d\"\ngame = \"any\"\nkind = \"search\"\n[search]\niterations = 9\nepsilon = 1.0\n",
    );
    assert!(heuristic("ismcts").starts_with("puerto-rico, 4 players: 20 games, "));
    assert_eq!(heuristic("ismcts"), heuristic("ismcts"));
    assert_ne!(heuristic("ismcts"), heuristic("dice.toml"));
    assert_ne!(heuristic("dice.toml"), text, "one throw more a decision");

    let search = |bot: &str| place.succeed(&[&four[..], &["--iterations", "30", "--bot", bot]].concat());
    let text = search("mo-ismcts");
    assert!(text.starts_with("puerto-rico, 4 players, mo-ismcts: 30 iterations, "), "{text}");
    assert_eq!(search("mo-ismcts"), text);
    assert!(search("determinized").contains("determinized: 30 iterations"));
}

#[test]
fn one_search_is_measured_on_several_threads() {
    let place = Place::new();
    let arguments = [
        "bench",
        "--parallel",
        "--game",
        "puerto-rico",
        "--players",
        "3",
        "--threads",
        "3",
        "--seconds",
        "0.05",
    ];
    let figures: Value =
        serde_json::from_str(&place.succeed(&[&arguments[..], &["--json"]].concat())).unwrap();
    let rows: Vec<(u64, &str)> = figures["parallel"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["threads"].as_u64().unwrap(), row["parallel"].as_str().unwrap()))
        .collect();
    assert_eq!(rows, [(1, "-"), (2, "root"), (2, "tree"), (3, "root"), (3, "tree")]);
    // Three threads beside the other tests, if there are no more cores than that: one or the other.
    let speedup = &figures["parallel"][0]["speedup"];
    assert!(*speedup == 1.0 || speedup.is_null(), "{speedup}");
    let text = place.succeed(&arguments);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("puerto-rico ")).collect();
    assert_eq!(rows.len(), 5, "{text}");
    let is_busy = text.contains("no speedup: other programs used ");
    assert!(rows.iter().all(|row| row.ends_with('-') == is_busy), "{text}");
}

/// The time of a bot beside its rating; a search has a row for each budget.
#[test]
fn strength_is_set_beside_its_cost() {
    let place = Place::new();
    let elo = ["bench", "--elo", "--game", "puerto-rico", "--bot", "learned", "--seconds", "0.01"];
    let figures: Value = serde_json::from_str(&place.succeed(&[&elo[..], &["--json"]].concat())).unwrap();
    let [steady, learned] = figures["elo"].as_array().unwrap().as_slice() else { panic!("{figures}") };
    assert_eq!((&steady["bot"], &learned["bot"]), (&json!("steady"), &json!("learned")));
    let number = |row: &Value, name: &str| row[name].as_f64().unwrap();
    assert!([steady, learned].iter().all(|row| number(row, "microseconds") > 0.0), "{figures}");
    let gain = number(learned, "rating") - number(steady, "rating");
    let doublings = (number(learned, "microseconds") / number(steady, "microseconds")).log2();
    assert!((gain / doublings - number(learned, "elo_per_doubling")).abs() < 1e-9, "{figures}");
    let text = place.succeed(&elo);
    assert_eq!(text.lines().filter(|line| line.starts_with("puerto-rico ")).count(), 2, "{text}");
    let random =
        ["bench", "--elo", "--game", "puerto-rico", "--bot", "random", "--seconds", "0.01", "--json"];
    let figures: Value = serde_json::from_str(&place.succeed(&random)).unwrap();
    assert!(figures["elo"][1]["rating"].is_null() && number(&figures["elo"][1], "microseconds") > 0.0);
}

/// A made-up baseline, so that the ratios are known: half of each figure, and one row only.
#[test]
fn figures_are_set_beside_earlier_ones() {
    let place = Place::new();
    let now = ["bench", "--seconds", "0.01", "--game", "puerto-rico", "--threads", "1"];
    let mut baseline: Value =
        serde_json::from_str(&place.succeed(&[&now[..], &["--json"]].concat())).unwrap();
    let rows = baseline["results"].as_array_mut().unwrap();
    rows.retain(|row| row["players"] == 3);
    rows[0]["state_bytes"] = json!(rows[0]["state_bytes"].as_u64().unwrap() / 2);
    rows[0]["clone_ns"] = json!(0);
    rows[0].as_object_mut().unwrap().remove("heuristic_cost_games");
    baseline["threads"] = json!(3);
    place.write("old.json", &baseline.to_string());

    let text = place.succeed(&[&now[..], &["--compare", "old.json"]].concat());
    let rows = figures_of(&text);
    let three = rows.iter().position(|row| row[0] == "puerto-rico 3").unwrap();
    let bytes = rows[three][7].parse::<u64>().unwrap();
    let (before, ratio) = (&rows[three + 1], &rows[three + 2]);
    assert_eq!(before[7], (bytes / 2).to_string(), "{text}");
    assert_eq!([&ratio[0], &ratio[7], &ratio[6]], ["ratio", "2.00", "NA"], "{text}");
    assert_eq!([&before[11], &ratio[11]], ["NA", "NA"], "an older program");
    let four = rows.iter().position(|row| row[0] == "puerto-rico 4").unwrap();
    assert!(rows[four + 1..four + 3].iter().all(|row| row[1..].iter().all(|cell| *cell == "NA")), "{text}");
    assert!(text.contains("before: old.json, of tradewinds "), "{text}");
    assert!(text.contains("not alike: threads were 3, now 1: games/s on all threads"), "{text}");

    let text = place.succeed(&[&now[..], &["--players", "3", "--compare", "old.json", "--json"]].concat());
    let now: Value = serde_json::from_str(&text).unwrap();
    let row = &now["results"][0];
    assert_eq!((&row["ratio"]["state_bytes"], &row["ratio"]["clone_ns"]), (&json!(2.0), &json!(null)));
    assert_eq!(row["before"]["heuristic_cost_games"], json!(null));
    assert_eq!(row["before"]["games_per_second"], baseline["results"][0]["games_per_second"]);
    assert_eq!((&now["compare"]["file"], &now["compare"]["threads"]), (&json!("old.json"), &json!(3)));
    assert_eq!(now["compare"]["not_alike"].as_array().unwrap().len(), 1);
    // What was compared can be compared with.
    place.write("now.json", &text);
    place.succeed(&[
        "bench",
        "--seconds",
        "0.01",
        "--game",
        "mundus-novus",
        "--players",
        "2",
        "--compare",
        "now.json",
    ]);
}

#[test]
fn bad_input_is_refused_with_one_line() {
    let place = Place::new();
    place.write("v.toml", "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = -1\n");
    place.write("torn.json", "{\"version\":");
    place.write("position.json", "{\"game\": \"puerto-rico\"}");
    place.write(
        "list.json",
        r#"{"version": "1", "threads": 1, "seconds": 1, "seed": 1, "bot": "b", "variant": "v", "results": 5}"#,
    );
    for (arguments, part) in [
        (&["--compare", "none.json"][..], "cannot read none.json: No such file"),
        (&["--compare", "torn.json"], "torn.json: invalid JSON: EOF"),
        (
            &["--compare", "position.json"],
            "version: found nothing; allowed: the figures that bench --json prints",
        ),
        (&["--compare", "list.json"], "list.json: results: found 5"),
        (&["--game", "puerto-rica"], "--game: found \"puerto-rica\"; allowed: puerto-rico"),
        (&["--game", "puerto-rico", "--players", "6"], "players: found 6; allowed: 2 to 5"),
        (&["--game", "puerto-rico", "--players", "6", "--playouts", "1"], "players: found 6"),
        (&["--game", "puerto-rico", "--players", "6", "--iterations", "1"], "players: found 6"),
        (&["--players", "9"], "no game allows 9 players"),
        (&["--bot", "random"], "kind: found \"random\"; allowed: \"search\""),
        (&["--bot", "ismcst"], "did you mean ismcts"),
        (
            &["--game", "puerto-rico", "--players", "3", "--variant", "v.toml"],
            "v.toml: building.factory.cost",
        ),
    ] {
        let message = place.refuse(&[&["bench", "--seconds", "0.01"], arguments].concat());
        assert!(message.contains(part), "{message}");
    }
}
