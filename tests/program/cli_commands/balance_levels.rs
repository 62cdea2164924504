//! Balance studies with levels of play: do verdicts hold for beginners and experts, and does skill pay?

use std::collections::{BTreeMap, BTreeSet};

use super::place::Place;

const MANIFEST: &str = r#"
name = "levels"
game = "puerto-rico"
seed = 7
deals = 40
players = [3]
variants = ["corn-handicap"]
levels = ["random", "mine.toml", "learned"]
level_deals = [40, 32, 16]
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("m.toml", MANIFEST);
    let preset = include_str!("../../../bots/puerto-rico.trader.toml");
    place.write("mine.toml", &preset.replace("\"trader\"", "\"mine\""));
    place
}

type Row = BTreeMap<String, String>;

fn rows(place: &Place, file: &str) -> Vec<Row> {
    csv::Reader::from_reader(place.read(file).as_bytes()).deserialize().map(Result::unwrap).collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

#[test]
fn levels_are_judged_once() {
    let place = place();
    let text = place.succeed(&["balance", "m.toml", "--out", "out"]);
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "level random, 3 players: 40 games in 40 blocks with each variant",
        "skill mine-among-random, 3 players: 96 games in 32 blocks with each variant",
        "skill learned-among-mine, 3 players: 48 games in 16 blocks with each variant",
        "standard rules: mine alone among random wins 100 % (",
        "random is the level of beginners, learned that of experts",
    ] {
        assert!(one_line.contains(part), "{part} in {text}");
    }
    // What holds for which level stands first, with one sentence for each variant.
    let first = text.lines().skip_while(|line| !line.is_empty()).nth(1).unwrap();
    assert!(first.starts_with("corn-handicap: seats "), "{text}");
    assert!(
        place.read("out/balance.toml").contains("levels = [\"random\", \"bots/mine.toml\", \"learned\"]")
    );
    let page = place.read("out/report.html");
    let order = [
        "<p>corn-handicap: seats ",
        "<p>standard rules: mine alone among random wins 100 % (",
        "<h2>Three dials</h2>",
        "<h3>Fair seats, 3 players</h3>",
        "class=\"fill band s7\"",
        "<h3>Skill pays, 3 players</h3>",
        "<h2>In short</h2>",
        "<h2>Seats</h2>",
        "win share by starting place, learned, 3 players",
        "<h2>Skill</h2>",
        "win share of learned alone among mine, 3 players",
        "<h2>Course of the games</h2>",
        "decided in a third",
        "<h2>What this does not tell</h2>",
        "<li>Judged by players of the standard rules: corn-handicap.</li>",
        "<details><summary>All figures of random",
        "<h2>Not decided</h2>",
    ];
    let mut rest = &page[..];
    for part in order {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} comes too early or not at all")).1;
    }
    // One thread, and the manifest as run, change nothing; nothing is played again.
    let files = ["out/metrics.csv", "out/verdicts.csv", "out/report.html"];
    let before = files.map(|file| place.read(file));
    assert_eq!(place.succeed(&["balance", "m.toml", "--out", "out"]), text);
    place.succeed(&["balance", "out/balance.toml", "--out", "alone", "--threads", "1"]);
    for (file, before) in files.iter().zip(&before) {
        assert!(place.read(&file.replace("out/", "alone/")) == *before, "{file}");
        assert!(place.read(file) == *before, "{file}");
    }
}

