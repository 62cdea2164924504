//! What the players know (6, 13.6), and positions with unknown parts (13.3).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tradewinds_game::{Game, Notation, Seat, Seed, Variant};

use crate::setup::{Setup, Table, step};

const TROOPS: &str = "/troop_tiles";
const FRIGATES: &str = "/frigate_tiles";

fn unknown(places: &[&str]) -> Value {
    places.iter().map(|&place| (place.to_owned(), Value::Null)).collect()
}

fn forts() -> Value {
    unknown(&["trinidad", "cartagena", "panama", "veracruz"])
}

fn galleons() -> Value {
    unknown(&["galleon a", "galleon b", "galleon c"])
}

#[test]
fn in_plymouth_everything_is_public() {
    let mut table = Setup::new(4).table();
    table.play_as(0, "crew a").play_as(1, "queen");
    for seat in 0..4 {
        assert_eq!(table.view(seat), table.position());
    }
}

/// At their placement the others see no tiles at all, then face-down ones.
#[test]
fn tiles_are_placed_in_secret() {
    let mut table = Setup::at("admiral", 3)
        .player(0, json!({"stops": ["admiral"]}))
        .player(1, json!({"stops": ["governor"]}))
        .table();
    table.play("tile 2 galleon b");
    assert_eq!(table.view(0).pointer(FRIGATES), Some(&json!({"galleon b": 2})));
    assert_eq!(table.view(1).pointer(FRIGATES), Some(&json!({})));
    table.play("tile 1 galleon c").play("tile 2 veracruz");
    assert_eq!(table.view(0).pointer(FRIGATES), Some(&table.at(FRIGATES)));
    assert_eq!(table.view(1).pointer(FRIGATES), Some(&galleons()));
    assert_eq!(table.view(1).pointer(TROOPS), Some(&json!({"veracruz": 2})));
    for seat in [0, 2] {
        assert_eq!(table.view(seat).pointer(TROOPS), Some(&json!({})), "seat {seat}");
    }
    table.play("tile 1 panama");
    assert_eq!(table.view(0).pointer(TROOPS), Some(&forts()));
    assert_eq!(table.view(1).pointer(TROOPS), Some(&table.at(TROOPS)));
}

#[test]
fn tiles_that_were_dealt_are_known_to_nobody() {
    let table = Setup::at("sail", 3).table();
    for seat in 0..3 {
        assert_eq!(table.view(seat)["troop_tiles"], forts());
        assert_eq!(table.view(seat)["frigate_tiles"], galleons());
    }
}

/// A tile that an attack turned up is public, also after the attack failed.
#[test]
fn tiles_are_public_when_face_up() {
    let mut table = Setup::at("mission", 3)
        .player(0, json!({"crew": 1, "guns": 3, "missions": {"panama": "1"}}))
        .player(1, json!({"missions": {"panama": "4"}}))
        .table();
    table.play_as(0, "attack");
    assert_eq!(table.of(0, "attacks"), json!([]));
    let troops = json!({"trinidad": null, "cartagena": null, "panama": 1, "veracruz": null});
    for seat in 0..3 {
        assert_eq!(table.view(seat)["troop_tiles"], troops);
        assert_eq!(table.view(seat)["players"], table.at("/players"), "discs are public now");
    }
}

#[test]
fn at_the_end_nothing_is_hidden() {
    let table = Setup::at("over", 3).table();
    assert_eq!(table.view(1), table.position());
}

/// A position of three in which seats 0 and 1 have placed four discs each and seat 2 two.
fn at_sea() -> Setup {
    Setup::at("sail", 3)
        .player(0, json!({"missions": {"panama": "1", "veracruz": "2", "san juan": "3", "campeche": "4"}}))
        .player(1, json!({"missions": {"panama": "4", "santiago": "3", "trinidad": "2", "cartagena": "1"}}))
        .player(
            2,
            json!({
                "missions": {"portobelo": "golden hind", "panama": "3"}, "stops": ["tavern", "golden hind"],
                "ghost_ship": true,
            }),
        )
}

