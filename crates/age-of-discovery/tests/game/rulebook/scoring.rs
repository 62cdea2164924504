//! Scoring: section 5; R12 to R14, X20, X34, X36, X37.

use serde_json::{Value, json};
use tradewinds_game::Seat;

use crate::setup::{Setup, UNDISCOVERED};
use crate::table::{Purses as _, Table};

/// Ends turn 3 with these plain units in the Caribbean; returns the region VP.
fn region(units: &[u64]) -> Vec<u64> {
    let mut setup = Setup::new(units.len()).turn(3).late(0);
    for (seat, &units) in units.iter().enumerate() {
        // Half of them are soldiers: they count alike.
        setup = setup.player(seat, json!({"units": {"caribbean": [units - units / 2, units / 2]}}));
    }
    let table = setup.declined();
    let scored = table.of_all("region_vp");
    let seats = scored.as_array().expect("lists").iter();
    seats
        .map(|vp| {
            assert_eq!(vp.as_array().map(Vec::len), Some(1), "one scoring");
            vp[0].as_u64().expect("VP")
        })
        .collect()
}

#[test]
fn r13_a_region_alone() {
    assert_eq!(region(&[3, 0]), [6, 0]);
    assert_eq!(region(&[0, 0, 4]), [0, 0, 6]);
    assert_eq!(region(&[2, 0]), [0, 0], "three units are needed");
}

#[test]
fn r14_ties() {
    assert_eq!(region(&[3, 3, 1]), [2, 2, 0], "no second place");
    assert_eq!(region(&[4, 4, 4, 3]), [0, 0, 0, 0]);
    assert_eq!(region(&[5, 3, 3]), [6, 0, 0]);
}

#[test]
fn x20_region_counts() {
    for (units, vp) in [
        (&[4, 2, 1][..], &[6, 2, 0][..]),
        (&[3, 3, 1], &[2, 2, 0]),
        (&[3, 3, 3], &[0, 0, 0]),
        (&[5, 2, 2], &[6, 0, 0]),
        (&[2, 2, 1], &[0, 0, 0]),
        (&[3, 1, 1], &[6, 0, 0]),
        (&[4, 3, 1, 1, 0], &[6, 2, 0, 0, 0]),
        (&[3, 3, 3, 3, 1], &[0, 0, 0, 0, 0]),
        // One unit is enough for second place (A28).
        (&[3, 1, 0], &[6, 2, 0]),
        (&[1, 0, 0, 7], &[2, 0, 0, 6]),
        (&[3, 3, 3, 3, 3], &[0, 0, 0, 0, 0]),
    ] {
        assert_eq!(region(units), vp, "{units:?}");
    }
}

#[test]
fn regions_are_scored_after_turns_3_6_and_8() {
    for turn in 1..=8 {
        let setup = Setup::new(2).turn(turn).late(0).open(1, &["peru"]);
        let table = setup
            .player(0, json!({"units": {"caribbean": [3, 0], "peru": [1, 0]}}))
            .player(1, json!({"units": {"peru": [2, 1]}}))
            .declined();
        let before = usize::from(turn > 3) + usize::from(turn > 6);
        let scored = [3, 6, 8].contains(&turn);
        for (seat, vp) in [6 + 2, 6].into_iter().enumerate() {
            let mut list = vec![0; before];
            list.extend(scored.then_some(vp));
            let found = table.of(seat, "region_vp");
            assert_eq!(
                found.as_array().cloned().unwrap_or_default(),
                json!(list).as_array().cloned().unwrap_or_default(),
                "turn {turn}"
            );
        }
    }
}

/// Returns the VP of the formula buildings of seat 0 at the end.
fn formula(player: Value) -> Value {
    let table = Setup::new(2).over().open(1, &UNDISCOVERED).player(0, player).table();
    table.result()["players"][0]["formula_buildings"].clone()
}

#[test]
fn r12_navy() {
    let navy = json!({"buildings": ["navy"], "ships": 3});
    assert_eq!(formula(navy.clone()), 12);
    let table = Setup::new(2).over().with(json!({"options": {"navy_vp": 3}})).player(0, navy).table();
    assert_eq!(table.result()["players"][0]["formula_buildings"], 9);
    assert_eq!(table.at("/options"), json!({"navy_vp": 3}));
}

#[test]
fn x34_formula_buildings() {
    let five =
        json!({"canada": [1, 0], "florida": [0, 1], "caribbean": [2, 1], "peru": [2, 0], "brazil": [1, 1]});
    let waiting = json!({"soldier": 4, "other": 3});
    for (building, expected) in
        [("population", 4), ("glory", 10), ("power", 6), ("prosperity", 2), ("navy", 0)]
    {
        let player = json!({"buildings": [building], "units": five, "discovery": waiting, "money": 9});
        assert_eq!(formula(player), expected, "{building}");
    }
    for (money, expected) in [(24, 4), (25, 5), (4, 0), (0, 0)] {
        assert_eq!(formula(json!({"buildings": ["wealth"], "money": money})), expected);
    }
    let goods = json!({"gold": 2, "silver": 1, "cocoa": 1});
    let player = json!({"buildings": ["mercantilism"], "goods": goods, "ships": 2});
    assert_eq!(formula(player), 4, "ships are no goods (A31)");
    // Both copies of Settlers count for Prosperity, and it counts itself.
    let player = json!({"buildings": ["settlers", "settlers", "taxation", "prosperity", "militia"]});
    assert_eq!(formula(player), 10);
}

