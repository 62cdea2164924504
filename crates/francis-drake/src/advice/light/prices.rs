//! The fixed prices of the rules of thumb, worked out once for a set of rules and weights.

use crate::advice::policy::load::greatest;
use crate::advice::weights::Weights;
use crate::limits::MAX_PLAYERS;
use crate::rules::Rules;
use crate::words::{Destination, DestinationKind, Stop};
use tradewinds_game::kit::ByKey;

/// VP of a trade good in addition to its price in the plans of the full policy.
const TRADE_GOOD: f32 = 2.5;
/// The cubes that a tile is expected to cost.
pub(super) const TILE: f32 = 0.8;
/// The share of a treasure that each rival at a destination takes away.
const RIVAL_TREASURE: f32 = 0.5;
/// The share of a success that each rival at a destination takes away.
const RIVAL_SUCCESS: f32 = 0.25;
/// What a number of rivals leave, 0 to 3: shares of a treasure, of a success and of a trade.
pub(super) const LEFT: [Left; 4] = {
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

/// VP of a type that a voyage has not attacked yet.
const NEW_TYPE: f32 = 3.0;

/// What rivals leave.
#[derive(Clone, Copy)]
pub(super) struct Left {
    treasure: f32,
    success: f32,
    pub(super) trade: f32,
}

impl Left {
    /// Values an attack that costs this crew and these guns.
    #[inline]
    pub(super) fn attack(self, stone: f32, vp: f32, new: bool, cost: (f32, f32)) -> f32 {
        let types = if new { NEW_TYPE } else { 0.0 };
        stone * self.treasure + (vp + types) * self.success - 0.3 * (cost.0 + cost.1)
    }
}

/// Barrels that a ship may still want, 0 to 4.
const MISSING: usize = 5;

/// The numbers of visits of a location that the prices distinguish: a power of two is quick to look up.
pub(super) const VISITS: usize = (MAX_PLAYERS + 1).next_power_of_two();

/// What a stop gives by fixed prices to each next visitor.
pub(super) type ByVisits = [f32; VISITS];

/// What the stops give by fixed prices, the price of the investor left out, and what attacks cost and bring.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    /// By whether the ship has an own galleon, and by the barrels that it still wants.
    pub(super) stops: [[ByKey<Stop, ByVisits>; MISSING]; 2],
    /// The highest of these prices, likewise; at least 0.
    pub(super) highest: [[f32; MISSING]; 2],
    /// The crew and guns that cities and forts cost besides the tile, without and with a pinnace.
    pub(super) land: [ByKey<Destination, (f32, f32)>; 2],
    /// The same with the tile that is expected where it is not known.
    pub(super) usual: [ByKey<Destination, (f32, f32)>; 2],
    /// What attacks on cities and forts bring whose tiles are not known, without and with a pinnace: by whether the
    /// type is new, and by the number of rivals.
    pub(super) attacks: [ByKey<Destination, [[f32; LEFT.len()]; 2]>; 2],
    /// The VP of the treasures.
    pub(super) stones: ByKey<Destination, f32>,
}

impl Prices {
    pub(crate) fn new(rules: &Rules, w: &Weights) -> Self {
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
        let highest = stops
            .each_ref()
            .map(|stops| stops.each_ref().map(|stops| stops.values().flatten().copied().fold(0.0, greatest)));
        let land = [false, true].map(|pinnace| {
            ByKey::from_fn(|place| {
                let guns = if pinnace { 0 } else { rules.printed_guns(place) };
                (rules.printed_troops(place).into(), guns.into())
            })
        });
        let stones =
            ByKey::from_fn(|place| rules.stone(place).map_or(0.0, |stone| rules.stone_vp(stone).into()));
        let usual = land
            .each_ref()
            .map(|land| ByKey::from_fn(|place| land_cost(rules.kind(place), land[place], TILE)));
        let attacks = usual.each_ref().map(|costs| {
            ByKey::from_fn(|place| {
                let vp = f32::from(rules.printed_vp(place));
                [false, true].map(|new| LEFT.map(|left| left.attack(stones[place], vp, new, costs[place])))
            })
        });
        Self { stops, highest, land, usual, attacks, stones }
    }
}

/// Returns the crew and guns that a city or fort costs, from what it costs besides the tile.
#[inline]
pub(super) fn land_cost(kind: DestinationKind, (crew, guns): (f32, f32), tile: f32) -> (f32, f32) {
    (if kind == DestinationKind::Fort { crew + tile } else { crew }, guns)
}
