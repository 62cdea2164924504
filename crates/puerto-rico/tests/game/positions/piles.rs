//! Piles and boards: derived supplies, the invariants of section 9 that one position shows.

use serde_json::{Value, json};

use super::{accepts, refuses};
use crate::setup::Setup;

/// Accepts the first position and refuses the second one, which breaks the named rule.
fn beside(valid: &Setup, broken: &Setup, part: &str) {
    accepts(valid.value());
    refuses(broken.value(), part);
}

#[test]
fn goods_are_at_most_those_of_the_box() {
    let corn = |held: u32| {
        Setup::new(4)
            .with(json!({"trading_house": {"corn": 1}, "ships": {"5": {"corn": 3}, "6": {}, "7": {}}}))
            .player(0, json!({"goods": {"corn": held}}))
            .player(3, json!({"goods": {"corn": 2}}))
    };
    beside(&corn(4), &corn(5), "9.1 goods: 11 barrels of corn and 0 in the supply, at most 10");
    let two = |held: u32| Setup::new(2).player(0, json!({"goods": {"indigo": held}}));
    beside(&two(9), &two(10), "9.1 goods: 10 barrels of indigo and 0 in the supply, at most 9");
}

#[test]
fn plantations_are_at_most_those_of_the_box() {
    let coffee = |discarded: u32| {
        Setup::new(3)
            .with(json!({"face_up": {"coffee": 2}, "discards": {"coffee": discarded}}))
            .player(1, json!({"tiles": {"coffee": 3}}))
    };
    beside(&coffee(3), &coffee(4), "9.3 plantations: 9 tiles of coffee");
}

#[test]
fn quarries_are_at_most_those_of_the_box() {
    let quarries = |count: u32| {
        Setup::new(2)
            .player(0, json!({"tiles": {"quarry": count}}))
            .player(1, json!({"tiles": {"quarry": 2}}))
    };
    beside(&quarries(3), &quarries(4), "9.4 quarries: 6 quarries");
}

#[test]
fn colonists_are_at_most_those_of_the_box() {
    let colonists = |san_juan: u32| {
        Setup::new(3)
            .player(0, json!({"san_juan": san_juan, "tiles": {"corn": 1}, "occupied": {"corn": 1}}))
            .player(1, json!({"buildings": {"indigo plant": 2}}))
    };
    beside(
        &colonists(58 - 3 - 3),
        &colonists(58 - 3 - 2),
        "9.2 colonists: 59 colonists in all instead of 58",
    );
}

#[test]
fn buildings_have_so_many_copies() {
    let owners = |building: &str, owners: usize| {
        (0..owners).fold(Setup::new(4), |setup, seat| setup.player(seat, json!({"buildings": {building: 0}})))
    };
    beside(&owners("sugar mill", 3), &owners("sugar mill", 4), "9.5 buildings: 4 sugar mill of 3");
    beside(&owners("wharf", 2), &owners("wharf", 3), "9.5 buildings: 3 wharf of 2");
    beside(&owners("residence", 1), &owners("residence", 2), "9.5 buildings: 2 residence of 1");
}

#[test]
fn islands_have_twelve_spaces() {
    let tiles =
        |corn: u32| Setup::new(4).player(2, json!({"tiles": {"corn": corn, "indigo": 5, "quarry": 3}}));
    beside(&tiles(4), &tiles(5), "9.8 island: 13 tiles of players[2]");
}

#[test]
fn cities_have_twelve_spaces() {
    let city = |last: &str| {
        let city = json!({
            "small indigo plant": 0, "small sugar mill": 0, "indigo plant": 0, "sugar mill": 0,
            "tobacco storage": 0, "coffee roaster": 0, "small market": 0, "guild hall": 0, "residence": 0,
            last: 0,
        });
        // A full city is an end trigger, so that it shows in the middle of a round.
        Setup::new(4).with(json!({"picked": ["builder"]})).player(0, json!({"buildings": city}))
    };
    beside(&city("wharf"), &city("city hall"), "9.8 city: 13 city spaces of players[0], at most 12");
}

#[test]
fn occupied_tiles_are_there() {
    let occupied =
        |count: u32| Setup::new(4).player(1, json!({"tiles": {"sugar": 2}, "occupied": {"sugar": count}}));
    beside(&occupied(2), &occupied(3), "9.8 occupied: 3 of 2 sugar of players[1]");
}

