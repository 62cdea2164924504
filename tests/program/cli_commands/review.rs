//! Reviews of recorded games.

use std::fs;
use std::process::Stdio;
use std::thread::yield_now;

use tradewinds::review::Review;

use super::place::Place;
use crate::short_game::{short_record, steady, stopped_record};

/// Settings that need little time.
const QUICK: [&str; 8] = ["--iterations", "20", "--playouts", "8", "--compared", "16", "--worlds", "2"];

/// A folder with the record of the end of a game.
fn place() -> Place {
    let place = Place::new();
    let record = short_record("puerto-rico", [steady(), steady(), steady()], 6);
    place.write("game.json", &record.to_json());
    place
}

fn review(more: &[&str]) -> Vec<String> {
    [&["review", "game.json"], &QUICK[..], more].concat().into_iter().map(str::to_owned).collect()
}

fn succeed(place: &Place, more: &[&str]) -> String {
    let arguments = review(more);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    place.succeed(&arguments)
}

fn fail(place: &Place, code: i32, more: &[&str]) -> String {
    let arguments = review(more);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    place.fail(code, &arguments)
}

#[test]
fn a_review_is_text_json_and_a_page() {
    let place = place();
    let json = succeed(&place, &["--json", "--html", "review.html"]);
    let found: Review = serde_json::from_str(&json).unwrap();
    assert!(found.complete && found.judged.len() == found.unforced && found.unforced > 5);
    let page = place.read("review.html");
    for part in ["Verdict", "Win shares over the game", "Who paid for whose decisions"] {
        assert!(page.contains(part), "{part}");
    }
    // Everything is judged: the text is made from the journal, and says the same.
    let text = succeed(&place, &[]);
    let seat = &found.seats[0];
    let by_share = seat.decisions - seat.by_points;
    let loss = if by_share > 0 { "points of win share (±" } else { "points of the score (±" };
    for part in ["Luck and skill", "other play than expected", "Gifts", loss] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let refused = fail(&place, 1, &["--html", "review.html"]);
    assert!(refused.contains("review.html") && refused.contains("--force"), "{refused}");
    succeed(&place, &["--html", "review.html", "--force"]);
    assert_eq!(place.read("review.html"), page);
    // One decision alone is judged as in the whole review, and keeps no journal.
    fs::remove_file(place.path().join("game.json.review")).unwrap();
    let judged = &found.judged[3].judged;
    let alone = succeed(&place, &["--json", "--at", &judged.decision.to_string()]);
    let alone: Review = serde_json::from_str(&alone).unwrap();
    assert_eq!((&alone.judged[0].judged, alone.judged.len()), (judged, 1));
    assert!(!place.path().join("game.json.review").exists());
    // The bots that sat there may play on, each at its seat, and luck may be left out.
    let by_seats =
        succeed(&place, &["--playout-bot", "seats", "--events", "0", "--journal", "seats.review", "--json"]);
    let by_seats: Review = serde_json::from_str(&by_seats).unwrap();
    assert_eq!(by_seats.playout_bot, "steady, steady, steady");
    assert!(by_seats.complete && by_seats.events.is_empty());
    assert!(by_seats.seats.iter().all(|seat| seat.account.is_none()));
}

#[test]
fn a_game_that_was_stopped_has_no_ranks() {
    let place = Place::new();
    let record = stopped_record("puerto-rico", [steady(), steady(), steady()], 6, 5);
    assert!(record.truncated);
    place.write("game.json", &record.to_json());
    let text = succeed(&place, &[]);
    assert!(text.contains("The game was not played to its end: points are those so far"), "{text}");
    let ranks = text.lines().filter(|line| line.split_whitespace().any(|word| word == "NA"));
    assert_eq!(ranks.count(), 3, "{text}");
    let text = place.succeed(&["replay", "game.json"]);
    assert!(text.contains("not played to its end; points so far: "), "{text}");
}

