//! The laws of the `Game` trait, for every game, number of players and shipped variant.
//!
//! A game is added by a line `laws_for!(name, Type);`, with another sampling where its games are long or its
//! positions large. Law 5 has a test per game that enumerates the worlds of a small position. `mutants.rs` has a
//! game that breaks each law, which the suite must catch.

#[path = "../examples/prizes_tournament.rs"]
#[allow(dead_code, reason = "the example also plays a tournament")]
mod example;
#[path = "laws/mod.rs"]
mod suite;
mod toys;

use std::collections::BTreeMap;

use example::prizes::Prizes;
use serde_json::{Value, json};
use suite::worlds::{check_frequencies, chi_squared_uniform, frequencies};
use suite::{Sampling, check_all_players, check_laws, check_shipped_variants, mutants};
use toys::{HiddenTile, SecretOffer};
use tradewinds::game::{CompleteGame, Game, Notation, Seat, Seed, Variant};
use tradewinds::games::age_of_discovery::AgeOfDiscovery;
use tradewinds::games::francis_drake::FrancisDrake;
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;

/// Random games of the standard rules for each number of players.
const STANDARD_GAMES: u32 = 2000;
/// Random games of each shipped variant for each number of players.
const VARIANT_GAMES: u32 = 200;

/// Makes the tests of one game, with another [`Sampling`] where it declares something.
macro_rules! laws_for {
    ($name:ident, $game:ty) => {
        laws_for!($name, $game, Sampling::STANDARD);
    };
    ($name:ident, $game:ty, $sampling:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn standard_rules() {
                check_all_players::<$game>(&Variant::standard(), STANDARD_GAMES, &$sampling);
            }

            #[test]
            fn shipped_variants() {
                check_shipped_variants::<$game>(VARIANT_GAMES, &$sampling);
            }
        }
    };
}

laws_for!(secret_offer, SecretOffer);
laws_for!(hidden_tile, HiddenTile);
laws_for!(prizes, Prizes);
laws_for!(puerto_rico, PuertoRico);
laws_for!(mundus_novus, MundusNovus, Sampling { every: 64, ..Sampling::STANDARD });
laws_for!(age_of_discovery, AgeOfDiscovery, Sampling { every: 64, ..Sampling::STANDARD });
laws_for!(francis_drake, FrancisDrake, Sampling { every: 32, ..Sampling::STANDARD });

/// Makes the tests that the suite notices a defect.
macro_rules! mutants {
    ($($name:ident: $defect:ident breaks $law:literal;)*) => {
        mod broken {
            use super::*;

            $(
                #[test]
                #[should_panic(expected = $law)]
                fn $name() {
                    let every_fourth = Sampling { every: 4, ..Sampling::STANDARD };
                    check_laws::<mutants::Mutant<{ mutants::$defect }>>(
                        3,
                        &Variant::standard(),
                        50,
                        &every_fourth,
                    );
                }
            )*
        }
    };
}

mutants! {
    lists_twice: LISTS_TWICE breaks "law 1";
    takes_anything: TAKES_ANYTHING breaks "law 1";
    states_a_low_bound: STATES_A_LOW_BOUND breaks "law 2";
    loses_a_card: LOSES_A_CARD breaks "law 3";
    keeps_secrets: KEEPS_SECRETS breaks "law 4";
    forgets: FORGETS breaks "law 4";
    shows_all: SHOWS_ALL breaks "law 4";
    shows_offers: SHOWS_OFFERS breaks "edges";
    shows_numbers: SHOWS_NUMBERS breaks "edges";
    writes_no_points: WRITES_NO_POINTS breaks "law 6";
    changes_nothing: CHANGES_NOTHING breaks "law 7";
    lists_secrets: LISTS_SECRETS breaks "law 8";
    scores_secrets: SCORES_SECRETS breaks "law 8";
    estimates_secrets: ESTIMATES_SECRETS breaks "law 8";
    says_open: SAYS_OPEN breaks "law 9";
}

#[test]
#[should_panic(expected = "secret-offer \"\", 3 players, seed 0, decision 0, position {")]
fn a_broken_law_is_reported_with_its_place() {
    let variant = Variant::standard();
    check_laws::<mutants::Mutant<{ mutants::LISTS_TWICE }>>(3, &variant, 10, &Sampling::STANDARD);
}

/// Where the rules do not guarantee an end, a game that reaches its bound is counted, not refused.
#[test]
fn a_game_may_be_declared_endless() {
    let endless = Sampling { may_truncate: true, ..Sampling::STANDARD };
    let truncated =
        check_laws::<mutants::Mutant<{ mutants::STATES_A_LOW_BOUND }>>(3, &Variant::standard(), 10, &endless);
    assert_eq!(truncated, 10);
}

