//! What the stops on the street give, and how soon others reach them: tables made once for the rules and
//! weights.

use super::load::Load;
use crate::advice::weights::Weights;
use crate::items::Items;
use crate::limits::{LOCATIONS, MAX_PLAYERS};
use crate::rules::Rules;
use crate::words::{INVESTOR_STOPS, Item, Stop};
use tradewinds_game::kit::ByKey;

/// Turns ahead that are distinguished.
pub(super) const TURNS: usize = 10;
/// Turns ahead in the tables: a multiple of four.
pub(super) const LANES: usize = 12;

/// Something by the number of turns ahead, in groups of four that are computed at once.
pub(super) type ByTurns<T> = [[T; 4]; LANES / 4];

/// Returns how likely a ship that comes by is to stop at a location.
fn want(location: Stop) -> f32 {
    match location {
        Stop::CrewA => 0.8,
        Stop::CrewB => 0.85,
        Stop::GunsA => 0.75,
        Stop::GunsB => 0.75,
        Stop::SuppliesA => 0.85,
        Stop::SuppliesB => 0.85,
        Stop::Trade => 0.6,
        Stop::Tavern => 0.5,
        Stop::Shipyard => 0.7,
        Stop::Pinnace => 0.45,
        Stop::Drake => 0.5,
        Stop::Queen => 0.9,
        Stop::Admiral => 0.35,
        Stop::Governor => 0.35,
        Stop::Informer => 0.45,
        Stop::GoldenHind => 0.7,
        // Every seat can stop at the investor and the dockside, and Drake's second disc is not a new stop.
        _ => 0.0,
    }
}

/// What a stop gives its next visitor.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    /// The items for certain, before the supply limits them.
    pub(super) items: Items,
    /// Everything, with a full supply; at the investor without its price.
    pub(super) load: Load,
    /// The gain of a visitor after a number of others, as a share of this one's gain.
    pub(super) shares: [f32; MAX_PLAYERS],
    /// The visitors that there is room for.
    pub(super) room: usize,
}

/// How far a ship gets.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// The share of its way to a location.
    pub(super) way: ByTurns<f32>,
    /// Its square root.
    pub(super) root: ByTurns<f32>,
}

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// By stop and visits.
    offers: ByKey<Stop, [Offer; MAX_PLAYERS + 1]>,
    /// By the number of open locations up to a stop, less 1.
    reaches: [Reach; LOCATIONS],
    /// How likely a ship that comes by stops, and one that has no use for a galleon.
    wants: ByKey<Stop, [f32; 2]>,
}

impl Chart {
    pub(super) fn new(rules: &Rules, weights: &Weights) -> Self {
        let offers =
            ByKey::from_fn(|stop| std::array::from_fn(|visits| offer(rules, weights, stop, visits as u8)));
        let reaches = std::array::from_fn(|between| {
            let distance = (between + 1) as f32;
            let way = |turns: usize| (turns as f32 * weights.pace / distance).min(1.0);
            let way: ByTurns<f32> =
                std::array::from_fn(|group| std::array::from_fn(|turn| way(4 * group + turn)));
            Reach { way, root: way.map(|group| group.map(f32::sqrt)) }
        });
        let wants = ByKey::from_fn(|stop| {
            let useless = if rules.gives_galleon(stop) { 0.2 } else { 1.0 };
            [1.0, useless].map(|factor| want(stop) * weights.want * factor)
        });
        Self { offers, reaches, wants }
    }

    /// Returns what a stop gives its next visitor after a number of others.
    #[inline]
    pub(super) fn offer(&self, stop: Stop, visits: u8) -> &Offer {
        &self.offers[stop][usize::from(visits).min(MAX_PLAYERS)]
    }

    /// Returns how far a ship gets that has a number of open locations before a stop.
    #[inline]
    pub(super) fn reach(&self, between: u32) -> &Reach {
        &self.reaches[between as usize % LOCATIONS]
    }

    /// Returns how likely a ship that comes by stops, with or without a galleon of its own.
    #[inline]
    pub(super) fn want(&self, stop: Stop, galleon: bool) -> f32 {
        self.wants[stop][usize::from(galleon)]
    }
}

fn offer(rules: &Rules, weights: &Weights, stop: Stop, visits: u8) -> Offer {
    let items = rules.stop_items(stop, visits);
    let load = stop_load(rules, weights, stop, visits == 0, items);
    let mut shares = [0.0; MAX_PLAYERS];
    let mut room = 0;
    if stop.is_location() {
        room = usize::from(rules.circles(stop).saturating_sub(visits)).min(MAX_PLAYERS);
        let total = |visits: u8| {
            let items = rules.stop_items(stop, visits);
            Item::ALL.into_iter().map(|item| f32::from(items.get(item))).sum::<f32>()
        };
        let goods = matches!(stop.index(), 0..=6);
        let now = total(visits);
        for (others, share) in shares.iter_mut().enumerate().take(room) {
            *share = if goods && now > 0.0 { total(visits + others as u8) / now } else { 1.0 };
        }
    }
    Offer { items, load, shares, room }
}

/// Returns what a stop gives a visitor that gets these items; at the investor without its price.
pub(super) fn stop_load(rules: &Rules, weights: &Weights, stop: Stop, first: bool, items: Items) -> Load {
    let mut load = Load::of(items);
    match stop {
        Stop::Tavern => {
            let (crew, ghost) = rules.tavern_mean(first);
            *load.crew_mut() += crew;
            *load.extra_mut() += ghost * weights.ghost_ship;
        }
        Stop::Drake => {
            *load.crew_mut() += 2.5;
            *load.guns_mut() += 2.5;
        }
        Stop::Admiral => *load.extra_mut() += weights.admiral,
        Stop::Governor => *load.extra_mut() += weights.governor,
        Stop::Informer => *load.extra_mut() += weights.informer,
        Stop::GoldenHind => {
            *load.golden_hind_mut() = 1.0;
            *load.extra_mut() += weights.golden_hind;
        }
        _ => {}
    }
    if rules.gives_galleon(stop) {
        *load.galleon_mut() = 1.0;
    }
    if rules.pinnace_stops & stop.bit() != 0 {
        *load.pinnace_mut() = 1.0;
    }
    if stop.bit() & INVESTOR_STOPS == 0 {
        *load.extra_mut() -= weights.tempo;
    }
    load
}
