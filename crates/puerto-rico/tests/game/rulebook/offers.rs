//! Optional privileges (4.8): C51 to C62.

use serde_json::{Value, json};
use tradewinds_game::{Dice, Seed, Variant, Variants};
use tradewinds_puerto_rico::{Offer, PuertoRico};

use crate::setup::Setup;
use crate::table::Table;

/// Four players under the variant; seat 0 picks the first role.
fn optional() -> Setup {
    Setup::new(4).with(json!({"rules": ["optional_privileges"]}))
}

/// Returns what is offered, and to which seat.
fn offered(table: &Table) -> (Option<usize>, Value) {
    assert_eq!(table.decision(), "offer");
    (table.seat(), table.at("/step/offer"))
}

fn is_offered(table: &Table, seat: usize, offer: &str) {
    assert_eq!(offered(table), (Some(seat), json!(offer)));
    assert_eq!(table.legal(), ["pass".to_owned(), format!("take {offer}")]);
}

/// Seat 0 is captain; seat 1 has a harbor and three sugar.
fn harbor() -> Table {
    let mut table = optional()
        .player(1, json!({"goods": {"sugar": 3}, "buildings": {"harbor": 1}}))
        .player(2, json!({"goods": {"corn": 1}}))
        .table();
    table.play_as(0, "captain").play_as(1, "ship sugar 5");
    table
}

#[test]
fn c51_the_harbors_point_may_be_declined() {
    let mut table = harbor();
    assert_eq!((table.of(1, "vp"), table.pool()), (json!(3), 97), "the barrels count at once");
    is_offered(&table, 1, "harbor point");
    assert_eq!(
        table.at("/step"),
        json!({
            "decision": "offer", "player": 1, "offer": "harbor point",
            "wharf_used": [], "passed": [], "captain_loaded": false,
        })
    );
    let mut declined = table.clone();
    table.play_as(1, "take harbor point");
    assert_eq!((table.of(1, "vp"), table.pool()), (json!(4), 96));
    declined.play_as(1, "pass");
    assert_eq!((declined.of(1, "vp"), declined.pool()), (json!(3), 97));
    for table in [table, declined] {
        assert_eq!((table.seat(), table.decision().as_str()), (Some(2), "load"));
    }
}

#[test]
fn c52_the_captains_point_is_offered_at_his_first_load_only() {
    let mut table = optional()
        .player(0, json!({"goods": {"corn": 2, "coffee": 3}, "buildings": {"harbor": 1, "wharf": 1}}))
        .table();
    table.play_as(0, "captain").play_as(0, "wharf coffee");
    assert_eq!(table.of(0, "vp"), 3);
    is_offered(&table, 0, "captain point");
    table.play_as(0, "pass");
    is_offered(&table, 0, "harbor point");
    table.play_as(0, "take harbor point");
    assert_eq!(table.of(0, "vp"), 4);
    table.play_as(0, "ship corn 5");
    is_offered(&table, 0, "harbor point");
    table.play_as(0, "pass");
    assert_eq!(table.of(0, "vp"), 6);
    assert_eq!(table.decision(), "role", "nothing is left to load or to store");
}

#[test]
fn c53_a_point_declined_keeps_the_game_going() {
    let table = || {
        let mut table = optional()
            .player(0, json!({"vp": 95}))
            .player(1, json!({"goods": {"sugar": 4}, "buildings": {"harbor": 1}}))
            .table();
        table.play_as(0, "captain").play_as(1, "ship sugar 5");
        assert_eq!(table.pool(), 1);
        table
    };
    let finish = |table: &mut Table| {
        table.play_as(1, "trader");
        for seat in [1, 2, 3, 0] {
            table.play_as(seat, "pass");
        }
        table.play_as(2, "craftsman").play_as(3, "prospector").play_as(3, "take prospector money");
    };
    let mut taken = table();
    taken.play_as(1, "take harbor point");
    finish(&mut taken);
    assert_eq!((taken.decision().as_str(), taken.pool()), ("over", 0));
    let mut declined = table();
    declined.play_as(1, "pass");
    finish(&mut declined);
    assert_eq!((declined.decision().as_str(), declined.at("/round")), ("role", json!(2)));
}

