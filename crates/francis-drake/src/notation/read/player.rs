//! Reading the players of a position file (rules page 13.3).

use std::collections::BTreeMap;

use super::super::file::PlayerFile;
use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::{MAX_ITEMS, MAX_VP};
use crate::player::Player;
use crate::state::State;
use crate::words::{Decision, Destination, DestinationKind, Destinations, Disc, Item, SECOND_DISCS, Stop};
use tradewinds_game::kit::Fields;
use tradewinds_game::{InputError, Seat, counted};

impl PlayerFile {
    /// Returns the destinations with a disc of unknown number, one bit each.
    pub(super) fn unknown_discs(&self) -> u16 {
        let unknown = self.missions.iter().filter(|(_, disc)| disc.is_none());
        unknown.fold(0, |set, (place, _)| set | place.bit())
    }
}

impl FrancisDrake {
    /// Reads a player; returns the destinations with unknown discs.
    pub(super) fn read_player(
        &self,
        state: &mut State,
        seat: Seat,
        file: &PlayerFile,
    ) -> Result<u16, InputError> {
        let at = |field: &str| format!("{}.{field}", seat.in_file());
        let mut player = Player {
            vp: Fields::POSITION.number(at("vp"), file.vp, 0..=MAX_VP)?,
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
            let max = if self.rules.flags.pools_limited { pool } else { MAX_ITEMS };
            let found = Fields::POSITION.number(at(item.word()), found, 0..=max)?;
            player.items = player.items.plus(Items::of(item, found));
        }
        self.read_stops(state, &mut player, &at("stops"), &file.stops)?;
        for (&commodity, &found) in &file.goods {
            let field = format!("{}.{}", at("goods"), commodity.word());
            let max = self.rules.commodities[commodity];
            player.goods[commodity] = Fields::POSITION.number(field, found, 1..=max.into())?;
        }
        for (&stone, &found) in &file.chest {
            let field = format!("{}.{}", at("chest"), stone.word());
            let max = self.rules.stones[stone];
            player.chest[stone] = Fields::POSITION.number(field, found, 1..=max.into())?;
        }
        for (&port, &commodity) in &file.trades {
            let field = format!("{}.{}", at("trades"), port.word());
            if self.rules.kind(port) != DestinationKind::Port {
                return Err(Fields::POSITION.refuse(
                    field,
                    port.word(),
                    Destinations::from_bits(self.rules.of_kind(DestinationKind::Port)),
                ));
            }
            player.trades |= (commodity as u16 + 1) << (4 * self.rules.place(port));
        }
        for (index, &target) in file.attacks.iter().enumerate() {
            let field = format!("{}[{index}]", at("attacks"));
            if self.rules.attackable() & target.bit() == 0 {
                return Err(Fields::POSITION.refuse(
                    field,
                    target.word(),
                    Destinations::from_bits(self.rules.attackable()),
                ));
            }
            if player.attacked & target.bit() != 0 {
                return Err(Fields::POSITION.refuse(
                    field,
                    format!("{:?} again", target.word()),
                    "different destinations",
                ));
            }
            if player.attacks.len() == Disc::COUNT {
                return Err(Fields::POSITION.refuse(
                    at("attacks"),
                    "more",
                    format!("at most {}", Disc::COUNT),
                ));
            }
            player.attacks.push(target);
            player.attacked |= target.bit();
        }
        let unknown = self.read_missions(state, &mut player, &at("missions"), &file.missions)?;
        *state.player_mut(seat) = player;
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
            return Err(Fields::POSITION.refuse(field, counted(stops.len(), "stop"), allowed));
        }
        for (index, &stop) in stops.iter().enumerate() {
            let second = stop.bit() & SECOND_DISCS != 0;
            let after_drake = index > 0 && stops[index - 1] == Stop::Drake;
            let found = || format!("{:?}", stop.word());
            if second != after_drake {
                let allowed = "drake crew or drake gun right after drake, and only there";
                return Err(Fields::POSITION.refuse(format!("{field}[{index}]"), found(), allowed));
            }
            let position = state.position_of(stop);
            if !second && position <= player.position {
                let allowed = "stops strictly along the street";
                return Err(Fields::POSITION.refuse(format!("{field}[{index}]"), found(), allowed));
            }
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
        if !(Decision::Sail..Decision::Over).contains(&state.decision) {
            let allowed = format!("nothing at {:?}", state.decision.word());
            return Err(Fields::POSITION.refuse(field, counted(missions.len(), "disc"), allowed));
        }
        let mut owned = player.owned_discs();
        if state.decision >= Decision::Mission {
            owned &= !Disc::GhostShip.bit();
        }
        let mut unknown = 0;
        for (&place, disc) in missions {
            let field = format!("{field}.{}", place.word());
            match *disc {
                None if state.decision >= Decision::Mission => {
                    return Err(Fields::POSITION.refuse(field, "null", "a disc: all are face up"));
                }
                None => unknown |= place.bit(),
                Some(disc) if owned & disc.bit() == 0 => {
                    return Err(Fields::POSITION.refuse(
                        field,
                        format!("{:?}", disc.word()),
                        "a disc that the player has",
                    ));
                }
                Some(disc) if player.on_map & disc.bit() != 0 => {
                    return Err(Fields::POSITION.refuse(
                        field,
                        format!("{:?} again", disc.word()),
                        "different discs",
                    ));
                }
                Some(disc) => player.lay(disc, place),
            }
        }
        if missions.len() > owned.count_ones() as usize {
            let allowed = format!("at most {}", owned.count_ones());
            return Err(Fields::POSITION.refuse(field, counted(missions.len(), "disc"), allowed));
        }
        Ok(unknown)
    }
}
