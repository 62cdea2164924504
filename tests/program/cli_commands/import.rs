//! Games that people noted.

use serde_json::Value;

use super::place::Place;

const NAMES: [&str; 3] = ["Anna", "Ben", "Cy"];

/// Plays a game of Puerto Rico, and returns its record.
fn played(place: &Place) -> Value {
    let manifest = "name = \"m\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 5\ndeals = 1\nformat = \"table\"\n\
                    lineup = [\"steady\", \"steady\", \"steady\"]\nrecord = \"games\"\n";
    place.write("m.toml", manifest);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    serde_json::from_str(&place.read("run/records/game-0.json")).unwrap()
}

fn actions(record: &Value) -> Vec<(usize, String)> {
    let action =
        |step: &Value| (step["seat"].as_u64().unwrap() as usize, step["action"].as_str().unwrap().to_owned());
    record["actions"].as_array().unwrap().iter().map(action).collect()
}

/// Writes a game as people note it: of every second decision only the first word.
fn noted(record: &Value) -> String {
    listed(record, |index| index % 2 == 1)
}

/// Writes a list of the decisions, of some only the first word.
fn listed(record: &Value, is_cut: impl Fn(usize) -> bool) -> String {
    let points: Vec<String> =
        record["seats"].as_array().unwrap().iter().map(|seat| seat["score"].to_string()).collect();
    let mut text = format!(
        "# An evening.\ngame: puerto-rico\nplayers: {}\nscores: {}\nforced: all\n\n",
        NAMES.join(", "),
        points.join(", ")
    );
    for (index, (seat, action)) in actions(record).into_iter().enumerate() {
        let shown = match action.split_once(' ') {
            Some((first, _)) if is_cut(index) => format!("{first} ?"),
            _ => action,
        };
        text += &format!("{}: {shown}\n", NAMES[seat]);
    }
    text
}

