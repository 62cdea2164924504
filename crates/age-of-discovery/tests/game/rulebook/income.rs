//! Income sets, Rum Distillery, Privateers: sections 2.8 and 4.11; R09, X17 to X19.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::setup::{GOODS, REGIONS, Setup, UNDISCOVERED, number};
use crate::table::Purses as _;

/// Sets up the last turn, in which seat 0 has these goods and ships.
fn last_turn(goods: &[(&str, u64)], ships: u64) -> Setup {
    let goods: Value =
        goods.iter().filter(|(_, count)| *count > 0).map(|&(kind, n)| (kind.to_owned(), json!(n))).collect();
    Setup::new(2)
        .turn(8)
        .late(1)
        .open(1, &UNDISCOVERED)
        .claimed(&REGIONS.map(|(region, _)| region))
        .with(json!({"market": {}, "ship_in_box": false}))
        .player(0, json!({"goods": goods, "ships": ships}))
}

/// Returns what C1 of turn 8 counts as economy, and the money after the turn.
fn income(goods: &[(&str, u64)], ships: u64) -> (u64, u64) {
    let table = last_turn(goods, ships).declined();
    let economy = table.result()["players"][0]["economy"].clone();
    assert_eq!(number(&table.of(0, "economy")), number(&economy));
    (number(&economy), number(&table.money(0)))
}

fn sets(goods: &[(&str, u64)], ships: u64, expected: u64) {
    assert_eq!(income(goods, ships), (expected, expected), "{goods:?} and {ships} ships");
}

#[test]
fn r09_the_three_sets() {
    sets(&[("indigo", 1), ("silver", 1), ("tobacco", 1)], 0, 1);
    sets(&[("indigo", 2)], 1, 3);
    sets(&[("sugar", 4)], 0, 6);
}

#[test]
fn x19_incomes() {
    sets(&[("gold", 5)], 0, 6);
    sets(&[("fish", 3)], 1, 6);
    for (ships, expected) in [(0, 6), (1, 9), (2, 12)] {
        sets(&[("silver", 6)], ships, expected);
    }
    for (ships, expected) in [(1, 4), (2, 6)] {
        sets(&[("gold", 2), ("rice", 2), ("fur", 1)], ships, expected);
    }
    for (ships, expected) in [(1, 7), (2, 9)] {
        sets(&[("cocoa", 3), ("rice", 2), ("fur", 1)], ships, expected);
    }
    sets(&[("gold", 1), ("fish", 1)], 2, 1);
    sets(&[("gold", 1)], 2, 0);
    for ships in 0..=8 {
        sets(&[], ships, 0);
    }
    sets(&[("sugar", 4), ("gold", 3), ("fur", 2), ("fish", 1)], 2, 15);
    for (ships, expected) in [(0, 2), (1, 4), (3, 9)] {
        sets(&[("coffee", 2), ("cattle", 2), ("indigo", 2)], ships, expected);
    }
    let singles = [("gold", 1), ("silver", 1), ("cattle", 1), ("cocoa", 1), ("fish", 1), ("sugar", 1)];
    for ships in [0, 2] {
        sets(&singles, ships, 2);
    }
}

/// Tries every way to form sets: kind by kind, then sets of mixed goods.
fn best(counts: &[u64], ships: u64) -> u64 {
    // The most money of sets of one kind, by the ships used and the goods left over.
    let mut ways = BTreeMap::from([((0, 0), 0)]);
    for &count in counts {
        let mut next = BTreeMap::new();
        for (&(shipped, left), &money) in &ways {
            for (fours, fours_shipped) in pairs(count / 3) {
                for (threes, threes_shipped) in pairs(count / 2) {
                    let used = 4 * fours - fours_shipped + 3 * threes - threes_shipped;
                    let shipped = shipped + fours_shipped + threes_shipped;
                    if used <= count && shipped <= ships {
                        let most = next.entry((shipped, left + count - used)).or_insert(0);
                        *most = (*most).max(money + 6 * fours + 3 * threes);
                    }
                }
            }
        }
        ways = next;
    }
    let mixed = |shipped: u64, left: u64| {
        let with_ship = 0..=(ships - shipped).min(left / 2);
        with_ship.map(|sets| sets + (left - 2 * sets) / 3).max().unwrap_or(0)
    };
    ways.iter().map(|(&(shipped, left), &money)| money + mixed(shipped, left)).max().unwrap_or(0)
}

