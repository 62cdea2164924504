//! Barrels: what they are worth in hand, which one to take, sell or keep.

use super::judge::{Gains, Judge};
use crate::Action;
use crate::limits::MAX_PLAYERS;
use crate::player::Player;
use crate::words::{Building, Good, Role, Tile};
use tradewinds_game::Seat;
use tradewinds_game::kit::{Counts8, Kinds8};

impl Judge<'_> {
    /// Returns the worth of barrels in hand: the ships to come and the best sale.
    pub(super) fn stock(&self, player: &Player, goods: Counts8) -> f32 {
        let weights = self.weights;
        let open = self.state.shippable;
        let office = player.occupies(Building::Office);
        let (mut shipped, mut price) = (0.0, 0.0f32);
        for good in Good::each_of(goods.kinds()) {
            let kind = good.index();
            let reach = if open.has(kind) { 1.0 } else { weights.blocked };
            shipped += f32::from(goods.get(kind)) * reach;
            let sellable = office || self.state.trading_house.get(kind) == 0;
            let chance = if sellable { 1.0 } else { 0.3 };
            price = price.max(chance * f32::from(self.rules.prices[good]));
        }
        if shipped > 0.0 {
            price += f32::from(self.game.market(player));
        }
        shipped * weights.barrel * self.outlook.chance(Role::Captain)
            + price * weights.sale * self.outlook.doubloon * self.outlook.chance(Role::Trader)
    }

    /// Returns the chooser's worth of one more barrel after production.
    pub(super) fn craft_bonus(&self, action: Action) -> f32 {
        let Action::Take(tile) = action else { return 0.0 };
        self.bonus_barrel(self.state.current(), tile)
    }

    fn bonus_barrel(&self, player: &Player, tile: Tile) -> f32 {
        let mut goods = player.goods;
        let before = self.stock(player, goods);
        goods.add(tile.index(), 1);
        self.stock(player, goods) - before
    }

    /// Fills in the worth of a craftsman phase to each seat, and adds the barrels to `goods`.
    pub(super) fn craft(&self, goods: &mut [Counts8; MAX_PLAYERS], gains: &mut Gains) {
        let state = self.state;
        let mut supply = state.supply;
        let mut seat = state.player;
        for _ in 0..self.rules.players {
            let player = &state.players[seat.index()];
            let goods = &mut goods[seat.index()];
            let received = player.production().min(supply);
            *goods = goods.plus(received);
            supply = supply.less(received);
            let mut gain = self.stock(player, *goods) - self.stock(player, player.goods);
            if player.occupies(Building::Factory) {
                gain +=
                    f32::from(self.rules.effects.factory[received.kinds().count()]) * self.outlook.doubloon;
            }
            gains[seat.index()] = gain;
            seat = self.rules.next_seat(seat);
        }
    }

    /// Returns the privilege of the craftsman: one more barrel, the best one.
    pub(super) fn craft_privilege(&self, player: &Player) -> f32 {
        let kinds = self.state.supply.kinds().and(player.production().kinds());
        Good::each_of(kinds).map(|good| self.bonus_barrel(player, good.tile())).fold(0.0, f32::max)
    }

    /// Returns the worth of selling a barrel, the barrel's other uses deducted.
    fn sale(&self, player: &Player, goods: Counts8, good: Good, chooser: bool) -> f32 {
        let bonus = if chooser { self.rules.trader_bonus } else { 0 };
        let income = f32::from(self.rules.prices[good] + bonus) + f32::from(self.game.market(player));
        let mut goods = goods;
        let before = self.stock(player, goods);
        goods.take(good.index(), 1);
        income * self.outlook.doubloon + self.stock(player, goods) - before
    }

    /// Plays the sales from `seat` on, each seat its best one, into a house with these goods; adds
    /// what they are worth to `gains`.
    fn sales_from(
        &self,
        seat: Option<Seat>,
        mut house: Counts8,
        goods: &[Counts8; MAX_PLAYERS],
        gains: &mut Gains,
    ) {
        let state = self.state;
        let mut next = seat;
        while let Some(seat) = next {
            if house.total() >= self.rules.trading_house_spaces {
                return;
            }
            let player = &state.players[seat.index()];
            let office = player.occupies(Building::Office);
            let held = goods[seat.index()];
            let sellable = if office { held.kinds() } else { held.kinds().without(house.kinds()) };
            let chooser = seat == state.chooser && !self.picking;
            let (good, worth) = Good::each_of(sellable)
                .map(|good| (good, self.sale(player, held, good, chooser)))
                .fold((Good::Corn, 0.0), |best, next| if next.1 > best.1 { next } else { best });
            if worth > 0.0 {
                house.add(good.index(), 1);
                gains[seat.index()] += worth;
            }
            let after = self.rules.next_seat(seat);
            next = (after != state.chooser).then_some(after);
        }
    }

    /// Returns the worth of a trader phase to each seat.
    pub(super) fn trade(&self, goods: &[Counts8; MAX_PLAYERS], gains: &mut Gains) {
        self.sales_from(Some(self.state.player), self.state.trading_house, goods, gains);
    }

    /// Returns the worth of a sale, or of passing, less the rivals' share of the sales that it
    /// leaves to those after.
    pub(super) fn sell(&self, action: Action) -> f32 {
        let state = self.state;
        let mut house = state.trading_house;
        let mut own = 0.0;
        if let Action::Sell(good) = action {
            let player = state.current();
            own = self.sale(player, player.goods, good, state.player == state.chooser);
            house.add(good.index(), 1);
        }
        let mut gains = Gains::default();
        let goods = std::array::from_fn(|seat| state.players[seat].goods);
        let after = self.rules.next_seat(state.player);
        self.sales_from((after != state.chooser).then_some(after), house, &goods, &mut gains);
        own - self.rivals_share(&gains, state.player)
    }

    /// Returns the barrels left after storage, those kept that are worth most.
    pub(super) fn stored(&self, player: &Player, goods: Counts8) -> Counts8 {
        let mut room = player.warehouse_kinds(self.rules);
        let mut kept = Counts8::default();
        let mut rest = goods.kinds();
        while !rest.is_empty() {
            // The kind with most barrels first, the dearest among equals; without room for a whole kind
            // the dearest barrel.
            let worth = |good: Good| {
                let count = if room > 0 { goods.get(good.index()) } else { 1 };
                f32::from(count) + 0.4 * f32::from(self.rules.prices[good])
            };
            let best = Good::each_of(rest).fold(None, |best, good| match best {
                Some(best) if worth(best) >= worth(good) => Some(best),
                _ => Some(good),
            });
            let Some(good) = best.map(Good::index) else { break };
            if room == 0 {
                kept.set(good, 1);
                break;
            }
            kept.set(good, goods.get(good));
            rest = rest.without(Kinds8::one(good));
            room -= 1;
        }
        kept
    }

    /// Returns the worth of what a storage leaves.
    pub(super) fn store(&self, action: Action) -> f32 {
        let Action::Store(keep, one) = action else { return 0.0 };
        let player = self.state.current();
        let mut kept = Counts8::default();
        for good in player.goods.kinds() {
            if keep >> good & 1 != 0 {
                kept.set(good, player.goods.get(good));
            }
        }
        kept.set(one.index(), 1);
        self.stock(player, kept)
    }
}
