//! The worth of a load of crew, guns and ships while the missions are still to be chosen: a table of the best
//! sets of attacks, made once for the rules and weights.

use std::fmt;
use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;

use super::load::{Load, Split, least};
use crate::FrancisDrake;
use crate::advice::weights::Weights;
use crate::limits::VOYAGES;
use crate::player::Player;
use crate::rules::Rules;
use crate::state::State;
use crate::words::{Commodity, Destination, DestinationKind, GalleonTile, count};
use tradewinds_game::Memo;

/// The maximum number of crew or guns that the table distinguishes, and one more.
const CUBES: usize = 12;
/// The numbers of missions: 0 to 5.
const SLOTS: usize = 6;
/// The ranges: 1 to 4.
const RANGES: usize = 4;
/// The orders of three galleon tiles.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
/// Cells of one plane: crew and guns.
const PLANE: usize = CUBES * CUBES;
/// Cells of one pair of crew and guns: a number of missions each, and two that are not used, so that all are
/// read at once.
const LANES: usize = 8;
/// Cells of one order of galleon tiles, ship and pinnace.
const BLOCK: usize = RANGES * PLANE * LANES;
/// The numbers of crew, guns, barrels and trade goods that count.
pub(super) const BOUNDS: [f32; 4] = [(CUBES - 1) as f32, (CUBES - 1) as f32, RANGES as f32, 3.0];
/// Cells from that of a whole load to the last one that it is interpolated with: one more crew and gun.
const CORNERS: usize = (CUBES + 2) * LANES;
/// No plan.
const NONE: f32 = -1e9;

/// The worth of something by the number of missions.
type ByMissions = [f32; LANES];

/// The expected VP of the best attacks by order of galleon tiles, ship, pinnace, range, crew, guns and
/// number of missions.
#[derive(Debug)]
pub(super) struct Outfits {
    cells: Vec<f32>,
}

/// The weights that the table depends on.
type Key = ([f32; 10], Rules);

impl Outfits {
    /// Makes the table, or finds it among those made before.
    pub(super) fn new(rules: &Rules, weights: &Weights) -> Arc<Self> {
        static MADE: Memo<Key, Arc<Outfits>> = Memo::new();
        let w = weights;
        let numbers = [
            w.city,
            w.fort,
            w.galleon,
            w.types,
            w.stone,
            w.place,
            w.first,
            w.far_first,
            w.lost_type,
            w.saved,
        ];
        let made = MADE.get_or_make((numbers, rules.clone()), |_| {
            Ok::<_, std::convert::Infallible>(Arc::new(Self::make(rules, weights)))
        });
        match made {
            Ok(table) => table,
            Err(never) => match never {},
        }
    }

    fn make(rules: &Rules, weights: &Weights) -> Self {
        // There is room behind the last cell, so that the corners around a cell are always in the table.
        let mut cells = vec![0.0; ORDERS.len() * 4 * BLOCK + CORNERS];
        for (order, tiles) in ORDERS.iter().enumerate() {
            for ships in 0..4 {
                let galleon = ships & 1 != 0;
                let to = (order * 4 + ships) * BLOCK;
                if !galleon && order > 0 {
                    // Without a ship of its own the tiles do not matter.
                    cells.copy_within(ships * BLOCK..(ships + 1) * BLOCK, to);
                    continue;
                }
                fill(rules, weights, tiles, galleon, ships & 2 != 0, &mut cells[to..to + BLOCK]);
            }
        }
        Self { cells }
    }

    /// Returns the index of the order of the galleon tiles on the map.
    pub(super) fn order(state: &State) -> usize {
        /// By the three tiles, two bits each.
        const INDICES: [u8; 64] = {
            let mut indices = [0; 64];
            let mut index = 0;
            while index < ORDERS.len() {
                let [a, b, c] = ORDERS[index];
                indices[a | b << 2 | c << 4] = index as u8;
                index += 1;
            }
            indices
        };
        INDICES[usize::from(state.galleon_tiles % 64)].into()
    }

