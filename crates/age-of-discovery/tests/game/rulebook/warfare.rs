//! Warfare: section 4.10; R05, R06, X21 to X24 and rulings A16 to A18, A34, A35.

use serde_json::{Value, json};

use crate::setup::{Setup, UNDISCOVERED};
use crate::table::{Purses as _, Table};

/// Turn 7, everything open; these are the units of the seats, seat 0 has these Warfare figures.
fn at_war(units: &[Value], figures: usize) -> Setup {
    let mut setup = Setup::new(units.len())
        .turn(7)
        .step("warfare", 0)
        .with(json!({"warfare_box": vec![0; figures]}))
        .open(1, &UNDISCOVERED);
    for (seat, units) in units.iter().enumerate() {
        setup = setup.player(seat, json!({"units": units}));
    }
    setup
}

fn kills(from: usize, to: usize) -> Vec<String> {
    (from..=to).map(|soldiers| format!("kill soldiers {soldiers}")).collect()
}

/// Plays one battle: who chooses, what he may choose, what he chooses.
fn battle(table: &mut Table, attacker: (Vec<String>, usize), defender: (Vec<String>, usize)) {
    assert_eq!(table.at("/step"), "attacker_kills");
    assert_eq!(table.legal(), attacker.0);
    table.play_as(0, &format!("kill soldiers {}", attacker.1));
    assert_eq!(table.at("/step"), "defender_kills");
    assert_eq!(table.at("/conflict/soldiers_killed"), attacker.1);
    assert_eq!(table.legal(), defender.0);
    table.play(&format!("kill soldiers {}", defender.1));
}

#[test]
fn r05_a_battle_in_canada() {
    let [sean, angelo] = [0, 1];
    let mut table = at_war(&[json!({"canada": [3, 2]}), json!({"canada": [4, 1]})], 1).table();
    assert_eq!(table.legal(), ["battle canada 1", "pass"], "no money for a war");
    table.play_as(sean, "battle canada 1");
    assert_eq!(table.at("/conflict"), json!({"kind": "battle", "opponent": 1, "region": "canada"}));
    assert_eq!(table.seat(), Some(sean));
    assert_eq!(table.legal(), kills(0, 1));
    table.play_as(sean, "kill soldiers 1");
    assert_eq!(table.of(angelo, "units"), json!({"canada": [4, 1]}), "nothing is removed yet");
    assert_eq!(table.seat(), Some(angelo));
    assert_eq!(table.legal(), kills(0, 1));
    table.play_as(angelo, "kill soldiers 1");
    assert_eq!(table.of_all("units"), json!([{"canada": [3, 1]}, {"canada": [3, 0]}]));
    assert_eq!(table.at("/turn"), 8, "one conflict per figure");
}

#[test]
fn r06_a_war_is_fought_where_soldiers_are() {
    let sean = json!({
        "canada": [1, 0], "new_england": [1, 1], "florida": [2, 0], "new_spain": [1, 1], "new_granada": [1, 1],
    });
    let angelo = json!({"canada": [2, 0], "florida": [0, 2], "new_spain": [2, 0], "new_granada": [2, 0]});
    let mut table = at_war(&[sean, angelo], 1).player(0, json!({"money": 13})).table();
    let legal = ["battle florida 1", "battle new_granada 1", "battle new_spain 1", "pass", "war 1"];
    assert_eq!(table.legal(), legal);
    table.play_as(0, "war 1");
    assert_eq!(table.money(0), 3);
    assert_eq!(table.at("/conflict"), json!({"kind": "war", "opponent": 1, "region": "florida"}));
    battle(&mut table, (kills(0, 0), 0), (kills(0, 0), 0));
    assert_eq!(table.of(0, "units/florida"), Value::Null, "losses are removed before the next battle");
    assert_eq!(table.at("/conflict"), json!({"kind": "war", "opponent": 1, "region": "new_spain"}));
    battle(&mut table, (kills(0, 0), 0), (kills(0, 0), 0));
    assert_eq!(table.at("/conflict"), json!({"kind": "war", "opponent": 1, "region": "new_granada"}));
    battle(&mut table, (kills(0, 0), 0), (kills(0, 0), 0));
    assert_eq!(table.at("/turn"), 8);
    assert_eq!(
        table.of_all("units"),
        json!([
            {"canada": [1, 0], "new_england": [1, 1], "new_spain": [1, 1], "new_granada": [1, 1]},
            {"canada": [2, 0], "florida": [0, 2], "new_spain": [1, 0], "new_granada": [1, 0]},
        ])
    );
}

