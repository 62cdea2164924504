//! The settler: C19 to C27.

use serde_json::{Value, json};

use crate::setup::Setup;
use crate::table::{Table, total};

/// Four players; seat 0 has an occupied hospice and is to pick the settler, with so many colonists
/// in the supply and on the ship.
fn with_hospice(supply: i64, ship: i64, buildings: Value) -> Table {
    let elsewhere = 79 - supply - ship - total(&buildings);
    let mut table = Setup::new(4)
        .with(json!({"colonist_ship": ship, "face_up": {"corn": 1, "sugar": 1}}))
        .player(0, json!({"buildings": buildings}))
        .player(3, json!({"san_juan": elsewhere}))
        .table();
    assert_eq!(table.colonist_supply(), supply);
    table.play_as(0, "settler");
    table
}

#[test]
fn c19_the_hospice_does_not_serve_the_hacienda_tile() {
    let mut table = with_hospice(1, 4, json!({"hospice": 1, "hacienda": 1}));
    assert_eq!(table.legal(), ["draw", "pass"]);
    table.play_as(0, "draw");
    assert_eq!(total(&table.of(0, "tiles")), 1);
    assert_eq!(table.of(0, "occupied"), json!({}));
    assert_eq!(table.colonist_supply(), 1);
    table.play_as(0, "take corn");
    assert_eq!(total(&table.of(0, "tiles")), 2);
    assert_eq!(table.of(0, "occupied"), json!({"corn": 1}));
    assert_eq!(table.colonist_supply(), 0);
    assert_eq!(table.at("/colonist_ship"), 4);
}

#[test]
fn c20_the_hospice_takes_from_the_ship_when_the_supply_is_empty() {
    let mut table = with_hospice(0, 3, json!({"hospice": 1}));
    table.play_as(0, "take corn");
    assert_eq!(table.of(0, "occupied"), json!({"corn": 1}));
    assert_eq!(table.at("/colonist_ship"), 2);
}

#[test]
fn c21_without_any_colonist_the_tile_stays_empty() {
    let mut table = with_hospice(0, 0, json!({"hospice": 1}));
    table.play_as(0, "take corn");
    assert_eq!(table.of(0, "tiles"), json!({"corn": 1}));
    assert_eq!(table.of(0, "occupied"), json!({}));
}

#[test]
fn c22_the_hospice_serves_a_quarry() {
    let mut table = with_hospice(5, 4, json!({"hospice": 1}));
    table.play_as(0, "take quarry");
    assert_eq!(table.of(0, "occupied"), json!({"quarry": 1}));
    assert_eq!(table.colonist_supply(), 4);
}

/// An unoccupied hospice does nothing (section 2).
#[test]
fn an_empty_hospice_does_nothing() {
    let mut table = with_hospice(5, 4, json!({"hospice": 0}));
    table.play_as(0, "take corn");
    assert_eq!(table.of(0, "occupied"), json!({}));
    assert_eq!(table.colonist_supply(), 5);
}

#[test]
fn c23_a_hacienda_tile_on_the_twelfth_space_ends_the_turn() {
    let eleven = json!({"indigo": 5, "sugar": 6});
    let setup = Setup::new(4)
        .with(json!({"face_up": {"corn": 1}}))
        .player(0, json!({"tiles": eleven, "buildings": {"hacienda": 1}}));
    let mut table = setup.table();
    table.play_as(0, "settler");
    let mut skipped = table.clone();

    table.play_as(0, "draw");
    assert_eq!(total(&table.of(0, "tiles")), 12);
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "tile"));

    // The hacienda may be skipped instead (4.1).
    skipped.play_as(0, "pass").play_as(0, "take corn");
    assert_eq!(skipped.of(0, "tiles"), json!({"corn": 1, "indigo": 5, "sugar": 6}));
    assert_eq!(skipped.seat(), Some(1));
}

#[test]
fn c24_a_settler_with_a_construction_hut_takes_one_quarry() {
    let mut table = Setup::new(4)
        .with(json!({"face_up": {"corn": 1}}))
        .player(0, json!({"buildings": {"construction hut": 1, "hacienda": 1}}))
        .player(1, json!({"buildings": {"construction hut": 1}}))
        .table();
    table.play_as(0, "settler").play_as(0, "draw");
    assert_eq!(table.of(0, "tiles").get("quarry"), None, "the drawn tile is a plantation");
    assert_eq!(table.legal(), ["pass", "take corn", "take quarry"]);
    table.play_as(0, "take quarry");
    assert_eq!(table.of(0, "tiles")["quarry"], 1);
    assert_eq!(total(&table.of(0, "tiles")), 2);
    // Seat 1 may take one through its hut, seats 2 and 3 may not.
    assert_eq!(table.legal(), ["pass", "take corn", "take quarry"]);
    table.play_as(1, "take quarry");
    assert_eq!(table.legal(), ["pass", "take corn"]);
    table.play_as(2, "pass");
    assert_eq!(table.legal(), ["pass", "take corn"]);
}

#[test]
fn an_empty_construction_hut_does_nothing() {
    let mut table = Setup::new(4).player(1, json!({"buildings": {"construction hut": 0}})).table();
    table.play_as(0, "settler");
    assert_eq!(table.legal(), ["pass", "take quarry"]);
    table.play_as(0, "pass");
    assert_eq!(table.legal(), ["pass"]);
}

