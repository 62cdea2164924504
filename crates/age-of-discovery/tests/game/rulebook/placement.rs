//! Phase A: sections 2.6 and 4.1, PLACE of 3.3.

use serde_json::{Value, json};

use crate::setup::{LAST, Setup};
use crate::table::Purses as _;

const BOXES: [&str; 12] = [
    "capital",
    "discovery",
    "dock",
    "goods",
    "initiative",
    "shipping",
    "specialist captain",
    "specialist merchant",
    "specialist missionary",
    "specialist soldier",
    "training",
    "warfare",
];

const FIGURES: [&str; 5] = ["captain", "colonist", "merchant", "missionary", "soldier"];

#[test]
fn every_figure_may_go_to_every_box() {
    let hand = json!({"captain": 1, "colonist": 5, "merchant": 1, "missionary": 1, "soldier": 1});
    let table = Setup::new(3).player(0, json!({"hand": hand})).table();
    let all: Vec<String> =
        FIGURES.iter().flat_map(|figure| BOXES.map(|place| format!("{figure} {place}"))).collect();
    assert_eq!(all.len(), 60);
    assert_eq!(table.legal(), all);
    for refused in ["pass", "colonist", "colonist order", "colonist specialist colonist", "colonist x", ""] {
        assert!(table.refuse(refused).contains("colonist dock"), "{refused}");
    }
}

/// Returns the boxes open to seat 0, who holds a colonist.
fn open(fields: Value) -> Vec<String> {
    let table = Setup::new(3).turn(2).last(0).with(fields).table();
    table.legal().iter().map(|action| action["colonist ".len()..].to_owned()).collect()
}

fn all_but(closed: &[&str]) -> Vec<&'static str> {
    BOXES.into_iter().filter(|place| !closed.contains(place)).collect()
}

#[test]
fn boxes_fill_up() {
    assert_eq!(open(json!({})), BOXES);
    assert_eq!(open(json!({"initiative_box": [1, 2]})), BOXES);
    assert_eq!(open(json!({"initiative_box": [2, 0]})), all_but(&["initiative"]), "once per player");
    let dock = |figures: usize| json!({"dock": vec![json!([1, "colonist"]); figures]});
    assert_eq!(open(dock(4)), BOXES);
    assert_eq!(open(dock(5)), all_but(&["dock"]), "2n-1 spaces");
    for (name, spaces, place) in
        [("goods_box", 4, "goods"), ("capital_box", 5, "capital"), ("warfare_box", 6, "warfare")]
    {
        let seats = |figures: usize| vec![2; figures];
        assert_eq!(open(json!({name: seats(spaces - 1)})), BOXES, "{name}");
        assert_eq!(open(json!({name: seats(spaces)})), all_but(&[place]), "{name}");
    }
    for slot in ["captain", "merchant", "missionary", "soldier"] {
        let closed = format!("specialist {slot}");
        assert_eq!(open(json!({"specialists_box": {slot: 1}})), all_but(&[&closed]), "{slot}");
    }
    assert_eq!(open(json!({"specialists_box": {"training": 0}})), all_but(&["training"]));
}

/// Everything full but Merchant Shipping and Discovery.
#[test]
fn two_boxes_never_fill_up() {
    let full = json!({
        "initiative_box": [0, 1, 2],
        "dock": [[0, "colonist"], [1, "soldier"], [1, "merchant"], [2, "missionary"], [2, "colonist"]],
        "goods_box": [0, 0, 1, 2],
        "capital_box": [0, 1, 1, 1, 1],
        "warfare_box": [0, 1, 2, 2, 2, 2],
        "specialists_box": {"captain": 0, "merchant": 0, "missionary": 1, "soldier": 2, "training": 2},
    });
    assert_eq!(open(full), ["discovery", "shipping"]);
}

