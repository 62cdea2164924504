//! `tradewinds bench`, as short as it can be.

use serde_json::Value;
use tradewinds::games::NAMES;

use super::place::Place;

#[test]
fn every_game_is_measured() {
    let place = Place::new();
    let text = place.succeed(&["bench", "--seconds", "0.01", "--threads", "2", "--json"]);
    let figures: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(figures["threads"], 2);
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
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("puerto-rico")).collect();
    assert_eq!(rows.len(), 1, "{text}");
    assert_eq!(rows[0].split_whitespace().nth(1), Some("4"));
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

    let search = |bot: &str| place.succeed(&[&four[..], &["--iterations", "30", "--bot", bot]].concat());
    let text = search("mo-ismcts");
    assert!(text.starts_with("puerto-rico, 4 players, mo-ismcts: 30 iterations, "), "{text}");
    assert_eq!(search("mo-ismcts"), text);
    assert!(search("determinized").contains("determinized: 30 iterations"));
}

#[test]
fn bad_input_is_refused_with_one_line() {
    let place = Place::new();
    place.write("v.toml", "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = -1\n");
    for (arguments, part) in [
        (&["--game", "puerto-rica"][..], "--game: found \"puerto-rica\"; allowed: puerto-rico"),
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
