//! The Event and Supply phases: S1 to S9 of the rules page (4.1, 4.2).

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::pool::Pool;
use crate::state::State;
use crate::words::{Ability, Decision};
use tradewinds_game::{Actions, Dice, Seat};

impl MundusNovus {
    /// Takes the top card of the draw pile; an empty pile is first made again from the discard pile
    /// (4.2.5).
    #[inline]
    pub(crate) fn draw<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> Card {
        if state.draw.is_empty() {
            let discard = std::mem::take(&mut state.discard);
            self.form_draw_pile(state, discard, dice);
        }
        state.draw.pop().expect("draws never fail (section 8, invariant 7)")
    }

    /// Takes the top cards of the draw pile.
    #[inline]
    fn draw_many<D: Dice + ?Sized>(&self, state: &mut State, number: usize, dice: &mut D) -> Cards {
        if number < 16
            && let Some(cards) = state.draw.take(number)
        {
            return cards;
        }
        self.draw_one_by_one(state, number, dice)
    }

    /// [`Self::draw_many`] for the rare case that the pile is made again between two cards: it is
    /// a separate function, so that the other is small enough to be inlined.
    #[cold]
    #[inline(never)]
    fn draw_one_by_one<D: Dice + ?Sized>(&self, state: &mut State, number: usize, dice: &mut D) -> Cards {
        (0..number).map(|_| self.draw(state, dice)).collect()
    }

    /// Shuffles cards into an empty draw pile: in ascending order from the top, then Fisher-Yates.
    #[inline(never)]
    pub(crate) fn form_draw_pile<D: Dice + ?Sized>(&self, state: &mut State, cards: Cards, dice: &mut D) {
        state.draw = Pool::new(cards).pile(dice);
    }

    /// Returns stored cards, deals and reveals: S3 to S5.
    pub(super) fn supply<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for seat in Seat::all(self.rules.players) {
            state.hand[seat] = state.hand[seat].plus(std::mem::take(&mut state.aside[seat]));
        }
        for seat in self.rules.clockwise(state.trade_master) {
            let dealt = self.draw_many(state, usize::from(self.rules.setup.dealt), dice);
            state.hand[seat] = state.hand[seat].plus(dealt);
        }
        let caravels = self.caravels_in_play(state);
        state.supply = self.draw_many(state, caravels, dice);
        if caravels == 0 {
            self.after_picks(state);
        } else if let Some(seat) = self.splitter(state) {
            state.decision = Decision::Split;
            state.seat = seat;
            // The smallest caravel goes to fleet a by convention (3.3.2).
            state.split_len = 1;
        } else {
            self.begin_picks(state);
        }
    }

    /// Lets the owner of Sergio decide, or continues: S8.
    pub(super) fn after_picks(&self, state: &mut State) {
        if let Some(seat) = self.buyer_of_card(state) {
            state.decision = Decision::Sergio;
            state.seat = seat;
        } else {
            self.pirates(state);
        }
    }

    /// Returns the seat that may buy a market card.
    pub(crate) fn buyer_of_card(&self, state: &State) -> Option<Seat> {
        self.owner(state, Ability::Sergio).filter(|&seat| state.money[seat] >= self.rules.effect.sergio_cost)
    }

    #[inline(never)]
    pub(crate) fn legal_purchase(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Pass);
        actions.extend(state.market.types().map(Action::Buy));
    }

    #[inline(never)]
    pub(crate) fn play_purchase<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        bought: Option<Card>,
        dice: &mut D,
    ) {
        if let Some(card) = bought {
            let (seat, cards) = (state.seat, Cards::one(card));
            state.money[seat] -= self.rules.effect.sergio_cost;
            self.gain(state, seat, cards);
            let refill = self.draw(state, dice);
            state.market = state.market.minus(cards).plus(Cards::one(refill));
        }
        self.pirates(state);
    }
}
