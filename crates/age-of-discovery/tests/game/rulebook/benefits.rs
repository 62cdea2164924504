//! Phase D: section 4.12, every building that acts there; A20, A24, A33.

use serde_json::{Value, json};

use crate::setup::{GOODS, REGIONS, Setup, UNDISCOVERED, total};
use crate::table::Purses as _;

/// Ends this turn with seat 0 owning the buildings.
fn ended(turn: u64, buildings: Value) -> crate::table::Table {
    Setup::new(2).turn(turn).late(1).player(0, json!({"buildings": buildings})).declined()
}

#[test]
fn buildings_that_fill_the_hand() {
    for (turn, buildings, hand) in [
        (1, json!(["settlers"]), json!({"colonist": 6})),
        (1, json!(["settlers", "settlers"]), json!({"colonist": 7})),
        (2, json!(["monastery"]), json!({"colonist": 5, "missionary": 1})),
        (3, json!(["trade_routes"]), json!({"colonist": 5, "merchant": 1})),
        (1, json!(["training_grounds"]), json!({"colonist": 5, "soldier": 1})),
        (4, json!(["ship_yards"]), json!({"colonist": 5, "captain": 1})),
        (5, json!(["marketplace"]), json!({"colonist": 5, "merchant": 1})),
        (6, json!(["military_academy"]), json!({"colonist": 5, "soldier": 1})),
        (7, json!(["fortress"]), json!({"colonist": 5, "soldier": 1})),
        (
            7,
            json!([
                "settlers",
                "monastery",
                "trade_routes",
                "training_grounds",
                "ship_yards",
                "marketplace",
                "military_academy",
                "fortress"
            ]),
            json!({"colonist": 6, "captain": 1, "merchant": 2, "missionary": 1, "soldier": 3}),
        ),
    ] {
        let table = ended(turn, buildings.clone());
        assert_eq!(table.of_all("hand"), json!([hand, {"colonist": 5}]), "{buildings}");
        assert_eq!(table.purses(), json!([0, 0]), "{buildings}");
    }
}

#[test]
fn buildings_that_pay() {
    for (turn, buildings, money) in [
        (1, json!(["trading_post"]), 5),
        (4, json!(["taxation"]), 10),
        (7, json!(["factory"]), 25),
        (7, json!(["trading_post", "taxation", "factory"]), 40),
        (2, json!(["inca_empire"]), 0),
    ] {
        assert_eq!(ended(turn, buildings.clone()).purses(), json!([money, 0]), "{buildings}");
    }
    let over = ended(8, json!(["factory", "taxation", "trading_post"]));
    assert_eq!(over.purses(), json!([40, 0]), "D happens in turn 8");
}

/// A24: a building bought in a turn acts in D of this turn.
#[test]
fn a_building_acts_in_its_first_turn() {
    let mut table = Setup::new(2)
        .turn(7)
        .step("buy", 0)
        .with(json!({"capital_box": [0], "offer": ["factory"]}))
        .player(0, json!({"money": 20}))
        .table();
    table.play("buy factory");
    assert_eq!(table.money(0), 25);
}

#[test]
fn buildings_that_fill_boxes() {
    let table = ended(4, json!(["indentured_servitude", "conquistador", "navigator", "colonization_laws"]));
    assert_eq!((table.at("/dock_x"), table.at("/dock_y")), (json!(0), json!(0)));
    assert_eq!(table.of_all("discovery"), json!([{"captain": 1, "soldier": 1}, null]));
    assert_eq!(table.of_all("hand"), json!([{"colonist": 5}, {"colonist": 5}]));
    for (building, [x, y]) in
        [("indentured_servitude", [json!(0), json!(null)]), ("colonization_laws", [json!(null), json!(0)])]
    {
        let table = ended(5, json!([building]));
        assert_eq!((table.at("/dock_x"), table.at("/dock_y")), (x, y), "{building}");
    }
    let over = ended(8, json!(["indentured_servitude", "conquistador"]));
    assert_eq!((over.at("/dock_x"), over.of(0, "discovery")), (json!(0), json!({"soldier": 1})));
}

