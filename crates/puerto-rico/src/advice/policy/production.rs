//! Plantations and quarries: what they let a player produce in the long run.

use super::judge::{Gains, Judge};
use crate::Action;
use crate::limits::SPACES;
use crate::player::Player;
use crate::words::{Building, Good, Role, Tile};
use tradewinds_game::Seat;
use tradewinds_game::kit::{ByKey, Counts8, KeySet};

/// Barrels per craftsman phase, by good; parts of a barrel stand for what is still missing.
pub(super) type Output = ByKey<Good, f32>;

/// What a player is expected to produce once all its circles are full: worked out once for all the tiles
/// and buildings that it may add.
pub(super) struct Works<'a> {
    pub(super) player: &'a Player,
    /// Circles of the player's production buildings.
    circles: ByKey<Good, u8>,
    pub(super) output: Output,
    /// The share of each kind's sales that the other producers leave to the player.
    niches: ByKey<Good, f32>,
    /// The worth of the output, per craftsman phase.
    worth: f32,
}

impl<'a> Judge<'a> {
    /// Returns the factor of the preset on a good.
    pub(super) fn taste(&self, good: Good) -> f32 {
        let weights = self.weights;
        match good {
            Good::Corn => weights.corn,
            Good::Indigo => weights.indigo,
            Good::Sugar => weights.sugar,
            Good::Tobacco => weights.tobacco,
            Good::Coffee => weights.coffee,
        }
    }

    /// Returns what these plantations and circles of a good are expected to produce.
    pub(super) fn expected(&self, good: Good, tiles: u8, circles: u8) -> f32 {
        let matched = tiles.min(circles);
        if good == Good::Corn {
            return f32::from(tiles);
        }
        let lone_tiles = f32::from((tiles - matched).min(3));
        let lone_circles = f32::from((circles - matched).min(2));
        let lone = self.weights.lone_tile * lone_tiles + self.weights.lone_circle * lone_circles;
        f32::from(matched) + lone * self.outlook.early()
    }

    /// Returns the circles of these buildings for each good; corn needs none.
    pub(super) fn circles(&self, owned: KeySet<Building>) -> ByKey<Good, u8> {
        let of = |building: Building| if owned.has(building) { self.rules.circles[building] } else { 0 };
        ByKey::new([
            SPACES,
            of(Building::SmallIndigoPlant) + of(Building::IndigoPlant),
            of(Building::SmallSugarMill) + of(Building::SugarMill),
            of(Building::TobaccoStorage),
            of(Building::CoffeeRoaster),
        ])
    }

    /// Returns what a player is expected to produce once all its circles are full.
    pub(super) fn output(&self, tiles: Counts8, circles: &ByKey<Good, u8>) -> Output {
        Output::from_fn(|good| self.expected(good, tiles.get(good.index()), circles[good]))
    }

