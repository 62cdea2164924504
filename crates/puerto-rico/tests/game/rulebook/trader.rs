//! The trader: R6, R7, R10, C31 to C35.

use serde_json::{Value, json};

use crate::setup::Setup;
use crate::table::Table;

/// A trader phase of four players that seat 0 opens without a sale; seat 1 is next.
fn after_the_trader(player: Value) -> Table {
    let mut table = Setup::new(4).player(1, player).table();
    table.play_as(0, "trader");
    assert_eq!(table.legal(), ["pass"]);
    table.play_as(0, "pass");
    table
}

#[test]
fn r6_a_small_market_makes_corn_worth_a_doubloon() {
    let mut table = after_the_trader(json!({"goods": {"corn": 1}, "buildings": {"small market": 1}}));
    table.play_as(1, "sell corn");
    assert_eq!(table.of(1, "doubloons"), 1);
    assert_eq!(table.of(1, "goods"), json!({}));
}

#[test]
fn r7_both_markets_add_three() {
    let both = json!({"goods": {"indigo": 1}, "buildings": {"small market": 1, "large market": 1}});
    let mut table = after_the_trader(both);
    table.play_as(1, "sell indigo");
    assert_eq!(table.of(1, "doubloons"), 1 + 3);

    let empty = json!({"goods": {"indigo": 1}, "buildings": {"small market": 0, "large market": 0}});
    let mut table = after_the_trader(empty);
    table.play_as(1, "sell indigo");
    assert_eq!(table.of(1, "doubloons"), 1, "empty markets add nothing");
}

/// The trading-house prices of section 2.
#[test]
fn prices_rise_from_corn_to_coffee() {
    for (kind, price) in [("corn", 0), ("indigo", 1), ("sugar", 2), ("tobacco", 3), ("coffee", 4)] {
        let mut table = after_the_trader(json!({"goods": {kind: 2}}));
        table.play_as(1, &format!("sell {kind}"));
        assert_eq!(table.of(1, "doubloons"), price, "{kind}");
        assert_eq!(table.at("/trading_house"), json!({kind: 1}));
    }
}

#[test]
fn r10_offices_sell_a_kind_that_is_in_the_house() {
    let office = json!({"goods": {"tobacco": 1}, "buildings": {"office": 1}});
    let mut table = Setup::new(4)
        .with(json!({"trading_house": {"tobacco": 1}}))
        .player(1, office.clone())
        .player(2, office)
        .player(3, json!({"goods": {"tobacco": 1}}))
        .table();
    table.play_as(0, "trader").play_as(0, "pass");
    assert_eq!(table.legal(), ["pass", "sell tobacco"]);
    table.play_as(1, "sell tobacco");
    assert_eq!(table.legal(), ["pass", "sell tobacco"]);
    table.play_as(2, "sell tobacco");
    assert_eq!(table.at("/trading_house"), json!({"tobacco": 3}));
    assert_eq!(table.legal(), ["pass"], "seat 3 has no office");
}

#[test]
fn c31_the_fourth_good_ends_the_phase_and_empties_the_house() {
    let mut table = Setup::new(4)
        .with(json!({"trading_house": {"corn": 1, "sugar": 1, "tobacco": 1}}))
        .player(0, json!({"goods": {"indigo": 2}}))
        .player(1, json!({"goods": {"coffee": 1}}))
        .table();
    assert_eq!(table.supply(), [9, 9, 10, 8, 8]);
    table.play_as(0, "trader").play_as(0, "sell indigo");
    assert_eq!(table.of(0, "doubloons"), 1 + 1);
    assert_eq!(table.at("/trading_house"), json!({}));
    assert_eq!(table.supply(), [10, 10, 11, 9, 8]);
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "role"));
    assert_eq!(table.of(1, "goods"), json!({"coffee": 1}));
}

#[test]
fn c32_a_trader_who_cannot_sell_gets_nothing() {
    let mut table = Setup::new(4)
        .with(json!({"trading_house": {"corn": 1, "sugar": 1}}))
        .player(0, json!({"goods": {"corn": 2, "sugar": 1}}))
        .player(1, json!({"goods": {"coffee": 1}}))
        .table();
    table.play_as(0, "trader");
    assert_eq!(table.legal(), ["pass"]);
    table.play_as(0, "pass");
    assert_eq!(table.of(0, "doubloons"), 0);
    table.play_as(1, "sell coffee");
    assert_eq!(table.of(1, "doubloons"), 4);
    assert_eq!(table.at("/trading_house"), json!({"corn": 1, "sugar": 1, "coffee": 1}));
}

#[test]
fn c33_corn_sells_for_nothing_and_takes_a_slot() {
    let mut table = after_the_trader(json!({"goods": {"corn": 1}}));
    table.play_as(1, "sell corn");
    assert_eq!(table.of(1, "doubloons"), 0);
    assert_eq!(table.at("/trading_house"), json!({"corn": 1}));
}

#[test]
fn c34_a_full_house_blocks_an_office_too() {
    let mut table = Setup::new(4)
        .with(json!({"trading_house": {"corn": 1, "sugar": 1, "tobacco": 1}}))
        .player(0, json!({"goods": {"indigo": 1}}))
        .player(1, json!({"goods": {"coffee": 1}, "buildings": {"office": 1}}))
        .table();
    table.play_as(0, "trader").play_as(0, "sell indigo");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "role"));
    assert_eq!(table.of(1, "doubloons"), 0);
}

#[test]
fn c35_the_trader_with_both_markets_sells_coffee_for_eight() {
    let mut table = Setup::new(4)
        .player(0, json!({"goods": {"coffee": 1}, "buildings": {"small market": 1, "large market": 1}}))
        .table();
    table.play_as(0, "trader").play_as(0, "sell coffee");
    assert_eq!(table.of(0, "doubloons"), 8);
}

/// Goods stay in a house that is not full for the next trader phase (4.5).
#[test]
fn a_house_that_is_not_full_keeps_its_goods() {
    let mut table = Setup::new(4)
        .with(json!({"trading_house": {"corn": 1, "sugar": 1}}))
        .player(0, json!({"goods": {"coffee": 1}}))
        .table();
    table.play_as(0, "trader").play_as(0, "sell coffee");
    for seat in 1..4 {
        table.play_as(seat, "pass");
    }
    assert_eq!(table.decision(), "role");
    assert_eq!(table.at("/trading_house"), json!({"corn": 1, "sugar": 1, "coffee": 1}));
}
