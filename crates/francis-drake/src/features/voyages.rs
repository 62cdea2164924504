//! The expected gain of the discs on the map, from public facts. The shipped network has learned from these values.

use crate::FrancisDrake;
use crate::limits::MAX_PLAYERS;
use crate::state::State;
use crate::words::{Commodity, Decision, Destination, DestinationKind, Disc, destinations};
use tradewinds_game::Seat;
use tradewinds_game::kit::{ByKey, KeySet};

/// A ship after the missions of its discs on the map; fractions are means.
#[derive(Clone, Copy, Default)]
pub(super) struct Voyage {
    pub(super) crew: f32,
    pub(super) guns: f32,
    pub(super) trade_goods: f32,
    goods: ByKey<Commodity, u8>,
    /// Chances of no success at a city, fort, galleon.
    miss: [f32; 3],
    /// VP, those for types left out.
    pub(super) gain: f32,
    /// New kinds of commodities.
    pub(super) new_kinds: f32,
    /// Destinations that the ship can pay for, those beyond its range included, if no fort or galleon has more
    /// than its usual tile; only while discs are placed.
    pub(super) able: u16,
}

/// How many ships that can pay have a disc at each destination: the bits of the numbers.
#[derive(Clone, Copy, Default)]
pub(super) struct Crowd([u16; 3]);

impl Crowd {
    #[inline]
    fn add(&mut self, places: u16) {
        let [ones, twos, fours] = &mut self.0;
        let carried = *ones & places;
        *ones ^= places;
        *fours |= *twos & carried;
        *twos ^= carried;
    }

    /// Returns the number of ships at a destination.
    #[inline]
    pub(super) fn at(&self, place: Destination) -> usize {
        let bit = |index: usize| usize::from(self.0[index] >> place.index() & 1);
        bit(0) + 2 * bit(1) + 4 * bit(2)
    }
}

/// The expectation of an attack: how likely it can be paid for, and what is paid on average.
struct Attack {
    pays: f32,
    crew: f32,
    guns: f32,
}

impl Voyage {
    fn attack(
        &mut self,
        game: &FrancisDrake,
        state: &State,
        place: Destination,
        attack: &Attack,
        places: [f32; 2],
    ) {
        let [success, first] = places;
        let stone = game.rules.stone(place).map_or(0.0, |stone| f32::from(game.rules.stone_vp(stone)));
        self.gain += attack.pays * (f32::from(game.attack_vp(state, place)) * success + stone * first);
        self.crew = (self.crew - attack.crew * success).max(0.0);
        self.guns = (self.guns - attack.guns * success).max(0.0);
        self.miss[game.rules.kind(place).index()] *= 1.0 - attack.pays * success;
    }

    /// Buys the commodity that adds most to the sets, a new kind among equals.
    fn trade(&mut self, game: &FrancisDrake, port: Destination, goods_left: &mut u16) {
        let shift = 4 * game.rules.place(port);
        let icons = KeySet::<Commodity>::from_bits((*goods_left >> shift & 0xf) as u8);
        if icons.is_empty() || self.trade_goods < 0.5 {
            return;
        }
        let (mut best, mut bought) = ((-1, false), Commodity::Indigo);
        for good in icons {
            let gain = (game.rules.goods_gain(&self.goods, good), self.goods[good] == 0);
            if gain > best {
                (best, bought) = (gain, good);
            }
        }
        *goods_left &= !game.rules.icon(port, bought);
        self.goods[bought] += 1;
        self.trade_goods -= 1.0;
        self.gain += best.0 as f32;
        self.new_kinds += f32::from(u8::from(best.1));
    }
}