    /// Returns the worth of the attacks of a load by the number of missions that trades take, 0 to `trades` of them;
    /// there are four missions, and one more with the Golden Hind. `items` are those of the load, up to
    /// [`BOUNDS`].
    #[inline]
    pub(super) fn attacks(&self, order: usize, load: &Load, items: &Split, trades: usize) -> [f32; 4] {
        let hind = load.golden_hind();
        let of = Interpolation { outfits: self, order, load, items };
        // Four numbers of missions are computed at once; mostly they are enough.
        let by_trades = |[a, b, c, d]: [f32; 4]| [d, c, b, a];
        if hind <= 0.0 {
            by_trades(of.missions(1))
        } else if hind >= 1.0 {
            by_trades(of.missions(2))
        } else {
            let with = by_trades(of.missions(2));
            let without =
                if trades < 3 { [with[1], with[2], with[3], 0.0] } else { by_trades(of.missions(1)) };
            mix(hind, without, with)
        }
    }

    /// Returns the worth of the attacks of a whole load within a range of at least 1.
    #[inline]
    pub(super) fn cell(
        &self,
        order: usize,
        ships: usize,
        range: usize,
        crew: usize,
        guns: usize,
    ) -> ByMissions {
        let at = (order * 4 + ships) * BLOCK + ((range - 1) * PLANE + crew * CUBES + guns) * LANES;
        std::array::from_fn(|missions| self.cells[at..at + LANES][missions])
    }
}

/// The worth of a load between those of whole loads, mixed by the chances of the ships.
struct Interpolation<'a> {
    outfits: &'a Outfits,
    order: usize,
    load: &'a Load,
    items: &'a Split,
}

impl Interpolation<'_> {
    /// Returns the worth for four numbers of missions, `from` the lowest.
    #[inline]
    fn missions(&self, from: usize) -> [f32; 4] {
        let [crew, guns, range, _] = self.items.whole;
        let at = self.order * 4 * BLOCK + range * PLANE * LANES + (crew * CUBES + guns) * LANES + from;
        let (galleon, pinnace) = (self.load.galleon(), self.load.pinnace());
        let is_whole = |chance: f32| chance <= 0.0 || chance >= 1.0;
        if is_whole(galleon) && is_whole(pinnace) {
            let ships = usize::from(galleon > 0.0) + 2 * usize::from(pinnace > 0.0);
            self.ranges(at + ships * BLOCK)
        } else {
            self.mixed(at)
        }
    }

    /// Mixes the worth with ships and without; `at` is the cell without ships.
    #[inline(never)]
    fn mixed(&self, at: usize) -> [f32; 4] {
        let galleon = self.load.galleon();
        let galleons = |pinnace: usize| {
            let at = at + 2 * pinnace * BLOCK;
            if galleon <= 0.0 {
                self.ranges(at)
            } else if galleon >= 1.0 {
                self.ranges(at + BLOCK)
            } else {
                mix(galleon, self.ranges(at), self.ranges(at + BLOCK))
            }
        };
        let pinnace = self.load.pinnace();
        if pinnace <= 0.0 {
            galleons(0)
        } else if pinnace >= 1.0 {
            galleons(1)
        } else {
            mix(pinnace, galleons(0), galleons(1))
        }
    }

    /// Interpolates between two ranges; `at` is the cell of the range behind the whole one.
    #[inline(always)] // The numbers stay in registers.
    fn ranges(&self, at: usize) -> [f32; 4] {
        let more = self.items.rest[2];
        let low = if self.items.whole[2] > 0 { self.plane(at - PLANE * LANES) } else { [0.0; 4] };
        if more > 0.0 { between(low, self.plane(at), more) } else { low }
    }

    /// Interpolates between numbers of guns, then of crew.
    #[inline(always)]
    fn plane(&self, at: usize) -> [f32; 4] {
        let [more_crew, more_guns, ..] = self.items.rest;
        let cells = &self.outfits.cells[at..at + CORNERS];
        let cell = |at: usize| -> [f32; 4] { std::array::from_fn(|number| cells[at + number]) };
        let row = |at: usize| {
            let low = cell(at);
            if more_guns > 0.0 { between(low, cell(at + LANES), more_guns) } else { low }
        };
        let low = row(0);
        if more_crew > 0.0 { between(low, row(CUBES * LANES), more_crew) } else { low }
    }
}

