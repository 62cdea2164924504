//! Decision points: they occur according to section 3.3 in the role picked last.

use serde_json::{Value, json};

use tradewinds_puerto_rico::Offer;

use super::{accepts, refuses};
use crate::setup::Setup;

/// Four players in a role of seat 0 at this step.
fn in_role(role: &str, step: Value) -> Setup {
    Setup::new(4).with(json!({"picked": [role], "step": step}))
}

fn strict(setup: Setup) -> Setup {
    setup.with(json!({"rules": ["free_colonist_optional", "mayor_privilege_optional"]}))
}

/// Accepts the first position; refuses the other, where the decision does not occur.
fn occurs(valid: &Setup, broken: &Setup) {
    let decision = valid.value()["step"]["decision"].as_str().expect("a word");
    accepts(valid.value());
    refuses(broken.value(), &format!("13.3 decision point: {decision}"));
}

/// Every decision in a role, as a position in which it occurs.
fn decisions() -> Vec<(&'static str, Setup)> {
    let load =
        json!({"decision": "load", "player": 1, "wharf_used": [], "passed": [], "captain_loaded": false});
    vec![
        (
            "settler",
            in_role("settler", json!({"decision": "hacienda", "player": 1}))
                .player(1, json!({"buildings": {"hacienda": 1}})),
        ),
        ("settler", in_role("settler", json!({"decision": "tile", "player": 1}))),
        (
            "settler",
            strict(in_role("settler", json!({"decision": "hospice", "player": 1, "tile": "corn"})))
                .player(1, json!({"tiles": {"corn": 1}, "buildings": {"hospice": 1}})),
        ),
        ("mayor", strict(in_role("mayor", json!({"decision": "mayor_bonus"})))),
        (
            "mayor",
            in_role("mayor", json!({"decision": "place", "player": 1, "slot": "indigo"}))
                .with(json!({"colonist_ship": 0}))
                .player(
                    1,
                    json!({
                        "tiles": {"corn": 2, "indigo": 1}, "occupied": {"corn": 1},
                        "buildings": {"indigo plant": 0}, "san_juan": 2,
                    }),
                ),
        ),
        ("builder", in_role("builder", json!({"decision": "build", "player": 1}))),
        (
            "builder",
            strict(in_role("builder", json!({"decision": "university", "player": 1, "building": "wharf"})))
                .player(1, json!({"buildings": {"university": 1, "wharf": 0}})),
        ),
        (
            "craftsman",
            in_role("craftsman", json!({"decision": "craft_bonus"}))
                .player(0, json!({"goods": {"corn": 1}, "tiles": {"corn": 1}, "occupied": {"corn": 1}})),
        ),
        ("trader", in_role("trader", json!({"decision": "sell", "player": 1}))),
        ("captain", in_role("captain", load).player(1, json!({"goods": {"corn": 1}}))),
        (
            "captain",
            in_role("captain", json!({"decision": "store", "player": 1}))
                .player(1, json!({"goods": {"corn": 2}})),
        ),
    ]
}

