//! Final scoring: R11 to R16, C47, C49.

use serde_json::{Value, json};

use crate::setup::Setup;
use crate::table::Table;

/// A finished game of four in which seat 1 has this board.
fn finished(player: Value) -> Table {
    Setup::new(4)
        .with(json!({"step": {"decision": "over"}, "colonist_shortage": true}))
        .player(1, player)
        .table()
}

#[test]
fn r11_guild_hall() {
    let plants = |guild_hall: u32| {
        finished(json!({"buildings": {
            "small sugar mill": 0, "sugar mill": 2, "small indigo plant": 1, "coffee roaster": 0,
            "guild hall": guild_hall,
        }}))
    };
    assert_eq!(plants(1).score(1, "guild_hall"), 6);
    assert_eq!(plants(1).score(1, "buildings"), 1 + 2 + 1 + 3 + 4);
    assert_eq!(plants(1).score(1, "total"), 11 + 6);
    assert_eq!(plants(0).score(1, "guild_hall"), 0);
}

#[test]
fn r12_residence() {
    let island = |filled: u32| finished(json!({"tiles": {"sugar": filled}, "buildings": {"residence": 1}}));
    assert_eq!(island(10).score(1, "residence"), 5);
    // Section 2: up to 9 spaces +4, 10 +5, 11 +6, 12 +7.
    assert_eq!([0, 9, 11].map(|filled| island(filled).score(1, "residence")), [4, 4, 6]);
    let full = finished(json!({"tiles": {"sugar": 8, "quarry": 4}, "buildings": {"residence": 1}}));
    assert_eq!(full.score(1, "residence"), 7);
}

#[test]
fn r13_fortress() {
    let with = |san_juan: u32| {
        finished(json!({
            "tiles": {"corn": 3}, "occupied": {"corn": 2}, "san_juan": san_juan,
            "buildings": {"fortress": 1, "indigo plant": 3},
        }))
    };
    assert_eq!(with(14).score(1, "fortress"), 6, "2 + 4 + 14 = 20 colonists");
    assert_eq!(with(15).score(1, "fortress"), 7, "21 colonists");
}

#[test]
fn r14_customs_house() {
    let table = finished(json!({"vp": 23, "buildings": {"customs house": 1, "factory": 1}}));
    assert_eq!(table.score(1, "customs_house"), 5);
    assert_eq!(table.score(1, "total"), 23 + 4 + 3 + 5);
}

#[test]
fn r15_city_hall() {
    let table = finished(json!({"buildings": {
        "hacienda": 0, "harbor": 1, "office": 0, "construction hut": 0, "large warehouse": 0, "residence": 0,
        "city hall": 1,
    }}));
    assert_eq!(table.score(1, "city_hall"), 7);
    let plants = finished(json!({"buildings": {"sugar mill": 0, "city hall": 1}}));
    assert_eq!(plants.score(1, "city_hall"), 1, "itself, but no production building");
}

#[test]
fn r16_a_large_building_without_colonist_has_its_printed_vp_only() {
    for building in ["guild hall", "residence", "fortress", "customs house", "city hall"] {
        let table = finished(json!({
            "vp": 8, "tiles": {"sugar": 10}, "occupied": {"sugar": 9},
            "buildings": {building: 0, "indigo plant": 0, "harbor": 0},
        }));
        assert_eq!(table.score(1, "buildings"), 4 + 2 + 3, "{building}");
        assert_eq!(table.score(1, "total"), 8 + 9, "{building}");
        let field = building.replace(' ', "_");
        assert_eq!(table.score(1, &field), 0, "{building}");
    }
}

/// Two finished players with 45 points and these doubloons and goods.
fn level(first: (u32, u32), second: (u32, u32)) -> Table {
    let player =
        |(doubloons, corn): (u32, u32)| json!({"vp": 45, "doubloons": doubloons, "goods": {"corn": corn}});
    Setup::new(2)
        .with(json!({"step": {"decision": "over"}}))
        .player(0, player(first))
        .player(1, player(second))
        .table()
}

#[test]
fn c47_doubloons_and_goods_break_a_tie() {
    let table = level((3, 2), (5, 1));
    assert_eq!([0, 1].map(|seat| table.score(seat, "total")), [45, 45]);
    assert_eq!([0, 1].map(|seat| table.score(seat, "tie_break")), [5, 6]);
    assert_eq!([0, 1].map(|seat| table.score(seat, "rank")), [2, 1]);
    assert_eq!([0, 1].map(|seat| table.win_share(seat)), [0.0, 1.0]);

    let table = level((3, 2), (4, 1));
    assert_eq!([0, 1].map(|seat| table.score(seat, "rank")), [1, 1]);
    assert_eq!([0, 1].map(|seat| table.win_share(seat)), [0.5, 0.5]);
}

/// The composite example of section 5.
#[test]
fn c49_composite_example() {
    let board = |guild_hall: u32| {
        finished(json!({"vp": 22, "buildings": {
            "small indigo plant": 0, "indigo plant": 1, "sugar mill": 0, "small market": 1, "harbor": 1,
            "customs house": 1, "guild hall": guild_hall,
        }}))
    };
    let table = board(0);
    assert_eq!(table.score(1, "buildings"), 17);
    assert_eq!(table.score(1, "customs_house"), 5);
    assert_eq!(table.score(1, "total"), 44);
    let table = board(1);
    assert_eq!(table.score(1, "guild_hall"), 1 + 2 + 2);
    assert_eq!(table.score(1, "total"), 49);
}
