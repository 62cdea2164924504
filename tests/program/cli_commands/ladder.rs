//! Ladders: strength against budget.

use super::place::Place;

fn manifest(bot: &str, iterations: &str) -> String {
    format!(
        "name = \"rungs\"\ngame = \"mundus-novus\"\nplayers = 3\nseed = 4\ndeals = 2\nbot = \"{bot}\"\niterations = {iterations}\n"
    )
}

fn place() -> Place {
    let place = Place::new();
    place.write("m.toml", &manifest("ismcts", "[1, 2, 8]"));
    place
}

#[test]
fn a_ladder_is_climbed_once() {
    let place = place();
    let text = place.succeed(&["ladder", "m.toml", "--out", "out"]);
    assert!(
        text.contains("rungs: mundus-novus, 3 players, standard rules, 2 deals a step, seed 4"),
        "{text}"
    );
    let ladder = place.read("out/ladder.csv");
    let rows: Vec<Vec<&str>> = ladder.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..5], ["bot", "iterations", "below", "games", "blocks"]);
    assert_eq!(rows[1], ["ismcts-1", "1", "", "", "", "", "", "", "", "", "", "0.000", "", ""]);
    // Two deals, three rotations, one among two and two beside one.
    assert_eq!(rows[2][..5], ["ismcts-2", "2", "1", "12", "4"]);
    assert_eq!(rows[3][..5], ["ismcts-8", "8", "2", "12", "4"]);
    let number = |row: usize, column: usize| rows[row][column].parse::<f64>().unwrap();
    assert!((number(3, 11) - number(2, 11) - number(3, 8)).abs() < 2e-3, "{ladder}");
    // The figures are those of the duel's own standings.
    let pairs = place.read("out/8-vs-2/head_to_head.csv");
    assert!(
        pairs.lines().any(|line| line.starts_with(&format!("ismcts-8,ismcts-2,12,{}", rows[3][5]))),
        "{pairs}"
    );

    let times = place.read("out/times.csv");
    assert!(times.starts_with("bot,iterations,decisions,ms,ms_low,ms_high\nismcts-1,1,40,"), "{times}");
    let page = place.read("out/report.html");
    for part in ["Rating against iterations", "8 against 2", "ismcts-8", "<polygon class=\"fill band\""] {
        assert!(page.contains(part), "{part}");
    }
    // The same command plays nothing again; fewer threads change nothing.
    place.succeed(&["ladder", "m.toml", "--out", "out"]);
    assert_eq!(place.read("out/ladder.csv"), ladder);
    place.succeed(&["ladder", "m.toml", "--out", "alone", "--threads", "1"]);
    assert_eq!(place.read("alone/ladder.csv"), ladder);
}

#[test]
fn a_step_may_be_half_a_duel() {
    let place = place();
    place.write("m.toml", &(manifest("ismcts", "[1, 2]") + "format = \"one-vs-rest\"\n"));
    let text = place.succeed(&["ladder", "m.toml", "--out", "half"]);
    assert!(text.contains("one of it among copies of that one\n"), "{text}");
    // Two deals, three rotations.
    assert!(place.read("half/ladder.csv").contains("\nismcts-2,2,1,6,2,"));
    assert!(place.read("half/report.html").contains("one of a rung among copies of the rung below<"));
    place.write("m.toml", &(manifest("ismcts", "[1, 2]") + "format = \"round-robin\"\n"));
    let message = place.fail(1, &["ladder", "m.toml", "--out", "bad"]);
    assert!(message.contains("m.toml: format: found \"round-robin\"; allowed: \"duel\" or"), "{message}");
}

#[test]
fn a_ladder_is_climbed_with_other_players() {
    let place = place();
    let text = place.succeed(&["ladder", "m.toml", "--players", "4"]);
    assert!(
        text.contains("rungs-4-players: mundus-novus, 4 players, standard rules, 2 deals a step"),
        "{text}"
    );
    // Two deals, four rotations, one among three and three beside one.
    assert!(place.read("results/runs/rungs-4-players/ladder.csv").contains("\nismcts-2,2,1,16,4,"));
    let message = place.fail(1, &["ladder", "m.toml", "--players", "9"]);
    assert!(message.contains("players") && message.contains("2 to 6"), "{message}");
}

#[test]
fn a_description_that_was_cut_off_is_written_anew() {
    let place = place();
    let variant = include_str!("../../../crates/mundus-novus/variants/promo.toml");
    place.write("mine.toml", &variant.replace("\"promo\"", "\"mine\""));
    place.write("m.toml", &(manifest("ismcts", "[1, 2]") + "variant = \"mine.toml\"\n"));
    place.write("torn/ladder.toml", "name = \"rungs\"\n");
    let text = place.succeed(&["ladder", "m.toml", "--out", "torn"]);
    assert!(text.contains("3 players, variant mine, 2 deals a step"), "{text}");
    assert!(place.read("torn/ladder.toml").contains("variant = \"variant.toml\""));
    // The manifest as run is self-contained.
    place.succeed(&["ladder", "torn/ladder.toml", "--out", "again"]);
    assert_eq!(place.read("again/ladder.csv"), place.read("torn/ladder.csv"));
}

#[test]
fn what_is_no_ladder_is_refused() {
    let place = place();
    place.succeed(&["ladder", "m.toml", "--out", "out", "--deals", "1"]);
    let message = place.fail(1, &["ladder", "m.toml", "--out", "out"]);
    assert!(message.contains("holds another ladder"), "{message}");
    place.write("bad.toml", &manifest("ismcts", "[1, 2]").replace("deals = 2", "deals = 0"));
    let message = place.fail(1, &["ladder", "bad.toml", "--out", "bad"]);
    assert!(message.contains("bad.toml: deals: found 0"), "{message}");
    for (from, to, expected) in [
        ("players = 3", "players = 0", "error: bad.toml: players: found 0; allowed: 2 to 6\n"),
        (
            "deals = 2",
            "deals = 99999999",
            "error: bad.toml: deals: found 599999994 games in all; allowed: at most ",
        ),
    ] {
        place.write("bad.toml", &manifest("ismcts", "[1, 2]").replace(from, to));
        let message = place.fail(1, &["ladder", "bad.toml", "--out", "bad"]);
        assert!(message.starts_with(expected), "{message}");
        assert!(!place.path().join("bad").exists());
    }
    for (bot, iterations, expected) in [
        ("steady", "[1, 2]", "a heuristic bot; allowed: a search whose budget is iterations"),
        ("nobody", "[1, 2]", "nobody"),
        ("ismcts", "[2, 1]", "2 to 32 ascending numbers from 1"),
    ] {
        place.write("bad.toml", &manifest(bot, iterations));
        let message = place.fail(1, &["ladder", "bad.toml", "--out", "bad"]);
        assert!(message.contains(expected) && message.contains("bad.toml"), "{message}");
    }
}
