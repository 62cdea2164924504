//! The start of a game: sections 1.1 to 1.3, R02 and R03.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tradewinds_game::Variant;

use crate::page::rows_after;
use crate::setup::{BUILDINGS, GOODS, REGIONS, Setup, UNDISCOVERED, list, number, total};
use crate::table::Table;

fn deal(players: usize, seed: u64) -> Value {
    Table::deal(players, Variant::standard(), seed).position()
}

fn words(value: &Value) -> Vec<&str> {
    list(value).iter().map(|word| word.as_str().expect("a word")).collect()
}

fn sorted(mut words: Vec<&str>) -> Vec<&str> {
    words.sort_unstable();
    words
}

#[test]
fn a_new_game_is_the_setup_of_1_3() {
    for players in 2..=5 {
        for seed in 0..20 {
            let position = deal(players, seed);
            let order: Vec<u64> = list(&position["order"]).iter().map(number).collect();
            assert_eq!(order.iter().copied().collect::<BTreeSet<_>>(), (0..players as u64).collect());
            assert_eq!(
                (&position["turn"], &position["step"], &position["to_move"]),
                (&json!(1), &json!("place"), &json!(order[0]))
            );
            assert_eq!(position["ship_in_box"], true);
            assert_eq!(position["region_goods"], json!(REGIONS.map(|(region, _)| region)));

            let tiles = position["tiles"].as_object().expect("tiles");
            assert_eq!(
                sorted(tiles.keys().map(String::as_str).collect()),
                sorted(UNDISCOVERED.to_vec()),
                "the Caribbean has no tile"
            );
            let kinds: BTreeSet<&str> = tiles.values().filter_map(Value::as_str).collect();
            assert_eq!(kinds.len(), 8, "different tiles");

            assert_eq!(total(&position["market"]), 4);
            let stacks = list(&position["building_stacks"]);
            let mut first_age = words(&stacks[0]);
            assert_eq!((words(&position["offer"]).len(), first_age.len()), (5, 6));
            first_age.extend(words(&position["offer"]));
            assert_eq!(sorted(first_age), sorted(BUILDINGS[0].to_vec()));
            for age in 1..3 {
                assert_eq!(sorted(words(&stacks[age])), sorted(BUILDINGS[age].to_vec()));
            }
            let cards: BTreeSet<&str> = words(&position["deck"]).into_iter().collect();
            assert_eq!((words(&position["deck"]).len(), cards.len()), (16, 16));

            for (seat, player) in list(&position["players"]).iter().enumerate() {
                let place = order.iter().position(|&other| other == seat as u64).expect("in the order");
                assert_eq!(player, &json!({"money": 10 + place, "hand": {"colonist": 5}}), "R03");
            }
        }
    }
}

/// Table 1.2, with the dock of R02.
#[test]
fn the_numbers_of_1_2() {
    let rows = rows_after("### 1.2");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let players = row.number("Players n");
        let start = deal(players, 3);
        let mut money: Vec<u64> = (0..players).map(|seat| number(&start["players"][seat]["money"])).collect();
        money.sort_unstable();
        let stated: Vec<u64> = row
            .text("Start money by turn order position 1..n")
            .split(", ")
            .map(|amount| amount.parse().expect("dollars"))
            .collect();
        assert_eq!(money, stated, "R03");
        assert_eq!(total(&start["market"]), row.number("Trade goods shown") as u64);
        assert_eq!(list(&start["offer"]).len(), row.number("Buildings shown"));

        let table = Setup::new(players).table();
        let slots = table.legal().iter().filter(|action| action.contains(" specialist ")).count() + 1;
        assert!(table.legal().contains(&"colonist training".to_owned()));
        assert_eq!(slots, row.number("Specialist slots"));

        let mut table = Setup::new(players).table();
        let mut spaces = 0;
        while table.legal().contains(&"colonist dock".to_owned()) {
            table.play("colonist dock");
            spaces += 1;
        }
        assert_eq!(spaces, row.number("Dock spaces usable (2n-1)"), "R02");
        assert_eq!(spaces + 1, row.number("First blocked dock space"), "R02");
        assert_eq!(table.at("/dock").as_array().map(Vec::len), Some(spaces));
    }
}

/// Counts in many deals, each against its expectation: five standard deviations at most.
fn expect(what: &str, found: u32, deals: u32, probability: f64) {
    let mean = f64::from(deals) * probability;
    let deviation = (mean * (1.0 - probability)).sqrt();
    let off = (f64::from(found) - mean).abs() / deviation;
    assert!(off < 5.0, "{what}: {found} in {deals} deals, expected {mean:.0}");
}

#[test]
fn every_deal_is_equally_likely() {
    let deals = 2000;
    let mut tiles = BTreeMap::<(String, String), u32>::new();
    let mut offers = BTreeMap::<String, u32>::new();
    let mut next = BTreeMap::<String, u32>::new();
    let mut cards = BTreeMap::<String, u32>::new();
    let mut first = [0; 3];
    let mut reversed = 0;
    let mut goods = BTreeMap::<String, u64>::new();
    for seed in 0..u64::from(deals) {
        let position = deal(3, seed);
        for (region, tile) in position["tiles"].as_object().expect("tiles") {
            *tiles.entry((region.clone(), tile.as_str().expect("a tile").to_owned())).or_default() += 1;
        }
        for building in words(&position["offer"]) {
            *offers.entry(building.to_owned()).or_default() += 1;
        }
        *next.entry(words(&position["building_stacks"][2])[0].to_owned()).or_default() += 1;
        *cards.entry(words(&position["deck"])[0].to_owned()).or_default() += 1;
        first[number(&position["order"][0]) as usize] += 1;
        reversed += u32::from(position["order"] == json!([2, 1, 0]));
        for (good, count) in position["market"].as_object().expect("goods") {
            *goods.entry(good.clone()).or_default() += number(count);
        }
    }
    assert_eq!(tiles.len(), 8 * 16, "every tile lies on every region at times");
    for ((region, tile), found) in tiles {
        expect(&format!("{tile} on {region}"), found, deals, 1.0 / 16.0);
    }
    for building in BUILDINGS[0].iter().filter(|&&building| building != "settlers") {
        expect(building, offers[*building], deals, 5.0 / 11.0);
    }
    expect("settlers", offers["settlers"], 2 * deals, 5.0 / 11.0);
    assert_eq!(next.len(), 10);
    for (building, found) in next {
        expect(&building, found, deals, 0.1);
    }
    assert_eq!(cards.len(), 16);
    for (card, found) in cards {
        expect(&card, found, deals, 1.0 / 16.0);
    }
    for found in first {
        expect("first in turn order", found, deals, 1.0 / 3.0);
    }
    expect("the reversed order", reversed, deals, 1.0 / 6.0);
    // 37 goods are in the pool; four of them come to the market.
    for (good, counters) in GOODS {
        let pool = counters - u64::from(REGIONS.iter().any(|&(_, kind)| kind == good));
        expect(good, goods[good] as u32, 4 * deals, pool as f64 / 37.0);
    }
}

#[test]
fn equal_dice_deal_equal_games() {
    assert_eq!(deal(4, 9), deal(4, 9));
    assert_ne!(deal(4, 9), deal(4, 10));
}
