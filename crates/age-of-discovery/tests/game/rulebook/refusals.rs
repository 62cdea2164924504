//! Position files that a reader refuses: section 14.3.

use serde_json::{Value, json};
use tradewinds_game::Variant;

use crate::setup::{Setup, UNDISCOVERED};
use crate::table::Table;

/// A table in turn 5, seat 0 to place.
fn base() -> Value {
    Setup::new(3)
        .turn(5)
        .open(1, &["brazil", "florida"])
        .player(
            1,
            json!({"hand": {"colonist": 2}, "buildings": ["settlers", "stable"], "goods": {"gold": 1}}),
        )
        .player(0, json!({"hand": {"colonist": 1}, "ships": 2, "units": {"brazil": [1, 1]}}))
        .value()
}

fn loads(position: &Value) -> bool {
    Table::try_load(position, Variant::standard()).is_ok()
}

/// Refuses the base with this change, in one line that names the place.
#[track_caller]
fn refuses(pointer: &str, value: Value) {
    let mut position = base();
    assert!(loads(&position), "the base is good");
    let (parent, field) = pointer.rsplit_once('/').expect("a pointer");
    let parent = position.pointer_mut(parent).expect("a place in the base");
    match parent {
        Value::Object(object) => drop(object.insert(field.to_owned(), value)),
        Value::Array(list) => list[field.parse::<usize>().expect("an index")] = value,
        other => panic!("{other} has no fields"),
    }
    refused(&position);
}

#[track_caller]
fn refused(position: &Value) {
    match Table::try_load(position, Variant::standard()) {
        Ok(_) => panic!("accepted: {position}"),
        Err(error) => {
            let message = error.to_string();
            assert!(message.starts_with("position: ") && !message.contains('\n'), "{message}");
        }
    }
}

#[test]
fn unknown_fields_and_names() {
    refuses("/phase", json!("A"));
    refuses("/players/0/gold", json!(1));
    refuses("/options", json!({"failed_reveal": "private"}));
    refuses("/options", json!({"start": "bazaar"}));
    refuses("/options", json!({"navy_vp": 5}));
    refuses("/game", json!("puerto-rico"));
    refuses("/step", json!("settle"));
    refuses("/tiles/louisiana", json!("t01"));
    refuses("/tiles/canada", json!("t17"));
    refuses("/region_goods", json!(["rice"]));
    refuses("/market", json!({"ginger": 1}));
    refuses("/offer/0", json!("palace"));
    refuses("/deck/0", json!("k17"));
    refuses("/players/0/hand", json!({"colonist": 1, "sailor": 1}));
    refuses("/players/0/units", json!({"texas": [1, 0]}));
    refuses("/players/0/discovery", json!({"colonist": 1}));
    refuses("/players/1/buildings", json!(["palace"]));
    refuses("/players/1/goods", json!({"ginger": 1}));
    refuses("/specialists_box", json!({"colonist": 1}));
    refuses("/dock", json!([[1, "captain"]]));
    refuses("/tiles_seen", json!(["rice"]));
}

#[test]
fn wrong_types_and_ranges() {
    refuses("/turn", json!(0));
    refuses("/turn", json!(9));
    refuses("/turn", json!("5"));
    refuses("/to_move", json!(3));
    refuses("/order", json!([0, 1]));
    refuses("/order", json!([0, 1, 1]));
    refuses("/order", json!([0, 1, 2, 3]));
    refuses("/initiative_box", json!([3]));
    refuses("/dock", json!([1]));
    refuses("/dock", json!([[1, "colonist", 2]]));
    refuses("/dock_x", json!("0"));
    refuses("/ship_in_box", json!(1));
    refuses("/market", json!([1]));
    refuses("/building_stacks", json!([[], []]));
    refuses("/players", json!([]));
    refuses("/players/0/money", json!(-1));
    refuses("/players/0/money", json!(1.5));
    refuses("/players/0/units", json!({"brazil": [1]}));
    refuses("/players/0/units", json!({"brazil": [-1, 1]}));
    refuses("/players/0/ships", json!(9));
    refuses("/players/0/region_vp", json!([0, 0, 0, 0]));
    let mut six = base();
    let players = six["players"].as_array_mut().expect("players");
    players.extend([json!({"money": 0}), json!({"money": 0}), json!({"money": 0})]);
    six["order"] = json!([0, 1, 2, 3, 4, 5]);
    refused(&six);
    let mut one = Setup::new(2).value();
    one["players"].as_array_mut().expect("players").pop();
    one["order"] = json!([0]);
    refused(&one);
    for other in [json!([]), json!("position"), json!(5), Value::Null] {
        refused(&other);
    }
}

