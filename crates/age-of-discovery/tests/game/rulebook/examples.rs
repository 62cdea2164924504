//! The example positions of section 14.5, read from the page.

use serde_json::{Value, json};

use crate::table::Table;

/// Returns the positions among the JSON blocks of the page.
fn examples() -> [Value; 2] {
    let page = include_str!("../../../../../docs/rules/age-of-discovery.md");
    let blocks = page.split("```json\n").skip(1).map(|rest| {
        let (block, _) = rest.split_once("```").expect("a block ends");
        serde_json::from_str::<Value>(block).expect("JSON")
    });
    let positions: Vec<Value> = blocks.filter(|block| block["game"] == "age-of-discovery").collect();
    positions.try_into().expect("two examples")
}

fn load(example: &Value) -> Table {
    let table = Table::load(example);
    assert_eq!(&table.position(), example, "it is written as it was read");
    table
}

#[test]
fn the_start_of_a_game_of_three() {
    let [start, _] = examples();
    let mut table = load(&start);
    assert_eq!(table.seat(), Some(0));
    let legal = [
        "colonist capital",
        "colonist discovery",
        "colonist dock",
        "colonist goods",
        "colonist initiative",
        "colonist shipping",
        "colonist specialist captain",
        "colonist specialist merchant",
        "colonist specialist missionary",
        "colonist specialist soldier",
        "colonist training",
        "colonist warfare",
    ];
    assert_eq!(table.legal(), legal);
    table.play_as(0, "colonist capital").play_as(2, "colonist initiative").play_as(1, "colonist dock");
    assert_eq!(table.at("/dock"), json!([[1, "colonist"]]));
    assert_eq!(table.seat(), Some(0));
}

#[test]
fn a_war_of_turn_5() {
    let [_, war] = examples();
    let mut table = load(&war);
    assert_eq!(table.seat(), Some(2));
    assert_eq!(table.legal(), ["kill soldiers 0", "kill soldiers 1"]);
    table.play_as(2, "kill soldiers 1");
    assert_eq!(table.of(1, "units/caribbean"), json!([7, 0]));
    assert_eq!(table.of(2, "units/caribbean"), json!([1, 0]));
    assert_eq!(
        (table.at("/step"), table.at("/conflict")),
        (json!("attacker_kills"), json!({"kind": "war", "opponent": 2, "region": "brazil"}))
    );
    assert_eq!(table.legal(), ["kill soldiers 0"]);
    table.play_as(1, "kill soldiers 0").play_as(2, "kill soldiers 0");
    assert_eq!(table.of(2, "units/brazil"), json!([3, 0]));
    assert_eq!((table.at("/step"), table.seat()), (json!("warfare"), Some(0)), "the figure of seat 0 acts");
    assert_eq!(table.at("/warfare_box"), json!([0]));
    assert_eq!(table.legal(), ["battle brazil 1", "pass", "war 1"]);
}

/// Sets may be read in any order and are written in table order.
#[test]
fn sets_are_read_in_any_order() {
    let [_, war] = examples();
    let mut shuffled = war.clone();
    for pointer in ["/region_goods", "/offer", "/players/2/tiles"] {
        let list = shuffled.pointer_mut(pointer).and_then(Value::as_array_mut).expect("a list");
        list.reverse();
    }
    assert_ne!(shuffled, war);
    assert_eq!(Table::load(&shuffled).position(), war);
}

/// What is left out means zero, empty, false or nobody; it may be written all the same.
#[test]
fn empty_fields_may_be_written() {
    let [_, war] = examples();
    let mut full = war.clone();
    for (field, value) in [
        ("options", json!({})),
        ("goods_box", json!([])),
        ("dock", json!([])),
        ("specialists_box", json!({})),
        ("ship_in_box", json!(false)),
        ("university_used", json!(false)),
    ] {
        full[field] = value;
    }
    full["players"][0]["shipping"] = json!(0);
    full["players"][0]["goods"] = json!({"gold": 0});
    full["players"][1]["buildings"] = json!([]);
    full["players"][1]["economy"] = json!(0);
    assert_eq!(Table::load(&full).position(), war);
}
