//! Balance studies: which variant is fairer.

use std::collections::BTreeMap;

use tradewinds::lab::balance::MEANINGS;

use super::place::Place;

const MANIFEST: &str = r#"
name = "weights"
game = "puerto-rico"
seed = 4
deals = 40
players = [3]
variants = ["factory-university-swap", "same.toml"]

[[table]]
name = "steady"
bots = ["steady"]

[[table]]
name = "several"
bots = ["steady", "builder", "shipper", "mine.toml"]
deals = 6
"#;

/// A variant that changes nothing: seven is the standard.
const SAME: &str = "name = \"same\"\ngame = \"puerto-rico\"\nset = { \"building.factory.cost\" = 7 }\n";

fn place() -> Place {
    let place = Place::new();
    place.write("m.toml", MANIFEST);
    place.write("same.toml", SAME);
    let preset = include_str!("../../../bots/puerto-rico.trader.toml");
    place.write("mine.toml", &preset.replace("\"trader\"", "\"mine\""));
    place
}

type Rows = Vec<BTreeMap<String, String>>;

fn rows(place: &Place, file: &str) -> Rows {
    csv::Reader::from_reader(place.read(file).as_bytes()).deserialize().map(Result::unwrap).collect()
}

/// Returns a cell of the row of a metric.
fn cell<'a>(rows: &'a Rows, key: [&str; 4], column: &str) -> &'a str {
    let names = ["table", "variant", "metric", "item"];
    let mut found = rows.iter().filter(|row| names.iter().zip(key).all(|(name, value)| row[*name] == value));
    let row = found.next().unwrap_or_else(|| panic!("{key:?}"));
    assert!(found.next().is_none(), "{key:?}");
    &row[column]
}

fn number(rows: &Rows, key: [&str; 4], column: &str) -> f64 {
    cell(rows, key, column).parse().unwrap_or_else(|_| panic!("{key:?} {column}"))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn a_study_is_played_once() {
    let place = place();
    let text = place.succeed(&["balance", "m.toml", "--out", "out"]);
    for part in [
        "weights: puerto-rico, 1 variant against the standard rules",
        "same is the same as the standard rules: not played again, not judged",
        "table steady, 3 players: 40 games in 40 blocks with each variant",
        "table several, 3 players: 72 games in 24 blocks with each variant",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let page = place.read("out/report.html");
    assert!(
        !page.contains("http") && !page.contains(" src=") && !page.contains("<link"),
        "one file, no network"
    );
    for part in
        ["In short", "steady, 3 players", "several, 3 players", "factory-university-swap", "not decided"]
    {
        assert!(page.contains(part), "{part}");
    }
    // The same command plays nothing again; fewer threads, and the manifest as run, change nothing.
    let files =
        ["out/metrics.csv", "out/verdicts.csv", "out/report.html", "out/several-3/standard/seats.csv"];
    let before = files.map(|file| place.read(file));
    assert_eq!(place.succeed(&["balance", "m.toml", "--out", "out"]), text);
    assert_eq!(files.map(|file| place.read(file)), before);
    place.succeed(&["balance", "out/balance.toml", "--out", "alone", "--threads", "1"]);
    for (file, before) in files.iter().zip(&before).take(3) {
        assert!(place.read(&file.replace("out/", "alone/")) == *before, "{file}");
    }
}

/// Returns the row of a verdict.
fn verdict<'a>(rows: &'a Rows, variant: &str, question: &str) -> &'a BTreeMap<String, String> {
    let mut found = rows.iter().filter(|row| row["variant"] == variant && row["question"] == question);
    let row = found.next().unwrap_or_else(|| panic!("{variant} {question}"));
    assert!(found.next().is_none(), "{variant} {question}");
    row
}