impl FrancisDrake {
    /// Returns what each ship has after the missions of its discs on the map.
    pub(super) fn voyages(&self, state: &State) -> [Voyage; MAX_PLAYERS] {
        let mut voyages = [Voyage::default(); MAX_PLAYERS];
        for (voyage, player) in voyages.iter_mut().zip(&state.players[..self.rules.players]) {
            let kinds = [DestinationKind::City, DestinationKind::Fort, DestinationKind::Galleon];
            *voyage = Voyage {
                crew: player.items.crew().into(),
                guns: player.items.guns().into(),
                trade_goods: player.items.trade_goods().into(),
                goods: player.goods,
                miss: kinds.map(|kind| f32::from(u8::from(player.attacked & self.rules.of_kind(kind) == 0))),
                ..Voyage::default()
            };
        }
        if state.decision >= Decision::Mission {
            self.open_missions(state, &mut voyages);
        } else if state.decision > Decision::Plymouth {
            self.secret_missions(state, &mut voyages);
        }
        voyages
    }

    /// Returns the expected VP for types.
    pub(super) fn types_worth(&self, voyage: &Voyage) -> f32 {
        let [no_a, no_b, no_c] = voyage.miss;
        let [a, b, c] = voyage.miss.map(|miss| 1.0 - miss);
        let one = a * no_b * no_c + no_a * b * no_c + no_a * no_b * c;
        let two = a * b * no_c + a * no_b * c + no_a * b * c;
        let vp = self.rules.conquest_vp;
        one * f32::from(vp[1]) + two * f32::from(vp[2]) + a * b * c * f32::from(vp[3])
    }

    /// Estimates what an attack costs. A tile that is not face up is any of those in the box, equally likely.
    fn attack_expected(
        &self,
        state: &State,
        seat: Seat,
        voyage: &Voyage,
        place: Destination,
    ) -> Option<Attack> {
        let kind = self.rules.kind(place);
        let galleon = kind == DestinationKind::Galleon;
        if galleon && !self.has_galleon(state, seat) {
            return None;
        }
        let open = state.open_tile(place);
        let cost = self.attack_cost(state, seat, place, open.unwrap_or(0));
        let (crew, guns) = (f32::from(cost.crew()), f32::from(cost.guns()));
        let (crew_left, guns_left) = (voyage.crew - crew, voyage.guns - guns);
        let (spare, other) = if galleon { (guns_left, crew_left) } else { (crew_left, guns_left) };
        if spare <= -1.0 || other < -0.5 {
            return None;
        }
        let tiles: &[u8] = match (open, kind) {
            (None, DestinationKind::Fort) => &self.rules.troop_tiles,
            (None, DestinationKind::Galleon) => &self.rules.frigate_tiles,
            _ => &[0],
        };
        let share = 1.0 / tiles.len() as f32;
        let (mut pays, mut paid) = (0.0, 0.0);
        for &tile in tiles {
            let tile = f32::from(tile);
            // A mean that is nearly enough is enough most of the time.
            let enough = share * (spare - tile + 1.0).clamp(0.0, 1.0);
            pays += enough;
            paid += enough * tile;
        }
        let (crew, guns) = (pays * crew, pays * guns);
        Some(if galleon {
            Attack { pays, crew, guns: guns + paid }
        } else {
            Attack { pays, crew: crew + paid, guns }
        })
    }

    /// Returns the destinations that a ship can pay for, those beyond its range included, if no fort or galleon has
    /// more than its usual tile.
    fn payable(&self, state: &State, seat: Seat) -> u16 {
        let (rules, items) = (&self.rules, state.items(seat));
        let mut places = rules.payable(items.crew(), items.guns(), self.has_pinnace(state, seat));
        if items.trade_goods() == 0 {
            places &= !rules.of_kind(DestinationKind::Port);
        }
        if self.has_galleon(state, seat) {
            let tile = rules.usual_tile(DestinationKind::Galleon);
            for place in destinations(rules.of_kind(DestinationKind::Galleon)) {
                if items.contains(self.attack_cost(state, seat, place, tile)) {
                    places |= place.bit();
                }
            }
        }
        places
    }

