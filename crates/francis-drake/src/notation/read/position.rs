//! Reading the table: street, docks, tiles and the decision.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::file::{DecisionFile, PositionFile};
use crate::FrancisDrake;
use crate::limits::{LOCATIONS, VOYAGES};
use crate::list::SeatList;
use crate::state::State;
use crate::words::{Decision, Destination, DestinationKind, Destinations, GalleonTile, Stop, destinations};
use tradewinds_game::kit::{Fields, KeySet};
use tradewinds_game::{Dice, InputError, PerSeat, Seat, Seed, counted, parse_json};

/// The unknown parts of a position file, as sets of destinations.
pub(in crate::notation) struct Unknown {
    /// The destinations with a tile of unknown value.
    pub(in crate::notation) tiles: u16,
    /// The destinations with an unknown disc of each seat.
    pub(in crate::notation) discs: PerSeat<u16>,
}

impl FrancisDrake {
    /// Reads the state of a position file of these rules, and which parts of it are unknown; the state is one
    /// of their completions.
    pub(in crate::notation) fn read_unknown(&self, position: &Value) -> Result<(State, Unknown), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        let (found, players) = (file.players.len(), self.rules.players);
        Fields::POSITION.players(found, players)?;
        let discs = PerSeat::from_fn(players, |seat| file.players[seat.index()].unknown_discs());
        let mut unknown = Unknown { tiles: 0, discs };
        for (place, value) in file.troop_tiles.iter().chain(&file.frigate_tiles) {
            unknown.tiles |= if value.is_none() { place.bit() } else { 0 };
        }
        let state = self.read_state(&file, &mut Seed(0).rng())?;
        Ok((state, unknown))
    }

    /// Reads the state; unknown parts are completed from `dice`.
    pub(in crate::notation) fn read_state(
        &self,
        file: &PositionFile,
        dice: &mut dyn Dice,
    ) -> Result<State, InputError> {
        let rules = &self.rules;
        let players = rules.players;
        let decision = file.decision.step;
        let mut state = self.blank();
        state.decision = decision;
        state.voyage = Fields::POSITION.number("voyage", file.voyage, 1..=VOYAGES.into())?;
        state.start = seats("start", &file.start, players)?;
        state.outbound = seats("outbound", &file.outbound, players)?;
        state.homebound = seats("homebound", &file.homebound, players)?;
        state.departed = state.outbound.iter().collect();
        state.at_home = state.homebound.iter().collect();
        let plymouth = decision == Decision::Plymouth;
        for (field, list, whole) in [("start", state.start, true), ("outbound", state.outbound, !plymouth)] {
            if whole && list.len() != players {
                return Err(Fields::POSITION.refuse(
                    field,
                    counted(list.len(), "seat"),
                    format!("all {players} seats"),
                ));
            }
        }
        read_street(&mut state, &file.street)?;
        self.read_galleon_tiles(&mut state, &file.galleon_tiles)?;
        let mut unknown = PerSeat::new(players);
        for (seat, player) in Seat::all(players).zip(&file.players) {
            unknown[seat] = self.read_player(&mut state, seat, player)?;
        }
        self.derive(&mut state);
        let unknown_tiles = [
            self.read_tiles(&mut state, "frigate_tiles", &file.frigate_tiles, DestinationKind::Galleon)?,
            self.read_tiles(&mut state, "troop_tiles", &file.troop_tiles, DestinationKind::Fort)?,
        ];
        self.read_face_up(&mut state, &file.face_up, unknown_tiles[0] | unknown_tiles[1])?;
        if let Some(informer) = &file.informer {
            state.look = Some(informer.kind);
            state.looked_at = Some(informer.destination);
        }
        self.read_decision(&mut state, &file.decision)?;
        for seat in Seat::all(players) {
            Self::deal_unknown_discs(&mut state, seat, unknown[seat], dice);
        }
        let kinds = [DestinationKind::Galleon, DestinationKind::Fort];
        for ((kind, unknown), field) in
            kinds.into_iter().zip(unknown_tiles).zip(["frigate_tiles", "troop_tiles"])
        {
            if !self.deal_unknown_tiles(&mut state, kind, unknown, dice) {
                let (_, tiles) = rules.tiled(kind);
                return Err(Fields::POSITION.refuse(
                    field,
                    "values that the tiles have not",
                    format!("each of {tiles:?} once"),
                ));
            }
        }
        if matches!(decision, Decision::Mission | Decision::Press | Decision::Return) {
            state.waiting = Self::waiting(&state);
        }
        state.seat = self.decider(&state, file.decision.seat)?;
        Ok(state)
    }

    fn read_galleon_tiles(
        &self,
        state: &mut State,
        tiles: &BTreeMap<Destination, GalleonTile>,
    ) -> Result<(), InputError> {
        let galleons = self.rules.of_kind(DestinationKind::Galleon);
        let keys = tiles.keys().fold(0, |set, galleon| set | galleon.bit());
        if keys != galleons {
            let found = Destinations::from_bits(keys);
            return Err(Fields::POSITION.refuse(
                "galleon_tiles",
                found,
                format!("exactly {}", Destinations::from_bits(galleons)),
            ));
        }
        let mut seen = 0;
        for (&galleon, &tile) in tiles {
            if seen >> tile.index() & 1 != 0 {
                let found = format!("{} again", tile.word());
                return Err(Fields::POSITION.refuse(
                    format!("galleon_tiles.{}", galleon.word()),
                    found,
                    "each tile once",
                ));
            }
            seen |= 1 << tile.index();
            state.galleon_tiles |= (tile as u8) << (2 * self.rules.place(galleon));
        }
        Ok(())
    }

    /// Fills in what follows from the stops, attacks and trades. Where there are more than can be,
    /// nothing is left, and `check` finds that it does not add up.
    fn derive(&self, state: &mut State) {
        let rules = &self.rules;
        for location in 0..LOCATIONS {
            let stop = Stop::ALL[location];
            let visitors = state.players.iter().filter(|player| player.has(stop)).count();
            let circles = usize::from(rules.circles[location]);
            state.visits |= (visitors as u64) << (4 * location);
            if visitors >= circles {
                state.open &= !(1 << (state.position_of(stop) - 1));
            }
        }
        let mut supply = rules.pools;
        for (seat, player) in Seat::all(rules.players).zip(&state.players) {
            for (stop, role) in [
                (Stop::Admiral, &mut state.admiral),
                (Stop::Governor, &mut state.governor),
                (Stop::Informer, &mut state.informer),
            ] {
                if player.has(stop) && role.is_none() {
                    *role = Some(seat);
                }
            }
            for target in player.attacks.iter() {
                let place = target.index();
                if state.successes >> (2 * place) & 3 < u32::from(rules.successes) {
                    state.successes += 1 << (2 * place);
                }
                state.taken |= target.bit();
            }
            for (place, port) in destinations(rules.of_kind(DestinationKind::Port)).enumerate() {
                let Some(commodity) = player.trade(place) else { continue };
                state.goods_left &= !rules.icon(port, commodity);
            }
            supply = supply.without(player.items);
        }
        if rules.flags.pools_limited {
            state.supply = supply;
        }
    }

    /// Reads the tiles of the forts or galleons; returns the destinations of unknown ones.
    fn read_tiles(
        &self,
        state: &mut State,
        field: &str,
        tiles: &BTreeMap<Destination, Option<u32>>,
        kind: DestinationKind,
    ) -> Result<u16, InputError> {
        let all = self.rules.of_kind(kind);
        let placing = if kind == DestinationKind::Fort { Decision::Governor } else { Decision::Admiral };
        let mut unknown = 0;
        for (&place, &value) in tiles {
            let field = format!("{field}.{}", place.word());
            if all & place.bit() == 0 {
                let known = destinations(all).map(Destination::word);
                return Err(Fields::POSITION.unknown(field, place.word(), known));
            }
            let (_, values) = self.rules.tiled(kind);
            let max = values[values.len() - 1];
            match value {
                Some(value) => state.set_tile(place, Fields::POSITION.number(field, value, 0..=max.into())?),
                None if state.decision > placing => {
                    state.set_tile(place, 0);
                    unknown |= place.bit();
                }
                None => {
                    return Err(Fields::POSITION.refuse(
                        field,
                        "null",
                        "a value: the tile is just being placed",
                    ));
                }
            }
        }
        let number = tiles.len();
        let (found, all) = (counted(number, "tile"), all.count_ones() as usize);
        match state.decision.cmp(&placing) {
            std::cmp::Ordering::Less if number > 0 => {
                Err(Fields::POSITION.refuse(field, found, "no tiles yet"))
            }
            std::cmp::Ordering::Greater if number < all => {
                Err(Fields::POSITION.refuse(field, found, format!("all {all}")))
            }
            _ => Ok(unknown),
        }
    }

    fn read_face_up(
        &self,
        state: &mut State,
        face_up: &[Destination],
        unknown: u16,
    ) -> Result<(), InputError> {
        for (index, place) in face_up.iter().enumerate() {
            let field = format!("face_up[{index}]");
            if self.rules.guarded() & place.bit() == 0 {
                return Err(Fields::POSITION.refuse(
                    field,
                    format!("{:?}", place.word()),
                    Destinations::from_bits(self.rules.guarded()),
                ));
            }
            if index > 0 && face_up[index - 1] >= *place {
                return Err(Fields::POSITION.refuse(
                    field,
                    format!("{:?}", place.word()),
                    "table order, each once",
                ));
            }
            if unknown & place.bit() != 0 {
                return Err(Fields::POSITION.refuse(
                    field,
                    format!("{:?} of unknown value", place.word()),
                    "a known tile",
                ));
            }
            state.face_up |= place.bit();
        }
        Ok(())
    }

    fn read_decision(&self, state: &mut State, decision: &DecisionFile) -> Result<(), InputError> {
        let step = decision.step;
        for (field, there, wanted) in [
            ("destination", decision.destination.is_some(), step == Decision::Disc),
            ("kind", decision.kind.is_some(), step == Decision::Look),
            ("first", decision.first.is_some(), step == Decision::ExchangeWith),
            ("seat", decision.seat.is_some(), step == Decision::Return),
        ] {
            if there != wanted {
                let (found, allowed) =
                    if there { ("the field", "no such field") } else { ("nothing", "the field") };
                let allowed = format!("{allowed} at {:?}", step.word());
                return Err(Fields::POSITION.refuse(format!("decision.{field}"), found, allowed));
            }
        }
        state.chosen = decision.destination.or(decision.first);
        if step == Decision::Look {
            if state.look.is_some() {
                return Err(Fields::POSITION.refuse("informer", "an object", "null before the look"));
            }
            state.look = decision.kind;
        }
        Ok(())
    }

    /// Finds the seat that decides (13.2).
    fn decider(&self, state: &State, seat: Option<u32>) -> Result<Seat, InputError> {
        let word = state.decision.word();
        let nobody = |allowed: &str| Fields::POSITION.refuse("decision.step", format!("{word:?}"), allowed);
        let holder =
            |seat: Option<Seat>, role: &str| seat.ok_or_else(|| nobody(&format!("a holder of the {role}")));
        match state.decision {
            Decision::Plymouth if state.outbound.len() == self.rules.players => {
                Err(Fields::POSITION.refuse("outbound", "all seats", "some seat still in Plymouth"))
            }
            Decision::Plymouth => {
                let mut next = *state;
                self.next_stop(&mut next);
                Ok(next.seat)
            }
            Decision::Admiral => holder(state.admiral, "admiral"),
            Decision::Governor => holder(state.governor, "governor"),
            Decision::Sail | Decision::Disc => {
                self.sailor(state).ok_or_else(|| nobody("a step that occurs: nobody can place a disc"))
            }
            Decision::Informer
            | Decision::Look
            | Decision::Exchange
            | Decision::ExchangeWith
            | Decision::Move => holder(state.informer, "informer"),
            Decision::Mission | Decision::Press if state.waiting == 0 => {
                Err(nobody("a step that occurs: no disc waits"))
            }
            Decision::Mission | Decision::Press => {
                Ok(state.outbound.get((state.waiting.trailing_zeros() & 7) as usize))
            }
            Decision::Return => {
                let players = self.rules.players;
                Fields::POSITION.seat("decision.seat", seat.unwrap_or(players as u32), players)
            }
            Decision::Over => Ok(Seat::new(0)),
        }
    }
}

