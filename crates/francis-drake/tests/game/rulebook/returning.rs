//! Coming home (4.7): T12, T24, T40 and the rulings R10 to R14.

use serde_json::{Value, json};

use crate::setup::{Setup, Table, play_all, step};

/// Four ships of voyage 3, each with a success in a city and its discs 3 and 4 out. Seats: red 0, blue 1,
/// yellow 2, green 3, sailing green, red, yellow, blue.
fn t12() -> Table {
    Setup::at("mission", 4)
        .with(json!({"voyage": 3, "outbound": [3, 0, 2, 1]}))
        .player(0, json!({"attacks": ["portobelo"], "missions": {"san juan": "3", "santiago": "4"}}))
        .player(1, json!({"attacks": ["gran granada"], "missions": {"san juan": "3", "santiago": "4"}}))
        .player(2, json!({"attacks": ["gran granada"], "missions": {"panama": "3", "trinidad": "4"}}))
        .player(2, json!({"chest": {"gold": 1}}))
        .player(3, json!({"attacks": ["portobelo"], "missions": {"san juan": "3", "santiago": "4"}}))
        .player(3, json!({"chest": {"silver": 1}}))
        .table()
}

#[test]
fn t12_the_heroes_are_the_first_two_home() {
    let mut table = t12();
    table.play_as(3, "decline");
    assert_eq!(table.at("/decision"), json!({"step": "return", "seat": 3}));
    assert_eq!((table.seat(), table.legal()), (Some(3), vec!["return".to_owned(), "stay".to_owned()]));
    table.play_as(3, "return");
    assert_eq!((table.at("/homebound"), table.of_all("vp")), (json!([3]), json!([4, 4, 4, 6])));
    assert_eq!(table.of(3, "missions"), json!({}), "disc 4 is taken back");
    play_all(&mut table, &[(0, "decline"), (0, "stay"), (2, "decline"), (2, "stay"), (1, "decline")]);
    table.play_as(1, "return");
    assert_eq!((table.at("/homebound"), table.of_all("vp")), (json!([3, 1]), json!([4, 5, 4, 6])));
    table.play_as(0, "decline");
    assert_eq!(table.at("/homebound"), json!([3, 1, 0]), "after disc 4 the ship returns by itself");
    assert_eq!(table.of(0, "vp"), 4);
    table.play_as(2, "decline");
    assert_eq!((step(&table), table.at("/homebound")), ("over".to_owned(), json!([3, 1, 0, 2])));
    // One VP more for the type that each attacked.
    assert_eq!(table.of_all("vp"), json!([5, 6, 5, 7]));
}

/// 13.5: the last action of voyage 1 is chance, also when it is a return.
#[test]
fn t12_a_return_may_end_the_voyage() {
    let mut table = Setup::at("return", 3)
        .with(json!({"decision": {"step": "return", "seat": 1}}))
        .player(1, json!({"missions": {"san juan": "4"}}))
        .table();
    assert_eq!(table.legal(), ["return", "stay"]);
    assert!(table.play_with_chance("return"));
    assert_eq!((table.at("/voyage"), step(&table)), (json!(2), "plymouth".to_owned()));
}

#[test]
fn after_disc_4_there_is_no_choice() {
    let mut table = Setup::at("mission", 3)
        .player(0, json!({"missions": {"san juan": "4"}}))
        .player(1, json!({"missions": {"san juan": "4"}}))
        .table();
    table.play_as(0, "decline");
    assert_eq!(
        (step(&table), table.seat(), table.at("/homebound")),
        ("mission".to_owned(), Some(1), json!([0]))
    );
}

/// Seats 0 to 3 sail in this order with a disc 2 and a disc 4 each; seats in `successes` have taken cities.
fn early(successes: &[usize]) -> Table {
    let setup = Setup::at("mission", 4)
        .with(json!({"voyage": 3}))
        .all(&json!({"missions": {"san juan": "2", "santiago": "4"}}));
    let cities = ["portobelo", "gran granada", "campeche", "puerto cabello"];
    let stones = ["silver", "gold", "gold", "silver"];
    let setup = successes.iter().fold(setup, |setup, &seat| {
        setup.player(seat, json!({"attacks": [cities[seat]], "chest": {stones[seat]: 1}}))
    });
    setup.table()
}