#[test]
fn fields_that_are_always_written() {
    for field in ["game", "turn", "step", "building_stacks", "deck", "players", "to_move", "order"] {
        let mut position = base();
        position.as_object_mut().expect("an object").remove(field);
        refused(&position);
    }
    for field in ["step", "market", "offer", "players", "order", "tiles", "region_goods", "turn", "to_move"] {
        refuses(&format!("/{field}"), Value::Null);
    }
    refuses("/players/0/money", Value::Null);
}

/// A seen tile is nothing hidden.
#[test]
fn a_seen_tile_is_known() {
    refuses("/tiles_seen", json!(["brazil"]));
    refuses("/tiles_seen", json!(["caribbean"]));
    let mut position = base();
    position["tiles_seen"] = json!(["canada"]);
    assert!(loads(&position));
    position["tiles"]["canada"] = Value::Null;
    refused(&position);
}

#[test]
fn broken_counts() {
    // Invariant 1: five gold.
    refuses("/players/1/goods", json!({"gold": 5}));
    refuses("/market", json!({"rice": 4}));
    refuses("/market", json!({"rice": 3, "indigo": 2}));
    // Invariant 2: eight ships.
    refuses("/players/1/ships", json!(6));
    // Invariant 3: eight tiles, each once; a tile on each undiscovered region.
    refuses("/players/1/tiles", json!(["t12"]));
    refuses("/players/1/tiles", json!(["t12", "t14", "t01"]));
    refuses("/players/1/tiles", json!(["t12", "t06"]));
    refuses("/players/0/tiles", json!(["t12"]));
    refuses("/tiles/caribbean", json!("t01"));
    refuses("/players/1/cards", json!(["k01"]));
    refuses("/deck/1", json!("k01"));
    // Invariant 4: each building once; those on offer are of the current age.
    refuses("/offer/0", json!("settlers"));
    refuses("/offer/0", json!("factory"));
    refuses("/offer/0", json!("stable"));
    refuses("/players/1/buildings", json!(["settlers", "stable", "factory"]));
    refuses("/players/0/buildings", json!(["stable"]));
    refuses("/players/0/buildings", json!(["settlers", "settlers"]));
    refuses("/players/0/buildings", json!(["monastery", "monastery"]));
    refuses("/building_stacks/0", json!(["monastery"]));
    refuses("/building_stacks/2/0", json!("power"));
    let mut six = base();
    let next = six["building_stacks"][1].as_array_mut().expect("a stack").remove(0);
    six["offer"].as_array_mut().expect("a list").push(next);
    refused(&six);
    // Invariant 6: the boxes.
    refuses("/initiative_box", json!([1, 1]));
    refuses("/dock", json!(vec![json!([1, "colonist"]); 6]));
    refuses("/goods_box", json!([1, 1, 1, 1, 1]));
    refuses("/capital_box", json!([1, 1, 1, 1, 1, 1]));
    refuses("/warfare_box", json!([1, 1, 1, 1, 1, 1, 1]));
}

#[test]
fn cards_wait_for_the_last_region() {
    let setup = Setup::new(2).player(0, json!({"cards": ["k01"]}));
    assert!(loads(&setup.clone().open(1, &UNDISCOVERED).value()));
    refused(&setup.open(1, &UNDISCOVERED[1..]).value());
}