/// Every offer where privileges are optional, as a position in which it comes up, with one in which it does not.
fn offers() -> Vec<(&'static str, Setup, Setup)> {
    let offer = |role: &str, player: u32, offer: &str, fields: Value| {
        let mut step = json!({"decision": "offer", "player": player, "offer": offer});
        step.as_object_mut().expect("an object").extend(fields.as_object().expect("fields").clone());
        in_role(role, step).with(json!({"rules": ["optional_privileges"]}))
    };
    let corn = || json!({"goods": {"corn": 1}, "tiles": {"corn": 1}, "occupied": {"corn": 1}});
    let passed = |seats: Value| json!({"passed": seats});
    let loading = |loaded: bool| json!({"wharf_used": [], "passed": [], "captain_loaded": loaded});
    let owns = |building: &str, colonists: u32| json!({"buildings": {building: colonists}});
    let two_kinds = |kinds: u32| {
        let (buildings, fields) =
            (json!({"factory": 1, "small indigo plant": 1}), json!({"passed": [0], "kinds": kinds}));
        offer("craftsman", 1, "factory money", fields).player(
            1,
            json!({
                "goods": {"corn": 1, "indigo": 1}, "tiles": {"corn": 1, "indigo": 1},
                "occupied": {"corn": 1, "indigo": 1}, "buildings": buildings,
            }),
        )
    };
    vec![
        (
            "mayor",
            offer("mayor", 1, "colonists", passed(json!([0]))),
            offer("mayor", 1, "colonists", passed(json!([2]))),
        ),
        (
            "craftsman",
            offer("craftsman", 1, "goods", passed(json!([0]))).player(1, corn()),
            offer("craftsman", 1, "goods", passed(json!([0]))),
        ),
        ("craftsman", two_kinds(2), two_kinds(3)),
        (
            "trader",
            offer("trader", 0, "trader money", json!({})),
            offer("trader", 1, "trader money", json!({})),
        ),
        (
            "trader",
            offer("trader", 1, "small market money", json!({})).player(1, owns("small market", 1)),
            offer("trader", 1, "small market money", json!({})).player(1, owns("small market", 0)),
        ),
        (
            "trader",
            offer("trader", 1, "large market money", json!({})).player(1, owns("large market", 1)),
            offer("trader", 1, "large market money", json!({})),
        ),
        (
            "captain",
            offer("captain", 0, "captain point", loading(true)),
            offer("captain", 0, "captain point", loading(false)),
        ),
        (
            "captain",
            offer("captain", 1, "harbor point", loading(true)).player(1, owns("harbor", 1)),
            offer("captain", 1, "harbor point", loading(true)).player(1, owns("wharf", 1)),
        ),
        (
            "prospector",
            offer("prospector", 0, "prospector money", json!({})),
            offer("prospector", 1, "prospector money", json!({})),
        ),
    ]
}

#[test]
fn an_offer_belongs_to_its_role_and_to_whom_it_brings_something() {
    assert_eq!(offers().len(), Offer::COUNT);
    for (role, setup, broken) in offers() {
        occurs(&setup, &broken);
        for picked in [json!(["settler"]), json!([role, "settler"]), json!([])] {
            occurs(&setup, &setup.clone().with(json!({"picked": picked})));
        }
        occurs(&setup, &setup.clone().with(json!({"rules": []})));
        occurs(&setup, &strict(setup.clone()));
    }
}

#[test]
fn an_offer_has_its_own_fields() {
    for (_, setup, _) in offers() {
        let step = &setup.value()["step"];
        for field in ["wharf_used", "passed", "captain_loaded", "kinds", "tile", "slot", "building"] {
            let mut changed = step.clone();
            let fields = changed.as_object_mut().expect("an object");
            let value = match field {
                "kinds" => json!(2),
                "captain_loaded" => json!(true),
                "wharf_used" | "passed" => json!([]),
                _ => json!("corn"),
            };
            if fields.remove(field).is_none() {
                fields.insert(field.to_owned(), value);
            }
            refuses(setup.clone().with(json!({"step": changed})).value(), &format!("step.{field}"));
        }
    }
    let (_, factory, _) = &offers()[2];
    for (field, value) in [("offer", json!("wharf point")), ("kinds", json!(6)), ("player", json!(4))] {
        let mut changed = factory.value()["step"].clone();
        changed[field] = value;
        refuses(factory.clone().with(json!({"step": changed})).value(), &format!("step.{field}"));
    }
}

#[test]
fn a_decision_belongs_to_the_role_picked_last() {
    assert_eq!(decisions().len(), 11, "all but role, over and offer");
    for (role, setup) in decisions() {
        accepts(setup.value());
        let other = if role == "settler" { "prospector" } else { "settler" };
        for picked in [json!([other]), json!([role, other]), json!([])] {
            occurs(&setup, &setup.clone().with(json!({"picked": picked})));
        }
        accepts(setup.with(json!({"picked": [other, role], "round": 4})).value());
    }
}

/// Returns the valid position of a decision.
fn valid(decision: &str) -> Setup {
    let found = decisions().into_iter().find(|(_, setup)| setup.value()["step"]["decision"] == decision);
    found.expect("a decision in a role").1
}

