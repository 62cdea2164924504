//! The tables of sections 1 and 2, read from the page and met in play: T36 and others.

use serde_json::{Value, json};

use crate::page::{Row, data, numbers, rows_after};
use crate::setup::{DESTINATIONS, PRINTED, Setup, each, play_all, step};

/// The rows of table 2.4.
fn destinations() -> Vec<Row> {
    rows_after("### 2.4")
}

fn id(row: &Row) -> String {
    row.text("id").replace('_', " ")
}

#[test]
fn table_2_2_items_of_each_circle() {
    let rows = rows_after("### 2.2");
    let mut locations = 0;
    for row in &rows {
        let location = row.text("location");
        let field = match location.split('_').next().expect("a word") {
            "crew" => "crew",
            "guns" => "guns",
            "supplies" => "barrels",
            "trade" => "trade_goods",
            _ => continue,
        };
        let location = location.replace('_', " ");
        locations += 1;
        for players in 3..=5 {
            let circles = numbers(row.text(&format!("{players} players")));
            let mut table = Setup::new(players).table();
            for seat in 0..players {
                let Some(&items) = circles.get(seat) else {
                    assert!(!table.legal().contains(&location), "{location}, {players} players");
                    table.play_as(seat, "depart");
                    continue;
                };
                table.play_as(seat, &location);
                assert_eq!(table.of(seat, field), items, "{location}, {players} players, visitor {seat}");
            }
        }
    }
    assert_eq!(locations, 7);
}

#[test]
fn t36_the_largest_set_uses_up_barrels_and_trade_goods() {
    let rows = rows_after("### 2.2");
    let all = |location: &str| -> usize {
        let row = rows.iter().find(|row| row.text("location") == location).expect("a row");
        numbers(row.text("5 players")).iter().sum()
    };
    assert_eq!(all("supplies_a") + all("supplies_b"), 16);
    assert_eq!(all("trade"), 6);
}

#[test]
fn t36_table_2_4_kinds_stones_and_icons() {
    let rows = destinations();
    let count = |column: &str, text: &str| rows.iter().filter(|row| row.text(column) == text).count();
    assert_eq!(["fort", "city", "galleon", "port"].map(|kind| count("type", kind)), [4, 4, 3, 3]);
    assert_eq!(["silver", "gold", "jewel"].map(|stone| count("treasure", stone)), [4, 4, 3]);
    for stone in ["silver", "gold"] {
        for kind in ["city", "fort"] {
            let both = rows.iter().filter(|row| row.text("treasure") == stone && row.text("type") == kind);
            assert_eq!(both.count(), 2, "{kind} with {stone}");
        }
    }
    let icons = |kind: &str| rows.iter().filter(|row| row.text("commodities").contains(kind)).count();
    assert_eq!(["indigo", "sugar", "coffee", "tobacco"].map(icons), [1, 2, 2, 2]);
    assert_eq!(rows.iter().map(id).collect::<Vec<_>>(), DESTINATIONS);
}

#[test]
fn table_2_4_zones() {
    for barrels in 1..=4 {
        let table = Setup::at("sail", 3).all(&json!({"barrels": barrels})).table();
        let rows = destinations();
        let near: Vec<String> = rows.iter().filter(|row| row.number("zone") <= barrels).map(id).collect();
        let near: Vec<&str> = near.iter().map(String::as_str).collect();
        assert_eq!(table.legal(), each("sail", &near), "{barrels} barrels");
    }
}

/// Attacks a destination three times with `crew` and `guns` each; returns seat 0's and seat 1's
/// VP, crew, guns and chest afterwards.
fn attacked(setup: &Setup, destination: &str, crew: usize, guns: usize) -> [Value; 2] {
    let mut table =
        setup.clone().all(&json!({"crew": crew, "guns": guns, "missions": {destination: "1"}})).table();
    let mut purse = |seat: usize| {
        table.play_as(seat, "attack");
        let player = table.at(&format!("/players/{seat}"));
        table.play_as(seat, "return");
        json!([player["vp"], player["crew"], player["guns"], player["chest"]])
    };
    let purses = [purse(0), purse(1)];
    assert_eq!(table.legal(), ["decline"], "two successes at {destination}");
    purses
}

