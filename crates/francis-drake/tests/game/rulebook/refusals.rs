//! Positions that section 13.3 calls invalid, each a small step away from a valid one.

use serde_json::{Value, json};

use crate::setup::Setup;

/// Checks that `good` is read, and that it is refused with each of these fields of seat 0.
fn refuses(good: &Setup, bad: &[Value]) {
    good.table();
    for fields in bad {
        good.clone().player(0, fields.clone()).refusal();
    }
}

#[test]
fn stops_run_along_the_street() {
    let plymouth = Setup::alone(3).player(0, json!({"stops": ["crew a", "trade", "drake", "drake crew"]}));
    refuses(
        &plymouth,
        &[
            json!({"stops": ["trade", "crew a"]}),
            json!({"stops": ["trade", "trade"]}),
            json!({"stops": ["drake", "informer"]}),
            json!({"stops": ["crew a", "drake crew"]}),
            json!({"stops": ["drake", "drake crew", "drake gun"]}),
            json!({"stops": ["drake gun", "drake"]}),
            json!({"stops": ["dockside gun", "golden hind"]}),
            json!({"stops": ["investor guns", "golden hind"], "investor_tile": false}),
            json!({"stops": ["investor guns", "investor crew"], "investor_tile": false}),
            json!({"stops": ["dockside gun", "dockside crew"]}),
            json!({"stops": ["dockside gun", "investor guns"], "investor_tile": false}),
        ],
    );
    let all =
        ["crew a", "guns a", "supplies a", "queen", "trade", "shipyard", "governor", "crew b", "tavern"];
    let more = |stops: &[&str]| {
        let stops = [&all[..], stops].concat();
        Setup::alone(3).player(0, json!({"stops": stops}))
    };
    more(&["admiral"]).table();
    more(&["admiral", "pinnace"]).refusal();
    more(&["drake"]).refusal();
    more(&["drake", "drake gun"]).refusal();
}

/// Drake's second disc is due in Plymouth only, of a ship that has not departed.
#[test]
fn a_pending_disc_at_drake() {
    Setup::alone(3).player(0, json!({"stops": ["drake"]})).table();
    Setup::alone(3).player(1, json!({"stops": ["drake", "drake gun"]})).table();
    Setup::alone(3).player(1, json!({"stops": ["drake"]})).refusal();
    Setup::at("sail", 3).player(1, json!({"stops": ["drake", "drake gun"]})).table();
    Setup::at("sail", 3).player(1, json!({"stops": ["drake"]})).refusal();
}

#[test]
fn no_location_has_more_players_than_circles() {
    for (location, circles) in [
        ("crew a", 3),
        ("guns b", 3),
        ("trade", 2),
        ("tavern", 2),
        ("shipyard", 2),
        ("pinnace", 2),
        ("queen", 1),
        ("admiral", 1),
        ("governor", 1),
        ("informer", 1),
        ("golden hind", 1),
    ] {
        let stopped = |visitors: usize| {
            (0..visitors).fold(Setup::new(4), |setup, seat| setup.player(seat, json!({"stops": [location]})))
        };
        stopped(circles).table();
        stopped(circles + 1).refusal();
    }
    let drakes = |seats: usize| {
        (0..seats)
            .fold(Setup::new(4), |setup, seat| setup.player(seat, json!({"stops": ["drake", "drake gun"]})))
    };
    drakes(1).table();
    drakes(2).refusal();
    // Investor and dockside have room for all.
    let all = json!({"stops": ["investor guns", "dockside crew"], "investor_tile": false});
    Setup::new(5).all(&all).table();
}

#[test]
fn an_investor_stop_costs_the_tile() {
    let plymouth = Setup::alone(3).player(0, json!({"stops": ["investor guns"], "investor_tile": false}));
    refuses(&plymouth, &[json!({"investor_tile": true})]);
    refuses(
        &plymouth,
        &[
            json!({"stops": ["queen", "investor galleon"]}),
            json!({"stops": ["shipyard", "investor galleon"]}),
        ],
    );
    Setup::alone(3)
        .player(0, json!({"stops": ["queen", "shipyard", "investor crew"], "investor_tile": false}))
        .table();
}

#[test]
fn a_ghost_ship_comes_from_the_tavern() {
    let plymouth = Setup::alone(3).player(0, json!({"stops": ["tavern"], "ghost_ship": true}));
    refuses(&plymouth, &[json!({"stops": ["admiral"]}), json!({"stops": []})]);
}

