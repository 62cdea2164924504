//! The trader (rules page 4.5).

use super::PuertoRico;
use super::action::Action;
use super::counts::{Counts, Kinds};
use super::state::{Decision, State};
use super::words::{Building, Good};
use tradewinds_game::Actions;

impl PuertoRico {
    /// Returns the kinds that the player who decides may sell.
    #[inline(always)]
    pub(super) fn sellable(&self, state: &State) -> Kinds {
        let player = state.current();
        let held = player.goods.kinds();
        if player.occupies(Building::Office) { held } else { held.without(state.trading_house.kinds()) }
    }

    pub(super) fn legal_sales(&self, state: &State, actions: &mut Actions<Action>) {
        for good in self.sellable(state) {
            actions.push(Action::Sell(Good::ALL[good]));
        }
        actions.push(Action::Pass);
    }

    /// Returns what a sale brings the player who decides.
    pub(super) fn income(&self, state: &State, good: Good) -> u8 {
        let (player, effects) = (state.current(), &self.rules.effects);
        let mut income = self.rules.prices[good.index()];
        if state.player == state.chooser {
            income += self.rules.trader_bonus;
        }
        if player.occupies(Building::SmallMarket) {
            income += effects.small_market;
        }
        if player.occupies(Building::LargeMarket) {
            income += effects.large_market;
        }
        income
    }

    #[inline(always)]
    pub(super) fn play_sale(&self, state: &mut State, action: Action) {
        if let Action::Sell(good) = action {
            let income = self.income(state, good);
            let player = state.current_mut();
            player.doubloons += u16::from(income);
            player.goods.take(good.index(), 1);
            state.trading_house.add(good.index(), 1);
            if state.trading_house.total() >= self.rules.trading_house_spaces {
                self.empty_trading_house(state);
                self.end_role(state);
                return;
            }
        }
        match self.next_turn(state, state.player) {
            Some(next) => state.ask(Decision::Sell, next),
            None => self.end_role(state),
        }
    }

    fn empty_trading_house(&self, state: &mut State) {
        state.supply = state.supply.plus(state.trading_house);
        state.trading_house = Counts::default();
    }
}