#[test]
fn t24_a_ship_without_success_blocks_the_bonus_of_its_dock() {
    let mut table = early(&[1, 2, 3]);
    let mut vp = vec![];
    for seat in 0..3 {
        table.play_as(seat, "decline").play_as(seat, "return");
        vp.push(table.of(seat, "vp"));
    }
    assert_eq!(Value::from(vp), json!([4, 5, 4]), "docks 1 to 3");
}

#[test]
fn t24_a_trade_is_no_success() {
    let mut table = Setup::at("mission", 3)
        .player(0, json!({"trade_goods": 1, "missions": {"san juan": "1", "veracruz": "2"}}))
        .player(1, json!({"crew": 1, "missions": {"portobelo": "1", "veracruz": "2"}}))
        .player(2, json!({"crew": 1, "missions": {"portobelo": "1", "veracruz": "2"}}))
        .table();
    play_all(
        &mut table,
        &[
            (0, "trade coffee"),
            (0, "return"),
            (1, "attack"),
            (1, "return"),
            (2, "attack"),
            (2, "stay"),
            (2, "decline"),
        ],
    );
    assert_eq!(table.of_all("vp"), json!([4, 4 + 3 + 1, 4 + 3]));
}

/// A dock reached after disc 4 pays nothing.
#[test]
fn t24_after_mission_4_there_is_no_bonus() {
    let mut table = early(&[0, 1, 2, 3]);
    play_all(&mut table, &[(0, "decline"), (0, "return")]);
    for seat in 1..4 {
        table.play_as(seat, "decline").play_as(seat, "stay");
    }
    table.play_as(1, "decline");
    assert_eq!(table.at("/homebound"), json!([0, 1]));
    assert_eq!(table.of_all("vp"), json!([6, 4, 4, 4]), "dock 2 after disc 4");

    let mut late = early(&[0, 1, 2, 3]);
    for seat in 0..4 {
        late.play_as(seat, "decline").play_as(seat, "stay");
    }
    late.play_as(0, "decline").play_as(1, "decline").play_as(2, "decline");
    assert_eq!(late.of_all("vp"), json!([4, 4, 4, 4]), "nobody returned early");
}

#[test]
fn t40_the_unused_discs_are_removed_at_once() {
    let mut table = Setup::at("mission", 3)
        .all(&json!({"crew": 2}))
        .player(0, json!({"missions": {"san juan": "1", "portobelo": "2", "santiago": "3", "campeche": "4"}}))
        .player(1, json!({"missions": {"portobelo": "2", "gran granada": "1"}}))
        .player(2, json!({"missions": {"portobelo": "3", "campeche": "1"}}))
        .table();
    table.play_as(0, "decline").play_as(0, "return");
    assert_eq!(table.of(0, "missions"), json!({}));
    assert_eq!(table.at("/homebound"), json!([0]));
    play_all(
        &mut table,
        &[
            (1, "attack"),
            (1, "stay"),
            (2, "attack"),
            (2, "stay"),
            (1, "attack"),
            (1, "return"),
            (2, "attack"),
            (2, "return"),
        ],
    );
    assert_eq!(table.at("/voyage"), 2, "nobody is at sea any more");
    // 4 + two cities each (3 and 3, 4 and 3), hero bonus of dock 2 for seat 1, one type.
    assert_eq!(table.of_all("vp"), json!([4, 4 + 3 + 3 + 1 + 1, 4 + 4 + 3 + 1]));
    assert_eq!(table.of_all("chest"), json!([{}, {"gold": 1, "silver": 1}, {"gold": 1}]));
}

#[test]
fn r13_a_ship_may_return_after_the_golden_hind() {
    let mut table = Setup::at("mission", 3)
        .player(
            1,
            json!({
                "crew": 1, "stops": ["golden hind"],
                "missions": {"campeche": "golden hind", "portobelo": "1", "panama": "4"},
            }),
        )
        .player(0, json!({"missions": {"portobelo": "1"}}))
        .table();
    play_all(&mut table, &[(1, "attack")]);
    assert_eq!(table.legal(), ["return", "stay"]);
    table.play_as(1, "return");
    assert_eq!(table.of(1, "vp"), 4 + 4 + 2, "the hero of the voyage");
    assert_eq!((table.of(1, "missions"), table.seat()), (json!({}), Some(0)));
}

