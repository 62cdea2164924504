//! Reviews of many games at once, and the training on what is flagged in them.

use tradewinds::review::{Mistakes, Review};
use tradewinds::sitting::{Session, Sitter, SittingSpec, to_record};

use super::place::Place;
use crate::short_game::{short_record, steady};

/// Settings that need little time.
const QUICK: [&str; 10] =
    ["--iterations", "20", "--playouts", "8", "--compared", "16", "--worlds", "2", "--events", "8"];

fn with_settings<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [arguments, &QUICK[..]].concat()
}

/// The record of the first decisions of a game; the first seat takes the first legal action.
fn opening(seed: u64) -> String {
    let anna = Sitter::Here { name: "Anna".to_owned() };
    let spec = SittingSpec::new("puerto-rico", None, vec![anna, steady(), steady()], seed).unwrap();
    let mut session = Session::new(spec).unwrap();
    for _ in 0..6 {
        let action = session.game().legal().remove(0);
        session.play(&action).unwrap();
    }
    to_record(&session, "opening").to_json()
}

/// A folder with the ends of two games and the beginnings of two others, in which Anna sits at the first seat.
fn games() -> Place {
    let place = Place::new();
    let anna = || Sitter::Here { name: "Anna".to_owned() };
    for seed in [6, 7] {
        let record = short_record("puerto-rico", [anna(), steady(), steady()], seed);
        place.write(&format!("games/game-{seed}.json"), &record.to_json());
        place.write(&format!("games/game-{}.json", seed + 4), &opening(seed));
    }
    place.write("games/notes.txt", "a file of another kind");
    place.write("games/other.json", "{ \"a\": 1 }");
    place
}

#[test]
fn the_mistakes_of_many_games_are_those_of_their_reviews() {
    let place = games();
    let json =
        place.succeed(&with_settings(&["review", "games", "--name", "anna", "--json", "--html", "a.html"]));
    let found: Mistakes = serde_json::from_str(&json).unwrap();
    let [found] = &found.games[..] else { panic!("one game: {json}") };
    let files = [6, 7, 10, 11].map(|number| format!("games/game-{number}.json"));
    let reviews = files.each_ref().map(|file| -> Review {
        serde_json::from_str(&place.succeed(&with_settings(&["review", file, "--json"]))).unwrap()
    });
    let own = |review: &Review| review.seats[0].clone();
    assert_eq!((found.records, found.names.as_slice()), (4, &["Anna".to_owned()][..]));
    let decisions: usize = reviews.iter().map(|review| own(review).decisions).sum();
    assert_eq!((found.decisions, decisions > 20), (decisions, true));
    assert_eq!(found.flagged, reviews.iter().map(|review| own(review).flagged).sum::<usize>());
    for kind in &found.kinds {
        let all = reviews.iter().flat_map(|review| own(review).kinds);
        let all: Vec<_> = all.filter(|other| other.kind == kind.kind).collect();
        let lost: f64 = all.iter().map(|kind| kind.loss.mean).sum();
        let decisions: usize = all.iter().map(|kind| kind.decisions).sum();
        assert_eq!((kind.decisions, kind.records), (decisions, all.len()), "{}", kind.kind);
        assert!((kind.loss.mean - lost / decisions as f64).abs() < 1e-9, "{}", kind.kind);
        let [low, high] = kind.loss.interval.unwrap();
        assert!(low <= kind.loss.mean && kind.loss.mean <= high);
    }
    let judged = reviews.iter().flat_map(|review| &review.judged);
    let losing = judged.filter(|one| one.judged.seat == 0 && one.loss.is_some_and(|loss| loss.mean > 0.0));
    assert_eq!(found.worst.len(), losing.count().min(10));
    assert!(found.worst.len() > 5 && found.worst[0].flag.is_some(), "{:?}", found.worst);
    for worst in &found.worst {
        let place = files.iter().position(|file| *file == worst.record).unwrap();
        let judged = &reviews[place].judged;
        let reviewed = judged.iter().find(|reviewed| reviewed.judged.decision == worst.decision).unwrap();
        assert_eq!((reviewed.loss, worst.seat), (Some(worst.loss), 0));
    }
    let [opening] = &found.openings[..] else { panic!("{:?}", found.openings) };
    assert!(
        opening.records == 2 && opening.order.starts_with("Take the ") && opening.result.interval.is_some()
    );
    let page = place.read("a.html");
    for part in ["Losses by kind of decision", "The worst decisions", "Openings", "games/game-"] {
        assert!(page.contains(part), "{part}");
    }
    // All is judged: the text is made from the journals.
    let text = place.succeed(&with_settings(&["review", "games", "--seat", "1"]));
    assert!(text.contains("4 games of Puerto Rico: ") && text.contains(&found.worst[0].made), "{text}");
    let two = place.succeed(&with_settings(&["review", &files[0], &files[1], "--name", "steady"]));
    assert!(two.starts_with("steady 2, steady 3, 2 games of Puerto Rico: "), "{two}");
}