/// The completion is a game with the decisions and the points of the notes, which is marked wherever it is shown.
#[test]
fn a_noted_game_becomes_a_record() {
    let place = Place::new();
    let record = played(&place);
    place.write("evening.txt", &noted(&record));
    let (_, note) = place.succeed_with_notes(&["import", "evening.txt", "--out", "game.json"]);
    assert!(note.contains(&format!("agrees with the {} of evening.txt", actions(&record).len())), "{note}");
    let found: Value = serde_json::from_str(&place.read("game.json")).unwrap();
    let (given, found_actions) = (actions(&record), actions(&found));
    assert_eq!(given.len(), found_actions.len());
    for (index, (given, found)) in given.iter().zip(&found_actions).enumerate() {
        let first = |action: &str| action.split(' ').next().unwrap().to_owned();
        assert_eq!(given.0, found.0);
        assert!(
            given.1 == found.1 || index % 2 == 1 && first(&given.1) == first(&found.1),
            "{given:?}: {found:?}"
        );
    }
    let scores = |record: &Value| {
        let seats = record["seats"].as_array().unwrap().iter();
        seats.map(|seat| seat["score"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(scores(&record), scores(&found));
    assert_ne!(record["initial"]["deck"], found["initial"]["deck"], "the deal was not in the notes");
    assert_eq!(found["bots"], serde_json::json!(NAMES));

    let again = place.succeed(&["-q", "import", "evening.txt", "--seconds", "100"]);
    assert_eq!(again, place.read("game.json"), "the same bytes");
    let mark = "may differ from what the players had";
    assert!(place.succeed(&["replay", "game.json"]).contains(mark));
    assert!(!place.succeed(&["replay", "run/records/game-0.json"]).contains(mark));
    place.succeed(&["replay", "game.json", "--html", "game.html"]);
    assert!(place.read("game.html").contains(mark));
    let quick = ["--iterations", "20", "--playouts", "8", "--compared", "16", "--worlds", "2"];
    let review =
        place.succeed(&[&["-q", "review", "game.json", "--html", "review.html"][..], &quick[..]].concat());
    let review = review.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(review.contains(mark) && place.read("review.html").contains(mark), "{review}");
}

/// A record is completed without its deal, and a game in words that is not over.
#[test]
fn records_and_words_are_completed() {
    let place = Place::new();
    let record = played(&place);
    place.succeed(&["-q", "import", "run/records/game-0.json", "--out", "again.json"]);
    let found: Value = serde_json::from_str(&place.read("again.json")).unwrap();
    assert_eq!((actions(&record), &record["seats"]), (actions(&found), &found["seats"]));
    assert_ne!(record["initial"]["deck"], found["initial"]["deck"]);
    assert!(found["completed"]["throws"].is_array());

    let words = "game: puerto-rico\nplayers: Anna, Ben, Cy\nvariant: factory-university-swap\nAnna: Take the settler.\n\
                 Anna: takes a quarry\n?: take coffee\n{\nBen: mayor\nCy: take ?\n}\n…\n";
    // Some editors begin a file with a byte order mark.
    place.write("words.txt", &format!("\u{feff}{words}"));
    let text = place.succeed(&["-q", "import", "words.txt"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    let taken = actions(&found);
    let texts: Vec<&str> = taken.iter().map(|(_, action)| action.as_str()).collect();
    assert_eq!((&texts[..3], texts[4]), (&["settler", "take quarry", "take coffee"][..], "mayor"));
    assert!(texts[3].starts_with("take "), "{texts:?}");
    assert_eq!(
        (&found["truncated"], &found["variant"]["name"]),
        (&true.into(), &"factory-university-swap".into())
    );
}

#[test]
fn the_example_of_the_documents_is_completed() {
    let (place, page) = (Place::new(), include_str!("../../../docs/review.md"));
    let (_, example) = page.split_once("marked as completed:\n\n").unwrap();
    let lines = example.lines().map_while(|line| line.strip_prefix("    "));
    place.write("evening.txt", &lines.map(|line| format!("{line}\n")).collect::<String>());
    let found: Value =
        serde_json::from_str(&place.succeed(&["-q", "import", "evening.txt", "--effort", "100"])).unwrap();
    assert_eq!(found["bots"], serde_json::json!(["Anna", "Ben", "Cy"]));
}

#[test]
fn wrong_notes_are_refused_with_their_line() {
    let place = Place::new();
    place.write("game.json", "mine");
    let head = "game: puerto-rico\nplayers: Anna, Ben, Cy\n";
    for (text, message) in [
        ("", "notes.txt: game: found nothing"),
        ("game: chess\n", "notes.txt: line 1: found \"chess\""),
        ("game: puerto-rico\n", "players: found nothing; allowed: the names of the players"),
        (
            "game: puerto-rico\nfoo: bar\nplayers: Anna, Ben\n",
            "line 2: found \"foo\"; allowed: game, players, variant, scores, forced",
        ),
        (
            "game: puerto-rico\nplayer: Anna, Ben\nAnna: pass\n",
            "line 2: found \"player\"; allowed: game, players",
        ),
        ("game: puerto-rico\nplayers: Anna, Anna\n", "line 2: found \"Anna\"; allowed: different names"),
        ("game: puerto-rico\ngame: puerto-rico\n", "line 2: found game: puerto-rico; allowed: each key once"),
        ("game: puerto-rico\nplayers: Anna\nAnna: pass\n", "line 2: found 1; allowed: 2 to 5"),
        (&format!("{head}variant: none\nAnna: pass\n"), "line 3: found \"none\""),
        (
            &format!("{head}scores: 1, x, 3\nAnna: pass\n"),
            "line 3: found \"1, x, 3\"; allowed: 3 whole numbers",
        ),
        (&format!("{head}forced: maybe\nAnna: pass\n"), "line 3: found \"maybe\"; allowed: all, some, none"),
        (head, "found nothing; allowed: decisions, a line each"),
        (&format!("{head}\nDan: pass\n"), "line 4: found \"Dan\"; allowed: Anna, Ben, Cy, ?"),
        (&format!("{head}pass\n"), "line 3: found \"pass\"; allowed: NAME: DECISION"),
        (&format!("{head}Anna:\n"), "line 3: found \"Anna:\"; allowed: a decision, or ?"),
        (&format!("{head}Anna: setler\n…\n"), "line 3: found \"setler\" (did you mean settler?)"),
        (&format!("{head}…\nAnna: settler\n"), "line 3: found \"…\"; allowed: a decision"),
        (&format!("{head}{{\nAnna: settler\n"), "line 4: found \"the end of the file\"; allowed: }"),
        (
            &format!("{head}Ben: settler\n…\n"),
            "line 3: found \"Ben: settler\", which is possible in no deal; allowed: a decision of Anna: settler",
        ),
        (
            &format!("{head}Anna: settler\n"),
            "line 3: found the end of the notes, where the game is over in no deal; allowed: a decision of Anna: ",
        ),
        (
            &format!("{head}Anna: mayor\nAnna: place 0 coffee\n…\n"),
            "line 4: found \"Anna: place 0 coffee\", which is possible in ",
        ),
    ] {
        place.write("notes.txt", text);
        let found = place.refuse(&["import", "notes.txt", "--effort", "20", "--out", "game.json", "--force"]);
        assert!(found.contains(message), "{text}: {found}");
        assert_eq!(place.read("game.json"), "mine");
    }
    let record = played(&place);
    let lines = noted(&record).lines().count();
    place.write("notes.txt", &(listed(&record, |_| false) + "Anna: settler\n"));
    let found = place.refuse(&["import", "notes.txt", "--effort", "150"]);
    let place_of = format!("line {}: found \"Anna: settler\", which is possible in ", lines + 1);
    assert!(found.contains(&place_of) && found.contains("no decision: the game is over"), "{found}");
    place.write("notes.txt", &noted(&record).replace("scores: ", "scores: 1"));
    let found = place.refuse(&["import", "notes.txt", "--effort", "150"]);
    assert!(found.contains("line 4: found 1") && found.contains("allowed: for example"), "{found}");
    // Where the effort is too small, it is kept to, and the notes are not blamed.
    place.write("notes.txt", &noted(&record));
    let found = place.refuse(&["import", "notes.txt", "--effort", "1"]);
    assert!(
        found.contains("in none of 1000 games that were tried") && !found.contains("for example"),
        "{found}"
    );
    assert!(found.ends_with("more effort or time, which ran out before all was tried\n"), "{found}");
    let found = place.refuse(&["import", "m.toml"]);
    assert!(found.contains("m.toml: found a manifest of tradewinds tournament"), "{found}");
}