/// Formula buildings read the position after phase D of turn 8.
#[test]
fn formulas_count_after_phase_d() {
    let table = Setup::new(2)
        .turn(8)
        .late(1)
        .player(
            0,
            json!({"money": 9, "buildings": ["wealth", "factory", "trading_post"], "goods": {"sugar": 3}}),
        )
        .declined();
    assert_eq!(table.money(0), 9 + 3 + 5 + 25);
    let points = &table.result()["players"][0];
    assert_eq!(
        (&points["formula_buildings"], &points["fixed_buildings"], &points["economy"]),
        (&json!(8), &json!(5), &json!(3))
    );
    assert_eq!(points["total"], 16);
}

#[test]
fn x36_a_final_score() {
    let table = Setup::new(2)
        .turn(8)
        .late(1)
        .open(0, &["canada", "florida", "peru"])
        .open(1, &["new_england", "new_spain", "new_granada", "brazil", "argentina"])
        .player(
            0,
            json!({
                "region_vp": [8, 14],
                "units": {"canada": [3, 0], "florida": [2, 1], "caribbean": [3, 0], "new_england": [1, 0]},
                "goods": {"sugar": 4, "tobacco": 2, "fish": 1, "fur": 1},
                "ships": 2,
                "buildings": ["settlers", "taxation", "university", "navy", "mercantilism", "prosperity"],
                "cards": ["k13"],
            }),
        )
        .player(1, json!({"units": {"new_england": [3, 0]}, "goods": {"fish": 1}}))
        .declined();
    let points = json!({
        "regions": 8 + 14 + 20, "tiles": 5 + 6 + 4, "cards": 6, "fixed_buildings": 2 + 5,
        "formula_buildings": 8 + 8 + 12, "economy": 10, "total": 108, "rank": 1,
    });
    assert_eq!(table.result()["players"][0], points);
    let other = json!({
        "regions": 6, "tiles": 5 + 5 + 7 + 6 + 4, "cards": 0, "fixed_buildings": 0,
        "formula_buildings": 0, "economy": 0, "total": 33, "rank": 2,
    });
    assert_eq!(table.result()["players"][1], other);
    assert_eq!(table.scores().points.as_slice(), [108, 33]);
    assert_eq!(table.scores().win_share.as_slice(), [1.0, 0.0]);
}

/// The end of a game of two with 20 region VP each.
fn tied(region_vp: [[u64; 3]; 2], money: [u64; 2], goods: [u64; 2], ships: [u64; 2]) -> Table {
    let mut setup = Setup::new(2).over();
    for seat in 0..2 {
        setup = setup.player(
            seat,
            json!({
                "region_vp": region_vp[seat], "money": money[seat], "goods": {"sugar": goods[seat]},
                "ships": ships[seat],
            }),
        );
    }
    setup.table()
}

fn ranks(table: &Table) -> [Value; 2] {
    let result = table.result();
    [0, 1].map(|seat| {
        assert_eq!(result["players"][seat]["total"], 20);
        let rank = result["players"][seat]["rank"].clone();
        assert_eq!(rank, table.scores().rank[Seat::new(seat)]);
        rank
    })
}

#[test]
fn x37_tie_breaks() {
    let first = tied([[0, 0, 20], [2, 0, 18]], [1, 90], [0, 2], [0, 3]);
    assert_eq!(ranks(&first), [1, 2], "more region VP of turn 8");
    let both = [[0, 0, 20], [0, 0, 20]];
    assert_eq!(ranks(&tied(both, [3, 4], [2, 0], [3, 0])), [2, 1], "more money");
    assert_eq!(ranks(&tied(both, [4, 4], [1, 2], [7, 0])), [2, 1], "more goods, ships not counted");
    let shared = tied(both, [4, 4], [2, 2], [0, 5]);
    assert_eq!(ranks(&shared), [1, 1], "a shared win");
    assert_eq!(shared.scores().win_share.as_slice(), [0.5, 0.5]);
}

/// Equal players share a rank: 1 and the number of strictly better players.
#[test]
fn the_same_comparison_orders_all_places() {
    let mut setup = Setup::new(4).over();
    for (seat, (region, money)) in [(10, 0), (12, 0), (10, 0), (10, 1)].into_iter().enumerate() {
        setup = setup.player(seat, json!({"region_vp": [0, 0, region], "money": money}));
    }
    let table = setup.table();
    assert_eq!(table.scores().rank.as_slice(), [3, 1, 3, 2]);
    let ranks: Vec<Value> = (0..4).map(|seat| table.result()["players"][seat]["rank"].clone()).collect();
    assert_eq!(ranks, [3, 1, 3, 2]);
}

/// Settlers are two tiles: with a VP each, as a variant may have it, two of them are worth 2.
#[test]
fn both_settlers_score() {
    for (buildings, vp) in [(json!(["settlers"]), 3), (json!(["settlers", "settlers"]), 6)] {
        let setup = Setup::new(2).turn(8).late(1).player(0, json!({"buildings": buildings}));
        let mut table = setup.table_by("\"building.settlers.vp\" = 3");
        table.play("decline");
        assert_eq!(table.result()["players"][0]["fixed_buildings"], json!(vp), "{buildings}");
    }
}
