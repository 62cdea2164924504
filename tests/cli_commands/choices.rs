//! Studies of choices: roles, and the choices like them of the other games.

use std::collections::BTreeMap;

use tradewinds::lab::choices::TABLES;

use super::place::Place;

fn manifest(game: &str, kinds: &str) -> String {
    format!(
        "name = \"study\"\ngame = \"{game}\"\nplayers = 3\nseed = 4\ndeals = 3\nformat = \"one-vs-rest\"\nlineup = [\"random\", \"steady\"]\n\
         kinds = {kinds}\n\n[worth]\ndecisions = 7\nplayouts = 6\nbot = \"steady\"\njudge = \"steady\"\nchoices = 5\n"
    )
}

const ROLES: &str = "[\"role\"]";
/// What a study writes.
const FILES: [&str; 5] = ["choices.csv", "follows.csv", "worth.csv", "decisions.csv", "report.html"];

fn place(game: &str, kinds: &str) -> Place {
    let place = Place::new();
    place.write("m.toml", &manifest(game, kinds));
    place
}

/// The rows of a table as maps from column to cell.
fn rows(place: &Place, file: &str) -> Vec<BTreeMap<String, String>> {
    let text = place.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} in {row:?}"))
}

#[test]
fn every_game_has_its_choices() {
    for (game, kinds, choice) in [
        ("puerto-rico", ROLES, "captain"),
        ("mundus-novus", "[\"announce\", \"offer\"]", "announce 2"),
        ("age-of-discovery", "[\"place\"]", "discovery"),
        ("francis-drake", "[\"plymouth\", \"sail\"]", "investor"),
    ] {
        let place = place(game, kinds);
        let text = place.succeed(&["choices", "m.toml", "--out", "out", "--deals", "2"]);
        assert!(text.contains("what strong play chooses, and what the others cost"), "{text}");
        for table in TABLES {
            let text = place.read(&format!("out/{}.csv", table.name));
            assert_eq!(text.lines().next().unwrap(), table.names().join(","), "{game}");
            assert!(text.lines().count() > 1, "{game}: {}", table.name);
        }
        assert!(rows(&place, "out/choices.csv").iter().any(|row| row["choice"] == choice), "{game}");
        check_counts(&rows(&place, "out/choices.csv"));
        check_decisions(&rows(&place, "out/decisions.csv"));
        let page = place.read("out/report.html");
        for part in
            ["what strong play chooses", "which follows which", "tradewinds roles choices.toml", "<svg"]
        {
            assert!(page.contains(part), "{game}: {part}");
        }
        assert!(!page.contains("http") && !page.contains("NaN"), "{game}");
    }
}

/// Rounds, phases and starting places each divide all decisions.
fn check_counts(rows: &[BTreeMap<String, String>]) {
    for all in rows.iter().filter(|row| row["condition"] == "all") {
        for condition in ["round", "phase", "start_place"] {
            for column in ["offered", "chosen"] {
                let same = |row: &&BTreeMap<String, String>| {
                    row["kind"] == all["kind"]
                        && row["choice"] == all["choice"]
                        && row["condition"] == condition
                };
                let sum: f64 = rows.iter().filter(same).map(|row| number(row, column)).sum();
                assert_eq!(sum, number(all, column), "{all:?} by {condition}");
            }
        }
        assert!((number(all, "share") - number(all, "chosen") / number(all, "offered")).abs() < 1e-6);
    }
}

/// Each sampled decision has one choice made and one of strong play, and no more choices than it may.
fn check_decisions(rows: &[BTreeMap<String, String>]) {
    for sample in 0..7 {
        let own: Vec<_> = rows.iter().filter(|row| row["sample"] == sample.to_string()).collect();
        assert!((2..=5).contains(&own.len()), "{own:?}");
        for column in ["made", "strong"] {
            assert_eq!(own.iter().filter(|row| row[column] == "1").count(), 1, "{own:?}");
        }
        assert!(own.iter().all(|row| row["playouts"] == "6" && number(row, "open") >= own.len() as f64));
        assert!(own.iter().all(|row| (0.0..=1.0).contains(&number(row, "win_share"))));
    }
}