/// Cities and forts: cost, VP and stone, with each troop tile.
#[test]
fn table_2_4_cities_and_forts() {
    let mut attacks = 0;
    for row in destinations() {
        let fort = row.text("type") == "fort";
        if !fort && row.text("type") != "city" {
            continue;
        }
        let (place, troops) = (id(&row), numbers(row.text("troops"))[0]);
        let (guns, vp) = (row.number("guns"), row.number("VP"));
        assert_eq!(row.text("troops").contains("tile"), fort, "{row}");
        for tile in 0..=if fort { 2 } else { 0 } {
            let mut tiles = json!({"trinidad": 0, "cartagena": 0, "panama": 1, "veracruz": 2});
            if fort {
                let other = ["cartagena", "panama", "veracruz"][tile];
                let before = tiles[&place].take();
                tiles[other] = before;
                tiles[&place] = json!(tile);
            }
            let setup = Setup::at("mission", 3).with(json!({"troop_tiles": tiles}));
            let (first, second) =
                (json!([4 + vp, 1, 1, {row.text("treasure"): 1}]), json!([4 + vp, 1, 1, {}]));
            let found = attacked(&setup, &place, troops + tile + 1, guns + 1);
            assert_eq!(found, [first, second], "{place} with tile {tile}");
            attacks += 1;
        }
    }
    assert_eq!(attacks, 4 * 3 + 4);
}

/// Each galleon with each tile: guns of the tile and of the frigate, VP of the tile, a jewel.
#[test]
fn table_2_5_galleons() {
    let tiles = rows_after("### 2.5");
    assert_eq!(tiles.len(), 3);
    for (shift, place) in ["galleon a", "galleon b", "galleon c"].into_iter().enumerate() {
        for tile in &tiles {
            let name = tile.text("galleon tile");
            let (guns, vp) = (numbers(tile.text("guns"))[0], numbers(tile.text("VP"))[0]);
            // The wanted tile is put on the wanted galleon, the others follow round.
            let wanted = numbers(name)[0] - 1;
            let on = |galleon: usize| format!("G{}", (wanted + galleon + 3 - shift) % 3 + 1);
            for frigate in 0..3 {
                let value = |galleon: usize| (frigate + galleon + 3 - shift) % 3;
                let setup = Setup::at("mission", 3)
                    .with(json!({
                        "galleon_tiles": {"galleon a": on(0), "galleon b": on(1), "galleon c": on(2)},
                        "frigate_tiles": {"galleon a": value(0), "galleon b": value(1), "galleon c": value(2)},
                    }))
                    .player(0, json!({"stops": ["queen"]}))
                    .player(1, json!({"stops": ["shipyard"]}))
                    .player(2, json!({"stops": ["shipyard"]}));
                assert_eq!(setup.value()["galleon_tiles"][place], name);
                let (first, second) = (json!([4 + vp, 0, 1, {"jewel": 1}]), json!([4 + vp, 0, 1, {}]));
                let found = attacked(&setup, place, 0, guns + frigate + 1);
                assert_eq!(found, [first, second], "{place} with {name} and frigate {frigate}");
            }
        }
    }
}

/// Table 1.1: as many pieces as the box holds may be out, but not one more.
#[test]
fn table_1_1_no_pool_has_a_piece_more() {
    let rows = rows_after("### 1.1");
    let row =
        |item: &str| numbers(rows.iter().find(|row| row.text("item") == item).expect("a row").text("count"));
    let [crew, guns, trade] = row("crew / guns / trade goods")[..] else { panic!("three counts") };
    let barrels = row("barrels")[0];
    for (field, all) in [("crew", crew), ("guns", guns), ("trade_goods", trade), ("barrels", barrels)] {
        let held = |more: usize| {
            Setup::new(3).player(0, json!({field: all - 2})).player(2, json!({field: 2 + more}))
        };
        held(0).table();
        let refusal = held(1).refusal();
        assert!(refusal.contains(field) || refusal.contains(&field.replace('_', " ")), "{field}: {refusal}");
    }
    let kinds = ["indigo", "sugar", "coffee", "tobacco"];
    for (kind, all) in kinds.into_iter().zip(row("indigo / sugar / coffee / tobacco")) {
        // At the end of the game every icon may be taken; in Plymouth the map is full.
        let on_map = if kind == "indigo" { 1 } else { 2 };
        let held = |count: usize| Setup::new(3).player(1, json!({"goods": {kind: count}}));
        held(all - on_map).table();
        assert!(held(all - on_map + 1).refusal().contains(kind), "{kind}");
    }
    for (stone, all) in ["gold", "silver", "jewel"].into_iter().zip(row("gold / silver / jewels")) {
        let held = |count: usize| Setup::new(3).player(1, json!({"chest": {stone: count}}));
        held(all).table();
        assert!(held(all + 1).refusal().contains(stone), "{stone}");
    }
}