#[test]
fn c54_each_payment_of_a_sale_is_offered_by_itself() {
    let mut table = optional()
        .player(0, json!({"goods": {"coffee": 1}, "buildings": {"small market": 1, "large market": 1}}))
        .table();
    table.play_as(0, "trader").play_as(0, "sell coffee");
    assert_eq!(table.of(0, "doubloons"), 4, "the price");
    is_offered(&table, 0, "trader money");
    table.play_as(0, "take trader money");
    assert_eq!(table.of(0, "doubloons"), 5);
    is_offered(&table, 0, "small market money");
    table.play_as(0, "pass");
    is_offered(&table, 0, "large market money");
    table.play_as(0, "take large market money");
    assert_eq!(table.of(0, "doubloons"), 7);
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "sell"));
}

/// A seat that does not sell, or that neither trades first nor has a market, is offered nothing.
#[test]
fn c55_the_house_is_emptied_before_the_offers_of_the_fourth_sale() {
    let mut table = optional()
        .with(json!({"trading_house": {"corn": 1, "sugar": 1}}))
        .player(0, json!({"goods": {"tobacco": 1}}))
        .player(2, json!({"goods": {"coffee": 1}, "buildings": {"small market": 1}}))
        .player(3, json!({"goods": {"indigo": 1}}))
        .table();
    table.play_as(0, "trader").play_as(0, "sell tobacco").play_as(0, "pass").play_as(1, "pass");
    table.play_as(2, "sell coffee");
    is_offered(&table, 2, "small market money");
    assert_eq!((table.of(2, "doubloons"), table.at("/trading_house")), (json!(4), json!({})));
    table.play_as(2, "take small market money");
    assert_eq!(table.of(2, "doubloons"), 5);
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "role"), "seat 3 sells no more");
}

/// Seat 0 is the craftsman with a factory and makes corn, indigo and sugar; seat 1 makes corn.
fn factory() -> Table {
    let mut table = optional()
        .player(
            0,
            json!({
                "tiles": {"corn": 1, "indigo": 1, "sugar": 1}, "occupied": {"corn": 1, "indigo": 1, "sugar": 1},
                "buildings": {"small indigo plant": 1, "small sugar mill": 1, "factory": 1},
            }),
        )
        .player(1, json!({"tiles": {"corn": 1}, "occupied": {"corn": 1}, "buildings": {"factory": 1}}))
        .table();
    table.play_as(0, "craftsman");
    table
}

#[test]
fn c56_the_factorys_money_is_offered_after_the_goods() {
    let mut table = factory();
    is_offered(&table, 0, "goods");
    assert_eq!((table.of(0, "goods"), table.at("/step/passed")), (json!({}), json!([])));
    table.play_as(0, "take goods");
    assert_eq!(table.of(0, "goods"), json!({"corn": 1, "indigo": 1, "sugar": 1}));
    is_offered(&table, 0, "factory money");
    assert_eq!(table.at("/step/kinds"), 3);
    assert_eq!(table.of(0, "doubloons"), 0);
    let mut declined = table.clone();
    table.play_as(0, "take factory money");
    declined.play_as(0, "pass");
    for (mut table, doubloons) in [(table, 2), (declined, 0)] {
        assert_eq!(table.of(0, "doubloons"), doubloons);
        is_offered(&table, 1, "goods");
        table.play_as(1, "take goods");
        // One kind pays nothing.
        assert_eq!((table.seat(), table.decision().as_str()), (Some(0), "craft_bonus"));
        assert_eq!(table.legal(), ["pass", "take corn", "take indigo", "take sugar"]);
    }
}

#[test]
fn c57_goods_declined_stay_in_the_supply() {
    let plant = |tiles: u32| json!({"tiles": {"indigo": tiles}, "occupied": {"indigo": tiles}, "buildings": {"indigo plant": tiles}});
    let mut table = optional()
        .with(json!({"round": 3}))
        .player(1, json!({"goods": {"indigo": 8}}))
        .player(2, plant(2))
        .player(3, plant(2))
        .player(0, plant(1))
        .table();
    table.play_as(2, "craftsman").play_as(2, "pass");
    assert_eq!(table.at("/step/passed"), json!([2]));
    table.play_as(3, "take goods").play_as(0, "take goods");
    assert_eq!(table.of_all("goods"), json!([{"indigo": 1}, {"indigo": 8}, {}, {"indigo": 2}]));
    assert_eq!(table.decision(), "role", "a craftsman that declines has no bonus barrel");
}

