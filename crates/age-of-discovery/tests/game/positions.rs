//! Which position files are valid: docs/rules/age-of-discovery.md sections 9 and 14.3.
//!
//! Every rule has a position that breaks only this rule; the refusal names the field or the rule.

use crate::base::{base, load, with, with_player};
use serde_json::{Value, json};
use tradewinds_age_of_discovery::AgeOfDiscovery;
use tradewinds_game::{Game, Notation, Seat, Seed, Variant, Variants};

/// Accepts a position; what it does not leave unknown is written as it was read.
fn accepts(position: &Value) {
    let (game, state) = load(position).unwrap_or_else(|error| panic!("{error}\n{position}"));
    let written = game.position(&state);
    for (field, value) in position.as_object().expect("a position is an object") {
        if !value.is_null() {
            assert_eq!(written.get(field), Some(value), "{field} of {position}");
        }
    }
}

/// Refuses a position with one line that contains `part`.
fn refuses(position: &Value, part: &str) {
    match load(position) {
        Ok(_) => panic!("accepted without {part}: {position}"),
        Err(error) => {
            let message = error.to_string();
            assert!(message.starts_with("position: ") && !message.contains('\n'), "{message}");
            assert!(message.contains(part), "{part} is not in: {message}");
        }
    }
}

/// The base with a hand for seat 0.
fn place() -> Value {
    with_player(base(), 0, json!({"hand": {"colonist": 2}}))
}

#[test]
fn the_base_is_valid() {
    accepts(&place());
}

#[test]
fn fields_are_those_of_the_page() {
    for (fields, part) in [
        (json!({"gaem": 1}), "did you mean game?"),
        (json!({"game": "puerto-rico"}), "game"),
        (json!({"turn": 0}), "turn"),
        (json!({"turn": 9}), "turn"),
        (json!({"turn": "5"}), "turn"),
        (json!({"turn": 5.0}), "turn"),
        (json!({"step": "placing"}), "did you mean place?"),
        (json!({"to_move": 3}), "to_move"),
        (json!({"to_move": -1}), "to_move"),
        (json!({"order": [0, 1]}), "order"),
        (json!({"order": [0, 1, 1]}), "order"),
        (json!({"order": [0, 1, 3]}), "order"),
        (json!({"order": [0, 1, 40]}), "order"),
        (json!({"options": {"start": "random"}}), "options"),
        (json!({"options": {"navy_vp": 4}}), "options.navy_vp"),
        (json!({"options": {"university": "front"}}), "options"),
        (json!({"ship_in_box": 1}), "ship_in_box"),
        (json!({"market": {"golden": 1}}), "golden"),
        (json!({"market": {"gold": 9}}), "market.gold"),
        (json!({"market": {"gold": 2, "silver": 3}}), "14.3 market"),
        (json!({"offer": ["cathedral", "cathedral"]}), "offer[1]"),
        (json!({"tiles_seen": ["peru"]}), "14.3 tiles_seen"),
        (json!({"tiles_seen": ["canada", "canada"]}), "tiles_seen[1]"),
        (json!({"building_stacks": [[], [], []]}), "building_stacks[1]"),
        (json!({"building_stacks": [["settlers"], null, null]}), "building_stacks[0]"),
        (json!({"building_stacks": [[], null]}), "building_stacks"),
        (json!({"deck": ["k01"]}), "deck"),
        (json!({"dock": [[0, "captain"]]}), "dock[0]"),
        (json!({"dock": [[0, "colonist", 1]]}), "dock[0]"),
        (json!({"goods_box": [0, 1, 2, 0, 1]}), "goods_box"),
        (json!({"specialists_box": {"colonist": 0}}), "colonist"),
        (json!({"auction": {"bids": [0, 0, 0], "passed": []}}), "auction"),
        (json!({"expedition": {"target": "canada"}}), "expedition"),
        (json!({"conflict": {"kind": "battle", "opponent": 1, "region": "peru"}}), "conflict"),
        (json!({"university_used": true}), "14.3 university_used"),
        (json!({"players": []}), "players"),
    ] {
        refuses(&with(place(), fields), part);
    }
    for field in ["game", "turn", "step", "building_stacks", "deck", "players", "to_move", "order"] {
        let mut position = place();
        position.as_object_mut().expect("an object").remove(field);
        refuses(&position, field);
    }
    // `null` is allowed for hidden parts alone.
    for field in ["to_move", "order", "tiles", "market", "dock_x", "ship_in_box", "goods_box", "options"] {
        let mut position = place();
        position[field] = Value::Null;
        refuses(&position, field);
    }
}