fn read_street(state: &mut State, street: &[Stop]) -> Result<(), InputError> {
    if street.len() != LOCATIONS {
        return Err(Fields::POSITION.refuse(
            "street",
            counted(street.len(), "location"),
            format!("{LOCATIONS}"),
        ));
    }
    let mut seen = 0;
    for (index, &stop) in street.iter().enumerate() {
        let field = format!("street[{index}]");
        if !stop.is_location() {
            let known = Stop::WORDS[..LOCATIONS].iter().copied();
            return Err(Fields::POSITION.unknown(field, stop.word(), known));
        }
        if seen & stop.bit() != 0 {
            return Err(Fields::POSITION.refuse(
                field,
                format!("{:?} again", stop.word()),
                "each location once",
            ));
        }
        seen |= stop.bit();
    }
    state.lay_out(street.iter().map(|stop| stop.index()));
    Ok(())
}

/// Reads a list of different seats.
fn seats(field: &str, list: &[u32], players: usize) -> Result<SeatList, InputError> {
    let mut seen = KeySet::EMPTY;
    let mut seats = SeatList::EMPTY;
    for (index, &seat) in list.iter().enumerate() {
        let field = format!("{field}[{index}]");
        let seat = Fields::POSITION.seat(&field, seat, players)?;
        if seen.has(seat) {
            return Err(Fields::POSITION.refuse(field, format!("{} again", seat.index()), "different seats"));
        }
        seen.insert(seat);
        seats.push(seat);
    }
    Ok(seats)
}
