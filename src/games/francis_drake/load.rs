//! Reading position files (rules page 13.3, 13.4).
//!
//! Here the fields are read and what a state cannot hold is refused; the rest of what makes a position
//! valid is checked on the state, by `check`.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::items::Items;
use super::rules::{Rules, VOYAGES};
use super::state::{NOBODY, Nibbles, Player, State};
use super::words::{
    Bits, Commodity, DOCKSIDE, Destination, DestinationKind, Disc, GalleonTile, INVESTOR, Item, LOCATIONS,
    Look, SECOND_DISCS, Step, Stone, Stop, destinations,
};
use super::{FrancisDrake, NAME};
use crate::game::{Dice, InputError, Variant, parse_json};

/// The most VP that a position may have: far more than any game brings.
const MOST_VP: u32 = 10_000;
/// The most cubes of a kind of a player where the supply is unlimited.
const MOST_ITEMS: u32 = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    game: String,
    dataset: String,
    rules: BTreeMap<String, bool>,
    voyage: u32,
    decision: DecisionFile,
    start: Vec<u32>,
    street: Vec<Stop>,
    galleon_tiles: BTreeMap<Destination, GalleonTile>,
    outbound: Vec<u32>,
    homebound: Vec<u32>,
    troop_tiles: BTreeMap<Destination, Option<u32>>,
    frigate_tiles: BTreeMap<Destination, Option<u32>>,
    face_up: Vec<Destination>,
    // `null` is a value of its own; the field is required all the same.
    #[serde(deserialize_with = "Option::deserialize")]
    informer: Option<InformerFile>,
    players: Vec<PlayerFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InformerFile {
    kind: Look,
    destination: Destination,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DecisionFile {
    step: Step,
    #[serde(default, deserialize_with = "present")]
    destination: Option<Destination>,
    #[serde(default, deserialize_with = "present")]
    kind: Option<Look>,
    #[serde(default, deserialize_with = "present")]
    first: Option<Destination>,
    #[serde(default, deserialize_with = "present")]
    seat: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    vp: u32,
    crew: u32,
    guns: u32,
    barrels: u32,
    trade_goods: u32,
    stops: Vec<Stop>,
    ghost_ship: bool,
    investor_tile: bool,
    missions: BTreeMap<Destination, Option<Disc>>,
    attacks: Vec<Destination>,
    trades: BTreeMap<Destination, Commodity>,
    goods: BTreeMap<Commodity, u32>,
    chest: BTreeMap<Stone, u32>,
}

/// Reads a field that may be left out but, unlike an `Option` as such, not be `null`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

impl FrancisDrake {
    /// Reads a position file; unknown parts are completed from `dice`.
    pub(super) fn read_position<D: Dice + ?Sized>(
        position: &Value,
        variant: &Variant,
        dice: &mut D,
    ) -> Result<(Self, State), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        if file.game != NAME {
            return Err(refuse("game", format!("{:?}", file.game), format!("{NAME:?}")));
        }
        let players = file.players.len();
        if !(3..=super::state::SEATS).contains(&players) {
            return Err(refuse("players", format!("{players} players"), "3 to 5"));
        }
        let game = Self { rules: Rules::named(players, &file.rules, variant)? };
        if file.dataset != game.rules.dataset {
            let allowed = format!("{:?}", game.rules.dataset);
            return Err(refuse("dataset", format!("{:?}", file.dataset), allowed));
        }
        let state = game.read_state(&file, dice)?;
        game.check_state(&state)
            .map_err(|broken| refuse(broken.name, broken.found, "a valid position (13.3)"))?;
        Ok((game, state))
    }

    fn read_state<D: Dice + ?Sized>(&self, file: &PositionFile, dice: &mut D) -> Result<State, InputError> {
        let rules = &self.rules;
        let players = rules.players;
        let step = file.decision.step;
        let mut state = self.blank();
        state.step = step;
        state.voyage = number("voyage", file.voyage, 1, VOYAGES.into())? as u8;
        state.start = seats("start", &file.start, players)?;
        state.outbound = seats("outbound", &file.outbound, players)?;
        state.homebound = seats("homebound", &file.homebound, players)?;
        state.departed = state.outbound.iter().fold(0, |set, seat| set | 1 << seat);
        state.at_home = state.homebound.iter().fold(0, |set, seat| set | 1 << seat);
        let plymouth = step == Step::Plymouth;
        for (field, list, whole) in [("start", state.start, true), ("outbound", state.outbound, !plymouth)] {
            if whole && list.len() != players {
                return Err(refuse(field, format!("{} seats", list.len()), format!("all {players} seats")));
            }
        }
        read_street(&mut state, &file.street)?;
        self.read_galleon_tiles(&mut state, &file.galleon_tiles)?;
        let mut unknown = [0; super::state::SEATS];
        for (seat, player) in file.players.iter().enumerate() {
            unknown[seat] = self.read_player(&mut state, seat, player)?;
        }
        self.derive(&mut state)?;
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
        for (seat, unknown) in unknown.into_iter().enumerate().take(players) {
            Self::deal_unknown_discs(&mut state, seat, unknown, dice);
        }
        let kinds = [DestinationKind::Galleon, DestinationKind::Fort];
        for ((kind, unknown), field) in
            kinds.into_iter().zip(unknown_tiles).zip(["frigate_tiles", "troop_tiles"])
        {
            if !self.deal_unknown_tiles(&mut state, kind, unknown, dice) {
                let (_, tiles) = rules.tiled(kind);
                return Err(refuse(
                    field,
                    "values that the tiles have not",
                    format!("each of {tiles:?} once"),
                ));
            }
        }
        if matches!(step, Step::Mission | Step::Press | Step::Return) {
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
            let found = names(keys);
            return Err(refuse("galleon_tiles", found, format!("exactly {}", names(galleons))));
        }
        let mut seen = 0;
        for (&galleon, &tile) in tiles {
            if seen >> tile.index() & 1 != 0 {
                let found = format!("{} again", tile.word());
                return Err(refuse(format!("galleon_tiles.{}", galleon.word()), found, "each tile once"));
            }
            seen |= 1 << tile.index();
            state.galleon_tiles |= (tile as u8) << (2 * self.rules.place(galleon));
        }
        Ok(())
    }

    /// Reads a player; returns the destinations with unknown discs.
    fn read_player(&self, state: &mut State, seat: usize, file: &PlayerFile) -> Result<u16, InputError> {
        let at = |field: &str| format!("players[{seat}].{field}");
        let mut player = Player {
            vp: number(at("vp"), file.vp, 0, MOST_VP)? as i16,
            ghost_ship: file.ghost_ship,
            investor_tile: file.investor_tile,
            ..Player::default()
        };
        for (item, found) in [
            (Item::Crew, file.crew),
            (Item::Guns, file.guns),
            (Item::Barrels, file.barrels),
            (Item::TradeGoods, file.trade_goods),
        ] {
            let pool = u32::from(self.rules.pools.get(item));
            let most = if self.rules.flags.pools_limited { pool } else { MOST_ITEMS };
            let found = number(at(item.word()), found, 0, most)? as u16;
            player.items = player.items.plus(Items::of(item, found));
        }
        self.read_stops(state, &mut player, &at("stops"), &file.stops)?;
        for (commodity, &found) in &file.goods {
            let field = format!("{}.{}", at("goods"), commodity.word());
            let most = self.rules.commodities[commodity.index()];
            player.goods[commodity.index()] = number(field, found, 1, most.into())? as u8;
        }
        for (stone, &found) in &file.chest {
            let field = format!("{}.{}", at("chest"), stone.word());
            let most = self.rules.stones[stone.index()];
            player.chest[stone.index()] = number(field, found, 1, most.into())? as u8;
        }
        for (&port, &commodity) in &file.trades {
            let field = format!("{}.{}", at("trades"), port.word());
            if self.rules.kind(port) != DestinationKind::Port {
                return Err(refuse(field, port.word(), names(self.rules.of_kind(DestinationKind::Port))));
            }
            player.trades |= (commodity as u16 + 1) << (4 * self.rules.place(port));
        }
        for (index, &target) in file.attacks.iter().enumerate() {
            let field = format!("{}[{index}]", at("attacks"));
            if self.rules.attackable() & target.bit() == 0 {
                return Err(refuse(field, target.word(), names(self.rules.attackable())));
            }
            if player.attacked & target.bit() != 0 {
                return Err(refuse(field, format!("{:?} again", target.word()), "different destinations"));
            }
            if player.attacks.len() == Disc::COUNT {
                return Err(refuse(at("attacks"), "more", format!("at most {}", Disc::COUNT)));
            }
            player.attacks.push(target.index());
            player.attacked |= target.bit();
        }
        let unknown = self.read_missions(state, &mut player, &at("missions"), &file.missions)?;
        state.players[seat] = player;
        Ok(unknown)
    }

    fn read_stops(
        &self,
        state: &State,
        player: &mut Player,
        field: &str,
        stops: &[Stop],
    ) -> Result<(), InputError> {
        if stops.len() > self.rules.player_discs.into() {
            let allowed = format!("at most {}", self.rules.player_discs);
            return Err(refuse(field, format!("{} stops", stops.len()), allowed));
        }
        for (index, &stop) in stops.iter().enumerate() {
            let second = stop.bit() & SECOND_DISCS != 0;
            let after_drake = index > 0 && stops[index - 1] == Stop::Drake;
            let found = || format!("{:?}", stop.word());
            if second != after_drake {
                let allowed = "drake crew or drake gun right after drake, and only there";
                return Err(refuse(format!("{field}[{index}]"), found(), allowed));
            }
            let position = state.position_of(stop);
            if !second && position <= player.position {
                let allowed = "stops strictly along the street";
                return Err(refuse(format!("{field}[{index}]"), found(), allowed));
            }
            debug_assert!(position <= DOCKSIDE && (stop.is_location() || second || position >= INVESTOR));
            player.position = position;
            player.stops |= stop.bit();
            player.stop_count += 1;
        }
        Ok(())
    }

    /// Reads the discs on the map; returns the destinations of unknown ones.
    fn read_missions(
        &self,
        state: &State,
        player: &mut Player,
        field: &str,
        missions: &BTreeMap<Destination, Option<Disc>>,
    ) -> Result<u16, InputError> {
        if missions.is_empty() {
            return Ok(0);
        }
        if !(Step::Sail..Step::Over).contains(&state.step) {
            let allowed = format!("nothing at {:?}", state.step.word());
            return Err(refuse(field, format!("{} discs", missions.len()), allowed));
        }
        let mut owned = player.owned_discs();
        if state.step >= Step::Mission {
            owned &= !Disc::GhostShip.bit();
        }
        let mut unknown = 0;
        for (&place, disc) in missions {
            let field = format!("{field}.{}", place.word());
            match *disc {
                None if state.step >= Step::Mission => {
                    return Err(refuse(field, "null", "a disc: all are face up"));
                }
                None => unknown |= place.bit(),
                Some(disc) if owned & disc.bit() == 0 => {
                    return Err(refuse(field, format!("{:?}", disc.word()), "a disc that the player has"));
                }
                Some(disc) if player.on_map & disc.bit() != 0 => {
                    return Err(refuse(field, format!("{:?} again", disc.word()), "different discs"));
                }
                Some(disc) => player.lay(disc, place),
            }
        }
        if missions.len() > owned.count_ones() as usize {
            let allowed = format!("at most {}", owned.count_ones());
            return Err(refuse(field, format!("{} discs", missions.len()), allowed));
        }
        Ok(unknown)
    }

    /// Fills in what follows from the stops, attacks and trades.
    fn derive(&self, state: &mut State) -> Result<(), InputError> {
        let rules = &self.rules;
        for location in 0..LOCATIONS {
            let stop = Stop::ALL[location];
            let visitors = state.players.iter().filter(|player| player.has(stop)).count();
            let circles = usize::from(rules.circles[location]);
            if visitors > circles {
                let found = format!("{visitors} players at {:?}", stop.word());
                return Err(refuse("players (stops)", found, format!("at most {circles}")));
            }
            state.visits |= (visitors as u64) << (4 * location);
            if visitors == circles {
                state.open &= !(1 << (state.position_of(stop) - 1));
            }
        }
        let mut supply = rules.pools;
        for (seat, player) in state.players[..rules.players].iter().enumerate() {
            for (stop, role) in [
                (Stop::Admiral, &mut state.admiral),
                (Stop::Governor, &mut state.governor),
                (Stop::Informer, &mut state.informer),
            ] {
                if player.has(stop) {
                    *role = seat as u8;
                }
            }
            for place in player.attacks.iter() {
                let target = Destination::ALL[place];
                let standing = state.successes >> (2 * place) & 3;
                if standing == u32::from(rules.successes) {
                    let found = format!("{} successes at {:?}", standing + 1, target.word());
                    let field = format!("players[{seat}].attacks");
                    return Err(refuse(field, found, format!("at most {}", rules.successes)));
                }
                state.successes += 1 << (2 * place);
                state.taken |= target.bit();
            }
            for (place, port) in destinations(rules.of_kind(DestinationKind::Port)).enumerate() {
                let Some(commodity) = player.trade(place) else { continue };
                let icon = rules.icon(port, commodity);
                if state.goods_left & icon == 0 {
                    let field = format!("players[{seat}].trades.{}", port.word());
                    let allowed = "a commodity that lies there, each traded once";
                    return Err(refuse(field, format!("{:?}", commodity.word()), allowed));
                }
                state.goods_left &= !icon;
            }
            if rules.flags.pools_limited {
                if !supply.contains(player.items) {
                    let item = Item::ALL.into_iter().find(|&item| supply.get(item) < player.items.get(item));
                    let item = item.map_or("", Item::word);
                    let field = format!("players[{seat}].{item}");
                    return Err(refuse(field, "more than there are", "a supply of at least 0"));
                }
                supply = supply.minus(player.items);
            }
        }
        if rules.flags.pools_limited {
            state.supply = supply;
        }
        Ok(())
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
        let placing = if kind == DestinationKind::Fort { Step::Governor } else { Step::Admiral };
        let mut unknown = 0;
        for (&place, &value) in tiles {
            let field = format!("{field}.{}", place.word());
            if all & place.bit() == 0 {
                return Err(InputError::unknown_name(
                    "position",
                    field,
                    place.word(),
                    destinations(all).map(Destination::word),
                ));
            }
            let (_, values) = self.rules.tiled(kind);
            let most = values[values.len() - 1];
            match value {
                Some(value) => state.set_tile(place, number(field, value, 0, most.into())? as u8),
                None if state.step > placing && state.step < Step::Over => {
                    state.set_tile(place, 0);
                    unknown |= place.bit();
                }
                None => return Err(refuse(field, "null", "a value: it is known here")),
            }
        }
        let number = tiles.len();
        let (found, all) = (format!("{number} tiles"), all.count_ones() as usize);
        match state.step.cmp(&placing) {
            std::cmp::Ordering::Less if number > 0 => Err(refuse(field, found, "no tiles yet")),
            std::cmp::Ordering::Greater if number < all => Err(refuse(field, found, format!("all {all}"))),
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
                return Err(refuse(field, format!("{:?}", place.word()), names(self.rules.guarded())));
            }
            if index > 0 && face_up[index - 1] >= *place {
                return Err(refuse(field, format!("{:?}", place.word()), "table order, each once"));
            }
            if unknown & place.bit() != 0 {
                return Err(refuse(field, format!("{:?} of unknown value", place.word()), "a known tile"));
            }
            state.face_up |= place.bit();
        }
        Ok(())
    }

    fn read_decision(&self, state: &mut State, decision: &DecisionFile) -> Result<(), InputError> {
        let step = decision.step;
        for (field, there, wanted) in [
            ("destination", decision.destination.is_some(), step == Step::Disc),
            ("kind", decision.kind.is_some(), step == Step::Look),
            ("first", decision.first.is_some(), step == Step::ExchangeWith),
            ("seat", decision.seat.is_some(), step == Step::Return),
        ] {
            if there != wanted {
                let (found, allowed) =
                    if there { ("the field", "no such field") } else { ("nothing", "the field") };
                let allowed = format!("{allowed} at {:?}", step.word());
                return Err(refuse(format!("decision.{field}"), found, allowed));
            }
        }
        state.chosen = decision.destination.or(decision.first);
        if step == Step::Look {
            if state.look.is_some() {
                return Err(refuse("informer", "an object", "null before the look"));
            }
            state.look = decision.kind;
        }
        Ok(())
    }

    /// Finds who decides (13.2).
    fn decider(&self, state: &State, seat: Option<u32>) -> Result<u8, InputError> {
        let word = state.step.word();
        let nobody = |allowed: &str| refuse("decision.step", format!("{word:?}"), allowed);
        let holder = |seat: u8, role: &str| {
            if seat == NOBODY { Err(nobody(&format!("a holder of the {role}"))) } else { Ok(seat) }
        };
        match state.step {
            Step::Plymouth if state.outbound.len() == self.rules.players => {
                Err(refuse("outbound", "all seats", "some seat still in Plymouth"))
            }
            Step::Plymouth => {
                let mut next = *state;
                self.next_stop(&mut next);
                Ok(next.seat)
            }
            Step::Admiral => holder(state.admiral, "admiral"),
            Step::Governor => holder(state.governor, "governor"),
            Step::Sail | Step::Disc => {
                self.sailor(state).ok_or_else(|| nobody("a step that occurs: nobody can place a disc"))
            }
            Step::Informer | Step::Look | Step::Exchange | Step::ExchangeWith | Step::Move => {
                holder(state.informer, "informer")
            }
            Step::Mission | Step::Press if state.waiting == 0 => {
                Err(nobody("a step that occurs: no disc waits"))
            }
            Step::Mission | Step::Press => {
                Ok(state.outbound.get((state.waiting.trailing_zeros() & 7) as usize) as u8)
            }
            Step::Return => {
                let seats = self.rules.players as u32;
                Ok(number("decision.seat", seat.unwrap_or(seats), 0, seats - 1)? as u8)
            }
            Step::Over => Ok(0),
        }
    }
}