#[test]
fn the_discovery_box_grows_turn_by_turn() {
    let table = Setup::new(2)
        .turn(3)
        .late(1)
        .player(0, json!({"buildings": ["navigator"], "discovery": {"captain": 2, "soldier": 1, "other": 1}}))
        .declined();
    assert_eq!(table.of(0, "discovery"), json!({"captain": 3, "soldier": 1, "other": 1}));
}

#[test]
fn the_west_indies_company_draws_from_the_pile() {
    let mut sugar = 0;
    let games = 400;
    let setup = Setup::new(2).turn(8).late(1).player(0, json!({"buildings": ["west_indies_company"]}));
    let mut table = setup.table();
    for _ in 0..games {
        table.state = setup.table().state;
        assert!(table.play_with_chance("decline"), "a random draw");
        assert_eq!(total(&table.of(0, "goods")), 1);
        assert_eq!(table.of(1, "goods"), Value::Null);
        assert_eq!(table.at("/market"), json!({"rice": 2, "indigo": 2}), "the market is left out");
        sugar += i32::from(table.of(0, "goods/sugar") == 1);
    }
    // The pile has 33 counters, five of them sugar: 61 of 400, five standard deviations.
    assert!((sugar - 61).abs() < 36, "{sugar} sugar in {games} draws");
}

/// A20: nothing from an empty pile, although the market has goods.
#[test]
fn the_west_indies_company_at_an_empty_pile() {
    let goods: Value = GOODS
        .iter()
        .map(|&(good, count)| (good.to_owned(), json!(count - if good == "rice" { 2 } else { 0 })))
        .collect();
    let mut table = Setup::new(2)
        .turn(8)
        .late(1)
        .open(1, &UNDISCOVERED)
        .claimed(&REGIONS.map(|(region, _)| region))
        .with(json!({"market": {"rice": 2}}))
        .player(0, json!({"buildings": ["west_indies_company"]}))
        .player(1, json!({"goods": goods}))
        .table();
    assert!(!table.play_with_chance("decline"));
    assert_eq!(table.at("/step"), "over");
    assert_eq!(table.of(0, "goods"), Value::Null);
    assert_eq!(table.at("/market"), json!({"rice": 2}));
}

/// X35. The last sugar is the only counter in the pile.
#[test]
fn x35_the_draw_of_turn_8_is_no_economy() {
    let goods: Value = GOODS
        .iter()
        .map(|&(good, count)| (good.to_owned(), json!(if good == "sugar" { 2 } else { count })))
        .collect();
    let table = Setup::new(2)
        .turn(8)
        .late(1)
        .open(1, &UNDISCOVERED)
        .claimed(&REGIONS.map(|(region, _)| region))
        .with(json!({"market": {}}))
        .player(0, json!({"goods": {"sugar": 3}, "buildings": ["west_indies_company", "mercantilism"]}))
        .player(1, json!({"goods": goods}))
        .declined();
    assert_eq!(table.of(0, "goods"), json!({"sugar": 4}));
    let points = &table.result()["players"][0];
    assert_eq!((&points["economy"], &points["formula_buildings"]), (&json!(3), &json!(4)));
    assert_eq!(table.scores().ties[tradewinds_game::Seat::new(0)], [0, 3, 4], "goods of the tie-break");
}

/// A33: the whole phase D of one player comes before that of the next.
#[test]
fn benefits_come_player_by_player() {
    let mut table = Setup::new(3)
        .turn(5)
        .late(2)
        .with(json!({"order": [2, 1, 0]}))
        .player(0, json!({"buildings": ["taxation"]}))
        .player(
            1,
            json!({"buildings": ["stable", "trading_post", "monastery"], "units": {"caribbean": [0, 1]}}),
        )
        .player(2, json!({"buildings": ["navigator", "settlers"]}))
        .open(0, &["florida"])
        .table();
    table.play_as(2, "decline");
    assert_eq!((table.at("/step"), table.seat()), (json!("stable"), Some(1)));
    assert_eq!(table.purses(), json!([0, 5, 0]), "seat 0 is later in the order");
    assert_eq!(table.of_all("hand"), json!([null, {"missionary": 1}, {"colonist": 1}]));
    assert_eq!(table.of(2, "discovery"), json!({"captain": 1}));
    assert_eq!(table.legal(), ["move caribbean florida", "stay"]);
    table.play_as(1, "stay");
    assert_eq!(table.purses(), json!([10, 5, 0]));
}
