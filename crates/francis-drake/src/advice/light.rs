//! Rules of thumb for rollouts: fixed prices on the street, one destination and one disc at a time, attacks
//! wherever they can be paid for. They use what the deciding seat knows, like the full policy.

mod prices;

use super::policy::load::greatest;
use super::weights::Weights;
use crate::FrancisDrake;
use crate::action::Action;
use crate::limits::{LOCATIONS, VOYAGES};
use crate::player::Player;
use crate::state::State;
use crate::words::{
    Commodity, Decision, Destination, DestinationKind, Disc, INVESTOR_STOPS, Stop, destinations, discs,
};
use tradewinds_game::kit::{Bits, ByKey, KeySet};
use tradewinds_game::{Seat, first_of_best};

use prices::{ByVisits, LEFT, TILE, VISITS, land_cost};

pub(super) use prices::Prices;

/// The share of the worth of stops that a ship loses by going past them.
const PASSED: f32 = 0.3;
/// Scores actions in VP, roughly.
pub(super) fn score(
    game: &FrancisDrake,
    weights: &Weights,
    prices: &Prices,
    state: &State,
    actions: &[Action],
    scores: &mut [f32],
) {
    let thumb = Thumb::new(game, weights, prices, state);
    let scored = scores.iter_mut().zip(actions);
    match state.decision {
        Decision::Plymouth => {
            let mut street = Street::new(&thumb);
            scored.for_each(|(score, &action)| {
                *score = match action {
                    Action::Stop(stop) => street.stop(stop),
                    _ => street.departure(),
                };
            });
        }
        Decision::Sail => {
            let chart = Sailing::new(&thumb);
            scored.for_each(|(score, &action)| {
                if let Action::Sail(place) = action {
                    *score = chart.worth(place);
                }
            });
        }
        Decision::Disc => {
            let wish = thumb.disc();
            scored.for_each(|(score, &action)| {
                if let Action::Disc(disc) = action {
                    *score = wish.worth(disc);
                }
            });
        }
        Decision::Admiral | Decision::Governor => {
            let reach = game.reach(thumb.player);
            scored.for_each(|(score, &action)| {
                if let Action::Tile(value, place) = action {
                    *score = if reach & place.bit() == 0 { f32::from(value) } else { 0.0 };
                }
            });
        }
        _ => scored.for_each(|(score, &action)| *score = thumb.other(action)),
    }
}

