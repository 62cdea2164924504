//! Fields: all there, no others, of the stated types and words.

use serde_json::{Value, json};

use super::{accepts, refuses};
use crate::setup::Setup;

/// A captain phase of four players, with something in every field.
fn loading() -> Value {
    let setup = Setup::new(4)
        .with(json!({
            "rules": ["corn_handicap", "factory_university_swap"],
            "round": 6,
            "picked": ["mayor", "captain"],
            "role_doubloons": {"trader": 2},
            "step": {
                "decision": "load", "player": 3, "wharf_used": [0], "passed": [1, 2], "captain_loaded": true,
            },
            "ships": {"5": {"sugar": 5}, "6": {"corn": 1}, "7": {}},
            "trading_house": {"coffee": 1},
            "face_up": {"corn": 2, "tobacco": 3},
            "discards": {"indigo": 4},
            "deck": null,
        }))
        .player(
            3,
            json!({
                "doubloons": 2, "vp": 5, "goods": {"corn": 1}, "tiles": {"corn": 2, "quarry": 1},
                "occupied": {"corn": 1}, "buildings": {"wharf": 1, "office": 0}, "san_juan": 0,
            }),
        );
    setup.value().clone()
}

/// Returns a copy with the value at `pointer` replaced.
fn changed(position: &Value, pointer: &str, value: Value) -> Value {
    let mut position = position.clone();
    *position.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    position
}

/// Returns the objects of a position file that have fixed fields, each with its pointer.
const OBJECTS: [&str; 3] = ["", "/step", "/players/3"];

#[test]
fn every_field_is_required() {
    accepts(&loading());
    let mut fields = 0;
    for object in OBJECTS {
        let names: Vec<String> = loading()
            .pointer(object)
            .and_then(Value::as_object)
            .expect("an object")
            .keys()
            .cloned()
            .collect();
        for name in names {
            let mut position = loading();
            let inner = position.pointer_mut(object).and_then(Value::as_object_mut).expect("an object");
            inner.remove(&name);
            refuses(&position, &name);
            fields += 1;
        }
    }
    assert_eq!(fields, 14 + 5 + 7);
}

#[test]
fn there_are_no_other_fields() {
    for object in OBJECTS {
        let mut position = loading();
        let inner = position.pointer_mut(object).and_then(Value::as_object_mut).expect("an object");
        inner.insert("colour".to_owned(), json!(1));
        refuses(&position, "colour");
    }
    for (field, value) in [
        ("tile", json!("corn")),
        ("slot", json!("corn")),
        ("building", json!("wharf")),
        ("slot", Value::Null),
    ] {
        let mut position = loading();
        position["step"][field] = value;
        refuses(&position, &format!("step.{field}"));
    }
}

#[test]
fn only_the_deck_may_be_null() {
    for object in OBJECTS {
        for (name, _) in loading().pointer(object).and_then(Value::as_object).expect("an object") {
            if name != "deck" {
                refuses(&changed(&loading(), &format!("{object}/{name}"), Value::Null), name);
            }
        }
    }
}

#[test]
fn fields_have_their_types() {
    for (pointer, value, field) in [
        ("/game", json!(1), "game"),
        ("/rules", json!("corn_handicap"), "rules"),
        ("/round", json!("6"), "round"),
        ("/round", json!(6.0), "round"),
        ("/picked", json!({}), "picked"),
        ("/role_doubloons/trader", json!(-1), "role_doubloons.trader"),
        ("/step", json!("load"), "step"),
        ("/step/player", json!("3"), "step.player"),
        ("/step/captain_loaded", json!(1), "step.captain_loaded"),
        ("/colonist_ship", json!(-4), "colonist_ship"),
        ("/colonist_shortage", json!(0), "colonist_shortage"),
        ("/ships/5", json!(5), "ships.5"),
        ("/trading_house", json!([]), "trading_house"),
        ("/trading_house/coffee", json!(-1), "trading_house.coffee"),
        ("/face_up/corn", json!(1.5), "face_up.corn"),
        ("/deck", json!({}), "deck"),
        ("/players", json!({}), "players"),
        ("/players/3/doubloons", json!(-1), "players[3].doubloons"),
        ("/players/3/vp", json!(-1), "players[3].vp"),
        ("/players/3/goods/corn", json!(-1), "players[3].goods.corn"),
        ("/players/3/buildings/wharf", json!(true), "players[3].buildings.wharf"),
        ("/players/3/san_juan", json!(-1), "players[3].san_juan"),
    ] {
        refuses(&changed(&loading(), pointer, value), field);
    }
}

#[test]
fn a_missing_name_counts_as_none_and_a_zero_is_left_out() {
    let mut position = loading();
    position["trading_house"] = json!({"coffee": 1, "corn": 0});
    assert_eq!(super::refusal(&position), None);
}

#[test]
fn the_game_is_puerto_rico() {
    refuses(&changed(&loading(), "/game", json!("mundus-novus")), "game");
}

#[test]
fn rules_are_known_sorted_and_named_once() {
    let rules = |names: Value| changed(&loading(), "/rules", names);
    accepts(&rules(json!([])));
    let all = json!([
        "corn_handicap",
        "factory_university_swap",
        "free_colonist_optional",
        "mayor_privilege_optional",
        "small_market_hut_swap",
    ]);
    accepts(&rules(all));
    refuses(&rules(json!(["corn_handicaps"])), "did you mean corn_handicap?");
    refuses(&rules(json!(["voluntary_discard"])), "rules[0]");
    refuses(&rules(json!(["factory_university_swap", "corn_handicap"])), "sorted");
    refuses(&rules(json!(["corn_handicap", "corn_handicap"])), "rules");
}