/// Determinizations in a test of law 5.
const DRAWS: u32 = 20_000;

/// Returns all orders of the items.
fn permutations<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in items.iter().enumerate() {
        let mut rest = items.to_vec();
        rest.remove(index);
        for mut order in permutations(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// Checks law 5 for a position; each of `worlds`, which may repeat themselves, has the same weight.
fn check_worlds<G: CompleteGame>(position: &Value, observer: usize, worlds: impl IntoIterator<Item = Value>) {
    let mut weights = BTreeMap::new();
    for world in worlds {
        *weights.entry(world.to_string()).or_insert(0.0) += 1.0;
    }
    let (game, state) =
        G::load(position, &Variant::standard(), &mut Seed(1).rng()).expect("the position loads");
    check_frequencies(&frequencies(&game, &state, Seat::new(observer), DRAWS), &weights);
}

/// Seat 1 holds three cards, one of which, a 6, everybody knows; of the other two nothing is known to
/// seat 0 but that they and the pile of three are 1, 1, 2, 3 and 4. He may have set aside up to `most`
/// of the three.
fn check_secret_offers<G: CompleteGame>(seat: u8, starter: u8, most: u32) {
    let position = |hand: Value, aside: Value, pile: Value| {
        json!({
            "game": "secret-offer", "round": 2, "starter": starter, "seat": seat, "pile": pile,
            "discard": [1, 2, 2, 3, 3, 4, 5, 5, 6, 6],
            "players": [
                {"points": 7, "hand": [4, 5], "aside": [], "known": []},
                {"points": 12, "hand": hand, "aside": aside, "known": [6]},
            ],
        })
    };
    let mut worlds = Vec::new();
    for order in permutations(&[1, 1, 2, 3, 4]) {
        let cards = [order[0], order[1], 6];
        for chosen in (0..8_u32).filter(|chosen| chosen.count_ones() <= most) {
            let picked = |aside: bool| {
                let mut cards: Vec<u8> = (0..3)
                    .filter(|card| (chosen >> card & 1 == 1) == aside)
                    .map(|card| cards[card])
                    .collect();
                cards.sort_unstable();
                json!(cards)
            };
            worlds.push(position(picked(false), picked(true), json!(order[2..])));
        }
    }
    check_worlds::<G>(&position(json!([null, null, null]), Value::Null, Value::Null), 0, worlds);
}

#[test]
fn a_committed_offer_is_any_set_of_cards() {
    check_secret_offers::<SecretOffer>(0, 1, 2);
}

#[test]
fn an_offer_in_the_making_is_any_incomplete_set_of_cards() {
    check_secret_offers::<SecretOffer>(1, 1, 1);
}

#[test]
#[should_panic(expected = "law 5: worlds turn up with wrong frequencies")]
fn loaded_dice_break_law_5() {
    check_secret_offers::<mutants::Mutant<{ mutants::LOADS_DICE }>>(0, 1, 2);
}

/// The scout, seat 1, has seen the 3 on the left.
fn hidden_tiles(tiles: [Value; 3]) -> Value {
    let [left, middle, right] = tiles;
    json!({
        "game": "hidden-tile", "round": 1, "first": 0, "step": "bet", "seat": 0, "scout": 1, "looked": "left",
        "tiles": {"left": left, "middle": middle, "right": right}, "face_up": [],
        "players": [{"coins": 3, "bet": null}, {"coins": 2, "bet": null}, {"coins": 5, "bet": null}],
    })
}

#[test]
fn tiles_are_any_for_who_has_seen_none() {
    let position = hidden_tiles([json!(3), json!(0), json!(1)]);
    let worlds = permutations(&[0, 0, 1, 3, 4]).into_iter();
    let worlds = worlds.map(|order| hidden_tiles([json!(order[0]), json!(order[1]), json!(order[2])]));
    check_worlds::<HiddenTile>(&position, 0, worlds);
}

#[test]
fn the_scout_keeps_the_tile_that_he_has_seen() {
    let position = hidden_tiles([json!(3), json!(0), json!(1)]);
    let worlds = permutations(&[0, 0, 1, 4]).into_iter();
    let worlds = worlds.map(|order| hidden_tiles([json!(3), json!(order[0]), json!(order[1])]));
    check_worlds::<HiddenTile>(&position, 1, worlds);
}

/// The order of four face-down plantations, two of them corn; all else is public.
#[test]
fn puerto_rico_shuffles_the_face_down_tiles() {
    let position = |deck: Value| {
        let player = json!({
            "doubloons": 2, "vp": 3, "goods": {"corn": 1}, "tiles": {}, "occupied": {}, "buildings": {},
            "san_juan": 0
        });
        json!({
            "game": "puerto-rico", "rules": [], "round": 7, "picked": ["mayor"], "role_doubloons": {"trader": 2},
            "step": {"decision": "role"}, "colonist_ship": 3, "colonist_shortage": false,
            "ships": {"4": {}, "5": {"corn": 2}, "6": {}}, "trading_house": {"indigo": 1}, "face_up": {},
            "discards": {"corn": 8, "indigo": 12, "sugar": 11, "tobacco": 8, "coffee": 7}, "deck": deck,
            "players": [player, player, player],
        })
    };
    let tiles = ["corn", "corn", "tobacco", "coffee"];
    let worlds = permutations(&[0, 1, 2, 3])
        .into_iter()
        .map(|order| position(order.into_iter().map(|index| Value::from(tiles[index as usize])).collect()));
    check_worlds::<PuertoRico>(&position(json!(tiles)), 1, worlds);
}

/// Three ships with range 1, 1 and 0. Seat 0 owns the informer, seat 1 holds the governor.
fn voyage(
    decision: Value,
    informer: Value,
    missions: [&[u8]; 2],
    [troop_tiles, frigate_tiles]: [Value; 2],
    stops: [&str; 2],
) -> Value {
    let player = |barrels: u8, stops: Value, discs: &[u8]| {
        let discs: serde_json::Map<String, Value> = ["san juan", "santo domingo", "trinidad"]
            .into_iter()
            .zip(discs)
            .map(|(place, disc)| (place.to_owned(), disc.to_string().into()))
            .collect();
        json!({
            "vp": 4, "crew": 0, "guns": 0, "barrels": barrels, "trade_goods": 0, "stops": stops,
            "ghost_ship": false, "investor_tile": true, "missions": discs, "attacks": [], "trades": {},
            "goods": {}, "chest": {},
        })
    };
    json!({
        "game": "francis-drake", "dataset": "reconstruction-1", "rules": {}, "voyage": 2,
        "decision": decision, "start": [0, 1, 2],
        "street": ["crew a", "guns a", "supplies a", "queen", "trade", "shipyard", "governor", "crew b", "tavern",
            "admiral", "supplies b", "pinnace", "guns b", "drake", "informer", "golden hind"],
        "galleon_tiles": {"galleon a": "G3", "galleon b": "G1", "galleon c": "G2"},
        "outbound": [0, 1, 2], "homebound": [], "troop_tiles": troop_tiles, "frigate_tiles": frigate_tiles,
        "face_up": [], "informer": informer,
        "players": [
            player(1, json!(stops), missions[0]),
            player(1, json!(["governor"]), missions[1]),
            player(0, json!([]), &[]),
        ],
    })
}

/// Tiles on the places in each possible order, once each.
fn assignments<const N: usize>(places: [&str; N], tiles: [u8; N]) -> Vec<Value> {
    let mut orders = permutations(&tiles);
    orders.sort_unstable();
    orders.dedup();
    let assigned = orders.into_iter().map(|order| {
        let named = places.into_iter().map(str::to_owned).zip(order.into_iter().map(Value::from));
        Value::Object(named.collect())
    });
    assigned.collect()
}

const FORTS: [&str; 4] = ["trinidad", "cartagena", "panama", "veracruz"];
const GALLEONS: [&str; 3] = ["galleon a", "galleon b", "galleon c"];

/// Seat 1 has laid three of its discs: any three, but for the one that the informer's owner has seen;
/// the holder of the governor knows the troop tiles.
#[test]
fn francis_drake_deals_discs_and_tiles() {
    let informer = json!({"kind": "discs", "destination": "trinidad"});
    let position = |missions: [&[u8]; 2], tiles: [Value; 2]| {
        voyage(json!({"step": "exchange"}), informer.clone(), missions, tiles, ["informer", "golden hind"])
    };
    let (forts, galleons) = (assignments(FORTS, [0, 0, 1, 2]), assignments(GALLEONS, [0, 1, 2]));
    let truth = position([&[4, 1, 3], &[2, 4, 1]], [forts[5].clone(), galleons[3].clone()]);
    let mut worlds = Vec::new();
    for order in permutations(&[2, 3, 4]) {
        for troops in &forts {
            for frigates in &galleons {
                let discs = [order[0], order[1], 1];
                worlds.push(position([&[4, 1, 3], &discs], [troops.clone(), frigates.clone()]));
            }
        }
    }
    check_worlds::<FrancisDrake>(&truth, 0, worlds);
}

/// Who holds the governor knows the troop tiles; of seat 0 he knows that it may have laid its Golden Hind.
#[test]
fn francis_drake_keeps_what_a_holder_has_placed() {
    let position = |missions: [&[u8]; 2], frigates: &Value| {
        let tiles = [assignments(FORTS, [0, 0, 1, 2])[7].clone(), frigates.clone()];
        let mut position =
            voyage(json!({"step": "informer"}), Value::Null, missions, tiles, ["informer", "golden hind"]);
        for disc in position["players"][0]["missions"].as_object_mut().expect("an object").values_mut() {
            if disc == "5" {
                *disc = json!("golden hind");
            }
        }
        position
    };
    let galleons = assignments(GALLEONS, [0, 1, 2]);
    let mut worlds = Vec::new();
    for order in permutations(&[1, 2, 3, 4, 5]) {
        // Two discs stay in hand, in either order.
        for frigates in &galleons {
            worlds.push(position([&order[..3], &[2, 4, 1]], frigates));
        }
    }
    check_worlds::<FrancisDrake>(&position([&[5, 1, 3], &[2, 4, 1]], &galleons[0]), 1, worlds);
}

/// While a seat places tiles the others do not see how many lie.
#[test]
fn francis_drake_hides_tiles_in_the_making() {
    let admiral = |frigates: Value| {
        voyage(
            json!({"step": "admiral"}),
            Value::Null,
            [&[], &[]],
            [json!({}), frigates],
            ["admiral", "informer"],
        )
    };
    let placed = GALLEONS.map(|place| admiral(json!({place: 2})));
    check_worlds::<FrancisDrake>(&placed[1], 1, placed.iter().cloned().chain([admiral(json!({}))]));
    let mut worlds = Vec::new();
    let governor = |troops: Value, frigates: &Value| {
        let tiles = [troops, frigates.clone()];
        voyage(json!({"step": "governor"}), Value::Null, [&[], &[]], tiles, ["informer", "golden hind"])
    };
    let galleons = assignments(GALLEONS, [0, 1, 2]);
    for frigates in &galleons {
        worlds.extend(FORTS.map(|place| governor(json!({place: 2}), frigates)));
        worlds.push(governor(json!({}), frigates));
    }
    check_worlds::<FrancisDrake>(&governor(json!({}), &galleons[2]), 2, worlds.clone());
    check_worlds::<FrancisDrake>(&worlds[0].clone(), 0, worlds);
}

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

/// Statistics worked by hand: 13.4 with five degrees of freedom, 3.3898 with one; probabilities by the
/// tables of chi-squared.
#[test]
fn chi_squared_agrees_with_the_tables() {
    let p = chi_squared_uniform(&[5, 8, 9, 8, 10, 20], &[10.0; 6]);
    assert!((p - 0.0199).abs() < 5e-4, "{p}");
    let p = chi_squared_uniform(&[598, 536], &[1.0, 1.0]);
    assert!((p - 0.0656).abs() < 5e-4, "{p}");
}

#[test]
#[should_panic(expected = "wrong frequencies")]
fn a_biased_determinization_is_noticed() {
    let worlds = ["a", "b", "c"].map(str::to_owned);
    let counts = worlds.iter().cloned().zip([7100, 6400, 6500]).collect();
    let weights = worlds.iter().cloned().map(|world| (world, 1.0)).collect();
    check_frequencies(&counts, &weights);
}

#[test]
#[should_panic(expected = "does not turn up")]
fn a_world_left_out_is_noticed() {
    let counts = BTreeMap::from([("a".to_owned(), 10_000)]);
    let weights = BTreeMap::from([("a".to_owned(), 1.0), ("b".to_owned(), 1.0)]);
    check_frequencies(&counts, &weights);
}

/// Seat 0 knows its own two cards; each of the other seats holds any two of the other four.
#[test]
fn prizes_deals_the_unseen_cards() {
    let position = |hands: [Value; 3], unseen: Value| {
        json!({
            "hands": hands, "unseen": unseen, "played": [0, 0, 0], "to_act": 0, "prize": 3, "points": [2, 0, 5],
        })
    };
    let truth = position([json!([1, 12]), json!([4, 7]), json!([3, 9])], json!([]));
    let worlds = permutations(&[3, 4, 7, 9]).into_iter().map(|order| {
        let hand = |a: usize, b: usize| json!([order[a].min(order[b]), order[a].max(order[b])]);
        position([json!([1, 12]), hand(0, 1), hand(2, 3)], json!([]))
    });
    check_worlds::<Prizes>(&truth, 0, worlds);
}