#[test]
fn some_ship_is_in_port() {
    for outbound in [json!([]), json!([2]), json!([1, 0])] {
        Setup::new(3).with(json!({"outbound": outbound})).table();
    }
    for outbound in [json!([0, 1, 2]), json!([1, 1]), json!([3])] {
        Setup::new(3).with(json!({"outbound": outbound})).refusal();
    }
}

#[test]
fn in_plymouth_nothing_is_at_sea() {
    refuses(
        &Setup::alone(3).player(0, json!({"barrels": 4, "crew": 2})),
        &[
            json!({"missions": {"panama": "1"}}),
            json!({"attacks": ["portobelo"], "chest": {"silver": 1}}),
            json!({"trades": {"san juan": "sugar"}, "goods": {"sugar": 1}}),
        ],
    );
    for fields in [
        json!({"homebound": [1]}),
        json!({"face_up": ["panama"]}),
        json!({"informer": {"kind": "tile", "destination": "panama"}}),
        json!({"troop_tiles": {"trinidad": 0, "cartagena": 0, "panama": 1, "veracruz": 2}}),
        json!({"frigate_tiles": {"galleon a": 0, "galleon b": 1, "galleon c": 2}}),
    ] {
        Setup::alone(3).with(fields).refusal();
    }
}

/// Missions of seat 0 with three barrels.
fn mission() -> Setup {
    Setup::at("mission", 3).with(json!({"face_up": ["cartagena", "galleon a"]})).player(
        0,
        json!({
            "barrels": 3, "stops": ["shipyard", "tavern", "golden hind"], "ghost_ship": true,
            "missions": {"panama": "3", "portobelo": "golden hind"}, "attacks": ["cartagena", "galleon a"],
            "trades": {"san juan": "sugar"}, "goods": {"sugar": 1}, "chest": {"silver": 1, "jewel": 1},
        }),
    )
}

#[test]
fn missions_attacks_and_trades() {
    refuses(
        &mission(),
        &[
            // Beyond the range.
            json!({"missions": {"campeche": "1"}}),
            json!({"barrels": 2}),
            json!({"attacks": ["cartagena", "veracruz"]}),
            // Ports in `trades`, others in `attacks`.
            json!({"attacks": ["santiago"]}),
            json!({"trades": {"cartagena": "sugar"}}),
            json!({"trades": {"santiago": "sugar"}}),
            // Discs that he does not own, twice, or that have vanished.
            json!({"missions": {"panama": "3", "portobelo": "3"}}),
            json!({"missions": {"panama": "ghost ship"}}),
            json!({"stops": ["shipyard", "tavern"]}),
            // A destination twice.
            json!({"missions": {"cartagena": "1"}}),
            json!({"missions": {"san juan": "1"}}),
            json!({"attacks": ["cartagena", "cartagena"]}),
            // More than five discs.
            json!({"missions": {"panama": "1", "portobelo": "2", "santiago": "3"}}),
            // A galleon without an own one; a stone or commodity that nobody has.
            json!({"stops": ["tavern", "golden hind"]}),
            json!({"chest": {"silver": 1}}),
            json!({"chest": {"jewel": 1}}),
            json!({"goods": {}}),
            json!({"goods": {"coffee": 1}}),
        ],
    );
    mission().with(json!({"face_up": ["galleon a"]})).refusal();
    mission().with(json!({"face_up": ["cartagena"]})).refusal();
    mission().with(json!({"face_up": ["cartagena", "galleon a", "veracruz"]})).table();
}

#[test]
fn two_successes_and_one_trade_an_icon() {
    let third = json!({"attacks": ["portobelo"], "missions": {}});
    let good = Setup::at("mission", 4)
        .player(0, json!({"attacks": ["portobelo"], "chest": {"silver": 1}}))
        .player(1, json!({"attacks": ["portobelo"]}))
        .player(3, json!({"missions": {"panama": "1"}}));
    good.table();
    good.player(2, third).refusal();

    let trader = |seat: usize, kind: &str, setup: Setup| {
        setup.player(seat, json!({"trades": {"san juan": kind}, "goods": {kind: 1}}))
    };
    let one = || trader(0, "coffee", Setup::at("mission", 4).player(3, json!({"missions": {"panama": "1"}})));
    trader(1, "sugar", one()).table();
    trader(1, "coffee", one()).refusal();
}

