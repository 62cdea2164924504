//! Preparing to sail (4.2): T3, T25, T35, the order of the placements and the chance events of 13.5.

use std::collections::BTreeSet;

use serde_json::json;
use tradewinds_game::Seed;

use crate::setup::{Setup, Table, copy, each, play_with, step};

const FORTS: [&str; 4] = ["trinidad", "cartagena", "panama", "veracruz"];
const GALLEONS: [&str; 3] = ["galleon a", "galleon b", "galleon c"];

/// Four players of whom seat 0 is about to depart last; everyone has two barrels.
fn last_departure(stops: [&[&str]; 4]) -> Setup {
    let setup = Setup::alone(4).all(&json!({"barrels": 2}));
    stops
        .into_iter()
        .enumerate()
        .fold(setup, |setup, (seat, stops)| setup.player(seat, json!({"stops": stops})))
}

/// Seats: red 0, blue 1, yellow 2, green 3.
#[test]
fn t3_the_governor_moves_his_ship_up() {
    let mut table = Setup::new(4)
        .with(json!({"outbound": [3, 0, 1]}))
        .all(&json!({"barrels": 1}))
        .player(2, json!({"stops": ["governor"]}))
        .table();
    table.play_as(2, "depart");
    assert_eq!(table.at("/outbound"), json!([3, 0, 1, 2]), "not before the tiles are placed");
    table.play_as(2, "tile 2 panama");
    assert_eq!(table.at("/outbound"), json!([3, 0, 1, 2]));
    table.play_as(2, "tile 1 veracruz");
    assert_eq!(table.at("/outbound"), json!([3, 0, 2, 1]));
    assert_eq!((step(&table).as_str(), table.seat()), ("sail", Some(3)));
}

#[test]
fn t25_in_dock_1_there_is_no_swap() {
    let mut table = Setup::at("governor", 4).player(0, json!({"stops": ["governor"]})).table();
    table.play_as(0, "tile 2 trinidad").play_as(0, "tile 1 panama");
    assert_eq!(table.at("/outbound"), json!([0, 1, 2, 3]));
}

/// From every other dock it is one place.
#[test]
fn t3_the_swap_is_one_place() {
    for (dock, sailing) in [(1, [1, 0, 2, 3, 4]), (2, [0, 2, 1, 3, 4]), (4, [0, 1, 2, 4, 3])] {
        let mut table = Setup::at("governor", 5).player(dock, json!({"stops": ["governor"]})).table();
        table.play_as(dock, "tile 2 trinidad").play_as(dock, "tile 1 panama");
        assert_eq!(table.at("/outbound"), json!(sailing), "from dock {}", dock + 1);
    }
}

/// Plays two tiles in all ways and returns the tiles that lie then.
fn assignments(table: &Table, places: &[&str], field: &str) -> Vec<String> {
    let mut all = Vec::new();
    assert_eq!(table.legal(), each("tile 2", places));
    for first in places {
        let mut one = copy(table);
        one.play(&format!("tile 2 {first}"));
        assert_eq!(one.at(&format!("/{field}")), json!({*first: 2}));
        let others: Vec<&str> = places.iter().copied().filter(|place| place != first).collect();
        assert_eq!(one.legal(), each("tile 1", &others));
        for second in others {
            let mut two = copy(&one);
            two.play(&format!("tile 1 {second}"));
            let tiles = two.at(&format!("/{field}"));
            for &place in places {
                let value = if place == *first { 2 } else { u32::from(place == second) };
                assert_eq!(tiles[place], value, "{place} after {first}, {second}");
            }
            all.push(tiles.to_string());
        }
    }
    all
}

#[test]
fn t35_the_governor_has_12_assignments_and_the_admiral_6() {
    let governor = Setup::at("governor", 3).player(1, json!({"stops": ["governor"]})).table();
    let admiral = Setup::at("admiral", 3).player(2, json!({"stops": ["admiral"]})).table();
    for (table, seat, places, field, count) in
        [(&governor, 1, &FORTS[..], "troop_tiles", 12), (&admiral, 2, &GALLEONS[..], "frigate_tiles", 6)]
    {
        assert_eq!(table.seat(), Some(seat));
        let all = assignments(table, places, field);
        assert_eq!(all.len(), count, "{field}");
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), count, "each once: {field}");
    }
}

#[test]
fn r19_the_admiral_places_first() {
    let mut table = last_departure([&[], &["governor"], &["admiral"], &[]]).table();
    assert!(!table.play_with_chance("depart"), "both roles are taken");
    assert_eq!((step(&table).as_str(), table.seat()), ("admiral", Some(2)));
    assert_eq!((table.at("/frigate_tiles"), table.at("/troop_tiles")), (json!({}), json!({})));
    assert!(!table.play_with_chance("tile 2 galleon b"));
    assert!(!table.play_with_chance("tile 1 galleon a"), "the last tile is no choice");
    assert_eq!(table.at("/frigate_tiles"), json!({"galleon a": 1, "galleon b": 2, "galleon c": 0}));
    assert_eq!((step(&table).as_str(), table.seat()), ("governor", Some(1)));
    assert!(!table.play_with_chance("tile 2 cartagena"));
    assert!(!table.play_with_chance("tile 1 veracruz"));
    assert_eq!(table.at("/troop_tiles"), json!({"trinidad": 0, "cartagena": 2, "panama": 0, "veracruz": 1}));
    assert_eq!(step(&table), "sail");
}