#[test]
fn x21_more_hits_than_victims() {
    let mut table = at_war(&[json!({"peru": [0, 5]}), json!({"peru": [2, 1]})], 2).table();
    table.play("battle peru 1");
    battle(&mut table, (kills(1, 1), 1), (kills(1, 1), 1));
    assert_eq!(table.of_all("units"), json!([{"peru": [0, 4]}, null]));
    assert_eq!(table.legal(), ["pass"], "nobody is left there");
}

#[test]
fn x22_the_militia_fights_in_defence() {
    let setup = at_war(&[json!({"peru": [1, 2]}), json!({"peru": [3, 0]})], 1)
        .player(1, json!({"buildings": ["militia"]}));
    for (soldiers, left) in [(0, [0, 2]), (1, [1, 1])] {
        let mut table = setup.table();
        table.play("battle peru 1");
        battle(&mut table, (kills(0, 0), 0), (kills(0, 1), soldiers));
        assert_eq!(table.of_all("units"), json!([{"peru": left}, {"peru": [1, 0]}]));
    }
    // The attacker's own Militia does nothing.
    let mut table = at_war(&[json!({"peru": [1, 2]}), json!({"peru": [3, 0]})], 1)
        .player(0, json!({"buildings": ["militia"]}))
        .table();
    table.play("battle peru 1");
    battle(&mut table, (kills(0, 0), 0), (kills(0, 0), 0));
    assert_eq!(table.of_all("units"), json!([{"peru": [1, 2]}, {"peru": [1, 0]}]));
}

/// A hit falls on the phantom only when no real unit is left; then it has no effect.
#[test]
fn the_militia_is_hit_last() {
    let mut table = at_war(&[json!({"peru": [2, 3]}), json!({"peru": [1, 1]})], 1)
        .player(1, json!({"buildings": ["militia"]}))
        .table();
    table.play("battle peru 1");
    battle(&mut table, (kills(1, 1), 1), (kills(0, 2), 2));
    assert_eq!(table.of_all("units"), json!([{"peru": [2, 1]}, null]));
}

/// The phantom fights in each battle of a war.
#[test]
fn the_militia_fights_in_every_battle_of_a_war() {
    let mut table =
        at_war(&[json!({"peru": [0, 2], "brazil": [0, 2]}), json!({"peru": [1, 0], "brazil": [3, 0]})], 1)
            .player(0, json!({"money": 10}))
            .player(1, json!({"buildings": ["militia"]}))
            .table();
    table.play("war 1");
    battle(&mut table, (kills(0, 0), 0), (kills(1, 1), 1));
    battle(&mut table, (kills(0, 0), 0), (kills(1, 1), 1));
    assert_eq!(table.of_all("units"), json!([{"peru": [0, 1], "brazil": [0, 1]}, {"brazil": [1, 0]}]));
}

#[test]
fn x23_the_militia_makes_no_battle_possible() {
    let table = at_war(&[json!({"peru": [2, 0]}), json!({"peru": [2, 0]})], 1)
        .player(0, json!({"money": 30}))
        .player(1, json!({"buildings": ["militia"]}))
        .table();
    assert_eq!(table.legal(), ["pass"]);

    // A war over another region leaves this one in peace.
    let units = [json!({"peru": [2, 0], "canada": [0, 1]}), json!({"peru": [2, 0], "canada": [1, 0]})];
    let mut table = at_war(&units, 1)
        .player(0, json!({"money": 30}))
        .player(1, json!({"buildings": ["militia"]}))
        .table();
    assert_eq!(table.legal(), ["battle canada 1", "pass", "war 1"]);
    table.play("war 1");
    battle(&mut table, (kills(0, 0), 0), (kills(1, 1), 1));
    assert_eq!(table.at("/turn"), 8);
    assert_eq!(table.of_all("units"), json!([{"peru": [2, 0]}, {"peru": [2, 0]}]));
}

#[test]
fn x24_two_figures_fight_twice() {
    let mut table = at_war(&[json!({"peru": [0, 2]}), json!({"peru": [4, 0]})], 2).table();
    for left in [json!({"peru": [2, 0]}), Value::Null] {
        assert_eq!(table.legal(), ["battle peru 1", "pass"]);
        table.play("battle peru 1");
        battle(&mut table, (kills(0, 0), 0), (kills(0, 0), 0));
        assert_eq!(table.of_all("units"), json!([{"peru": [0, 2]}, left]));
    }
    assert_eq!(table.at("/turn"), 8);
}

