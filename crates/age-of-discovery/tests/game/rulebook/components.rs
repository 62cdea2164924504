//! The tables of section 2, read from the page: goods, regions, tiles, cards, buildings.

use serde_json::{Value, json};
use tradewinds_game::Variant;

use crate::page::{Row, rows_after};
use crate::setup::{BUILDINGS, GOODS, REGIONS, Setup, UNDISCOVERED};
use crate::table::{Purses as _, Table};

fn loads(setup: &Setup) -> bool {
    Table::try_load(&setup.value(), Variant::standard()).is_ok()
}

#[test]
fn table_2_1_counters_of_each_good() {
    let rows = rows_after("### 2.1");
    let (kinds, all) = rows.split_at(11);
    assert_eq!((all[0].text("Counters"), all[0].text("Left for the pool")), ("**46**", "**37**"));
    // In B7 the market may be empty.
    let setup = |good: &str, count: usize| {
        Setup::new(2).late(0).with(json!({"market": {}})).player(1, json!({"goods": {good: count}}))
    };
    for (row, (good, counters)) in kinds.iter().zip(GOODS) {
        assert_eq!(row.text("Good").to_lowercase(), good);
        assert_eq!(row.number("Counters") as u64, counters, "{row}");
        let pool = row.number("Left for the pool");
        assert!(loads(&setup(good, pool)), "{row}");
        assert!(!loads(&setup(good, pool + 1)), "{row}");
    }
    let counters: usize = kinds.iter().map(|row| row.number("Counters")).sum();
    let pool: usize = kinds.iter().map(|row| row.number("Left for the pool")).sum();
    assert_eq!((counters, pool), (46, 37));
}

/// Everything discovered by seat 1.
fn explored(players: usize) -> Setup {
    Setup::new(players).open(1, &UNDISCOVERED)
}

#[test]
fn table_2_2_the_third_unit_takes_the_good_of_the_region() {
    let rows = rows_after("### 2.2");
    assert_eq!(rows.len(), 9);
    for (row, (region, good)) in rows.iter().zip(REGIONS) {
        assert_eq!(row.text("Good").to_lowercase(), good, "{row}");
        let mut table = explored(2)
            .step("land", 0)
            .with(json!({"dock": [[0, "colonist"], [1, "colonist"]]}))
            .player(0, json!({"units": {region: [2, 0]}}))
            .table();
        table.play_as(0, &format!("land {region}"));
        assert_eq!(table.of(0, "goods"), json!({good: 1}), "{row}");
        let left: Vec<&str> =
            REGIONS.iter().map(|&(other, _)| other).filter(|&other| other != region).collect();
        assert_eq!(table.at("/region_goods"), json!(left));
    }
}

/// The Stable reads the borders.
#[test]
fn table_2_2_borders() {
    let rows = rows_after("### 2.2");
    let ids: Vec<&str> = rows.iter().map(|row| row.text("id")).collect();
    for (row, (region, _)) in rows.iter().zip(REGIONS) {
        let table = explored(2)
            .turn(5)
            .step("stable", 0)
            .player(0, json!({"buildings": ["stable"], "units": {region: [0, 1]}}))
            .table();
        let mut legal = vec!["stay".to_owned()];
        for id in row.text("Adjacent regions").split(", ") {
            let at = ids.iter().position(|&other| other == id).expect("a region of the table");
            legal.push(format!("move {region} {}", REGIONS[at].0));
            let back = rows[at].text("Adjacent regions");
            assert!(back.split(", ").any(|other| other == row.text("id")), "{row}: both ways");
        }
        legal.sort();
        assert_eq!(table.legal(), legal, "{row}");
    }
}

/// Sends soldiers only; returns the table after it.
fn send(setup: &Setup, target: &str, soldiers: usize) -> Table {
    let mut table = setup.table();
    table.play_as(0, &format!("explore {target}"));
    for part in [format!("soldiers {soldiers}"), "captains 0".to_owned(), "others 0".to_owned()] {
        table.play_as(0, &part);
    }
    assert_eq!(table.at("/step"), "train", "the rest of the turn waits");
    table
}

/// Seat 0 explores with soldiers; then seat 1 has the Training slot.
fn exploring(setup: Setup, soldiers: usize) -> Setup {
    setup
        .step("explore_target", 0)
        .with(json!({"specialists_box": {"training": 1}}))
        .player(0, json!({"discovery": {"soldier": soldiers}}))
}

fn gain(row: &Row, soldiers: usize) -> Value {
    json!(row.number("$") + soldiers * row.number("$ per soldier"))
}

