//! Restricted play: dead and must-have items.

use super::place::Place;

const MANIFEST: &str = "name = \"items\"\ngame = \"puerto-rico\"\nseed = 3\ndeals = 8\nplayers = [3]\nbot = \"own\"\n\
    items = [\"role\"]\nvariants = [\"balanced\"]\n[bots.own]\nbase = \"steady\"\n";

#[test]
fn items_are_judged_once() {
    let place = Place::new();
    place.write("m.toml", MANIFEST);
    let text = place.succeed(&["restricted", "m.toml", "--out", "out"]);
    assert!(text.contains("restricted play by own, 8 deals an item, seed 3"), "{text}");
    assert!(
        text.contains("\nstandard rules, 3 players: ") && text.contains("\nbalanced, 3 players: "),
        "{text}"
    );
    let items = place.read("out/items.csv");
    let rows: Vec<Vec<&str>> = items.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..8], ["players", "variant", "kind", "item", "verdict", "open", "made", "never_loss"]);
    // Three players have no prospector.
    assert_eq!(rows.len(), 1 + 2 * 6, "{items}");
    let mut roles: Vec<&str> = rows[1..7].iter().map(|row| row[3]).collect();
    roles.sort_unstable();
    assert_eq!(roles, ["builder", "captain", "craftsman", "mayor", "settler", "trader"]);
    // Losses that are the same in all of 8 deals have an interval, too, and decide nothing.
    for row in &rows[1..] {
        let [low, high] = [8, 9].map(|place| row[place].parse::<f64>().unwrap());
        assert!(high - low > 0.1 && row[4] == "not decided", "{row:?}");
    }
    // The runs have the restricted bot.
    let seats = place.read("out/standard-3/never-role-craftsman/bots/never-role-craftsman.toml");
    assert!(seats.contains("[never]") && seats.contains("craftsman"), "{seats}");
    // Taking the mayor whenever it is free loses.
    let always = rows.iter().find(|row| row[1] == "standard" && row[3] == "mayor").unwrap();
    assert!(always[10].parse::<f64>().unwrap() > 0.0, "{always:?}");
    let page = place.read("out/report.html");
    for part in
        ["what a seat gains that never makes the choice", "which knows what it may not do", "items.csv"]
    {
        assert!(page.contains(part), "{part}");
    }
    // The same command plays nothing again; fewer threads change nothing.
    place.succeed(&["restricted", "m.toml", "--out", "out"]);
    assert_eq!(place.read("out/items.csv"), items);
    place.succeed(&["restricted", "m.toml", "--out", "alone", "--threads", "1"]);
    assert_eq!(place.read("alone/items.csv"), items);
}

/// What several machines have played together is what one plays.
#[test]
fn parts_are_joined() {
    let place = Place::new();
    place.write("m.toml", &MANIFEST.replace("[\"role\"]", "[\"role\"]\nonly = [\"mayor\", \"captain\"]"));
    place.succeed(&["restricted", "m.toml", "--out", "whole"]);
    for (part, shard) in [("one", "1/2"), ("two", "2/2")] {
        let text = place.succeed(&["restricted", "m.toml", "--shard", shard, "--out", part]);
        assert_eq!(text, format!("part {shard} is played: {part}\n"));
    }
    let message = place.fail(1, &["merge", "one", "--out", "joined"]);
    assert!(message.trim_end().lines().count() == 1, "{message}");
    place.succeed(&["merge", "one", "two", "--out", "joined"]);
    for file in ["items.csv", "report.html"] {
        let [whole, joined] = ["whole", "joined"].map(|folder| place.read(&format!("{folder}/{file}")));
        assert!(whole == joined, "{file}");
    }
}

#[test]
fn few_games_decide_nothing_and_a_choice_that_a_game_lacks_is_not_judged() {
    let place = Place::new();
    place.write("m.toml", &MANIFEST.replace("deals = 8", "deals = 2").replace("[3]", "[3, 4]"));
    place.succeed(&["restricted", "m.toml", "--out", "out"]);
    let items = place.read("out/items.csv");
    let rows: Vec<Vec<&str>> = items.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row[4] == "not decided"), "{items}");
    let asked = |players: &str| rows.iter().filter(|row| row[0] == players && row[3] == "prospector").count();
    assert_eq!((asked("3"), asked("4")), (0, 2), "{items}");
}

#[test]
fn wrong_studies_are_refused() {
    let place = Place::new();
    for (from, to, part) in [
        ("[\"role\"]", "[\"rule\"]", "m.toml: items[0]: found \"rule\"; allowed: role, "),
        ("[3]", "[6]", "m.toml: players: found 6; allowed: 2 to 5"),
        ("[\"balanced\"]", "[\"balance\"]", "(did you mean balanced?)"),
        (
            "base = \"steady\"\n",
            "base = \"steady\"\nnever.role = [\"mayor\"]\n",
            "never, always: found choices",
        ),
        ("base = \"steady\"\n", "base = \"steady\"\nnever.rule = [\"mayor\"]\n", "(did you mean role?)"),
    ] {
        place.write("m.toml", &MANIFEST.replacen(from, to, 1));
        let message = place.fail(1, &["restricted", "m.toml", "--out", "out"]);
        assert!(message.contains(part) && message.trim_end().lines().count() == 1, "{message}");
    }
    place.write("m.toml", &MANIFEST.replacen("bot =", "only = [\"Mayor\"]\nbot =", 1));
    let message = place.refuse(&["restricted", "m.toml", "--out", "only"]);
    assert!(
        message.starts_with("error: m.toml: only: found \"Mayor\"; allowed: builder, captain, "),
        "{message}"
    );
    let many = MANIFEST.replacen("deals = 8", "deals = 99999999", 1);
    place.write("m.toml", &many);
    let message = place.refuse(&["restricted", "m.toml", "--out", "only"]);
    let expected = "m.toml: deals: found 299999997 games in all; allowed: at most 100000000\n";
    assert_eq!(message, format!("error: {expected}"));
    // Nothing was played, so that the corrected study takes the folder.
    assert!(!place.path().join("only").exists());
    // A choice that the game has, but not with three players, is known to be one only after the free games.
    place.write("m.toml", &MANIFEST.replacen("bot =", "only = [\"prospector\"]\nbot =", 1));
    let message = place.fail(1, &["restricted", "m.toml", "--out", "only"]);
    let expected = "error: m.toml: only: found \"prospector\", which came up in no free game; allowed: builder, captain, ";
    assert!(message.contains(expected), "{message}");
    assert!(message.ends_with("; play the corrected study in another folder\n"), "{message}");
    place.write("m.toml", MANIFEST);
    let message = place.fail(1, &["balance", "m.toml"]);
    assert!(message.contains("tradewinds restricted"), "{message}");
}
