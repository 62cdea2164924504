//! The invariants of rules page 9 and the validity of a position (13.3), each named.

use crate::limits::SPACES;
use crate::player::Player;
use crate::staff::Staff;
use crate::state::EMPTY;
use crate::words::{Building, Decision, Good, Offer, Role, Tile};
use crate::{PuertoRico, State, slot};
use tradewinds_game::kit::{ByKey, KeySet};
use tradewinds_game::{Audit, Seat, counted};

impl PuertoRico {
    pub(super) fn check_goods(&self, state: &State, audit: &mut Audit) {
        for good in Good::ALL {
            let kind = good.index();
            let afloat = state.ships.iter().filter(|ship| usize::from(ship.kind) == kind);
            let elsewhere = state.players.iter().map(|player| u32::from(player.goods.get(kind))).sum::<u32>()
                + afloat.map(|ship| u32::from(ship.load)).sum::<u32>()
                + u32::from(state.trading_house.get(kind));
            let all = u32::from(self.rules.goods[good]);
            audit.ensure(elsewhere + u32::from(state.supply.get(kind)) == all, "9.1 goods", || {
                let supply = state.supply.get(kind);
                format!(
                    "{} of {good} and {supply} in the supply, at most {all} in all",
                    counted(elsewhere, "barrel")
                )
            });
        }
    }

    pub(super) fn check_people(&self, state: &State, audit: &mut Audit) {
        let owned: u32 = state.players.iter().map(|player| u32::from(player.colonists)).sum();
        let all = u32::from(state.colonist_supply) + u32::from(state.colonist_ship) + owned;
        audit.ensure(all == u32::from(self.rules.colonists), "9.2 colonists", || {
            format!("{} in all instead of {}", counted(all, "colonist"), self.rules.colonists)
        });
        let vp: i32 = state.players.iter().map(|player| i32::from(player.vp)).sum();
        audit.ensure(vp + i32::from(state.pool) == i32::from(self.rules.victory_points), "9.6 VP", || {
            format!("{vp} taken and {} in the pool", state.pool)
        });
    }

    pub(super) fn check_tiles(&self, state: &State, audit: &mut Audit) {
        let mut face_down = ByKey::<Good, u32>::default();
        for tile in Tile::ALL {
            let kind = tile.index();
            let islands: u32 = state.players.iter().map(|player| u32::from(player.tiles.get(kind))).sum();
            let all = u32::from(self.rules.tiles[tile]);
            let Some(good) = tile.good() else {
                audit.ensure(islands + u32::from(state.quarries) == all, "9.4 quarries", || {
                    format!(
                        "{} on islands and {} left, at most {all} in all",
                        counted(islands, "quarry"),
                        state.quarries
                    )
                });
                continue;
            };
            let open = islands + u32::from(state.face_up.get(kind)) + u32::from(state.discards.get(kind));
            audit.ensure(open <= all, "9.3 plantations", || {
                format!(
                    "{} of {tile} on islands, face up and discarded, at most {all} in all",
                    counted(open, "tile")
                )
            });
            face_down[good] = all.saturating_sub(open);
        }
        if state.deck.known {
            let mut listed = ByKey::<Good, u32>::default();
            for kind in state.deck.top_down() {
                listed[Good::ALL[kind]] += 1;
            }
            for (good, &left) in face_down.iter() {
                let listed = listed[good];
                audit.ensure(listed == left, "9.3 plantations", || {
                    format!("{listed} of {good} in the deck instead of {left}")
                });
            }
        } else {
            let left: u32 = face_down.sum();
            audit.ensure(left == u32::from(state.deck.len), "9.3 plantations", || {
                format!("{} face down instead of {left}", state.deck.len)
            });
        }
        audit.ensure(state.face_up.total() <= self.rules.row, "13.3 face_up", || {
            format!("{} in a row of {}", counted(state.face_up.total(), "tile"), self.rules.row)
        });
    }

