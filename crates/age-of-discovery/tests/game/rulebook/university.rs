//! The University and its windows: UW1 to UW5 of 3.3; X29, X30, X43 and A02, A03, A45.

use serde_json::{Value, json};

use crate::setup::{LAST, Setup};

/// Turn 5; this seat owns the University.
fn owner(players: usize, seat: usize) -> Setup {
    Setup::new(players).turn(5).player(seat, json!({"buildings": ["university"]}))
}

/// The last placement of turn 5, by seat 0.
fn last(players: usize, seat: usize, fields: Value) -> Setup {
    owner(players, seat).last(0).with(fields)
}

#[test]
fn x29_a_dock_figure_moves_to_the_front() {
    let [a, b, c, d] = [0, 1, 2, 3];
    let dock = json!([[a, "colonist"], [b, "soldier"], [c, "colonist"], [d, "merchant"]]);
    let mut table = last(4, d, json!({"dock": dock})).placed();
    assert_eq!((table.at("/step"), table.seat()), (json!("university_dock"), Some(d)));
    assert_eq!(table.legal(), ["advance 4", "keep"]);
    table.play_as(d, "advance 4");
    assert_eq!(table.at("/dock"), json!([[d, "merchant"], [a, "colonist"], [b, "soldier"], [c, "colonist"]]));
    assert_eq!(table.at("/university_used"), true);
    for seat in [d, a, b, c] {
        table.play_as(seat, "land caribbean");
    }
    assert_eq!(table.at("/turn"), 6);
    assert_eq!(table.at("/step"), "place", "it is used once per game");
    assert_eq!(table.at("/university_used"), true);
}

#[test]
fn x30_the_turn_order_marker_moves_to_first() {
    let mut table = owner(4, 2).step("university_order", 2).table();
    assert_eq!(table.legal(), ["advance", "keep"]);
    table.play_as(2, "advance");
    assert_eq!(table.at("/order"), json!([2, 0, 1, 3]));
    assert_eq!(
        (table.at("/step"), table.seat(), table.at("/university_used")),
        (json!("place"), Some(2), json!(true))
    );
    while table.at("/step") == "place" {
        let quiet =
            table.legal().into_iter().find(|action| action.ends_with("shipping")).expect("never full");
        table.play(&quiet);
        if table.at("/turn") == 6 {
            break;
        }
    }
    assert_eq!(table.of(2, "ships"), 1, "the tie of B4 goes to the first");
    assert_eq!(table.at("/order"), json!([2, 0, 1, 3]), "the base of phase I");
}

#[test]
fn uw1_opens_at_the_start_of_a_turn() {
    let table = owner(3, 1).late(0).declined();
    assert_eq!(
        (table.at("/step"), table.seat(), table.at("/turn")),
        (json!("university_order"), Some(1), json!(6))
    );
    assert_eq!(table.of_all("hand"), json!([{"colonist": 5}, {"colonist": 5}, {"colonist": 5}]));
    let mut table = owner(3, 1).late(0).declined();
    table.play_as(1, "keep");
    assert_eq!((table.at("/step"), table.seat()), (json!("place"), Some(0)));
    assert_eq!((table.at("/order"), table.at("/university_used")), (json!([0, 1, 2]), Value::Null));

    let first = owner(3, 0).late(0).declined();
    assert_eq!(first.at("/step"), "place", "already first");
    let first = owner(3, 1).late(0).with(json!({"initiative_box": [1]})).declined();
    assert_eq!(first.at("/step"), "place", "first by Initiative");
    let used = owner(3, 1).late(0).with(json!({"university_used": true})).declined();
    assert_eq!(used.at("/step"), "place");
}

/// Space numbers count from 1 at the moment of the decision.
#[test]
fn uw2_lists_the_own_figures_that_are_not_first() {
    let dock = json!([[1, "colonist"], [0, "soldier"], [1, "missionary"], [1, "colonist"]]);
    let mut table = last(3, 1, json!({"dock": dock})).placed();
    assert_eq!(table.legal(), ["advance 3", "advance 4", "keep"], "also where two lead to the same");
    table.play("keep");
    assert_eq!((table.at("/step"), table.at("/dock")), (json!("land"), dock));

    let alone = last(3, 1, json!({"dock": [[1, "colonist"], [0, "soldier"]]})).placed();
    assert_eq!(alone.at("/step"), "land", "only the first figure is his");
    let absent = last(3, 1, json!({"dock": [[0, "colonist"]]})).placed();
    assert_eq!(absent.at("/step"), "land");
}

