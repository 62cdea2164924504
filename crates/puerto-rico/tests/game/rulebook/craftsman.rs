//! The craftsman: R3, R8, C28 to C30.

use serde_json::{Value, json};

use crate::setup::Setup;
use crate::table::Table;

/// The board of R3 at seat 1, after the craftsman of seat 0.
fn r3(buildings: Value) -> Table {
    let mut table = Setup::new(4)
        .player(
            1,
            json!({
                "tiles": {"corn": 3, "sugar": 4, "tobacco": 2},
                "occupied": {"corn": 2, "sugar": 3, "tobacco": 2},
                "buildings": buildings,
            }),
        )
        .table();
    table.play_as(0, "craftsman");
    table
}

#[test]
fn r3_production_needs_plantations_and_colonists_on_buildings() {
    let table = r3(json!({"small sugar mill": 1, "sugar mill": 3, "tobacco storage": 1}));
    assert_eq!(table.of(1, "goods"), json!({"corn": 2, "sugar": 3, "tobacco": 1}));
    assert_eq!(table.of(1, "doubloons"), 0);
    assert_eq!(table.seat(), Some(1), "the chooser produced nothing: no bonus");

    let table = r3(json!({"small sugar mill": 1, "sugar mill": 3, "tobacco storage": 1, "factory": 1}));
    assert_eq!(table.of(1, "doubloons"), 2, "three kinds");

    let table = r3(json!({"small sugar mill": 1, "sugar mill": 3, "tobacco storage": 1, "factory": 0}));
    assert_eq!(table.of(1, "doubloons"), 0, "an empty factory");
}

#[test]
fn r8_the_factory_counts_the_kinds_received() {
    let mut table = Setup::new(4)
        .player(
            0,
            json!({
                "tiles": {"corn": 3, "sugar": 3, "tobacco": 1},
                "occupied": {"corn": 3, "sugar": 3, "tobacco": 1},
                "buildings": {"sugar mill": 3, "tobacco storage": 1, "factory": 1},
            }),
        )
        .player(3, json!({"goods": {"corn": 10, "sugar": 9}}))
        .table();
    assert_eq!(table.supply(), [0, 11, 2, 9, 9]);
    table.play_as(0, "craftsman");
    assert_eq!(table.of(0, "goods"), json!({"sugar": 2, "tobacco": 1}));
    assert_eq!(table.of(0, "doubloons"), 1);
}

/// The factory pays 0, 0, 1, 2, 3, 5 for 0 to 5 kinds (section 2).
#[test]
fn the_factory_pays_by_the_number_of_kinds() {
    let kinds = ["corn", "indigo", "sugar", "tobacco", "coffee"];
    for (count, income) in [0, 0, 1, 2, 3, 5].into_iter().enumerate() {
        let tiles: Value = kinds[..count].iter().map(|&kind| (kind, 1)).collect();
        let mut table = Setup::new(4)
            .player(
                1,
                json!({
                    "tiles": tiles, "occupied": tiles,
                    "buildings": {
                        "small indigo plant": 1, "small sugar mill": 1, "tobacco storage": 1,
                        "coffee roaster": 1, "factory": 1,
                    },
                }),
            )
            .table();
        table.play_as(0, "craftsman");
        assert_eq!(table.of(1, "goods"), tiles);
        assert_eq!(table.of(1, "doubloons"), income, "{count} kinds");
    }
}

#[test]
fn c28_goods_run_out_in_turn_order() {
    let indigo = |count: u32| {
        json!({
            "tiles": {"indigo": count}, "occupied": {"indigo": count}, "buildings": {"indigo plant": count},
        })
    };
    let mut table = Setup::new(4)
        .with(json!({"round": 3}))
        .player(2, indigo(2))
        .player(3, indigo(2))
        .player(0, indigo(1))
        .player(1, json!({"goods": {"indigo": 8}}))
        .table();
    assert_eq!(table.supply()[1], 3);
    table.play_as(2, "craftsman");
    assert_eq!(table.of(2, "goods"), json!({"indigo": 2}));
    assert_eq!(table.of(3, "goods"), json!({"indigo": 1}));
    assert_eq!(table.of(0, "goods"), json!({}));
    assert_eq!((table.seat(), table.decision().as_str()), (Some(3), "role"), "no craft bonus");
}

#[test]
fn c29_the_bonus_is_a_kind_received_and_still_in_the_supply() {
    let mut table = Setup::new(4)
        .player(
            0,
            json!({
                "tiles": {"corn": 1, "sugar": 1}, "occupied": {"corn": 1, "sugar": 1},
                "buildings": {"small sugar mill": 1},
            }),
        )
        .player(3, json!({"goods": {"corn": 9, "sugar": 7}}))
        .table();
    table.play_as(0, "craftsman");
    assert_eq!(table.of(0, "goods"), json!({"corn": 1, "sugar": 1}));
    assert_eq!(table.supply(), [0, 11, 3, 9, 9]);
    assert_eq!((table.seat(), table.decision().as_str()), (Some(0), "craft_bonus"));
    assert_eq!(table.legal(), ["pass", "take sugar"]);
    table.play_as(0, "take sugar");
    assert_eq!(table.of(0, "goods"), json!({"corn": 1, "sugar": 2}));
    assert_eq!(table.supply(), [0, 11, 2, 9, 9]);
}

#[test]
fn c30_a_chooser_who_produced_nothing_gets_no_bonus() {
    let mut table = Setup::new(4)
        .player(0, json!({"tiles": {"corn": 2, "indigo": 1}, "occupied": {"indigo": 1}}))
        .player(1, json!({"tiles": {"corn": 2}, "occupied": {"corn": 2}}))
        .table();
    table.play_as(0, "craftsman");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "role"));
    assert_eq!(table.of(0, "goods"), json!({}));
    assert_eq!(table.of(1, "goods"), json!({"corn": 2}));
}