/// The win share of the bot that is alone, worked out once more from the seats of the games.
#[test]
fn skill_is_the_win_share_of_the_one_who_is_alone() {
    let place = place();
    place.succeed(&["balance", "m.toml", "--out", "out"]);
    let metrics = rows(&place, "out/metrics.csv");
    let verdicts = rows(&place, "out/verdicts.csv");
    let questions: Vec<&Row> = verdicts.iter().filter(|row| row["question"] == "skill").collect();
    assert_eq!(questions.len(), 2, "{verdicts:?}");
    for (table, alone, deals) in [("mine-among-random", "mine", 32), ("learned-among-mine", "learned", 16)] {
        let mut shares = Vec::new();
        for variant in ["standard", "corn-handicap"] {
            let seats = rows(&place, &format!("out/{table}-3/{variant}/seats.csv"));
            let own: Vec<&Row> = seats.iter().filter(|row| row["bot"] == alone).collect();
            assert_eq!((seats.len(), own.len()), (9 * deals, 3 * deals));
            for game in own.chunks(3) {
                let places: BTreeSet<&str> = game.iter().map(|row| row["start_place"].as_str()).collect();
                assert_eq!(places.len(), 3, "a deal from every seat: {game:?}");
            }
            let share = own.iter().map(|row| number(row, "win_share")).sum::<f64>() / own.len() as f64;
            let is_own = |row: &&Row| row["table"] == table && row["variant"] == variant;
            let found: Vec<&Row> = metrics.iter().filter(is_own).collect();
            let names: Vec<&str> = found.iter().map(|row| row["metric"].as_str()).collect();
            assert_eq!(names, ["skill", "truncated_games"], "nothing else is asked");
            assert!((number(found[0], "estimate") - share).abs() < 1e-6 && found[0]["item"] == alone);
            assert!(number(found[0], "low") < share + 1e-9 && share - 1e-9 < number(found[0], "high"));
            shares.push(share);
        }
        let row = questions.iter().find(|row| row["table"] == table).unwrap();
        assert!((number(row, "baseline") - shares[0]).abs() < 1e-6, "{row:?}");
        assert!((number(row, "unfairness") - shares[1]).abs() < 1e-6, "{row:?}");
        assert!((number(row, "difference") - (shares[1] - shares[0])).abs() < 1e-6, "{row:?}");
        assert!(row["threshold"].is_empty() && row["deals"] == deals.to_string(), "{row:?}");
        if !row["change_low"].is_empty() {
            // The interval of all questions together is wider than that of one.
            assert!(number(row, "change_low") < number(row, "difference_low"), "{row:?}");
            assert_eq!(row["change"], format!("{:.6}", number(row, "difference")), "{row:?}");
        }
    }
    // Levels are asked as tables are; the line-ups of two bots are not asked for seats or strategies.
    let asked = |table: &str| verdicts.iter().filter(|row| row["table"] == table).count();
    assert!(asked("random") >= 1 && asked("mine-among-random") == 1);
    assert!(verdicts.iter().all(|row| row["question"] != "strategies"));
}

#[test]
fn a_study_without_bots_has_three_levels() {
    let place = place();
    let levels = MANIFEST.find("levels = ").unwrap();
    place.write("m.toml", &MANIFEST[..levels]);
    let text = place.succeed(&["balance", "m.toml", "--out", "out", "--deals", "1"]);
    for table in ["learned", "short-search", "long-search", "short-search-among-learned"] {
        assert!(text.contains(&format!(" {table}, 3 players: ")), "{table} in {text}");
    }
    for (bot, iterations) in [("short", "iterations = 125"), ("long", "iterations = 1_000")] {
        assert!(place.read(&format!("out/bots/{bot}-search.toml")).contains(iterations));
    }
    let run = place.table("out/balance.toml");
    let levels = toml::Value::try_from(["learned", "bots/short-search.toml", "bots/long-search.toml"]);
    assert_eq!(run["levels"], levels.unwrap());
}

/// With several numbers of seats, a sentence says first which one it is about.
#[test]
fn numbers_of_seats_are_told_apart() {
    let place = place();
    place.write("m.toml", &MANIFEST.replace("[3]", "[3, 4]").replace("[40, 32, 16]", "[8, 8, 2]"));
    let text = place.succeed(&["balance", "m.toml", "--out", "out"]);
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, sentence) = one_line.split_once(" corn-handicap: with 3 players seats ").unwrap();
    let sentence = sentence.split_once(". ").unwrap().0;
    assert!(
        sentence.contains("; with 4 players seats ") && sentence.matches(" skill ").count() == 2,
        "{text}"
    );
    assert!(one_line.contains("standard rules, 4 players: mine alone among random wins "), "{text}");
}

