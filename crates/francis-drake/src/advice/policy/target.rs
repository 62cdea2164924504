//! The worth of one destination to one ship, and its cost.

use arrayvec::ArrayVec;

use super::contest::{Before, Rival};
use super::judge::Judge;
use super::outfit::factor;
use crate::limits::{MAX_TILES, ROUNDS};
use crate::words::{Commodity, Destination, DestinationKind, destinations};
use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

/// The tiles that may lie at a destination, all equally likely.
pub(super) type Tiles = ArrayVec<u8, MAX_TILES>;

/// The resources that a ship has left; fractions are means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Purse {
    pub(super) crew: f32,
    pub(super) guns: f32,
    pub(super) trade_goods: f32,
    /// Commodities, for the worth of the next one.
    pub(super) goods: ByKey<Commodity, u8>,
    /// Chances of no success at a city, fort, galleon.
    pub(super) miss: [f32; 3],
}

/// A destination as one ship sees it.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) place: Destination,
    pub(super) kind: DestinationKind,
    /// The cost of an attack besides the tile.
    crew: f32,
    guns: f32,
    tiles: Tiles,
    /// VP and treasure of an attack by the ship's own round, if it can be paid.
    gain: [f32; ROUNDS],
    /// Chances of a success place by the ship's own round.
    chance: [f32; ROUNDS],
    /// At ports, how many others have traded before.
    before: Before,
}

/// The mean result of a mission.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Outcome {
    pub(super) gain: f32,
    /// The chance of success.
    pub(super) chance: f32,
    pub(super) after: Purse,
}

