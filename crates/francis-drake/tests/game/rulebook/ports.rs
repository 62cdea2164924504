//! Trading in the ports (4.6): T11, T23 and the commodities of table 2.4.

use serde_json::{Value, json};

use crate::page::rows_after;
use crate::setup::{Setup, Table, each, play_all};

/// Missions of `players` seats, each with a disc 1 at this port and a trade good.
fn all_at(port: &str, players: usize) -> Table {
    Setup::at("mission", players).all(&json!({"trade_goods": 1, "missions": {port: "1"}})).table()
}

#[test]
fn t11_the_second_takes_what_is_left() {
    let mut table = all_at("santo domingo", 3);
    assert_eq!(table.legal(), ["decline", "trade sugar", "trade tobacco"]);
    table.play_as(0, "trade sugar");
    assert_eq!((table.of(0, "trade_goods"), table.of(0, "goods")), (json!(0), json!({"sugar": 1})));
    assert_eq!(table.of(0, "trades"), json!({"santo domingo": "sugar"}));
    assert_eq!(table.of(0, "missions"), json!({}));
    table.play_as(0, "return");
    assert_eq!(table.legal(), ["decline", "trade tobacco"]);
    table.play_as(1, "trade tobacco");
    assert_eq!((table.of(1, "trade_goods"), table.of(1, "goods")), (json!(0), json!({"tobacco": 1})));
}

#[test]
fn t23_the_third_finds_nothing() {
    let mut table = all_at("santo domingo", 3);
    play_all(&mut table, &[(0, "trade tobacco"), (0, "return"), (1, "trade sugar"), (1, "return")]);
    assert_eq!((table.seat(), table.legal()), (Some(2), vec!["decline".to_owned()]));
    table.play_as(2, "decline");
    assert_eq!(table.of(2, "trade_goods"), 1, "he keeps it");
    assert_eq!(table.of_all("vp"), json!([4, 4, 4]), "a trade scores nothing now and is no success");
}

#[test]
fn without_trade_goods_there_is_no_trade() {
    let table = Setup::at("mission", 3)
        .player(0, json!({"crew": 3, "guns": 3, "missions": {"santiago": "1"}}))
        .table();
    assert_eq!(table.legal(), ["decline"]);
}

/// Declining leaves the commodities to the others.
#[test]
fn who_declines_takes_nothing() {
    let mut table = all_at("santiago", 4);
    play_all(&mut table, &[(0, "decline"), (0, "return"), (1, "trade indigo"), (1, "return")]);
    assert_eq!(table.legal(), ["decline", "trade coffee"]);
}

/// Each commodity of a port once, in any order.
#[test]
fn table_2_4_the_commodities_of_the_ports() {
    let ports: Vec<_> = rows_after("### 2.4").into_iter().filter(|row| row.text("type") == "port").collect();
    assert_eq!(ports.len(), 3);
    for row in ports {
        let port = row.text("id").replace('_', " ");
        let mut left: Vec<&str> = row.text("commodities").split(", ").collect();
        assert_eq!(left.len(), row.number("circles"), "circles are the number of trades");
        let mut table = all_at(&port, 5);
        for seat in 0..5 {
            let mut legal = each("trade", &left);
            legal.insert(0, "decline".to_owned());
            assert_eq!(table.legal(), legal, "{port}");
            match left.pop() {
                Some(kind) => {
                    table.play_as(seat, &format!("trade {kind}"));
                    assert_eq!(table.of(seat, "goods"), json!({kind: 1}));
                }
                None => {
                    table.play_as(seat, "decline");
                    assert_eq!(table.of(seat, "goods"), json!({}));
                }
            }
            if seat < 4 {
                table.play_as(seat, "return");
            }
        }
    }
}

/// 2.4: one indigo and two of the others lie on the map in a voyage, and the next voyage has as many.
#[test]
fn t36_the_ports_are_refilled() {
    let mut table = Setup::at("mission", 3)
        .all(&json!({"trade_goods": 2}))
        .player(0, json!({"missions": {"santiago": "1", "san juan": "3"}}))
        .player(1, json!({"missions": {"san juan": "1"}}))
        .table();
    play_all(
        &mut table,
        &[
            (0, "trade indigo"),
            (0, "stay"),
            (1, "trade coffee"),
            (1, "return"),
            (0, "trade tobacco"),
            (0, "return"),
        ],
    );
    assert_eq!(table.at("/voyage"), 2);
    assert_eq!(table.of_all("goods"), json!([{"indigo": 1, "tobacco": 1}, {"coffee": 1}, {}]), "kept");
    assert_eq!(table.of_all("trades"), json!([{}, {}, {}]));
    assert_eq!(table.of_all("trade_goods"), json!([0, 0, 0]), "given back");

    let goods = json!({"indigo": 1, "tobacco": 1});
    let next = Setup::at("mission", 3)
        .with(json!({"voyage": 2}))
        .player(0, json!({"goods": goods}))
        .player(1, json!({"trade_goods": 1, "missions": {"santiago": "1"}}))
        .table();
    assert_eq!(next.legal(), ["decline", "trade coffee", "trade indigo"]);
}

/// A trade is no attack: with nothing but trades a ship has no success (R7), and no type is marked.
#[test]
fn trades_mark_no_type() {
    let mut table = Setup::at("mission", 3)
        .with(json!({"voyage": 3}))
        .player(0, json!({"trade_goods": 1, "missions": {"san juan": "2"}}))
        .table();
    play_all(&mut table, &[(0, "trade sugar"), (0, "return")]);
    assert_eq!(table.of(0, "vp"), 4);
    assert_eq!(table.at("/decision/step"), "over");
    assert_eq!(table.of(0, "trades"), json!({"san juan": "sugar"}), "kept at the end");
    assert_eq!(table.result()["players"][0]["commodities"], Value::from(2));
}
