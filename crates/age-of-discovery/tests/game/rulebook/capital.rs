//! Capital Buildings: section 4.6; X13 to X15 and rulings A15, A40, A41.

use serde_json::{Value, json};

use crate::setup::{Setup, UNDISCOVERED};
use crate::table::{Purses as _, Table};

/// Seat 0 is to buy; the game stops in the Training slot of seat 1.
fn buying(turn: u64, spaces: Value, offer: &[&str], money: u64) -> Setup {
    Setup::new(2)
        .turn(turn)
        .step("buy", 0)
        .with(json!({"capital_box": spaces, "offer": offer, "specialists_box": {"training": 1}}))
        .player(0, json!({"money": money}))
}

fn after(table: &Table) -> (Value, Value) {
    (table.at("/step"), table.money(0))
}

#[test]
fn the_price_follows_the_age() {
    for (turn, price) in [(1, 10), (3, 10), (4, 14), (6, 14), (7, 20), (8, 20)] {
        let buildings = [["trade_routes"], ["taxation"], ["power"]];
        let offer = buildings[usize::from(turn > 3) + usize::from(turn > 6)];
        let mut table = buying(turn, json!([0]), &offer, 33).table();
        table.play(&format!("buy {}", offer[0]));
        assert_eq!(table.money(0), 33 - price, "turn {turn}");
        assert_eq!(buying(turn, json!([0]), &offer, price - 1).table().legal(), ["pass"], "turn {turn}");
    }
}

#[test]
fn a_passed_space_is_lost() {
    let mut table = buying(2, json!([0, 1]), &["navigator", "trading_post"], 10).table();
    assert_eq!(table.legal(), ["buy navigator", "buy trading_post", "pass"]);
    table.play_as(0, "pass");
    assert_eq!(table.at("/capital_box"), json!([1]));
    assert_eq!(table.legal(), ["pass"], "no money, one action");
    table.play_as(1, "pass");
    assert_eq!(after(&table), (json!("train"), json!(10)));
    assert_eq!(table.of_all("buildings"), json!([null, null]));
    assert_eq!(table.at("/offer"), json!(["navigator", "trading_post"]));
}

/// Box order, left to right (A40), and a bought building is gone for the next space.
#[test]
fn the_spaces_buy_in_order() {
    let mut table = Setup::new(3)
        .turn(2)
        .step("buy", 2)
        .with(json!({"capital_box": [2, 0, 2], "offer": ["navigator", "trading_post", "conquistador"]}))
        .with(json!({"order": [0, 1, 2], "specialists_box": {"training": 1}}))
        .player(0, json!({"money": 30}))
        .player(2, json!({"money": 25}))
        .table();
    table.play_as(2, "buy navigator");
    assert_eq!(table.legal(), ["buy conquistador", "buy trading_post", "pass"]);
    table.play_as(0, "buy trading_post");
    table.play_as(2, "buy conquistador");
    assert_eq!(table.purses(), json!([20, 0, 5]));
    assert_eq!(table.of_all("buildings"), json!([["trading_post"], null, ["conquistador", "navigator"]]));
    assert_eq!(table.at("/offer"), Value::Null, "no refill in B5");
}

#[test]
fn two_copies_of_settlers_are_one_action() {
    let mut table = buying(2, json!([0, 0]), &["settlers", "settlers", "monastery"], 20).table();
    assert_eq!(table.legal(), ["buy monastery", "buy settlers", "pass"]);
    table.play("buy settlers");
    assert_eq!(table.legal(), ["buy monastery", "buy settlers", "pass"]);
    table.play("buy settlers");
    assert_eq!(table.of(0, "buildings"), json!(["settlers", "settlers"]));
    table.play_as(1, "decline");
    assert_eq!(table.of_all("hand"), json!([{"colonist": 7}, {"colonist": 5}]));
}

#[test]
fn x13_the_inca_empire_pays_for_a_trading_post() {
    let mut table = buying(1, json!([0, 1, 0]), &["inca_empire", "trading_post"], 20).table();
    table.play_as(0, "buy inca_empire");
    assert_eq!(table.money(0), 30);
    table.play_as(1, "pass").play_as(0, "buy trading_post");
    assert_eq!(after(&table), (json!("train"), json!(20)));
    table.play_as(1, "decline");
    assert_eq!(table.money(0), 25, "D of the same turn, no income");
}

