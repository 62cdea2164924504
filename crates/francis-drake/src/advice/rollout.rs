//! Rules of thumb for rollouts: fixed prices on the street, one destination and one disc at a time, attacks
//! wherever they can be paid for. They use what the deciding seat knows, like the full policy.

use super::load::greatest;
use super::weights::Weights;
use crate::FrancisDrake;
use crate::action::Action;
use crate::limits::{LOCATIONS, MAX_PLAYERS, VOYAGES};
use crate::player::Player;
use crate::rules::Rules;
use crate::state::State;
use crate::words::{Commodity, Decision, Destination, DestinationKind, INVESTOR_STOPS, Stop, destinations};
use tradewinds_game::Seat;
use tradewinds_game::kit::{ByKey, KeySet};

/// The share of the worth of stops that a ship loses by going past them.
const PASSED: f32 = 0.3;
/// VP of a trade good in addition to its price in the plans of the full policy.
const TRADE_GOOD: f32 = 2.5;
/// The cubes that a tile is expected to cost.
const TILE: f32 = 0.8;
/// The share of a treasure that each rival at a destination takes away.
const RIVAL_TREASURE: f32 = 0.5;
/// The share of a success that each rival at a destination takes away.
const RIVAL_SUCCESS: f32 = 0.25;
/// What a number of rivals leave, 0 to 3: shares of a treasure, of a success and of a trade.
const LEFT: [Left; 4] = {
    let mut left = [Left { treasure: 1.0, success: 1.0, trade: 1.0 }; 4];
    let mut number = 1;
    while number < left.len() {
        let rivals = number as f32;
        left[number] = Left {
            treasure: (1.0 - RIVAL_TREASURE * rivals).max(0.0),
            success: (1.0 - RIVAL_SUCCESS * rivals).max(0.0),
            trade: 1.0 - 0.2 * rivals,
        };
        number += 1;
    }
    left
};

/// What rivals leave.
#[derive(Clone, Copy)]
struct Left {
    treasure: f32,
    success: f32,
    trade: f32,
}

/// VP of a type that a voyage has not attacked yet.
const NEW_TYPE: f32 = 3.0;

/// Scores actions in VP, roughly.
pub(super) fn score(
    game: &FrancisDrake,
    weights: &Weights,
    prices: &Prices,
    state: &State,
    actions: &[Action],
    scores: &mut [f32],
) {
    let thumb = Thumb { game, weights, prices, state, player: state.current(), seat: state.seat };
    match state.decision {
        Decision::Plymouth => thumb.plymouth(actions, scores),
        Decision::Sail => thumb.sail(actions, scores),
        Decision::Disc => thumb.disc(actions, scores),
        Decision::Admiral | Decision::Governor => {
            let reach = game.reach(thumb.player);
            for (score, &action) in scores.iter_mut().zip(actions) {
                let Action::Tile(value, place) = action else { continue };
                *score = if reach & place.bit() == 0 { f32::from(value) } else { 0.0 };
            }
        }
        _ => {
            for (score, &action) in scores.iter_mut().zip(actions) {
                *score = thumb.other(action);
            }
        }
    }
}

/// Barrels that a ship may still want, 0 to 4.
const MISSING: usize = 5;

/// The numbers of visits of a location that the prices distinguish: a power of two is quick to look up.
const VISITS: usize = (MAX_PLAYERS + 1).next_power_of_two();

/// What a stop gives by fixed prices to each next visitor.
type ByVisits = [f32; VISITS];

/// What the stops give by fixed prices, the price of the investor left out, and what attacks cost and bring.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    /// By whether the ship has an own galleon, and by the barrels that it still wants.
    stops: [[ByKey<Stop, ByVisits>; MISSING]; 2],
    /// The crew and guns that cities and forts cost besides the tile, without and with a pinnace.
    land: [ByKey<Destination, (f32, f32)>; 2],
    /// The VP of the treasures.
    stones: ByKey<Destination, f32>,
}