/// Returns the values a share of the way from `low` to `high`.
#[inline]
fn between(low: [f32; 4], high: [f32; 4], share: f32) -> [f32; 4] {
    std::array::from_fn(|index| low[index] + share * (high[index] - low[index]))
}

/// Mixes two values by the chance of the second.
#[inline]
fn mix(chance: f32, without: [f32; 4], with: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|index| (1.0 - chance) * without[index] + chance * with[index])
}

/// Fills one block: the best value by range, number of missions, crew and guns.
fn fill(
    rules: &Rules,
    weights: &Weights,
    tiles: &[usize; 3],
    galleon: bool,
    pinnace: bool,
    block: &mut [f32],
) {
    // Best value by set of types, missions, crew, guns.
    let mut best = vec![NONE; 8 * SLOTS * PLANE];
    best[..SLOTS * PLANE].fill(0.0);
    for range in 1..=RANGES {
        let zone = Destination::ALL.into_iter().filter(|&place| usize::from(rules.zone(place)) == range);
        for place in zone {
            let kind = rules.kind(place);
            let Some(stone) = rules.stone(place) else { continue };
            if kind == DestinationKind::Galleon && !galleon {
                continue;
            }
            let (troops, mut guns) = (rules.printed_troops(place), rules.printed_guns(place));
            let mut vp = f32::from(rules.printed_vp(place));
            if kind == DestinationKind::Galleon {
                let tile = GalleonTile::ALL[tiles[rules.place(place)]];
                (guns, vp) = (rules.galleon_guns(tile), f32::from(rules.galleon_vp(tile)));
            } else if pinnace {
                guns = 0;
            }
            let first = if range == RANGES { weights.far_first } else { weights.first };
            let treasure = weights.stone * f32::from(rules.stone_vp(stone));
            let value = factor(weights, kind) * (weights.place * vp + first * treasure);
            let defence = if kind == DestinationKind::City { &[0][..] } else { rules.tiled(kind).1 };
            let mut ways = ArrayVec::<Way, 4>::new();
            for (index, &reserve) in defence.iter().enumerate() {
                if defence.get(index + 1) == Some(&reserve) {
                    continue;
                }
                let paid = &defence[..=index];
                let chance = paid.len() as f32 / defence.len() as f32;
                let mean = paid.iter().map(|&tile| f32::from(tile)).sum::<f32>() / paid.len() as f32;
                let left = f32::from(reserve) - chance * mean;
                let gain = chance * value - (1.0 - chance) * weights.lost_type + left * weights.saved;
                let (mut crew, mut cannons) = (usize::from(troops), usize::from(guns));
                *if kind == DestinationKind::Galleon { &mut cannons } else { &mut crew } +=
                    usize::from(reserve);
                if crew < CUBES && cannons < CUBES {
                    ways.push(Way { crew, guns: cannons, gain });
                }
            }
            add(&mut best, kind, &ways);
        }
        for cell in 0..SLOTS * PLANE {
            let of_types = (0..8_usize).map(|types| {
                let vp = weights.types * f32::from(rules.conquest_vp(types.count_ones() as usize));
                best[types * SLOTS * PLANE + cell] + vp
            });
            let (missions, cubes) = (cell / PLANE, cell % PLANE);
            block[((range - 1) * PLANE + cubes) * LANES + missions] = of_types.fold(0.0, f32::max);
        }
    }
}

/// A way to attack a destination: what is reserved for it and what it brings.
struct Way {
    crew: usize,
    guns: usize,
    gain: f32,
}