impl Judge<'_> {
    /// Returns what a ship has to spend.
    pub(super) fn purse(&self, seat: Seat) -> Purse {
        let player = self.state.player(seat);
        let miss = [DestinationKind::City, DestinationKind::Fort, DestinationKind::Galleon]
            .map(|kind| if player.attacked & self.rules.of_kind(kind) == 0 { 1.0 } else { 0.0 });
        Purse {
            crew: player.items.crew().into(),
            guns: player.items.guns().into(),
            trade_goods: player.items.trade_goods().into(),
            goods: player.goods,
            miss,
        }
    }

    /// Returns the expected VP for types.
    #[inline]
    pub(super) fn types(&self, miss: [f32; 3]) -> f32 {
        let [a, b, c] = miss.map(|miss| 1.0 - miss);
        let [no_a, no_b, no_c] = miss;
        let one = a * no_b * no_c + no_a * b * no_c + no_a * no_b * c;
        let two = a * b * no_c + a * no_b * c + no_a * b * c;
        let vp = self.conquest;
        self.weights.types * (one * vp[1] + two * vp[2] + a * b * c * vp[3])
    }

    /// Returns the tiles that may lie at a destination.
    pub(super) fn tiles_at(&self, place: Destination) -> Tiles {
        let kind = self.rules.kind(place);
        let mut tiles = Tiles::new();
        match kind {
            DestinationKind::Fort | DestinationKind::Galleon => {}
            _ => {
                tiles.push(0);
                return tiles;
            }
        }
        if let Some(tile) = self.known_tile(place) {
            tiles.push(tile);
            return tiles;
        }
        tiles.extend(self.rules.tiled(kind).1.iter().copied());
        for other in destinations(self.rules.of_kind(kind)) {
            if let Some(tile) = self.known_tile(other)
                && let Some(index) = tiles.iter().position(|&left| left == tile)
            {
                tiles.swap_remove(index);
            }
        }
        if tiles.is_empty() {
            tiles.push(0);
        }
        tiles
    }

    /// Looks at a destination for a ship.
    pub(super) fn target(&self, seat: Seat, rivals: &[Rival], place: Destination) -> Target {
        let state = self.state;
        let kind = self.rules.kind(place);
        let cost = self.game.attack_cost(state, seat, place, 0);
        let before = self.before(rivals, place);
        let mut target = Target {
            place,
            kind,
            crew: cost.crew().into(),
            guns: cost.guns().into(),
            tiles: self.tiles_at(place),
            gain: [0.0; ROUNDS],
            chance: [0.0; ROUNDS],
            before,
        };
        if kind == DestinationKind::Port {
            return target;
        }
        let places = usize::from(self.rules.successes.saturating_sub(state.successes(place))).min(3);
        let taken = state.taken & place.bit() != 0;
        let stone = self.rules.stone(place).filter(|_| !taken);
        let stone = stone.map_or(0.0, |stone| self.weights.stone * f32::from(self.rules.stone_vp(stone)));
        let vp = f32::from(self.game.attack_vp(state, place));
        let factor = factor(self.weights, kind);
        for (round, before) in before.iter().enumerate() {
            target.chance[round] = before[..places].iter().sum();
            target.gain[round] = factor * (vp * target.chance[round] + stone * before[0]);
        }
        target
    }

    /// Returns what a mission in a round brings on average.
    pub(super) fn outcome(&self, target: &Target, round: usize, purse: &Purse) -> Outcome {
        if target.kind == DestinationKind::Port {
            return self.trade_outcome(target, &target.before[round], purse);
        }
        self.attack_outcome(target, target.gain[round], target.chance[round], purse)
    }

    /// Returns what a mission brings in a round that is not yet known: any of `rounds`, the better half
    /// of them if it needs one.
    pub(super) fn vague_outcome(&self, target: &Target, rounds: &[usize], purse: &Purse) -> Outcome {
        let share = 1.0 / rounds.len().max(1) as f32;
        let first = rounds.first().copied().unwrap_or(ROUNDS - 1);
        if target.kind == DestinationKind::Port {
            let mut before = target.before[first].map(|chance| 0.5 * chance);
            for &round in rounds {
                for (mean, chance) in before.iter_mut().zip(target.before[round]) {
                    *mean += 0.5 * share * chance;
                }
            }
            return self.trade_outcome(target, &before, purse);
        }
        let mean = |values: &[f32; ROUNDS]| {
            let mean: f32 = rounds.iter().map(|&round| values[round]).sum();
            0.5 * values[first] + 0.5 * share * mean
        };
        self.attack_outcome(target, mean(&target.gain), mean(&target.chance), purse)
    }

    #[inline]
    fn attack_outcome(&self, target: &Target, gain: f32, place: f32, purse: &Purse) -> Outcome {
        let galleon = target.kind == DestinationKind::Galleon;
        let (have, need, other) = if galleon {
            (purse.guns, target.guns, purse.crew - target.crew)
        } else {
            (purse.crew, target.crew, purse.guns - target.guns)
        };
        let mut chance = 0.0;
        let mut paid = 0.0;
        if other > -0.5 && gain > 0.0 {
            for &tile in &target.tiles {
                let tile = f32::from(tile);
                // A mean that is nearly enough is enough most of the time.
                let pays = (have - need - tile + 1.0).clamp(0.0, 1.0);
                chance += pays;
                paid += pays * tile;
            }
            let share = 1.0 / target.tiles.len() as f32;
            chance *= share;
            paid *= share;
        }
        if chance <= 0.0 {
            return Outcome { gain: 0.0, chance: 0.0, after: *purse };
        }
        let success = chance * place;
        let mut after = *purse;
        let (crew, guns) = if galleon {
            (success * target.crew, success * target.guns + paid * place)
        } else {
            (success * target.crew + paid * place, success * target.guns)
        };
        after.crew = (after.crew - crew).max(0.0);
        after.guns = (after.guns - guns).max(0.0);
        after.miss[target.kind.index()] *= 1.0 - success;
        Outcome { gain: chance * gain, chance: success, after }
    }

    fn trade_outcome(&self, target: &Target, before: &[f32; 3], purse: &Purse) -> Outcome {
        let icons = self.game.goods_left(self.state, target.place);
        let number = icons.count_ones() as usize;
        let pays = purse.trade_goods.min(1.0);
        if number == 0 || pays <= 0.0 {
            return Outcome { gain: 0.0, chance: 0.0, after: *purse };
        }
        let mut values = [0.0; Commodity::COUNT];
        let mut best = (f32::MIN, Commodity::Indigo);
        let mut sorted = 0;
        for good in Commodity::ALL {
            if icons >> good.index() & 1 == 0 {
                continue;
            }
            let value = self.good_value(&purse.goods, good);
            if value > best.0 {
                best = (value, good);
            }
            let mut at = sorted;
            while at > 0 && values[at - 1] < value {
                values[at] = values[at - 1];
                at -= 1;
            }
            values[at] = value;
            sorted += 1;
        }
        // The best of what random others leave.
        let left = |taken: usize| match (number, taken) {
            (_, 0) => values[0],
            (2, 1) => 0.5 * (values[0] + values[1]),
            (3, 1) => (2.0 * values[0] + values[1]) / 3.0,
            (3, 2) => (values[0] + values[1] + values[2]) / 3.0,
            (4, 1) => 0.75 * values[0] + 0.25 * values[1],
            (4, 2) => 0.5 * values[0] + 0.33 * values[1] + 0.17 * values[2],
            _ => 0.0,
        };
        let gain: f32 = (0..3.min(number)).map(|taken| before[taken] * left(taken)).sum();
        let chance: f32 = pays * before[..3.min(number)].iter().sum::<f32>();
        let mut after = *purse;
        after.trade_goods = (after.trade_goods - chance).max(0.0);
        if chance > 0.5 {
            after.goods[best.1] += 1;
        }
        Outcome { gain: pays * self.weights.port * gain, chance, after }
    }

    /// Returns the worth of one more commodity: in sets now, and for sets in later voyages.
    pub(super) fn good_value(&self, goods: &ByKey<Commodity, u8>, good: Commodity) -> f32 {
        let now = self.rules.goods_gain(goods, good) as f32;
        let w = self.weights;
        let new = if goods[good] == 0 { w.goods_later } else { w.double_later };
        let indigo = if good == Commodity::Indigo { w.indigo_later } else { 0.0 };
        now + (new + indigo) * self.voyages_left
    }
}
