//! Specialists: section 4.8; X16.

use serde_json::{Value, json};

use crate::setup::{LAST, Setup};
use crate::table::Purses as _;

#[test]
fn each_slot_gives_its_specialist_for_the_next_turn() {
    for slot in ["captain", "merchant", "missionary", "soldier"] {
        let mut table =
            Setup::new(3).turn(2).step("place", 1).player(1, json!({"hand": {"colonist": 1}})).table();
        table.play_as(1, &format!("colonist specialist {slot}"));
        assert_eq!(table.at("/turn"), 3);
        assert_eq!(
            table.of_all("hand"),
            json!([{"colonist": 5}, {"colonist": 5, slot: 1}, {"colonist": 5}]),
            "{slot}"
        );
        assert_eq!(table.at("/specialists_box"), Value::Null);
    }
}

#[test]
fn five_new_specialists_in_one_turn() {
    let slots = json!({"merchant": 1, "missionary": 2, "soldier": 0, "training": 1});
    let mut table = Setup::new(3)
        .turn(2)
        .last(0)
        .with(json!({"specialists_box": slots}))
        .player(1, json!({"money": 7}))
        .table();
    table.play_as(0, LAST);
    assert_eq!((table.at("/step"), table.seat()), (json!("train"), Some(1)));
    assert_eq!(table.at("/specialists_box"), json!({"training": 1}), "the others are done");
    assert_eq!(
        table.of_all("hand"),
        json!([{"captain": 1, "soldier": 1}, {"merchant": 1}, {"missionary": 1}])
    );
    table.play_as(1, "train merchant");
    assert_eq!(table.money(1), 2);
    assert_eq!(
        table.of_all("hand"),
        json!([
            {"colonist": 5, "captain": 1, "soldier": 1}, {"colonist": 5, "merchant": 2},
            {"colonist": 5, "missionary": 1},
        ])
    );
}

#[test]
fn x16_training_costs_five() {
    let with = |money: u64| Setup::new(2).turn(2).late(1).player(1, json!({"money": money}));
    assert_eq!(with(4).table().legal(), ["decline"]);
    let choices = ["captain", "merchant", "missionary", "soldier"];
    for specialist in choices {
        let mut table = with(5).table();
        let mut legal = vec!["decline".to_owned()];
        legal.extend(choices.map(|choice| format!("train {choice}")));
        assert_eq!(table.legal(), legal);
        table.refuse("train colonist");
        table.play_as(1, &format!("train {specialist}"));
        assert_eq!(table.purses(), json!([0, 0]));
        assert_eq!(table.of(1, "hand"), json!({"colonist": 5, specialist: 1}));
    }
    let table = with(5).declined();
    assert_eq!((table.money(1), table.of(1, "hand")), (json!(5), json!({"colonist": 5})));
}

/// A specialist is taught in turn 8 as always, although nothing uses it.
#[test]
fn training_in_turn_8() {
    let mut table = Setup::new(2).turn(8).late(1).player(1, json!({"money": 5})).table();
    table.play("train captain");
    assert_eq!(table.at("/step"), "over");
    assert_eq!((table.money(1), table.of(1, "hand")), (json!(0), json!({"captain": 1})));
}
