//! Writing position files (rules page 13.3).

use serde_json::Value;

use super::file::{Named, PlayerFile, PositionFile, StepFile, wants};
use crate::player::Player;
use crate::words::{Building, Decision, Good, Role, Tile};
use crate::{PuertoRico, State, slot};
use tradewinds_game::kit::{Counts8, KeySet, Word};
use tradewinds_game::{Seat, Variants};

impl PuertoRico {
    /// Writes the position file, with `deck` for the order of the face-down tiles.
    pub(super) fn write(&self, state: &State, deck: Option<Vec<Good>>) -> Value {
        let rules = &self.rules;
        let card = |role: Role| role.word_for(rules.players).to_owned();
        let doubloons = rules.roles.iter().map(|role| (card(role), state.role_doubloons[role].into()));
        let ships = rules.ships.iter().zip(&state.ships).map(|(space, ship)| {
            let good = Good::from_index(usize::from(ship.kind));
            (space.to_string(), good.map(|good| (good, ship.load.into())).into_iter().collect())
        });
        let file = PositionFile {
            game: Self::NAME.to_owned(),
            rules: rules.named.iter().map(|&name| name.to_owned()).collect(),
            round: state.round.into(),
            picked: state.picked_roles().map(card).collect(),
            role_doubloons: doubloons.filter(|(_, count)| *count > 0).collect(),
            step: self.write_step(state),
            colonist_ship: state.colonist_ship.into(),
            colonist_shortage: state.colonist_shortage,
            ships: ships.collect(),
            trading_house: named(state.trading_house),
            face_up: named(state.face_up),
            discards: named(state.discards),
            deck,
            players: state.players[..rules.players].iter().map(write_player).collect(),
        };
        serde_json::to_value(file).expect("a position has string keys and plain values")
    }

    /// Writes the decision point.
    fn write_step(&self, state: &State) -> StepFile {
        let (decision, detail) = (state.decision, usize::from(state.detail));
        let offer = (decision == Decision::Offer).then(|| state.offer());
        let wants = |field: &str| wants(decision, offer, field);
        let seats = |set: KeySet<Seat>| set.iter().map(|seat| seat.index() as u32).collect();
        StepFile {
            decision,
            player: wants("player").then(|| state.player.index() as u32),
            tile: wants("tile").then(|| Tile::ALL[detail]),
            slot: wants("slot").then(|| slot::word(detail).to_owned()),
            building: wants("building").then(|| Building::ALL[detail]),
            wharf_used: wants("wharf_used").then(|| seats(state.wharf_used)),
            passed: wants("passed").then(|| seats(state.passed)),
            captain_loaded: wants("captain_loaded").then_some(state.captain_loaded),
            offer,
            kinds: wants("kinds").then(|| state.offered_kinds().into()),
        }
    }
}

fn named<K: Word + Ord>(counts: Counts8) -> Named<K> {
    let keys = (0..K::COUNT).filter_map(K::from_index).map(|key| (key, counts.get(key.index()).into()));
    keys.filter(|(_, count)| *count > 0).collect()
}

fn write_player(player: &Player) -> PlayerFile {
    let owned = Building::ALL.into_iter().filter(|&building| player.owns(building));
    PlayerFile {
        doubloons: player.doubloons.into(),
        vp: player.vp.into(),
        goods: named(player.goods),
        tiles: named(player.tiles),
        occupied: named(player.occupied),
        buildings: owned.map(|building| (building, player.staff(building.index()).into())).collect(),
        san_juan: player.san_juan.into(),
    }
}