/// The last settler turn of four players: 2 tiles face down, 5 discarded, 1 left in the row.
fn last_turn_with_two_face_down(deck: Value) -> Table {
    Setup::new(4)
        .with(json!({
            "picked": ["settler"],
            "step": {"decision": "tile", "player": 3},
            "face_up": {"corn": 1},
            "discards": {"indigo": 3, "sugar": 2},
            "deck": deck,
        }))
        .player(0, json!({"tiles": {"corn": 9, "tobacco": 2}}))
        .player(1, json!({"tiles": {"indigo": 9, "tobacco": 2}}))
        .player(2, json!({"tiles": {"sugar": 9, "tobacco": 1}}))
        .player(3, json!({"tiles": {"tobacco": 3, "coffee": 7}}))
        .table()
}

#[test]
fn c25_a_refill_takes_the_stack_first_and_then_reshuffles_all_discards() {
    let mut table = last_turn_with_two_face_down(json!(["tobacco", "coffee"]));
    table.play_as(3, "pass");
    let row = table.at("/face_up");
    assert_eq!(total(&row), 5);
    assert_eq!((&row["tobacco"], &row["coffee"]), (&json!(1), &json!(1)));
    assert_eq!(table.at("/discards"), json!({}));
    let deck = table.at("/deck");
    let deck = deck.as_array().expect("the order is known");
    assert_eq!(deck.len(), 3);
    for (kind, all) in [("corn", 1), ("indigo", 3), ("sugar", 2)] {
        let left = deck.iter().filter(|&tile| tile == kind).count() as u64;
        assert_eq!(row[kind].as_u64().unwrap_or(0) + left, all, "{kind} in the row and face down");
    }
}

#[test]
fn c25_with_an_unknown_order_the_stack_is_drawn_first_as_well() {
    let mut table = last_turn_with_two_face_down(Value::Null);
    table.play_as(3, "pass");
    let row = table.at("/face_up");
    assert_eq!(total(&row), 5);
    assert_eq!((&row["tobacco"], &row["coffee"]), (&json!(1), &json!(1)));
    assert_eq!(table.at("/discards"), json!({}));
    assert_eq!(table.at("/deck"), Value::Null);
}

#[test]
fn c26_without_stack_and_discards_the_row_stays_short() {
    let mut table = Setup::new(5)
        .with(json!({
            "picked": ["settler"],
            "step": {"decision": "tile", "player": 4},
            "face_up": {"corn": 1, "indigo": 1},
            "deck": [],
        }))
        .player(0, json!({"tiles": {"corn": 9}}))
        .player(1, json!({"tiles": {"indigo": 11}}))
        .player(2, json!({"tiles": {"sugar": 11}}))
        .player(3, json!({"tiles": {"tobacco": 9}}))
        .player(4, json!({"tiles": {"coffee": 8}}))
        .table();
    table.play_as(4, "pass");
    assert_eq!(table.at("/face_up"), json!({"corn": 1, "indigo": 1}));
    assert_eq!(table.at("/deck"), json!([]));
    assert_eq!(table.at("/discards"), json!({}));
}

/// A stack that becomes empty with the last tile needed is not reshuffled until the next refill
/// (4.1), so a hacienda then has nothing to draw.
#[test]
fn an_exactly_empty_stack_is_reshuffled_only_at_the_next_refill() {
    let mut table = Setup::new(4)
        .with(json!({
            "picked": ["settler"],
            "step": {"decision": "tile", "player": 3},
            "deck": ["corn", "corn", "corn", "corn", "corn"],
            "discards": {"indigo": 3},
        }))
        .player(0, json!({"tiles": {"corn": 5, "tobacco": 6}}))
        .player(1, json!({"tiles": {"indigo": 9, "tobacco": 3}, "buildings": {"hacienda": 1}}))
        .player(2, json!({"tiles": {"sugar": 11}, "buildings": {"hacienda": 1}}))
        .player(3, json!({"tiles": {"coffee": 8}}))
        .table();
    table.play_as(3, "pass");
    assert_eq!(table.at("/face_up"), json!({"corn": 5}));
    assert_eq!(table.at("/deck"), json!([]));
    assert_eq!(table.at("/discards"), json!({"indigo": 3}));
    table.play_as(1, "craftsman").play_as(2, "captain").play_as(3, "mayor");
    while table.decision() == "place" {
        let action = table.legal().swap_remove(0);
        table.play(&action);
    }
    table.play_as(1, "settler");
    // Seat 1 has a full island, seat 2 an occupied hacienda but no stack to draw from.
    assert_eq!((table.seat(), table.decision().as_str()), (Some(2), "tile"));
}

#[test]
fn c27_a_full_island_is_skipped() {
    let mut table = Setup::new(4)
        .with(json!({"face_up": {"corn": 1}}))
        .player(1, json!({"tiles": {"sugar": 10, "quarry": 2}, "buildings": {"hacienda": 1}}))
        .player(2, json!({"buildings": {"hacienda": 1}}))
        .table();
    table.play_as(0, "settler").play_as(0, "pass");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(2), "hacienda"));
}