/// Restricted play of the first level says which items are dead.
#[test]
fn items_are_judged_beside_the_levels() {
    let place = place();
    let manifest = MANIFEST
        .replace("level_deals = [40, 32, 16]", "items = [\"role\"]")
        .replace("deals = 40", "deals = 2");
    let manifest = manifest.replace("\"random\"", "\"steady\"");
    place.write("m.toml", &manifest);
    let text = place.succeed(&["balance", "m.toml", "--out", "out"]);
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = place.read("out/report.html");
    for rules in ["standard rules", "corn-handicap"] {
        assert!(one_line.contains(&format!("Items, {rules}, 3 players: ")), "{text}");
        assert!(page.contains(&format!("<p>{rules}, 3 players: ")), "{page}");
    }
    assert!(page.contains("<h2>Items</h2>") && page.contains("href=\"items/report.html\""));
    // Three players have six roles.
    let items = rows(&place, "out/items/items.csv");
    assert_eq!(items.len(), 2 * 6, "{items:?}");
    assert!(place.read("out/items/restricted.toml").contains("bot = \"steady\""));
    place.succeed(&["balance", "out/balance.toml", "--out", "alone", "--threads", "1"]);
    assert_eq!(rows(&place, "alone/items/items.csv"), items);
    assert_eq!(place.read("alone/report.html"), page);
    place.write("m.toml", &manifest.replace("\"role\"", "\"rule\""));
    let message = place.fail(1, &["balance", "m.toml", "--out", "bad"]);
    assert!(message.contains("m.toml: items[0]: found \"rule\"; allowed: role, "), "{message}");
    // The games of items are more than those of the levels, and are counted before any is played.
    let few = "level_deals = [1, 1, 1]\nitems = [\"role\"]";
    let many = MANIFEST.replace("level_deals = [40, 32, 16]", few).replace("deals = 40", "deals = 50000000");
    place.write("m.toml", &many);
    let message = place.refuse(&["balance", "m.toml", "--out", "many"]);
    assert!(
        message.starts_with("error: m.toml: deals: found 150000000 games in all; allowed: "),
        "{message}"
    );
    assert!(!place.path().join("many").exists());
    assert!(!place.path().join("bad").exists(), "nothing is played");
}

/// Reviews of games say whose decisions change whose win share.
#[test]
fn gifts_are_summed_up_by_place() {
    let place = place();
    let manifest = MANIFEST
        .replace("level_deals = [40, 32, 16]", "gifts = 2")
        .replace("deals = 40", "deals = 2")
        .replace("\"random\"", "\"steady\"");
    place.write("m.toml", &manifest);
    place.succeed(&["balance", "m.toml", "--out", "out"]);
    let gifts = rows(&place, "out/gifts.csv");
    // The standard rules and the variant, with 3 players.
    let (baseline, variant) = gifts.split_at(9);
    assert_eq!((baseline.len(), variant.len()), (9, 9));
    for by in gifts.chunk_by(|one, other| (&one["variant"], &one["by"]) == (&other["variant"], &other["by"]))
    {
        let sum: f64 = by.iter().map(|row| number(row, "gift")).sum();
        assert!(by.len() == 3 && sum.abs() < 1e-4 && number(&by[0], "gift") != 0.0, "{by:?}");
    }
    for (before, after) in baseline.iter().zip(variant) {
        let change = number(after, "gift") - number(before, "gift");
        assert!((number(after, "difference") - change).abs() < 1e-5, "{before:?} {after:?}");
        assert_eq!((before["difference"].as_str(), before["games"].as_str()), ("", "2"));
    }
    let page = place.read("out/report.html");
    assert!(page.contains("<h2>Gift matrix</h2>") && page.contains("played on by steady"), "{page}");

    // Cut off in the middle, with other threads: the same.
    let log = place.read("out/gifts.jsonl");
    let half: Vec<&str> = log.lines().take(3).collect();
    place.write("half/balance.toml", &place.read("out/balance.toml"));
    place.write("half/gifts.jsonl", &(half.join("\n") + "\n{\"run"));
    place.succeed(&["balance", "m.toml", "--out", "half", "--threads", "1"]);
    assert_eq!(rows(&place, "half/gifts.csv"), gifts);
    let several = format!("{}\n[[table]]\nname = \"t\"\n", manifest.split("levels = ").next().unwrap());
    let bots = "bots = [\"steady\", \"builder\", \"trader\", \"shipper\"]\n";
    place.write("m.toml", &format!("{}{bots}", several.replace("players", "gifts = 2\nplayers")));
    let message = place.fail(1, &["balance", "m.toml", "--out", "bad"]);
    assert!(
        message.contains("m.toml: gifts: found tables of several bots; allowed: a table with one"),
        "{message}"
    );
}

