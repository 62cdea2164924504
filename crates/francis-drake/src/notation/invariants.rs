//! The invariants of rules page 8 and the validity of a position (13.3), each named by its field.

use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::{LOCATIONS, MAX_PLAYERS, VOYAGES};
use crate::list::SeatList;
use crate::player::Player;
use crate::state::State;
use crate::words::{
    Commodity, DOCKSIDE_STOPS, Decision, Destination, DestinationKind, Disc, INVESTOR_STOPS, Item, Look,
    SECOND_DISCS, Stone, Stop, destinations,
};
use tradewinds_game::kit::{Bits, KeySet};
use tradewinds_game::{Audit, Seat, counted};

impl FrancisDrake {
    pub(super) fn check_docks(&self, state: &State, audit: &mut Audit) {
        let players = self.rules.players;
        audit.ensure((1..=VOYAGES).contains(&state.voyage), "voyage", || state.voyage.to_string());
        audit.ensure(state.start.is_permutation(players), "start", || format!("{:?}", state.start));
        for (name, list, set) in
            [("outbound", state.outbound, state.departed), ("homebound", state.homebound, state.at_home)]
        {
            let seats: KeySet<Seat> = list.iter().collect();
            let holds = seats == set && seats.len() == list.len() && KeySet::lowest(players).contains(seats);
            audit.ensure(holds, name, || format!("{list:?} for the seats {set:?}"));
        }
        let all = |list: SeatList| list.len() == players;
        audit.ensure(all(state.outbound) == (state.decision > Decision::Plymouth), "outbound", || {
            format!("{} at {:?}", counted(state.outbound.len(), "ship"), state.decision.word())
        });
        let home = match state.decision {
            Decision::Over => all(state.homebound),
            Decision::Mission | Decision::Press | Decision::Return => !all(state.homebound),
            _ => state.homebound.len() == 0,
        };
        audit.ensure(home, "homebound", || {
            format!("{} at {:?}", counted(state.homebound.len(), "ship"), state.decision.word())
        });
        audit.ensure(state.decision != Decision::Over || state.voyage == VOYAGES, "voyage", || {
            format!("voyage {} at the end of the game", state.voyage)
        });
    }

    pub(super) fn check_street(&self, state: &State, audit: &mut Audit) {
        for index in 0..LOCATIONS {
            let location = state.location(index);
            let place = (state.places >> (4 * location) & 0xf) as usize;
            audit
                .ensure(place == index, "street", || format!("{:016x}, {:016x}", state.street, state.places));
        }
        let tiles = [0, 1, 2].map(|place| state.galleon_tiles >> (2 * place) & 3);
        audit.ensure(
            tiles.iter().fold(0, |seen, tile| seen | 1 << tile) == 0b111 && state.galleon_tiles >> 6 == 0,
            "galleon_tiles",
            || format!("{tiles:?}"),
        );
        let mut open = u16::MAX;
        for location in 0..LOCATIONS {
            let stop = Stop::ALL[location];
            let visitors = state.players.iter().filter(|player| player.has(stop)).count() as u8;
            let circles = self.rules.circles[location];
            audit.ensure(visitors == state.visits(stop) && visitors <= circles, "players (stops)", || {
                format!("{} at the {circles} circles of {:?}", counted(visitors, "player"), stop.word())
            });
            if visitors >= circles {
                open &= !(1 << (state.position_of(stop) - 1));
            }
        }
        audit.ensure(open == state.open, "players (stops)", || {
            format!("open circles {:b} instead of {open:b}", state.open)
        });
        for (stop, holder) in [
            (Stop::Admiral, state.admiral),
            (Stop::Governor, state.governor),
            (Stop::Informer, state.informer),
        ] {
            let visitor = Seat::all(MAX_PLAYERS).find(|&seat| state.player(seat).has(stop));
            audit.ensure(visitor == holder, "players (stops)", || {
                let holder = holder.map_or("nobody".to_owned(), |seat| seat.in_file().to_string());
                format!("{holder} as holder of {:?}", stop.word())
            });
        }
    }

