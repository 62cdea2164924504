//! The rules of thumb that rollouts are played by: fixed prices on the street, one destination and one disc at a
//! time, attacks wherever they can be paid for. They use what the deciding seat knows, like the full policy.

use super::weights::Weights;
use crate::game::Seat;
use crate::games::francis_drake::FrancisDrake;
use crate::games::francis_drake::action::Action;
use crate::games::francis_drake::player::Player;
use crate::games::francis_drake::rules::VOYAGES;
use crate::games::francis_drake::state::State;
use crate::games::francis_drake::words::{
    Bits, Commodity, DOCKSIDE, Destination, DestinationKind, Step, Stop, destinations,
};

/// The share of what the stops ahead are worth that is lost when a ship goes past them.
const PASSED: f32 = 0.3;
/// VP of a trade good beside its price in the plans of the full policy.
const TRADE_GOOD: f32 = 2.5;
/// The cubes that a tile is expected to cost.
const TILE: f32 = 0.8;
/// The share of a treasure and of a success that each rival at a destination takes away.
const RIVAL: [f32; 2] = [0.5, 0.25];
/// VP of a type that a voyage has not attacked yet.
const NEW_TYPE: f32 = 3.0;

/// Scores actions in VP, roughly.
pub(super) fn score(
    game: &FrancisDrake,
    weights: &Weights,
    state: &State,
    actions: &[Action],
    scores: &mut [f32],
) {
    let thumb = Thumb { game, weights, state, player: state.current(), seat: usize::from(state.seat) };
    match state.step {
        Step::Plymouth => thumb.plymouth(actions, scores),
        Step::Sail => thumb.sail(actions, scores),
        Step::Disc => thumb.disc(actions, scores),
        Step::Admiral | Step::Governor => {
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

/// A quick look at one decision.
struct Thumb<'a> {
    game: &'a FrancisDrake,
    weights: &'a Weights,
    state: &'a State,
    player: &'a Player,
    seat: usize,
}

impl Thumb<'_> {
    /// Values the stops by fixed prices, less a part of what is passed by.
    fn plymouth(&self, actions: &[Action], scores: &mut [f32]) {
        // The best stop at each position of the street, then what lies before it.
        let mut street = [0.0_f32; DOCKSIDE as usize + 1];
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Stop(stop) => {
                    let value = self.stop(stop);
                    let most = &mut street[usize::from(self.state.position_of(stop))];
                    *most = most.max(value);
                    value
                }
                _ => 0.0,
            };
        }
        let mut passed = 0.0;
        for position in &mut street {
            passed += PASSED * std::mem::replace(position, passed);
        }
        for (score, &action) in scores.iter_mut().zip(actions) {
            if let Action::Stop(stop) = action {
                *score -= street[usize::from(self.state.position_of(stop))];
            } else {
                *score -= passed;
            }
        }
    }

    /// Returns what a stop gives by fixed prices.
    fn stop(&self, stop: Stop) -> f32 {
        let (w, rules, visits) = (self.weights, &self.game.rules, self.state.visits(stop));
        let items = rules.stop_items(stop, visits);
        let missing = 4 - self.player.items.barrels().min(4);
        let mut worth = w.crew_price * f32::from(items.crew())
            + w.gun_price * f32::from(items.guns())
            + w.barrel_price * f32::from(items.barrels().min(missing))
            + TRADE_GOOD * w.trade_price * f32::from(items.trade_goods());
        let ship = rules.galleon_stops;
        if ship & stop.bit() != 0 && self.player.stops & ship == 0 {
            worth += w.ship_price;
        }
        worth += match stop {
            Stop::Tavern => 2.0 * w.crew_price,
            Stop::Drake => 1.2 * (w.crew_price + w.gun_price),
            Stop::Pinnace => w.pinnace_price,
            Stop::Admiral => w.admiral,
            Stop::Governor => w.governor,
            Stop::Informer => w.informer,
            Stop::GoldenHind => w.ship_price + 0.5 * w.golden_hind,
            Stop::InvestorGuns | Stop::InvestorCrew | Stop::InvestorGalleon => {
                let later = w.investor_later * f32::from(VOYAGES - self.state.voyage);
                -f32::from(rules.investor_cost) - later
            }
            _ => 0.0,
        };
        worth
    }

    /// Returns the crew and guns that an attack is expected to cost.
    fn cost(&self, place: Destination) -> (f32, f32) {
        let seat = Seat::new(self.seat);
        let known = self.game.known_tile(self.state, place, seat);
        let cost = self.game.attack_cost(self.state, seat, place, known.unwrap_or(0));
        let (mut crew, mut guns) = (f32::from(cost.crew()), f32::from(cost.guns()));
        match (known, self.game.rules.kind(place)) {
            (None, DestinationKind::Fort) => crew += TILE,
            (None, DestinationKind::Galleon) => guns += TILE,
            _ => {}
        }
        (crew, guns)
    }

    /// Counts the other ships with a disc at a destination.
    fn rivals(&self, place: Destination) -> f32 {
        let there = |player: &Player| player.missions >> place.index() & 1;
        let all: u16 = self.state.players[..self.game.rules.players].iter().map(there).sum();
        f32::from(all - there(self.player))
    }

    /// Values each destination by itself, those with discs being paid for first.
    fn sail(&self, actions: &[Action], scores: &mut [f32]) {
        let rules = &self.game.rules;
        let items = self.player.items;
        let (mut crew, mut guns) = (f32::from(items.crew()), f32::from(items.guns()));
        let ports = rules.of_kind(DestinationKind::Port);
        for place in destinations(self.player.missions & !ports) {
            let cost = self.cost(place);
            (crew, guns) = (crew - cost.0, guns - cost.1);
        }
        let trades = u32::from(items.trade_goods()) > (self.player.missions & ports).count_ones();
        let galleon = self.game.has_galleon(self.state, Seat::new(self.seat));
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Sail(place) = action else { continue };
            let kind = rules.kind(place);
            let rivals = self.rivals(place);
            *score = if kind == DestinationKind::Port {
                if trades { self.best_trade(place) * (1.0 - 0.2 * rivals) } else { 0.0 }
            } else {
                let cost = self.cost(place);
                if crew + 0.5 < cost.0 || guns + 0.5 < cost.1 || kind == DestinationKind::Galleon && !galleon
                {
                    0.0
                } else {
                    let stone = rules.stone(place).map_or(0.0, |stone| f32::from(rules.stone_vp(stone)));
                    let new = self.player.missions & rules.of_kind(kind) == 0;
                    let types = if new { NEW_TYPE } else { 0.0 };
                    let first = (1.0 - RIVAL[0] * rivals).max(0.0);
                    let success = (1.0 - RIVAL[1] * rivals).max(0.0);
                    stone * first + (f32::from(self.game.attack_vp(self.state, place)) + types) * success
                        - 0.3 * (cost.0 + cost.1)
                }
            };
        }
    }

    /// Lays low discs where others are, high ones elsewhere, the ghost ship where it is no loss.
    fn disc(&self, actions: &[Action], scores: &mut [f32]) {
        let Some(place) = self.state.chosen else { return };
        let port = self.game.rules.kind(place) == DestinationKind::Port;
        let useful = if port {
            self.player.items.trade_goods() > 0
        } else {
            self.game.may_attack(self.state, Seat::new(self.seat), place)
        };
        let hot = useful && self.rivals(place) > 0.0;
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

    /// Returns what the best commodity left at a port adds to the sets.
    fn best_trade(&self, port: Destination) -> f32 {
        let icons = self.game.goods_left(self.state, port);
        Bits(icons.into()).map(|good| self.good(good)).fold(0.0, f32::max)
    }

    /// Returns what a commodity adds to the sets, and a new kind to those of later voyages.
    fn good(&self, good: usize) -> f32 {
        let rules = &self.game.rules;
        let mut goods: [u8; Commodity::COUNT] = self.player.goods;
        let before = rules.goods_vp(goods);
        goods[good] += 1;
        let later = f32::from(VOYAGES - self.state.voyage) * self.weights.goods_later;
        (rules.goods_vp(goods) - before) as f32 + if goods[good] == 1 { later } else { 0.0 }
    }

    /// Values what is left: attacks and trades where they can be had, home when nothing is.
    fn other(&self, action: Action) -> f32 {
        match action {
            Action::Attack => 1.0,
            Action::Trade(good) => 1.0 + self.good(good.index()),
            Action::Stay => {
                let seat = Seat::new(self.seat);
                let trades = self.player.items.trade_goods() > 0;
                let useful = destinations(self.player.missions).any(|place| {
                    if self.game.rules.kind(place) == DestinationKind::Port {
                        trades && self.game.goods_left(self.state, place) != 0
                    } else {
                        self.game.may_attack(self.state, seat, place)
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