/// While the stones lie on the map (4.2) there are fewer for the chests.
#[test]
fn table_1_1_stones_on_the_map_are_not_in_chests() {
    for (stone, all, on_map) in [("gold", 12, 4), ("silver", 12, 4), ("jewel", 9, 3)] {
        let held = |count: u32| {
            Setup::at("mission", 3)
                .player(1, json!({"chest": {stone: count}}))
                .player(0, json!({"missions": {"san juan": "1"}}))
        };
        held(all - on_map).table();
        assert!(held(all - on_map + 1).refusal().contains(stone), "{stone}");
    }
}

/// Table 2.6 and the set-up: hero bonus and investor.
#[test]
fn table_2_6_hero_bonus_and_investor() {
    let rows = rows_after("### 2.6");
    let values = |start: &str| {
        numbers(rows.iter().find(|row| row.text("table").starts_with(start)).expect("a row").text("values"))
    };
    let hero = values("hero bonus");
    let mut table = Setup::at("mission", 3)
        .player(0, json!({"crew": 1, "missions": {"campeche": "1"}}))
        .player(1, json!({"crew": 1, "missions": {"campeche": "1"}}))
        .player(2, json!({"missions": {"campeche": "4"}}))
        .table();
    play_all(&mut table, &[(0, "attack"), (0, "return"), (1, "attack"), (1, "return")]);
    // "2 VP (homebound dock 1), 1 VP (dock 2)"
    assert_eq!(table.of_all("vp"), json!([8 + hero[0], 8 + hero[2], 4]));

    let cost = values("investor")[0];
    let mut plymouth = Setup::alone(3).player(0, json!({"vp": 9})).table();
    plymouth.play("investor crew");
    assert_eq!(plymouth.of(0, "vp"), 9 - cost);
}

/// Appendix A repeats section 2.
#[test]
fn appendix_a_agrees_with_section_2() {
    let data = data();
    let printed: Vec<String> =
        data["printed_order"].as_array().expect("a list").iter().map(|id| id.to_string()).collect();
    let words: Vec<String> = printed.iter().map(|id| id.trim_matches('"').replace('_', " ")).collect();
    assert_eq!(words[..16], PRINTED);
    let position = Setup::new(3).table().position();
    assert_eq!(position["dataset"].as_str(), data["dataset"].as_str());
    for (row, entry) in destinations().iter().zip(data["destinations"].as_array().expect("a list")) {
        assert_eq!(Some(row.text("id")), entry["id"].as_str());
        assert_eq!(Some(row.text("type")), entry["type"].as_str(), "{row}");
        for column in ["zone", "circles"] {
            assert_eq!(entry[column].as_integer(), Some(row.number(column) as i64), "{column} of {row}");
        }
        if row.text("type") == "city" || row.text("type") == "fort" {
            assert_eq!(entry["troops"].as_integer(), Some(numbers(row.text("troops"))[0] as i64), "{row}");
            assert_eq!(entry["guns"].as_integer(), Some(row.number("guns") as i64), "{row}");
            assert_eq!(entry["vp"].as_integer(), Some(row.number("VP") as i64), "{row}");
        }
    }
}

/// Section 12.
#[test]
fn a_state_has_the_size_that_the_page_says() {
    let text = tradewinds_testkit::rules_page::after(crate::page::PAGE, "`State` takes ");
    let bytes = numbers(text.lines().next().expect("a line"))[0];
    assert_eq!(size_of::<tradewinds_francis_drake::State>(), bytes);
}

/// 13.1: every destination can be chosen, and every disc waits there.
#[test]
fn every_destination_takes_a_disc() {
    for place in DESTINATIONS {
        let mut table = Setup::at("sail", 3).table();
        table.play_as(0, &format!("sail {place}")).play_as(0, "disc 2");
        assert_eq!(table.of(0, "missions"), json!({place: "2"}));
        assert_eq!(step(&table), "sail");
    }
}