#[test]
fn what_is_the_baseline_itself_is_not_judged() {
    let place = place();
    let text = place.succeed(&["balance", "m.toml", "--out", "out"]);
    assert!(!place.succeeds(&["standings", "out/steady-3/same"]), "it is not played");
    let metrics = rows(&place, "out/metrics.csv");
    assert!(metrics.iter().all(|row| row["variant"] != "same"));
    let verdicts = rows(&place, "out/verdicts.csv");
    // Six deals of four line-ups are too few blocks for purchases.
    assert_eq!(verdicts.len(), 2 + 2, "{verdicts:?}");
    assert!(
        text.contains("\n4 questions: ") && text.contains("corrected for all 4 questions (Holm)"),
        "{text}"
    );
    // The factory is what the swap changes: fewer buy it for 8.
    let owned = ["steady", "factory-university-swap", "owned", "factory"];
    assert!(number(&metrics, owned, "difference_high") < 0.0);
    let [p, corrected] = ["p", "p_holm"].map(|column| number(&metrics, owned, column));
    assert!(p < 0.05 && p <= corrected && corrected < 0.05, "{p} {corrected}");
    place.write("only.toml", &MANIFEST.replace("\"factory-university-swap\", ", ""));
    let message = place.refuse(&["balance", "only.toml", "--out", "only"]);
    assert!(
        message.contains("variants: found only what is the baseline itself: same; allowed: "),
        "{message}"
    );
}

/// Other rules need not make other games: with three players nobody sets up the table of five.
#[test]
fn what_differs_in_no_block_is_no_question() {
    let place = place();
    place.write("same.toml", &SAME.replace("\"building.factory.cost\" = 7", "\"setup.5.doubloons\" = 5"));
    let text = place.succeed(&["balance", "m.toml", "--out", "out", "--deals", "12"]);
    assert!(text.contains("; 4 not asked, as no block differs from the baseline's\n"), "{text}");
    assert!(
        text.contains("\n4 questions: ") && text.contains("corrected for all 4 questions (Holm)"),
        "{text}"
    );
    let same = |file: &str| -> Rows {
        rows(&place, file).into_iter().filter(|row| row["variant"] == "same").collect()
    };
    let metrics = same("out/metrics.csv");
    assert!(metrics.len() > 80, "{}", metrics.len());
    assert!(metrics.iter().all(|row| row["p"].is_empty() && row["p_holm"].is_empty()));
    for row in metrics.iter().filter(|row| !row["difference"].is_empty()) {
        assert_eq!(row["difference"].parse::<f64>().unwrap(), 0.0, "{row:?}");
    }
    let verdicts = same("out/verdicts.csv");
    assert_eq!(verdicts.len(), 4);
    for row in &verdicts {
        assert_eq!(row["verdict"], "the same in every deal");
        for column in ["difference_low", "p_holm", "change", "change_low", "change_high", "deals_needed"] {
            assert_eq!(row[column], "", "{column} {row:?}");
        }
    }
}

/// Steps through few games: every interval of a share lies within 0 and 1 and has a width.
#[test]
fn shares_have_intervals_that_can_be_true() {
    let place = place();
    place.succeed(&["balance", "m.toml", "--out", "out", "--deals", "5"]);
    let metrics = rows(&place, "out/metrics.csv");
    let mut ends = 0;
    for row in &metrics {
        let shift = match row["metric"].as_str() {
            "win_share_place" | "win_share_bot" | "win_share_owners" | "owned" | "decided_early" => 0.0,
            "first_player_effect" | "start_effect" => 1.0 / 3.0,
            "seat_gap" | "bot_gap" | "item_gap" => 0.0,
            _ => continue,
        };
        let Ok(low) = row["low"].parse::<f64>() else { continue };
        let [value, high] = ["estimate", "high"].map(|column| row[column].parse::<f64>().unwrap());
        let within = -1e-7 <= low + shift && high + shift <= 1.0 + 1e-7;
        assert!(within && low < high && low <= value + 1e-7 && value <= high + 1e-7, "{row:?}");
        ends += u32::from(value + shift < 1e-7 || value + shift > 1.0 - 1e-7);
    }
    assert!(ends > 3, "some shares are 0 or 1: {ends}");
}

/// A harbor for 6 doubloons instead of 8.
const CHEAP: &str =
    "name = \"cheap-harbor\"\ngame = \"puerto-rico\"\nset = { \"building.harbor.cost\" = 6 }\n";

/// A study of the cheap harbor among four bots, with so many deals that some changes are shown and not all questions
/// are decided.
fn harbor() -> Place {
    let place = Place::new();
    let manifest = MANIFEST.split("[[table]]\nname = \"several\"").next().unwrap();
    let manifest = manifest
        .replace("seed = 4\ndeals = 40\nplayers = [3]", "seed = 3\ndeals = 300\nplayers = [4]")
        .replace("\"factory-university-swap\", \"same.toml\"", "\"cheap.toml\"");
    place.write("m.toml", &manifest);
    place.write("cheap.toml", CHEAP);
    place
}