#[test]
fn table_2_3_tiles() {
    let rows = rows_after("### 2.3");
    assert_eq!(rows.len(), 16);
    for row in &rows {
        let tile: &'static str = row.text("id").to_lowercase().leak();
        let natives = row.number("Natives");
        let setup = |soldiers| exploring(Setup::new(2).tile("peru", tile), soldiers);

        let table = send(&setup(natives), "peru", natives);
        assert_eq!(table.money(0), gain(row, natives), "{row}");
        assert_eq!(table.of(0, "tiles"), json!([tile]), "{row}");
        assert_eq!(table.of(0, "units"), json!({"peru": [1, 0]}), "{row}");

        if natives > 1 {
            let table = send(&setup(natives - 1), "peru", natives - 1);
            assert_eq!(table.money(0), 0, "{row}");
            assert_eq!(table.of(0, "tiles"), Value::Null, "{row}");
            assert_eq!(table.at("/tiles_seen"), json!(["peru"]), "{row}");
            assert_eq!(table.at("/tiles/peru"), tile, "{row}");
        }

        let won = Setup::new(2).over().tile("peru", tile).open(0, &["peru"]).table();
        assert_eq!(won.result()["players"][0]["tiles"], row.number("VP"), "{row}");
    }
    let sum = |column: &str| rows.iter().map(|row| row.number(column)).sum::<usize>();
    assert_eq!(["$", "$ per soldier", "Natives", "VP"].map(sum), [31, 52, 48, 82]);
}

#[test]
fn table_2_4_cards() {
    let rows = rows_after("### 2.4");
    assert_eq!(rows.len(), 16);
    for row in &rows {
        let card: &'static str = row.text("id").to_lowercase().leak();
        let natives = row.number("Natives");
        let setup = |soldiers| exploring(explored(2).next_cards(&[card]), soldiers);

        let table = send(&setup(natives), "deck", natives);
        assert_eq!(table.money(0), gain(row, natives), "{row}");
        assert_eq!(table.of(0, "cards"), json!([card]), "{row}");
        assert_eq!(table.of(0, "units"), Value::Null, "{row}");
        assert_eq!(table.at("/deck").as_array().map(Vec::len), Some(15), "{row}");

        let table = send(&setup(natives - 1), "deck", natives - 1);
        assert_eq!((table.money(0), table.of(0, "cards")), (json!(0), Value::Null), "{row}");
        assert_eq!(table.at("/deck").as_array().map(Vec::len), Some(16), "{row}");

        let won = explored(2).over().player(0, json!({"cards": [card]})).table();
        assert_eq!(won.result()["players"][0]["cards"], row.number("VP"), "{row}");
    }
    let sum = |column: &str| rows.iter().map(|row| row.number(column)).sum::<usize>();
    assert_eq!(["$", "$ per soldier", "Natives", "VP"].map(sum), [54, 30, 70, 78]);
}

/// Returns the name of a building in positions and actions (14.1).
fn notation(row: &Row) -> String {
    match row.text("Name") {
        "Settlers (two copies)" => "settlers".to_owned(),
        "Conquest of the Inca Empire" => "inca_empire".to_owned(),
        "New World Cartography" => "cartography".to_owned(),
        name => name.to_lowercase().replace(' ', "_"),
    }
}

#[test]
fn table_2_5_prices_and_vp() {
    for (age, (price, turn, copies)) in [(10, 1, 11), (14, 4, 13), (20, 7, 10)].into_iter().enumerate() {
        let rows = rows_after(&format!("**Age {} - {copies} tiles**", "I".repeat(age + 1)));
        let mut names = Vec::new();
        for row in &rows {
            let building = notation(row);
            names.push(building.clone());
            if building == "settlers" {
                names.push(building.clone());
            }
            // Two Capital figures, so that nothing else follows the first purchase.
            let buying = |money: usize| {
                Setup::new(2)
                    .turn(turn)
                    .step("buy", 0)
                    .with(json!({"capital_box": [0, 1], "offer": [building]}))
                    .player(0, json!({"money": money}))
            };
            let buy = format!("buy {building}");
            assert_eq!(buying(price - 1).table().legal(), ["pass"], "{row}");
            let mut table = buying(price).table();
            assert_eq!(table.legal(), [buy.as_str(), "pass"], "{row}");
            table.play_as(0, &buy);
            let at_once = if building == "inca_empire" { 20 } else { 0 };
            assert_eq!(table.money(0), at_once, "{row}");
            assert_eq!(table.of(0, "buildings"), json!([building]), "{row}");
            assert_eq!(table.at("/offer"), Value::Null, "{row}: no refill in B5");

            let owner = Setup::new(2).over().player(0, json!({"buildings": [building]})).table();
            let vp = row.text("VP").parse().unwrap_or(0);
            assert_eq!(owner.result()["players"][0]["fixed_buildings"], vp, "{row}");
        }
        assert_eq!(names, BUILDINGS[age], "the names of 14.1 in table order");
        assert_eq!(names.len(), copies);
    }
}