    pub(super) fn check_stops(&self, state: &State, seat: Seat, audit: &mut Audit) {
        let rules = &self.rules;
        let (player, of) = (state.player(seat), seat.in_file());
        let number = player.stops.count_ones();
        audit.ensure(
            number == u32::from(player.stop_count) && player.stop_count <= rules.player_discs,
            "players (stops)",
            || format!("{} of {of}", counted(number, "stop")),
        );
        for set in [INVESTOR_STOPS, DOCKSIDE_STOPS, SECOND_DISCS] {
            audit.ensure((player.stops & set).count_ones() <= 1, "players (stops)", || {
                format!("two choices of one location by {of}")
            });
        }
        let second = player.stops & SECOND_DISCS != 0;
        audit.ensure(!second || player.has(Stop::Drake), "players (stops)", || {
            format!("the second disc at Drake without the first, {of}")
        });
        if player.owes_drake() {
            let at_drake = player.position == state.position_of(Stop::Drake);
            let pending = state.decision == Decision::Plymouth
                && !state.has_departed(seat)
                && player.stop_count < rules.player_discs
                && at_drake;
            audit.ensure(pending, "players (stops)", || {
                format!("\"drake\" of {of} without its second disc to come")
            });
        }
        let last = Bits(player.stops).map(|code| state.position_of(Stop::ALL[code])).max();
        audit.ensure(last.unwrap_or(0) == player.position, "players (stops)", || {
            format!("position {} of {of}", player.position)
        });
        let invested = player.stops & INVESTOR_STOPS;
        audit.ensure(invested == 0 || !player.investor_tile, "players (investor_tile)", || {
            format!("true for {of} after its investor stop")
        });
        let galleons = player.stops & rules.galleon_stops;
        audit.ensure(
            galleons & INVESTOR_STOPS == 0 || galleons & !INVESTOR_STOPS == 0,
            "players (stops)",
            || format!("the investor's galleon besides another one of {of}"),
        );
        audit.ensure(!player.ghost_ship || player.has(Stop::Tavern), "players (ghost_ship)", || {
            format!("true for {of} without a stop at the tavern")
        });
    }

    pub(super) fn check_discs(&self, state: &State, seat: Seat, audit: &mut Audit) {
        let (player, of) = (state.player(seat), seat.in_file());
        let (mut missions, mut on_map) = (0, 0);
        for disc in Disc::ALL {
            if let Some(place) = Destination::from_index(player.disc(disc) as usize) {
                missions |= place.bit();
                on_map |= disc.bit();
            }
        }
        let holds = missions == player.missions
            && on_map == player.on_map
            && missions.count_ones() == on_map.count_ones();
        audit.ensure(holds, "players (missions)", || format!("the discs {:06x} of {of}", player.discs));
        let revealed = state.decision >= Decision::Mission;
        let mut owned = player.owned_discs();
        if revealed {
            owned &= !Disc::GhostShip.bit();
        }
        audit.ensure(on_map & !owned == 0, "players (missions)", || {
            format!("a disc on the map that {of} has not")
        });
        let empty = !(Decision::Sail..Decision::Over).contains(&state.decision) || state.is_home(seat);
        audit.ensure(!empty || missions == 0, "players (missions)", || {
            format!("discs of {of}, which has none at sea")
        });
        let attacked = player.attacks.iter().fold(0, |set, place| set | place.bit());
        let distinct = attacked == player.attacked && attacked.count_ones() as usize == player.attacks.len();
        audit.ensure(distinct && attacked & !self.rules.attackable() == 0, "players (attacks)", || {
            format!("{:?} of {of}", player.attacks)
        });
        let ports = destinations(self.rules.of_kind(DestinationKind::Port)).enumerate();
        let traded = ports
            .filter(|&(place, _)| player.trade(place).is_some())
            .fold(0, |set, (_, port)| set | port.bit());
        audit.ensure(revealed || attacked | traded == 0, "players (attacks, trades)", || {
            format!("successes of {of} before the missions")
        });
        let reach = self.reach(player);
        audit.ensure(
            (missions | attacked | traded) & !reach == 0,
            "players (missions, attacks, trades)",
            || format!("a destination out of the range of {of}"),
        );
        let overlap = missions & attacked | missions & traded | attacked & traded;
        audit.ensure(overlap == 0, "players (missions, attacks, trades)", || {
            format!("a destination twice for {of}")
        });
        let used = (missions | attacked | traded).count_ones();
        audit.ensure(used <= owned.count_ones(), "players (missions, attacks, trades)", || {
            format!("{} for the {} discs of {of}", counted(used, "destination"), owned.count_ones())
        });
    }