/// R14: without a disc left the return is a decision with one action, and early.
#[test]
fn r14_without_discs_the_ship_must_return() {
    let mut table = Setup::at("mission", 3)
        .player(0, json!({"crew": 1, "missions": {"campeche": "2"}}))
        .player(1, json!({"missions": {"campeche": "4"}}))
        .table();
    table.play_as(0, "attack");
    assert_eq!((step(&table), table.legal()), ("return".to_owned(), vec!["return".to_owned()]));
    table.refuse("stay");
    table.play_as(0, "return");
    assert_eq!(table.of(0, "vp"), 4 + 4 + 2);
}

/// Successes and trades, turned face down, do not keep a ship at sea (3.3).
#[test]
fn r14_discs_turned_face_down_do_not_count() {
    let table = Setup::at("return", 3)
        .with(json!({"decision": {"step": "return", "seat": 0}}))
        .player(
            0,
            json!({
                "attacks": ["portobelo"], "trades": {"san juan": "sugar"}, "goods": {"sugar": 1},
                "chest": {"silver": 1},
            }),
        )
        .player(1, json!({"missions": {"campeche": "3"}}))
        .table();
    assert_eq!((table.seat(), table.legal()), (Some(0), vec!["return".to_owned()]));
}

/// R10: ships without a mission dock after all others, in sailing order, without a bonus.
#[test]
fn r10_ships_without_missions_dock_last() {
    let mut table = Setup::at("mission", 5)
        .with(json!({"voyage": 3, "outbound": [4, 3, 0, 2, 1]}))
        .player(0, json!({"missions": {"campeche": "3", "veracruz": "4"}}))
        .player(1, json!({"missions": {"campeche": "4"}}))
        .player(2, json!({"barrels": 0}))
        .table();
    play_all(&mut table, &[(0, "decline"), (0, "stay"), (0, "decline"), (1, "decline")]);
    assert_eq!(table.at("/homebound"), json!([0, 1, 4, 3, 2]));
    assert_eq!(table.of_all("vp"), json!([4, 4, 4, 4, 4]));
}

/// The reset (4.9): cubes, roles and the ghost go back; commodities, chest and VP stay.
#[test]
fn the_reset_keeps_goods_chest_and_investor_tile() {
    let mut table = Setup::at("mission", 3)
        .with(json!({
            "face_up": ["trinidad"], "informer": {"kind": "tile", "destination": "trinidad"},
            "outbound": [2, 1, 0], "homebound": [1],
        }))
        .player(0, json!({
            "vp": 10, "crew": 3, "guns": 4, "trade_goods": 2, "ghost_ship": true, "investor_tile": false,
            "stops": ["queen", "tavern", "pinnace", "informer", "investor guns"], "missions": {"trinidad": "4"},
            "goods": {"coffee": 2}, "trades": {"san juan": "coffee"}, "chest": {"jewel": 1, "silver": 2},
        }))
        .player(1, json!({"vp": 7, "stops": ["dockside gun"], "guns": 1}))
        .player(2, json!({"vp": 8, "attacks": ["trinidad"], "chest": {"silver": 1}}))
        .table();
    assert!(table.play_with_chance("decline"));
    let empty = |vp: u32, goods: Value, chest: Value, tile: bool| {
        json!({
            "vp": vp, "crew": 0, "guns": 0, "barrels": 0, "trade_goods": 0, "stops": [], "ghost_ship": false,
            "investor_tile": tile, "missions": {}, "attacks": [], "trades": {}, "goods": goods, "chest": chest,
        })
    };
    assert_eq!(
        table.at("/players"),
        json!([
            empty(10, json!({"coffee": 2}), json!({"jewel": 1, "silver": 2}), false),
            empty(7, json!({}), json!({}), true),
            empty(9, json!({}), json!({"silver": 1}), true),
        ])
    );
    for (field, value) in [
        ("/voyage", json!(2)),
        ("/decision", json!({"step": "plymouth"})),
        ("/start", json!([1, 2, 0])),
        ("/outbound", json!([])),
        ("/homebound", json!([])),
        ("/troop_tiles", json!({})),
        ("/frigate_tiles", json!({})),
        ("/face_up", json!([])),
        ("/informer", Value::Null),
    ] {
        assert_eq!(table.at(field), value, "{field}");
    }
}
