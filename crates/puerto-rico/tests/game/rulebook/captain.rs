//! The wharf, the pool and storage: C7 to C11, C42 to C44.

use serde_json::{Value, json};

use super::loading::sugar_ship_filled;
use crate::setup::Setup;
use crate::table::Table;

#[test]
fn c7_a_wharf_may_be_declined_once_and_for_all() {
    let mut table = sugar_ship_filled(json!({"wharf": 1}));
    assert_eq!(table.seat(), Some(1));
    assert_eq!(table.legal(), ["pass", "wharf sugar"]);
    table.play_as(1, "pass");
    assert_eq!(table.at("/step/passed"), json!([1]));
    table.play_as(2, "ship corn 6").play_as(2, "ship indigo 7");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "store"), "not asked again");
}

#[test]
fn c8_who_can_load_a_ship_must_load_something() {
    let mut table = Setup::new(4)
        .with(json!({"ships": {"5": {"corn": 1}, "6": {"indigo": 1}, "7": {"sugar": 1}}}))
        .player(1, json!({"goods": {"corn": 1, "coffee": 2}, "buildings": {"wharf": 1}}))
        .table();
    table.play_as(0, "captain");
    assert_eq!(table.legal(), ["ship corn 5", "wharf coffee", "wharf corn"]);
}

#[test]
fn c9_the_captains_point_is_earned_by_a_wharf_load_too() {
    let mut table = Setup::new(4)
        .player(0, json!({"goods": {"corn": 2, "coffee": 3}, "buildings": {"harbor": 1, "wharf": 1}}))
        .table();
    table.play_as(0, "captain").play_as(0, "wharf coffee");
    assert_eq!(table.of(0, "vp"), 3 + 1 + 1);
    assert_eq!(table.at("/step/captain_loaded"), true);
    table.play_as(0, "ship corn 5");
    assert_eq!(table.of(0, "vp"), 5 + 2 + 1);
}

#[test]
fn c10_points_beyond_the_pool_count_in_full() {
    let mut table = Setup::new(4)
        .player(
            0,
            json!({
                "vp": 13, "goods": {"coffee": 5, "corn": 1},
                "buildings": {"harbor": 1, "customs house": 1},
            }),
        )
        .player(1, json!({"vp": 84, "goods": {"corn": 1}}))
        .table();
    assert_eq!(table.pool(), 3);
    table.play_as(0, "captain").play_as(0, "ship coffee 5");
    assert_eq!(table.of(0, "vp"), 13 + 7);
    assert_eq!(table.pool(), -4);
    // The phase and the round go on.
    table.play_as(1, "ship corn 6").play_as(0, "ship corn 6");
    assert_eq!(table.of_all("vp"), json!([22, 85, 0, 0]));
    table.play_as(1, "mayor");
    while table.decision() == "place" {
        let most = table.legal().pop().expect("a legal action");
        table.play(&most);
    }
    table.play_as(2, "craftsman").play_as(3, "prospector");
    assert_eq!(table.decision(), "over");
    assert_eq!(table.score(0, "customs_house"), 22 / 4);
}

#[test]
fn c11_an_empty_pool_is_enough() {
    for (coffee, pool, decision) in [(4, 0, "over"), (3, 1, "role")] {
        let mut table = Setup::new(4).player(1, json!({"vp": 96, "goods": {"coffee": coffee}})).table();
        assert_eq!(table.pool(), 4);
        table.play_as(0, "captain");
        let load = table.legal().swap_remove(0);
        table.play_as(1, &load);
        assert_eq!(table.pool(), pool);
        table.play_as(1, "craftsman").play_as(2, "mayor").play_as(3, "prospector");
        assert_eq!(table.decision(), decision);
    }
}

/// Seat 0 makes the last load of a phase; then seat 1 stores what it holds: two ships are full and
/// the third carries tobacco.
fn storage(goods: Value, buildings: Value) -> Table {
    let mut table = Setup::new(4)
        .with(json!({
            "ships": {"5": {"tobacco": 1}, "6": {"indigo": 6}, "7": {"sugar": 7}},
            "picked": ["captain"],
            "step": {
                "decision": "load", "player": 0, "wharf_used": [], "passed": [], "captain_loaded": false,
            },
        }))
        .player(0, json!({"goods": {"tobacco": 1}}))
        .player(1, json!({"goods": goods, "buildings": buildings}))
        .table();
    table.play_as(0, "ship tobacco 5");
    table
}

#[test]
fn c42_a_small_warehouse_keeps_a_kind_and_a_barrel() {
    let table = storage(json!({"corn": 5, "sugar": 2, "coffee": 1}), json!({"small warehouse": 1}));
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "store"));
    let kept = [
        ("keep all coffee one corn", json!({"corn": 1, "coffee": 1})),
        ("keep all coffee one sugar", json!({"sugar": 1, "coffee": 1})),
        ("keep all corn one coffee", json!({"corn": 5, "coffee": 1})),
        ("keep all corn one sugar", json!({"corn": 5, "sugar": 1})),
        ("keep all sugar one coffee", json!({"sugar": 2, "coffee": 1})),
        ("keep all sugar one corn", json!({"corn": 1, "sugar": 2})),
    ];
    assert_eq!(table.legal(), kept.each_ref().map(|(action, _)| *action));
    for (action, goods) in kept {
        let mut table = table.clone();
        table.play_as(1, action);
        assert_eq!(table.of(1, "goods"), goods, "{action}");
        assert_eq!(table.at("/ships"), json!({"5": {"tobacco": 2}, "6": {}, "7": {}}));
    }
    let mut first = table.clone();
    first.play_as(1, "keep all corn one sugar");
    assert_eq!(first.supply(), [5, 11, 10, 7, 9], "one sugar and the coffee are returned");
}

#[test]
fn c43_a_large_warehouse_keeps_two_kinds_and_a_single_barrel() {
    let goods = json!({"corn": 5, "sugar": 2, "coffee": 1});
    let table = storage(goods.clone(), json!({"large warehouse": 1}));
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "role"));
    assert_eq!(table.of(1, "goods"), goods);
}

#[test]
fn c44_without_a_warehouse_one_barrel_is_kept() {
    let mut table = storage(json!({"indigo": 3}), json!({}));
    assert_eq!(table.legal(), ["keep one indigo"]);
    table.play_as(1, "keep one indigo");
    assert_eq!(table.of(1, "goods"), json!({"indigo": 1}));
    assert_eq!(table.supply(), [10, 10, 11, 7, 9]);
}

/// Both warehouses keep three kinds; empty ones none (section 2).
#[test]
fn both_warehouses_keep_three_kinds() {
    let goods = json!({"corn": 2, "indigo": 2, "sugar": 2, "coffee": 2});
    let table = storage(goods.clone(), json!({"small warehouse": 1, "large warehouse": 1}));
    assert_eq!(
        table.legal(),
        [
            "keep all corn indigo coffee one sugar",
            "keep all corn indigo sugar one coffee",
            "keep all corn sugar coffee one indigo",
            "keep all indigo sugar coffee one corn",
        ]
    );
    let table = storage(goods, json!({"small warehouse": 0, "large warehouse": 0}));
    assert_eq!(table.legal(), ["keep one coffee", "keep one corn", "keep one indigo", "keep one sugar"]);
}
