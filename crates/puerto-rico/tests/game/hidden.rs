//! Law 5: what a determinization draws.

use serde_json::{Value, json};
use tradewinds_puerto_rico::PuertoRico;
use tradewinds_testkit::worlds::{check_worlds, permutations};

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
