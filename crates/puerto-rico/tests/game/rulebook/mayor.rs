//! The mayor: R1, C12 to C18.

use serde_json::{Value, json};

use crate::setup::Setup;
use crate::table::{Table, total};

/// Seat 3 has three circles for one colonist, so that its decision shows the table before the refill.
#[test]
fn r1_the_mayor_deals_out_six_colonists() {
    let mut table = Setup::new(4)
        .with(json!({"colonist_ship": 6}))
        .player(3, json!({"tiles": {"corn": 2, "quarry": 1}}))
        .table();
    assert_eq!(table.colonist_supply(), 73);
    table.play_as(0, "mayor");
    assert_eq!(table.of_all("san_juan"), json!([3, 2, 1, 1]));
    assert_eq!(table.colonist_supply(), 72);
    assert_eq!(table.at("/colonist_ship"), 0);
    assert_eq!(table.seat(), Some(3));
    assert_eq!(table.legal(), ["place 0 corn", "place 1 corn"]);
}

/// A table of four before the mayor of seat 0 with 12 empty building circles after the placement.
/// The supply at the refill is `supply`; the privilege takes one before.
fn twelve_empty_circles(supply: i64) -> Table {
    let buildings = json!({"indigo plant": 0, "sugar mill": 0, "tobacco storage": 0});
    let mut table = Setup::new(4)
        .player(0, json!({"buildings": buildings}))
        .player(1, json!({"buildings": {"indigo plant": 0, "sugar mill": 0}}))
        .player(3, json!({"san_juan": 79 - 4 - 1 - supply}))
        .table();
    assert_eq!(table.colonist_supply(), supply + 1);
    table.play_as(0, "mayor").play_as(0, "place 2 indigo plant").play_as(1, "place 1 indigo plant");
    let filled = total(&table.of(0, "buildings")) + total(&table.of(1, "buildings"));
    assert_eq!(15 - filled, 12, "empty building circles");
    table
}

/// Picks three roles in which nobody decides anything.
fn finish_round(table: &mut Table) {
    table.play_as(1, "craftsman").play_as(2, "captain").play_as(3, "prospector");
}

#[test]
fn c12_a_short_supply_triggers_the_end() {
    let mut table = twelve_empty_circles(9);
    assert_eq!(table.at("/colonist_ship"), 9);
    assert_eq!(table.colonist_supply(), 0);
    assert_eq!(table.at("/colonist_shortage"), true);
    finish_round(&mut table);
    assert_eq!(table.decision(), "over");
}

#[test]
fn c13_an_exact_supply_triggers_the_end_only_at_the_next_mayor() {
    let mut table = twelve_empty_circles(12);
    assert_eq!(table.at("/colonist_ship"), 12);
    assert_eq!(table.colonist_supply(), 0);
    assert_eq!(table.at("/colonist_shortage"), false);
    finish_round(&mut table);
    assert_eq!(table.decision(), "role");

    let before = table.of_all("san_juan");
    table.play_as(1, "mayor");
    // Twelve colonists, three for each: seat 1, with five empty circles, has no privilege.
    assert_eq!(table.seat(), Some(1));
    assert_eq!(table.of(1, "san_juan"), 4, "one on the board before, three from the ship");
    assert_eq!(table.of(2, "san_juan"), before[2].as_i64().expect("a number") + 3);
    table
        .play_as(1, "place 3 indigo plant")
        .play_as(0, "place 3 indigo plant")
        .play_as(0, "place 2 sugar mill");
    assert_eq!(table.at("/colonist_shortage"), true);
    assert_eq!(table.at("/colonist_ship"), 0);
}

