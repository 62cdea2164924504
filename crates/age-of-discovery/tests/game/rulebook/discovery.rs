//! Discovery: section 4.7; X01 to X07, X32, X41, X42 and rulings A11 to A14.

use serde_json::{Value, json};

use crate::setup::{Setup, UNDISCOVERED};
use crate::table::{Purses as _, Table};

/// Seats 0, 1, 2 in order with these figures in Discovery; then the Training slot of seat 2.
fn exploring(boxes: [Value; 3]) -> Setup {
    let first = boxes.iter().position(|figures| *figures != json!({})).expect("somebody explores");
    let mut setup =
        Setup::new(3).turn(3).step("explore_target", first).with(json!({"specialists_box": {"training": 2}}));
    for (seat, figures) in boxes.into_iter().enumerate() {
        setup = setup.player(seat, json!({"discovery": figures}));
    }
    setup
}

fn alone(figures: Value) -> Setup {
    exploring([figures, json!({}), json!({})])
}

/// Sends an expedition; returns whether a random event took place.
fn send(table: &mut Table, seat: usize, target: &str, [soldiers, captains, others]: [usize; 3]) -> bool {
    table.play_as(seat, &format!("explore {target}"));
    table.play_as(seat, &format!("soldiers {soldiers}"));
    table.play_as(seat, &format!("captains {captains}"));
    assert_eq!(table.seat(), Some(seat));
    table.play_with_chance(&format!("others {others}"))
}

#[test]
fn x01_a_captain_and_two_soldiers() {
    let setup = alone(json!({"captain": 1, "soldier": 2, "other": 2})).tile("peru", "t11");
    let mut table = setup.table();
    let mut targets: Vec<String> = UNDISCOVERED.iter().map(|region| format!("explore {region}")).collect();
    targets.sort();
    targets.push("stay".to_owned());
    assert_eq!(table.legal(), targets);
    table.play("explore peru");
    assert_eq!(table.at("/expedition"), json!({"target": "peru"}));
    assert_eq!(table.legal(), ["soldiers 0", "soldiers 1", "soldiers 2"]);
    table.play("soldiers 2");
    assert_eq!(table.at("/expedition"), json!({"target": "peru", "soldiers": 2}));
    assert_eq!(table.legal(), ["captains 0", "captains 1"]);
    table.play("captains 1");
    assert_eq!(table.at("/expedition"), json!({"target": "peru", "soldiers": 2, "captains": 1}));
    assert_eq!(table.of(0, "discovery"), json!({"captain": 1, "soldier": 2, "other": 2}), "still in the box");
    assert_eq!(table.legal(), ["others 0", "others 1", "others 2"]);
    assert!(!table.play_with_chance("others 0"), "the tile is in the position");

    assert_eq!(table.money(0), 12);
    assert_eq!(table.of(0, "tiles"), json!(["t11"]));
    assert_eq!(table.of(0, "units"), json!({"peru": [1, 0]}));
    assert_eq!(table.of(0, "discovery"), json!({"other": 2}));
    assert_eq!(table.at("/tiles/peru"), Value::Null);
    assert_eq!((table.at("/step"), table.at("/expedition")), (json!("train"), Value::Null));
}

#[test]
fn x02_a_failure_shows_the_tile_to_the_next() {
    // t12 lies on Brazil: $3, $4 per soldier, 4 natives, 6 VP.
    let mut table = exploring([json!({"other": 3}), json!({"other": 4}), json!({})]).table();
    assert!(!send(&mut table, 0, "brazil", [0, 0, 3]));
    assert_eq!((table.money(0), table.of(0, "discovery")), (json!(0), Value::Null));
    assert_eq!((table.of(0, "tiles"), table.of(0, "units")), (Value::Null, Value::Null));
    assert_eq!((table.at("/tiles/brazil"), table.at("/tiles_seen")), (json!("t12"), json!(["brazil"])));

    send(&mut table, 1, "brazil", [0, 0, 4]);
    assert_eq!((table.money(1), table.of(1, "tiles")), (json!(3), json!(["t12"])));
    assert_eq!(table.of(1, "units"), json!({"brazil": [1, 0]}));
    assert_eq!(table.at("/tiles_seen"), Value::Null);
}

#[test]
fn x03_an_equal_value_succeeds() {
    let mut table = alone(json!({"other": 3})).table();
    send(&mut table, 0, "canada", [0, 0, 3]);
    assert_eq!((table.money(0), table.of(0, "tiles")), (json!(2), json!(["t06"])));
}

/// Discovered by seat 2 but for Canada (t06: $2, $4 per soldier, 3 natives).
fn last_region(boxes: [Value; 3]) -> Setup {
    exploring(boxes).open(2, &UNDISCOVERED[1..])
}

#[test]
fn x05_the_deck_opens_at_once() {
    let boxes = [json!({"other": 3}), json!({"captain": 1, "soldier": 4}), json!({})];
    let mut table = last_region(boxes).next_cards(&["k16"]).table();
    assert_eq!(table.legal(), ["explore canada", "stay"], "X07: no deck yet");
    table.refuse("explore deck");
    send(&mut table, 0, "canada", [0, 0, 3]);
    assert_eq!(table.at("/tiles"), Value::Null);
    assert_eq!(table.legal(), ["explore deck", "stay"]);
    assert!(!send(&mut table, 1, "deck", [4, 1, 0]), "the deck has its order");
    assert_eq!((table.money(1), table.of(1, "cards")), (json!(19), json!(["k16"])));
    assert_eq!((table.of(1, "units"), table.of(1, "discovery")), (Value::Null, Value::Null));
    assert_eq!(table.at("/deck").as_array().map(Vec::len), Some(15));
}

