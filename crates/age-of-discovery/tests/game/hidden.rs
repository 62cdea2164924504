//! Law 5: what a determinization draws.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tradewinds_age_of_discovery::AgeOfDiscovery;
use tradewinds_game::{Game, Notation, Seat, Seed, Variant};
use tradewinds_testkit::worlds::{DRAWS, check_frequencies, check_worlds, permutations};

/// Age of Discovery in turn 7: all regions are open, three cards and three buildings lie face down.
#[test]
fn age_of_discovery_shuffles_the_deck_and_the_stack() {
    let position = |stack: Value, deck: Value| {
        let won = |ids: std::ops::RangeInclusive<u32>, letter: char| -> Value {
            ids.map(|id| format!("{letter}{id:02}")).collect()
        };
        json!({
            "game": "age-of-discovery", "turn": 7, "step": "place", "to_move": 1, "order": [1, 0],
            "market": {"rice": 2, "gold": 1, "fur": 1}, "region_goods": ["canada", "peru"],
            "offer": ["militia", "navy", "glory", "wealth", "factory"], "building_stacks": [[], [], stack],
            "deck": deck,
            "players": [
                {"money": 3, "hand": {"colonist": 4}, "region_vp": [2, 8], "tiles": won(1..=8, 't'),
                 "goods": {"sugar": 3, "fish": 1, "cocoa": 1, "tobacco": 1, "gold": 1, "coffee": 1, "cattle": 1},
                 "buildings": ["power", "prosperity"]},
                {"money": 9, "hand": {"colonist": 5}, "region_vp": [6, 0], "cards": won(4..=16, 'k')},
            ],
        })
    };
    let buildings = ["mercantilism", "population", "migration"];
    let cards = ["k01", "k02", "k03"];
    let orders = permutations(&[0, 1, 2]);
    let named =
        |order: &[usize], names: [&str; 3]| -> Value { order.iter().map(|&index| names[index]).collect() };
    let worlds = orders.iter().flat_map(|stack| {
        orders.iter().map(move |deck| position(named(stack, buildings), named(deck, cards)))
    });
    check_worlds::<AgeOfDiscovery>(&position(json!(buildings), json!(cards)), 0, worlds);
}

/// Age of Discovery in turn 2: Canada's tile is known to all, those of Peru and Brazil are any two of
/// the ten that are neither won nor seen; both Settlers and a third building are face down. The deck,
/// which has too many orders, is left out.
#[test]
fn age_of_discovery_deals_unseen_tiles() {
    let position = json!({
        "game": "age-of-discovery", "turn": 2, "step": "place", "to_move": 0, "order": [0, 1],
        "tiles": {"canada": "t03", "peru": "t04", "brazil": "t15"}, "tiles_seen": ["canada"],
        "region_goods": ["canada", "peru", "brazil"], "market": {"rice": 1},
        "offer": ["navigator", "inca_empire", "trading_post", "cartography"],
        "building_stacks": [["settlers", "monastery", "settlers"], null, null], "deck": null,
        "players": [
            {"hand": {"colonist": 1}, "tiles": ["t01", "t02", "t16"],
             "goods": {"sugar": 1, "tobacco": 1, "gold": 1, "cocoa": 1, "cattle": 1, "fish": 1},
             "buildings": ["trade_routes", "training_grounds", "conquistador"]},
            {"tiles": ["t05", "t14"], "buildings": ["indentured_servitude"]},
        ],
    });
    let (game, state) = AgeOfDiscovery::load(&position, &Variant::standard(), &mut Seed(1).rng())
        .expect("the position loads");
    let world = |tiles: [&str; 2], stack: [&str; 3]| {
        json!([{"canada": "t03", "peru": tiles[0], "brazil": tiles[1]}, stack]).to_string()
    };
    let mut counts = BTreeMap::new();
    let mut rng = Seed(5).rng();
    for _ in 0..DRAWS {
        let mut drawn = state;
        game.determinize(&mut drawn, Seat::new(1), &mut rng);
        let drawn = game.position(&drawn);
        *counts.entry(json!([drawn["tiles"], drawn["building_stacks"][0]]).to_string()).or_default() += 1;
    }
    let unseen = ["t04", "t06", "t07", "t08", "t09", "t10", "t11", "t12", "t13", "t15"];
    let mut weights = BTreeMap::new();
    for peru in unseen {
        for brazil in unseen.into_iter().filter(|&brazil| brazil != peru) {
            for place in 0..3 {
                let mut stack = ["settlers"; 3];
                stack[place] = "monastery";
                weights.insert(world([peru, brazil], stack), 1.0);
            }
        }
    }
    check_frequencies(&counts, &weights);
}