#[test]
fn colonists_fit_on_circles() {
    for (building, circles) in
        [("indigo plant", 3), ("coffee roaster", 2), ("guild hall", 1), ("small market", 1)]
    {
        let staffed = |count: u32| Setup::new(4).player(1, json!({"buildings": {building: count}}));
        beside(&staffed(circles), &staffed(circles + 1), &format!("players[1].buildings.{building}"));
    }
}

#[test]
fn a_ship_carries_one_kind_up_to_its_spaces() {
    let ships = |cargo: Value| Setup::new(4).with(json!({"ships": {"5": cargo, "6": {}, "7": {}}}));
    beside(&ships(json!({"corn": 4})), &ships(json!({"corn": 6})), "ships.5");
    refuses(ships(json!({"corn": 1, "sugar": 1})).value(), "ships.5");
}

#[test]
fn two_ships_carry_different_kinds() {
    let ships =
        |kind: &str| Setup::new(4).with(json!({"ships": {"5": {"corn": 2}, "6": {}, "7": {kind: 1}}}));
    beside(&ships("sugar"), &ships("corn"), "9.10 ships: two ships with the same kind");
}

#[test]
fn a_ship_is_full_while_goods_are_loaded_or_stored_only() {
    let ships = json!({"5": {"corn": 5}, "6": {}, "7": {}});
    refuses(Setup::new(4).with(json!({"ships": ships})).value(), "9.10 ships: ship 5 with 5 barrels");

    let captain = |step: Value| {
        let setup = Setup::new(4).with(json!({"ships": ships, "picked": ["captain"], "step": step}));
        setup.player(1, json!({"goods": {"sugar": 2}}))
    };
    let load =
        json!({"decision": "load", "player": 1, "wharf_used": [], "passed": [], "captain_loaded": false});
    accepts(captain(load).value());
    accepts(captain(json!({"decision": "store", "player": 1})).value());
}

#[test]
fn the_trading_house_holds_three_goods_at_a_decision() {
    let house = |corn: u32| {
        Setup::new(4)
            .with(json!({"trading_house": {"corn": corn, "sugar": 1, "coffee": 1}}))
            .player(0, json!({"buildings": {"office": 0}}))
    };
    beside(&house(1), &house(2), "9.11 trading house: 4 goods");
}

#[test]
fn the_trading_house_holds_a_kind_twice_through_an_office_only() {
    let house = Setup::new(4).with(json!({"trading_house": {"tobacco": 2}}));
    let office = house.clone().player(3, json!({"buildings": {"office": 0}}));
    beside(&office, &house, "9.11 trading house: a kind twice");
}

#[test]
fn the_row_has_at_most_a_tile_more_than_players() {
    for players in 2..=5 {
        let row = |corn: usize| Setup::new(players).with(json!({"face_up": {"corn": corn, "sugar": 1}}));
        beside(&row(players), &row(players + 1), "13.3 face_up");
    }
}

/// Four players: all tiles but three coffee and two corn lie on islands and among the discards.
fn five_face_down(deck: Value) -> Setup {
    Setup::new(4)
        .with(json!({"discards": {"corn": 8, "coffee": 5}, "deck": deck}))
        .player(0, json!({"tiles": {"indigo": 12}}))
        .player(1, json!({"tiles": {"sugar": 11}}))
        .player(2, json!({"tiles": {"tobacco": 9}}))
}

#[test]
fn the_deck_has_exactly_the_derived_composition() {
    let deck = five_face_down(json!(["corn", "coffee", "coffee", "corn", "coffee"]));
    accepts(five_face_down(Value::Null).value());
    for (wrong, part) in [
        (json!(["corn", "coffee", "coffee", "corn", "corn"]), "9.3 plantations"),
        (json!(["corn", "coffee", "coffee", "sugar", "coffee"]), "9.3 plantations"),
        (
            json!(["corn", "coffee", "coffee", "corn"]),
            "9.3 plantations: 2 of coffee in the deck instead of 3",
        ),
        (
            json!(["corn", "coffee", "coffee", "corn", "coffee", "coffee"]),
            "9.3 plantations: 4 of coffee in the deck instead of 3",
        ),
        (json!(["corn", "coffee", "coffee", "corn", "quarry"]), "deck[4]"),
        (json!([]), "deck"),
    ] {
        beside(&deck, &five_face_down(wrong), part);
    }
}