    /// Looks at what a player is expected to produce.
    pub(super) fn works(&self, player: &'a Player) -> Works<'a> {
        let circles = self.circles(player.owned);
        let output = self.output(player.tiles, &circles);
        let makes = player.production().kinds();
        let niches = ByKey::from_fn(|good: Good| {
            let others = self.producers.get(good.index()) - u8::from(makes.has(good.index()));
            (1.0 - self.weights.rivalry * f32::from(others)).max(0.0)
        });
        let worth = self.output_worth(&output, &niches);
        Works { player, circles, output, niches, worth }
    }

    /// Returns the worth of an output, per craftsman phase.
    #[inline]
    fn output_worth(&self, output: &Output, niches: &ByKey<Good, f32>) -> f32 {
        let weights = self.weights;
        let (mut barrels, mut sales, mut kinds) = (0.0, 0.0, 0.0);
        for (good, &amount) in output.iter() {
            if amount > 0.0 {
                let taste = self.taste(good);
                let first = amount.min(1.0) * taste;
                barrels += amount * taste;
                kinds += first;
                sales += first * f32::from(self.rules.prices[good]) * niches[good];
            }
        }
        barrels * weights.flow / (1.0 + weights.crowd * barrels)
            + kinds * weights.variety
            + sales * weights.trade * self.outlook.doubloon
    }

    /// Returns how much more the output is worth with these tiles and more circles of a good.
    pub(super) fn more_of(&self, works: &Works<'_>, good: Good, tiles: u8, circles: u8) -> f32 {
        let mut output = works.output;
        output[good] = self.expected(good, tiles, works.circles[good] + circles);
        self.output_worth(&output, &works.niches) - works.worth
    }

    /// Returns the chance that one more circle of a player is filled, on average over the rest of the
    /// game.
    pub(super) fn staffed_share(&self, player: &Player, more: f32) -> f32 {
        let soon = self.weights.staffing * self.outlook.phases(Role::Mayor);
        let circles = f32::from(player.all_circles()) + more;
        ((f32::from(player.colonists) + soon) / circles.max(1.0)).min(1.0)
    }

    /// Returns the worth of the `count`-th quarry.
    pub(super) fn quarry(&self, count: u8) -> f32 {
        let saved = self.weights.quarry * self.weights.quarry_fade.powi(i32::from(count) - 1);
        saved * self.outlook.doubloon
    }

    /// Returns the worth of one more tile of a kind.
    pub(super) fn tile(&self, works: &Works<'_>, tile: Tile) -> f32 {
        let (player, outlook) = (works.player, &self.outlook);
        let filled = player.tiles.total();
        let share = self.staffed_share(player, 1.0);
        // A new tile waits for a mayor.
        let more = player.tiles.get(tile.index()) + 1;
        let mut worth = if let Some(good) = tile.good() {
            let crafts = (outlook.phases(Role::Craftsman) - 0.7).max(0.0);
            // All but corn takes a colonist in the building, too.
            let share = if good == Good::Corn { share } else { share * share };
            share * crafts * self.more_of(works, good, more, 0)
        } else {
            let builders = (outlook.phases(Role::Builder) - 0.7).max(0.0);
            share * builders * self.quarry(more)
        };
        if player.owns(Building::Residence) && filled >= 9 {
            let step = usize::from(filled) - 9;
            let residence = self.rules.effects.residence;
            worth += f32::from(residence[step + 1]) - f32::from(residence[step]);
        }
        worth
    }

    /// Scores the actions at `tile`.
    pub(super) fn tiles(&self, actions: &[Action], scores: &mut [f32]) {
        let works = self.works(self.state.current());
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Take(tile) => self.tile(&works, tile),
                _ => 0.0,
            };
        }
    }

    /// Returns the worth of a draw: the mean of the face-down tiles. The twelfth tile costs the
    /// normal pick.
    pub(super) fn draw(&self) -> f32 {
        let works = self.works(self.state.current());
        let left = self.game.face_down(self.state);
        let total: u8 = left.sum();
        let mut worth = 0.0;
        for (good, &count) in left.iter() {
            if count > 0 {
                worth += f32::from(count) / f32::from(total) * self.tile(&works, good.tile());
            }
        }
        if works.player.tiles.total() + 1 == SPACES {
            let quarry = self.may_quarry(self.state.player, self.state.quarries);
            worth -= self.best_tile(&works, self.state.face_up, quarry).map_or(0.0, |(_, worth)| worth);
        }
        worth
    }

    fn may_quarry(&self, seat: Seat, quarries: u8) -> bool {
        let hut = self.state.players[seat.index()].occupies(Building::ConstructionHut);
        quarries > 0 && (hut || seat == self.state.chooser && !self.picking)
    }

    /// Returns the tile with the highest worth above 0.
    fn best_tile(&self, works: &Works<'_>, face_up: Counts8, quarry: bool) -> Option<(Tile, f32)> {
        let quarry = quarry.then_some(Tile::Quarry);
        Good::each_of(face_up.kinds())
            .map(Good::tile)
            .chain(quarry)
            .map(|tile| (tile, self.tile(works, tile)))
            .filter(|&(_, worth)| worth > 0.0)
            .fold(None, |best, next| match best {
                Some((_, most)) if most >= next.1 => best,
                _ => Some(next),
            })
    }

    /// Returns the worth of a settler phase to each seat: in turn, each takes its best tile.
    pub(super) fn settle(&self, works: &[Works<'_>], gains: &mut Gains) {
        let state = self.state;
        let (mut face_up, mut quarries) = (state.face_up, state.quarries);
        let mut seat = state.player;
        for _ in 0..self.rules.players {
            let works = &works[seat.index()];
            if works.player.tiles.total() < SPACES
                && let Some((tile, worth)) = self.best_tile(works, face_up, self.may_quarry(seat, quarries))
            {
                gains[seat.index()] = worth;
                if tile == Tile::Quarry {
                    quarries -= 1;
                } else {
                    face_up.take(tile.index(), 1);
                }
            }
            seat = self.rules.next_seat(seat);
        }
    }

    /// Returns the privilege of the settler: how much more a quarry is worth than the tile that the
    /// player gets otherwise.
    pub(super) fn settler_privilege(&self, works: &Works<'_>, otherwise: f32) -> f32 {
        if works.player.tiles.total() >= SPACES || self.state.quarries == 0 {
            return 0.0;
        }
        (self.tile(works, Tile::Quarry) - otherwise).max(0.0)
    }
}