    pub(super) fn check_boards(&self, state: &State, audit: &mut Audit) {
        for building in Building::ALL {
            let owners = state.players.iter().filter(|player| player.owns(building)).count();
            let copies = usize::from(self.rules.copies[building]);
            audit.ensure(owners <= copies, "9.5 buildings", || format!("{owners} {building} of {copies}"));
            audit.ensure((owners >= copies) == state.sold_out.has(building), "9.5 buildings", || {
                format!("{owners} of {copies} {building} and a wrong mark that it is sold out")
            });
        }
        for (seat, player) in state.players.iter().enumerate() {
            if seat >= self.rules.players {
                audit.ensure(*player == Player::default(), "9.7 empty seats", || format!("players[{seat}]"));
                continue;
            }
            audit.ensure(player.tiles.total() <= SPACES, "9.8 island", || {
                format!("{} of players[{seat}]", counted(player.tiles.total(), "tile"))
            });
            for tile in Tile::ALL {
                let (tiles, occupied) = (player.tiles.get(tile.index()), player.occupied.get(tile.index()));
                audit.ensure(occupied <= tiles, "9.8 occupied", || {
                    format!("{occupied} of {tiles} {tile} of players[{seat}]")
                });
            }
            let mut staffed = 0;
            for building in Building::ALL {
                let circles = if player.owns(building) { self.rules.circles[building] } else { 0 };
                let colonists = player.staff(building.index());
                audit.ensure(colonists <= circles, "9.8 circles", || {
                    format!(
                        "{} on the {circles} circles of players[{seat}].buildings.{building}",
                        counted(colonists, "colonist")
                    )
                });
                staffed += colonists;
            }
            let (mut city, mut circles, mut room) = (0, 0, Staff::default());
            for building in player.owned {
                city += building.spaces();
                circles += self.rules.circles[building];
                room.add(building.index(), self.rules.circles[building]);
            }
            audit.ensure(city <= SPACES, "9.8 city", || {
                format!("{city} city spaces of players[{seat}], at most {SPACES}")
            });
            let colonists = [staffed, player.occupied.total(), player.san_juan].map(u32::from);
            let derived = (city, circles, colonists.iter().sum::<u32>().min(255) as u8, room);
            audit.ensure(
                derived == (player.city, player.circles, player.colonists, player.room),
                "9.2 colonists",
                || format!("{derived:?} on the board of players[{seat}], which says otherwise"),
            );
        }
        let full = state.players.iter().any(|player| player.city >= SPACES);
        audit.ensure(full == state.city_full, "3.1 end flag", || "a wrong mark of a full city".to_owned());
    }

    pub(super) fn check_ships_and_house(&self, state: &State, audit: &mut Audit) {
        let may_be_full = matches!(state.decision, Decision::Load | Decision::Store)
            || state.decision == Decision::Offer && state.picks > 0 && state.role() == Role::Captain;
        for (index, ship) in state.ships.iter().enumerate() {
            let space = self.rules.ships.get(index).copied().unwrap_or(0);
            audit.ensure((ship.kind == EMPTY) == (ship.load == 0), "9.10 ships", || {
                format!("ship {space} with {} barrels", ship.load)
            });
            audit.ensure(ship.load < space + u8::from(may_be_full) || ship.load == 0, "9.10 ships", || {
                format!("ship {space} with {} barrels", ship.load)
            });
            let twice =
                state.ships[..index].iter().any(|other| other.kind == ship.kind && ship.kind != EMPTY);
            audit.ensure(!twice, "9.10 ships", || "two ships with the same kind".to_owned());
        }
        let shippable = self.shippable(&state.ships);
        audit.ensure(shippable == state.shippable, "9.10 ships", || {
            "a wrong mark of what they take".to_owned()
        });
        let house = state.trading_house;
        audit.ensure(house.total() < self.rules.trading_house_spaces, "9.11 trading house", || {
            counted(house.total(), "good")
        });
        let duplicates = house.kinds().any(|kind| house.get(kind) > 1);
        let office = state.players.iter().any(|player| player.owns(Building::Office));
        audit.ensure(office || !duplicates, "9.11 trading house", || {
            "a kind twice, and nobody has an office".to_owned()
        });
    }

    pub(super) fn check_roles(&self, state: &State, audit: &mut Audit) {
        let mut taken = KeySet::EMPTY;
        for (pick, role) in state.picked_roles().enumerate() {
            audit.ensure(self.rules.roles.has(role) && !taken.has(role), "9.17 roles", || {
                format!("picked[{pick}] is {role} again, or not in the game")
            });
            taken.insert(role);
        }
        audit.ensure(taken == state.taken, "9.17 roles", || "a wrong mark of a taken role".to_owned());
        for (role, &doubloons) in state.role_doubloons.iter() {
            let bare = !self.rules.roles.has(role) || taken.has(role);
            audit.ensure(!bare || doubloons == 0, "9.16 role doubloons", || {
                format!("role_doubloons.{role} is {doubloons}")
            });
        }
        audit.ensure(state.picks <= self.rules.picks, "9.17 roles", || {
            format!("{} picked, at most {}", counted(state.picks, "role"), self.rules.picks)
        });
        audit.ensure(state.round >= 1, "13.3 round", || format!("{}", state.round));
    }

