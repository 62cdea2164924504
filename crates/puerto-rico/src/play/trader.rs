//! The trader (rules page 4.5).

use super::draw::any_of;
use crate::player::Player;
use crate::words::{Building, Decision, Good};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{Counts8, Kinds8};
use tradewinds_game::{Actions, Dice, Seat};

impl PuertoRico {
    /// Returns the kinds that a player may sell.
    #[inline(always)]
    pub(crate) fn sellable(&self, state: &State, seat: Seat) -> Kinds8 {
        let player = &state.players[seat.index()];
        // An occupied office sells kinds that the trading house has, too.
        let barred = if player.occupies(Building::Office) { Counts8::default() } else { state.trading_house };
        player.goods.kinds().without(barred.kinds())
    }

    pub(crate) fn legal_sales(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(Good::each_of(self.sellable(state, state.player)).map(Action::Sell));
        actions.push(Action::Pass);
    }

    /// Returns the income of a player from a sale.
    #[inline]
    pub(crate) fn income(&self, state: &State, seat: Seat, good: Good) -> u8 {
        let bonus = if seat == state.chooser { self.rules.trader_bonus } else { 0 };
        self.rules.prices[good] + bonus + self.market(&state.players[seat.index()])
    }

    /// Returns the doubloons that the player's markets add to a sale.
    #[inline]
    pub(crate) fn market(&self, player: &Player) -> u8 {
        let effects = &self.rules.effects;
        u8::from(player.occupies(Building::SmallMarket)) * effects.small_market
            + u8::from(player.occupies(Building::LargeMarket)) * effects.large_market
    }

    #[inline(always)]
    pub(crate) fn play_sale(&self, state: &mut State, action: Action) {
        if self.rules.optional_privileges {
            self.play_optional_sale(state, action);
            return;
        }
        let is_full = match action {
            Action::Sell(good) => self.sell(state, state.player, good),
            _ => false,
        };
        self.after_sale(state, is_full);
    }

    /// Asks the next player to sell, unless the trading house was full.
    #[inline(always)]
    pub(super) fn after_sale(&self, state: &mut State, is_full: bool) {
        match self.next_turn(state, state.player) {
            Some(next) if !is_full => state.ask(Decision::Sell, next),
            _ => self.end_role(state),
        }
    }

    /// Sells a barrel; a trading house that is full then is emptied, and no one else sells. Returns whether it was.
    #[inline(always)]
    pub(super) fn sell(&self, state: &mut State, seat: Seat, good: Good) -> bool {
        let income = self.income(state, seat, good);
        let player = &mut state.players[seat.index()];
        player.doubloons += u16::from(income);
        player.goods.take(good.index(), 1);
        state.trading_house.add(good.index(), 1);
        let is_full = state.trading_house.total() >= self.rules.trading_house_spaces;
        if is_full {
            self.empty_trading_house(state);
        }
        is_full
    }

    /// Plays the phase at random; returns the number of decisions.
    #[inline(never)]
    pub(super) fn random_sales<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> u32 {
        let (mut played, mut seat) = (0, state.chooser);
        loop {
            played += 1;
            let kinds = self.sellable(state, seat);
            if !kinds.is_empty()
                && let Some(good) = Good::from_index(any_of(kinds.with(Good::COUNT), dice))
                && self.sell(state, seat, good)
            {
                break;
            }
            match self.next_turn(state, seat) {
                Some(next) => seat = next,
                None => break,
            }
        }
        self.end_role(state);
        played
    }

    fn empty_trading_house(&self, state: &mut State) {
        state.supply = state.supply.plus(state.trading_house);
        state.trading_house = Counts8::default();
    }
}
