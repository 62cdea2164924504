//! Law 5: what a determinization draws.

use serde_json::{Value, json};
use tradewinds_francis_drake::FrancisDrake;
use tradewinds_testkit::worlds::{check_worlds, permutations};

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