/// Losses are computed before the battle: a soldier that dies still kills.
#[test]
fn losses_are_removed_together() {
    let mut table = at_war(&[json!({"peru": [0, 1]}), json!({"peru": [0, 1]})], 1).table();
    table.play("battle peru 1");
    battle(&mut table, (kills(1, 1), 1), (kills(1, 1), 1));
    assert_eq!(table.of_all("units"), json!([null, null]));
}

#[test]
fn the_formulas_of_4_10() {
    for sa in 0..4_usize {
        for pa in 0..4 {
            for sd in 0..4_usize {
                for pd in 0..4 {
                    if sa + pa == 0 || sd + pd == 0 || sa + sd == 0 {
                        continue;
                    }
                    for militia in 0..2 {
                        let (ua, ud) = (sa + pa, sd + pd);
                        let (ra, rd) = (sa.min(ud), (sd + militia).min(ua));
                        let buildings = if militia == 1 { json!(["militia"]) } else { json!([]) };
                        // Another figure keeps the game in Warfare.
                        let mut table = at_war(&[json!({"peru": [pa, sa]}), json!({"peru": [pd, sd]})], 2)
                            .player(1, json!({"buildings": buildings}))
                            .table();
                        table.play("battle peru 1");
                        let (j, i) = (ra.min(sd), rd.saturating_sub(pa));
                        battle(&mut table, (kills(ra.saturating_sub(pd), j), j), (kills(i, rd.min(sa)), i));
                        let left = |plain: usize, soldiers: usize| match plain + soldiers {
                            0 => Value::Null,
                            _ => json!({"peru": [plain, soldiers]}),
                        };
                        assert_eq!(table.of(0, "units"), left(pa - (rd - i), sa - i));
                        assert_eq!(table.of(1, "units"), left(pd - (ra - j), sd - j));
                    }
                }
            }
        }
    }
}

/// A34: $10 and at least one battle.
#[test]
fn a_war_needs_ten_dollars_and_a_battle() {
    let units = [json!({"peru": [1, 1]}), json!({"peru": [1, 0]}), json!({"canada": [1, 5]})];
    for (money, war) in [(9, false), (10, true)] {
        let table = at_war(&units, 1).player(0, json!({"money": money})).table();
        assert_eq!(table.legal().contains(&"war 1".to_owned()), war);
        assert!(!table.legal().contains(&"war 2".to_owned()), "no common region");
        assert!(table.legal().contains(&"battle peru 1".to_owned()), "a battle is free");
    }
}

/// A16: an attacker without soldiers may fight one who has some; passing is allowed.
#[test]
fn soldiers_of_either_side_make_a_battle() {
    let units = [json!({"peru": [2, 0]}), json!({"peru": [0, 1]}), json!({"peru": [1, 0]})];
    let mut table = at_war(&units, 1).table();
    assert_eq!(table.legal(), ["battle peru 1", "pass"]);
    table.play_as(0, "pass");
    assert_eq!(table.at("/turn"), 8);
    assert_eq!(table.of_all("units"), json!(units), "nothing happened");
}

#[test]
fn the_figures_act_from_left_to_right() {
    let units = [json!({"peru": [0, 1]}), json!({"peru": [0, 2]}), json!({"peru": [1, 0]})];
    let mut table = at_war(&units, 1).step("warfare", 2).with(json!({"warfare_box": [2, 0, 1]})).table();
    assert_eq!(table.legal(), ["battle peru 0", "battle peru 1", "pass"]);
    table.play_as(2, "battle peru 0");
    assert_eq!((table.seat(), table.at("/warfare_box")), (Some(2), json!([2, 0, 1])));
    table.play_as(2, "kill soldiers 0").play_as(0, "kill soldiers 0");
    assert_eq!((table.seat(), table.at("/warfare_box")), (Some(0), json!([0, 1])));
    assert_eq!(table.legal(), ["battle peru 1", "pass"], "seat 2 is gone");
    table.play_as(0, "pass");
    assert_eq!((table.seat(), table.at("/warfare_box")), (Some(1), json!([1])));
}

/// A claimed good is kept even if the region is lost.
#[test]
fn a_lost_region_keeps_its_claim() {
    let mut table = at_war(&[json!({"peru": [0, 3]}), json!({"peru": [3, 0]})], 1)
        .claimed(&["peru"])
        .player(1, json!({"goods": {"silver": 1}}))
        .table();
    table.play("battle peru 1").play("kill soldiers 0").play("kill soldiers 0");
    assert_eq!(table.of_all("goods"), json!([null, {"silver": 1}]));
    assert_eq!(table.of_all("units"), json!([{"peru": [0, 3]}, null]));
}
