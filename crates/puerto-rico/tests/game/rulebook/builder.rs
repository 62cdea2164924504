//! The builder: R2, C36 to C41.

use serde_json::{Value, json};

use crate::setup::Setup;
use crate::table::{Table, total};

/// A builder phase of four players in which `seat` decides; seat 0 is the builder.
pub fn builder_phase(seat: usize) -> Setup {
    Setup::new(4).with(json!({"picked": ["builder"], "step": {"decision": "build", "player": seat}}))
}

/// Returns what `building` costs `seat`, who has so many occupied quarries: the fewest doubloons
/// with which it is on offer. Buying it with them leaves none.
pub fn price(setup: Setup, seat: usize, quarries: u32, building: &str) -> u32 {
    let action = format!("build {building}");
    for doubloons in 0..20 {
        let mut table = setup
            .clone()
            .player(
                seat,
                json!({
                    "doubloons": doubloons,
                    "tiles": {"quarry": quarries}, "occupied": {"quarry": quarries},
                }),
            )
            .table();
        if table.legal().contains(&action) {
            table.play_as(seat, &action);
            assert_eq!(table.of(seat, "doubloons"), 0, "after {action} for {doubloons}");
            assert_eq!(table.of(seat, "buildings"), json!({building: 0}));
            return doubloons;
        }
    }
    panic!("{action} is never on offer");
}

#[test]
fn r2_three_quarries_lower_prices_up_to_the_column() {
    let buildings = ["construction hut", "office", "harbor", "city hall"];
    assert_eq!(buildings.map(|building| price(builder_phase(1), 1, 3, building)), [1, 3, 5, 7]);
    assert_eq!(buildings.map(|building| price(builder_phase(0), 0, 3, building)), [0, 2, 4, 6]);
}

#[test]
fn c36_a_price_is_never_below_zero() {
    assert_eq!(price(builder_phase(0), 0, 2, "small indigo plant"), 0);
}

#[test]
fn c37_four_quarries_and_not_the_builder() {
    let buildings = ["harbor", "guild hall", "sugar mill", "small warehouse"];
    assert_eq!(buildings.map(|building| price(builder_phase(1), 1, 4, building)), [5, 6, 2, 2]);
}

/// Unoccupied quarries save nothing (4.3).
#[test]
fn only_occupied_quarries_save_money() {
    let table =
        builder_phase(1).player(1, json!({"doubloons": 1, "tiles": {"quarry": 3}, "occupied": {}})).table();
    assert_eq!(table.legal(), ["build small indigo plant", "build small market", "pass"]);
}

#[test]
fn c38_the_doubloons_on_the_card_pay_in_the_same_phase() {
    let mut table = Setup::new(4)
        .with(json!({"role_doubloons": {"builder": 2}}))
        .player(0, json!({"doubloons": 3}))
        .table();
    table.play_as(0, "builder");
    assert_eq!(table.of(0, "doubloons"), 5);
    table.play_as(0, "build coffee roaster");
    assert_eq!(table.of(0, "doubloons"), 0);
}

/// The eleven production and violet buildings of a city with one free space.
fn eleven_spaces() -> Value {
    json!({
        "small indigo plant": 0, "small sugar mill": 0, "indigo plant": 0, "sugar mill": 0,
        "tobacco storage": 0, "coffee roaster": 0, "small market": 0, "hacienda": 0,
        "construction hut": 0, "small warehouse": 0, "hospice": 0,
    })
}

/// Lets the rest of the round pass without further buildings.
fn finish_round(table: &mut Table) {
    while table.decision() == "build" {
        table.play("pass");
    }
    table.play_as(1, "craftsman").play_as(2, "captain").play_as(3, "prospector");
}

#[test]
fn c39_the_last_space_takes_only_a_small_building() {
    let mut table =
        builder_phase(0).player(0, json!({"doubloons": 20, "buildings": eleven_spaces()})).table();
    assert_eq!(
        table.legal(),
        [
            "build factory",
            "build harbor",
            "build large market",
            "build large warehouse",
            "build office",
            "build university",
            "build wharf",
            "pass"
        ]
    );
    table.play_as(0, "build wharf");
    assert_eq!(table.of(0, "doubloons"), 20 - 8);
    assert_eq!(table.seat(), Some(1), "the phase goes on for everyone");
    finish_round(&mut table);
    assert_eq!(table.decision(), "over");
}

#[test]
fn c40_a_large_building_fills_the_last_two_spaces() {
    let mut ten = eleven_spaces();
    ten.as_object_mut().expect("buildings").remove("hospice");
    let mut table = builder_phase(0).player(0, json!({"doubloons": 20, "buildings": ten})).table();
    let mut small = table.clone();

    table.play_as(0, "build residence");
    assert_eq!(table.of(0, "doubloons"), 20 - 9);
    finish_round(&mut table);
    assert_eq!(table.decision(), "over");

    small.play_as(0, "build hospice");
    finish_round(&mut small);
    assert_eq!((small.decision().as_str(), small.seat()), ("role", Some(1)), "11 spaces do not end the game");
}

#[test]
fn c41_the_university_staffs_the_building_with_one_colonist() {
    let mut table = builder_phase(1)
        .player(1, json!({"doubloons": 4, "buildings": {"university": 1}}))
        .player(3, json!({"san_juan": 79 - 4 - 1 - 5}))
        .table();
    assert_eq!(table.colonist_supply(), 5);
    table.play_as(1, "build sugar mill");
    assert_eq!(table.of(1, "buildings"), json!({"sugar mill": 1, "university": 1}));
    assert_eq!(table.colonist_supply(), 4);
}

/// The university's colonist comes from the ship when the supply is empty (table 2), and the
/// university does not staff itself (4.3).
#[test]
fn the_university_takes_from_the_ship_and_not_for_itself() {
    let mut table = builder_phase(1)
        .player(1, json!({"doubloons": 4, "buildings": {"university": 1}}))
        .player(2, json!({"doubloons": 8}))
        .player(3, json!({"san_juan": 79 - 4 - 1}))
        .table();
    table.play_as(1, "build sugar mill");
    assert_eq!(table.of(1, "buildings")["sugar mill"], 1);
    assert_eq!(table.at("/colonist_ship"), 3);
    table.play_as(2, "build university");
    assert_eq!(total(&table.of(2, "buildings")), 0);
    assert_eq!(table.at("/colonist_ship"), 3);
}

/// Sold out, already owned and too dear buildings are not on offer (4.3).
#[test]
fn only_buildings_with_a_copy_left_that_he_does_not_own_are_on_offer() {
    let table = builder_phase(1)
        .player(0, json!({"buildings": {"small market": 0}}))
        .player(1, json!({"doubloons": 2, "buildings": {"hacienda": 0}}))
        .player(2, json!({"buildings": {"small market": 0}}))
        .table();
    assert_eq!(
        table.legal(),
        ["build construction hut", "build small indigo plant", "build small sugar mill", "pass"]
    );
}
