//! Records of games, and replaying them.

use std::fs;

use serde_json::{Value, json};
use tradewinds::arena::playable;
use tradewinds::tournament::{MoveRecord, Replay};

use super::lab::{Lab, MANIFEST, tables};
use super::race::Race;

const NAME: &str = "run/records/game-17.json";

/// Plays with records and returns the lab with the text of one.
fn recorded(what: &str) -> (Lab, String) {
    let lab = Lab::new();
    let manifest = format!("{MANIFEST}record = \"{what}\"\n");
    lab.run(&manifest, "run", 2).unwrap();
    let text = fs::read_to_string(lab.path(NAME)).unwrap();
    (lab, text)
}

fn verify(text: &str) -> Result<(), String> {
    let record = MoveRecord::parse("r.json", text).map_err(|error| error.to_string())?;
    let mut replay = Replay::new(playable::<Race>(), &record).map_err(|error| error.to_string())?;
    replay.verify().map_err(|error| error.to_string())
}

/// Changes a record and gives it the checksum of what it is then.
fn forged(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(text).unwrap();
    change(&mut value);
    value["crc"] = json!(0);
    let error = MoveRecord::parse("r.json", &value.to_string()).unwrap_err();
    if error.field() == "crc" {
        let crc: u32 = error.allowed().split(',').next().unwrap().parse().unwrap();
        value["crc"] = json!(crc);
    }
    value.to_string()
}

#[test]
fn every_game_leaves_a_record_that_replays() {
    let (lab, _) = recorded("games");
    let files: Vec<_> =
        fs::read_dir(lab.path("run/records")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 48);
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        assert_eq!(verify(&text), Ok(()));
        assert_eq!(MoveRecord::parse("r", &text).unwrap().to_json(), text);
    }
    // Records do not change results; the page alone says that they are there.
    lab.run(MANIFEST, "plain", 1).unwrap();
    let [mut plain, mut recorded] = ["plain", "run"].map(|run| tables(&lab.path(run)));
    let pages = [&mut plain, &mut recorded].map(|tables| tables.remove("report.html").unwrap());
    let [page, with_records] = pages.map(|page| String::from_utf8(page).unwrap());
    let start = with_records.find("<li><a href=\"records\"").unwrap();
    let end = start + with_records[start..].find("</li>").unwrap() + "</li>".len();
    assert!(format!("{}{}", &with_records[..start], &with_records[end..]) == page);
    assert!(plain == recorded);
}

/// The record of any game can be made from the manifest alone, and is the one that a run leaves.
#[test]
fn a_record_follows_from_the_manifest() {
    for what in ["games", "positions"] {
        let (lab, text) = recorded(what);
        let tournament = lab.tournament(&format!("{MANIFEST}record = \"{what}\"\n")).unwrap();
        let (_, record) = tournament.play_recorded(17, &|| false).unwrap();
        assert_eq!(record.to_json(), text);
        let throws = record.actions.iter().filter(|action| action.action == "roll").count();
        let positions = record.actions.iter().filter(|action| action.position.is_some()).count();
        assert_eq!(positions, if what == "positions" { throws } else { 0 });
        assert!(throws > 0);
    }
}

#[test]
fn a_replay_stands_at_any_decision() {
    let (_, text) = recorded("positions");
    let record = MoveRecord::parse("r.json", &text).unwrap();
    for decision in 0..=record.actions.len() {
        let mut replay = Replay::new(playable::<Race>(), &record).unwrap();
        replay.play_to(decision).unwrap();
        assert_eq!(replay.game().position()["state"]["turn"], json!(decision));
        assert_eq!((replay.played(), replay.decisions()), (decision, record.actions.len()));
    }
}

#[test]
fn a_difference_is_named_where_it_is() {
    let (_, text) = recorded("positions");
    let roll = |value: &Value| {
        value["actions"].as_array().unwrap().iter().position(|action| action["action"] == "roll").unwrap()
    };
    let record: Value = serde_json::from_str(&text).unwrap();
    let seat = |decision: usize| record["actions"][decision]["seat"].as_u64().unwrap() + 1;
    let (first_roll, last) = (roll(&record), record["actions"].as_array().unwrap().len());
    let cases: Vec<(String, String)> = vec![
        (
            forged(&text, |value| value["actions"][2]["action"] = json!("sail")),
            format!("decision 2 differs: seat {}: illegal action \"sail\": legal here: ", seat(2)),
        ),
        (
            forged(&text, |value| value["actions"][1]["seat"] = json!(3)),
            format!("decision 1 differs: seat {} is to move, not seat 4 as recorded", seat(1)),
        ),
        (
            forged(&text, |value| value["chance_seed"] = json!(1)),
            format!("decision {first_roll} differs: the position after it is another one"),
        ),
        (
            forged(&text, |value| value["seats"][0]["score"] = json!(1)),
            format!("decision {last} differs: the end is "),
        ),
        (
            forged(&text, |value| value["end_reason"] = json!("boredom")),
            format!("decision {last} differs: the game ends by \"goal\", not \"boredom\""),
        ),
        (
            forged(&text, |value| drop(value["actions"].as_array_mut().unwrap().pop())),
            format!("decision {} differs: the record ends, but seat ", last - 1),
        ),
        (
            forged(&text, |value| value["rules_version"] = json!(0)),
            "rules_version: found 0; allowed: 1".to_owned(),
        ),
        (
            forged(&text, |value| value["game"] = json!("chess")),
            "game: found \"chess\"; allowed: \"race\"".to_owned(),
        ),
        (forged(&text, |value| value["initial"] = json!({})), "record: initial".to_owned()),
        (forged(&text, |value| value["moves"] = json!([])), "moves: found \"moves\"; allowed: ".to_owned()),
        (text.replacen("\"roller\"", "\"rollex\"", 1), "crc: found ".to_owned()),
        (text.replacen("\"crc\"", "\"src\"", 1), "found \"src\"".to_owned()),
        (text[..text.len() / 2].to_owned(), "a record in JSON".to_owned()),
    ];
    for (changed, part) in cases {
        assert_ne!(changed, text);
        let error = verify(&changed).unwrap_err();
        assert!(error.contains(&part), "{part}: {error}");
    }
}

/// No single changed byte goes unnoticed, unless it is white space.
#[test]
fn a_corrupted_byte_is_noticed() {
    let (_, text) = recorded("games");
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        if bytes[place].is_ascii_whitespace() {
            continue;
        }
        bytes[place] ^= 1;
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        assert!(verify(&changed).is_err(), "byte {place}");
    }
}
