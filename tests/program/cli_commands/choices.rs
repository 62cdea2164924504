//! Studies of choices: roles, and the choices like them of the other games.

use std::collections::{BTreeMap, BTreeSet};

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
            ["what strong play chooses", "which follows which", "tradewinds choices choices.toml", "<svg"]
        {
            assert!(page.contains(part), "{game}: {part}");
        }
        assert!(!page.contains("http") && !page.contains("NaN"), "{game}");
        let (times, decisions) = most_often(&rows(&place, "out/worth.csv"));
        let few = " too few to say what strong play chooses most often";
        let often = format!(" most often, {times} times, which is ");
        assert!(page.contains(if decisions < 5.0 { few } else { &often }), "{game}: {times} of {decisions}");
    }
}

/// How often strong play makes the choice that it makes most often, in the first kind of decision, and the number of
/// decisions with that choice open.
fn most_often(worth: &[BTreeMap<String, String>]) -> (f64, f64) {
    let first = &worth[0]["kind"];
    let plain = worth
        .iter()
        .filter(|row| row["kind"] == *first && row["condition"] == "all" && row["choice"] != "(made)");
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().unwrap_or(0.0);
    let counts = plain.map(|row| {
        let decisions = number(row, "decisions");
        ((number(row, "strong") * decisions).round(), decisions)
    });
    counts.fold((-1.0, 0.0), |best, counts| if counts.0 > best.0 { counts } else { best })
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

/// Each sampled decision has one choice made and one of strong play, and no more choices than it may. The budget is
/// spent: 7 decisions of 6 playouts, or more decisions where four were enough.
fn check_decisions(rows: &[BTreeMap<String, String>]) {
    let mut left = 7.0 * 6.0;
    let samples = 1 + rows.iter().map(|row| row["sample"].parse::<usize>().unwrap()).max().unwrap();
    assert!(samples >= 7, "{samples}");
    for sample in 0..samples {
        assert!(left > 0.0, "the budget was spent before decision {sample}");
        let own: Vec<_> = rows.iter().filter(|row| row["sample"] == sample.to_string()).collect();
        assert!((2..=5).contains(&own.len()), "{own:?}");
        for column in ["made", "strong"] {
            assert_eq!(own.iter().filter(|row| row[column] == "1").count(), 1, "{own:?}");
        }
        assert!(own.iter().all(|row| number(row, "open") >= own.len() as f64));
        assert!(own.iter().all(|row| (0.0..=1.0).contains(&number(row, "win_share"))));
        // Given up after four playouts only where all choices came out alike.
        let playouts = if own[0]["weight"] == "0" { 4.0 } else { 6.0 };
        assert!(
            own.iter().all(|row| number(row, "playouts") == playouts && row["weight"] == own[0]["weight"])
        );
        if own[0]["weight"] == "0" {
            assert!(own.iter().all(|row| row["win_share"] == own[0]["win_share"]), "{own:?}");
        }
        left -= playouts;
    }
    assert!(left <= 0.0, "{left} playouts are left");
}

/// The game's own recorder counts the same roles.
#[test]
fn roles_are_those_of_the_games() {
    let place = place("puerto-rico", ROLES);
    place.succeed(&["choices", "m.toml", "--out", "out"]);
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
    place.succeed(&["choices", "m.toml", "--out", "out", "--threads", "2"]);
    place.succeed(&["choices", "m.toml", "--out", "alone", "--threads", "1"]);
    let whole = FILES.map(|file| place.read(&format!("out/{file}")));
    assert_eq!(FILES.map(|file| place.read(&format!("alone/{file}"))), whole);
    // Torn in its fourth line: the first three decisions are kept.
    let journal = place.read("out/worth.jsonl");
    let kept: usize = journal.lines().take(3).map(|line| line.len() + 1).sum();
    place.write("out/worth.jsonl", &journal[..kept + 40]);
    for file in FILES {
        place.write(&format!("out/{file}"), "");
    }
    place.succeed(&["choices", "m.toml", "--out", "out"]);
    assert_eq!(FILES.map(|file| place.read(&format!("out/{file}"))), whole);
    assert_eq!(place.read("out/worth.jsonl")[..kept], journal[..kept]);
    assert_eq!(place.read("out/worth.jsonl").lines().count(), journal.lines().count());
    // A line that was changed is not believed.
    place.write("out/worth.jsonl", &journal.replacen("\"round\":", "\"round\":1", 1));
    let message = place.fail(1, &["choices", "m.toml", "--out", "out"]);
    assert!(message.contains("worth.jsonl: line 1 is damaged: "), "{message}");
}

/// Without jitter a decision that is played out in full comes out as it did before there was jitter.
#[test]
fn without_jitter_playouts_are_the_bots_own() {
    let place = place("puerto-rico", ROLES);
    let text = place.read("m.toml");
    place.write("still.toml", &text.replace("choices = 5", "choices = 5\njitter = 0.0"));
    place.succeed(&["choices", "still.toml", "--out", "still"]);
    let found: Vec<_> = rows(&place, "still/decisions.csv")
        .iter()
        .filter(|row| row["game"] == "4" && row["decision"] == "79")
        .map(|row| [&row["choice"], &row["playouts"], &row["win_share"], &row["points"]].map(String::clone))
        .collect();
    let expected = [
        ["settler", "6", "0.083333", "-4.3333"],
        ["mayor", "6", "0.000000", "-6.1667"],
        ["builder", "6", "0.333333", "-2.8333"],
        ["trader", "6", "0.250000", "-4.3333"],
        ["captain", "6", "0.166667", "-7.6667"],
    ];
    assert_eq!(found, expected);
    // With it they come out otherwise.
    place.succeed(&["choices", "m.toml", "--out", "out"]);
    assert_ne!(place.read("out/decisions.csv"), place.read("still/decisions.csv"));
}

/// A seat far ahead or behind wins or loses whatever it chooses: most such decisions are given up.
#[test]
fn what_agreeing_playouts_leave_goes_to_other_decisions() {
    let place = Place::new();
    let manifest = manifest("puerto-rico", ROLES)
        .replace("decisions = 7", "decisions = 16")
        .replace("playouts = 6", "playouts = 12")
        .replace("choices = 5", "choices = 3");
    place.write("m.toml", &manifest);
    let text = place.succeed(&["choices", "m.toml", "--out", "out"]);
    let decisions = rows(&place, "out/decisions.csv");
    let of = |weight: &str| -> BTreeSet<&str> {
        let rows = decisions.iter().filter(|row| row["weight"] == weight);
        rows.map(|row| row["sample"].as_str()).collect()
    };
    let (plain, given_up, audited) = (of("1"), of("0"), of("4"));
    let sampled = plain.len() + given_up.len() + audited.len();
    assert!(sampled > 16 && !given_up.is_empty(), "{text}");
    let spent = 12 * (plain.len() + audited.len()) + 4 * given_up.len();
    assert!((16 * 12..17 * 12).contains(&spent), "{spent}");
    assert!(text.contains(&format!("playouts that agreed: {} of {sampled}\n", given_up.len())), "{text}");
    // What is given up counts in the share of strong play, and in nothing else.
    let made = rows(&place, "out/worth.csv");
    let made = made.iter().find(|row| row["choice"] == "(made)" && row["condition"] == "all").unwrap();
    assert_eq!(number(made, "decisions"), sampled as f64);
    let (mut sum, mut weights) = (0.0, 0.0);
    for sample in 0..sampled {
        let own: Vec<_> = decisions.iter().filter(|row| row["sample"] == sample.to_string()).collect();
        let value = |column: &str| number(own.iter().find(|row| row[column] == "1").unwrap(), "win_share");
        let weight = number(own[0], "weight");
        sum += weight * (value("strong") - value("made"));
        weights += weight;
    }
    assert!((number(made, "cost_win_share") - sum / weights).abs() < 1e-5, "{made:?}");
}

#[test]
fn fewer_than_eight_units_have_no_intervals() {
    let place = place("puerto-rico", ROLES);
    let text = place.succeed(&["choices", "m.toml", "--out", "few"]);
    let note = "intervals need at least 8 units; 3 are here: `deals = 8` would do";
    assert!(text.contains(note) && text.contains(" [NA]") && !text.contains(" to "), "{text}");
    assert!(place.read("few/report.html").contains(note));
    for table in ["choices", "follows", "worth"] {
        for row in rows(&place, &format!("few/{table}.csv")) {
            let intervals = row.iter().filter(|(name, _)| name.ends_with("_low") || name.ends_with("_high"));
            assert!(
                intervals.clone().count() > 0 && intervals.clone().all(|(_, cell)| cell.is_empty()),
                "{row:?}"
            );
        }
    }
    let text = place.succeed(&["choices", "m.toml", "--out", "enough", "--deals", "8"]);
    assert!(!text.contains("would do") && text.contains(" to "), "{text}");
    let all = rows(&place, "enough/choices.csv");
    let captain = all.iter().find(|row| row["choice"] == "captain" && row["condition"] == "all").unwrap();
    assert!(number(captain, "share_low") < number(captain, "share"), "{captain:?}");
    // A row of fewer units has none either.
    let rare = |row: &&BTreeMap<String, String>| row["condition"] == "round" && row["offered"] == "1";
    assert!(all.iter().filter(rare).all(|row| row["share_low"].is_empty()));
}

/// What survives is the regret over the regret without cross-fitting.
#[test]
fn the_page_says_how_much_regret_survives() {
    let place = Place::new();
    place.write("m.toml", &manifest("puerto-rico", ROLES).replace("playouts = 6", "playouts = 20"));
    let text = place.succeed(&["choices", "m.toml", "--out", "out", "--decisions", "20"]);
    let made = rows(&place, "out/worth.csv");
    let made = made.iter().find(|row| row["choice"] == "(made)" && row["condition"] == "all").unwrap();
    let [regret, apparent, survives] = ["regret_win_share", "apparent_regret_win_share", "regret_survives"]
        .map(|column| number(made, column));
    assert!(apparent > 0.0 && regret <= apparent, "{made:?}");
    assert!((survives - regret / apparent).abs() < 1e-4, "{made:?}");
    let sentence = format!("{:.0} % [NA] survives", 100.0 * survives);
    assert!(text.contains(&sentence), "{sentence}: {text}");
    assert!(place.read("out/report.html").contains(&sentence));
    // With so few playouts as these, nothing does.
    place.write("m.toml", &manifest("puerto-rico", ROLES));
    let text = place.succeed(&["choices", "m.toml", "--out", "few", "--decisions", "20"]);
    assert!(text.contains("if others do: none of it survives."), "{text}");
}

/// One decision says nothing of what is chosen most often, and is no plural.
#[test]
fn few_decisions_make_no_sentence() {
    let place = place("puerto-rico", ROLES);
    let text = place.succeed(&["choices", "m.toml", "--out", "out", "--deals", "1", "--decisions", "1"]);
    let page = place.read("out/report.html");
    assert!(page.contains(" open is too few to say what strong play chooses most often."), "{page}");
    for text in [&text, &page] {
        assert!(!text.contains(" survives") && !text.contains("costliest to choose"), "{text}");
        for wrong in ["decisions", "games", "units", "deals", "times"] {
            assert!(!text.contains(&format!(" 1 {wrong}")), "1 {wrong} in {text}");
        }
    }
}

/// A share that every unit has, or a cost, has no interval of width 0.
#[test]
fn no_interval_has_the_width_0() {
    let place = place("puerto-rico", ROLES);
    place.write("m.toml", &manifest("puerto-rico", ROLES).replace("judge = \"steady\"\n", ""));
    place.succeed(&["choices", "m.toml", "--out", "out", "--deals", "9", "--decisions", "20"]);
    let mut intervals = 0;
    for file in ["choices", "follows", "worth"] {
        for row in rows(&place, &format!("out/{file}.csv")) {
            for (column, low) in row.iter().filter(|(_, low)| !low.is_empty()) {
                let Some(name) = column.strip_suffix("_low") else { continue };
                assert_ne!(*low, row[&format!("{name}_high")], "{file}: {name} of {row:?}");
                intervals += 1;
            }
        }
    }
    assert!(intervals > 100, "{intervals}");
}

#[test]
fn choices_are_counted_without_being_played_out() {
    let place = Place::new();
    let whole = manifest("puerto-rico", ROLES);
    place.write("m.toml", whole.split("\n[worth]").next().unwrap());
    let text = place.succeed(&["choices", "m.toml", "--out", "out"]);
    assert!(!text.contains("strong play"), "{text}");
    assert!(place.read("out/choices.csv").lines().count() > 50);
    assert!(!place.succeeds(&["choices", "m.toml", "--out", "more", "--decisions", "3"]));
    // Without a judge the choice that was made is strong play's.
    place.write("m.toml", &whole.replace("judge = \"steady\"\n", ""));
    place.succeed(&["choices", "m.toml", "--out", "made", "--decisions", "3"]);
    let decisions = rows(&place, "made/decisions.csv");
    assert!(decisions.iter().all(|row| row["made"] == row["strong"]));
    let playouts: BTreeMap<&str, f64> =
        decisions.iter().map(|row| (row["sample"].as_str(), number(row, "playouts"))).collect();
    let spent: f64 = playouts.values().sum();
    assert!((18.0..24.0).contains(&spent), "3 decisions of 6 playouts: {playouts:?}");
    // The manifest as run is enough for the same study.
    place.succeed(&["choices", "made/choices.toml", "--out", "again"]);
    assert_eq!(place.read("again/worth.csv"), place.read("made/worth.csv"));
    let message = place.fail(1, &["choices", "m.toml", "--out", "made"]);
    assert!(message.contains("holds another study"), "{message}");
}

/// Only decisions of the first rounds are played out, and all are counted.
#[test]
fn a_book_of_openings_has_the_first_rounds_only() {
    let place = Place::new();
    place
        .write("m.toml", &manifest("puerto-rico", ROLES).replace("playouts = 6", "playouts = 2\nrounds = 1"));
    place.succeed(&["choices", "m.toml", "--out", "out"]);
    let decisions = rows(&place, "out/decisions.csv");
    assert!(!decisions.is_empty() && decisions.iter().all(|row| row["round"] == "1"), "{decisions:?}");
    let counted = rows(&place, "out/choices.csv");
    assert!(counted.iter().any(|row| row["condition"] == "round" && row["value"] == "2"));
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
        ("choices = 5", "rounds = 0", "bad.toml: worth.rounds: found 0; allowed: 1 or more"),
        ("choices = 5", "jitter = 1.5", "bad.toml: worth.jitter: found 1.5; allowed: 0 to 1"),
        ("choices = 5", "jitter = nan", "bad.toml: worth.jitter: found NaN; allowed: 0 to 1"),
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
        ("[\"random\", \"steady\"]", "[\"random\"]", "bad.toml: lineup: found 1 bot; "),
        ("players = 3", "players = 9", "bad.toml: players: found 9; allowed: 2 to 5"),
    ] {
        assert!(good.contains(from), "{from}");
        place.write("bad.toml", &good.replace(from, to));
        let message = place.refuse(&["choices", "bad.toml", "--out", "bad"]);
        assert!(message.contains(expected), "{message}");
    }
}