    pub(super) fn check_spoils(&self, player: &Player, seat: Seat, audit: &mut Audit) {
        let of = seat.in_file();
        // Only the investor takes VP (invariant 5), so a player always has its cost.
        let min = self.rules.start_vp - if player.investor_tile { 0 } else { self.rules.investor_cost };
        audit.ensure(player.vp >= min, "players (vp)", || format!("{} of {of}, at least {min}", player.vp));
        let ports = self.rules.of_kind(DestinationKind::Port).count_ones() as usize;
        for commodity in Commodity::ALL {
            let trades = (0..ports).filter(|&place| player.trade(place) == Some(commodity)).count();
            audit.ensure(usize::from(player.goods[commodity]) >= trades, "players (goods)", || {
                format!("less {} than {of} traded for", commodity.word())
            });
        }
        let galleons = player.attacked & self.rules.of_kind(DestinationKind::Galleon);
        let own = player.stops & self.rules.galleon_stops != 0;
        audit.ensure(galleons == 0 || own, "players (attacks)", || {
            format!("a galleon attacked by {of} without an own one")
        });
    }

    pub(super) fn check_tiles(&self, state: &State, audit: &mut Audit) {
        for (kind, placing, name) in [
            (DestinationKind::Galleon, Decision::Admiral, "frigate_tiles"),
            (DestinationKind::Fort, Decision::Governor, "troop_tiles"),
        ] {
            let of_kind = self.rules.of_kind(kind);
            let placed = state.tiled & of_kind;
            let (_, tiles) = self.rules.tiled(kind);
            let number = placed.count_ones() as usize;
            let right_number = match state.decision.cmp(&placing) {
                std::cmp::Ordering::Less => number == 0,
                std::cmp::Ordering::Equal => number < tiles.iter().filter(|&tile| tile != &tiles[0]).count(),
                std::cmp::Ordering::Greater => number == tiles.len(),
            };
            audit.ensure(right_number, name, || {
                format!("{} at {:?}", counted(number, "tile"), state.decision.word())
            });
            let mut values = [0; 4];
            for (value, place) in values.iter_mut().zip(destinations(placed)) {
                *value = state.tile(place);
            }
            values[..number].sort_unstable();
            audit.ensure(values[..number] == tiles[tiles.len() - number..], name, || {
                format!("{:?}: not the highest of {tiles:?}", &values[..number])
            });
        }
        let stray = Destination::ALL.into_iter().find(|place| {
            state.tiled & place.bit() == 0 && state.tile(*place) != 0
                || state.tiled & place.bit() != 0 && self.rules.guarded() & place.bit() == 0
        });
        audit.ensure(stray.is_none(), "troop_tiles", || format!("a tile at {stray:?}"));
        audit
            .ensure(state.face_up & !self.rules.guarded() == 0, "face_up", || format!("{:b}", state.face_up));
        audit.ensure(state.face_up == 0 || state.decision >= Decision::Mission, "face_up", || {
            format!("tiles face up at {:?}", state.decision.word())
        });
    }

    pub(super) fn check_successes(&self, state: &State, audit: &mut Audit) {
        let (mut successes, mut taken, mut goods_left) = (0, 0, self.rules.icons);
        for (seat, player) in Seat::all(MAX_PLAYERS).zip(&state.players) {
            for target in player.attacks.iter() {
                let place = target.index();
                let standing = successes >> (2 * place) & 3;
                let holds =
                    audit.ensure(standing < u32::from(self.rules.successes), "players (attacks)", || {
                        format!("more than {} successes at {:?}", self.rules.successes, target.word())
                    });
                successes += u32::from(holds) << (2 * place);
                taken |= target.bit();
            }
            let of = seat.in_file();
            for (place, port) in destinations(self.rules.of_kind(DestinationKind::Port)).enumerate() {
                let Some(commodity) = player.trade(place) else { continue };
                let icon = self.rules.icon(port, commodity);
                audit.ensure(goods_left & icon != 0, "players (trades)", || {
                    format!(
                        "{} of {of} at {:?}: none of those there, each traded once",
                        commodity.word(),
                        port.word()
                    )
                });
                goods_left &= !icon;
            }
        }
        let derived = successes == state.successes && taken == state.taken && goods_left == state.goods_left;
        audit.ensure(derived, "players (attacks, trades)", || {
            format!("{:x}, {:x}, {:x} derived", state.successes, state.taken, state.goods_left)
        });
        let guarded = state.taken & self.rules.guarded();
        audit.ensure(guarded & !state.face_up == 0, "face_up", || {
            let hidden = destinations(guarded & !state.face_up).next().map(Destination::word);
            format!("a success at {} below its tile", hidden.unwrap_or_default())
        });
    }

