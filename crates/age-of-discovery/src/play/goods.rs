//! B3: Trade Goods (4.4), and B4: Merchant Shipping (4.5).

use tradewinds_game::{Actions, Dice};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::packed::SeatList;
use crate::state::State;
use crate::words::{Decision, Good};

impl AgeOfDiscovery {
    /// Has the next figure take a good; with an empty market the rest get nothing.
    #[inline]
    pub(crate) fn next_good<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if !state.goods_box.is_empty() && !state.market.is_empty() {
            state.ask(Decision::TakeGood, state.goods_box.first());
            return;
        }
        state.goods_box = SeatList::default();
        if let Some(owner) = self.window(state, Decision::UniversityShipping) {
            state.ask(Decision::UniversityShipping, owner);
        } else {
            self.award_ship(state, dice);
        }
    }

    pub(crate) fn legal_goods(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(state.market.kinds().map(|good| Action::TakeGood(Good::ALL[good])));
    }

    #[inline]
    pub(crate) fn play_good<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::TakeGood(good) = action {
            state.market.take(good.index(), 1);
            state.current_mut().goods.add(good.index(), 1);
        }
        state.goods_box.pop_front();
        self.next_good(state, dice);
    }

    /// B4: the highest value wins the ship, among equals the player earlier in turn order.
    pub(crate) fn award_ship<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let (mut best, mut winner) = (0, 0);
        for at in 0..self.rules.players {
            let player = &mut state.players[state.order[at].index()];
            if player.shipping > best {
                best = player.shipping;
                winner = state.order[at].index();
            }
            player.shipping = 0;
        }
        if best > 0 && state.ship_in_box {
            state.players[winner].ships += 1;
            state.ship_in_box = false;
        }
        if let Some(owner) = self.capital_window(state) {
            state.ask(Decision::UniversityCapital, owner);
        } else {
            self.next_purchase(state, dice);
        }
    }
}
