//! The Colonist Dock: section 4.3, claims of 4.9; X08 to X11, X31, X33, X39, X40.

use serde_json::{Value, json};

use crate::setup::{Setup, number};
use crate::table::{Purses as _, Table};

/// Seat 0 lands a figure in Florida, which he has discovered; seat 1 lands next.
fn florida(figure: &str, units: Value, buildings: Value) -> Table {
    let mut table = Setup::new(2)
        .turn(5)
        .step("land", 0)
        .with(json!({"dock": [[0, figure], [1, "colonist"]]}))
        .open(0, &["florida"])
        .player(0, json!({"units": units, "buildings": buildings}))
        .table();
    assert_eq!(table.legal(), ["land caribbean", "land florida"]);
    table.play_as(0, "land florida");
    assert_eq!(table.seat(), Some(1));
    table
}

#[test]
fn figures_arrive_as_units() {
    for (figure, units, money) in
        [("colonist", [1, 0], 0), ("merchant", [1, 0], 5), ("missionary", [2, 0], 0), ("soldier", [0, 1], 0)]
    {
        let table = florida(figure, json!({}), json!([]));
        assert_eq!(table.of(0, "units"), json!({"florida": units}), "{figure}");
        assert_eq!(table.money(0), money, "{figure}");
        assert_eq!(table.of(0, "goods"), Value::Null, "{figure}");
        assert_eq!(table.at("/dock"), json!([[1, "colonist"]]));
    }
}

#[test]
fn a_captain_arrives_as_a_colonist() {
    let mut table = Setup::new(2).turn(2).step("place", 0).player(0, json!({"hand": {"captain": 1}})).table();
    table.play_as(0, "captain dock").play_as(0, "land caribbean");
    assert_eq!(table.of(0, "units"), json!({"caribbean": [1, 0]}));
}

#[test]
fn x08_a_missionary_brings_the_third_unit() {
    let table = florida("missionary", json!({"florida": [1, 0]}), json!([]));
    assert_eq!(table.of(0, "units"), json!({"florida": [3, 0]}));
    assert_eq!(table.of(0, "goods"), json!({"tobacco": 1}));
    assert!(!table.at("/region_goods").to_string().contains("florida"));

    let table = florida("missionary", json!({"florida": [1, 0]}), json!(["cathedral"]));
    assert_eq!(table.of(0, "units"), json!({"florida": [4, 0]}));
    assert_eq!(table.of(0, "goods"), json!({"tobacco": 1}));
}

#[test]
fn x09_a_missionary_with_cathedral_settles_alone() {
    let table = florida("missionary", json!({}), json!(["cathedral"]));
    assert_eq!(table.of(0, "units"), json!({"florida": [3, 0]}));
    assert_eq!(table.of(0, "goods"), json!({"tobacco": 1}));
}

/// Soldiers count for the claim.
#[test]
fn a_third_soldier_claims() {
    let table = florida("soldier", json!({"florida": [1, 1]}), json!([]));
    assert_eq!(table.of(0, "units"), json!({"florida": [1, 2]}));
    assert_eq!(table.of(0, "goods"), json!({"tobacco": 1}));
}

#[test]
fn the_cathedral_of_another_does_nothing() {
    let mut table = Setup::new(2)
        .turn(5)
        .step("land", 0)
        .with(json!({"dock": [[0, "missionary"], [1, "colonist"]]}))
        .player(1, json!({"buildings": ["cathedral"]}))
        .table();
    table.play_as(0, "land caribbean");
    assert_eq!(table.of(0, "units"), json!({"caribbean": [2, 0]}));
}

#[test]
fn x10_a_merchant_pays_for_a_building() {
    let mut table = Setup::new(2)
        .turn(2)
        .step("land", 0)
        .with(json!({"dock": [[0, "merchant"]], "capital_box": [0]}))
        .player(0, json!({"money": 5}))
        .table();
    table.play_as(0, "land caribbean");
    assert_eq!((table.money(0), table.at("/step"), table.seat()), (json!(10), json!("buy"), Some(0)));
    assert!(table.legal().contains(&"buy monastery".to_owned()));
}

#[test]
fn x11_the_first_to_have_three_claims() {
    let [a, b] = [0, 1];
    let setup = |turn| {
        Setup::new(2)
            .turn(turn)
            .step("land", a)
            .with(json!({"dock": [[a, "colonist"], [b, "colonist"]]}))
            .player(a, json!({"units": {"caribbean": [2, 0]}}))
            .player(b, json!({"units": {"caribbean": [2, 0]}}))
            .table()
    };
    let mut table = setup(3);
    table.play_as(a, "land caribbean").play_as(b, "land caribbean");
    assert_eq!(table.of_all("goods"), json!([{"sugar": 1}, null]));
    assert_eq!(table.of_all("units"), json!([{"caribbean": [3, 0]}, {"caribbean": [3, 0]}]));
    assert_eq!(table.of_all("region_vp"), json!([[2], [2]]), "a tie 3-3");
}

