//! The step cases of `cases.jsonl`.

use serde_json::Value;
use tradewinds_game::{CountingDice, Game, Notation};

use crate::table::Play;

const CASES: &str = include_str!("../cases.jsonl");

/// The fields that a reshuffle cannot change.
const CERTAIN: [&str; 9] = [
    "game",
    "promo",
    "event",
    "trade_master",
    "queue",
    "development_deck",
    "discard_pile",
    "split",
    "decision",
];

#[test]
fn step_cases() {
    let (mut steps, mut finished) = (0, 0);
    for (line, text) in (1..).zip(CASES.lines()) {
        let case: Value = serde_json::from_str(text).expect("the case is well formed");
        let mut play = Play::load(&case["position"]);
        assert_eq!(play.position(), case["position"], "line {line}: the position round-trips");
        if let Some(scores) = case.get("scores") {
            assert_eq!(play.rules.result(&play.state).as_ref(), Some(scores), "line {line}");
            assert_eq!(play.to_act(), None, "line {line}");
            finished += 1;
            continue;
        }
        let legal: Vec<&str> = case["legal"]
            .as_array()
            .expect("the case is well formed")
            .iter()
            .map(|text| text.as_str().expect("the case is well formed"))
            .collect();
        assert_eq!(play.legal(), legal, "line {line}");
        let action = play
            .rules
            .parse_action(&play.state, case["action"].as_str().expect("the case is well formed"))
            .expect("the case is well formed");
        let mut dice = CountingDice::new(&mut play.dice);
        play.rules.play(&mut play.state, action, &mut dice);
        let chance = dice.throws() > 0;
        assert_eq!(Value::from(chance), case["chance"], "line {line}");
        let (found, expected) = (play.position(), &case["next"]);
        if chance {
            for field in CERTAIN {
                assert_eq!(found[field], expected[field], "line {line}: {field}");
            }
            for field in ["draw_pile", "supply", "market"] {
                let len = |value: &Value| value[field].as_str().expect("the case is well formed").len();
                assert_eq!(len(&found), len(expected), "line {line}: {field}");
            }
            for (found, expected) in found["players"]
                .as_array()
                .expect("the case is well formed")
                .iter()
                .zip(expected["players"].as_array().expect("the case is well formed"))
            {
                let len = |value: &Value| value["hand"].as_str().expect("the case is well formed").len();
                assert_eq!(len(found), len(expected), "line {line}");
                for field in ["money", "developments", "known_by", "stored", "set_aside", "offer"] {
                    assert_eq!(found[field], expected[field], "line {line}: {field}");
                }
            }
            assert_eq!(Play::load(expected).position(), *expected, "line {line}");
        } else {
            assert_eq!(found, *expected, "line {line}: {}", case["action"]);
        }
        play.rules.check(&play.state).expect("the case is well formed");
        steps += 1;
    }
    assert_eq!((steps, finished), (284, 14));
}