impl Prices {
    pub(super) fn new(rules: &Rules, w: &Weights) -> Self {
        let price = |galleon: bool, missing: usize, stop: Stop, visits: usize| {
            let besides = match stop {
                Stop::Tavern => 2.0 * w.crew_price,
                Stop::Drake => 1.2 * (w.crew_price + w.gun_price),
                Stop::Pinnace => w.pinnace_price,
                Stop::Admiral => w.admiral,
                Stop::Governor => w.governor,
                Stop::Informer => w.informer,
                Stop::GoldenHind => w.ship_price + 0.5 * w.golden_hind,
                _ => 0.0,
            };
            let items = rules.stop_items(stop, visits as u8);
            let mut worth = w.crew_price * f32::from(items.crew())
                + w.gun_price * f32::from(items.guns())
                + TRADE_GOOD * w.trade_price * f32::from(items.trade_goods());
            worth += besides;
            worth += w.barrel_price * f32::from(items.barrels().min(missing as u16));
            if rules.gives_galleon(stop) && !galleon {
                worth += w.ship_price;
            }
            worth
        };
        let stops = [false, true].map(|galleon| {
            std::array::from_fn(|missing| {
                ByKey::from_fn(|stop| std::array::from_fn(|visits| price(galleon, missing, stop, visits)))
            })
        });
        let land = [false, true].map(|pinnace| {
            ByKey::from_fn(|place| {
                let guns = if pinnace { 0 } else { rules.printed_guns(place) };
                (rules.printed_troops(place).into(), guns.into())
            })
        });
        let stones =
            ByKey::from_fn(|place| rules.stone(place).map_or(0.0, |stone| rules.stone_vp(stone).into()));
        Self { stops, land, stones }
    }
}

/// A quick look at one decision.
struct Thumb<'a> {
    game: &'a FrancisDrake,
    weights: &'a Weights,
    prices: &'a Prices,
    state: &'a State,
    player: &'a Player,
    seat: Seat,
}

