//! Tuning: better weights or settings by play.

use super::place::Place;

const SPSA: &str = r#"
name = "weights"
game = "puerto-rico"
players = 3
seed = 4
bot = "steady"
pool = [["shipper"], ["trader", "builder"]]

[spsa]
iterations = 12
deals = 2

[held_out]
pool = [["factory"], ["factory", "trader"]]
deals = 8
"#;

const RACE: &str = r#"
name = "settings"
game = "mundus-novus"
players = 3
seed = 4
bot = "slow.toml"
pool = [["steady"]]

[race]
candidates = 8
deals = 1
iterations = 3

[race.search]
exploration = [0.5, 1.0]
prior_temperature = [1.0, 2.0, 4.0, "none"]

[held_out]
pool = [["developer", "peddler"]]
deals = 3
"#;

const SLOW: &str = r#"
# A search of mine.
name = "slow"
game = "mundus-novus"
kind = "search"

[search]
tree = "mo-ismcts"
iterations = 4 # few
selection = "puct"
exploration = 1.0
"#;

/// Both pools have a table of one bot only.
const ALONE: &str = "name = \"alone\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\nbot = \"steady\"\npool = [[\"trader\"]]\n\
    spsa = { iterations = 2, deals = 1 }\nheld_out = { pool = [[\"factory\"]], deals = 2 }\n";

/// The cells of a table.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap()
}

#[test]
fn weights_are_tuned_the_same_on_any_number_of_threads_and_after_a_stop() {
    let place = Place::new();
    place.write("tune.toml", SPSA);
    let text = place.succeed(&["tune", "tune.toml", "--out", "out", "--threads", "2"]);
    assert!(text.contains("weights: steady in puerto-rico, 3 players, standard rules, seed 4"), "{text}");
    let tuned = place.read("out/tuned.toml");
    assert!(tuned.starts_with("name = \"weights\"\n"), "{tuned}");
    assert!(tuned.contains("\nabout = \"steady, tuned by weights.\"\n"), "{tuned}");

    // Every weight is there, and the preset has what the table says.
    let weights = rows(&place.read("out/weights.csv"));
    assert!(weights.len() > 40);
    for row in &weights {
        assert!(tuned.contains(&format!("\n{} = {}", row[0], row[2])), "{row:?} in {tuned}");
        let factor = number(&row[2]) / number(&row[1]);
        assert!((0.2..5.0).contains(&factor), "{row:?}");
    }
    assert!(weights.iter().any(|row| row[1] != row[2]));
    assert_eq!(rows(&place.read("out/steps.csv")).len(), 12);
    let gain = rows(&place.read("out/gain.csv"));
    let named: Vec<[&str; 2]> = gain.iter().map(|row| [row[0].as_str(), row[1].as_str()]).collect();
    assert_eq!(named, [["2 x factory", "8"], ["factory, trader", "8"], ["all", "16"]]);
    for row in &gain {
        assert!((number(&row[3]) - number(&row[2]) - number(&row[4])).abs() < 2e-6, "{row:?}");
        assert!(number(&row[5]) <= number(&row[4]) && number(&row[4]) <= number(&row[6]), "{row:?}");
    }
    let page = place.read("out/report.html");
    for part in ["Gain against what was held out", "2 x factory", "captain", "objective by step"] {
        assert!(page.contains(part), "{part}");
    }

    // Cut off in the middle of a line, it goes on to the same end, on another number of threads.
    let log = place.read("out/log.jsonl");
    place.write("again/tune.toml", &place.read("out/tune.toml"));
    for part in [1, log.len() / 2, log.len() - 3] {
        place.write("again/log.jsonl", &log[..part]);
        place.succeed(&["tune", "tune.toml", "--out", "again", "--threads", "1"]);
        for file in ["log.jsonl", "tuned.toml", "gain.csv", "weights.csv", "steps.csv", "report.html"] {
            assert_eq!(place.read(&format!("again/{file}")), place.read(&format!("out/{file}")), "{file}");
        }
    }
    // What was found can be played against what it started from, and tuned on.
    let duel = ["sprt", "--game", "puerto-rico", "--players", "3", "--a", "out/tuned.toml", "--b", "steady"];
    place.succeed(&[&duel[..], &["--max-deals", "2", "--out", "duel"]].concat());
    place.write("more.toml", &SPSA.replace("\"steady\"", "\"out/tuned.toml\"").replace("= 12", "= 2"));
    place.succeed(&["tune", "more.toml", "--out", "more"]);
}

/// The figures of the held-out comparison are those of tournaments of the same bots on the same deals.
#[test]
fn the_gain_is_that_of_a_tournament() {
    let place = Place::new();
    place.write("tune.toml", SPSA);
    place.succeed(&["tune", "tune.toml", "--out", "out"]);
    let gain = rows(&place.read("out/gain.csv"));
    // The arena's seed, as the study derives it for the second table.
    let seed = {
        use tradewinds::game::{Purpose, Seed};
        Seed(4).derive(Purpose::Sample, 1).derive(Purpose::Sample, 1).0 >> 1
    };
    place.write("tuned.toml", &place.read("out/tuned.toml").replace("\"weights\"", "\"tuned\""));
    for (bot, column) in [("steady", 2), ("tuned.toml", 3)] {
        let manifest = format!(
            "name = \"t\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = {seed}\ndeals = 8\nformat = \"table\"\n\
             lineup = [\"{bot}\", \"factory\", \"trader\"]\n"
        );
        place.write("t.toml", &manifest);
        let out = format!("t-{column}");
        place.succeed(&["tournament", "t.toml", "--out", &out]);
        let standings = place.read(&format!("{out}/standings.csv"));
        let name = bot.trim_end_matches(".toml");
        let row = rows(&standings).into_iter().find(|row| row[0] == name).unwrap();
        assert_eq!(row[3], gain[1][column], "{standings}");
    }
}