/// The game's own recorder counts the same roles.
#[test]
fn roles_are_those_of_the_games() {
    let place = place("puerto-rico", ROLES);
    place.succeed(&["roles", "m.toml", "--out", "out"]);
    let games = rows(&place, "out/games/roles.csv");
    let choices = rows(&place, "out/choices.csv");
    for (condition, column) in [("all", ""), ("round", "round"), ("pick", "pick"), ("doubloons", "doubloons")]
    {
        let mut counted: BTreeMap<(String, String), u32> = BTreeMap::new();
        for row in &games {
            let value = match column {
                "" => String::new(),
                "doubloons" if number(row, column) >= 2.0 => "2+".to_owned(),
                _ => row[column].clone(),
            };
            *counted.entry((row["role"].clone(), value)).or_default() += 1;
        }
        let found: BTreeMap<(String, String), u32> = choices
            .iter()
            .filter(|row| row["condition"] == condition && row["chosen"] != "0")
            .map(|row| ((row["choice"].clone(), row["value"].clone()), number(row, "chosen") as u32))
            .collect();
        assert_eq!(found, counted, "by {condition}");
    }
    // Who follows whom adds up to all choices, and each round has one first choice.
    let follows = rows(&place, "out/follows.csv");
    let sum = |rows: &mut dyn Iterator<Item = &BTreeMap<String, String>>| -> f64 {
        rows.map(|row| number(row, "chosen")).sum()
    };
    assert_eq!(sum(&mut follows.iter()), games.len() as f64);
    let firsts = games.iter().filter(|row| row["pick"] == "1").count();
    assert_eq!(sum(&mut follows.iter().filter(|row| row["previous"] == "(first)")), firsts as f64);
    check_excess(&place, &choices);
}

/// What is said of who made a choice, worked out once more from the seats and the role choices.
fn check_excess(place: &Place, choices: &[BTreeMap<String, String>]) {
    let seats = rows(place, "out/games/seats.csv");
    let mut means: BTreeMap<(String, String), Vec<f64>> = BTreeMap::new();
    for seat in &seats {
        let group = (seat["bot"].clone(), seat["start_place"].clone());
        means.entry(group).or_default().push(number(seat, "win_share"));
    }
    let mut above: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for row in rows(place, "out/games/roles.csv") {
        let seat =
            seats.iter().find(|seat| seat["game"] == row["game"] && seat["seat"] == row["seat"]).unwrap();
        let mean = &means[&(seat["bot"].clone(), seat["start_place"].clone())];
        let mean = mean.iter().sum::<f64>() / mean.len() as f64;
        above.entry(row["role"].clone()).or_default().push(number(seat, "win_share") - mean);
    }
    for (role, values) in above {
        let row = choices.iter().find(|row| row["choice"] == role && row["condition"] == "all").unwrap();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!((number(row, "win_above") - mean).abs() < 2e-6, "{role}: {mean}, {row:?}");
    }
}

#[test]
fn neither_threads_nor_interruptions_change_a_byte() {
    let place = place("mundus-novus", "[\"announce\", \"offer\"]");
    place.succeed(&["roles", "m.toml", "--out", "out", "--threads", "2"]);
    place.succeed(&["roles", "m.toml", "--out", "alone", "--threads", "1"]);
    let whole = FILES.map(|file| place.read(&format!("out/{file}")));
    assert_eq!(FILES.map(|file| place.read(&format!("alone/{file}"))), whole);
    // Torn in its fourth line: the first three decisions are kept.
    let journal = place.read("out/worth.jsonl");
    let kept: usize = journal.lines().take(3).map(|line| line.len() + 1).sum();
    place.write("out/worth.jsonl", &journal[..kept + 40]);
    for file in FILES {
        place.write(&format!("out/{file}"), "");
    }
    place.succeed(&["roles", "m.toml", "--out", "out"]);
    assert_eq!(FILES.map(|file| place.read(&format!("out/{file}"))), whole);
    assert_eq!(place.read("out/worth.jsonl")[..kept], journal[..kept]);
    assert_eq!(place.read("out/worth.jsonl").lines().count(), 7);
    // A line that was changed is not believed.
    place.write("out/worth.jsonl", &journal.replacen("\"round\":", "\"round\":1", 1));
    let message = place.fail(1, &["roles", "m.toml", "--out", "out"]);
    assert!(message.contains("worth.jsonl: line 1 is damaged: "), "{message}");
}