#[test]
fn hacienda_needs_a_colonist_a_space_and_a_stack() {
    let setup = valid("hacienda");
    occurs(&setup, &setup.clone().player(1, json!({"buildings": {"hacienda": 0}})));
    occurs(&setup, &setup.clone().player(1, json!({"buildings": {}})));
    occurs(&setup, &setup.clone().player(1, json!({"tiles": {"indigo": 12}})));
    // All 50 plantations lie face up.
    let empty_stack = setup
        .clone()
        .with(json!({"discards": {"corn": 10, "indigo": 11, "tobacco": 9, "coffee": 8}, "face_up": {"indigo": 1}}))
        .player(0, json!({"tiles": {"sugar": 11}}));
    occurs(&setup, &empty_stack);
}

#[test]
fn tile_needs_a_space() {
    let setup = valid("tile");
    occurs(&setup, &setup.clone().player(1, json!({"tiles": {"corn": 8, "quarry": 4}})));
}

#[test]
fn hospice_belongs_to_the_strict_profile() {
    let setup = valid("hospice");
    occurs(&setup, &setup.clone().with(json!({"rules": []})));
    occurs(&setup, &setup.clone().with(json!({"rules": ["mayor_privilege_optional"]})));
}

#[test]
fn hospice_needs_an_occupied_hospice_an_empty_tile_and_a_colonist() {
    let setup = valid("hospice");
    occurs(&setup, &setup.clone().player(1, json!({"buildings": {"hospice": 0}})));
    occurs(&setup, &setup.clone().player(1, json!({"tiles": {"sugar": 1}})));
    occurs(&setup, &setup.clone().player(1, json!({"occupied": {"corn": 1}})));
    let nobody = setup.clone().with(json!({"colonist_ship": 0})).player(3, json!({"san_juan": 78}));
    occurs(&setup, &nobody);
    accepts(setup.with(json!({"colonist_ship": 1})).player(3, json!({"san_juan": 77})).value());
}

#[test]
fn mayor_bonus_belongs_to_the_strict_profile_and_needs_a_supply() {
    let setup = valid("mayor_bonus");
    occurs(&setup, &setup.clone().with(json!({"rules": []})));
    occurs(&setup, &setup.clone().with(json!({"rules": ["free_colonist_optional"]})));
    occurs(&setup, &setup.clone().player(3, json!({"san_juan": 75})));
}

#[test]
fn place_needs_a_choice_of_numbers() {
    let setup = valid("place");
    let board = |corn: u32, plant: u32, san_juan: u32| {
        setup.clone().player(
            1,
            json!({
                "occupied": {"corn": corn}, "buildings": {"indigo plant": plant}, "san_juan": san_juan,
            }),
        )
    };
    // No colonist is left.
    occurs(&setup, &board(1, 0, 0));
    // As many as circles are left.
    occurs(&setup, &board(1, 0, 4));
    // More than circles are left: the corn plantations should have got them.
    occurs(&setup, &board(0, 0, 5));
    // A later slot is filled already.
    occurs(&setup, &board(1, 1, 1));
}

#[test]
fn place_is_about_an_empty_slot_that_the_player_has() {
    let setup = valid("place");
    let slot =
        |slot: &str| setup.clone().with(json!({"step": {"decision": "place", "player": 1, "slot": slot}}));
    accepts(slot("indigo").value());
    occurs(&setup, &slot("sugar"));
    occurs(&setup, &slot("wharf"));
    // Corn holds a colonist; the last slot type is determined.
    occurs(&setup, &slot("corn"));
    occurs(&setup, &slot("indigo plant"));
}

#[test]
fn place_comes_after_the_ship_has_been_dealt_out() {
    let setup = valid("place");
    occurs(&setup, &setup.clone().with(json!({"colonist_ship": 4})));
}

#[test]
fn university_belongs_to_the_strict_profile() {
    let setup = valid("university");
    occurs(&setup, &setup.clone().with(json!({"rules": []})));
    occurs(&setup, &setup.clone().with(json!({"rules": ["mayor_privilege_optional"]})));
}