/// Lists numbers of sets, each with a number of them that hold a ship.
fn pairs(limit: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=limit).flat_map(|sets| (0..=sets).map(move |shipped| (sets, shipped)))
}

#[test]
fn income_is_the_best_of_all_ways() {
    let mut numbers = 12345_u64;
    let mut below = |limit: u64| {
        numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (numbers >> 33) % limit
    };
    for _ in 0..400 {
        let goods = GOODS.map(|(kind, counters)| {
            let held = if below(2) == 0 { 0 } else { below(counters + 1) };
            (kind, held)
        });
        let ships = below(9);
        let counts: Vec<u64> = goods.iter().map(|&(_, count)| count).collect();
        let expected = best(&counts, ships);
        sets(&goods, ships, expected);
        // Invariant 13: one more never lowers it.
        let mut more = counts.clone();
        more[below(11) as usize] += 1;
        assert!(best(&more, ships) >= expected);
        assert!(best(&counts, ships + 1) >= expected);
    }
}

#[test]
fn x17_the_rum_distillery_is_no_economy() {
    let setup = |turn| {
        Setup::new(2)
            .turn(turn)
            .late(1)
            .claimed(&["caribbean"])
            .player(0, json!({"goods": {"sugar": 5}, "buildings": ["rum_distillery"]}))
            .player(1, json!({"goods": {"sugar": 1}}))
    };
    let table = setup(8).declined();
    assert_eq!(table.purses(), json!([21, 0]));
    assert_eq!((table.of(0, "economy"), table.of(1, "economy")), (json!(6), Value::Null));
    let table = setup(4).declined();
    assert_eq!(table.purses(), json!([21, 0]));
    assert_eq!(table.of(0, "economy"), Value::Null, "only turn 8 is stored");
}

#[test]
fn x18_privateers_take_what_is_there() {
    let setup = Setup::new(4)
        .turn(5)
        .late(2)
        .player(0, json!({"ships": 3, "buildings": ["privateers"]}))
        .player(1, json!({"money": 7}))
        .player(2, json!({"money": 2}));
    assert_eq!(setup.declined().purses(), json!([5, 4, 0, 0]));
    let poor = setup.player(0, json!({"ships": 0})).declined();
    assert_eq!(poor.purses(), json!([0, 7, 2, 0]), "no ship, no dollar");
}

/// C2 comes after all income of C1 and before the money of D.
#[test]
fn privateers_come_between_income_and_buildings() {
    let table = Setup::new(3)
        .turn(5)
        .late(2)
        .player(0, json!({"ships": 4, "buildings": ["privateers"]}))
        .player(1, json!({"goods": {"rice": 1, "indigo": 1, "gold": 1}, "buildings": ["trading_post"]}))
        .player(2, json!({"goods": {"sugar": 3}}))
        .declined();
    // Seat 1 has an income of $1, seat 2 of $3; the $5 of the Trading Post come later.
    assert_eq!(table.purses(), json!([4, 5, 0]));
}

#[test]
fn nothing_is_used_up_by_income() {
    let table = Setup::new(2)
        .turn(2)
        .late(1)
        .player(0, json!({"goods": {"gold": 3, "sugar": 2}, "ships": 1}))
        .declined();
    assert_eq!(table.money(0), 6);
    assert_eq!((table.of(0, "goods"), table.of(0, "ships")), (json!({"gold": 3, "sugar": 2}), json!(1)));
}

/// A variant's income may be more than a byte holds.
#[test]
fn a_large_income_is_scored_in_full() {
    let fours = ["gold", "silver", "sugar", "tobacco", "indigo"].map(|kind| (kind, 4));
    let threes = ["fur", "coffee", "rice"].map(|kind| (kind, 3));
    let mut table = last_turn(&[&fours[..], &threes].concat(), 0)
        .table_by("\"income.three_of_a_kind\" = 20\n\"income.four_of_a_kind\" = 40");
    table.play("decline");
    let economy = number(&table.result()["players"][0]["economy"]);
    assert_eq!(economy, 5 * 40 + 3 * 20);
    assert_eq!(economy, number(&table.money(0)));
}