#[test]
fn ships_in_the_homebound_dock_have_no_missions() {
    let good = Setup::at("mission", 3).player(0, json!({"missions": {"panama": "2"}}));
    good.clone().with(json!({"homebound": [1, 2]})).table();
    good.clone().with(json!({"homebound": [0]})).refusal();
    good.with(json!({"homebound": [0, 1, 2]})).refusal();
}

#[test]
fn the_end_comes_in_voyage_3_with_all_ships_home() {
    let over = Setup::at("over", 3);
    over.table();
    over.clone().with(json!({"voyage": 2})).refusal();
    over.clone().with(json!({"homebound": [0, 1]})).refusal();
    over.player(0, json!({"missions": {"panama": "1"}})).refusal();
}

#[test]
fn at_the_placements_somebody_holds_the_role() {
    let admiral = Setup::at("admiral", 3).player(1, json!({"stops": ["admiral"]}));
    admiral.table();
    Setup::at("admiral", 3).player(1, json!({"stops": ["governor"]})).refusal();
    let governor = Setup::at("governor", 3).player(1, json!({"stops": ["governor"]}));
    governor.table();
    Setup::at("governor", 3).player(1, json!({"stops": ["admiral"]})).refusal();

    // The tiles placed are the highest ones, and one at least is still to be placed.
    for (setup, field, good, bad) in [
        (
            &admiral,
            "frigate_tiles",
            json!({"galleon b": 2}),
            [json!({"galleon b": 1}), json!({"galleon b": 0}), json!({"galleon a": 2, "galleon b": 1})],
        ),
        (
            &governor,
            "troop_tiles",
            json!({"panama": 2}),
            [json!({"panama": 1}), json!({"panama": 0}), json!({"panama": 2, "trinidad": 1})],
        ),
    ] {
        setup.clone().with(json!({field: good})).table();
        for tiles in bad {
            setup.clone().with(json!({field: tiles})).refusal();
        }
    }
    admiral.with(json!({"troop_tiles": {"panama": 2}})).refusal();
    governor.with(json!({"frigate_tiles": {"galleon a": 2}})).refusal();
}

#[test]
fn the_steps_of_sailing_occur() {
    Setup::at("sail", 3).table();
    Setup::at("sail", 3).all(&json!({"barrels": 0})).refusal();
    let full = json!({"barrels": 1, "missions": {"san juan": "1", "santo domingo": "2", "trinidad": "3"}});
    Setup::at("sail", 3).all(&full).refusal();

    let disc = |destination: &str| {
        Setup::at("disc", 3)
            .with(json!({"decision": {"step": "disc", "destination": destination}}))
            .player(0, json!({"barrels": 3, "missions": {}}))
            .all(&json!({"barrels": 3}))
            .player(1, json!({"missions": {"trinidad": "1"}, "barrels": 3}))
            .player(2, json!({"missions": {"trinidad": "1"}, "barrels": 3}))
    };
    disc("trinidad").table();
    disc("veracruz").refusal();
    disc("trinidad").player(0, json!({"missions": {"trinidad": "1"}})).refusal();
    let two = json!({"missions": {"trinidad": "1", "panama": "2"}});
    disc("trinidad").all(&two).refusal();
}

/// The informer's owner, seat 1, has looked at Trinidad.
fn exchange() -> Setup {
    Setup::at("exchange", 3)
        .with(json!({"informer": {"kind": "discs", "destination": "trinidad"}}))
        .player(1, json!({"stops": ["informer"], "barrels": 1}))
        .player(1, json!({"missions": {"san juan": "1", "santo domingo": "2", "trinidad": "3"}}))
}

#[test]
fn the_steps_of_the_informer_occur() {
    exchange().table();
    let step = |step: Value| exchange().with(json!({"decision": step}));
    let fresh = |decision: Value| step(decision).with(json!({"informer": null}));
    fresh(json!({"step": "informer"})).table();
    step(json!({"step": "informer"})).refusal();
    for kind in ["discs", "tile"] {
        fresh(json!({"step": "look", "kind": kind})).table();
        step(json!({"step": "look", "kind": kind})).refusal();
    }
    fresh(json!({"step": "exchange"})).refusal();
    step(json!({"step": "exchange with", "first": "san juan"})).table();
    for first in ["trinidad", "panama"] {
        step(json!({"step": "exchange with", "first": first})).refusal();
    }
    step(json!({"step": "move"})).refusal();
    let seen = json!({"kind": "tile", "destination": "trinidad"});
    step(json!({"step": "move"})).with(json!({"informer": seen})).table();
    exchange().with(json!({"informer": seen})).refusal();
    exchange().with(json!({"informer": {"kind": "discs", "destination": "panama"}})).refusal();
    let port = json!({"kind": "tile", "destination": "san juan"});
    step(json!({"step": "move"})).with(json!({"informer": port})).refusal();
}

