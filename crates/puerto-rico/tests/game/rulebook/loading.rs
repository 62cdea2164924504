//! Loading the ships: R4, R9, R9b, C2 to C6.

use serde_json::json;
use tradewinds_game::{Variant, Variants as _};
use tradewinds_puerto_rico::PuertoRico;

use crate::setup::Setup;
use crate::table::Table;

/// Section 10.1, "R4 in full": seats 0 to 3 are A to D.
#[test]
fn r4_a_captain_phase_turn_by_turn() {
    let mut table = Setup::new(4)
        .with(json!({"ships": {"5": {}, "6": {"corn": 3}, "7": {}}}))
        .player(0, json!({"goods": {"corn": 2, "sugar": 6}}))
        .player(1, json!({"goods": {"sugar": 2, "tobacco": 3}}))
        .player(2, json!({"goods": {"corn": 2, "tobacco": 1}}))
        .player(3, json!({"goods": {"corn": 1, "indigo": 5}}))
        .table();
    table.play_as(0, "captain");
    let turns: [(usize, &[&str], &str, u32); 6] = [
        (0, &["ship corn 6", "ship sugar 7"], "ship sugar 7", 6 + 1),
        (1, &["ship sugar 7", "ship tobacco 5"], "ship sugar 7", 1),
        (2, &["ship corn 6", "ship tobacco 5"], "ship tobacco 5", 1),
        (3, &["ship corn 6"], "ship corn 6", 1),
        (0, &["ship corn 6"], "ship corn 6", 2),
        (1, &["ship tobacco 5"], "ship tobacco 5", 3),
    ];
    let mut vp = [0; 4];
    for (turn, (seat, legal, load, points)) in turns.into_iter().enumerate() {
        assert_eq!(table.legal(), legal, "turn {}", turn + 1);
        table.play_as(seat, load);
        vp[seat] += points;
        assert_eq!(table.of_all("vp"), json!(vp), "turn {}", turn + 1);
    }
    assert_eq!(vp, [9, 4, 1, 1]);
    assert_eq!(table.pool(), 100 - 15);

    // B keeps his sugar without a decision.
    assert_eq!((table.seat(), table.decision().as_str()), (Some(2), "store"));
    assert_eq!(table.legal(), ["keep one corn"]);
    table.play_as(2, "keep one corn");
    assert_eq!(table.legal(), ["keep one indigo"]);
    table.play_as(3, "keep one indigo");

    assert_eq!(table.of_all("goods"), json!([{}, {"sugar": 1}, {"corn": 1}, {"indigo": 1}]));
    assert_eq!(table.at("/ships"), json!({"5": {"tobacco": 4}, "6": {}, "7": {}}));
    assert_eq!(table.supply(), [9, 10, 10, 5, 9]);
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "role"));
}

/// Seat 1 with harbor and wharf, after the captain of seat 0, who has no goods.
fn r9() -> Table {
    let mut table = Setup::new(4)
        .with(json!({"ships": {"5": {"tobacco": 2}, "6": {"sugar": 1}, "7": {}}}))
        .player(1, json!({"goods": {"tobacco": 5, "sugar": 2}, "buildings": {"harbor": 1, "wharf": 1}}))
        .table();
    table.play_as(0, "captain");
    assert_eq!(table.legal(), ["ship sugar 6", "ship tobacco 5", "wharf sugar", "wharf tobacco"]);
    table
}

#[test]
fn r9_the_wharf_takes_what_the_ship_left() {
    let mut table = r9();
    table.play_as(1, "ship tobacco 5");
    assert_eq!(table.of(1, "vp"), 3 + 1);
    assert_eq!(table.legal(), ["ship sugar 6", "wharf sugar", "wharf tobacco"]);
    table.play_as(1, "ship sugar 6");
    assert_eq!(table.of(1, "vp"), 4 + 2 + 1);
    assert_eq!(table.legal(), ["pass", "wharf tobacco"]);
    table.play_as(1, "wharf tobacco");
    assert_eq!(table.of(1, "vp"), 10);
    assert_eq!(table.decision(), "role");
    assert_eq!(table.at("/ships"), json!({"5": {}, "6": {"sugar": 3}, "7": {}}));
    assert_eq!(table.supply(), [10, 11, 8, 9, 9]);
}

