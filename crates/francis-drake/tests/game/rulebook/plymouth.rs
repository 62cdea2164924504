//! Plymouth Street: T2, T19, T31, T42, T44 and the order of turns (3.3, 4.1, 13.2).

use serde_json::{Value, json};

use crate::setup::{PRINTED, Setup, Table, play_all, step};

const INVESTOR: [&str; 3] = ["investor crew", "investor galleon", "investor guns"];
const DOCKSIDE: [&str; 3] = ["dockside barrel", "dockside crew", "dockside gun"];

/// Returns the legal list of these tiles with investor, dockside and departure.
fn with_the_rest(tiles: &[&str]) -> Vec<String> {
    let rest = [&INVESTOR[..], &DOCKSIDE[..], &["depart"]].concat();
    let mut actions: Vec<String> = [tiles, &rest].concat().iter().map(|&text| text.to_owned()).collect();
    actions.sort();
    actions
}

#[test]
fn t2_the_street_is_one_way() {
    let table = Setup::alone(4).player(0, json!({"stops": ["crew b"]})).table();
    assert_eq!(PRINTED[7], "crew b", "position 8");
    assert_eq!(table.legal(), with_the_rest(&PRINTED[8..]));
    for tile in &PRINTED[..8] {
        table.refuse(tile);
    }
}

#[test]
fn t2_full_circles_are_skipped() {
    let table = Setup::alone(4)
        .player(0, json!({"stops": ["crew b"]}))
        .player(1, json!({"stops": ["tavern", "pinnace", "golden hind"]}))
        .player(2, json!({"stops": ["tavern", "guns b", "drake", "drake gun"]}))
        .player(3, json!({"stops": ["admiral", "informer"]}))
        .table();
    assert_eq!(table.legal(), with_the_rest(&["supplies b", "pinnace", "guns b"]));
}

#[test]
fn the_street_is_walked_in_the_order_of_the_voyage() {
    let mut street = PRINTED;
    street.reverse();
    let mut table = Setup::alone(3)
        .with(json!({"voyage": 2, "street": street}))
        .player(0, json!({"stops": ["guns b"]}))
        .table();
    assert_eq!(table.legal(), with_the_rest(&PRINTED[..12]));
    table.play("guns a");
    assert_eq!(table.legal(), with_the_rest(&["crew a"]));
    table.play("crew a");
    assert_eq!(table.legal(), with_the_rest(&[]));
}

/// The investor is position 17, the dockside 18.
#[test]
fn investor_and_dockside_come_last() {
    let mut table = Setup::alone(3).player(0, json!({"stops": ["golden hind"]})).table();
    table.play("investor guns");
    let mut after = [&DOCKSIDE[..], &["depart"]].concat();
    after.sort_unstable();
    assert_eq!(table.legal(), after);
    table.play("dockside gun");
    assert_eq!(table.legal(), ["depart"]);

    let dockside = Setup::alone(3).player(0, json!({"stops": ["dockside crew"]})).table();
    assert_eq!(dockside.legal(), ["depart"], "no way back to the investor");
}

#[test]
fn t19_after_the_dockside_the_ship_departs() {
    let mut table = Setup::new(4).table();
    play_all(&mut table, &[(0, "dockside barrel"), (1, "depart"), (2, "crew a"), (3, "crew a")]);
    assert_eq!(table.of(0, "barrels"), 1);
    assert_eq!(table.at("/outbound"), json!([1]));
    assert_eq!(table.legal(), ["depart"]);
    table.play_as(0, "depart");
    assert_eq!(table.at("/outbound"), json!([1, 0]), "the lowest free dock");
    assert_eq!(table.of(0, "stops"), json!(["dockside barrel"]), "departures are no stops");
}

/// 4.1: one action a turn in starting order; who has departed is skipped.
#[test]
fn turns_go_round_in_starting_order() {
    let mut table = Setup::new(4).with(json!({"start": [2, 0, 3, 1]})).table();
    play_all(
        &mut table,
        &[
            (2, "guns a"),
            (0, "depart"),
            (3, "crew a"),
            (1, "supplies a"),
            (2, "queen"),
            (3, "depart"),
            (1, "trade"),
            (2, "trade"),
            (1, "shipyard"),
            (2, "depart"),
            (1, "governor"),
            (1, "crew b"),
        ],
    );
    assert_eq!(table.at("/outbound"), json!([0, 3, 2]));
    assert_eq!(table.seat(), Some(1));
}

/// Ten stops before the Golden Hind.
const TEN: [&str; 10] = [
    "crew a",
    "guns a",
    "supplies a",
    "queen",
    "trade",
    "shipyard",
    "governor",
    "crew b",
    "tavern",
    "admiral",
];

#[test]
fn t42_ten_discs_are_all() {
    let mut table = Setup::alone(5).player(0, json!({"stops": TEN[..9]})).table();
    // One disc is too few for Drake (T17); the queen brought an own galleon (R5).
    let mut legal = with_the_rest(&["admiral", "supplies b", "pinnace", "guns b", "informer", "golden hind"]);
    legal.retain(|action| action != "investor galleon");
    assert_eq!(table.legal(), legal);
    table.play("admiral");
    assert_eq!(table.of(0, "stops"), json!(TEN));
    assert_eq!(table.legal(), ["depart"]);
}