#[test]
fn x43_figures_of_x_and_y_move_too() {
    let [a, b] = [0, 1];
    let setup = last(2, b, json!({"dock": [[a, "colonist"]], "dock_x": b, "dock_y": b}))
        .player(b, json!({"buildings": ["indentured_servitude", "university", "colonization_laws"]}));
    let mut table = setup.placed();
    assert_eq!((table.at("/step"), table.seat()), (json!("university_dock"), Some(b)));
    assert_eq!(table.legal(), ["advance x", "advance y", "keep"]);
    table.play_as(b, "advance y");
    assert_eq!(table.at("/dock"), json!([[b, "colonist"], [a, "colonist"]]));
    assert_eq!((table.at("/dock_x"), table.at("/dock_y")), (json!(b), Value::Null));
    for seat in [b, a, b] {
        table.play_as(seat, "land caribbean");
    }
    assert_eq!(table.at("/turn"), 6);
}

/// A45: the usable spaces do not limit the move.
#[test]
fn x_moves_before_a_full_dock() {
    let dock = json!([[0, "colonist"], [0, "colonist"], [0, "soldier"]]);
    let mut table = last(2, 1, json!({"dock": dock, "dock_x": 1}))
        .player(1, json!({"buildings": ["indentured_servitude", "university"]}))
        .placed();
    table.play_as(1, "advance x");
    assert_eq!(table.at("/dock"), json!([[1, "colonist"], [0, "colonist"], [0, "colonist"], [0, "soldier"]]));
    table.play_as(1, "land caribbean").play_as(0, "land caribbean");
}

/// X alone, or X before Y, is first in landing order.
#[test]
fn uw2_needs_a_figure_that_is_not_first() {
    let setup = last(2, 1, json!({"dock_x": 1}))
        .player(1, json!({"buildings": ["indentured_servitude", "university"]}));
    assert_eq!(setup.placed().at("/step"), "land");
    let mut table = last(2, 1, json!({"dock_x": 1, "dock_y": 1}))
        .player(1, json!({"buildings": ["indentured_servitude", "university", "colonization_laws"]}))
        .placed();
    assert_eq!(table.legal(), ["advance y", "keep"]);
    table.play("advance y");
    assert_eq!((table.at("/dock"), table.at("/dock_x")), (json!([[1, "colonist"]]), json!(1)));
}

#[test]
fn uw3_turns_a_tie_of_shipping() {
    let with = |in_box: bool, values: [u64; 3]| {
        let mut setup = last(
            3,
            1,
            json!({"order": [2, 1, 0], "ship_in_box": in_box, "specialists_box": {"training": 0}}),
        );
        for (seat, value) in values.into_iter().enumerate() {
            setup = setup.player(seat, json!({"shipping": value}));
        }
        setup.placed()
    };
    let mut table = with(true, [1, 3, 3]);
    assert_eq!((table.at("/step"), table.seat()), (json!("university_shipping"), Some(1)));
    assert_eq!(table.legal(), ["advance", "keep"]);
    table.play_as(1, "advance");
    assert_eq!((table.of_all("ships"), table.at("/order")), (json!([null, 1, null]), json!([1, 2, 0])));
    let mut table = with(true, [1, 3, 3]);
    table.play_as(1, "keep");
    assert_eq!((table.of_all("ships"), table.at("/order")), (json!([null, null, 1]), json!([2, 1, 0])));

    for (in_box, values, why) in [
        (false, [1, 3, 3], "no ship in the box"),
        (true, [3, 3, 2], "the tie is with a later player"),
        (true, [0, 2, 3], "not the highest"),
        (true, [0, 4, 3], "highest alone"),
        (true, [0, 0, 0], "a value of 0"),
    ] {
        assert_eq!(with(in_box, values).at("/step"), "train", "{why}");
    }
}