#[test]
fn choices_are_counted_without_being_played_out() {
    let place = Place::new();
    let whole = manifest("puerto-rico", ROLES);
    place.write("m.toml", whole.split("\n[worth]").next().unwrap());
    let text = place.succeed(&["roles", "m.toml", "--out", "out"]);
    assert!(!text.contains("strong play"), "{text}");
    assert!(place.read("out/choices.csv").lines().count() > 50);
    assert!(!place.succeeds(&["roles", "m.toml", "--out", "more", "--decisions", "3"]));
    // Without a judge the choice that was made is strong play's.
    place.write("m.toml", &whole.replace("judge = \"steady\"\n", ""));
    place.succeed(&["roles", "m.toml", "--out", "made", "--decisions", "3"]);
    let decisions = rows(&place, "made/decisions.csv");
    assert!(decisions.iter().all(|row| row["made"] == row["strong"] && number(row, "sample") < 3.0));
    // The manifest as run is enough for the same study.
    place.succeed(&["roles", "made/choices.toml", "--out", "again"]);
    assert_eq!(place.read("again/worth.csv"), place.read("made/worth.csv"));
    let message = place.fail(1, &["roles", "m.toml", "--out", "made"]);
    assert!(message.contains("holds another study"), "{message}");
}

#[test]
fn what_is_no_study_is_refused() {
    let place = Place::new();
    place.write("raft.toml", "name = \"raft\"\ngame = \"any\"\nkind = \"external\"\ncommand = [\"true\"]\n");
    place.write("twin.toml", "name = \"random\"\ngame = \"any\"\nkind = \"heuristic\"\n");
    let good = manifest("puerto-rico", ROLES);
    for (from, to, expected) in [
        ("[\"role\"]", "[\"roll\"]", "bad.toml: kinds[0]: found \"roll\"; allowed: role, "),
        ("[\"role\"]", "[\"role\", \"role\"]", "bad.toml: kinds[1]: found \"role\" twice"),
        ("[\"role\"]", "[]", "bad.toml: kinds: found []"),
        ("deals = 3", "deals = 0", "bad.toml: deals: found 0; allowed: 1 or more"),
        ("deals = 3", "deals = 3\nphase = 0", "bad.toml: phase: found 0"),
        ("playouts = 6", "playouts = 1", "bad.toml: worth.playouts: found 1; allowed: 2 to 1000000"),
        ("decisions = 7", "decisions = 0", "bad.toml: worth.decisions: found 0"),
        ("choices = 5", "choices = 1", "bad.toml: worth.choices: found 1"),
        ("playouts = 6", "playout = 6", "bad.toml: worth.playout: found \"playout\""),
        ("judge = \"steady\"", "judge = \"stead\"", "bad.toml: worth.judge: found \"stead\""),
        (
            "bot = \"steady\"",
            "bot = \"raft.toml\"",
            "bad.toml: worth.bot: found \"raft.toml\"; allowed: a bot that always plays",
        ),
        (
            "judge = \"steady\"",
            "judge = \"twin.toml\"",
            "bad.toml: worth.judge: found another bot called \"random\"",
        ),
        ("[\"random\", \"steady\"]", "[\"random\"]", "bad.toml: lineup: found 1 bots"),
        ("players = 3", "players = 9", "bad.toml: players: found 9; allowed: 2 to 5"),
    ] {
        assert!(good.contains(from), "{from}");
        place.write("bad.toml", &good.replace(from, to));
        let message = place.refuse(&["roles", "bad.toml", "--out", "bad"]);
        assert!(message.contains(expected), "{message}");
    }
}