#[test]
fn c14_with_all_building_circles_full_the_ship_gets_one_colonist_a_player() {
    let mut table = Setup::new(4)
        .player(0, json!({"buildings": {"small market": 1}, "tiles": {"corn": 3, "quarry": 2}}))
        .player(3, json!({"san_juan": 79 - 4 - 1 - 1 - 30}))
        .table();
    table.play_as(0, "mayor");
    assert_eq!(table.legal(), ["place 0 corn", "place 1 corn", "place 2 corn", "place 3 corn"]);
    table.play_as(0, "place 2 corn").play_as(0, "place 0 quarry");
    assert_eq!(table.of(0, "buildings"), json!({"small market": 1}));
    assert_eq!(table.of(0, "occupied"), json!({"corn": 2}), "empty island circles do not count");
    assert_eq!(table.at("/colonist_ship"), 4);
    assert_eq!(table.colonist_supply(), 30 - 4);
    assert_eq!(table.at("/colonist_shortage"), false);
}

#[test]
fn c15_the_mayor_is_dealt_first() {
    let mut table = Setup::new(3).with(json!({"round": 2, "colonist_ship": 5})).table();
    table.play_as(1, "mayor");
    assert_eq!(table.of_all("san_juan"), json!([1, 1 + 2, 2]));
}

#[test]
fn c16_without_supply_there_is_no_privilege() {
    let mut table = Setup::new(3)
        .with(json!({"round": 3, "colonist_ship": 4}))
        .player(0, json!({"san_juan": 54}))
        .table();
    assert_eq!(table.colonist_supply(), 0);
    table.play_as(2, "mayor");
    assert_eq!(table.of_all("san_juan"), json!([54 + 1, 1, 2]));
}

/// Follows every sequence of placements of seat 0 and returns the boards that they lead to.
fn placements(table: &Table) -> Vec<Value> {
    if table.decision() != "place" {
        return vec![json!([table.of(0, "occupied"), table.of(0, "buildings"), table.of(0, "san_juan")])];
    }
    let mut boards = Vec::new();
    for action in table.legal() {
        let mut next = table.clone();
        next.play_as(0, &action);
        boards.extend(placements(&next));
    }
    boards
}

#[test]
fn c17_seven_placements_of_three_colonists_on_five_circles() {
    let mut table = Setup::new(3)
        .player(
            0,
            json!({
                "tiles": {"corn": 2, "indigo": 1, "quarry": 1},
                "buildings": {"small indigo plant": 0},
                "san_juan": 1,
            }),
        )
        .table();
    table.play_as(0, "mayor");
    assert_eq!(table.of(0, "san_juan"), 3);
    assert_eq!(table.legal(), ["place 0 corn", "place 1 corn", "place 2 corn"]);

    let mut boards = placements(&table);
    assert_eq!(boards.len(), 7, "sequences");
    for board in &boards {
        assert_eq!(total(&board[0]) + total(&board[1]), 3, "{board}");
        assert_eq!(board[2], 0, "{board}");
    }
    let corn =
        |count: i64| boards.iter().filter(|board| board[0]["corn"].as_i64().unwrap_or(0) == count).count();
    assert_eq!([corn(2), corn(1), corn(0)], [3, 3, 1]);
    boards.sort_by_key(Value::to_string);
    boards.dedup();
    assert_eq!(boards.len(), 7, "distinct placements");

    table.play_as(0, "place 0 corn");
    assert_eq!(table.decision(), "role", "the rest is automatic");
    assert_eq!(table.of(0, "occupied"), json!({"indigo": 1, "quarry": 1}));
    assert_eq!(table.of(0, "buildings"), json!({"small indigo plant": 1}));
}

#[test]
fn c18_more_colonists_than_circles_leave_no_decision() {
    let mut table = Setup::new(3)
        .player(
            0,
            json!({
                "tiles": {"corn": 2, "indigo": 1, "quarry": 1},
                "buildings": {"small indigo plant": 0},
                "san_juan": 4,
            }),
        )
        .table();
    table.play_as(0, "mayor");
    assert_eq!(table.decision(), "role");
    assert_eq!(table.of(0, "occupied"), json!({"corn": 2, "indigo": 1, "quarry": 1}));
    assert_eq!(table.of(0, "buildings"), json!({"small indigo plant": 1}));
    assert_eq!(table.of(0, "san_juan"), 1);
}