    /// Counts the ships that can pay where they have discs, while discs are placed.
    pub(super) fn crowd(&self, state: &State, voyages: &[Voyage; MAX_PLAYERS]) -> Crowd {
        let mut crowd = Crowd::default();
        for (player, voyage) in state.players[..self.rules.players].iter().zip(voyages) {
            crowd.add(player.missions & voyage.able);
        }
        crowd
    }

    /// Deals with the discs that lie face up in their order; every ship attacks where it can.
    fn open_missions(&self, state: &State, voyages: &mut [Voyage; MAX_PLAYERS]) {
        let mut successes: ByKey<Destination, f32> = ByKey::from_fn(|place| state.successes(place).into());
        let mut goods_left = state.goods_left;
        let max = f32::from(self.rules.successes);
        let mut waiting = state.waiting;
        while waiting != 0 {
            let bit = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let seat = state.outbound.get(bit & 7);
            let disc = state.player(seat).disc(Disc::of_round(bit >> 3));
            let Some(place) = Destination::from_index(disc as usize) else { continue };
            let voyage = &mut voyages[seat.index()];
            if self.rules.kind(place) == DestinationKind::Port {
                voyage.trade(self, place, &mut goods_left);
            } else if let Some(attack) = self.attack_expected(state, seat, voyage, place) {
                let before = &mut successes[place];
                let success = (max - *before).clamp(0.0, 1.0);
                let treasure = state.taken & place.bit() == 0;
                let first = if treasure { (1.0 - *before).max(0.0) } else { 0.0 };
                *before += attack.pays * success;
                voyage.attack(self, state, place, &attack, [success, first]);
            }
        }
    }

    /// Estimates what the discs bring while their numbers are secret: all ships that can pay are equally likely
    /// to be first.
    fn secret_missions(&self, state: &State, voyages: &mut [Voyage; MAX_PLAYERS]) {
        for (seat, voyage) in Seat::all(self.rules.players).zip(&mut *voyages) {
            voyage.able = self.payable(state, seat);
        }
        let crowd = self.crowd(state, voyages);
        let max = f32::from(self.rules.successes);
        for seat in state.outbound.iter() {
            let voyage = &mut voyages[seat.index()];
            for place in destinations(state.player(seat).missions) {
                let rivals = crowd.at(place).max(1) as f32;
                if self.rules.kind(place) == DestinationKind::Port {
                    let icons = self.rules.commodities_at(place);
                    if rivals <= icons.len() as f32 {
                        voyage.trade(self, place, &mut self.rules.icons.clone());
                    }
                } else if let Some(attack) = self.attack_expected(state, seat, voyage, place) {
                    voyage.attack(self, state, place, &attack, [(max / rivals).min(1.0), 1.0 / rivals]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Game, Seed, Variant, Variants};

    /// The tables name the attacks that can be paid for with more than three in ten tiles.
    #[test]
    fn tables_and_attacks_agree() {
        let game = FrancisDrake::new(4, &Variant::standard()).unwrap();
        for seed in 0..50 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            while game.to_act(&state).is_some() {
                if (Decision::Sail..Decision::Mission).contains(&state.decision) {
                    for seat in Seat::all(4) {
                        let items = state.items(seat);
                        let (crew, guns) = (items.crew().into(), items.guns().into());
                        let voyage = Voyage { crew, guns, ..Voyage::default() };
                        let able = game.payable(&state, seat);
                        for place in destinations(game.rules.attackable()) {
                            let attack = game.attack_expected(&state, seat, &voyage, place);
                            let pays = attack.is_some_and(|attack| attack.pays > 0.3);
                            assert_eq!(able & place.bit() != 0, pays, "{place:?} for {items:?}");
                        }
                    }
                }
                game.play_random(&mut state, &mut rng);
            }
        }
    }

    #[test]
    fn a_crowd_counts_up_to_five() {
        let mut crowd = Crowd::default();
        for ships in 0..=5 {
            assert_eq!(crowd.at(Destination::Panama), ships);
            assert_eq!(crowd.at(Destination::Veracruz), 0);
            crowd.add(Destination::Panama.bit());
        }
    }
}