/// What several machines have played together is what one plays.
#[test]
fn parts_are_joined() {
    let place = place();
    let small = MANIFEST.replace("[40, 32, 16]", "[10, 8, 3]").replace("deals = 40", "deals = 10\ngifts = 1");
    let least = "targets = [\"seats\"]\ngames = 1500\n[[fair.change]]\npaths = [\"setup.3.handicap.2\"]\nvalues = [0, 3]\n";
    let fair = MANIFEST
        .replace("levels = [\"random\", \"mine.toml\", \"learned\"]\nlevel_deals = [40, 32, 16]\n", "");
    let fair = format!("{fair}[[table]]\nname = \"steady\"\nbots = [\"steady\"]\n[fair]\n{least}");
    for (manifest, files) in [
        (small, &["verdicts.csv", "metrics.csv", "gifts.csv", "report.html"][..]),
        (fair, &["verdicts.csv", "fair.csv", "fair/1.toml", "report.html"][..]),
    ] {
        place.write("m.toml", &manifest);
        place.succeed(&["balance", "m.toml", "--out", "whole"]);
        for (part, shard) in [("one", "1/3"), ("two", "2/3"), ("three", "3/3")] {
            let text = place.succeed(&["balance", "m.toml", "--shard", shard, "--out", part]);
            assert_eq!(text, format!("part {shard} is played: {part}\n"));
        }
        let message = place.fail(1, &["merge", "one", "three", "--out", "joined"]);
        assert!(message.trim_end().lines().count() == 1, "{message}");
        place.write("other/balance.toml", &place.read("two/balance.toml").replace("seed = ", "seed = 1"));
        assert_eq!(
            place.refuse(&["merge", "one", "other", "three", "--out", "none"]),
            "error: other: found a part of another study, whose balance.toml differs; allowed: a part of the study of one\n"
        );
        assert!(!place.path().join("none").exists());
        place.succeed(&["merge", "one", "two", "three", "--out", "joined"]);
        for file in files {
            let [whole, joined] = ["whole", "joined"].map(|folder| place.read(&format!("{folder}/{file}")));
            assert!(whole == joined, "{file}");
        }
        for folder in ["whole", "one", "two", "three", "joined"] {
            std::fs::remove_dir_all(place.path().join(folder)).unwrap();
        }
    }
}

#[test]
fn wrong_levels_are_refused() {
    let place = place();
    let table = "\n[[table]]\nname = \"mine\"\nbots = [\"steady\"]\n";
    for (from, to, part) in [
        ("\"learned\"", "\"lerned\"", "m.toml: levels[2]: found \"lerned\""),
        (
            "\"random\"",
            "\"learned\"",
            "m.toml: levels: found [\"learned\", \"mine.toml\", \"learned\"]; allowed: 2 or",
        ),
        (
            "40, 32, 16",
            "40, 32",
            "m.toml: level_deals: found [40, 32]; allowed: a number of 1 or more for each of levels",
        ),
        ("16]\n", &format!("16]\n{table}"), "m.toml: levels: found the tables mine, random, mine, "),
    ] {
        place.write("m.toml", &MANIFEST.replacen(from, to, 1));
        let message = place.fail(1, &["balance", "m.toml", "--out", "out"]);
        assert!(message.contains(part) && message.trim_end().lines().count() == 1, "{message}");
    }
}