fn check_row(table: &Table, seat: usize, row: [u32; 4]) {
    for (field, count) in ["crew", "guns", "barrels", "trade_goods"].into_iter().zip(row) {
        assert_eq!(table.of(seat, field), count, "{field} of seat {seat}");
    }
}

/// Returns what is left of the cubes that the seats hold.
fn left(table: &Table, field: &str, all: u64) -> u64 {
    let held = table.of_all(field);
    all - held.as_array().expect("a list").iter().map(|count| count.as_u64().expect("a count")).sum::<u64>()
}

/// Seats 0 to 3 are A to D.
#[test]
fn t44_four_turns_of_four_players() {
    let (a, b, c, d) = (0, 1, 2, 3);
    let mut table = Setup::new(4).player(d, json!({"guns": 1})).table();
    let turns: [[(usize, &str, &str, u32); 4]; 4] = [
        [
            (a, "crew a", "crew", 2),
            (b, "crew a", "crew", 2),
            (c, "crew a", "crew", 1),
            (d, "guns a", "guns", 3),
        ],
        [
            (a, "guns a", "guns", 2),
            (b, "supplies a", "barrels", 2),
            (c, "queen", "trade_goods", 1),
            (d, "supplies a", "barrels", 2),
        ],
        [
            (a, "trade", "trade_goods", 3),
            (b, "shipyard", "guns", 1),
            (c, "crew b", "crew", 4),
            (d, "trade", "trade_goods", 2),
        ],
        [
            (a, "governor", "guns", 2),
            (b, "crew b", "crew", 4),
            (c, "supplies b", "barrels", 3),
            (d, "shipyard", "guns", 3),
        ],
    ];
    for (seat, action, field, count) in turns.into_iter().flatten() {
        if (seat, action) == (d, "guns a") {
            table.refuse("crew a");
        }
        table.play_as(seat, action);
        assert_eq!(table.of(seat, field), count, "{field} after {action}");
    }
    for (seat, row) in [(a, [2, 2, 0, 3]), (b, [4, 1, 2, 0]), (c, [4, 1, 3, 1]), (d, [0, 3, 2, 2])] {
        check_row(&table, seat, row);
    }
    assert_eq!(left(&table, "crew", 28), 18);
    assert_eq!(left(&table, "guns", 28), 21);
    assert_eq!(left(&table, "barrels", 21), 14);
    assert_eq!(left(&table, "trade_goods", 8), 2);

    // The two visitors of the trade and the shipyard are behind A and B.
    assert_eq!((table.seat(), table.legal().len()), (Some(a), 16));
    assert_eq!(table.legal(), with_the_rest(&PRINTED[7..]));
    table.play_as(a, "tavern");
    let mut legal = with_the_rest(&PRINTED[8..]);
    legal.retain(|action| action != "investor galleon");
    assert_eq!((table.seat(), table.legal()), (Some(b), legal));
    assert_eq!(table.legal().len(), 14);
}

/// Plymouth of four before the first stop; seat 3 holds this number of cubes.
fn supply(fields: Value) -> Table {
    Setup::new(4).player(3, fields).table()
}

#[test]
fn t31_who_finds_less_takes_what_is_left() {
    let mut table = supply(json!({"crew": 27}));
    table.play_as(0, "crew b").play_as(1, "crew a");
    assert_eq!(table.of_all("crew"), json!([1, 0, 0, 27]), "three and two are printed");
    table.play_as(2, "investor crew");
    assert_eq!((table.of(2, "crew"), table.of(2, "guns")), (json!(0), json!(1)), "item by item");
}

#[test]
fn t31_every_pool_runs_dry() {
    for (field, all, first, second) in [
        ("guns", 28, "guns b", "guns a"),
        ("barrels", 21, "supplies b", "supplies a"),
        ("trade_goods", 8, "trade", "queen"),
    ] {
        let mut table = supply(json!({field: all - 1}));
        table.play_as(0, first).play_as(1, second).play_as(2, "depart");
        assert_eq!(table.of_all(field), json!([1, 0, 0, all - 1]), "{field}");
        assert_eq!(table.at("/players/1/stops"), json!([second]), "a stop for nothing is legal");
    }
}

/// 4.1: the second disc at Drake and the dockside, too, take what is left.
#[test]
fn t31_drake_and_the_dockside_take_what_is_left() {
    let mut table = Setup::alone(4)
        .player(0, json!({"stops": ["drake"], "crew": 1, "guns": 2}))
        .player(1, json!({"crew": 26, "guns": 23}))
        .table();
    table.play("drake gun");
    assert_eq!((table.of(0, "crew"), table.of(0, "guns")), (json!(2), json!(5)));
    table.play("dockside crew");
    assert_eq!((table.of(0, "crew"), step(&table).as_str()), (json!(2), "plymouth"));
}