#[test]
fn settings_race() {
    let place = Place::new();
    place.write("slow.toml", SLOW);
    place.write("tune.toml", RACE);
    let (text, _) = place.succeed_with_notes(&["tune", "tune.toml", "--out", "out"]);
    assert!(text.contains("slow in mundus-novus"), "{text}");
    let heats = rows(&place.read("out/heats.csv"));
    let count = |heat: &str| heats.iter().filter(|row| row[0] == heat).count();
    // Of eight combinations one is the bot as it was, and two come twice, since a temperature is 1 by default.
    assert_eq!(["1", "2", "3", "4"].map(count), [6, 3, 2, 0]);
    let kept = heats.iter().filter(|row| row[0] == "3" && row[8] == "true").count();
    assert_eq!(kept, 1);
    assert!(heats.iter().filter(|row| row[0] == "3").all(|row| row[1] == "4"), "{heats:?}");
    // The best of a heat comes first and goes on.
    for heat in ["1", "2", "3"] {
        let objectives: Vec<f64> =
            heats.iter().filter(|row| row[0] == heat).map(|row| number(&row[4])).collect();
        assert!(objectives.is_sorted_by(|a, b| a >= b), "{objectives:?}");
    }
    let tuned = place.read("out/tuned.toml");
    assert!(tuned.starts_with("\n# A search of mine.\n") && tuned.contains("iterations = 4"), "{tuned}");
    // All but the bot itself may take the weights of others.
    place.write(
        "others.toml",
        &RACE.replace("iterations = 3", "iterations = 3\nweights = [\"steady\", \"peddler\"]"),
    );
    place.succeed_with_notes(&["tune", "others.toml", "--out", "others"]);
    let others = rows(&place.read("others/heats.csv"));
    let of = |name: &str| others.iter().any(|row| row[3].starts_with(&format!("weights of {name}, ")));
    assert!(of("steady") && of("peddler"), "{others:?}");
    assert!(others.iter().all(|row| row[3].starts_with("weights of ") || row[2] == "0"), "{others:?}");
    // The manifest as run stands alone.
    place.succeed_with_notes(&["tune", "out/tune.toml", "--out", "again"]);
    assert_eq!(place.read("again/heats.csv"), place.read("out/heats.csv"));
    assert_eq!(place.read("again/tuned.toml"), tuned);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let place = Place::new();
    place.write("slow.toml", SLOW);
    place.write("twin.toml", "name = \"steady\"\ngame = \"any\"\nkind = \"heuristic\"\n");
    place.write("tune.toml", SPSA);
    place.succeed(&["tune", "tune.toml", "--out", "out"]);
    place.write("tune.toml", &SPSA.replace("seed = 4", "seed = 5"));
    let message = place.fail(1, &["tune", "tune.toml", "--out", "out"]);
    assert!(message.contains("holds another study"), "{message}");
    for (text, from, to, expected) in [
        (
            SPSA,
            "bot = \"steady\"",
            "bot = \"random\"",
            "bot: found \"random\", a random bot; allowed: a bot with weights",
        ),
        (SPSA, "[\"shipper\"]", "[\"shiper\"]", "pool[0][0]: found \"shiper\""),
        (SPSA, "[\"shipper\"]", "[\"twin.toml\"]", "pool[0][0]: found another bot called \"steady\""),
        (
            SPSA,
            "players = 3",
            "players = 9",
            "pool[1]: found 2 bots; allowed: 1, which takes all other seats, or 8",
        ),
        (ALONE, "players = 3", "players = 9", "players: found 9; allowed: 2 to 5"),
        (
            ALONE,
            "[[\"factory\"]]",
            "[[\"factory\"], [\"factory\", \"factory\"]]",
            "held_out.pool[1]: found factory, factory a second time; allowed: each table once",
        ),
        (
            SPSA,
            "[\"factory\", \"trader\"]",
            "[\"builder\", \"trader\"]",
            "held_out.pool[1]: found builder, trader; allowed: tables that the pool does not have, in whatever order",
        ),
        (SPSA, "deals = 2\n", "deals = 2\nweights = [\"captian\"]\n", "spsa.weights[0]: found \"captian\""),
        (RACE, "bot = \"slow.toml\"", "bot = \"steady\"", "a heuristic bot; allowed: a search"),
        (RACE, "exploration =", "exploraton =", "did you mean exploration?"),
        (RACE, "[0.5, 1.0]", "[0.5, 1000.0]", "race.search.exploration: found 1000"),
        (RACE, "[0.5, 1.0]", "[0.5, \"much\"]", "exploration"),
        (
            RACE,
            "[0.5, 1.0]",
            "[3, 3]",
            "bad.toml: race.search.exploration: found [3, 3]; allowed: different values",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        place.write("bad.toml", &text.replace(from, to));
        let message = place.fail(1, &["tune", "bad.toml", "--out", "bad"]);
        assert!(message.contains("bad.toml") && message.contains(expected), "{message}");
    }
}
