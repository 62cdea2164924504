//! Writing position files (rules page 13.3).

use serde_json::{Map, Value, json};

use super::step::step_object;
use crate::player::Player;
use crate::words::{Building, Good, Role, Tile};
use crate::{PuertoRico, State};
use tradewinds_game::kit::Counts8;
use tradewinds_game::{Variants, object};

impl PuertoRico {
    /// Writes the position file, with `deck` for the order of the face-down tiles.
    pub(super) fn write(&self, state: &State, deck: Value) -> Value {
        let rules = &self.rules;
        let roles = |role: &Role| role.word_for(rules.players);
        let picked: Vec<&str> = state.picked_roles().map(|role| roles(&role)).collect();
        let role_doubloons: Map<String, Value> = rules
            .roles
            .iter()
            .filter(|role| state.role_doubloons[*role] > 0)
            .map(|role| (roles(&role).to_owned(), state.role_doubloons[role].into()))
            .collect();
        let ships: Map<String, Value> = rules
            .ships
            .iter()
            .zip(&state.ships)
            .map(|(space, ship)| {
                let cargo = match Good::from_index(usize::from(ship.kind)) {
                    Some(good) => json!({ good.word(): ship.load }),
                    None => json!({}),
                };
                (space.to_string(), cargo)
            })
            .collect();
        let players: Vec<Value> = state.players[..rules.players].iter().map(player_object).collect();
        object([
            ("game", Self::NAME.into()),
            ("rules", rules.named.clone().into()),
            ("round", state.round.into()),
            ("picked", picked.into()),
            ("role_doubloons", role_doubloons.into()),
            ("step", step_object(state)),
            ("colonist_ship", state.colonist_ship.into()),
            ("colonist_shortage", state.colonist_shortage.into()),
            ("ships", ships.into()),
            ("trading_house", goods_object(state.trading_house)),
            ("face_up", goods_object(state.face_up)),
            ("discards", goods_object(state.discards)),
            ("deck", deck),
            ("players", players.into()),
        ])
    }
}

fn named(counts: impl Iterator<Item = (&'static str, u8)>) -> Value {
    counts
        .filter(|(_, count)| *count > 0)
        .map(|(word, count)| (word.to_owned(), count.into()))
        .collect::<Map<_, _>>()
        .into()
}

fn goods_object(counts: Counts8) -> Value {
    named(Good::ALL.into_iter().map(|good| (good.word(), counts.get(good.index()))))
}

fn tiles_object(counts: Counts8) -> Value {
    named(Tile::ALL.into_iter().map(|tile| (tile.word(), counts.get(tile.index()))))
}

fn player_object(player: &Player) -> Value {
    let buildings: Map<String, Value> = Building::ALL
        .into_iter()
        .filter(|&building| player.owns(building))
        .map(|building| (building.word().to_owned(), player.staff(building.index()).into()))
        .collect();
    object([
        ("doubloons", player.doubloons.into()),
        ("vp", player.vp.into()),
        ("goods", goods_object(player.goods)),
        ("tiles", tiles_object(player.tiles)),
        ("occupied", tiles_object(player.occupied)),
        ("buildings", buildings.into()),
        ("san_juan", player.san_juan.into()),
    ])
}
