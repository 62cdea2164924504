//! Rounds, roles and the end: R5, C45, C46, C48, C50.

use serde_json::json;

use crate::setup::Setup;
use crate::table::Table;

/// Picks these roles; everybody passes.
fn pick(table: &mut Table, roles: &[&str]) {
    for role in roles {
        table.play(role);
        while table.seat().is_some() && table.decision() != "role" {
            table.play("pass");
        }
    }
}

#[test]
fn r5_the_prospector_adds_a_doubloon_to_those_on_the_card() {
    let mut table = Setup::new(4).with(json!({"role_doubloons": {"prospector": 2}})).table();
    table.play_as(0, "prospector");
    assert_eq!(table.of(0, "doubloons"), 3);
    assert_eq!(table.of_all("doubloons"), json!([3, 0, 0, 0]));
    assert_eq!(table.at("/role_doubloons"), json!({}));
}

#[test]
fn c45_doubloons_gather_on_a_role_that_nobody_takes() {
    let mut table = Setup::new(3).table();
    for round in 1..=3 {
        pick(&mut table, &["mayor", "craftsman", "captain"]);
        assert_eq!(table.at("/role_doubloons"), json!({"settler": round, "builder": round, "trader": round}));
    }
    assert_eq!((table.at("/round"), table.seat()), (json!(4), Some(0)));
    let mut position = table.position();
    position["players"][0]["goods"] = json!({"coffee": 1});
    let mut table = Table::load(&position, tradewinds_game::Variant::standard());
    table.play_as(0, "trader");
    assert_eq!(table.of(0, "doubloons"), 3);
    table.play_as(0, "sell coffee");
    assert_eq!(table.of(0, "doubloons"), 3 + 4 + 1);
}

#[test]
fn c46_two_prospectors_have_doubloons_of_their_own() {
    let mut table = Setup::new(5).table();
    pick(&mut table, &["prospector 2", "mayor", "craftsman", "captain", "builder"]);
    assert_eq!(table.of(0, "doubloons"), 1);
    assert_eq!(table.at("/round"), 2);
    assert_eq!(table.at("/role_doubloons"), json!({"settler": 1, "trader": 1, "prospector 1": 1}));
    let mut other = table.clone();
    table.play_as(1, "prospector 1");
    assert_eq!(table.of(1, "doubloons"), 2);
    other.play_as(1, "prospector 2");
    assert_eq!(other.of(1, "doubloons"), 1, "the poorer card is legal");
}

#[test]
fn c48_two_players_pick_three_roles_each() {
    let mut table = Setup::new(2).with(json!({"round": 2})).table();
    let roles = ["mayor", "craftsman", "captain", "builder", "trader", "prospector"];
    for (role, seat) in roles.into_iter().zip([1, 0, 1, 0, 1, 0]) {
        assert_eq!((table.seat(), table.decision().as_str()), (Some(seat), "role"));
        pick(&mut table, &[role]);
    }
    assert_eq!(table.at("/role_doubloons"), json!({"settler": 1}));
    assert_eq!((table.at("/round"), table.seat()), (json!(3), Some(0)));
    assert_eq!(table.at("/picked"), json!([]));
}

/// Three, four and five players pick one role each (3.2) and leave three, which get a doubloon.
#[test]
fn a_round_has_a_pick_a_player() {
    let roles = ["mayor", "craftsman", "captain", "builder", "trader"];
    for (players, left) in [
        (3, json!({"settler": 1, "builder": 1, "trader": 1})),
        (4, json!({"settler": 1, "trader": 1, "prospector": 1})),
        (5, json!({"settler": 1, "prospector 1": 1, "prospector 2": 1})),
    ] {
        let mut table = Setup::new(players).table();
        for (seat, role) in roles[..players].iter().enumerate() {
            assert_eq!((table.seat(), table.decision().as_str()), (Some(seat), "role"));
            pick(&mut table, &[role]);
        }
        assert_eq!(table.at("/role_doubloons"), left);
        assert_eq!((table.at("/round"), table.seat()), (json!(2), Some(1)));
    }
}

#[test]
fn c50_the_round_of_the_trigger_is_played_out() {
    let mut table = Setup::new(4)
        .player(0, json!({"vp": 99, "goods": {"corn": 1}}))
        .player(3, json!({"doubloons": 1}))
        .table();
    table.play_as(0, "captain").play_as(0, "ship corn 7");
    assert_eq!(table.pool(), -1);
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "role"));
    table.play_as(1, "prospector");
    assert_eq!(table.of(1, "doubloons"), 1);
    assert_eq!((table.seat(), table.decision().as_str()), (Some(2), "role"));
    table.play_as(2, "builder");
    assert_eq!(table.seat(), Some(2));
    table.play_as(2, "build small market").play_as(3, "build small indigo plant");
    table.play_as(0, "pass").play_as(1, "build small market");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(3), "role"));
    table.play_as(3, "craftsman");

    assert_eq!((table.seat(), table.decision().as_str()), (None, "over"));
    assert!(table.legal().is_empty());
    assert_eq!(table.at("/round"), 1);
    assert_eq!(table.at("/picked"), json!([]));
    assert_eq!(table.at("/role_doubloons"), json!({"settler": 1, "mayor": 1, "trader": 1}));
    assert_eq!([0, 1, 2, 3].map(|seat| table.score(seat, "total")), [101, 1, 1, 1]);
}