#[test]
fn r9b_the_wharf_first_loses_a_point() {
    let mut table = r9();
    table.play_as(1, "wharf tobacco");
    assert_eq!(table.of(1, "vp"), 5 + 1);
    assert_eq!(table.legal(), ["ship sugar 6"], "the wharf is used");
    table.play_as(1, "ship sugar 6");
    assert_eq!(table.of(1, "vp"), 9);
    assert_eq!(table.at("/ships"), json!({"5": {"tobacco": 2}, "6": {"sugar": 3}, "7": {}}));
}

/// Returns what seat 1 may load who holds so much sugar; sizes in `corn` carry that kind already.
fn loads_of_sugar(held: u32, corn: &[&str]) -> Vec<String> {
    let mut ships = json!({"5": {}, "6": {}, "7": {}});
    for &ship in corn {
        ships[ship] = json!({"corn": 2});
    }
    let mut table =
        Setup::new(4).with(json!({"ships": ships})).player(1, json!({"goods": {"sugar": held}})).table();
    table.play_as(0, "captain");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "load"));
    table.legal()
}

#[test]
fn c2_equal_largest_loads_are_a_free_choice() {
    assert_eq!(loads_of_sugar(5, &["6"]), ["ship sugar 5", "ship sugar 7"]);
}

#[test]
fn c3_a_ship_that_holds_back_a_barrel_is_not_allowed() {
    assert_eq!(loads_of_sugar(6, &["6"]), ["ship sugar 7"]);
}

#[test]
fn c4_barrels_that_no_ship_takes_stay_behind() {
    let mut table = Setup::new(4)
        .with(json!({"ships": {"5": {}, "6": {}, "7": {"corn": 2}}}))
        .player(1, json!({"goods": {"sugar": 9}}))
        .table();
    table.play_as(0, "captain");
    assert_eq!(table.legal(), ["ship sugar 6"]);
    table.play_as(1, "ship sugar 6");
    assert_eq!(table.of(1, "vp"), 6);
    assert_eq!(table.of(1, "goods"), json!({"sugar": 3}));
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "store"), "nothing more can be loaded");
}

#[test]
fn c5_small_lots_go_on_any_empty_ship() {
    assert_eq!(loads_of_sugar(4, &[]), ["ship sugar 5", "ship sugar 6", "ship sugar 7"]);
}

/// Seat 0 fills the only sugar ship; seat 1 then holds nothing but sugar.
pub fn sugar_ship_filled(buildings: serde_json::Value) -> Table {
    let mut table = Setup::new(4)
        .with(json!({"ships": {"5": {"sugar": 4}, "6": {}, "7": {}}}))
        .player(0, json!({"goods": {"sugar": 1}}))
        .player(1, json!({"goods": {"sugar": 3}, "buildings": buildings}))
        .player(2, json!({"goods": {"corn": 1, "indigo": 1}}))
        .table();
    table.play_as(0, "captain").play_as(0, "ship sugar 5");
    assert_eq!(table.at("/ships/5"), json!({"sugar": 5}), "full, but not yet emptied");
    table
}

#[test]
fn c6_a_kind_on_a_full_ship_goes_nowhere_else() {
    let mut table = sugar_ship_filled(json!({}));
    assert_eq!(table.seat(), Some(2), "seat 1 has no decision");
    table.play_as(2, "ship corn 6").play_as(2, "ship indigo 7");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "store"));
    assert_eq!(table.legal(), ["keep one sugar"]);
}

/// A wharf takes eleven barrels (section 2): a variant may have more of a kind.
#[test]
fn a_wharf_takes_eleven_barrels() {
    let text = "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"setup.4.goods.corn\" = 15\n";
    let variant = Variant::parse("v.toml", text, PuertoRico::NAME).expect("a variant");
    let position = Setup::new(4)
        .with(json!({"ships": {"5": {}, "6": {}, "7": {"sugar": 1}}}))
        .player(0, json!({"goods": {"corn": 15}, "buildings": {"wharf": 1}}));
    let mut table = Table::load(position.value(), variant);
    table.play_as(0, "captain");
    table.play_as(0, "wharf corn");
    assert_eq!(table.of(0, "vp"), json!(11 + 1));
    assert_eq!(table.of(0, "goods"), json!({"corn": 4}));
}