/// Returns the first of the actions with the highest score, without a list; `None` at the rare decisions.
#[inline]
pub(super) fn choose(
    game: &FrancisDrake,
    weights: &Weights,
    prices: &Prices,
    state: &State,
) -> Option<Action> {
    let thumb = Thumb::new(game, weights, prices, state);
    match state.decision {
        Decision::Plymouth => thumb.choose_stop(),
        Decision::Sail => Sailing::new(&thumb).best(game.free_destinations(thumb.player)).map(Action::Sail),
        Decision::Disc => {
            let wish = thumb.disc();
            first_of_best(discs(thumb.player.hand()), |disc| wish.worth(disc))
                .map(|(disc, _)| Action::Disc(disc))
        }
        _ => None,
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

/// A ship's way along the street: the stops are valued by fixed prices, less a part of what is passed by, of the
/// best stop at each position of the street before. They come in the order of the street.
struct Street<'a> {
    prices: &'a ByKey<Stop, ByVisits>,
    visits: u64,
    /// What a stop at the investor costs.
    investor_cost: f32,
    /// No stop is valued higher, the investor's included.
    highest: f32,
    passed: f32,
    /// Whether the stop before was one at the investor, and the best one there.
    investor: bool,
    best: f32,
}

impl<'a> Street<'a> {
    #[inline]
    fn new(thumb: &Thumb<'a>) -> Self {
        let missing = 4 - thumb.player.items.barrels().min(4);
        let galleon = thumb.game.has_galleon(thumb.state, thumb.seat);
        let (galleon, missing) = (usize::from(galleon), usize::from(missing));
        let later = thumb.weights.investor_later * f32::from(VOYAGES - thumb.state.voyage);
        let investor_cost = f32::from(thumb.game.rules.investor_cost) + later;
        let highest = thumb.prices.highest[galleon][missing];
        Self {
            prices: &thumb.prices.stops[galleon][missing],
            visits: thumb.state.visits,
            investor_cost,
            highest: greatest(highest, highest - investor_cost),
            passed: 0.0,
            investor: false,
            best: 0.0,
        }
    }

    /// Returns whether no stop that comes after the last one can be worth more than `top`, nor can the departure.
    #[inline(always)]
    fn is_settled(&self, top: f32) -> bool {
        top >= self.highest - self.passed
    }

    /// Values the next stop.
    #[inline(always)]
    fn stop(&mut self, stop: Stop) -> f32 {
        if stop.index() < LOCATIONS { self.location(stop) } else { self.behind(stop) }
    }

    #[inline(always)]
    fn location(&mut self, stop: Stop) -> f32 {
        let value = self.prices[stop][(self.visits >> (4 * stop.index())) as usize % VISITS];
        let worth = value - self.passed;
        self.passed += PASSED * greatest(value, 0.0);
        worth
    }

    /// Values one of the several stops of the investor or the dockside.
    #[inline(always)]
    fn behind(&mut self, stop: Stop) -> f32 {
        let mut value = self.prices[stop][0];
        if stop.bit() & INVESTOR_STOPS != 0 {
            value -= self.investor_cost;
            self.investor = true;
        } else if self.investor {
            self.passed += PASSED * self.best;
            (self.investor, self.best) = (false, 0.0);
        }
        self.best = greatest(value, self.best);
        value - self.passed
    }

    /// Values the departure, which comes last.
    #[inline(always)]
    fn departure(&self) -> f32 {
        0.0 - (self.passed + PASSED * self.best)
    }
}

impl<'a> Thumb<'a> {
    #[inline]
    fn new(game: &'a FrancisDrake, weights: &'a Weights, prices: &'a Prices, state: &'a State) -> Self {
        Self { game, weights, prices, state, player: state.current(), seat: state.seat }
    }

    /// Returns the best next stop, or the departure.
    #[inline]
    fn choose_stop(&self) -> Option<Action> {
        let options = self.game.plymouth_options(self.state);
        if options == 1 << Stop::COUNT {
            return Some(Action::Depart);
        }
        let mut street = Street::new(self);
        let (mut best, mut top) = (None, f32::NEG_INFINITY);
        for place in Bits(options & ((1 << LOCATIONS) - 1)) {
            let action = Action::STOPS[self.state.location(place)];
            if let Action::Stop(stop) = action {
                let worth = street.location(stop);
                if worth > top {
                    (best, top) = (Some(action), worth);
                }
                if street.is_settled(top) {
                    return best;
                }
            }
        }
        let mut take = |action: Action, worth: f32| {
            if worth > top {
                (best, top) = (Some(action), worth);
            }
        };
        for stop in Bits(options >> LOCATIONS << LOCATIONS & !(1 << Stop::COUNT)) {
            take(Action::STOPS[stop], street.behind(Stop::ALL[stop]));
        }
        if options >> Stop::COUNT != 0 {
            take(Action::Depart, street.departure());
        }
        best
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
                let pinnace = usize::from(self.game.has_pinnace(self.state, self.seat));
                land_cost(kind, self.prices.land[pinnace][place], tile)
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

    /// Looks at where a disc goes: low discs where others are, high ones elsewhere, the ghost ship where it loses
    /// nothing.
    #[inline]
    fn disc(&self) -> Wish {
        let Some(place) = self.state.chosen else { return Wish::None };
        let port = self.game.rules.kind(place) == DestinationKind::Port;
        let useful = if port {
            self.player.items.trade_goods() > 0
        } else {
            self.game.may_attack(self.state, self.seat, place)
        };
        let [low, high] = self.rivals();
        match (useful, (low | high) & place.bit() != 0) {
            (false, _) => Wish::Bluff,
            (true, true) => Wish::Low,
            (true, false) => Wish::High,
        }
    }

    /// Returns what a commodity adds to the sets, and a new kind to those of later voyages.
    #[inline(always)]
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

/// What is sought for a destination.
#[derive(Clone, Copy)]
enum Wish {
    /// Nothing: there is no destination.
    None,
    /// The ghost ship, then a high disc.
    Bluff,
    /// A low disc.
    Low,
    /// A high disc, not the ghost ship.
    High,
}

impl Wish {
    /// Values a disc.
    #[inline(always)]
    fn worth(self, disc: Disc) -> f32 {
        match (self, disc.round()) {
            (Self::None, _) => 0.0,
            (Self::Bluff, None) => 10.0,
            (_, None) => -10.0,
            (Self::Low, Some(round)) => -(round as f32),
            (_, Some(round)) => round as f32,
        }
    }
}

/// Values each destination separately, those with discs being paid for first.
struct Sailing<'a> {
    thumb: &'a Thumb<'a>,
    /// The crew and guns that are left, and half a cube, since means are rounded.
    crew: f32,
    guns: f32,
    /// The destinations whose tiles the seat knows.
    known: u16,
    /// Whether a trade good is left, and then what each commodity adds.
    trades: bool,
    goods: ByKey<Commodity, f32>,
    galleon: bool,
    pinnace: usize,
    rivals: [u16; 2],
}

impl<'a> Sailing<'a> {
    #[inline]
    fn new(thumb: &'a Thumb<'a>) -> Self {
        let (game, state, player) = (thumb.game, thumb.state, thumb.player);
        let items = player.items;
        let (mut crew, mut guns) = (f32::from(items.crew()), f32::from(items.guns()));
        let ports = game.rules.of_kind(DestinationKind::Port);
        let known = game.known_tiles(state, thumb.seat);
        for place in destinations(player.missions & !ports) {
            let cost = thumb.cost(place, known);
            (crew, guns) = (crew - cost.0, guns - cost.1);
        }
        let trades = u32::from(items.trade_goods()) > (player.missions & ports).count_ones();
        let goods = if trades { ByKey::from_fn(|good| thumb.good(good)) } else { ByKey::default() };
        let galleon = game.has_galleon(state, thumb.seat);
        let pinnace = usize::from(game.has_pinnace(state, thumb.seat));
        let (crew, guns) = (crew + 0.5, guns + 0.5);
        Self { thumb, crew, guns, known, trades, goods, galleon, pinnace, rivals: thumb.rivals() }
    }

    /// Returns the first of the destinations of most worth.
    #[inline]
    fn best(&self, free: u16) -> Option<Destination> {
        let rules = &self.thumb.game.rules;
        let mut useful = free;
        if !self.trades {
            useful &= !rules.of_kind(DestinationKind::Port);
        }
        if !self.galleon {
            useful &= !rules.of_kind(DestinationKind::Galleon);
        }
        let (mut best, mut top) = (None, 0.0);
        for place in destinations(useful) {
            let worth = self.worth(place);
            if worth > top {
                (best, top) = (Some(place), worth);
            }
        }
        // The others are worth nothing.
        best.or_else(|| self.best_of_all(free))
    }

    #[cold]
    fn best_of_all(&self, free: u16) -> Option<Destination> {
        first_of_best(destinations(free), |place| self.worth(place)).map(|(place, _)| place)
    }

    #[inline(always)]
    fn worth(&self, place: Destination) -> f32 {
        let (game, state, prices) = (self.thumb.game, self.thumb.state, self.thumb.prices);
        let kind = game.rules.kind(place);
        if kind == DestinationKind::Port {
            if !self.trades {
                return 0.0;
            }
            let icons = game.goods_left(state, place);
            let best = KeySet::from_bits(icons).iter().map(|good| self.goods[good]).fold(0.0, greatest);
            return best * LEFT[self.rivals_at(place)].trade;
        }
        let galleon = kind == DestinationKind::Galleon;
        // Most destinations are cities and forts whose tiles are not known: their costs and prices are in tables.
        let is_usual = !galleon && self.known & place.bit() == 0;
        let (crew, guns) =
            if is_usual { prices.usual[self.pinnace][place] } else { self.thumb.cost(place, self.known) };
        if self.crew < crew || self.guns < guns || galleon && !self.galleon {
            return 0.0;
        }
        let new = self.thumb.player.missions & game.rules.of_kind(kind) == 0;
        let rivals = self.rivals_at(place);
        if is_usual {
            return prices.attacks[self.pinnace][place][usize::from(new)][rivals];
        }
        let vp = f32::from(game.attack_vp(state, place));
        LEFT[rivals].attack(prices.stones[place], vp, new, (crew, guns))
    }

    /// Returns the number of other ships with a disc at a destination.
    #[inline(always)]
    fn rivals_at(&self, place: Destination) -> usize {
        let [low, high] = self.rivals.map(|bits| usize::from(bits >> place.index() & 1));
        low + 2 * high
    }
}