fn read_street(state: &mut State, street: &[Stop]) -> Result<(), InputError> {
    if street.len() != LOCATIONS {
        return Err(refuse("street", format!("{} locations", street.len()), format!("{LOCATIONS}")));
    }
    let mut seen = 0;
    for (index, &stop) in street.iter().enumerate() {
        let field = format!("street[{index}]");
        if !stop.is_location() {
            let known = Stop::WORDS[..LOCATIONS].iter().copied();
            return Err(InputError::unknown_name("position", field, stop.word(), known));
        }
        if seen & stop.bit() != 0 {
            return Err(refuse(field, format!("{:?} again", stop.word()), "each location once"));
        }
        seen |= stop.bit();
    }
    state.lay_out(street.iter().map(|stop| stop.index()));
    Ok(())
}

/// Reads a list of different seats.
fn seats(field: &str, list: &[u32], players: usize) -> Result<Nibbles, InputError> {
    let mut seen = 0_u32;
    let mut seats = Nibbles::default();
    for (index, &seat) in list.iter().enumerate() {
        let field = format!("{field}[{index}]");
        let seat = number(&field, seat, 0, players as u32 - 1)?;
        if seen >> seat & 1 != 0 {
            return Err(refuse(field, format!("seat {seat} again"), "different seats"));
        }
        seen |= 1 << seat;
        seats.push(seat as usize);
    }
    Ok(seats)
}

fn names(set: u16) -> String {
    let words: Vec<&str> = Bits(set.into()).map(|place| Destination::WORDS[place]).collect();
    words.join(", ")
}

fn refuse(field: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> InputError {
    InputError::new("position", field, found, allowed)
}

fn number(field: impl Into<String>, found: u32, low: u32, high: u32) -> Result<u32, InputError> {
    if (low..=high).contains(&found) {
        Ok(found)
    } else {
        Err(refuse(field, found.to_string(), format!("{low}..={high}")))
    }
}