#[test]
fn uw4_moves_a_capital_figure() {
    let setup = last(3, 1, json!({"capital_box": [2, 0, 1, 1]}));
    let mut table = setup.placed();
    assert_eq!((table.at("/step"), table.seat()), (json!("university_capital"), Some(1)));
    assert_eq!(table.legal(), ["advance 3", "advance 4", "keep"]);
    table.play_as(1, "advance 3");
    assert_eq!(table.at("/capital_box"), json!([1, 2, 0, 1]));
    for seat in [1, 2, 0, 1] {
        table.play_as(seat, "pass");
    }
    let first = last(3, 1, json!({"capital_box": [1, 0, 2]})).placed();
    assert_eq!(first.at("/step"), "buy", "only space 1 is his");
    let both = last(3, 1, json!({"capital_box": [1, 1]})).placed();
    assert_eq!(both.legal(), ["advance 2", "keep"]);
}

#[test]
fn uw5_explores_first() {
    let setup = |figures: [Value; 3]| {
        let mut setup = last(3, 1, json!({}));
        for (seat, figures) in figures.into_iter().enumerate() {
            setup = setup.player(seat, json!({"discovery": figures}));
        }
        setup.placed()
    };
    let one = || json!({"other": 1});
    let mut table = setup([one(), one(), one()]);
    assert_eq!((table.at("/step"), table.seat()), (json!("university_discovery"), Some(1)));
    table.play_as(1, "advance");
    assert_eq!(table.at("/order"), json!([1, 0, 2]));
    for seat in [1, 0, 2] {
        table.play_as(seat, "stay");
    }
    let mut table = setup([one(), one(), json!({})]);
    table.play_as(1, "keep").play_as(0, "stay").play_as(1, "stay");

    let later = setup([json!({}), one(), one()]);
    assert_eq!((later.at("/step"), later.seat()), (json!("explore_target"), Some(1)), "nobody earlier");
    let none = setup([one(), json!({}), one()]);
    assert_eq!((none.at("/step"), none.seat()), (json!("explore_target"), Some(0)), "no figure of his");
}

/// Bought in B5, it may act before B6 of the same turn.
#[test]
fn a_new_university_opens_the_next_window() {
    let mut table = Setup::new(2)
        .turn(4)
        .step("buy", 1)
        .with(json!({"capital_box": [1], "offer": ["university"]}))
        .player(0, json!({"discovery": {"other": 2}}))
        .player(1, json!({"money": 14, "discovery": {"captain": 1}}))
        .table();
    table.play_as(1, "buy university");
    assert_eq!((table.at("/step"), table.seat()), (json!("university_discovery"), Some(1)));
}

/// The windows of one turn, one after the other, until it is used.
#[test]
fn each_window_is_asked_in_its_place() {
    let boxes = json!({"dock": [[0, "colonist"], [1, "colonist"]], "capital_box": [0, 1]});
    let setup = last(2, 1, boxes)
        .player(0, json!({"hand": {"colonist": 1}, "shipping": 2, "discovery": {"other": 1}}))
        .player(1, json!({"buildings": ["university"], "shipping": 2, "discovery": {"other": 1}}));
    let mut table = setup.table();
    let mut windows = Vec::new();
    table.play(LAST);
    while table.at("/turn") == 5 {
        let step = table.at("/step");
        let legal = table.legal();
        let quiet = ["keep", "stay", "pass", "land caribbean"]
            .into_iter()
            .find(|&quiet| legal.contains(&quiet.to_owned()));
        windows.extend(step.as_str().filter(|step| step.starts_with("university")).map(str::to_owned));
        table.play(quiet.expect("a quiet action"));
    }
    let all = ["university_dock", "university_shipping", "university_capital", "university_discovery"];
    assert_eq!(windows, all);
    assert_eq!(table.at("/step"), "university_order");

    let mut table = setup.table();
    table.play(LAST).play("advance 2").play("land caribbean").play("land caribbean");
    assert_eq!(table.at("/step"), "buy", "no other window after its use");
}
