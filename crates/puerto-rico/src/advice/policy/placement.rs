//! The mayor: which circles to fill, and what colonists are worth.

use arrayvec::ArrayVec;

use super::judge::{Gains, Judge};
use super::outlook::Phases;
use crate::Action;
use crate::limits::SPACES;
use crate::player::Player;
use crate::slot;
use crate::words::{Building, Good, Role, Tile};
use tradewinds_game::kit::ByKey;

/// A player's circles while they are filled in the order of the slot types: those of the slot types
/// that are decided hold what they hold, the others are open and empty.
struct Circles {
    /// Colonists on plantations and on production buildings, by good.
    tiles: ByKey<Good, u8>,
    staff: ByKey<Good, u8>,
    /// Their maximum.
    max_tiles: ByKey<Good, u8>,
    max_staff: ByKey<Good, u8>,
    /// Worth of a good's first barrel and of a further one until the next mayor.
    first: ByKey<Good, f32>,
    further: ByKey<Good, f32>,
    /// Worth of each open quarry and violet building, the highest last.
    singles: ArrayVec<f32, { Tile::COUNT + Building::COUNT }>,
    /// Worth of the decided ones that are filled.
    worth: f32,
}

impl Circles {
    /// Reads a player's circles, the slot types before `from` decided.
    fn new(judge: &Judge<'_>, player: &Player, from: usize) -> Self {
        let uses = judge.until_next_mayor();
        let (weights, outlook) = (judge.weights, &judge.outlook);
        let crafts = uses[Role::Craftsman];
        let mut circles = Self {
            tiles: ByKey::default(),
            staff: ByKey::default(),
            max_tiles: ByKey::default(),
            max_staff: ByKey::default(),
            first: ByKey::default(),
            further: ByKey::default(),
            singles: ArrayVec::new(),
            worth: 0.0,
        };
        for good in Good::ALL {
            let kind = good.tile().index();
            let (now, most) = (player.occupied.get(kind), player.tiles.get(kind));
            let open = kind >= from;
            circles.tiles[good] = if open { 0 } else { now };
            circles.max_tiles[good] = if open { most } else { now };
            let taste = judge.taste(good) * crafts;
            let price = f32::from(judge.rules.prices[good]);
            circles.further[good] = weights.flow * taste;
            circles.first[good] =
                circles.further[good] + (weights.variety + weights.trade * price * outlook.doubloon) * taste;
        }
        // Corn needs no building.
        circles.staff[Good::Corn] = SPACES;
        circles.max_staff[Good::Corn] = SPACES;
        let quarry = Tile::Quarry.index();
        let builders = uses[Role::Builder];
        if quarry >= from {
            for count in 1..=player.tiles.get(quarry).min(4) {
                circles.single(judge.quarry(count) * builders);
            }
        } else {
            for count in 1..=player.occupied.get(quarry).min(4) {
                circles.worth += judge.quarry(count) * builders;
            }
        }
        for building in player.owned {
            let open = Tile::COUNT + building.index() >= from;
            if let Some(good) = building.good() {
                let staff = player.staff(building.index());
                circles.staff[good] += if open { 0 } else { staff };
                circles.max_staff[good] += if open { judge.rules.circles[building] } else { staff };
            } else if open {
                circles.single(judge.occupied(player, building, &uses));
            } else if player.occupies(building) {
                circles.worth += judge.occupied(player, building, &uses);
            }
        }
        circles
    }

    /// Adds an open circle that needs no other.
    fn single(&mut self, worth: f32) {
        let place = self.singles.iter().position(|&other| other > worth).unwrap_or(self.singles.len());
        self.singles.insert(place, worth);
    }

    /// Fills the open circles with `colonists`, always those with the highest worth per colonist, and
    /// returns the worth of all.
    fn filled(mut self, colonists: u8) -> f32 {
        let mut worth = self.worth;
        for good in Good::ALL {
            let barrels = self.tiles[good].min(self.staff[good]);
            if barrels > 0 {
                worth += self.first[good] + self.further[good] * f32::from(barrels - 1);
            }
        }
        let mut left = colonists;
        while left > 0 {
            let mut best = (self.singles.last().copied().unwrap_or(0.0), None);
            for good in Good::ALL {
                let (tiles, staff) = (self.tiles[good], self.staff[good]);
                let barrels = tiles.min(staff);
                if barrels >= self.max_tiles[good].min(self.max_staff[good]) {
                    continue;
                }
                let cost = u8::from(tiles == barrels) + u8::from(staff == barrels);
                if cost > left {
                    continue;
                }
                let barrel = if barrels == 0 { self.first[good] } else { self.further[good] };
                let rate = if cost == 2 { 0.5 * barrel } else { barrel };
                if rate > best.0 {
                    best = (rate, Some((good, barrel, cost)));
                }
            }
            match best {
                (_, Some((good, barrel, cost))) => {
                    let barrels = self.tiles[good].min(self.staff[good]) + 1;
                    self.tiles[good] = self.tiles[good].max(barrels);
                    self.staff[good] = self.staff[good].max(barrels);
                    worth += barrel;
                    left -= cost;
                }
                (single, None) => {
                    if self.singles.pop().is_none() {
                        break;
                    }
                    worth += single;
                    left -= 1;
                }
            }
        }
        worth
    }
}

impl Judge<'_> {
    /// Returns the phases of each role that are expected before the next mayor.
    fn until_next_mayor(&self) -> Phases {
        self.outlook.ahead.map(|phases| phases.min(1.0))
    }

    /// Returns the worth of an occupied violet building until the next mayor.
    fn occupied(&self, player: &Player, building: Building, uses: &Phases) -> f32 {
        let output = || self.output(player.tiles, &self.circles(player.owned));
        if building.is_large() {
            // The bonus counts once, at the end: only if no mayor comes before.
            self.bonus(player, output, building) * (1.0 - self.outlook.chance_later(Role::Mayor))
        } else {
            self.effect(output, building, uses)
        }
    }

    /// Returns the worth of putting this number of colonists on the slot type at hand.
    pub(super) fn place(&self, action: Action) -> f32 {
        let Action::Place(count) = action else { return 0.0 };
        let slot = usize::from(self.state.detail);
        let mut player = *self.state.current();
        if slot < Tile::COUNT {
            player.occupied.set(slot, count);
        } else {
            player.set_staff(slot - Tile::COUNT, count);
        }
        Circles::new(self, &player, slot + 1).filled(player.san_juan - count)
    }

    /// Returns the worth of `more` colonists to a player that may move all its colonists.
    pub(super) fn colonists(&self, player: &Player, more: u8) -> f32 {
        if more == 0 {
            return 0.0;
        }
        let now = Circles::new(self, player, slot::COUNT).filled(0);
        let after = Circles::new(self, player, 0).filled(player.colonists + more);
        after - now + self.weights.colonist * f32::from(more)
    }

    /// Returns the worth of the colonists on the ship to each seat.
    pub(super) fn settle_colonists(&self, gains: &mut Gains) {
        let state = self.state;
        let players = self.rules.players as u8;
        let (each, more) = (state.colonist_ship / players, state.colonist_ship % players);
        let mut seat = state.player;
        for distance in 0..players {
            let dealt = each + u8::from(distance < more);
            gains[seat.index()] = self.colonists(&state.players[seat.index()], dealt);
            seat = self.rules.next_seat(seat);
        }
    }
}