    pub(super) fn check_pools(&self, state: &State, audit: &mut Audit) {
        let players = &state.players[..self.rules.players];
        if self.rules.flags.pools_limited {
            let all = players.iter().fold(state.supply, |sum, player| sum.plus(player.items));
            for item in Item::ALL {
                let (all, pool) = (all.get(item), self.rules.pools.get(item));
                audit.ensure(all == pool, "players (crew, guns, barrels, trade_goods)", || {
                    format!("{all} {} in all, at most {pool}", item.word())
                });
            }
        } else {
            audit.ensure(state.supply == Items::NONE, "players (crew)", || {
                format!("supply {:?}", state.supply)
            });
        }
        for stone in Stone::ALL {
            let with_stone = self.rules.with_stone(stone);
            let on_map = if state.decision == Decision::Plymouth { 0 } else { with_stone & !state.taken };
            let chests: u32 = players.iter().map(|player| u32::from(player.chest[stone])).sum();
            let all = u32::from(self.rules.stones[stone]);
            audit.ensure(chests + on_map.count_ones() <= all, "players (chest)", || {
                format!("{chests} {} in chests, {} on the map", stone.word(), on_map.count_ones())
            });
            let mut chests = [0; MAX_PLAYERS];
            for (chest, player) in chests.iter_mut().zip(players) {
                *chest = player.chest[stone];
            }
            audit.ensure(stones_taken(players, with_stone & state.taken, chests), "players (chest)", || {
                format!("{} taken in this voyage lies in no chest of an attacker", stone.word())
            });
        }
        for commodity in Commodity::ALL {
            let owned: u32 = players.iter().map(|player| u32::from(player.goods[commodity])).sum();
            let on_map = (state.goods_left >> commodity.index() & 0x1111).count_ones();
            let all = u32::from(self.rules.commodities[commodity]);
            audit.ensure(owned + on_map <= all, "players (goods)", || {
                format!("{owned} {} owned, {on_map} on the map", commodity.word())
            });
        }
    }

    pub(super) fn check_look(&self, state: &State, audit: &mut Audit) {
        let owner = state.informer();
        let missions = owner.map_or(0, |owner| state.missions(owner));
        let with_disc = state.looked_at.is_some_and(|place| missions & place.bit() != 0);
        let guarded = state.looked_at.is_some_and(|place| self.rules.guarded() & place.bit() != 0);
        let holds = match state.decision {
            Decision::Look => state.look.is_some() && state.looked_at.is_none(),
            Decision::Exchange | Decision::ExchangeWith => state.look == Some(Look::Discs) && with_disc,
            Decision::Move => state.look == Some(Look::Tile) && with_disc && guarded,
            Decision::Mission | Decision::Press | Decision::Return | Decision::Over => match state.look {
                None => state.looked_at.is_none(),
                Some(look) => {
                    owner.is_some() && state.looked_at.is_some() && (look == Look::Discs || guarded)
                }
            },
            _ => state.look.is_none() && state.looked_at.is_none(),
        };
        audit.ensure(holds, "informer", || {
            let look = state.look.map_or("nothing", Look::word);
            let place = state.looked_at.map_or("nowhere", Destination::word);
            format!("{look} looked at, {place}, at {:?}", state.decision.word())
        });
    }