/// Adds the ways of attacking one destination to the best plans. The plans read have a mission less than
/// those written, so no destination is attacked twice.
fn add(best: &mut [f32], kind: DestinationKind, ways: &[Way]) {
    for slots in (1..SLOTS).rev() {
        for types in 0..8_usize {
            let from = (types * SLOTS + slots - 1) * PLANE;
            let to = ((types | 1 << kind.index()) * SLOTS + slots) * PLANE;
            for way in ways {
                for crew in way.crew..CUBES {
                    for guns in way.guns..CUBES {
                        let value = best[from + (crew - way.crew) * CUBES + guns - way.guns] + way.gain;
                        let cell = &mut best[to + crew * CUBES + guns];
                        *cell = cell.max(value);
                    }
                }
            }
        }
    }
}

/// The table for the default weights, of which the features are made; made when it is first used.
///
/// It follows from the rules, so all are equal.
#[derive(Clone, Default)]
pub(crate) struct Prospects(OnceLock<Arc<Outfits>>);

impl PartialEq for Prospects {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Prospects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Prospects")
    }
}

impl FrancisDrake {
    /// Returns the VP of the best missions of a ship with a number of discs in hand, with the crew, guns and trade
    /// goods `left` by the discs on the map.
    pub(crate) fn plan(&self, state: &State, player: &Player, left: [f32; 3], discs: usize) -> f32 {
        let rules = &self.rules;
        let outfits = self.prospects.0.get_or_init(|| Outfits::new(rules, &Weights::DEFAULT));
        let to_come = f32::from(VOYAGES - state.voyage);
        let [crew, guns, trade_goods] = left;
        let discs = discs.min(SLOTS - 1);
        let range = usize::from(player.items.barrels()).min(RANGES);
        if discs == 0 || range == 0 {
            return 0.0;
        }
        let galleon = player.stops & rules.galleon_stops != 0;
        let pinnace = player.stops & rules.pinnace_stops != 0;
        let order = if galleon { Outfits::order(state) } else { 0 };
        let cubes = |number: f32| least(number + 0.5, (CUBES - 1) as f32) as i32 as usize;
        let ships = usize::from(galleon) + 2 * usize::from(pinnace);
        let attacks = outfits.cell(order, ships, range, cubes(crew), cubes(guns));
        let mut best = attacks[discs];
        let trades = (trade_goods + 0.5) as i32 as usize;
        if trades == 0 {
            return best;
        }
        // A commodity at each port in range, the kind held least first.
        let ports = rules.within(range as u16) & rules.of_kind(DestinationKind::Port);
        let icons = rules.commodities_within(range as u16);
        // By what is held, and by kind among equals.
        let key = |good: Commodity| u16::from(player.goods[good]) << 2 | good.index() as u16;
        let mut keys = Commodity::ALL.map(|good| if icons.has(good) { key(good) } else { u16::MAX });
        let (mut goods, mut new_kinds, mut sets) = (player.goods, 0.0, 0);
        for trades in 1..=trades.min(discs).min(count(ports)) {
            let least = keys.into_iter().fold(u16::MAX, u16::min);
            if least == u16::MAX {
                break;
            }
            let good = Commodity::ALL[usize::from(least & 3)];
            keys[good.index()] = u16::MAX;
            new_kinds += f32::from(u8::from(goods[good] == 0));
            sets += rules.goods_gain(&goods, good);
            goods[good] += 1;
            let later = Weights::DEFAULT.goods_later * to_come * new_kinds;
            best = best.max(attacks[discs - trades] + sets as f32 + later);
        }
        best
    }
}

/// Returns a style's factor on a type.
pub(super) fn factor(weights: &Weights, kind: DestinationKind) -> f32 {
    match kind {
        DestinationKind::City => weights.city,
        DestinationKind::Fort => weights.fort,
        DestinationKind::Galleon => weights.galleon,
        DestinationKind::Port => weights.port,
    }
}