/// 13.5: tiles without a placer are dealt in the action before.
#[test]
fn only_tiles_without_a_placer_are_chance() {
    let mut admiral = last_departure([&["admiral"], &[], &[], &[]]).table();
    assert!(!admiral.play_with_chance("depart"));
    assert!(!admiral.play_with_chance("tile 2 galleon c"));
    assert_eq!(admiral.at("/troop_tiles"), json!({}));
    assert!(admiral.play_with_chance("tile 1 galleon b"), "the troop tiles are dealt");
    assert_eq!(step(&admiral), "sail");

    let mut governor = last_departure([&["governor"], &[], &[], &[]]).table();
    assert!(governor.play_with_chance("depart"), "the frigate tiles are dealt");
    assert_eq!((step(&governor).as_str(), governor.at("/troop_tiles")), ("governor", json!({})));
    assert!(governor.at("/frigate_tiles").as_object().is_some_and(|tiles| tiles.len() == 3));
    assert!(!governor.play_with_chance("tile 2 panama"));
    assert!(!governor.play_with_chance("tile 1 trinidad"));

    let mut nobody = last_departure([&[], &[], &[], &[]]).table();
    assert!(nobody.play_with_chance("depart"));
    assert_eq!(step(&nobody), "sail");
}

/// 6.3: 6 and 12 assignments, equally likely.
#[test]
fn all_assignments_are_dealt() {
    let start = last_departure([&[], &[], &[], &[]]);
    let (mut frigates, mut troops) = (BTreeSet::new(), BTreeSet::new());
    let mut two_at_trinidad = 0;
    for seed in 0..400 {
        let mut table = start.table();
        play_with(&mut table, "depart", &mut Seed(seed).rng());
        frigates.insert(table.at("/frigate_tiles").to_string());
        troops.insert(table.at("/troop_tiles").to_string());
        two_at_trinidad += u32::from(table.at("/troop_tiles/trinidad") == json!(2));
    }
    assert_eq!((frigates.len(), troops.len()), (6, 12));
    assert!((60..140).contains(&two_at_trinidad), "{two_at_trinidad} of 400, a quarter expected");
}

/// 13.5: without barrels the action that ends the preparation ends the voyage, too.
#[test]
fn t32_without_barrels_nobody_sails() {
    let setup = Setup::alone(3)
        .player(0, json!({"stops": ["admiral", "dockside gun"], "guns": 4}))
        .player(1, json!({"stops": ["governor"], "crew": 2}))
        .player(2, json!({"stops": ["crew a", "informer"], "trade_goods": 1}));
    let mut table = setup.table();
    table.play("depart");
    assert_eq!(step(&table), "admiral", "tiles are placed all the same");
    table.play_as(0, "tile 2 galleon a").play_as(0, "tile 1 galleon b").play_as(1, "tile 2 panama");
    assert!(table.play_with_chance("tile 1 cartagena"), "the next voyage is laid out");
    assert_eq!((table.at("/voyage"), step(&table)), (json!(2), "plymouth".to_owned()));
    // R10: the income of the roles, no hero bonus. The governor was in dock 1, seat 2 in dock 2.
    assert_eq!(table.of_all("vp"), json!([8, 8, 4]));
    assert_eq!(table.at("/start"), json!([2, 1, 0]));
    for field in ["crew", "guns", "barrels", "trade_goods"] {
        assert_eq!(table.of_all(field), json!([0, 0, 0]), "{field} goes back");
    }
    assert_eq!(table.of_all("stops"), json!([[], [], []]));

    let mut last = setup.with(json!({"voyage": 3})).table();
    last.play("depart").play("tile 2 galleon a").play("tile 1 galleon b").play("tile 2 panama");
    assert!(!last.play_with_chance("tile 1 cartagena"), "no voyage follows");
    assert_eq!(step(&last), "over");
    assert_eq!(last.at("/homebound"), json!([1, 2, 0]), "in sailing order");
    assert_eq!(last.seat(), None);
}

/// The swap is made before the ships that stay at home come to the homebound dock.
#[test]
fn r10_ships_at_home_dock_in_the_order_after_the_swap() {
    let mut table =
        Setup::alone(4).with(json!({"voyage": 3})).player(0, json!({"stops": ["governor"]})).table();
    table.play("depart").play("tile 2 panama").play("tile 1 cartagena");
    assert_eq!(step(&table), "over");
    assert_eq!(table.at("/outbound"), json!([1, 2, 0, 3]));
    assert_eq!(table.at("/homebound"), json!([1, 2, 0, 3]));
}
