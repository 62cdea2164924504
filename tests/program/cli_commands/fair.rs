//! The least changes that make a game fair.

use std::collections::BTreeSet;

use serde_json::Value;

use super::place::Place;

const MANIFEST: &str = r#"
name = "mend"
game = "puerto-rico"
seed = 5
deals = 60
players = [3]

[[table]]
name = "steady"
bots = ["steady"]

[fair]
games = 1500
most = 2

[[fair.change]]
paths = ["setup.3.handicap.2"]
values = [0, 3]

[[fair.change]]
paths = ["setup.3.corn_handicap"]
values = [0, 2]
cost = 2

[[fair.change]]
paths = ["setup.3.victory_points", "setup.3.colonists"]
values = [50, 90]
step = 5
"#;

/// Returns the answer and the rows of `fair.csv`.
fn answered(place: &Place, manifest: &str) -> (String, Vec<Vec<String>>) {
    place.write("m.toml", manifest);
    let text = place.succeed(&["balance", "m.toml", "--out", "out"]);
    let table = place.read("out/fair.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let rows = rows.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    (text.split_whitespace().collect::<Vec<&str>>().join(" "), rows)
}

/// By `steady`, the third of three seats wins two games in three.
#[test]
fn an_unfair_game_is_mended() {
    let place = Place::new();
    let (text, rows) = answered(&place, MANIFEST);
    assert!(text.contains("seats fair") && text.contains("by the standard rules"), "{text}");
    assert!(
        text.contains(
            "with 3 possible changes; the figures of changed rules are of deals that it has not seen"
        ),
        "{text}"
    );
    let [start, least] = &rows[..2] else { panic!("{rows:?}") };
    assert_eq!((start[2].as_str(), start[6].as_str(), start[7].as_str()), ("standard", "seats", "not fair"));
    assert!(least[0] == "1" && least[1].starts_with("fair/"), "{least:?}");
    let file: toml::Table = place.read(&format!("out/{}", least[1])).parse().unwrap();
    assert_eq!(file["name"].as_str(), Some(least[2].as_str()));
    let [before, after] = [start, least].map(|row| row[8].parse::<f64>().unwrap());
    assert!(before > 0.15 && after < before / 2.0, "{rows:?}");
    assert!(least[3].contains("handicap"), "{least:?}");
    // The alternative is judged as any other variant.
    let verdicts = place.read("out/verdicts.csv");
    assert!(verdicts.contains("steady,3,fair-1,seats,"), "{verdicts}");
    let page = place.read("out/report.html");
    assert!(page.contains("Least changes") && page.contains("fair.csv"));

    // Cut off in the middle of the search, with other threads: the same bytes.
    let files = ["out/fair.csv", "out/fair/1.toml", "out/report.html", "out/metrics.csv"];
    let before = files.map(|file| place.read(file));
    let log = place.read("out/fair.jsonl");
    let lines: Vec<&str> = log.lines().collect();
    let half = lines[..lines.len() / 2].join("\n") + "\n{\"run";
    for (file, text) in [("half/balance.toml", place.read("out/balance.toml")), ("half/fair.jsonl", half)] {
        place.write(file, &text);
    }
    place.succeed(&["balance", "m.toml", "--out", "half", "--threads", "1"]);
    assert_eq!(place.read("half/fair.jsonl"), log);
    for (file, before) in files.iter().zip(&before) {
        assert!(place.read(&file.replace("out/", "half/")) == *before, "{file}");
    }
}

/// Games by `steady` have some 16 rounds, and fewer where there are fewer victory points.
#[test]
fn games_get_as_long_as_asked() {
    let place = Place::new();
    let manifest = MANIFEST
        .replace("most = 2\n", "most = 2\ntargets = [\"length\"]\nlength = [9, 14]\n")
        .replace("\"setup.3.victory_points\", \"setup.3.colonists\"", "\"setup.3.victory_points\"")
        .replace("[50, 90]", "[20, 90]")
        .replace("games = 1500", "games = 6000");
    let (text, rows) = answered(&place, &manifest);
    let [start, least] = &rows[..2] else { panic!("{rows:?}") };
    assert_eq!([start, least].map(|row| row[6].as_str()), ["length", "length"]);
    let [before, after] = [start, least].map(|row| row[8].parse::<f64>().unwrap());
    assert!(before > 15.0 && after < 14.0 && least[7] == "fair", "{rows:?}");
    assert!(least[3].contains("setup.3.victory_points"), "{rows:?}");
    let said = "The least change that makes the games as long as asked: ";
    assert!(text.contains(said) && text.contains("Then a game has "), "{text}");
    let (text, _) = answered(&Place::new(), &manifest.replace("[9, 14]", "[14, 18]"));
    assert!(text.starts_with("Leave it: by the standard rules a game has 1"), "{text}");
    assert!(text.contains("; fair is 14.0 to 18.0 rounds."), "{text}");
}

/// Seats and strategies at once: each has its games and figures, and an answer is fair by both.
#[test]
fn several_targets_are_met_together() {
    let place = Place::new();
    let manifest = MANIFEST.replace("most = 2\n", "most = 2\ntargets = [\"strategies\", \"seats\"]\n");
    let table = "[[table]]\nname = \"three\"\nbots = [\"steady\", \"shipper\", \"builder\"]\n\n[fair]";
    let (text, rows) = answered(&place, &manifest.replace("[fair]", table));
    assert!(rows.len() >= 4 && rows.len() % 2 == 0, "{rows:?}");
    for two in rows.chunks(2) {
        assert_eq!([&*two[0][6], &*two[1][6]], ["seats", "strategies"], "{rows:?}");
        assert_eq!(two[0][..6], two[1][..6]);
    }
    assert!(text.contains("the seats fair and the strategies equal"), "{text}");
    assert!(text.contains("win shares of seats lie ") && text.contains("win shares of bots lie "), "{text}");
}

/// Owners of some items win more often than those of others while the third seat wins most; the log holds who owned what.
#[test]
fn items_get_equal() {
    let place = Place::new();
    let manifest = MANIFEST
        .replace("most = 2\n", "most = 2\ntargets = [\"items\"]\nitems = 0.055\n")
        .replace("games = 1500", "games = 8000")
        .replace("deals = 60", "deals = 600");
    let (text, rows) = answered(&place, &manifest);
    let [start, least] = &rows[..2] else { panic!("{rows:?}") };
    assert_eq!((start[6].as_str(), start[7].as_str(), start[14].as_str()), ("items", "not fair", "0.055"));
    assert_eq!(least[7], "fair", "{rows:?}");
    assert!(least[3].contains("setup.3.handicap.2 0"), "{rows:?}");
    assert!(text.contains("The least change that makes the items equal: "), "{text}");
    assert!(text.contains("Then win shares of the owners of items lie "), "{text}");
    // Both are what the study measures.
    let metrics = place.read("out/metrics.csv");
    let row = metrics.lines().find(|row| row.contains("steady,3,fair-1,,item_spread_root,"));
    assert!(row.is_some_and(|row| row.contains(&least[8][..6])), "{least:?} {row:?}");

    let log = place.read("out/fair.jsonl");
    let lines: Vec<&str> = log.lines().collect();
    place.write("half/balance.toml", &place.read("out/balance.toml"));
    place.write("half/fair.jsonl", &(lines[..lines.len() / 2].join("\n") + "\n"));
    place.succeed(&["balance", "m.toml", "--out", "half", "--threads", "1"]);
    assert_eq!(place.read("half/fair.csv"), place.read("out/fair.csv"));
    assert_eq!(place.read("half/fair.jsonl"), log);
}

/// Alone among three `steady`, `learned` wins more than half of the games, and less where roles are picked three times a
/// round.
#[test]
fn skill_pays_as_asked() {
    let place = Place::new();
    let head = "name = \"skill\"\ngame = \"puerto-rico\"\nseed = 5\ndeals = 300\nplayers = [4]\n";
    let manifest = format!(
        "{head}levels = [\"steady\", \"learned\"]\nlevel_deals = [8, 300]\n[fair]\ngames = 12000\n\
         targets = [\"skill\"]\nskill = [0.3, 0.53]\n[[fair.change]]\npaths = [\"setup.4.picks\"]\nvalues = [2, 4]\n"
    );
    let (text, rows) = answered(&place, &manifest);
    let [start, least] = &rows[..2] else { panic!("{rows:?}") };
    assert_eq!((start[6].as_str(), start[7].as_str(), start[14].as_str()), ("skill", "not fair", ""));
    let [before, after] = [start, least].map(|row| row[8].parse::<f64>().unwrap());
    assert!(before > 0.53 && after < 0.53 && least[7] == "fair", "{rows:?}");
    assert!(least[3].starts_with("setup.4.picks 4"), "{rows:?}");
    assert!(
        text.contains("makes skill pay as asked: ") && text.contains("the stronger level alone wins "),
        "{text}"
    );
    // By the games of the level that is alone, in every seat in turn.
    let metrics = place.read("out/metrics.csv");
    let row = metrics.lines().find(|row| row.contains("learned-among-steady,4,fair-1,,skill,"));
    assert!(row.is_some_and(|row| row.contains(&least[8][..6])), "{least:?} {row:?}");
    let (text, _) = answered(&Place::new(), &manifest.replace("[0.3, 0.53]", "[0.4, 0.9]"));
    assert!(text.starts_with("Leave it: by the standard rules the stronger level alone wins "), "{text}");
    assert!(text.contains("fair is 40.0 to 90.0 % of the wins."), "{text}");
}

/// A target is confirmed by the table that the search played, though others come first; waiting follows from the figures.
#[test]
fn a_target_is_measured_by_its_own_table() {
    let place = Place::new();
    let table = "[[table]]\nname = \"three\"\nbots = [\"steady\", \"shipper\", \"builder\"]\n\n[[table]]\nname = \"steady\"";
    let (_, rows) = answered(&place, &MANIFEST.replace("[[table]]\nname = \"steady\"", table));
    let least = &rows[1];
    let metrics = place.read("out/metrics.csv");
    let figure = |table: &str, variant: &str, metric: &str| -> f64 {
        let head = format!("{table},3,{variant},,{metric},,");
        let row =
            metrics.lines().find(|row| row.starts_with(&head)).unwrap_or_else(|| panic!("{head}: {metrics}"));
        row.split(',').nth(8).unwrap().parse().unwrap()
    };
    let root = |table: &str| figure(table, &least[2], "seat_spread_root");
    assert!((root("steady") - least[8].parse::<f64>().unwrap()).abs() < 1e-5, "{least:?} {metrics}");
    assert!((root("three") - root("steady")).abs() > 1e-3, "{metrics}");
    let waiting = |variant: &str| {
        let of = |metric: &str| figure("steady", variant, metric);
        2.0 / 3.0 * of("decisions") / of("rounds")
    };
    let change = waiting(&least[2]) - waiting("standard");
    assert!((change - least[13].parse::<f64>().unwrap()).abs() < 1e-5, "{least:?} {metrics}");
}

/// Seats are fair where they are fair among all bots that the question names, each with its games and figures.
#[test]
fn seats_are_fair_at_several_tables() {
    let place = Place::new();
    let tables = "[[table]]\nname = \"builders\"\nbots = [\"builder\"]\n\n[[table]]\nname = \"others\"\nbots = [\"random\"]\n\n[fair]";
    let named = "most = 2\ntargets = [\"seats\", \"length\"]\nlength = [2, 90]\ntables = [\"builders\", \"steady\"]\n";
    let manifest = MANIFEST.replace("[fair]", tables).replace("most = 2\n", named);
    let (text, rows) = answered(&place, &manifest);
    assert!(rows.len() >= 8 && rows.len() % 4 == 0, "{rows:?}");
    let columns: Vec<[&str; 2]> = rows[..4].iter().map(|row| [&*row[6], &*row[15]]).collect();
    let [seats, length] = ["seats", "length"];
    assert_eq!(columns, [[seats, "steady"], [length, "steady"], [seats, "builders"], [length, "builders"]]);
    // Both are what the study measures at these tables.
    let metrics = place.read("out/metrics.csv");
    for row in rows[4..8].iter().filter(|row| row[6] == seats) {
        let head = format!("{},3,{},,seat_spread_root,,", row[15], row[2]);
        let measured = metrics.lines().find(|line| line.starts_with(&head));
        assert!(measured.is_some_and(|line| line.contains(&row[8][..6])), "{row:?} {metrics}");
    }
    assert_ne!(rows[4][8], rows[6][8]);
    // The second table plays the standard rules, and of others at most those that are fair at the first.
    let log = place.read("out/fair.jsonl");
    let played = |table: u64| {
        let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let own = lines.filter(|line| line["record"][0] == table);
        own.map(|line| line["record"][1].to_string()).collect::<BTreeSet<String>>()
    };
    let [first, second] = [played(0), played(1)];
    assert!(
        second.contains("[]") && second.is_subset(&first) && second.len() < first.len() / 2,
        "{second:?}"
    );
    let parts = ["the seats fair and the games as long", " at table steady, and ", " at table builders"];
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    assert!(text.contains("seats, builders"), "{text}");
    for (from, to, part) in [
        (
            "\"builders\", \"st",
            "\"builder\", \"st",
            "found \"builder\"; allowed: tables with one bot, which takes all seats: steady, builders, others",
        ),
        (
            "\"builders\", \"st",
            "\"steady\", \"st",
            "found [\"steady\", \"steady\"]; allowed: different tables",
        ),
        (
            "\"seats\", \"length\"]\nlength = [2, 90]",
            "\"strategies\"]",
            "allowed: none, unless seats, items or length is a",
        ),
    ] {
        place.write("m.toml", &manifest.replacen(from, to, 1));
        let message = place.refuse(&["balance", "m.toml", "--out", "wrong"]);
        assert!(message.contains("m.toml: fair.tables: ") && message.contains(part), "{message}");
    }
}

/// Nothing is changed that is not shown to be unfair; the numbers are those of the game.
#[test]
fn what_is_not_shown_to_be_unfair_is_left() {
    let place = Place::new();
    let wide = "seed = 5\nsmallest = 0.4";
    let manifest = MANIFEST.split("[[fair.change]]").next().unwrap().replace("seed = 5", wide);
    let (text, rows) = answered(&place, &manifest);
    assert!(text.starts_with("Leave it: by the standard rules win shares of seats lie"), "{text}");
    assert_eq!((rows.len(), rows[0][7].as_str()), (1, "fair"));
    let few = MANIFEST.replace("games = 1500", "games = 100").replace("\"steady\"]", "\"random\"]");
    place.write("m.toml", &few);
    let text = place.succeed(&["balance", "m.toml", "--out", "few"]);
    assert!(text.contains("not shown to be unfair"), "{text}");
    // Without [fair] in the manifest, the option asks.
    place.write("m.toml", manifest.split("[fair]").next().unwrap());
    let text = place.succeed(&["balance", "m.toml", "--out", "asked", "--fair", "--deals", "8"]);
    assert!(text.starts_with("Leave it"), "{text}");
}

#[test]
fn wrong_questions_are_refused() {
    let place = Place::new();
    for (from, to, part) in [
        (
            "most = 2",
            "most = 2\ntargets = [\"speed\"]",
            "m.toml: fair.targets: found [\"speed\"]; allowed: one or more of seats, strategies, items, skill, length",
        ),
        ("most = 2", "most = 2\ntargets = []", "m.toml: fair.targets: found []"),
        (
            "most = 2",
            "most = 2\ntargets = [\"seats\", \"seats\"]",
            "m.toml: fair.targets: found \"seats\" twice; allowed: each target once",
        ),
        ("most = 2", "most = 2\ntargets = [\"length\"]", "m.toml: fair.length: found nothing"),
        (
            "most = 2",
            "most = 2\nlength = [9, 12]",
            "m.toml: fair.length: found [9, 12]; allowed: none, unless",
        ),
        (
            "most = 2",
            "most = 2\nitems = 0.1",
            "m.toml: fair.items: found 0.1; allowed: none, unless items is",
        ),
        (
            "most = 2",
            "most = 2\ntargets = [\"items\"]\nitems = 1",
            "m.toml: fair.items: found 1; allowed: a win",
        ),
        (
            "most = 2",
            "most = 2\ntargets = [\"skill\"]",
            "m.toml: fair.skill: found nothing; allowed: [from, to]",
        ),
        (
            "most = 2",
            "most = 2\ntargets = [\"skill\"]\nskill = [0.5, 1.5]",
            "m.toml: fair.skill: found [0.5, 1.5]",
        ),
        (
            "most = 2",
            "most = 2\ntargets = [\"skill\"]\nskill = [0.5, 0.9]",
            "m.toml: levels: found none; allowed: 2 or more levels",
        ),
        (
            "most = 2",
            "most = 2\ntargets = [\"length\"]\nlength = [9, 8]",
            "m.toml: fair.length: found [9, 8]",
        ),
        ("most = 2", "most = 2\ntargets = [\"strategies\"]", "m.toml: table: found no such table"),
        ("most = 2", "most = 9", "m.toml: fair.most: found 9; allowed: 1 to 4"),
        ("games = 1500", "games = 9", "m.toml: fair.games: found 9; allowed: 100 to 100000000"),
        (
            "games = 1500",
            "games = 1000000000000",
            "m.toml: fair.games: found 1000000000000; allowed: 100 to ",
        ),
        ("handicap.2", "handicap.3", "m.toml: fair.change[0].paths: found \"setup.3.handicap.3\""),
        ("[0, 2]", "[1, 2]", "m.toml: fair.change[1].values: found [1, 2]; allowed: a range that has 0"),
        ("[0, 2]", "[2, 0]", "fair.change[1].values"),
        ("cost = 2", "cost = 0", "m.toml: fair.change[1].cost: found 0"),
        ("step = 5", "step = 0", "m.toml: fair.change[2].step: found 0"),
        ("step = 5", "steps = 5", "did you mean step?"),
        ("players = [3]", "players = [3, 4]", "m.toml: players: found [3, 4] with [fair]"),
        ("[\"steady\"]", "[\"steady\", \"builder\", \"trader\"]", "a table with one bot"),
    ] {
        place.write("m.toml", &MANIFEST.replacen(from, to, 1));
        let message = place.fail(1, &["balance", "m.toml", "--out", "out"]);
        assert!(message.contains(part) && message.trim_end().lines().count() == 1, "{message}");
    }
}

#[test]
fn items_that_are_not_common_are_refused_with_the_file() {
    let place = Place::new();
    let manifest = "name = \"fd\"\ngame = \"francis-drake\"\nseed = 3\ndeals = 2\nplayers = [3]\n\
        [fair]\ntargets = [\"items\"]\ngames = 100\n[[table]]\nname = \"a\"\nbots = [\"steady\"]\n";
    place.write("m.toml", manifest);
    let message = place.refuse(&["balance", "m.toml", "--out", "out"]);
    assert_eq!(
        message,
        "error: m.toml: fair.targets: found 0 items; allowed: two or more that are common, for items\n"
    );
}