#[test]
fn an_interrupted_review_goes_on() {
    let place = place();
    let slower = ["review", "game.json", "--iterations", "500", "--worlds", "0", "--threads", "1", "--json"];
    let mut child = place
        .command(&slower)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = place.path().join("game.json.review");
    // The first two decisions.
    while !fs::read_to_string(&journal).is_ok_and(|text| text.matches('\n').count() >= 2) {
        assert_eq!(child.try_wait().unwrap(), None, "the review is still being made");
        yield_now();
    }
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{notes}");
    assert!(notes.contains("the same command goes on"), "{notes}");
    let partial: Review = serde_json::from_slice(&output.stdout).unwrap();
    assert!(!partial.complete && !partial.judged.is_empty(), "{} judged", partial.judged.len());
    let kept = fs::read_to_string(&journal).unwrap();
    let whole: Review = serde_json::from_str(&place.succeed(&slower)).unwrap();
    assert!(whole.complete && fs::read_to_string(&journal).unwrap().starts_with(&kept));
    let elsewhere = [&slower[..], &["--journal", "other.review"]].concat();
    let again: Review = serde_json::from_str(&place.succeed(&elsewhere)).unwrap();
    assert_eq!(again, whole, "an interruption changes nothing");
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let place = place();
    let record = place.read("game.json");
    place.write("no-json.json", "{");
    place.write("changed.json", &record.replacen("short", "other", 1));
    for (file, part) in
        [("none.json", "cannot read none.json"), ("no-json.json", "no-json.json"), ("changed.json", "crc")]
    {
        let message = place.refuse(&["review", file]);
        assert!(message.contains(part), "{message}");
    }
    for (code, arguments, part) in [
        (1, &["--bot", "steady"][..], "steady"),
        (1, &["--bot", "ismctz"], "ismctz"),
        (1, &["--playout-bot", "raider"], "raider"),
        (1, &["--playout-bot", "steady,random"], "found 2 bots; allowed: one bot that plays on, or 3"),
        (1, &["--jitter", "1.5"], "allowed: 0 to 1"),
        (1, &["--events", "3"], "allowed: 0, or 8 to 1000000"),
        (1, &["--at", "99999"], "99999"),
        (1, &["--journal", "none/x.review"], "none/x.review"),
        (2, &["--playouts", "7"], "8"),
        (2, &["--iterations", "0"], "0"),
        (2, &["--force"], "--html"),
    ] {
        let arguments: Vec<&str> = [&["review", "game.json"], arguments].concat();
        let message = place.fail(code, &arguments);
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
    assert!(!place.path().join("game.json.review").exists(), "nothing was judged");
    succeed(&place, &["--json"]);
    let message = fail(&place, 1, &["--seed", "9"]);
    assert!(message.contains("--journal"), "{message}");
}

/// Each cause has a message of its own, which names the journal and what helps, and the journal is left as it is.
#[test]
fn a_journal_that_is_of_no_use_is_refused_for_its_own_reason() {
    let place = place();
    succeed(&place, &["--events", "0"]);
    let journal = place.read("game.json.review");
    let refused = |part: &str, more: &[&str]| {
        let message = fail(&place, 1, &[&["--events", "0"], more].concat());
        assert!(message.contains(part) && message.contains("--journal"), "{message}");
        for other in [
            "cannot use the journal",
            "is damaged",
            "is of another game",
            "with other settings",
            "another process",
        ] {
            assert_eq!(message.contains(other), part.contains(other), "{other}: {message}");
        }
    };
    refused("of a review with other settings", &["--seed", "9"]);
    let damaged = journal.replacen("\"visits\":", "\"visits\":1", 1);
    for (text, line) in [(damaged, 1), (journal.clone() + "xx\n", journal.lines().count() + 1)] {
        place.write("game.json.review", &text);
        refused(&format!("game.json.review: line {line} is damaged"), &[]);
        assert_eq!(place.read("game.json.review"), text);
    }
    let other = short_record("puerto-rico", [steady(), steady(), steady()], 7);
    place.write("game.json", &other.to_json());
    place.write("game.json.review", &journal);
    refused("is of another game: line ", &[]);
    assert_eq!(place.read("game.json.review"), journal);
    // Nothing can be made in /proc, by anybody.
    refused("cannot use the journal /proc/x: ", &["--journal", "/proc/x"]);
    let held = fs::File::create(place.path().join("held.review")).unwrap();
    held.lock().unwrap();
    refused("another process writes the journal held.review", &["--journal", "held.review"]);
}