#[test]
fn games_of_no_use_are_refused_in_one_line() {
    let place = games();
    let refused = |arguments: &[&str], part: &str| {
        let message = place.refuse(&with_settings(arguments));
        assert!(message.contains(part), "{arguments:?}: {message}");
    };
    place.write("empty/notes.txt", "");
    for command in ["review", "train"] {
        refused(&[command, "empty"], "empty: found a folder; allowed: the record");
        refused(&[command, "empty"], "; a folder is taken if it has records");
        refused(&[command, "games", "--name", "Ben"], "--name: found Ben; allowed: Anna, steady 2, steady 3");
        refused(&[command, "games", "--seat", "4"], "--seat: found 4; allowed: 1 to 3");
    }
    refused(&["review", "games", "--at", "3"], "--at: found 1 file or folder; allowed: one record");
    place.write("run/manifest.toml", "lineup = []");
    refused(&["review", "run"], "a folder is taken if it has records: `tradewinds tournament --record`");
    let text = place.read("games/game-7.json");
    for damaged in [&text[..text.len() / 2], &text.replacen("Anna", "Anne", 1)] {
        place.write("games/game-7.json", damaged);
        refused(&["review", "games"], "games/game-7.json");
        refused(&["train", "games"], "games/game-7.json");
    }
    assert!(!place.path().join("games/game-6.json.review").exists(), "nothing was judged");
}

#[test]
fn a_training_asks_again_until_it_is_answered_rightly() {
    let place = games();
    let file = "games/game-6.json";
    let review: Review =
        serde_json::from_str(&place.succeed(&with_settings(&["review", file, "--json"]))).unwrap();
    let flagged: Vec<_> = review.flagged().filter(|reviewed| reviewed.judged.seat == 0).collect();
    assert!(flagged.len() > 1, "the last actions of a list are seldom the best ones");
    let action = |index: usize, best: bool| {
        let judged = &flagged[index].judged;
        judged.candidates[if best { judged.reference } else { judged.made }].action.clone()
    };
    // The first one wrongly, then all rightly, then the first one rightly.
    let mut answers = vec!["no move".to_owned(), "t".to_owned(), action(0, false)];
    answers.extend((1..flagged.len()).map(|index| action(index, true)));
    answers.push(action(0, true));
    let train = with_settings(&["train", file, "--seat", "1"]);
    let told = place.succeed_with(&train, &(answers.join("\n") + "\n"));
    for part in [
        "is no move here",
        "What would you do now?",
        "No: it costs ",
        "Right: ",
        ", made in the game",
        &format!("{} right of {} answers.", flagged.len(), flagged.len() + 1),
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let question = told.split("No: it costs ").next().unwrap();
    assert!(!question.contains("better") && !question.contains("(made)"), "the answer is hidden: {question}");
    let (said, notes) = place.succeed_with_notes(&train);
    assert!(said.is_empty(), "{said}");
    assert!(notes.contains(&format!("0 of {} are solved; the next one in 1 day", flagged.len())), "{notes}");
    // All of them, on request; to give up is no right answer.
    let all = place.succeed_with(&[&train[..], &["--all"]].concat(), "o\nq\n");
    assert!(
        all.contains("is the best choice that was found") && all.contains("0 right of 1 answer."),
        "{all}"
    );
    let again = place.succeed_with(&train, "s\n");
    assert!(again.contains("1 puzzle to solve") && again.contains("0 right of 0 answers."), "{again}");
    let kept = place.read("games/training");
    place.write("games/training", &kept.replacen("true", "false", 1));
    let message = place.refuse(&train);
    assert!(message.contains("games/training: line 2 is damaged"), "{message}");
    assert_eq!(
        place.succeed_with(&[&train[..], &["--answers", "other"]].concat(), "").matches("> ").count(),
        1
    );
}