#[test]
fn x14_cartography_takes_any_tile() {
    let mut table = buying(1, json!([0]), &["cartography"], 10).table();
    table.play("buy cartography");
    assert_eq!((table.at("/step"), table.seat(), table.money(0)), (json!("cartography"), Some(0), json!(0)));
    let mut targets = UNDISCOVERED.map(|region| format!("discover {region}"));
    targets.sort();
    assert_eq!(table.legal(), targets);
    // t15: $4, $5 per soldier, 5 natives.
    table.play("discover new_granada");
    assert_eq!(after(&table), (json!("train"), json!(4)));
    assert_eq!(table.of(0, "tiles"), json!(["t15"]));
    assert_eq!(table.of(0, "units"), json!({"new_granada": [1, 0]}));
    assert_eq!(table.at("/tiles").as_object().map(|tiles| tiles.len()), Some(7));

    let over = Setup::new(2)
        .over()
        .open(0, &["new_granada"])
        .player(0, json!({"buildings": ["cartography"]}))
        .table();
    let points = &over.result()["players"][0];
    assert_eq!((&points["tiles"], &points["fixed_buildings"]), (&json!(7), &json!(4)));
}

/// A11, and no plunder for soldiers that wait in the box.
#[test]
fn cartography_may_take_a_known_tile() {
    let mut table = buying(3, json!([0]), &["cartography"], 10)
        .with(json!({"tiles_seen": ["peru", "brazil"]}))
        .player(0, json!({"money": 10, "discovery": {"soldier": 3}}))
        .table();
    table.play("buy cartography").play("discover peru");
    // t05: $1.
    assert_eq!(table.money(0), 1);
    assert_eq!(table.of(0, "discovery"), json!({"soldier": 3}));
    assert_eq!(table.at("/tiles_seen"), json!(["brazil"]));
    assert_eq!(table.at("/step"), "explore_target");
    assert!(!table.legal().contains(&"explore peru".to_owned()));
}

/// A15: the deck is nothing for Cartography.
#[test]
fn cartography_without_an_undiscovered_region() {
    let mut table = buying(3, json!([0]), &["cartography"], 10).open(1, &UNDISCOVERED).table();
    table.play("buy cartography");
    assert_eq!(after(&table), (json!("train"), json!(0)));
    assert_eq!(table.of(0, "buildings"), json!(["cartography"]));
}

/// The offer is not refilled, but immediate buildings act before the next space.
#[test]
fn cartography_acts_before_the_next_space() {
    let mut table = buying(3, json!([0, 0]), &["cartography", "navigator"], 16).tile("peru", "t13").table();
    table.play("buy cartography").play("discover peru");
    assert_eq!(table.legal(), ["buy navigator", "pass"], "$6 and $4");
}

#[test]
fn x15_indian_allies_claim_silver() {
    let mut table = buying(4, json!([0]), &["indian_allies"], 14)
        .open(0, &["peru"])
        .player(0, json!({"money": 14, "units": {"caribbean": [1, 0], "peru": [1, 0]}}))
        .player(1, json!({"units": {"peru": [1, 0]}}))
        .table();
    table.play("buy indian_allies");
    assert_eq!((table.at("/step"), table.seat()), (json!("indian_allies"), Some(0)));
    assert_eq!(table.legal(), ["reinforce caribbean", "reinforce peru"]);
    table.play("reinforce peru");
    assert_eq!(table.of(0, "units"), json!({"caribbean": [1, 0], "peru": [1, 2]}));
    assert_eq!(table.of(0, "goods"), json!({"silver": 1}));
    assert_eq!(after(&table), (json!("train"), json!(0)));
}

/// A41.
#[test]
fn indian_allies_without_a_unit() {
    let mut table = buying(4, json!([0, 1]), &["indian_allies"], 14)
        .player(1, json!({"units": {"caribbean": [2, 0]}}))
        .table();
    table.play("buy indian_allies");
    assert_eq!((table.at("/step"), table.seat()), (json!("buy"), Some(1)));
    assert_eq!(table.of(0, "buildings"), json!(["indian_allies"]));
    assert_eq!(table.of(0, "units"), Value::Null);
}
