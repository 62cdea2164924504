//! The trader (rules page 4.5).

use crate::player::Player;
use crate::words::{Building, Decision, Good};
use crate::{Action, PuertoRico, State};
use tradewinds_game::Actions;
use tradewinds_game::kit::{Counts8, Kinds8};

impl PuertoRico {
    /// Returns the kinds that the player who decides may sell.
    #[inline(always)]
    pub(crate) fn sellable(&self, state: &State) -> Kinds8 {
        let player = state.current();
        let held = player.goods.kinds();
        if player.occupies(Building::Office) { held } else { held.without(state.trading_house.kinds()) }
    }

    pub(crate) fn legal_sales(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(Good::each_of(self.sellable(state)).map(Action::Sell));
        actions.push(Action::Pass);
    }

    /// Returns the income of the player who decides from a sale.
    pub(crate) fn income(&self, state: &State, good: Good) -> u8 {
        let bonus = if state.player == state.chooser { self.rules.trader_bonus } else { 0 };
        self.rules.prices[good] + bonus + self.market(state.current())
    }

    /// Returns the doubloons that the player's markets add to a sale.
    #[inline]
    pub(crate) fn market(&self, player: &Player) -> u8 {
        let effects = &self.rules.effects;
        let small = if player.occupies(Building::SmallMarket) { effects.small_market } else { 0 };
        let large = if player.occupies(Building::LargeMarket) { effects.large_market } else { 0 };
        small + large
    }

    #[inline(always)]
    pub(crate) fn play_sale(&self, state: &mut State, action: Action) {
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
        state.trading_house = Counts8::default();
    }
}
