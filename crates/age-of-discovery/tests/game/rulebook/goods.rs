//! Trade Goods and Merchant Shipping: sections 4.4 and 4.5; R04, X04, X12.

use serde_json::{Value, json};

use crate::setup::{LAST, Setup};
use crate::table::Table;

/// The Trade Goods box with this market; seat 2 has the Training slot.
fn goods(seats: Value, market: Value) -> Table {
    let first = seats[0].as_u64().expect("a seat") as usize;
    Setup::new(3)
        .turn(2)
        .step("take_good", first)
        .with(json!({"goods_box": seats, "market": market, "specialists_box": {"training": 2}}))
        .table()
}

#[test]
fn the_first_space_chooses_first() {
    let mut table = goods(json!([1, 0, 1]), json!({"silver": 2, "sugar": 1, "rice": 1}));
    assert_eq!(table.legal(), ["take rice", "take silver", "take sugar"]);
    table.refuse("pass");
    table.refuse("take gold");
    table.play_as(1, "take sugar");
    assert_eq!(table.at("/goods_box"), json!([0, 1]));
    assert_eq!(table.legal(), ["take rice", "take silver"]);
    table.play_as(0, "take silver");
    assert_eq!(table.legal(), ["take rice", "take silver"], "one silver is left");
    table.play_as(1, "take silver");
    assert_eq!(table.of_all("goods"), json!([{"silver": 1}, {"silver": 1, "sugar": 1}, null]));
    assert_eq!(table.at("/market"), json!({"rice": 1}));
    assert_eq!((table.at("/step"), table.at("/goods_box")), (json!("train"), Value::Null));
}

/// A36.
#[test]
fn an_empty_market_asks_nobody() {
    let mut table = goods(json!([1, 0, 2, 0]), json!({"fish": 1, "fur": 1}));
    table.play_as(1, "take fish");
    assert_eq!(table.legal(), ["take fur"], "a decision with one action");
    table.play_as(0, "take fur");
    assert_eq!(table.at("/step"), "train");
    assert_eq!(table.of_all("goods"), json!([{"fur": 1}, {"fish": 1}, null]));
    assert_eq!(table.at("/goods_box"), Value::Null, "the other figures are gone");
}

/// Places these hands in Merchant Shipping and plays on to the Training slot.
fn ship(order: [usize; 3], hands: [Value; 3], in_box: bool) -> Table {
    let mut setup = Setup::new(3)
        .turn(2)
        .step("place", order[0])
        .with(json!({"order": order, "ship_in_box": in_box, "specialists_box": {"training": 2}}));
    for (seat, hand) in hands.into_iter().enumerate() {
        setup = setup.player(seat, json!({"hand": hand}));
    }
    let mut table = setup.table();
    while table.at("/step") == "place" {
        let action =
            table.legal().into_iter().find(|action| action.ends_with("shipping")).expect("never full");
        table.play(&action);
    }
    assert_eq!(table.at("/step"), "train");
    assert_eq!(table.of_all("shipping"), json!([null, null, null]), "all figures return");
    table
}

#[test]
fn r04_two_captains_and_a_colonist() {
    let mut table = Setup::new(2).turn(2).player(0, json!({"hand": {"captain": 2, "colonist": 2}})).table();
    table.play("captain shipping").play("colonist shipping").play("captain shipping");
    assert_eq!(table.of(0, "shipping"), 5);
}

#[test]
fn x04_captain_and_merchant() {
    let hand = json!({"captain": 1, "merchant": 1, "colonist": 1});
    let setup = Setup::new(2).turn(2).player(0, json!({"hand": hand}));
    let mut table = setup.table();
    table.play("captain shipping").play("merchant shipping");
    assert_eq!(table.of(0, "shipping"), 4);

    // The tile of Peru has two natives, made three and four here.
    for (tile, success) in [("t06", true), ("t12", false)] {
        let mut table = setup.clone().tile("peru", tile).table();
        table.play("captain discovery").play("merchant discovery").play(LAST);
        assert_eq!(table.of(0, "discovery"), json!({"captain": 1, "other": 1}));
        table.play("explore peru").play("soldiers 0").play("captains 1").play("others 1");
        assert_eq!(table.of(0, "tiles") == json!([tile]), success, "{tile}");
    }
}

#[test]
fn x12_a_tie_goes_to_the_earlier_player() {
    let [a, b] = [json!({"merchant": 1, "colonist": 1}), json!({"captain": 1, "colonist": 1})];
    for (order, winner) in [([1, 0, 2], 1), ([0, 2, 1], 0)] {
        let mut table = ship(order, [a.clone(), b.clone(), json!({})], true);
        assert_eq!(table.of(winner, "ships"), 1);
        assert_eq!(table.of(1 - winner, "ships"), Value::Null, "the loser gets nothing");
        assert_eq!(table.at("/ship_in_box"), Value::Null);
        table.play("decline");
        assert_eq!(table.at("/ship_in_box"), true, "phase G");
    }
}

#[test]
fn x12_without_shippers_the_ship_stays() {
    let mut table = Setup::new(3).turn(2).last(0).with(json!({"specialists_box": {"training": 2}})).placed();
    assert_eq!(table.at("/ship_in_box"), true);
    table.play("decline");
    assert_eq!(table.at("/ship_in_box"), true);
    assert_eq!(table.of_all("ships"), json!([null, null, null]), "no second ship in G");
}

#[test]
fn the_highest_value_wins_the_ship() {
    let hands = [json!({"colonist": 3}), json!({"captain": 1, "merchant": 1}), json!({"soldier": 1})];
    let table = ship([0, 2, 1], hands.clone(), true);
    assert_eq!(table.of_all("ships"), json!([null, 1, null]));
    let table = ship([0, 2, 1], hands, false);
    assert_eq!(table.of_all("ships"), json!([null, null, null]), "no ship, no winner");
}

/// The tie looks at the Turn Order box, not at Initiative.
#[test]
fn initiative_does_not_break_the_tie() {
    let table = Setup::new(3)
        .turn(2)
        .last(2)
        .with(json!({"initiative_box": [1, 0]}))
        .player(0, json!({"shipping": 2}))
        .player(1, json!({"shipping": 2}))
        .placed();
    assert_eq!(table.of_all("ships"), json!([1, null, null]));
    assert_eq!(table.at("/order"), json!([1, 0, 2]));
}