#[test]
fn players_are_those_of_the_page() {
    for (fields, part) in [
        (json!({"money": -1}), "players[1].money"),
        (json!({"money": 1.5}), "players[1].money"),
        (json!({"hand": {"general": 1}}), "general"),
        (json!({"hand": {"colonist": -1}}), "players[1].hand"),
        (json!({"discovery": {"colonist": 1}}), "colonist"),
        (json!({"units": {"peru": [1]}}), "peru"),
        (json!({"units": {"peru": [1, 2, 3]}}), "peru"),
        (json!({"units": {"canada": [1, 0]}}), "9.10 units"),
        (json!({"goods": {"rice": 4}}), "players[1].goods.rice"),
        (json!({"goods": {"rice": 3, "gold": 5}}), "counters of gold"),
        (json!({"ships": 9}), "players[1].ships"),
        (json!({"buildings": ["cathedral"]}), "9.4 buildings"),
        (json!({"buildings": ["navy"]}), "9.4 buildings"),
        (json!({"buildings": ["settlers", "settlers", "settlers"]}), "settlers"),
        (json!({"buildings": ["stable", "stable"]}), "stable"),
        (json!({"tiles": ["t06", "t06"]}), "t06"),
        (json!({"tiles": ["t06", "t08"]}), "9.3 tiles"),
        (json!({"tiles": ["t01"]}), "9.3 tiles"),
        (json!({"tiles": ["t12"]}), "t12"),
        (json!({"cards": ["k01"]}), "9.3 cards"),
        (json!({"region_vp": []}), "players[1].region_vp"),
        (json!({"region_vp": [2, 2]}), "players[1].region_vp"),
        (json!({"region_vp": [56]}), "players[1].region_vp"),
        (json!({"economy": 3}), "9.13 economy"),
        (json!({"rank": 3}), "rank"),
    ] {
        refuses(&with_player(place(), 1, fields), part);
    }
    let ships = with_player(with_player(place(), 1, json!({"ships": 5})), 2, json!({"ships": 4}));
    refuses(&ships, "9.2 ships");
}

#[test]
fn boxes_hold_figures_at_their_steps_alone() {
    for (fields, part) in [
        (json!({"initiative_box": [1, 1]}), "9.6 boxes"),
        (
            json!({"dock": [[0, "colonist"], [0, "colonist"], [0, "colonist"], [0, "colonist"], [0, "colonist"],
                            [0, "colonist"]]}),
            "9.6 boxes",
        ),
        (json!({"dock_x": 0}), "4.3 X and Y"),
        (json!({"dock_y": 0}), "4.3 X and Y"),
        (json!({"to_move": 1}), "14.3 step"),
    ] {
        refuses(&with(place(), fields), part);
    }
    let buy = with(base(), json!({"step": "buy", "capital_box": [0, 2]}));
    accepts(&buy);
    for (fields, part) in [
        (json!({"to_move": 2}), "14.3 step"),
        (json!({"capital_box": null}), "14.3 step"),
        (json!({"goods_box": [1]}), "goods_box"),
        (json!({"dock": [[1, "soldier"]]}), "dock"),
    ] {
        refuses(&with(buy.clone(), fields), part);
    }
    refuses(&with_player(buy.clone(), 1, json!({"hand": {"colonist": 1}})), "9.7 hands");
    refuses(&with_player(buy, 1, json!({"shipping": 1})), "14.3 shipping");
    let train = with(base(), json!({"step": "train", "to_move": 1, "specialists_box": {"training": 1}}));
    accepts(&train);
    refuses(
        &with(train.clone(), json!({"specialists_box": {"training": 1, "soldier": 0}})),
        "specialists_box",
    );
    refuses(&with(train, json!({"specialists_box": {"training": 2}})), "14.3 step");
}

