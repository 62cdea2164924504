//! Opening books, and what begins from positions.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::place::Place;

const MANIFEST: &str = r#"
name = "m"
game = "puerto-rico"
players = 3
seed = 5
deals = 30
format = "table"
lineup = ["random", "steady", "beginner"]
record = "games"
"#;

fn played() -> Place {
    let place = Place::new();
    place.write("m.toml", MANIFEST);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    place
}

/// The lines of the book are those of the records, and a run takes them.
#[test]
fn a_book_counts_the_first_decisions() {
    let place = played();
    let printed = place.succeed(&["book", "run", "--plies", "2", "--out", "b.jsonl"]);
    let mut counts: BTreeMap<Vec<String>, (u64, f64)> = BTreeMap::new();
    for game in 0..90 {
        let record: Value =
            serde_json::from_str(&place.read(&format!("run/records/game-{game}.json"))).unwrap();
        let two: Vec<&Value> = record["actions"].as_array().unwrap()[..2].iter().collect();
        let ranks: Vec<u64> =
            record["seats"].as_array().unwrap().iter().map(|seat| seat["rank"].as_u64().unwrap()).collect();
        let winners = ranks.iter().filter(|rank| **rank == 1).count() as f64;
        let won = ranks[two[1]["seat"].as_u64().unwrap() as usize] == 1;
        let line = two.iter().map(|played| played["action"].as_str().unwrap().to_owned()).collect();
        let (games, wins) = counts.entry(line).or_default();
        (*games, *wins) = (*games + 1, *wins + if won { 1.0 / winners } else { 0.0 });
    }
    let book = place.read("b.jsonl");
    let lines: Vec<Value> = book.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), counts.values().filter(|(games, _)| *games > 1).count());
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line["games"].as_u64().unwrap())));
    for line in &lines {
        let decisions: Vec<String> = serde_json::from_value(line["decisions"].clone()).unwrap();
        let (games, wins) = counts[&decisions];
        assert_eq!(line["games"], json!(games));
        assert!(printed.contains(&decisions.join(", ")), "{printed}");
        // Games weigh the same, in how many seatings of a deal they may be.
        let share = line["share"].as_f64().unwrap();
        assert!((share - wins / games as f64).abs() < 1e-6, "{line}");
    }
    let manifest = MANIFEST.replace("deals = 30", "positions = \"b.jsonl\"");
    place.write("p.toml", &manifest);
    place.succeed(&["tournament", "p.toml", "--out", "from-book"]);
    let rows = place.read("from-book/positions.csv").lines().count();
    assert_eq!(rows, 1 + 3 * lines.len());
    assert_eq!(place.read("from-book/positions.jsonl"), book);
    // Games of a run from positions begin elsewhere, unless an opening was played from a deal.
    let other = place.succeed(&["book", "from-book", "--plies", "2"]);
    assert!(other.contains(&format!("{} lines of 2 decisions cover", lines.len())), "{other}");
    // A game counts once, however often its record is named.
    place.write("copy.json", &place.read("run/records/game-7.json"));
    let twice = ["book", "run", "run/records", "copy.json", "--plies", "2"];
    let (text, note) = place.succeed_with_notes(&twice);
    assert_eq!(note, "note: 91 records left out: another has the same game\n");
    assert_eq!(text, printed);
}

#[test]
fn records_that_make_no_book_are_refused() {
    let place = played();
    for (arguments, message) in [
        (&["book", "run", "--plies", "90"][..], "book: found no line of 2 or more games (left out: "),
        (&["book", "run", "--plies", "2", "--min-games", "91"], "a lower --min-games"),
        (&["book", "m.toml", "--plies", "2"], "m.toml: found a manifest of tradewinds tournament"),
        (&["book", "nothing", "--plies", "2"], "cannot read nothing"),
    ] {
        let found = place.refuse(arguments);
        assert!(found.contains(message), "{found}");
    }
    place.write("b.jsonl", "mine");
    let found = place.refuse(&["book", "run", "--plies", "2", "--out", "b.jsonl"]);
    assert!(found.contains("--force") && place.read("b.jsonl") == "mine", "{found}");
}

/// A test and the studies begin from positions as tournaments do.
#[test]
fn a_test_and_studies_begin_from_positions() {
    let place = Place::new();
    place.write("p.jsonl", "{\"decisions\": [\"settler\", \"take quarry\"]}\n{\"decisions\": [\"mayor\"]}\n");
    let sprt =
        "sprt --game puerto-rico --players 3 --a steady --b random --elo1 50 --positions p.jsonl --out sprt";
    let printed = place.succeed(&sprt.split(' ').collect::<Vec<_>>());
    assert!(printed.contains("from 2 given positions"), "{printed}");
    let studied = "name = \"s\"\ngame = \"puerto-rico\"\nseed = 5\ndeals = 4\npositions = \"p.jsonl\"\n";
    place.write(
        "c.toml",
        &format!(
            "{studied}players = 3\nformat = \"table\"\nlineup = [\"random\", \"steady\", \"beginner\"]\nkinds = [\"role\"]\n"
        ),
    );
    place.succeed(&["choices", "c.toml", "--out", "choices"]);
    let chosen: usize = place
        .read("choices/choices.csv")
        .lines()
        .filter(|line| line.contains(",all,"))
        .map(|line| line.split(',').nth(5).unwrap().parse::<usize>().unwrap())
        .sum();
    let roles = place.read("choices/games/roles.csv").lines().count() - 1;
    assert!(
        chosen <= roles - 12,
        "the role of each of the 12 openings is nobody's choice: {chosen} of {roles}"
    );
    place.write(
        "b.toml",
        &format!(
            "{studied}players = [3, 4]\nvariants = [\"factory-university-swap\"]\n[[table]]\nname = \"steady\"\nbots = [\"steady\"]\n"
        ),
    );
    place.succeed(&["balance", "b.toml", "--out", "balance"]);
    assert_eq!(place.read("balance/positions.jsonl"), place.read("choices/positions.jsonl"));
    place.write("p.jsonl", "{\"decisions\": [\"settler\", \"take gold\"]}\n");
    for study in [&["choices", "c.toml", "--out", "other"], &["balance", "b.toml", "--out", "other"]] {
        let message = place.refuse(study);
        assert!(message.contains("p.jsonl: line 1: decisions[1]: found \"take gold\""), "{message}");
        assert!(!place.path().join("other").exists());
    }
}