#[test]
fn c58_colonists_declined_stay_on_the_ship() {
    let mut table = optional()
        .with(json!({"colonist_ship": 6}))
        .player(1, json!({"buildings": {"indigo plant": 0}}))
        .table();
    table.play_as(0, "mayor").play_as(0, "take colonist");
    for (seat, action) in [(0, "take colonists"), (1, "pass"), (2, "take colonists"), (3, "take colonists")] {
        is_offered(&table, seat, "colonists");
        assert_eq!(table.at("/colonist_ship"), 6, "the ship is dealt out after the last answer");
        assert_eq!(table.at("/step/passed"), if seat > 1 { json!([1]) } else { json!([]) });
        table.play_as(seat, action);
    }
    assert_eq!(table.of_all("san_juan"), json!([3, 0, 1, 1]));
    assert_eq!(table.decision(), "role");
    assert_eq!(table.at("/colonist_ship"), 2 + 4, "four for the refill");
    assert_eq!(table.colonist_supply(), 79 - 6 - 1 - 4);
}

#[test]
fn c59_a_placement_may_follow_with_colonists_on_the_ship() {
    let mut table = optional()
        .player(1, json!({"tiles": {"corn": 1, "indigo": 1}, "buildings": {"indigo plant": 0}}))
        .table();
    table.play_as(0, "mayor").play_as(0, "pass").play_as(0, "pass").play_as(1, "take colonists");
    table.play_as(2, "pass").play_as(3, "take colonists");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(1), "place"));
    assert_eq!(table.at("/colonist_ship"), 2);
    table.play_as(1, "place 1 corn");
    assert_eq!(table.at("/colonist_ship"), 2 + 4);
}

#[test]
fn c60_nothing_is_offered_that_brings_nothing() {
    // Two colonists for four players.
    let mut table = optional().with(json!({"colonist_ship": 2})).table();
    table.play_as(0, "mayor").play_as(0, "pass").play_as(0, "take colonists").play_as(1, "take colonists");
    assert_eq!(table.of_all("san_juan"), json!([1, 1, 0, 0]));
    // Nobody makes anything.
    table.play_as(1, "craftsman");
    assert_eq!((table.seat(), table.decision().as_str()), (Some(2), "role"));
}

#[test]
fn c61_the_prospectors_doubloon_may_be_declined_but_not_those_on_the_card() {
    let mut table = optional().with(json!({"role_doubloons": {"prospector": 2}})).table();
    table.play_as(0, "prospector");
    assert_eq!(table.of(0, "doubloons"), 2);
    is_offered(&table, 0, "prospector money");
    assert_eq!(table.at("/step"), json!({"decision": "offer", "player": 0, "offer": "prospector money"}));
    let mut declined = table.clone();
    table.play_as(0, "take prospector money");
    declined.play_as(0, "pass");
    assert_eq!([table.of(0, "doubloons"), declined.of(0, "doubloons")], [3, 2]);
}

/// The decisions of the strict profile come up as well.
#[test]
fn c62_the_variant_includes_the_strict_profile() {
    let variant = Variant::shipped("optional-privileges", PuertoRico::NAME, PuertoRico::shipped_variants());
    let mut table = Table::deal(3, variant.expect("a shipped variant"), 1);
    assert_eq!(table.at("/rules"), json!(["optional_privileges"]));
    table.play_as(0, "mayor");
    assert_eq!(table.at("/step"), json!({"decision": "mayor_bonus"}));
}

/// Every offer comes up in random play, and is declined as well as taken; with fewer VP or money for declining.
#[test]
fn every_offer_comes_up() {
    let variant = Variant::shipped("optional-privileges", PuertoRico::NAME, PuertoRico::shipped_variants());
    let variant = variant.expect("a shipped variant");
    let mut answers = [[0; 2]; Offer::COUNT];
    for (game, players) in [2, 3, 4, 5].into_iter().cycle().take(24).enumerate() {
        let mut table = Table::deal(players, variant.clone(), game as u64);
        let mut rng = Seed(70 + game as u64).rng();
        while let Some(seat) = table.seat() {
            let legal = table.legal();
            let action = &legal[rng.below(legal.len() as u32) as usize];
            if table.decision() == "offer" {
                let word = table.at("/step/offer");
                let offer = Offer::from_word(word.as_str().expect("a word")).expect("an offer");
                answers[offer.index()][usize::from(action == "pass")] += 1;
            }
            table.play_as(seat, action);
        }
    }
    for offer in Offer::ALL {
        let [taken, declined] = answers[offer.index()];
        assert!(taken > 0 && declined > 0, "{offer}: {taken} times taken, {declined} times declined");
    }
}