#[test]
fn x06_a_failed_card_goes_back() {
    let mut table = alone(json!({"captain": 2})).open(2, &UNDISCOVERED).next_cards(&["k12"]).table();
    assert!(send(&mut table, 0, "deck", [0, 2, 0]), "the deck is shuffled");
    assert_eq!(table.at("/deck").as_array().map(Vec::len), Some(16));
    assert!(table.at("/deck").to_string().contains("k12"));
    assert_eq!(
        (table.money(0), table.of(0, "cards"), table.of(0, "discovery")),
        (json!(0), Value::Null, Value::Null)
    );
}

/// Each card comes next equally often after a failure.
#[test]
fn a_failed_card_comes_anywhere() {
    let setup = alone(json!({"other": 1})).open(2, &UNDISCOVERED).next_cards(&["k12"]);
    let mut again = 0;
    let mut table = setup.table();
    for _ in 0..800 {
        table.state = setup.table().state;
        send(&mut table, 0, "deck", [0, 0, 1]);
        again += u32::from(table.at("/deck/0") == "k12");
    }
    // A sixteenth of 800, five standard deviations.
    assert!((50_i32 - again as i32).abs() < 35, "{again} of 800");
}

/// A14; the node is asked all the same (14.2).
#[test]
fn an_empty_deck_leaves_everybody_at_home() {
    let cards: Vec<String> = (1..=16).map(|card| format!("k{card:02}")).collect();
    let mut table = exploring([json!({"other": 5}), json!({}), json!({"soldier": 1})])
        .open(2, &UNDISCOVERED)
        .player(1, json!({"cards": cards}))
        .table();
    assert_eq!(table.legal(), ["stay"]);
    table.play_as(0, "stay").play_as(2, "stay");
    assert_eq!(table.at("/step"), "train");
    assert_eq!(table.of(0, "discovery"), json!({"other": 5}));
}

#[test]
fn players_explore_in_turn_order() {
    let mut table = exploring([json!({"other": 1}), json!({"other": 1}), json!({"other": 1})])
        .with(json!({"order": [2, 0, 1], "to_move": 2}))
        .table();
    table.play_as(2, "stay");
    send(&mut table, 0, "peru", [0, 0, 1]);
    table.play_as(1, "stay");
    assert_eq!(table.at("/step"), "train");
    assert_eq!(table.of_all("discovery"), json!([null, {"other": 1}, {"other": 1}]));
}

/// One expedition per player and turn.
#[test]
fn what_stays_behind_waits_for_the_next_turn() {
    let mut table = alone(json!({"captain": 2, "soldier": 3, "other": 2})).table();
    send(&mut table, 0, "peru", [1, 1, 0]);
    assert_eq!(table.at("/step"), "train");
    assert_eq!(table.of(0, "discovery"), json!({"captain": 1, "soldier": 2, "other": 2}));
    // t05: $1 and $3 for one soldier.
    assert_eq!(table.money(0), 4);
}

#[test]
fn x41_two_soldiers_only() {
    let mut table = alone(json!({"soldier": 2})).table();
    table.play("explore peru");
    assert_eq!(table.legal(), ["soldiers 1", "soldiers 2"]);
    table.play("soldiers 1");
    assert_eq!(table.legal(), ["captains 0"]);
    table.play("captains 0");
    assert_eq!(table.legal(), ["others 0"]);
}

#[test]
fn x42_somebody_has_to_go() {
    let mut table = alone(json!({"captain": 1, "soldier": 2})).table();
    table.play("explore peru").play("soldiers 0");
    assert_eq!(table.legal(), ["captains 1"]);

    let mut table = alone(json!({"captain": 1, "other": 2})).table();
    table.play("explore peru");
    assert_eq!(table.legal(), ["soldiers 0"]);
    table.play("soldiers 0");
    assert_eq!(table.legal(), ["captains 0", "captains 1"]);
    table.play("captains 0");
    assert_eq!(table.legal(), ["others 1", "others 2"]);
}

#[test]
fn x32_a_conquistador_of_turn_1() {
    let mut table = Setup::new(2)
        .step("buy", 0)
        .with(json!({"capital_box": [0], "offer": ["conquistador"]}))
        .player(0, json!({"money": 10}))
        .table();
    table.play_as(0, "buy conquistador");
    let mut at_b6 = Vec::new();
    while table.at("/turn") != 4 {
        match table.at("/step").as_str().expect("a step") {
            "place" => {
                let quiet = table.legal().into_iter().find(|action| action.ends_with("shipping"));
                table.play(&quiet.expect("never full"));
            }
            _ => {
                at_b6.push((table.at("/turn"), table.of(0, "discovery")));
                table.play_as(0, "stay");
            }
        }
    }
    assert_eq!(at_b6, [(json!(2), json!({"soldier": 1})), (json!(3), json!({"soldier": 2}))]);
    assert_eq!(table.of(0, "discovery"), json!({"soldier": 3}), "after D of turn 3");
}

/// The unit of a discovery is the first one there, too few for a claim (4.9).
#[test]
fn a_discovery_claims_nothing_alone() {
    let mut table = alone(json!({"other": 5})).table();
    send(&mut table, 0, "argentina", [0, 0, 5]);
    assert_eq!(table.of(0, "goods"), Value::Null);
    assert!(table.at("/region_goods").to_string().contains("argentina"));
}