/// Returns the text of a page without its marks.
fn words(page: &str) -> String {
    let page = page.split_once("<body").unwrap().1;
    let parts = page.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What changed most stands first, in the terminal and on the page, with the places counted from 1 in both.
#[test]
fn a_study_begins_with_what_changed_most() {
    let place = harbor();
    let text = place.succeed(&["balance", "m.toml", "--out", "out"]);
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = words(&place.read("out/report.html"));
    let metrics = rows(&place, "out/metrics.csv");
    let percent = |variant: &str, column: &str| {
        format!("{:.0}", 100.0 * number(&metrics, ["steady", variant, "win_share_place", "2"], column))
    };
    // The dictionary says that the files count from 0.
    let sentence = format!(
        "cheap-harbor: the third seat wins {} % ({} to {}) instead of {} %; the fourth seat wins ",
        percent("cheap-harbor", "estimate"),
        percent("cheap-harbor", "low"),
        percent("cheap-harbor", "high"),
        percent("standard", "estimate"),
    );
    assert!(text.lines().nth(3).unwrap().starts_with("cheap-harbor: the third seat wins "), "{text}");
    for text in [&one_line, &page] {
        let at = text.find(&sentence).unwrap_or_else(|| panic!("{sentence} in {text}"));
        let after = &text[at + sentence.len()..];
        assert!(after.split_once('.').unwrap().0.contains("owners of the harbor win "), "{text}");
        let undecided = text.to_lowercase().find("not decided").unwrap();
        assert!(at < undecided, "{text}");
        let more = text.split_once("Not decided: cheap-harbor, purchases: about ").unwrap().1;
        assert!(more.split_once(" more deals.").unwrap().0.parse::<u32>().unwrap() > 0, "{text}");
        assert!(text.contains("win share place: 4") && !text.contains("place: 0"), "{text}");
        assert!(!text.contains("from 0"), "{text}");
    }
    let differing = metrics.iter().filter(|row| row["p_holm"].parse::<f64>().is_ok_and(|p| p < 0.05)).count();
    assert!(one_line.contains(&format!(
        "cheap-harbor: {differing} metrics differ from the baseline: win share place: 3, "
    )));
    assert!(page.contains("place 4 \u{b7} cheap-harbor") && !page.contains("place 0 \u{b7}"));
    // On the page, the questions that are not decided are in the last tables.
    let source = place.read("out/report.html");
    let at = |part: &str| source.find(part).unwrap_or_else(|| panic!("{part}"));
    assert!(at("<h2>Not decided</h2>") > at("All differences"));
    assert!(source[at("<h2>Not decided</h2>")..].contains("<details"));
}

/// A variant of the manifest and a value of the sweep are the same rules: played, asked and named once.
#[test]
fn equal_variants_count_once() {
    let place = harbor();
    let run = |out: &str, sweep: &str| {
        place.succeed(&["balance", "m.toml", "--out", out, "--deals", "12", "--sweep", sweep])
    };
    let text = run("out", "harbor.cost=6..7");
    assert!(text.contains("puerto-rico, 2 variants against the standard rules"), "{text}");
    assert!(
        text.contains("harbor-cost-6 is the same as cheap-harbor: not played again, counted once"),
        "{text}"
    );
    assert!(text.contains("cheap-harbor, the same rules as harbor-cost-6: "), "{text}");
    assert!(!place.succeeds(&["standings", "out/steady-4/harbor-cost-6"]), "it is not played");
    let metrics = rows(&place, "out/metrics.csv");
    assert!(metrics.iter().all(|row| row["variant"] != "harbor-cost-6"));
    assert_eq!(cell(&metrics, ["steady", "cheap-harbor", "rounds", ""], "swept"), "6");
    // The same correction as in a study that has each of the two once.
    place.write("m.toml", &place.read("m.toml").replace("variants = [\"cheap.toml\"]", ""));
    run("once", "harbor.cost=6..7");
    let once = rows(&place, "once/metrics.csv");
    for row in &metrics {
        let name = row["variant"].replace("cheap-harbor", "harbor-cost-6");
        let key = [&row["table"], &name, &row["metric"], &row["item"]].map(String::as_str);
        assert_eq!(cell(&once, key, "p_holm"), row["p_holm"], "{row:?}");
    }
    // And two variants of the manifest, one of which has the other's rules by another path.
    place.write(
        "dear.toml",
        &CHEAP.replace("cheap-harbor", "again").replace(" }", ", \"building.factory.cost\" = 7 }"),
    );
    place
        .write("m.toml", &harbor().read("m.toml").replace("\"cheap.toml\"", "\"cheap.toml\", \"dear.toml\""));
    let text = place.succeed(&["balance", "m.toml", "--out", "twice", "--deals", "2"]);
    assert!(
        text.contains("cheap-harbor, the same rules as again: ") && text.contains(", 1 variant against"),
        "{text}"
    );
}

/// Half of the seats own the harbor in every single game: its interval is one of blocks, and is said to be so.
#[test]
fn what_all_blocks_share_has_an_interval_of_blocks() {
    let place = harbor();
    place.succeed(&["balance", "m.toml", "--out", "out", "--deals", "120"]);
    let metrics = rows(&place, "out/metrics.csv");
    for row in &metrics {
        for [low, high] in [["low", "high"], ["difference_low", "difference_high"]] {
            assert!(row[low] != row[high] || row[low].is_empty(), "no interval has the width 0: {row:?}");
        }
    }
    let harbor = ["steady", "standard", "owned", "harbor"];
    let seats = rows(&place, "out/steady-4/standard/seats.csv");
    let owners = seats.chunks(4).map(|game| {
        game.iter().filter(|row| row["building_list"].split(';').any(|item| item == "harbor")).count()
    });
    assert!(owners.clone().count() == 120 && owners.clone().all(|owners| owners == 2));
    // 1 - 0.05^(1/120) of all deals may differ.
    let differing = 1.0 - 0.05_f64.powf(1.0 / 120.0);
    near(number(&metrics, harbor, "low"), 0.5 - 0.5 * differing);
    near(number(&metrics, harbor, "high"), 0.5 + 0.5 * differing);
    // Where the variant has it too, there is no difference and nothing to ask.
    let harbor = ["steady", "cheap-harbor", "owned", "harbor"];
    assert_eq!(
        ["difference", "difference_low", "p"].map(|column| cell(&metrics, harbor, column)),
        ["0.00000000", "", ""]
    );
}

/// One game is no reason for a sentence about what changed, and is no plural.
#[test]
fn few_blocks_show_no_change() {
    let place = harbor();
    for (deals, few) in
        [("1", "1 block is too few to show a change, which takes 8"), ("3", "3 blocks are too few")]
    {
        let text = place.succeed(&["balance", "m.toml", "--out", deals, "--deals", deals]);
        let page = words(&place.read(&format!("{deals}/report.html")));
        for text in [&text, &page] {
            assert!(text.contains(&format!("cheap-harbor: {few}")), "{text}");
            assert!(!text.contains("instead of") && !text.contains(" clearly"), "{text}");
            for wrong in ["1 games", "1 blocks", "1 tables", "1 metrics"] {
                assert!(!text.contains(&format!(" {wrong}")), "{wrong} in {text}");
            }
        }
    }
}

/// Corn against two doubloons: what is certain and large, and what is certain but does not matter.
#[test]
fn verdicts_are_read_off_their_intervals() {
    let place = place();
    let manifest = MANIFEST
        .replace("deals = 40", "deals = 400")
        .replace("variants = [\"factory-university-swap\", \"same.toml\"]", "smallest = 0.05");
    let manifest = manifest.split("[[table]]\nname = \"several\"").next().unwrap();
    let sweep = "[sweep]\nname = \"indigo\"\nvalues = [0, 3]\n[sweep.set]\n\"setup.3.doubloons\" = 2\n\"setup.3.corn_handicap\" = 0\n";
    place.write("s.toml", &format!("{manifest}{sweep}"));
    let text = place.succeed(&["balance", "s.toml", "--out", "out"]);
    assert!(text.contains("indigo-0 is the same as the standard rules: not played again"), "{text}");
    assert!(text.contains("\n2 questions: ") && text.contains("corrected for all 2 questions"), "{text}");
    assert!(text.contains("< 0.001") && !text.contains(" 0.000"), "{text}");
    let page = place.read("out/report.html");
    assert!(page.contains("&lt; 0.001") && !page.contains(">0.0000<"));
    let verdicts = rows(&place, "out/verdicts.csv");
    assert_eq!(verdicts.len(), 2, "{verdicts:?}");
    let seats = verdict(&verdicts, "indigo-3", "seats");
    let value = |column: &str| seats[column].parse::<f64>().unwrap();
    assert_eq!(seats["verdict"], "fairer", "{seats:?}");
    assert!(value("change_high") <= -0.05 && value("change_low") < value("change"), "{seats:?}");
    assert!(value("p_holm") > 0.0 && value("p_holm") < 1e-6, "{seats:?}");
    assert!((value("unfairness") - value("baseline") - value("change")).abs() < 2e-6, "{seats:?}");
    assert_eq!(seats["smallest"], "0.05");
    for row in &verdicts {
        let [low, high] = ["change_low", "change_high"].map(|column| row[column].parse::<f64>().unwrap());
        let call = match () {
            () if high <= -0.05 => "fairer",
            () if low >= 0.05 => "less fair",
            () if low <= -0.05 => "not decided",
            () if high < 0.05 => "no difference that matters",
            () => "not fairer",
        };
        assert_eq!(row["verdict"], call, "{row:?}");
    }
}

/// The metrics worked out once more, from the rows of games.csv and seats.csv.
#[test]
fn the_metrics_are_those_of_the_tables() {
    let place = place();
    place.succeed(&["balance", "m.toml", "--out", "out"]);
    let metrics = rows(&place, "out/metrics.csv");
    let swap = "factory-university-swap";
    let of = |table: &str, variant: &str| {
        let folder = format!("out/{table}-3/{variant}");
        (rows(&place, &format!("{folder}/games.csv")), rows(&place, &format!("{folder}/seats.csv")))
    };
    let value = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().unwrap();
    for table in ["steady", "several"] {
        for variant in ["standard", swap] {
            let (games, seats) = of(table, variant);
            let share = |chosen: &dyn Fn(&BTreeMap<String, String>) -> bool| {
                mean(
                    &seats
                        .iter()
                        .filter(|row| chosen(row))
                        .map(|row| value(row, "win_share"))
                        .collect::<Vec<_>>(),
                )
            };
            for start in ["0", "1", "2"] {
                let expected = share(&|row| row["start_place"] == start);
                near(number(&metrics, [table, variant, "win_share_place", start], "estimate"), expected);
            }
            let corn = share(&|row| row["start_tile"] == "corn") - 1.0 / 3.0;
            near(number(&metrics, [table, variant, "start_effect", "tile corn"], "estimate"), corn);
            if table == "several" {
                let own = share(&|row| row["bot"] == "mine");
                near(number(&metrics, [table, variant, "win_share_bot", "mine"], "estimate"), own);
            } else {
                let owns = |row: &BTreeMap<String, String>| {
                    row["building_list"].split(';').any(|item| item == "harbor")
                };
                near(
                    number(&metrics, [table, variant, "win_share_owners", "harbor"], "estimate"),
                    share(&owns),
                );
                let owned = seats.iter().filter(|row| owns(row)).count() as f64 / seats.len() as f64;
                near(number(&metrics, [table, variant, "owned", "harbor"], "estimate"), owned);
            }
            for (metric, column) in
                [("rounds", "rounds"), ("decisions", "decisions"), ("lead_changes", "lead_changes")]
            {
                let expected = mean(&games.iter().map(|game| value(game, column)).collect::<Vec<_>>());
                near(number(&metrics, [table, variant, metric, ""], "estimate"), expected);
            }
            let early =
                games.iter().filter(|game| 3.0 * value(game, "decided_round") <= 2.0 * value(game, "rounds"));
            let early = early.count() as f64 / games.len() as f64;
            near(number(&metrics, [table, variant, "decided_early", ""], "estimate"), early);
            let spreads = seats.chunks(3).map(|seats| {
                let scores = seats.iter().map(|row| value(row, "score"));
                scores.clone().fold(f64::MIN, f64::max) - scores.fold(f64::MAX, f64::min)
            });
            near(
                number(&metrics, [table, variant, "score_spread", ""], "estimate"),
                mean(&spreads.collect::<Vec<_>>()),
            );
        }
    }
    // One line-up of equal bots: a block is a game, and a difference is the mean of the games' differences.
    let [before, after] = ["standard", swap].map(|variant| of("steady", variant).0);
    let differences: Vec<f64> = after
        .iter()
        .zip(&before)
        .map(|(after, before)| value(after, "rounds") - value(before, "rounds"))
        .collect();
    let center = mean(&differences);
    let squares: f64 = differences.iter().map(|difference| (difference - center).powi(2)).sum();
    // t(39) = 2.0226909.
    let half = 2.022_690_9 * (squares / (40.0 * 39.0)).sqrt();
    let rounds = ["steady", swap, "rounds", ""];
    near(number(&metrics, rounds, "difference"), center);
    near(number(&metrics, rounds, "difference_high"), center + half);
    // The spread by its definition over pairs of different games.
    let seats = of("steady", "standard").1;
    let mut wins = [[0.0; 40]; 3];
    for row in &seats {
        wins[value(row, "start_place") as usize][value(row, "game") as usize] =
            value(row, "win_share") - 1.0 / 3.0;
    }
    let pairs = wins
        .iter()
        .map(|wins| wins.iter().sum::<f64>().powi(2) - wins.iter().map(|win| win * win).sum::<f64>());
    let spread = pairs.sum::<f64>() / (40.0 * 39.0) / 3.0;
    near(number(&metrics, ["steady", "standard", "seat_spread", ""], "estimate"), spread);
}

#[test]
fn a_sweep_draws_its_curves() {
    let place = place();
    place.write("s.toml", &MANIFEST.replace("variants = [\"factory-university-swap\", \"same.toml\"]", ""));
    let sweep = ["balance", "s.toml", "--sweep", "factory.cost = 6..8", "--deals", "4"];
    let text = place.succeed(&[&sweep[..], &["--out", "out"]].concat());
    assert!(text.contains("factory-cost-6") && text.contains("factory-cost-8"), "{text}");
    let metrics = rows(&place, "out/metrics.csv");
    assert_eq!(cell(&metrics, ["steady", "factory-cost-6", "rounds", ""], "swept"), "6");
    // Seven is the standard: shown as such, and not compared with itself.
    assert_eq!(cell(&metrics, ["steady", "standard", "rounds", ""], "swept"), "7");
    assert!(metrics.iter().all(|row| row["variant"] != "factory-cost-7"));
    assert!(!place.succeeds(&["standings", "out/steady-3/factory-cost-7"]));
    assert!(text.contains("factory-cost-7 is the same as the standard rules: not played again"), "{text}");
    assert_eq!(cell(&metrics, ["several", "factory-cost-8", "rounds", ""], "games"), (4 * 4 * 3).to_string());
    let variant = place.read("out/variants/factory-cost-8.toml");
    assert!(variant.contains("\"building.factory.cost\" = 8"), "{variant}");
    let page = place.read("out/report.html");
    assert!(page.contains("<polygon class=\"fill band\"") && page.contains("share of seats that own it"));
    assert!(place.read("out/balance.toml").contains("[sweep.set]"));
}

/// What would a house rule gain by going back?
#[test]
fn the_standard_rules_are_a_variant_of_another_baseline() {
    let place = place();
    let back = "name = \"back\"\ngame = \"puerto-rico\"\nseed = 1\ndeals = 2\nplayers = [3]\nbaseline = \"corn-handicap\"\n\
                variants = [\"standard\"]\n[[table]]\nname = \"steady\"\nbots = [\"steady\"]\n";
    place.write("back.toml", back);
    let text = place.succeed(&["balance", "back.toml", "--out", "out"]);
    assert!(text.contains("back: puerto-rico, 1 variant against corn-handicap, same deals"), "{text}");
    assert!(place.read("out/verdicts.csv").contains(",standard,"), "{text}");
    assert!(!place.read("out/steady-3/standard/manifest.toml").contains("variant"), "{text}");
    // The manifest as run is the same study.
    place.succeed(&["balance", "out/balance.toml", "--out", "again"]);
    assert_eq!(place.read("again/metrics.csv"), place.read("out/metrics.csv"));
    place.write("twice.toml", &back.replace("\"corn-handicap\"", "\"standard\""));
    let message = place.refuse(&["balance", "twice.toml", "--out", "twice"]);
    assert!(message.contains("variants: found two called \"standard\""), "{message}");
}

#[test]
fn what_is_no_study_is_refused() {
    let place = place();
    let trader = include_str!("../../../bots/puerto-rico.trader.toml");
    place.write("twin.toml", &format!("# Not the same text.\n{trader}"));
    place.succeed(&["balance", "m.toml", "--out", "out", "--deals", "1"]);
    assert_eq!(place.read("out/bots/steady.toml"), include_str!("../../../bots/puerto-rico.steady.toml"));
    let message = place.fail(1, &["balance", "m.toml", "--out", "out"]);
    assert!(message.contains("holds another study"), "{message}");
    let loud =
        "name = \"Factory-University-Swap\"\ngame = \"puerto-rico\"\n[set]\nbuilding.factory.cost = 8\n";
    place.write("loud.toml", loud);
    for (from, to, expected) in [
        (
            "[3]",
            "[3, 7]",
            "bad.toml: table[1].bots: found 4 bots; allowed: 1, which takes all seats, or at least 7",
        ),
        (
            "\"builder\", \"shipper\"",
            "\"trader\", \"twin.toml\"",
            "table[1].bots[2]: found another bot called \"trader\"",
        ),
        ("[3]", "[2, 1]", "bad.toml: players[1]: found 1; allowed: 2 to 5"),
        ("\"steady\"]", "\"steadi\"]", "bad.toml: table[0].bots[0]: found \"steadi\""),
        ("-swap\"", "-swop\"", "(did you mean factory-university-swap?)"),
        ("same.toml", "nowhere.toml", "nowhere.toml: cannot be read: "),
        ("variants = [", "deels = [", "bad.toml: deels: found \"deels\""),
        ("variants", "baseline = \"factory-university-swap\"\nvariants", "found two called"),
        (
            "same.toml",
            "loud.toml",
            "variants: found two called \"Factory-University-Swap\"; allowed: different names, not in case alone",
        ),
        ("deals = 6", "deals = 99999999", "bad.toml: deals: found "),
        ("variants = [\"factory-university-swap\", \"same.toml\"]", "", "neither variants nor a sweep"),
        ("\"puerto-rico\"", "\"puerto-rica\"", "bad.toml: game: found \"puerto-rica\""),
    ] {
        place.write("bad.toml", &MANIFEST.replacen(from, to, 1));
        let message = place.refuse(&["balance", "bad.toml", "--out", "bad"]);
        assert!(message.contains(expected), "{message}");
    }
    for (sweep, expected) in [
        ("cost=6..8", "paths end with; allowed: more of it"),
        ("factory.cots=6..8", "--sweep: found \"factory.cots\""),
        ("factory.cost=6", "PATH=FROM..TO"),
        ("factory.cost=-1..0", "building.factory.cost"),
    ] {
        let message = place.refuse(&["balance", "m.toml", "--out", "bad", "--sweep", sweep]);
        assert!(message.contains(expected), "{message}");
    }
}

/// Every shipped study is played with two deals and searches of few iterations.
#[test]
fn the_shipped_studies_play() {
    for (name, text) in [
        ("variants", include_str!("../../../experiments/puerto-rico/balance-variants.toml")),
        ("swap", include_str!("../../../experiments/puerto-rico/balance-university-factory.toml")),
        ("indigo", include_str!("../../../experiments/puerto-rico/balance-indigo-doubloons.toml")),
        ("cost", include_str!("../../../experiments/puerto-rico/balance-factory-cost.toml")),
        ("promo", include_str!("../../../experiments/mundus-novus/balance-promo.toml")),
        ("auction", include_str!("../../../experiments/age-of-discovery/balance-auction.toml")),
        ("rulings", include_str!("../../../experiments/francis-drake/balance-rulings.toml")),
    ] {
        let place = Place::new();
        let quick = text.replace("{ iterations = 250 }", "{ iterations = 2 }");
        assert_eq!(
            quick != text,
            text.contains("[bots.ismcts-250]"),
            "{name} has a search of 250 iterations"
        );
        place.write("m.toml", &quick);
        let text = place.succeed(&["balance", "m.toml", "--out", name, "--deals", "2"]);
        assert!(text.contains("2 games in 2 blocks with each variant"), "{text}");
    }
}

#[test]
fn the_document_names_every_metric() {
    let document = include_str!("../../../docs/balance.md");
    for (metric, _) in MEANINGS {
        assert!(document.contains(&format!("`{metric}`")), "{metric}");
    }
}