#[test]
fn figures_lie_where_they_are_put() {
    let one_each = json!({"captain": 1, "colonist": 1, "merchant": 1, "missionary": 1, "soldier": 1});
    let setup = Setup::new(3)
        .turn(2)
        .player(0, json!({"hand": one_each}))
        .player(1, json!({"hand": {"colonist": 1}}));
    for figure in FIGURES {
        for place in BOXES {
            let mut table = setup.table();
            table.play_as(0, &format!("{figure} {place}"));
            let mut hand = one_each.clone();
            hand.as_object_mut().expect("a hand").remove(figure);
            assert_eq!(table.of(0, "hand"), hand);
            assert_eq!(table.seat(), Some(1));
            let plain = if figure == "captain" { "colonist" } else { figure };
            let other = if ["captain", "soldier"].contains(&figure) { figure } else { "other" };
            let (pointer, there) = match place {
                "dock" => ("/dock", json!([[0, plain]])),
                "shipping" => {
                    let double = figure == "captain" || figure == "merchant";
                    ("/players/0/shipping", json!(if double { 2 } else { 1 }))
                }
                "discovery" => ("/players/0/discovery", json!({other: 1})),
                "training" => ("/specialists_box", json!({"training": 0})),
                "initiative" => ("/initiative_box", json!([0])),
                "goods" => ("/goods_box", json!([0])),
                "capital" => ("/capital_box", json!([0])),
                "warfare" => ("/warfare_box", json!([0])),
                slot => ("/specialists_box", json!({&slot["specialist ".len()..]: 0})),
            };
            assert_eq!(table.at(pointer), there, "{figure} {place}");
        }
    }
}

#[test]
fn r02_a_ninth_dock_figure_of_five_players() {
    let dock = |figures: usize| {
        let dock: Vec<Value> = (0..figures).map(|space| json!([space % 5, "colonist"])).collect();
        Setup::new(5).turn(2).last(3).with(json!({"dock": dock})).table().legal()
    };
    assert!(dock(8).contains(&"colonist dock".to_owned()));
    assert!(!dock(9).contains(&"colonist dock".to_owned()), "spaces 10 to 12 are blocked");
}

/// One figure per action, round after round; a player without figures is left out.
#[test]
fn the_turn_passes_to_the_next_with_a_figure() {
    let mut table = Setup::new(4)
        .turn(2)
        .step("place", 2)
        .with(json!({"order": [2, 0, 3, 1]}))
        .player(2, json!({"hand": {"colonist": 3}}))
        .player(0, json!({"hand": {"soldier": 1}}))
        .player(1, json!({"hand": {"colonist": 2, "captain": 3}}))
        .table();
    table.play_as(2, "colonist discovery");
    table.play_as(0, "soldier discovery");
    table.play_as(1, "captain shipping");
    table.play_as(2, "colonist discovery");
    table.play_as(1, "captain shipping");
    table.play_as(2, "colonist dock");
    table.play_as(1, "colonist warfare");
    table.play_as(1, "captain dock");
    assert_eq!(table.legal().len(), 12, "only a colonist is left");
    table.play_as(1, "colonist capital");
    assert_eq!((table.seat(), table.at("/step")), (Some(2), json!("land")), "all hands are empty");
    assert_eq!(table.of_all("hand"), json!([null, null, null, null]));
    assert_eq!(table.of(1, "shipping"), 4);
    assert_eq!(table.at("/dock"), json!([[2, "colonist"], [1, "colonist"]]));
}

#[test]
fn nothing_is_paid_in_phase_a() {
    for place in ["capital", "training", "warfare"] {
        let mut table = Setup::new(2)
            .player(0, json!({"hand": {"colonist": 1}}))
            .player(1, json!({"hand": {"colonist": 5}}))
            .table();
        table.play_as(0, &format!("colonist {place}"));
        assert_eq!(table.purses(), json!([0, 0]), "{place}");
    }
}

/// A figure left in Discovery stays for later turns, beside the new ones.
#[test]
fn discovery_keeps_its_figures() {
    let mut table = Setup::new(2)
        .turn(2)
        .last(0)
        .player(1, json!({"discovery": {"captain": 1, "soldier": 2, "other": 3}}))
        .table();
    table.play_as(0, LAST).play_as(1, "stay");
    assert_eq!(table.at("/turn"), 3);
    assert_eq!(table.of(1, "discovery"), json!({"captain": 1, "soldier": 2, "other": 3}));
    table.play_as(0, "colonist dock").play_as(1, "colonist discovery");
    assert_eq!(table.of(1, "discovery"), json!({"captain": 1, "soldier": 2, "other": 4}));
}
