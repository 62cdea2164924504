//! Writing position files and views (rules page 13.3, 13.4, 13.6).

use std::collections::BTreeMap;

use serde_json::Value;

use super::file::{DecisionFile, InformerFile, PlayerFile, PositionFile};
use crate::FrancisDrake;
use crate::limits::LOCATIONS;
use crate::list::SeatList;
use crate::state::State;
use crate::words::{Decision, Destination, DestinationKind, Stop, destinations};
use tradewinds_game::kit::{ByKey, Word};
use tradewinds_game::{Seat, Variants};

impl FrancisDrake {
    /// Writes the position file; what an observer does not know is null or left out.
    pub(super) fn write_position(&self, state: &State, observer: Option<Seat>) -> Value {
        let rules = &self.rules;
        let galleons = destinations(rules.of_kind(DestinationKind::Galleon)).enumerate();
        let looked = state.looked().map(|(kind, destination)| InformerFile { kind, destination });
        let file = PositionFile {
            game: Self::NAME.to_owned(),
            dataset: rules.dataset.clone(),
            rules: rules.named.iter().map(|&(name, value)| (name.to_owned(), value)).collect(),
            voyage: state.voyage.into(),
            decision: decision(state),
            start: seats(state.start),
            street: (0..LOCATIONS).map(|place| Stop::ALL[state.location(place)]).collect(),
            galleon_tiles: galleons.map(|(place, galleon)| (galleon, state.galleon_tile(place))).collect(),
            outbound: seats(state.outbound),
            homebound: seats(state.homebound),
            troop_tiles: self.tiles(state, DestinationKind::Fort, observer),
            frigate_tiles: self.tiles(state, DestinationKind::Galleon, observer),
            face_up: destinations(state.face_up).collect(),
            informer: looked,
            players: Seat::all(rules.players).map(|seat| self.write_player(state, seat, observer)).collect(),
        };
        serde_json::to_value(file).expect("a position has string keys and plain values")
    }

    fn tiles(
        &self,
        state: &State,
        kind: DestinationKind,
        observer: Option<Seat>,
    ) -> BTreeMap<Destination, Option<u32>> {
        if observer.is_some_and(|observer| Self::placed_in_secret(state, kind, observer)) {
            return BTreeMap::new();
        }
        let tiles = destinations(state.tiled & self.rules.of_kind(kind)).map(|place| {
            let value = match observer {
                None => Some(state.tile(place)),
                Some(observer) => self.known_tile(state, place, observer),
            };
            (place, value.map(u32::from))
        });
        tiles.collect()
    }

    fn write_player(&self, state: &State, seat: Seat, observer: Option<Seat>) -> PlayerFile {
        let player = state.player(seat);
        let disc = |place: Destination| self.known_disc(state, seat, place, observer.unwrap_or(seat));
        let ports = destinations(self.rules.of_kind(DestinationKind::Port)).enumerate();
        PlayerFile {
            vp: player.vp.try_into().expect("VP on the track are never negative"),
            crew: player.items.crew().into(),
            guns: player.items.guns().into(),
            barrels: player.items.barrels().into(),
            trade_goods: player.items.trade_goods().into(),
            stops: state.stops_in_order(seat).collect(),
            ghost_ship: player.ghost_ship,
            investor_tile: player.investor_tile,
            missions: destinations(player.missions).map(|place| (place, disc(place))).collect(),
            attacks: player.attacks.iter().collect(),
            trades: ports.filter_map(|(place, port)| Some((port, player.trade(place)?))).collect(),
            goods: counts(&player.goods),
            chest: counts(&player.chest),
        }
    }
}

fn decision(state: &State) -> DecisionFile {
    let step = state.decision;
    let at = |decision: Decision| step == decision;
    DecisionFile {
        step,
        destination: state.chosen.filter(|_| at(Decision::Disc)),
        kind: state.look.filter(|_| at(Decision::Look)),
        first: state.chosen.filter(|_| at(Decision::ExchangeWith)),
        seat: at(Decision::Return).then(|| state.seat.index() as u32),
    }
}

fn seats(list: SeatList) -> Vec<u32> {
    list.iter().map(|seat| seat.index() as u32).collect()
}

/// Lists counts by their keys; zeros are left out.
fn counts<K: Word + Ord>(counts: &ByKey<K, u8>) -> BTreeMap<K, u32> {
    counts.iter().filter(|(_, count)| **count > 0).map(|(key, &count)| (key, count.into())).collect()
}
