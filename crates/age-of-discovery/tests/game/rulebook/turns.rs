//! From turn to turn: B1 and phases E to J; R01, R07, R08, R11, X27, X28.

use serde_json::{Value, json};

use crate::setup::{GOODS, REGIONS, Setup, UNDISCOVERED, total};
use crate::table::Purses as _;

#[test]
fn r01_initiative_pays_and_gives_the_order() {
    let [red, blue, green, orange] = [0, 1, 2, 3];
    let table = Setup::new(4).turn(2).last(red).with(json!({"initiative_box": [green, orange]})).placed();
    assert_eq!(table.purses(), json!([0, 0, 1, 2]));
    assert_eq!(table.at("/turn"), 3);
    assert_eq!(table.at("/order"), json!([green, orange, red, blue]));
    assert_eq!(table.seat(), Some(green));
    assert_eq!(table.at("/initiative_box"), Value::Null);
}

#[test]
fn initiative_pays_in_b1_and_the_order_waits() {
    let mut table = Setup::new(4)
        .turn(2)
        .last(3)
        .with(json!({"initiative_box": [2, 1, 3], "dock": [[0, "colonist"]], "order": [1, 3, 0, 2]}))
        .placed();
    assert_eq!((table.seat(), table.at("/step")), (Some(0), json!("land")));
    assert_eq!(table.purses(), json!([0, 2, 1, 3]));
    assert_eq!(table.at("/order"), json!([1, 3, 0, 2]));
    assert_eq!(table.at("/initiative_box"), json!([2, 1, 3]), "they stay until phase I");
    table.play("land caribbean");
    assert_eq!(table.at("/order"), json!([2, 1, 3, 0]));
    assert_eq!(table.purses(), json!([0, 2, 1, 3]), "it is paid once");
}

#[test]
fn without_initiative_the_order_stays() {
    let table = Setup::new(3).turn(2).last(2).with(json!({"order": [2, 0, 1]})).placed();
    assert_eq!(table.at("/order"), json!([2, 0, 1]));
}

/// Every figure of the five kinds in the Initiative box is worth the same (A38, A42).
#[test]
fn any_figure_may_stand_on_initiative() {
    for figure in ["captain", "colonist", "merchant", "missionary", "soldier"] {
        let mut table =
            Setup::new(2).turn(2).step("place", 1).player(1, json!({"hand": {figure: 1}})).table();
        table.play_as(1, &format!("{figure} initiative"));
        assert_eq!(table.purses(), json!([0, 1]));
        assert_eq!(table.at("/order"), json!([1, 0]));
        assert_eq!(table.of_all("hand"), json!([{"colonist": 5}, {"colonist": 5}]), "it is spent");
    }
}

#[test]
fn r07_the_offer_is_filled_to_five() {
    let table = Setup::new(3)
        .turn(2)
        .late(0)
        .with(json!({"offer": ["settlers", "monastery", "navigator"]}))
        .player(1, json!({"buildings": ["settlers", "trading_post"]}))
        .next_buildings(&["inca_empire", "conquistador"])
        .declined();
    assert_eq!(table.at("/turn"), 3);
    assert_eq!(
        table.at("/offer"),
        json!(["settlers", "monastery", "conquistador", "navigator", "inca_empire"])
    );
    let left = json!(["trade_routes", "training_grounds", "indentured_servitude", "cartography"]);
    assert_eq!(table.at("/building_stacks/0"), left);
}

#[test]
fn the_offer_is_smaller_when_the_stack_is_empty() {
    let own =
        ["settlers", "monastery", "trade_routes", "training_grounds", "indentured_servitude", "navigator"];
    let table = Setup::new(3)
        .turn(2)
        .late(0)
        .with(json!({"offer": ["settlers", "conquistador"]}))
        .player(1, json!({"buildings": [own[0], own[1], own[2]]}))
        .player(2, json!({"buildings": [own[3], own[4], own[5], "trading_post"]}))
        .declined();
    let all = ["settlers", "conquistador", "inca_empire", "cartography"];
    assert_eq!(table.at("/offer"), json!(all));
    assert_eq!(table.at("/building_stacks/0"), json!([]));
}

#[test]
fn r08_building_and_slot_fill_the_next_hand() {
    let mut table = Setup::new(4)
        .turn(2)
        .step("place", 0)
        .player(0, json!({"hand": {"colonist": 1}, "buildings": ["monastery"]}))
        .table();
    table.play_as(0, "colonist specialist captain");
    assert_eq!(table.of(0, "hand"), json!({"colonist": 5, "captain": 1, "missionary": 1}));
    assert_eq!(table.of(1, "hand"), json!({"colonist": 5}));
}

#[test]
fn r11_settlers_work_in_every_age() {
    for turn in 1..=7 {
        let table = Setup::new(2).turn(turn).late(1).player(0, json!({"buildings": ["settlers"]})).declined();
        assert_eq!(table.at("/turn"), turn + 1);
        assert_eq!(table.of_all("hand"), json!([{"colonist": 6}, {"colonist": 5}]), "turn {turn}");
    }
    let table = Setup::new(2).turn(8).late(1).player(0, json!({"buildings": ["settlers"]})).declined();
    assert_eq!(table.at("/step"), "over");
    assert_eq!(table.of_all("hand"), json!([{"colonist": 1}, null]), "no phase H in turn 8");
}