    /// Checks that the decision point occurs according to section 3.3.
    pub(super) fn check_decision(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "13.3 decision point";
        let found = || format!("{} for {}", state.decision.word(), state.player.in_file());
        if !audit.ensure(state.player.index() < self.rules.players, NAME, found) {
            return;
        }
        let in_role = |role: Role| state.picks > 0 && state.role() == role;
        let chooser = state.player == state.chooser;
        let player = state.current();
        let colonist_offered = state.colonist_supply > 0 || state.colonist_ship > 0;
        let occurs = match state.decision {
            Decision::Role => {
                chooser && state.picks < self.rules.picks && (state.picks > 0 || !state.end_flag())
            }
            Decision::Hacienda => {
                in_role(Role::Settler)
                    && player.occupies(Building::Hacienda)
                    && player.tiles.total() < SPACES
                    && state.deck.len > 0
            }
            Decision::Tile => in_role(Role::Settler) && player.tiles.total() < SPACES,
            Decision::Hospice => {
                let tile = usize::from(state.detail);
                in_role(Role::Settler)
                    && self.rules.free_colonist_optional
                    && player.occupies(Building::Hospice)
                    && colonist_offered
                    && player.occupied.get(tile) < player.tiles.get(tile)
            }
            Decision::MayorBonus => {
                in_role(Role::Mayor)
                    && self.rules.mayor_privilege_optional
                    && chooser
                    && state.colonist_supply > 0
            }
            Decision::Place => in_role(Role::Mayor) && self.place_occurs(state),
            Decision::Build => in_role(Role::Builder),
            Decision::University => {
                let id = usize::from(state.detail);
                in_role(Role::Builder)
                    && self.rules.free_colonist_optional
                    && player.occupies(Building::University)
                    && colonist_offered
                    && player.owned.has(Building::ALL[id])
                    && player.staff(id) == 0
            }
            Decision::CraftBonus => {
                in_role(Role::Craftsman) && chooser && !self.bonus_kinds(state).is_empty()
            }
            Decision::Sell => in_role(Role::Trader),
            Decision::Load => in_role(Role::Captain) && self.can_load(state, state.player),
            Decision::Store => in_role(Role::Captain) && self.must_store(state, state.player),
            Decision::Over => state.picks == 0 && state.end_flag(),
            Decision::Offer => self.rules.optional_privileges && self.offer_occurs(state),
        };
        audit.ensure(occurs, NAME, found);
    }

    /// Returns whether the offer at hand comes up: in its role, to a player whom it brings something, after the seats
    /// that have declined the same before.
    fn offer_occurs(&self, state: &State) -> bool {
        let (offer, kinds, seat) = (state.offer(), state.offered_kinds(), state.player);
        let role = if state.picks > 0 { state.role() } else { return false };
        let seats = self.rules.players;
        let turn = |seat: Seat| seat.after(seats - state.chooser.index(), seats);
        let declined_before = state.passed.iter().all(|other| turn(other) < turn(seat));
        let production = state.current().production();
        match offer {
            Offer::Colonists => role == Role::Mayor && declined_before && self.share(state, seat) > 0,
            Offer::Goods => {
                role == Role::Craftsman && declined_before && !production.min(state.supply).is_empty()
            }
            Offer::FactoryMoney => {
                let received = production.kinds().and(state.current().goods.kinds());
                role == Role::Craftsman
                    && declined_before
                    && usize::from(kinds) <= received.count()
                    && self.offers(state, offer, kinds)
            }
            Offer::TraderMoney | Offer::SmallMarketMoney | Offer::LargeMarketMoney => {
                role == Role::Trader && self.offers(state, offer, 0)
            }
            Offer::CaptainPoint | Offer::HarborPoint => {
                let loaded = state.captain_loaded || seat != state.chooser;
                role == Role::Captain && loaded && self.offers(state, offer, 0)
            }
            Offer::ProspectorMoney => {
                matches!(role, Role::Prospector1 | Role::Prospector2) && self.offers(state, offer, 0)
            }
        }
    }

    /// Returns whether the placement at hand is a decision: fewer colonists than circles, the slot is
    /// the player's, it and the later ones are empty, the ship is dealt out, and more than one
    /// number is possible.
    fn place_occurs(&self, state: &State) -> bool {
        let player = state.current();
        let at = usize::from(state.detail);
        let empty_from = (at..slot::COUNT).all(|slot| match Tile::from_index(slot) {
            Some(_) => player.occupied.get(slot) == 0,
            None => player.staff(slot - Tile::COUNT) == 0,
        });
        let owned = match Tile::from_index(at) {
            Some(_) => player.tiles.get(at) > 0,
            None => player.owned.has(Building::ALL[at - Tile::COUNT]),
        };
        let (least, most) = self.place_range(state);
        (state.colonist_ship == 0 || self.rules.optional_privileges)
            && owned
            && empty_from
            && player.colonists < player.all_circles()
            && state.rest == player.slots() & u32::MAX << (at + 1)
            && state.circles == player.slot_circles(at)
            && state.later == self.circles_of(state, state.rest)
            && least < most
    }
}