#[test]
fn at_the_informer_nobody_can_place() {
    exchange().player(0, json!({"barrels": 1})).refusal();
    exchange().player(1, json!({"barrels": 2})).refusal();
    exchange().player(1, json!({"stops": []})).refusal();
    exchange().player(1, json!({"missions": {}, "barrels": 0})).refusal();
}

/// `tile` needs a disc at a fort or galleon.
#[test]
fn looking_at_a_tile_needs_one() {
    let missions = json!({"san juan": "1", "santo domingo": "2", "santiago": "3", "puerto cabello": "4"});
    let step = |decision: Value| {
        exchange()
            .with(json!({"informer": null, "decision": decision}))
            .player(1, json!({"barrels": 2, "missions": missions}))
    };
    step(json!({"step": "look", "kind": "discs"})).table();
    step(json!({"step": "look", "kind": "tile"})).refusal();
    step(json!({"step": "look", "kind": "disc"})).refusal();
}

#[test]
fn before_the_missions_nothing_is_won() {
    for bad in [
        json!({"attacks": ["portobelo"], "chest": {"silver": 1}}),
        json!({"trades": {"san juan": "sugar"}, "goods": {"sugar": 1}}),
    ] {
        Setup::at("sail", 3).player(0, bad).refusal();
    }
    Setup::at("sail", 3).with(json!({"face_up": ["panama"]})).refusal();
    Setup::at("sail", 3).with(json!({"homebound": [1]})).refusal();
    Setup::at("sail", 3)
        .with(json!({"informer": {"kind": "tile", "destination": "panama"}}))
        .player(1, json!({"stops": ["informer"]}))
        .refusal();
    Setup::at("governor", 3).player(1, json!({"stops": ["governor"], "missions": {"panama": "1"}})).refusal();
}

#[test]
fn at_mission_a_disc_waits() {
    Setup::at("mission", 3).refusal();
    Setup::at("mission", 3).player(2, json!({"missions": {"panama": "4"}})).table();
}

#[test]
fn the_seat_that_returns_is_at_sea() {
    let returning =
        |seat: usize| Setup::at("return", 3).with(json!({"decision": {"step": "return", "seat": seat}}));
    returning(1).table();
    returning(1).with(json!({"homebound": [0]})).table();
    returning(1).with(json!({"homebound": [0, 1]})).refusal();
    returning(3).refusal();
}

/// `press`: the tile has just been turned up, and the attack is legal.
#[test]
fn at_press_the_tile_is_up() {
    let press = Setup::at("press", 3)
        .with(json!({"rules": {"commit_after_reveal": false}, "face_up": ["panama"]}))
        .player(0, json!({"crew": 2, "guns": 3, "missions": {"panama": "1"}}))
        .player(1, json!({"missions": {"panama": "2"}}));
    press.table();
    press.clone().with(json!({"rules": {}})).refusal();
    press.clone().with(json!({"face_up": []})).refusal();
    press.clone().player(0, json!({"crew": 1})).refusal();
    press.clone().player(0, json!({"guns": 2})).refusal();
    press.clone().player(2, json!({"attacks": ["panama"], "chest": {"gold": 1}})).refusal();
    press
        .with(json!({"face_up": ["panama", "veracruz"]}))
        .player(0, json!({"missions": {"portobelo": "1"}}))
        .refusal();
}

/// Pinnaces: two stops, like all circles; invariant 4.
#[test]
fn no_supply_is_negative() {
    let table = Setup::new(4)
        .player(0, json!({"crew": 14, "guns": 14, "barrels": 10, "trade_goods": 4}))
        .player(1, json!({"crew": 14, "guns": 14, "barrels": 11, "trade_goods": 4}));
    table.table();
    for field in ["crew", "guns", "barrels", "trade_goods"] {
        table.clone().player(2, json!({field: 1})).refusal();
    }
}