/// A good that is gone is not claimed again.
#[test]
fn a_claimed_good_is_gone() {
    let mut table = Setup::new(2)
        .turn(2)
        .step("land", 0)
        .with(json!({"dock": [[0, "missionary"], [1, "colonist"]]}))
        .claimed(&["caribbean"])
        .player(0, json!({"units": {"caribbean": [2, 0]}}))
        .player(1, json!({"goods": {"sugar": 1}}))
        .table();
    table.play_as(0, "land caribbean");
    assert_eq!(table.of(0, "units"), json!({"caribbean": [4, 0]}));
    assert_eq!(table.of_all("goods"), json!([null, {"sugar": 1}]));
}

#[test]
fn x31_numbered_spaces_then_x_then_y() {
    let [a, b, c] = [0, 1, 2];
    let mut table = Setup::new(3)
        .turn(5)
        .step("land", a)
        .with(json!({
            "dock": [[a, "colonist"], [b, "soldier"], [a, "merchant"]], "dock_x": c, "dock_y": a,
        }))
        .player(c, json!({"buildings": ["indentured_servitude"]}))
        .player(a, json!({"buildings": ["colonization_laws"]}))
        .table();
    for (seat, left) in
        [(a, json!([[b, "soldier"], [a, "merchant"]])), (b, json!([[a, "merchant"]])), (a, Value::Null)]
    {
        table.play_as(seat, "land caribbean");
        assert_eq!(table.at("/dock"), left);
        assert_eq!((table.at("/dock_x"), table.at("/dock_y")), (json!(c), json!(a)));
    }
    table.play_as(c, "land caribbean");
    assert_eq!((table.at("/dock_x"), table.at("/dock_y")), (Value::Null, json!(a)));
    table.play_as(a, "land caribbean");
    // The owners have new colonists there for the next turn.
    assert_eq!((table.at("/turn"), table.at("/dock_x"), table.at("/dock_y")), (json!(6), json!(c), json!(a)));
    assert_eq!(
        table.of_all("units"),
        json!([{"caribbean": [3, 0]}, {"caribbean": [0, 1]}, {"caribbean": [1, 0]}])
    );
    assert_eq!(table.of(a, "goods"), json!({"sugar": 1}), "the third unit came from Y");
}

/// Plays on: this seat's figures of this kind go by the dock, everything else stays quiet. Returns
/// how often the seat landed in each turn.
fn landings(table: &mut Table, seat: usize, by_dock: &str) -> [u64; 9] {
    let mut landings = [0; 9];
    while let Some(to_move) = table.seat() {
        let legal = table.legal();
        let has = |action: &str| legal.iter().any(|other| other == action);
        let step = table.at("/step");
        let dock = format!("{by_dock} dock");
        let action = match step.as_str().expect("a step") {
            "place" if to_move == seat && has(&dock) => dock,
            "place" => legal.iter().find(|action| action.ends_with("discovery")).expect("open").clone(),
            "explore_target" => "stay".to_owned(),
            "land" => {
                landings[number(&table.at("/turn")) as usize] += u64::from(to_move == seat);
                "land caribbean".to_owned()
            }
            _ => legal[0].clone(),
        };
        table.play(&action);
    }
    landings
}

#[test]
fn x33_indentured_servitude_of_turn_2_lands_six() {
    let mut table = Setup::new(2)
        .turn(2)
        .step("buy", 0)
        .with(json!({"capital_box": [0], "offer": ["indentured_servitude"]}))
        .player(0, json!({"money": 10}))
        .table();
    table.play_as(0, "buy indentured_servitude");
    assert_eq!(table.at("/dock_x"), 0);
    assert_eq!(landings(&mut table, 0, "none"), [0, 0, 0, 1, 1, 1, 1, 1, 1]);
    assert_eq!(table.of(0, "units"), json!({"caribbean": [6, 0]}));
    assert_eq!(table.at("/dock_x"), 0, "turn 8 fills X as always");
}

#[test]
fn x39_monastery_of_turn_1_brings_fourteen_units() {
    let mut table = Setup::new(2)
        .step("buy", 0)
        .with(json!({"capital_box": [0], "offer": ["monastery"]}))
        .player(0, json!({"money": 10}))
        .table();
    table.play_as(0, "buy monastery");
    assert_eq!(landings(&mut table, 0, "missionary"), [0, 0, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(table.of(0, "units"), json!({"caribbean": [14, 0]}));
}

#[test]
fn x40_all_land_in_the_caribbean() {
    let dock: Vec<Value> = (0..7).map(|space| json!([space % 4, "colonist"])).collect();
    let mut table = Setup::new(4).step("land", 0).with(json!({"dock": dock})).table();
    for space in 0..7 {
        assert_eq!(table.legal(), ["land caribbean"], "a decision with one action");
        table.play_as(space % 4, "land caribbean");
    }
    assert_eq!(table.at("/turn"), 2);
}

/// A region discovered in B6 is too late for the dock of the turn (A43).
#[test]
fn the_dock_comes_before_discovery() {
    let mut table = Setup::new(2)
        .turn(2)
        .step("land", 0)
        .with(json!({"dock": [[0, "colonist"]]}))
        .player(0, json!({"discovery": {"other": 5}}))
        .table();
    assert_eq!(table.legal(), ["land caribbean"]);
    table.play_as(0, "land caribbean").play_as(0, "explore peru").play_as(0, "soldiers 0");
    table.play_as(0, "captains 0").play_as(0, "others 5");
    assert_eq!(table.at("/turn"), 3);
    table.play_as(0, "colonist dock");
    assert_eq!(table.at("/dock"), json!([[0, "colonist"]]));
}