/// X is for the owner of Indentured Servitude, Y for the owner of Colonization Laws (2.6).
#[test]
fn x_and_y_have_their_owners() {
    refuses("/dock_x", json!(1));
    refuses("/dock_y", json!(1));
}

/// The good of a region that nobody has discovered is still there (9).
#[test]
fn nobody_claims_an_undiscovered_region() {
    refuses("/region_goods", json!(["canada"]));
}

/// Units stand in discovered regions (3 and 10).
#[test]
fn nobody_stands_in_an_undiscovered_region() {
    refuses("/players/0/units", json!({"canada": [1, 0]}));
}

/// A decision, and the same with another seat.
fn to_move(setup: Setup, wrong: usize) {
    assert!(loads(&setup.value()), "{}", setup.value());
    let error = setup.with(json!({"to_move": wrong})).refusal().to_string();
    assert!(error.contains("to_move"), "{error}");
}

#[test]
fn a_wrong_seat_to_move() {
    let new = || Setup::new(3).turn(7).open(2, &UNDISCOVERED);
    to_move(new().last(1), 0);
    to_move(new().step("land", 1).with(json!({"dock": [[1, "colonist"], [0, "colonist"]]})), 0);
    let by_x = new()
        .step("land", 1)
        .with(json!({"dock_x": 1, "dock_y": 0}))
        .player(1, json!({"buildings": ["indentured_servitude"]}))
        .player(0, json!({"buildings": ["colonization_laws"]}));
    to_move(by_x, 0);
    to_move(new().step("take_good", 1).with(json!({"goods_box": [1, 0]})), 0);
    to_move(new().step("buy", 1).with(json!({"capital_box": [1, 0]})), 0);
    to_move(new().late(1), 0);
    to_move(new().step("warfare", 1).with(json!({"warfare_box": [1, 0]})), 0);
    to_move(new().step("stable", 1).player(1, json!({"buildings": ["stable"]})), 0);
    to_move(new().step("migration", 1).player(1, json!({"buildings": ["migration"]})), 0);
    to_move(new().step("university_order", 1).player(1, json!({"buildings": ["university"]})), 2);
    to_move(new().step("explore_target", 1).player(1, json!({"discovery": {"other": 1}})), 0);
    let battle = json!({
        "warfare_box": [0, 2],
        "conflict": {"kind": "battle", "opponent": 1, "region": "peru", "soldiers_killed": 0},
    });
    let fight = new()
        .with(battle)
        .player(0, json!({"units": {"peru": [0, 1]}}))
        .player(1, json!({"units": {"peru": [1, 1]}}));
    to_move(fight.clone().step("defender_kills", 1), 0);
    let attack = json!({"conflict": {"kind": "battle", "opponent": 1, "region": "peru"}});
    to_move(fight.step("attacker_kills", 0).with(attack), 1);
    let auction = Setup::new(3).with(json!({"options": {"start": "auction"}}));
    to_move(auction.clone().open(0, &["caribbean"]).step("auction_specialist", 1), 0);
    let bidding = auction.step("bid", 2).with(json!({"auction": {"bids": [0, 0, 0], "passed": [0]}}));
    assert!(loads(&bidding.value()));
    bidding.with(json!({"to_move": 0})).refusal();
    assert!(loads(&Setup::new(3).over().value()));
    Setup::new(3).over().with(json!({"to_move": 0})).refusal();
}

