//! Writing position files and views (rules page 13.3, 13.4, 13.6).

use serde_json::{Map, Value, json};

use crate::FrancisDrake;
use crate::limits::LOCATIONS;
use crate::list::SeatList;
use crate::state::State;
use crate::words::{Decision, Destination, DestinationKind, GalleonTile, Look, Stop, destinations};
use tradewinds_game::kit::{ByKey, Word};
use tradewinds_game::{Seat, Variants, object};

impl FrancisDrake {
    /// Writes the position file; what an observer does not know is null or left out.
    pub(super) fn write_position(&self, state: &State, observer: Option<Seat>) -> Value {
        let rules = &self.rules;
        let named: Map<String, Value> =
            rules.named.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
        let street: Vec<Value> =
            (0..LOCATIONS).map(|place| Stop::ALL[state.location(place)].word().into()).collect();
        let galleons = destinations(rules.of_kind(DestinationKind::Galleon));
        let galleon_tiles: Map<String, Value> = galleons
            .enumerate()
            .map(|(place, galleon)| {
                let tile: GalleonTile = state.galleon_tile(place);
                (galleon.word().to_owned(), tile.word().into())
            })
            .collect();
        let informer = match state.looked() {
            Some((look, destination)) => json!({ "kind": look.word(), "destination": destination.word() }),
            None => Value::Null,
        };
        let players: Vec<Value> =
            Seat::all(rules.players).map(|seat| self.player_object(state, seat, observer)).collect();
        object([
            ("game", Self::NAME.into()),
            ("dataset", rules.dataset.as_str().into()),
            ("rules", named.into()),
            ("voyage", state.voyage.into()),
            ("decision", decision_object(state)),
            ("start", seats(state.start)),
            ("street", street.into()),
            ("galleon_tiles", galleon_tiles.into()),
            ("outbound", seats(state.outbound)),
            ("homebound", seats(state.homebound)),
            ("troop_tiles", self.tiles_object(state, DestinationKind::Fort, observer)),
            ("frigate_tiles", self.tiles_object(state, DestinationKind::Galleon, observer)),
            ("face_up", list(destinations(state.face_up))),
            ("informer", informer),
            ("players", players.into()),
        ])
    }

    fn tiles_object(&self, state: &State, kind: DestinationKind, observer: Option<Seat>) -> Value {
        if observer.is_some_and(|observer| Self::placed_in_secret(state, kind, observer)) {
            return Map::new().into();
        }
        let tiles = destinations(state.tiled & self.rules.of_kind(kind)).map(|place| {
            let value = match observer {
                None => Some(state.tile(place)),
                Some(observer) => self.known_tile(state, place, observer),
            };
            (place.word().to_owned(), value.into())
        });
        tiles.collect::<Map<_, _>>().into()
    }

    fn player_object(&self, state: &State, seat: Seat, observer: Option<Seat>) -> Value {
        let player = state.player(seat);
        let missions: Map<String, Value> = destinations(player.missions)
            .map(|place| {
                let disc = self.known_disc(state, seat, place, observer.unwrap_or(seat));
                (place.word().to_owned(), disc.map(|disc| disc.word()).into())
            })
            .collect();
        let ports = destinations(self.rules.of_kind(DestinationKind::Port)).enumerate();
        let trades: Map<String, Value> = ports
            .filter_map(|(place, port)| {
                player.trade(place).map(|commodity| (port.word().to_owned(), commodity.word().into()))
            })
            .collect();
        let stops: Vec<Value> = state.stops_in_order(seat).map(|stop| stop.word().into()).collect();
        object([
            ("vp", player.vp.into()),
            ("crew", player.items.crew().into()),
            ("guns", player.items.guns().into()),
            ("barrels", player.items.barrels().into()),
            ("trade_goods", player.items.trade_goods().into()),
            ("stops", stops.into()),
            ("ghost_ship", player.ghost_ship.into()),
            ("investor_tile", player.investor_tile.into()),
            ("missions", missions.into()),
            ("attacks", list(player.attacks.iter())),
            ("trades", trades.into()),
            ("goods", counts(&player.goods)),
            ("chest", counts(&player.chest)),
        ])
    }
}

fn decision_object(state: &State) -> Value {
    let step = ("step", state.decision.word().into());
    let chosen = || Value::from(state.chosen.map(Destination::word));
    match state.decision {
        Decision::Disc => object([step, ("destination", chosen())]),
        Decision::Look => object([step, ("kind", state.look.map(Look::word).into())]),
        Decision::ExchangeWith => object([step, ("first", chosen())]),
        Decision::Return => object([step, ("seat", state.seat.index().into())]),
        _ => object([step]),
    }
}

fn seats(list: SeatList) -> Value {
    list.iter().map(|seat| Value::from(seat.index())).collect::<Vec<_>>().into()
}

fn list(places: impl Iterator<Item = Destination>) -> Value {
    places.map(|place| Value::from(place.word())).collect::<Vec<_>>().into()
}

/// Writes counts by their words; zeros are left out.
fn counts<K: Word>(counts: &ByKey<K, u8>) -> Value {
    counts
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(key, &count)| (key.word().to_owned(), count.into()))
        .collect::<Map<_, _>>()
        .into()
}