#[test]
fn the_discs_of_others_are_hidden_while_sailing() {
    let table = at_sea().table();
    assert_eq!((step(&table).as_str(), table.seat()), ("sail", Some(2)));
    let seen = table.view(1);
    assert_eq!(seen["players"][0]["missions"], unknown(&["panama", "veracruz", "san juan", "campeche"]));
    assert_eq!(seen["players"][1], table.at("/players/1"));
    assert_eq!(seen["players"][2]["missions"], unknown(&["portobelo", "panama"]));
    assert_eq!(seen["players"][2]["ghost_ship"], true, "who has the extra discs is public");
}

/// Returns the values at a pointer over many worlds that `observer` thinks possible.
fn worlds(table: &Table, observer: usize, pointer: &str, draws: u64) -> BTreeSet<String> {
    let view = table.view(observer);
    let mut seen = BTreeSet::new();
    for seed in 0..draws {
        let mut state = table.state;
        table.game.determinize(&mut state, Seat::new(observer), &mut Seed(seed).rng());
        table.game.check(&state).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(table.game.view(&state, Seat::new(observer)), view, "the view is kept");
        let position = table.game.position(&state);
        seen.insert(position.pointer(pointer).expect("a part").to_string());
    }
    seen
}

/// 6.2: 4! = 24 worlds for four placed discs; two of six discs in 6 x 5 = 30 ways.
#[test]
fn hidden_discs_are_dealt_in_all_ways() {
    let table = at_sea().table();
    assert_eq!(worlds(&table, 2, "/players/0/missions", 800).len(), 24);
    assert_eq!(worlds(&table, 0, "/players/2/missions", 800).len(), 30);
    assert_eq!(worlds(&table, 0, "/players/0/missions", 20).len(), 1);
}

/// 6.3: 12 and 6 assignments; what is face up or inspected stays.
#[test]
fn hidden_tiles_are_dealt_in_all_ways() {
    let table = at_sea().table();
    assert_eq!(worlds(&table, 0, TROOPS, 400).len(), 12);
    assert_eq!(worlds(&table, 0, FRIGATES, 200).len(), 6);

    let known = Setup::at("mission", 3)
        .with(json!({"face_up": ["galleon b", "veracruz"], "informer": {"kind": "tile", "destination": "panama"}}))
        .player(0, json!({"missions": {"panama": "4"}, "stops": ["informer"]}))
        .player(1, json!({"stops": ["governor"]}))
        .table();
    // Veracruz 2 is up; seat 0 has seen Panama 1, so both others are 0.
    assert_eq!(worlds(&known, 0, TROOPS, 50).len(), 1);
    assert_eq!(worlds(&known, 1, TROOPS, 50).len(), 1, "the governor's holder knows all");
    assert_eq!(worlds(&known, 2, TROOPS, 100).len(), 3, "where the 1 lies");
    assert_eq!(worlds(&known, 2, FRIGATES, 100).len(), 2, "galleon B is up");
}

/// 6.2: the discs that the informer's owner has looked at stay.
#[test]
fn inspected_discs_are_known() {
    let table = Setup::at("exchange", 3)
        .with(json!({"informer": {"kind": "discs", "destination": "trinidad"}}))
        .player(
            0,
            json!({"barrels": 1, "missions": {"trinidad": "4", "san juan": "1", "santo domingo": "2"}}),
        )
        .player(
            1,
            json!({"barrels": 1, "missions": {"trinidad": "3", "san juan": "1", "santo domingo": "2"}}),
        )
        .player(1, json!({"stops": ["informer"]}))
        .table();
    // Three of four discs are out: 2 and 3 cards for the other two places, or all 4 x 3 x 2.
    assert_eq!(worlds(&table, 1, "/players/0/missions", 300).len(), 3 * 2);
    assert_eq!(worlds(&table, 0, "/players/1/missions", 800).len(), 4 * 3 * 2);
}