impl Thumb<'_> {
    /// Values the stops by fixed prices, less a part of what is passed by: of the best stop at each position of
    /// the street before. The actions are in the order of the street.
    fn plymouth(&self, actions: &[Action], scores: &mut [f32]) {
        let missing = 4 - self.player.items.barrels().min(4);
        let galleon = self.game.has_galleon(self.state, self.seat);
        let prices = &self.prices.stops[usize::from(galleon)][usize::from(missing)];
        let visits = self.state.visits;
        let mut passed = 0.0;
        // Whether the stop before was one at the investor, and the best one there.
        let (mut investor, mut best) = (false, 0.0);
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Stop(stop) = action else {
                *score = 0.0 - (passed + PASSED * best);
                continue;
            };
            let index = stop.index();
            if index < LOCATIONS {
                let value = prices[stop][(visits >> (4 * index)) as usize % VISITS];
                *score = value - passed;
                passed += PASSED * greatest(value, 0.0);
                continue;
            }
            // The investor and the dockside have several stops each.
            let mut value = prices[stop][0];
            if stop.bit() & INVESTOR_STOPS != 0 {
                let later = self.weights.investor_later * f32::from(VOYAGES - self.state.voyage);
                value -= f32::from(self.game.rules.investor_cost) + later;
                investor = true;
            } else if investor {
                passed += PASSED * best;
                (investor, best) = (false, 0.0);
            }
            *score = value - passed;
            best = greatest(value, best);
        }
    }

    /// Returns the crew and guns that an attack is expected to cost. `known` are the destinations whose tiles the
    /// seat knows.
    #[inline]
    fn cost(&self, place: Destination, known: u16) -> (f32, f32) {
        let rules = &self.game.rules;
        let tile = if known & place.bit() != 0 { f32::from(self.state.tile(place)) } else { TILE };
        match rules.kind(place) {
            DestinationKind::Galleon => {
                let galleon = self.state.galleon_tile(rules.place(place));
                (0.0, f32::from(rules.galleon_guns(galleon)) + tile)
            }
            kind => {
                let (crew, guns) =
                    self.prices.land[usize::from(self.game.has_pinnace(self.state, self.seat))][place];
                (if kind == DestinationKind::Fort { crew + tile } else { crew }, guns)
            }
        }
    }

    /// Counts the other ships with a disc at each destination, as the low and the high bits of the numbers; the
    /// rare fourth ship is ignored.
    #[inline]
    fn rivals(&self) -> [u16; 2] {
        let (mut low, mut high) = (0, 0);
        for (seat, other) in self.state.players[..self.game.rules.players].iter().enumerate() {
            if seat != self.seat.index() {
                high |= low & other.missions;
                low ^= other.missions;
            }
        }
        [low, high]
    }

    /// Values each destination separately, those with discs being paid for first.
    fn sail(&self, actions: &[Action], scores: &mut [f32]) {
        let rules = &self.game.rules;
        let items = self.player.items;
        let (mut crew, mut guns) = (f32::from(items.crew()), f32::from(items.guns()));
        let ports = rules.of_kind(DestinationKind::Port);
        let known = self.game.known_tiles(self.state, self.seat);
        for place in destinations(self.player.missions & !ports) {
            let cost = self.cost(place, known);
            (crew, guns) = (crew - cost.0, guns - cost.1);
        }
        let trades = u32::from(items.trade_goods()) > (self.player.missions & ports).count_ones();
        let goods = if trades { ByKey::from_fn(|good| self.good(good)) } else { ByKey::default() };
        let galleon = self.game.has_galleon(self.state, self.seat);
        let rivals = self.rivals();
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Sail(place) = action else { continue };
            let kind = rules.kind(place);
            let [low, high] = rivals.map(|bits| usize::from(bits >> place.index() & 1));
            let left = &LEFT[low + 2 * high];
            *score = if kind == DestinationKind::Port {
                if trades {
                    let icons = self.game.goods_left(self.state, place);
                    let best = KeySet::from_bits(icons).iter().map(|good| goods[good]).fold(0.0, greatest);
                    best * left.trade
                } else {
                    0.0
                }
            } else {
                let cost = self.cost(place, known);
                if crew + 0.5 < cost.0 || guns + 0.5 < cost.1 || kind == DestinationKind::Galleon && !galleon
                {
                    0.0
                } else {
                    let new = self.player.missions & rules.of_kind(kind) == 0;
                    let types = if new { NEW_TYPE } else { 0.0 };
                    self.prices.stones[place] * left.treasure
                        + (f32::from(self.game.attack_vp(self.state, place)) + types) * left.success
                        - 0.3 * (cost.0 + cost.1)
                }
            };
        }
    }

    /// Lays low discs where others are, high ones elsewhere, the ghost ship where it loses nothing.
    fn disc(&self, actions: &[Action], scores: &mut [f32]) {
        let Some(place) = self.state.chosen else { return };
        let port = self.game.rules.kind(place) == DestinationKind::Port;
        let useful = if port {
            self.player.items.trade_goods() > 0
        } else {
            self.game.may_attack(self.state, self.seat, place)
        };
        let [low, high] = self.rivals();
        let hot = useful && (low | high) & place.bit() != 0;
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Disc(disc) = action else { continue };
            *score = match disc.round() {
                None => {
                    if useful {
                        -10.0
                    } else {
                        10.0
                    }
                }
                Some(round) if hot => -(round as f32),
                Some(round) => round as f32,
            };
        }
    }

    /// Returns what a commodity adds to the sets, and a new kind to those of later voyages.
    fn good(&self, good: Commodity) -> f32 {
        let rules = &self.game.rules;
        let goods = &self.player.goods;
        let later = f32::from(VOYAGES - self.state.voyage) * self.weights.goods_later;
        rules.goods_gain(goods, good) as f32 + if goods[good] == 0 { later } else { 0.0 }
    }

    /// Values the other actions: attacks and trades where they are possible, going home when nothing is.
    fn other(&self, action: Action) -> f32 {
        match action {
            Action::Attack => 1.0,
            Action::Trade(good) => 1.0 + self.good(good),
            Action::Stay => {
                let trades = self.player.items.trade_goods() > 0;
                let useful = destinations(self.player.missions).any(|place| {
                    if self.game.rules.kind(place) == DestinationKind::Port {
                        trades && self.game.goods_left(self.state, place) != 0
                    } else {
                        self.game.may_attack(self.state, self.seat, place)
                    }
                });
                f32::from(u8::from(useful))
            }
            Action::Return => 0.5,
            // The informer stays unused.
            Action::Pass | Action::Keep => 1.0,
            _ => 0.0,
        }
    }
}
