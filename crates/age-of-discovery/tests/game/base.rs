//! A position of Age of Discovery to start from.

use serde_json::{Value, json};
use tradewinds_age_of_discovery::{AgeOfDiscovery, State};
use tradewinds_game::{InputError, Notation, Seed, Variant};

/// A position of three players in turn 5: six regions are open, Canada, Brazil and Argentina are not; hands
/// and boxes are empty, which no step allows as it is.
pub fn base() -> Value {
    json!({
        "game": "age-of-discovery", "turn": 5, "step": "place", "to_move": 0, "order": [0, 1, 2],
        "tiles": {"canada": "t12", "brazil": "t10", "argentina": "t15"},
        "region_goods": [
            "canada", "new_england", "florida", "new_spain", "caribbean", "new_granada", "peru", "brazil",
            "argentina"
        ],
        "market": {"gold": 1, "cocoa": 1, "sugar": 2},
        "offer": ["cathedral", "taxation", "marketplace", "military_academy", "fortress"],
        "building_stacks": null, "deck": null,
        "players": [
            {"money": 30, "region_vp": [2], "tiles": ["t01", "t02"]},
            {"money": 20, "region_vp": [8], "tiles": ["t06"]},
            {"money": 8, "region_vp": [0], "tiles": ["t07", "t09"]},
        ],
    })
}

/// Changes fields of an object; `null` removes one.
pub fn with(mut object: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().expect("fields are an object") {
        if value.is_null() {
            object.as_object_mut().expect("a position is an object").remove(name);
        } else {
            object[name.as_str()] = value.clone();
        }
    }
    object
}

/// Changes fields of a player.
pub fn with_player(mut position: Value, seat: usize, fields: Value) -> Value {
    let player = position["players"][seat].take();
    position["players"][seat] = with(player, fields);
    position
}

/// Loads a position.
pub fn load(position: &Value) -> Result<(AgeOfDiscovery, State), InputError> {
    AgeOfDiscovery::load(position, &Variant::standard(), &mut Seed(1).rng())
}