    /// Checks that the decision at hand occurs, and the seat that decides.
    pub(super) fn check_decision(&self, state: &State, audit: &mut Audit) {
        let (seat, of) = (state.seat, state.seat.in_file());
        let word = state.decision.word();
        if !audit.ensure(seat.index() < self.rules.players, "decision", || of.to_string()) {
            return;
        }
        let chosen = matches!(state.decision, Decision::Disc | Decision::ExchangeWith);
        audit.ensure(state.chosen.is_some() == chosen, "decision", || {
            format!("{:?} at {word:?}", state.chosen)
        });
        let waits = matches!(state.decision, Decision::Mission | Decision::Press | Decision::Return);
        let waiting = if waits { Self::waiting(state) } else { 0 };
        audit.ensure(waiting == state.waiting, "players (missions)", || {
            format!("{:x} waiting", state.waiting)
        });
        match state.decision {
            Decision::Informer
            | Decision::Exchange
            | Decision::Move
            | Decision::Look
            | Decision::ExchangeWith => self.check_informer_step(state, audit),
            Decision::Mission | Decision::Press | Decision::Return => self.check_mission(state, audit),
            Decision::Plymouth => {
                let mut next = *state;
                self.next_stop(&mut next);
                audit.ensure(next.seat == state.seat, "decision", || format!("{of} to act"));
            }
            Decision::Admiral | Decision::Governor => {
                let holder = if state.decision == Decision::Admiral { state.admiral } else { state.governor };
                audit.ensure(holder == Some(seat), "decision.step", || format!("{word:?} of {of}"));
            }
            Decision::Sail | Decision::Disc => {
                audit.ensure(self.sailor(state) == Some(seat), "decision.step", || {
                    format!("{word:?} of {of}")
                });
                let free = self.free_destinations(state.player(seat));
                audit.ensure(
                    state.chosen.is_none_or(|place| free & place.bit() != 0),
                    "decision.destination",
                    || format!("{:?}, not free or out of range for {of}", state.chosen),
                );
            }
            Decision::Over => {
                audit.ensure(seat == Seat::new(0), "decision", || format!("{of} after the end"));
            }
        }
    }

    /// Checks a decision about the informer's disc.
    fn check_informer_step(&self, state: &State, audit: &mut Audit) {
        let (seat, word, player) = (state.seat, state.decision.word(), state.player(state.seat));
        audit.ensure(self.sailor(state).is_none(), "decision.step", || {
            format!("{word:?} while somebody can place a disc")
        });
        audit.ensure(state.informer == Some(seat) && player.missions != 0, "decision.step", || {
            format!("{word:?} without an owner of the informer with discs on the map")
        });
        if state.decision == Decision::Look {
            let tile = state.look == Some(Look::Tile);
            audit.ensure(!tile || self.tiles_to_look_at(state) != 0, "decision.kind", || {
                "\"tile\" without a disc at a fort or galleon".to_owned()
            });
        } else if state.decision == Decision::ExchangeWith {
            let later = state.chosen.is_some_and(|first| {
                player.missions & first.bit() != 0 && player.missions >> first.index() > 1
            });
            audit.ensure(later, "decision.first", || {
                format!("{:?}, not a destination of {} before another", state.chosen, seat.in_file())
            });
        }
    }

    /// Checks a decision at a destination.
    fn check_mission(&self, state: &State, audit: &mut Audit) {
        let (seat, word) = (state.seat, state.decision.word());
        match state.decision {
            Decision::Mission => {
                audit.ensure(self.mission(state).is_some(), "decision.step", || {
                    format!("{word:?} without a disc that waits")
                });
            }
            Decision::Press => {
                audit.ensure(!self.rules.flags.commit_after_reveal, "decision.step", || {
                    format!("{word:?} although an attack commits")
                });
                let holds = self.mission(state).is_some_and(|(_, place)| {
                    state.face_up & place.bit() != 0
                        && state.successes(place) == 0
                        && self.may_attack(state, seat, place)
                });
                audit.ensure(holds, "decision.step", || {
                    format!("{word:?} without a legal attack on a new tile")
                });
            }
            Decision::Return => {
                audit.ensure(!state.is_home(seat), "decision.seat", || {
                    format!("{}, which is back already", seat.in_file())
                });
            }
            _ => {}
        }
    }
}

/// Returns whether each destination's stone can lie in the chest of one of its attackers.
fn stones_taken(players: &[Player], places: u16, chests: [u8; MAX_PLAYERS]) -> bool {
    let Some(place) = destinations(places).next() else { return true };
    players.iter().enumerate().any(|(seat, player)| {
        player.attacked & place.bit() != 0 && chests[seat] > 0 && {
            let mut rest = chests;
            rest[seat] -= 1;
            stones_taken(players, places & !place.bit(), rest)
        }
    })
}