#[test]
fn x27_unsold_buildings_of_a_past_age_leave() {
    let table = Setup::new(3)
        .turn(3)
        .late(0)
        .with(json!({"offer": ["settlers", "monastery"]}))
        .player(
            1,
            json!({"buildings": ["settlers", "navigator", "inca_empire", "trading_post", "cartography"]}),
        )
        .declined();
    assert_eq!(table.at("/turn"), 4);
    let offer = ["indian_allies", "privateers", "ship_yards", "cathedral", "taxation"];
    assert_eq!(table.at("/offer"), json!(offer));
    assert_eq!(table.at("/building_stacks/0"), json!([]));
    assert_eq!(table.at("/building_stacks/1").as_array().map(Vec::len), Some(13 - 5));
    assert_eq!(table.at("/building_stacks/2").as_array().map(Vec::len), Some(10));
}

#[test]
fn the_third_age_begins_with_turn_7() {
    for (turn, offer) in [(5, "indian_allies"), (6, "militia"), (7, "militia")] {
        let table = Setup::new(3).turn(turn).late(0).declined();
        assert_eq!(table.at("/offer/0"), offer, "after turn {turn}");
        assert_eq!(table.at("/offer").as_array().map(Vec::len), Some(5));
    }
    let table = Setup::new(3).turn(6).late(0).declined();
    assert_eq!(table.at("/building_stacks/1"), json!([]));
    assert_eq!(table.at("/building_stacks/2").as_array().map(Vec::len), Some(5));
}

#[test]
fn x28_leftovers_go_back_and_four_goods_are_drawn() {
    let mut table = Setup::new(2)
        .step("take_good", 0)
        .with(json!({"goods_box": [0, 1], "market": {"gold": 1, "fish": 1, "rice": 2}}))
        .table();
    table.play_as(0, "take gold");
    assert_eq!(table.at("/market"), json!({"fish": 1, "rice": 2}));
    assert!(table.play_with_chance("take rice"), "the draw of F");
    assert_eq!(table.at("/turn"), 2);
    assert_eq!(total(&table.at("/market")), 4);
    let pile = 46 - 4 - REGIONS.len() as u64 - 2;
    assert_eq!(pile, 31);
    assert_eq!(table.of_all("goods"), json!([{"gold": 1}, {"rice": 1}]));
}

/// The draw of F is uniform over the pile with the leftovers.
#[test]
fn the_market_draw_knows_no_favourites() {
    let mut drawn = 0;
    let games = 600;
    for seed in 0..games {
        let mut table = crate::table::Table::deal(2, tradewinds_game::Variant::standard(), seed);
        while table.at("/turn") == 1 {
            let actions = table.legal();
            let home =
                actions.iter().find(|action| ["colonist discovery", "stay"].contains(&action.as_str()));
            table.play(home.expect("a quiet turn"));
        }
        drawn += table.at("/market/sugar").as_u64().unwrap_or(0);
    }
    // Five of the 37 goods are sugar.
    let mean = 4.0 * games as f64 * 5.0 / 37.0;
    assert!((drawn as f64 - mean).abs() < 5.0 * mean.sqrt(), "{drawn} sugar, expected {mean:.0}");
}

#[test]
fn a_short_pile_gives_a_short_market() {
    // Seat 1 holds everything but three counters.
    let goods: Value = GOODS
        .iter()
        .map(|&(good, count)| (good, count - if good == "rice" { 2 } else { u64::from(good == "gold") }))
        .map(|(good, count)| (good.to_owned(), json!(count)))
        .collect();
    let table = Setup::new(2)
        .turn(2)
        .late(0)
        .open(1, &UNDISCOVERED)
        .claimed(&REGIONS.map(|(region, _)| region))
        .with(json!({"market": {"rice": 1}}))
        .player(1, json!({"goods": goods}))
        .declined();
    assert_eq!(table.at("/market"), json!({"gold": 1, "rice": 2}));
}

#[test]
fn one_ship_at_a_time_while_there_are_ships() {
    for (in_box, ships, after) in
        [(true, 3, true), (false, 3, true), (false, 7, true), (true, 7, true), (false, 8, false)]
    {
        let table = Setup::new(2)
            .turn(2)
            .late(0)
            .with(json!({"ship_in_box": in_box}))
            .player(1, json!({"ships": ships}))
            .declined();
        assert_eq!(table.at("/ship_in_box") == true, after, "{ships} ships won");
        assert_eq!(table.of(1, "ships"), ships);
    }
}

#[test]
fn the_last_turn_ends_the_game_before_phase_e() {
    let table = Setup::new(2)
        .turn(8)
        .late(0)
        .with(json!({"initiative_box": [1], "offer": ["militia"], "ship_in_box": false}))
        .declined();
    assert_eq!((table.at("/step"), table.seat()), (json!("over"), None));
    assert_eq!(table.at("/to_move"), Value::Null);
    assert!(table.legal().is_empty());
    assert_eq!(table.at("/turn"), 8);
    assert_eq!(table.at("/offer"), json!(["militia"]));
    assert_eq!(table.at("/ship_in_box"), Value::Null);
    assert_eq!(table.at("/order"), json!([0, 1]));
    assert_eq!(table.at("/initiative_box"), json!([1]));
    assert_eq!(table.at("/market"), json!({"rice": 2, "indigo": 2}));
}