#[test]
fn university_needs_an_occupied_university_an_empty_building_and_a_colonist() {
    let setup = valid("university");
    occurs(&setup, &setup.clone().player(1, json!({"buildings": {"university": 0, "wharf": 0}})));
    occurs(&setup, &setup.clone().player(1, json!({"buildings": {"university": 1, "wharf": 1}})));
    occurs(&setup, &setup.clone().player(1, json!({"buildings": {"university": 1}})));
    let nobody = setup.clone().with(json!({"colonist_ship": 0})).player(3, json!({"san_juan": 78}));
    occurs(&setup, &nobody);
}

#[test]
fn craft_bonus_needs_a_kind_produced_and_left() {
    let setup = valid("craft_bonus");
    occurs(&setup, &setup.clone().player(0, json!({"occupied": {}})));
    occurs(&setup, &setup.clone().player(2, json!({"goods": {"corn": 9}})));
    let sugar = setup.clone().player(0, json!({"tiles": {"sugar": 1}, "occupied": {"sugar": 1}}));
    occurs(&setup, &sugar);
}

#[test]
fn load_needs_a_possible_load() {
    let setup = valid("load");
    occurs(&setup, &setup.clone().player(1, json!({"goods": {}})));
    let filled = json!({"5": {"corn": 5}, "6": {}, "7": {}});
    occurs(&setup, &setup.clone().with(json!({"ships": filled})));
    let others = json!({"5": {"sugar": 5}, "6": {"tobacco": 1}, "7": {"coffee": 1}});
    occurs(&setup, &setup.clone().with(json!({"ships": others})));

    // A wharf makes it possible again, unless it is used or declined.
    let step = |used: Value, passed: Value| json!({"decision": "load", "player": 1, "wharf_used": used, "passed": passed, "captain_loaded": false});
    let wharf = setup.with(json!({"ships": others})).player(1, json!({"buildings": {"wharf": 1}}));
    accepts(wharf.value());
    occurs(&wharf, &wharf.clone().with(json!({"step": step(json!([1]), json!([]))})));
    occurs(&wharf, &wharf.clone().with(json!({"step": step(json!([]), json!([1]))})));
    occurs(&wharf, &wharf.clone().player(1, json!({"buildings": {"wharf": 0}})));
}

#[test]
fn store_occurs_when_not_everything_fits() {
    let setup = valid("store");
    let goods = |goods: Value, buildings: Value| {
        setup.clone().player(1, json!({"goods": goods, "buildings": buildings}))
    };
    occurs(&setup, &goods(json!({"corn": 1}), json!({})));
    occurs(&setup, &goods(json!({"corn": 5}), json!({"small warehouse": 1})));
    occurs(&setup, &goods(json!({"corn": 5, "sugar": 2, "coffee": 1}), json!({"large warehouse": 1})));
    accepts(goods(json!({"corn": 5, "sugar": 2, "coffee": 2}), json!({"large warehouse": 1})).value());
    accepts(goods(json!({"corn": 1, "sugar": 1}), json!({"small warehouse": 0})).value());
}

/// Four players with one of the end triggers.
fn triggers() -> [Setup; 3] {
    let city: Value =
        ["guild hall", "residence", "fortress", "customs house", "city hall", "wharf", "harbor"]
            .map(|building| (building, 0))
            .into_iter()
            .collect();
    [
        Setup::new(4).with(json!({"colonist_shortage": true})),
        Setup::new(4).player(2, json!({"vp": 60})).player(3, json!({"vp": 40})),
        Setup::new(4).player(1, json!({"buildings": city})),
    ]
}

#[test]
fn a_round_does_not_begin_with_an_end_trigger() {
    for setup in triggers() {
        accepts(setup.clone().with(json!({"picked": ["captain"]})).value());
        refuses(setup.value(), "13.3 decision point: role");
    }
}

#[test]
fn over_needs_an_end_trigger_and_the_end_of_a_round() {
    let over = json!({"step": {"decision": "over"}});
    for setup in triggers() {
        let finished = setup.with(over.clone());
        accepts(finished.value());
        refuses(finished.with(json!({"picked": ["captain"]})).value(), "13.3 decision point: over");
    }
    refuses(Setup::new(4).with(over.clone()).value(), "13.3 decision point: over");
    refuses(Setup::new(4).with(over).player(2, json!({"vp": 99})).value(), "13.3 decision point: over");
}
