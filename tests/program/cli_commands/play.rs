//! Playing in the terminal.

use std::io::Write;
use std::process::Stdio;

use super::place::Place;

/// Runs `play` with what a player types; returns what it prints and its notes.
fn play(place: &Place, arguments: &[&str], typed: &str) -> (String, String) {
    let arguments = [&["play"], arguments].concat();
    let mut child = place
        .command(&arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A player who quits does not read on.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in tradewinds::arena::NAMES {
        let place = Place::new();
        let typed = "1\n".repeat(3_000);
        let (printed, notes) = play(&place, &[game, "--against", "random", "--seed", "3"], &typed);
        assert!(printed.contains("The game is over: 1. "), "{game}");
        assert!(notes.contains(&format!("{game}.table")), "{notes}");
        let (again, _) = play(&place, &[game], "");
        assert!(again.contains("The game is over"), "{game}: a finished game stays so");
    }
}

/// Returns what stands between the prompts, without the tables and lists that the player asked for.
fn decisions(printed: &str) -> Vec<&str> {
    printed.split("\n> ").collect()
}

/// A decision fits a terminal of 24 lines and 80 columns, the line for the answer included; the table comes on `t` alone.
#[test]
fn a_decision_fits_a_small_terminal() {
    for game in tradewinds::arena::NAMES {
        let place = Place::new();
        // Other moves than the first one, so that games differ, and whatever does not exist is refused and asked again.
        let typed = "3\n2\n1\n".repeat(1_500);
        let (printed, _) = play(&place, &[game, "--against", "random", "--seed", "8"], &typed);
        assert!(printed.contains("The game is over: 1. "), "{game}");
        let asked = decisions(&printed);
        assert!(asked.len() > 15, "{game}");
        for screen in &asked {
            assert!(screen.lines().count() < 24, "{game}: {} lines in {screen}", screen.lines().count());
        }
        let wide = printed.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{game}");
        assert!(printed.contains(" · points: You: "), "{game}");
        // The table of the same game fits in width, too.
        let (printed, _) =
            play(&place, &[game, "--new", "--against", "random", "--seed", "8"], "t\n1\nt\nl\nq\n");
        assert!(printed.contains("At the table: seat 1 is You"), "{printed}");
        assert_eq!(printed.lines().find(|line| line.chars().count() > 80), None, "{game}");
    }
}

/// What the points are made of stands at the end of a game, and in its record, and adds up to the result.
#[test]
fn the_score_sheet_adds_up() {
    for game in tradewinds::arena::NAMES {
        let place = Place::new();
        let (printed, _) = play(&place, &[game, "--against", "random", "--seed", "3"], &"1\n".repeat(3_000));
        let replayed = place.succeed(&["replay", &format!("{game}.json")]);
        for text in [&printed, &replayed] {
            let (_, sheet) = text.split_once("\nPoints for ").unwrap_or_else(|| panic!("{text}"));
            // Names have spaces; the points of four seats are the last words of a row.
            let points = |line: &str| -> Vec<i32> {
                let words: Vec<&str> = line.split_whitespace().collect();
                words[words.len() - 4..].iter().map(|word| word.parse().unwrap()).collect()
            };
            let rows: Vec<&str> = sheet.lines().skip(1).take_while(|line| !line.is_empty()).collect();
            let (total, rows) = rows.split_last().unwrap();
            assert!(total.starts_with("Total ") && !rows.is_empty(), "{sheet}");
            for seat in 0..4 {
                let sum: i32 = rows.iter().map(|row| points(row)[seat]).sum();
                assert_eq!(sum, points(total)[seat], "{game}: {sheet}");
            }
            let best = points(total)[0];
            assert!(text.contains(&format!(" {best} ")), "{game}: the result has {best}: {text}");
        }
    }
}

/// A game that is over has a record beside its table, which no later game replaces; and the table, under way or over, is
/// read as one.
#[test]
fn a_game_is_replayed_reviewed_and_analyzed() {
    let place = Place::new();
    let few = ["--iterations", "5", "--playouts", "8", "--compared", "8", "--worlds", "0", "--events", "0"];
    play(
        &place,
        &["puerto-rico", "--against", "random", "--players", "3", "--seed", "3"],
        "1\n1\nu\n2\n1\nq\n",
    );
    assert!(!place.path().join("puerto-rico.json").exists(), "the game is not over");
    let table = place.bytes("puerto-rico.table");
    // Somebody else may be playing it: a line is half written, and nothing is changed.
    place.write("puerto-rico.table", &(place.read("puerto-rico.table") + "{\"run\":1"));
    let moves = place.succeed(&["replay", "puerto-rico.table", "--moves"]);
    assert!(moves.contains("You take "), "{moves}");
    assert!(place.succeed(&["replay", "puerto-rico.table"]).contains(" replayed without a difference"));
    let analysis =
        place.succeed(&["analyze", "puerto-rico.table", "--at", "0", "--iterations", "5", "--worlds", "0"]);
    assert!(analysis.contains("of puerto-rico, decision 0: You played "), "{analysis}");
    let review = place.succeed(&[&["review", "puerto-rico.table"], &few[..]].concat());
    assert_eq!(review.lines().find(|line| line.chars().count() > 80), None);
    assert!(place.bytes("puerto-rico.table").starts_with(&table));
    let (_, notes) = play(&place, &["puerto-rico"], &"1\n".repeat(1_000));
    assert!(notes.contains("the record of the game is puerto-rico.json: `tradewinds review "), "{notes}");
    let record = place.read("puerto-rico.json");
    for file in ["puerto-rico.json", "puerto-rico.table"] {
        let (replayed, moves) =
            (place.succeed(&["replay", file]), place.succeed(&["replay", file, "--moves"]));
        assert!(replayed.contains(" replayed without a difference\nYou "), "{replayed}");
        assert!(moves.contains("You take ") && moves.lines().count() > 100);
    }
    play(&place, &["puerto-rico"], "");
    assert!(!place.path().join("puerto-rico-2.json").exists(), "the record is there already");
    let again = ["puerto-rico", "--new", "--against", "random", "--players", "3", "--seed", "4"];
    let (_, notes) = play(&place, &again, &"1\n".repeat(1_000));
    assert!(notes.contains("the record of the game is puerto-rico-2.json"), "{notes}");
    assert_eq!(place.read("puerto-rico.json"), record);
    // A line that was changed is named, and no record is made of the rest.
    place.write(
        "puerto-rico.table",
        &place.read("puerto-rico.table").replacen("\"play\":\"", "\"play\":\"x", 1),
    );
    let refused = place.fail(1, &["review", "puerto-rico.table"]);
    assert!(refused.contains("puerto-rico.table: line 2 is damaged"), "{refused}");
}

#[test]
fn a_player_asks_goes_back_quits_and_goes_on() {
    let place = Place::new();
    let arguments = ["puerto-rico", "--against", "random", "--seed", "1", "--players", "3"];
    let (printed, _) = play(&place, &arguments, "?\n99\nl\nt\nh\n1\nu\nq\n");
    for part in [
        "Choose a role",
        " 1  Take the settler",
        "\"99\" is no move here: type a number from 1 to 6, or ? for help.",
        "% of the tries, win share ",
        "Win shares after it: You ",
        "Your last move is taken back.",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    let (printed, notes) = play(&place, &["puerto-rico"], "mayor\nq\n");
    assert!(notes.contains("goes on after 0 decisions"), "{notes}");
    assert!(printed.contains("You take the mayor"), "{printed}");
    let (_, notes) = play(&place, &["puerto-rico"], "q\n");
    assert!(!notes.contains("after 0 decisions"), "{notes}");
    let (_, notes) = play(&place, &["puerto-rico", "--new", "--against", "random"], "q\n");
    assert!(notes.contains("is kept in puerto-rico.table"), "{notes}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let place = Place::new();
    for (arguments, part) in [
        (&["chess"][..], "chess"),
        (&["puerto-rico", "--against", "raider"], "raider"),
        (&["puerto-rico", "--seat", "5"], "--seat: found 5; allowed: 1 to 4"),
        (&["puerto-rico", "--players", "9"], "9"),
        (&["puerto-rico", "--variant", "balancd"], "did you mean balanced?"),
    ] {
        let message = place.fail(1, &[&["play"], arguments].concat());
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn the_moves_of_a_record_are_listed_in_words() {
    let place = Place::new();
    for (game, part) in [("puerto-rico", "takes the"), ("francis-drake", " sends a disc to ")] {
        play(&place, &[game, "--against", "random", "--seed", "3"], &"1\n".repeat(3_000));
        let moves = place.succeed(&["replay", &format!("{game}.json"), "--moves"]);
        assert!(moves.lines().nth(1).unwrap().starts_with("    0  "), "{moves}");
        assert!(moves.contains(part), "{game}: {moves}");
    }
}

/// What `play` is given, and what a refusal of it begins with.
type Contradiction = (&'static [&'static str], &'static str);

#[test]
fn arguments_that_contradict_the_file_are_refused() {
    let place = Place::new();
    let begin = ["puerto-rico", "--against", "steady", "--against", "random", "--seed", "5", "--seat", "1"];
    play(&place, &[&begin[..], &["--variant", "balanced"]].concat(), "q\n");
    place.write("own.toml", "name = \"own\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 8\n");
    let kept = place.bytes("puerto-rico.table");
    let refused: [Contradiction; 13] = [
        (
            &["--against", "steady"],
            "--against: found steady; allowed: steady, random, as in puerto-rico.table; ",
        ),
        (
            &["--against", "random", "--against", "steady"],
            "--against: found random, steady; allowed: steady, random",
        ),
        (
            &["--against", "steady", "--against", "random", "--against", "steady"],
            "--against: found steady, random, steady; allowed: steady, random, as in",
        ),
        (&["--against", "nosuch"], "--against: found \"nosuch\"; allowed: "),
        (&["--against", "ismcts@0"], "--against: found ismcts@0; allowed: a number of iterations"),
        (
            &["--players", "9"],
            "--players: found 9; allowed: 3, as in puerto-rico.table; --new begins another game",
        ),
        (&["--players", "4"], "--players: found 4; allowed: 3, as in"),
        (&["--seat", "0"], "--seat: found 0; allowed: 1, as in puerto-rico.table; --new"),
        (&["--seed", "6"], "--seed: found 6; allowed: 5, as in"),
        (&["--variant", "own.toml"], "--variant: found own.toml; allowed: balanced, as in"),
        (&["--variant", "nosuch"], "variant: found \"nosuch\"; allowed: "),
        (&["--variant", "corn-handicap"], "--variant: found corn-handicap; allowed: balanced, as in"),
        (&["--seed", "5", "--players", "5"], "--players: found 5; allowed: 3, as in"),
    ];
    for (arguments, beginning) in refused {
        let message = place.refuse(&[&["play", "puerto-rico"], arguments].concat());
        assert!(message.starts_with(&format!("error: {beginning}")), "{arguments:?}: {message}");
        assert_eq!(place.bytes("puerto-rico.table"), kept);
    }
    let other = place.refuse(&["play", "mundus-novus", "--file", "puerto-rico.table"]);
    assert!(
        other.contains("puerto-rico.table: game: found puerto-rico; allowed: a game of mundus-novus; --new "),
        "{other}"
    );
    // Those that agree are fine, all together and one by one.
    let same = [&begin[1..], &["--players", "3", "--variant", "balanced"]].concat();
    let (_, notes) = play(&place, &[&["puerto-rico"], &same[..]].concat(), "q\n");
    assert!(notes.contains("goes on after"), "{notes}");
    for agreeing in [&same[..4], &same[4..6], &same[6..8], &same[8..10], &same[10..]] {
        let (_, notes) = play(&place, &[&["puerto-rico"], agreeing].concat(), "q\n");
        assert!(notes.contains("goes on after"), "{agreeing:?}: {notes}");
    }
    // One bot is as many as there are seats.
    play(&place, &["francis-drake", "--against", "random", "--seed", "1"], "q\n");
    play(&place, &["francis-drake", "--against", "random", "--against", "random"], "q\n");
}

#[test]
fn a_new_game_with_arguments_that_contradict_each_other_is_refused() {
    let place = Place::new();
    for (arguments, beginning) in [
        (&["--players", "3", "--seat", "4"][..], "--seat: found 4; allowed: 1 to 3"),
        (
            &["--players", "3", "--against", "random", "--against", "steady", "--against", "steady"],
            "--against: found 3; allowed: up to 2 bots",
        ),
    ] {
        let message = place.refuse(&[&["play", "puerto-rico"], arguments].concat());
        assert!(message.starts_with(&format!("error: {beginning}")), "{arguments:?}: {message}");
    }
    assert!(!place.path().join("puerto-rico.table").exists());
}