#[test]
fn there_are_two_to_five_players() {
    let one_more = |count: usize| {
        let mut position = Setup::new(5).value().clone();
        let players = position["players"].as_array_mut().expect("players");
        players.resize(count, players[0].clone());
        position
    };
    accepts(&one_more(5));
    for count in [0, 1, 6] {
        refuses(&one_more(count), "players");
    }
}

#[test]
fn rounds_count_from_one() {
    accepts(&changed(&loading(), "/round", json!(1)));
    refuses(&changed(&loading(), "/round", json!(0)), "round");
}

#[test]
fn counts_have_known_names() {
    for (pointer, field) in [
        ("/trading_house", "trading_house.quarry"),
        ("/face_up", "face_up.quarry"),
        ("/discards", "discards.quarry"),
        ("/ships/7", "ships.7.quarry"),
        ("/players/3/goods", "players[3].goods.quarry"),
    ] {
        refuses(&changed(&loading(), pointer, json!({"quarry": 1})), field);
    }
    for field in ["tiles", "occupied", "buildings"] {
        let pointer = format!("/players/3/{field}");
        refuses(&changed(&loading(), &pointer, json!({"cotton": 1})), &format!("players[3].{field}.cotton"));
    }
    refuses(&changed(&loading(), "/players/3/buildings", json!({"warf": 1})), "did you mean wharf?");
}

#[test]
fn ships_are_those_of_the_player_count() {
    for (ships, part) in [
        (json!({"5": {}, "6": {}}), "ships"),
        (json!({"5": {}, "6": {}, "7": {}, "8": {}}), "ships"),
        (json!({"4": {}, "5": {}, "6": {}}), "ships"),
    ] {
        refuses(&changed(&loading(), "/ships", ships), part);
    }
}

#[test]
fn roles_are_cards_of_the_player_count() {
    let named = |players: usize, role: &str| Setup::new(players).with(json!({"role_doubloons": {role: 1}}));
    for (players, role, known) in [
        (2, "prospector", true),
        (3, "prospector", false),
        (4, "prospector", true),
        (4, "prospector 1", false),
        (5, "prospector", false),
        (5, "prospector 1", true),
        (5, "prospector 2", true),
        (5, "pirate", false),
    ] {
        let setup = named(players, role);
        if known {
            accepts(setup.value());
        } else {
            refuses(setup.value(), &format!("role_doubloons.{role}"));
            let picked = Setup::new(players).with(json!({"picked": [role]}));
            refuses(picked.value(), "picked[0]");
        }
    }
}

#[test]
fn roles_are_picked_once_and_carry_nothing() {
    accepts(&loading());
    refuses(&changed(&loading(), "/picked", json!(["captain", "captain"])), "picked[1]");
    refuses(&changed(&loading(), "/role_doubloons", json!({"mayor": 1})), "role_doubloons.mayor");
}

#[test]
fn a_round_has_so_many_picks() {
    for (picked, fits) in [
        (json!(["mayor", "craftsman", "builder", "captain"]), true),
        (json!(["mayor", "craftsman", "builder", "settler", "captain"]), false),
    ] {
        let position = changed(&loading(), "/picked", picked);
        if fits { accepts(&position) } else { refuses(&position, "picked") }
    }
    // All picks are made: there is no further role to pick.
    let full = Setup::new(4).with(json!({"picked": ["mayor", "craftsman", "trader", "captain"]}));
    refuses(full.value(), "13.3 decision point: role");
}

#[test]
fn the_decision_is_a_known_word_with_its_own_fields() {
    refuses(&changed(&loading(), "/step", json!({"decision": "loading"})), "did you mean load?");
    let with_player = Setup::new(4).with(json!({"step": {"decision": "role", "player": 0}}));
    refuses(with_player.value(), "step.player");
    let build = |step: Value| Setup::new(4).with(json!({"picked": ["builder"], "step": step}));
    accepts(build(json!({"decision": "build", "player": 3})).value());
    refuses(build(json!({"decision": "build", "player": 4})).value(), "step.player");
    refuses(build(json!({"decision": "build"})).value(), "step.player");
}

#[test]
fn seats_of_a_list_ascend() {
    for field in ["wharf_used", "passed"] {
        for seats in [json!([1, 0]), json!([1, 1]), json!([4])] {
            let position = changed(&loading(), &format!("/step/{field}"), seats);
            refuses(&position, &format!("step.{field}"));
        }
    }
}

#[test]
fn slots_tiles_and_buildings_are_known_words() {
    let strict = json!(["free_colonist_optional", "mayor_privilege_optional"]);
    for (role, step, part) in [
        ("mayor", json!({"decision": "place", "player": 0, "slot": "rice"}), "step.slot"),
        ("settler", json!({"decision": "hospice", "player": 0, "tile": "rice"}), "step.tile"),
        ("builder", json!({"decision": "university", "player": 0, "building": "corn"}), "step.building"),
    ] {
        let setup = Setup::new(4).with(json!({"rules": strict, "picked": [role], "step": step}));
        refuses(setup.value(), part);
    }
}