/// Two true states that look alike give the same world for the same dice.
#[test]
fn a_world_depends_on_the_view_alone() {
    let one = at_sea().table();
    let other = at_sea()
        .player(0, json!({"missions": {"panama": "3", "veracruz": "4", "san juan": "2", "campeche": "1"}}))
        .with(json!({"troop_tiles": {"trinidad": 2, "cartagena": 1, "panama": 0, "veracruz": 0}}))
        .with(json!({"frigate_tiles": {"galleon a": 2, "galleon b": 0, "galleon c": 1}}))
        .table();
    assert_eq!(one.view(2), other.view(2));
    for seed in 0..50 {
        let world = |table: &Table| {
            let mut state = table.state;
            table.game.determinize(&mut state, Seat::new(2), &mut Seed(seed).rng());
            state
        };
        assert_eq!(world(&one), world(&other));
    }
}

/// Loads a position that is not written as it was read: its unknown parts are filled in.
fn completed(setup: &Setup) -> Table {
    let table = Table::try_load(setup.value(), Variant::standard());
    table.unwrap_or_else(|error| panic!("{error}\n{}", setup.value()))
}

#[test]
fn unknown_parts_are_completed() {
    let setup = at_sea()
        .player(0, json!({"missions": unknown(&["panama", "veracruz", "san juan", "campeche"])}))
        .player(1, json!({"missions": {"panama": "4", "santiago": null, "trinidad": "2", "cartagena": null}}))
        .with(json!({"troop_tiles": {"trinidad": 2, "cartagena": null, "panama": null, "veracruz": null}}))
        .with(json!({"frigate_tiles": galleons()}));
    let table = completed(&setup);
    table.game.check(&table.state).unwrap_or_else(|broken| panic!("{broken}"));
    let mut discs: Vec<String> = table
        .of(0, "missions")
        .as_object()
        .expect("missions")
        .values()
        .map(|disc| disc.as_str().expect("known now").to_owned())
        .collect();
    discs.sort();
    assert_eq!(discs, ["1", "2", "3", "4"]);
    let one = table.of(1, "missions");
    assert_eq!((&one["panama"], &one["trinidad"]), (&json!("4"), &json!("2")));
    let rest: BTreeSet<&str> =
        [&one["santiago"], &one["cartagena"]].map(|disc| disc.as_str().expect("a disc")).into();
    assert_eq!(rest, BTreeSet::from(["1", "3"]));
    assert_eq!(table.at("/troop_tiles/trinidad"), 2);
    let sum = |pointer: &str| -> u64 {
        table
            .at(pointer)
            .as_object()
            .expect("tiles")
            .values()
            .map(|tile| tile.as_u64().expect("a tile"))
            .sum()
    };
    assert_eq!((sum(TROOPS), sum(FRIGATES)), (3, 3));
    assert_eq!(table.view(2)["players"][0], setup.value()["players"][0], "as the position said");
}

/// A position file may be a view: what a seat sees can be loaded again.
#[test]
fn a_view_is_a_position() {
    let table = at_sea().table();
    for seat in 0..3 {
        let view = table.view(seat);
        let again = Table::try_load(&view, Variant::standard()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.view(seat), view);
    }
}

/// An unknown disc lies within the range of its owner, too, and there are no more than he has.
#[test]
fn unknown_discs_obey_the_rules() {
    let unknown =
        |places: &[&str]| Setup::at("sail", 3).player(1, json!({"barrels": 3, "missions": unknown(places)}));
    completed(&unknown(&["panama", "san juan", "trinidad", "santiago"]));
    unknown(&["veracruz"]).refusal();
    unknown(&["panama", "san juan", "trinidad", "santiago", "portobelo"]).refusal();
}

#[test]
fn known_parts_are_not_left_out() {
    let discs = Setup::at("mission", 3).player(0, json!({"missions": {"panama": null}}));
    assert!(discs.refusal().contains("missions"));
    let tile = Setup::at("mission", 3)
        .with(json!({"face_up": ["panama"]}))
        .player(0, json!({"missions": {"panama": "1"}}));
    tile.table();
    let tile =
        tile.with(json!({"troop_tiles": {"trinidad": 0, "cartagena": 0, "panama": null, "veracruz": 2}}));
    assert!(tile.refusal().contains("panama"));
}