/// The conditions of 3.3.
#[test]
fn a_decision_that_does_not_exist() {
    let university = || Setup::new(3).turn(5).player(1, json!({"buildings": ["university"]}));
    let refused = |setup: Setup| drop(setup.refusal());
    // Nobody, or somebody first, or somebody who has used it.
    refused(Setup::new(3).turn(5).step("university_order", 1));
    refused(university().step("university_order", 1).with(json!({"order": [1, 0, 2]})));
    refused(university().step("university_order", 1).with(json!({"university_used": true})));
    refused(
        university().step("university_dock", 1).with(json!({"dock": [[1, "colonist"], [0, "colonist"]]})),
    );
    refused(university().step("university_capital", 1).with(json!({"capital_box": [1, 0]})));
    refused(university().step("university_discovery", 1).player(2, json!({"discovery": {"other": 1}})));
    refused(university().step("university_shipping", 1).player(0, json!({"shipping": 2})));
    // Empty boxes.
    refused(Setup::new(3).step("land", 0));
    refused(Setup::new(3).step("take_good", 0));
    refused(Setup::new(3).step("take_good", 0).with(json!({"goods_box": [0], "market": {}})));
    refused(Setup::new(3).step("buy", 0));
    refused(Setup::new(3).step("train", 0));
    refused(Setup::new(3).step("warfare", 0));
    refused(Setup::new(3).step("explore_target", 0));
    refused(Setup::new(3).step("stable", 0));
    refused(Setup::new(3).turn(8).step("migration", 0));
    refused(Setup::new(3).turn(5).step("over", 0));
    // Sub-nodes of buildings.
    let bought = |step: &str, turn: u64, building: &str| {
        Setup::new(3)
            .turn(turn)
            .step(step, 0)
            .with(json!({"capital_box": [0], "offer": []}))
            .player(0, json!({"buildings": [building], "units": {"caribbean": [1, 0]}}))
    };
    assert!(loads(&bought("cartography", 2, "cartography").with(json!({"offer": ["settlers"]})).value()));
    refused(
        bought("cartography", 2, "cartography").open(1, &UNDISCOVERED).with(json!({"offer": ["settlers"]})),
    );
    assert!(loads(&bought("indian_allies", 4, "indian_allies").with(json!({"offer": ["stable"]})).value()));
    refused(
        bought("indian_allies", 4, "indian_allies")
            .with(json!({"offer": ["stable"]}))
            .player(0, json!({"units": {}})),
    );
    refused(bought("cartography", 2, "navigator"));
    // The expedition, the conflict and the auction belong to their decisions.
    let explorer = || Setup::new(3).turn(2).player(0, json!({"discovery": {"soldier": 1, "other": 1}}));
    let going = |fields: Value| json!({"expedition": fields});
    assert!(loads(&explorer().step("explore_soldiers", 0).with(going(json!({"target": "peru"}))).value()));
    refused(explorer().step("explore_soldiers", 0));
    refused(explorer().step("explore_soldiers", 0).with(going(json!({"target": "deck"}))));
    refused(explorer().step("explore_soldiers", 0).with(going(json!({"target": "caribbean"}))));
    refused(explorer().step("explore_captains", 0).with(going(json!({"target": "peru"}))));
    refused(explorer().step("explore_captains", 0).with(going(json!({"target": "peru", "soldiers": 2}))));
    refused(explorer().step("explore_target", 0).with(going(json!({"target": "peru"}))));
    refused(explorer().last(1).with(json!({"auction": {"bids": [0, 0, 0], "passed": []}})));
    let fight = json!({"kind": "battle", "opponent": 1, "region": "caribbean"});
    let at_war = || {
        Setup::new(3)
            .turn(2)
            .step("attacker_kills", 0)
            .with(json!({"warfare_box": [0]}))
            .player(0, json!({"units": {"caribbean": [0, 1]}}))
            .player(1, json!({"units": {"caribbean": [1, 0]}}))
    };
    assert!(loads(&at_war().with(json!({"conflict": fight})).value()));
    refused(at_war());
    refused(at_war().step("warfare", 0).with(json!({"conflict": fight})));
    refused(at_war().with(json!({"conflict": fight})).player(1, json!({"units": {}})));
    refused(at_war().with(json!({"conflict": fight})).player(0, json!({"units": {"caribbean": [1, 0]}})));
    refused(at_war().with(json!({"conflict": {"kind": "battle", "opponent": 0, "region": "caribbean"}})));
    // One kill, and it must hit the plain unit.
    let killed = |soldiers: u64| {
        let mut conflict = fight.clone();
        conflict["soldiers_killed"] = json!(soldiers);
        at_war().step("defender_kills", 1).with(json!({"conflict": conflict}))
    };
    assert!(loads(&killed(0).value()));
    refused(killed(1));
}
