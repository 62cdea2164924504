//! Stable and Migration: section 4.12; X25, X26, A25, A26.

use serde_json::{Value, json};

use crate::setup::{REGIONS, Setup, UNDISCOVERED};
use crate::table::{Purses as _, Table};

fn stable(units: Value, open: &[&'static str]) -> Table {
    Setup::new(2)
        .turn(5)
        .step("stable", 0)
        .open(1, open)
        .player(0, json!({"buildings": ["stable"], "units": units}))
        .table()
}

#[test]
fn x25_a_soldier_leaves_the_caribbean() {
    let soldier = json!({"caribbean": [0, 1]});
    let table = stable(soldier.clone(), &UNDISCOVERED);
    let legal = ["move caribbean florida", "move caribbean new_granada", "move caribbean new_spain", "stay"];
    assert_eq!(table.legal(), legal, "not to Brazil or Canada");
    let table = stable(soldier.clone(), &["new_spain", "brazil", "canada"]);
    assert_eq!(table.legal(), ["move caribbean new_spain", "stay"], "discovered regions only");
    let mut table = stable(soldier, &UNDISCOVERED);
    table.play("move caribbean new_spain");
    assert_eq!(table.of(0, "units"), json!({"new_spain": [0, 1]}), "once per turn");
    assert_eq!(table.at("/turn"), 6);
}

#[test]
fn the_stable_is_asked_without_a_soldier() {
    let mut table = stable(json!({"caribbean": [4, 0], "florida": [2, 0]}), &["florida"]);
    assert_eq!(table.legal(), ["stay"]);
    table.play("stay");
    assert_eq!(table.at("/turn"), 6);
    assert_eq!(table.of(0, "units"), json!({"caribbean": [4, 0], "florida": [2, 0]}));
}

#[test]
fn a_soldier_that_moves_may_claim() {
    let mut table = stable(json!({"caribbean": [1, 1], "florida": [1, 1]}), &["florida"]);
    assert_eq!(table.legal(), ["move caribbean florida", "move florida caribbean", "stay"]);
    table.play("move caribbean florida");
    assert_eq!(table.of(0, "units"), json!({"caribbean": [1, 0], "florida": [1, 2]}));
    assert_eq!(table.of(0, "goods"), json!({"tobacco": 1}));
}

fn migration(turn: u64, units: Value, open: &[&'static str]) -> Setup {
    Setup::new(2)
        .turn(turn)
        .step("migration", 0)
        .open(1, open)
        .player(0, json!({"buildings": ["migration"], "units": units}))
}

#[test]
fn one_or_two_plain_units_go_anywhere() {
    let units = json!({"canada": [2, 1], "caribbean": [1, 0], "argentina": [0, 2]});
    let table = migration(7, units, &UNDISCOVERED).table();
    let mut legal = vec!["stay".to_owned()];
    for (to, _) in REGIONS {
        for (from, most) in [("canada", 2), ("caribbean", 1)] {
            if from != to {
                legal.extend((1..=most).map(|units| format!("move {units} {from} {to}")));
            }
        }
    }
    legal.sort();
    assert_eq!(legal.len(), 1 + 2 * 8 + 8);
    assert_eq!(table.legal(), legal, "soldiers stay (A25)");
}

#[test]
fn migration_goes_to_discovered_regions_only() {
    let table = migration(7, json!({"caribbean": [5, 0]}), &["peru"]).table();
    assert_eq!(table.legal(), ["move 1 caribbean peru", "move 2 caribbean peru", "stay"]);
    let table = migration(7, json!({"caribbean": [5, 0]}), &[]).table();
    assert_eq!(table.legal(), ["stay"]);
    let table = migration(7, json!({}), &UNDISCOVERED).table();
    assert_eq!(table.legal(), ["stay"], "asked without a unit");
}

#[test]
fn units_that_migrate_may_claim() {
    let mut table = migration(7, json!({"caribbean": [2, 0], "peru": [0, 1]}), &["peru"]).table();
    table.play("move 2 caribbean peru");
    assert_eq!(table.of(0, "units"), json!({"peru": [2, 1]}));
    assert_eq!(table.of(0, "goods"), json!({"silver": 1}));
}

#[test]
fn x26_migration_before_the_last_scoring() {
    let [p, q] = [0, 1];
    let setup = migration(8, json!({"peru": [2, 0], "brazil": [5, 0]}), &["peru", "brazil"])
        .player(q, json!({"units": {"peru": [3, 0], "brazil": [1, 0]}}));
    let mut table = setup.table();
    table.play_as(p, "move 2 brazil peru");
    assert_eq!(table.at("/step"), "over");
    assert_eq!(
        table.of_all("units"),
        json!([{"peru": [4, 0], "brazil": [3, 0]}, {"peru": [3, 0], "brazil": [1, 0]}])
    );
    assert_eq!(table.of_all("region_vp"), json!([[0, 0, 12], [0, 0, 4]]));

    let mut table = setup.table();
    table.play_as(p, "stay");
    assert_eq!(table.of_all("region_vp"), json!([[0, 0, 8], [0, 0, 8]]));
}

/// Stable, then Migration of the same player, then the next player.
#[test]
fn migration_follows_the_stable() {
    let mut table = Setup::new(3)
        .turn(7)
        .late(2)
        .open(2, &["florida"])
        .with(json!({"order": [1, 0, 2]}))
        .player(0, json!({"buildings": ["stable", "migration"], "units": {"caribbean": [1, 1]}}))
        .player(2, json!({"buildings": ["trading_post"]}))
        .table();
    table.play("decline");
    assert_eq!((table.at("/step"), table.seat()), (json!("stable"), Some(0)));
    table.play("move caribbean florida");
    assert_eq!((table.at("/step"), table.seat()), (json!("migration"), Some(0)));
    assert_eq!(table.money(2), 0);
    assert_eq!(table.legal(), ["move 1 caribbean florida", "stay"]);
    table.play("move 1 caribbean florida");
    assert_eq!(table.money(2), 5);
    assert_eq!(table.of(0, "units"), json!({"florida": [1, 1]}));
    assert_eq!(table.at("/turn"), 8);
}