#[test]
fn a_step_occurs_by_its_condition() {
    for (fields, part) in [
        (json!({"step": "land"}), "14.3 step"),
        (json!({"step": "take_good", "goods_box": [0], "market": {}}), "14.3 step"),
        (json!({"step": "university_order", "to_move": 1}), "9.8 hands"),
        (
            json!({"step": "university_dock", "to_move": 1, "dock": [[0, "colonist"], [1, "colonist"]]}),
            "14.3 step",
        ),
        (json!({"step": "cartography", "capital_box": [0]}), "14.3 step"),
        (json!({"step": "indian_allies", "capital_box": [0]}), "14.3 step"),
        (json!({"step": "explore_target"}), "14.3 step"),
        (json!({"step": "explore_soldiers"}), "expedition"),
        (json!({"step": "explore_soldiers", "expedition": {"target": "canada"}}), "14.3 step"),
        (json!({"step": "stable"}), "14.3 step"),
        (json!({"step": "migration"}), "14.3 step"),
        (json!({"step": "over", "to_move": null}), "region_vp"),
        (json!({"step": "over"}), "to_move"),
        (json!({"step": "bid", "order": null}), "auction"),
        (json!({"step": "bid", "order": null, "auction": {"bids": [0, 0, 0], "passed": []}}), "9.3"),
        (json!({"step": "auction_specialist", "to_move": 1}), "14.3 step"),
        (json!({"step": "attacker_kills", "warfare_box": [0]}), "conflict"),
    ] {
        let position = with(base(), fields);
        let position = with_player(position, 2, json!({"region_vp": [0]}));
        refuses(&position, part);
    }
}

#[test]
fn expeditions_fit_the_box() {
    let fields =
        json!({"step": "explore_others", "expedition": {"target": "canada", "soldiers": 0, "captains": 1}});
    let box_of = json!({"discovery": {"captain": 1, "soldier": 2}});
    let position = with_player(with(base(), fields), 0, box_of);
    accepts(&position);
    for (expedition, part) in [
        (json!({"target": "canada", "soldiers": 3, "captains": 0}), "expedition.soldiers"),
        (json!({"target": "canada", "soldiers": 0, "captains": 0}), "expedition.captains"),
        (json!({"target": "canada", "soldiers": 0}), "expedition.captains"),
        (json!({"target": "peru", "soldiers": 1, "captains": 0}), "14.3 step"),
        (json!({"target": "deck", "soldiers": 1, "captains": 0}), "14.3 step"),
        (json!({"target": "rome", "soldiers": 1, "captains": 0}), "rome"),
        (json!({"soldiers": 1, "captains": 0}), "expedition.target"),
    ] {
        refuses(&with(position.clone(), json!({"expedition": expedition})), part);
    }
}

#[test]
fn battles_fit_the_map() {
    let conflict = json!({"kind": "war", "opponent": 1, "region": "peru", "soldiers_killed": 1});
    let fields = json!({"step": "defender_kills", "to_move": 1, "warfare_box": [0], "conflict": conflict});
    let position = with_player(with(base(), fields), 0, json!({"units": {"peru": [1, 1]}}));
    let position = with_player(position, 1, json!({"units": {"peru": [0, 1]}}));
    accepts(&position);
    for (name, value, part) in [
        ("kind", json!("raid"), "raid"),
        ("opponent", json!(0), "14.3 step"),
        ("opponent", json!(2), "soldiers_killed"),
        ("region", json!("florida"), "soldiers_killed"),
        ("soldiers_killed", json!(0), "conflict.soldiers_killed"),
        ("soldiers_killed", json!(2), "conflict.soldiers_killed"),
        ("soldiers_killed", json!(null), "conflict.soldiers_killed"),
    ] {
        let mut changed = position.clone();
        changed["conflict"] = with(changed["conflict"].take(), json!({name: value}));
        refuses(&changed, part);
    }
    refuses(&with(position.clone(), json!({"to_move": 0})), "14.3 step");
    refuses(&with(position, json!({"warfare_box": null})), "warfare_box");
}

