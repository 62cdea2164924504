//! The worth of the capital buildings (2.5, 12.1).

use tradewinds_game::Seat;
use tradewinds_game::kit::Bits;

use super::judge::Judge;
use crate::buildings::SECOND_SETTLERS;
use crate::limits::{LAST_TURN, SEATS};
use crate::player::Player;
use crate::words::{Building, Figure, Good};

impl Judge<'_> {
    /// Returns the worth of a building to a seat, its price not counted.
    pub(crate) fn building(&self, seat: Seat, building: Building) -> f32 {
        let (weights, rules, state) = (self.weights, &self.rules.effects, self.state);
        let player = &state.players[seat.index()];
        let turns = f32::from(LAST_TURN - state.turn);
        let vp = f32::from(self.rules.building_vp[building]);
        let dollar = self.later_dollar(seat);
        let figures = |figure| weights.figure_buildings * self.figure(figure) * turns;
        let pays = || {
            let money = self.rules.benefits[building.index()].money;
            weights.money_buildings * f32::from(money) * turns * dollar
        };
        let formula = |count: f32, rate: u8| weights.formula_buildings * count * f32::from(rate);
        vp + f32::from(self.rules.benefits[building.index()].vp) * (turns + 1.0)
            + match building {
                Building::Settlers | Building::IndenturedServitude | Building::ColonizationLaws => {
                    figures(Figure::Colonist)
                }
                Building::Monastery => figures(Figure::Missionary),
                Building::TradeRoutes | Building::Marketplace => figures(Figure::Merchant),
                Building::TrainingGrounds
                | Building::Conquistador
                | Building::MilitaryAcademy
                | Building::Fortress => figures(Figure::Soldier),
                Building::Navigator | Building::ShipYards => figures(Figure::Captain),
                Building::IncaEmpire => self.income(seat, f32::from(rules.inca_money)),
                Building::TradingPost | Building::Taxation | Building::Factory => pays(),
                Building::Cartography => self.free_discovery(seat),
                Building::IndianAllies => self.allies(seat),
                Building::Privateers => {
                    let ships = f32::from(player.ships) + 0.2 * turns;
                    let goods = weights.goods_buildings * ships * self.others();
                    goods * f32::from(rules.privateers) * turns * dollar
                }
                Building::Cathedral => {
                    let missionaries =
                        weights.cathedral + f32::from(u8::from(player.owns(Building::Monastery)));
                    weights.figure_buildings * missionaries * weights.colonist * turns
                }
                Building::University => weights.university,
                Building::WestIndiesCompany => weights.goods_buildings * weights.good * turns,
                Building::RumDistillery => {
                    let sugar = f32::from(player.good(Good::Sugar)) + 0.15 * turns;
                    weights.goods_buildings * f32::from(rules.rum) * sugar * turns * dollar
                }
                Building::Stable => weights.stable * (turns + 1.0),
                Building::Militia => weights.militia,
                Building::Mercantilism => {
                    formula(player.good_total() as f32 + 1.5 * turns, rules.mercantilism)
                }
                Building::Population => {
                    let units = player.all_units() as f32 + 3.0 * turns;
                    formula(units / f32::from(rules.population), 1)
                }
                Building::Navy => {
                    let counted = weights.navy * f32::from(player.ships);
                    formula(f32::from(player.ships) + 0.3 * turns, rules.navy) - counted
                }
                Building::Power => formula(player.all_soldiers() as f32 + turns, rules.power),
                Building::Prosperity => {
                    formula(player.building_count() as f32 + 1.0 + 0.6 * turns, rules.prosperity)
                }
                Building::Glory => {
                    let regions = player.occupied.count_ones() as f32 + turns;
                    formula(regions.min(9.0), rules.glory)
                }
                Building::Wealth => formula(self.money_left(player) / f32::from(rules.wealth), 1),
                Building::Migration => weights.migration * (turns + 1.0),
            }
    }

    /// Returns the worth of the soldiers of Indian Allies, where they do most.
    fn allies(&self, seat: Seat) -> f32 {
        let soldiers = self.rules.effects.allied_soldiers;
        let own = Bits(self.state.players[seat.index()].occupied);
        let best = own.map(|region| self.landing(seat, region, soldiers));
        best.fold(0.0, f32::max) + self.weights.battle * f32::from(soldiers)
    }

    /// Returns the dollars that a player is expected to have at the end after buying a building.
    fn money_left(&self, player: &Player) -> f32 {
        let turns = f32::from(LAST_TURN - self.state.turn);
        let price = f32::from(self.game.price(self.state));
        let steady: u32 = Bits(player.owned & self.rules.benefit_mask)
            .map(|building| u32::from(self.rules.benefits[building].money))
            .sum();
        let income = (self.game.set_income(player) + steady) as f32 * (turns + 1.0);
        (f32::from(player.money) + income - price - 15.0 * turns).max(0.0)
    }

    /// Returns the VP that a dollar of the next turn is worth.
    fn later_dollar(&self, seat: Seat) -> f32 {
        let weights = self.weights;
        let purchases = LAST_TURN - self.state.turn;
        let wealth = self.state.players[seat.index()].owns(Building::Wealth);
        let far = (f32::from(purchases.saturating_sub(1)) / 3.0).min(1.0);
        let worth = weights.dollar_last + 0.5 * (weights.dollar - weights.dollar_last) * far;
        if wealth { worth.max(0.2) } else { worth }
    }

    /// Returns the worth of a discovery without risk.
    fn free_discovery(&self, seat: Seat) -> f32 {
        if self.state.undiscovered == 0 {
            return 0.0;
        }
        let odds = self.odds();
        self.unseen_sure(seat, &odds)
    }

    /// Returns the worth of a purchase to a seat: the building less its price, and a share of what
    /// another player would make of it.
    pub(crate) fn purchase(&self, seat: Seat, building: Building) -> f32 {
        let money = f32::from(self.state.players[seat.index()].money);
        self.building(seat, building) - self.cost(seat, money) + self.denial(seat, building)
    }

    /// Returns a share of the maximum worth of a building to another player that can pay for it.
    fn denial(&self, seat: Seat, building: Building) -> f32 {
        let price = self.game.price(self.state);
        let state = self.state;
        let others = self.opponents(seat);
        let able = others.filter(|&other| state.players[other.index()].money >= price);
        self.weights.deny * able.map(|other| self.building(other, building)).fold(0.0, f32::max)
    }

    /// Returns what a figure behind those in Capital Buildings, and money more before its turn, would
    /// bring a seat.
    pub(crate) fn last_purchase(&self, seat: Seat, more: f32) -> f32 {
        let state = self.state;
        let price = f32::from(self.game.price(state));
        let mut offer = state.offer & !SECOND_SETTLERS;
        let second = state.offer & SECOND_SETTLERS != 0;
        let mut twice = second;
        let mut money = [0.0; SEATS];
        for (money, player) in money.iter_mut().zip(&state.players) {
            *money = f32::from(player.money);
        }
        money[seat.index()] += more;
        for buyer in state.capital_box.iter() {
            if money[buyer.index()] < price {
                continue;
            }
            if let Some((worth, best)) = self.best_building(buyer, offer)
                && worth > self.cost(buyer, money[buyer.index()])
            {
                money[buyer.index()] -= price;
                if best == Building::IncaEmpire {
                    money[buyer.index()] += f32::from(self.rules.effects.inca_money);
                }
                if best == Building::Settlers && twice {
                    twice = false;
                } else {
                    offer &= !(1 << best.index());
                }
            }
        }
        if money[seat.index()] < price {
            return 0.0;
        }
        let best = self.best_building(seat, offer);
        best.map_or(0.0, |(worth, _)| (worth - self.cost(seat, money[seat.index()])).max(0.0))
    }

    fn best_building(&self, seat: Seat, offer: u64) -> Option<(f32, Building)> {
        Bits(offer)
            .map(|building| (self.building(seat, Building::ALL[building]), Building::ALL[building]))
            .max_by(|a, b| a.0.total_cmp(&b.0))
    }
}