/// The auction: all nine regions have a tile; bids differ and are covered.
#[test]
fn bids_fit_the_auction() {
    let shipped = AgeOfDiscovery::shipped_variants();
    let variant = Variant::shipped("auction", AgeOfDiscovery::NAME, shipped).expect("it is shipped");
    let game = AgeOfDiscovery::new(3, &variant).expect("it fits");
    let position = game.position(&game.deal(&mut Seed(3).rng()));
    assert_eq!(position["options"], json!({"start": "auction"}));
    let bids = |bids: Value, passed: Value| {
        with(position.clone(), json!({"auction": {"bids": bids, "passed": passed}}))
    };
    accepts(&bids(json!([3, 8, 0]), json!([2])));
    for (position, part) in [
        (bids(json!([3, 3, 0]), json!([])), "14.3 auction"),
        (bids(json!([3, 11, 0]), json!([])), "auction.bids[1]"),
        (bids(json!([3, 4]), json!([])), "auction.bids"),
        (bids(json!([3, 4, 0]), json!([0])), "14.3 auction"),
        (bids(json!([3, 4, 0]), json!([2, 2])), "14.3 auction"),
        (bids(json!([3, 4, 0]), json!([2, 1])), "14.3 auction"),
        (with(position.clone(), json!({"order": [0, 1, 2]})), "order"),
        (with(position.clone(), json!({"turn": 2})), "14.3 auction"),
        (with(position.clone(), json!({"options": null})), "9.3 tiles"),
    ] {
        refuses(&position, part);
    }
}

/// What is zero, empty, false or nobody may be written out all the same.
#[test]
fn written_out_defaults_are_read() {
    let fields =
        json!({"ship_in_box": false, "university_used": false, "goods_box": [], "options": {}, "dock": []});
    let (game, state) = load(&with(place(), fields)).expect("the position loads");
    let player = json!({"shipping": 0, "hand": {"captain": 0}, "units": {"peru": [0, 0]}, "goods": {}});
    let (_, other) = load(&with_player(place(), 1, player)).expect("the position loads");
    assert_eq!(game.position(&state), game.position(&other));
    assert_eq!(game.position(&state), game.position(&load(&place()).expect("it loads").1));
}

/// Figures are no limit of the game (A27): a seat that lands everything in one region for eight turns passes 60.
#[test]
fn a_region_holds_all_that_lands() {
    accepts(&with_player(place(), 0, json!({"units": {"caribbean": [62, 30]}})));
    refuses(
        &with_player(place(), 0, json!({"units": {"caribbean": [62, 59]}})),
        "players[0].units.caribbean: found 59; allowed: 0 to 58",
    );
}

/// A view hides the deck, the stacks and the tiles that nobody has seen, and nothing else.
#[test]
fn a_view_hides_what_nobody_knows() {
    let (game, state) = load(&with(place(), json!({"tiles_seen": ["canada"]}))).expect("the position loads");
    let mut expected = game.position(&state);
    expected["deck"] = Value::Null;
    expected["building_stacks"] = Value::Null;
    expected["tiles"] = json!({"canada": "t12", "brazil": null, "argentina": null});
    for seat in Seat::all(3) {
        assert_eq!(game.view(&state, seat), expected);
    }
}

#[test]
fn regions_award_what_they_are_worth() {
    refuses(&with_player(place(), 2, json!({"region_vp": [3]})), "9.12 region VP");
}

/// A building is bought in its own age, and what moves a figure to the front was bought before.
#[test]
fn what_was_bought_was_for_sale() {
    let cartography = with(base(), json!({"step": "cartography", "capital_box": [0]}));
    refuses(&with_player(cartography, 0, json!({"buildings": ["cartography"]})), "14.3 step");
    let position = with(
        place(),
        json!({"step": "land", "to_move": 0, "dock": [
        [0, "colonist"], [0, "colonist"], [0, "colonist"], [0, "colonist"], [0, "colonist"], [0, "colonist"]
    ], "university_used": true}),
    );
    let owning = |buildings: Value| {
        with_player(
            with_player(position.clone(), 0, json!({"hand": null})),
            0,
            json!({"buildings": buildings}),
        )
    };
    refuses(&owning(json!(["university"])), "9.6 boxes");
    accepts(&owning(json!(["indentured_servitude", "university"])));
}
