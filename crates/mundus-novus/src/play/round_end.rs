//! The end of a round: S20 to S23 of the rules page (4.4.7, 4.5).

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::limits::QUEUE;
use crate::state::{NO_CARDS, State};
use crate::words::{Ability, Decision, Event};
use tradewinds_game::kit::KeySet;
use tradewinds_game::{Actions, Dice, Seat};

impl MundusNovus {
    /// Pays all incomes, then lets the players store: S20.
    ///
    /// Called once per round: not inlined, so that the ends of earlier turns need not save its registers.
    #[inline(never)]
    pub(crate) fn end_of_progress<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for seat in Seat::all(self.rules.players).filter(|&seat| !state.owned[seat].is_empty()) {
            state.money[seat] += self.fixed_income(state, seat)
                + self.shipyard_income(state, seat)
                + self.estefano_bonus(state, seat);
        }
        let first = state.first.expect("the Progress phase has a first player");
        self.store_from(state, first, dice);
    }

    /// Returns a seat's fixed income, in doubloons per round: what is printed, and what Buron and
    /// the trading post count.
    pub(crate) fn fixed_income(&self, state: &State, seat: Seat) -> u16 {
        self.rules.fixed_income(state.owned[seat])
    }

    /// Returns the payment of a seat's shipyards: for each opponent with strictly more caravels.
    pub(crate) fn shipyard_income(&self, state: &State, seat: Seat) -> u16 {
        let shipyards = state.owned[seat] & self.rules.shipyards;
        if shipyards.is_empty() {
            return 0;
        }
        let own = self.caravels_of(state, seat).len();
        let ahead =
            Seat::all(self.rules.players).filter(|&other| self.caravels_of(state, other).len() > own).count();
        self.rules.effect.shipyard_income * (shipyards.len() * ahead) as u16
    }

    /// Returns what Estefano pays a seat: only the Trade Master.
    pub(crate) fn estefano_bonus(&self, state: &State, seat: Seat) -> u16 {
        let paid = self.rules.promo && seat == state.trade_master && self.has(state, seat, Ability::Estefano);
        if paid { self.rules.effect.estefano_bonus } else { 0 }
    }

    /// Returns the number of cards that a seat may store in this round.
    #[inline]
    pub(crate) fn usable_slots(&self, state: &State, seat: Seat) -> u8 {
        if self.event_for(state, seat) == Event::Fire { 0 } else { self.rules.slots(state.owned[seat]) as u8 }
    }

    /// Lets the next seat with usable slots decide, from `seat` on, or ends the round: S21.
    fn store_from<D: Dice + ?Sized>(&self, state: &mut State, seat: Seat, dice: &mut D) {
        let mut seat = seat;
        loop {
            let slots = self.usable_slots(state, seat);
            if slots > 0 {
                state.decision = Decision::Store;
                state.seat = seat;
                state.left = slots;
                return;
            }
            seat = self.rules.next(seat);
            if Some(seat) == state.first {
                self.end_round(state, dice);
                return;
            }
        }
    }

    #[inline(never)]
    pub(crate) fn legal_store(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Done);
        actions.extend(self.ascending(state).types().map(Action::Store));
    }

    #[inline(never)]
    pub(crate) fn play_store<D: Dice + ?Sized>(&self, state: &mut State, card: Card, dice: &mut D) {
        self.set_aside(state, card);
        if state.left == 0 {
            self.commit_store(state, dice);
        }
    }

    /// Ends a seat's choice of stored cards.
    pub(crate) fn commit_store<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let next = self.rules.next(state.seat);
        state.left = 0;
        if Some(next) == state.first {
            self.end_round(state, dice);
        } else {
            self.store_from(state, next, dice);
        }
    }

    /// Discards what is not stored and ends the game or begins the next round: S22 and S23.
    fn end_round<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for seat in Seat::all(self.rules.players) {
            let cards = std::mem::take(&mut state.hand[seat]);
            state.discard = state.discard.plus(cards);
            if state.aside[seat].is_empty() {
                // No card is left that another seat could know.
                state.known[seat] = NO_CARDS;
            } else {
                state.lose(self.rules.players, seat, cards);
            }
        }
        if let Some(gift) = state.gift.take() {
            // What bystanders knew of the giver's cards and the gift together says nothing about
            // a stored rest (6.2).
            for (observer, known) in state.known[gift.from].iter_mut() {
                if observer != gift.to {
                    *known = Cards::NONE;
                }
            }
            state.shown = Cards::NONE;
        }
        state.first = None;
        if self.end(state).is_some() {
            state.decision = Decision::GameOver;
            state.seat = state.trade_master;
        } else {
            state.perfect = KeySet::EMPTY;
            state.round += 1;
            self.begin_round(state, dice);
        }
    }

    /// Returns why the game is over after a complete round, if it is (4.5).
    pub(crate) fn end(&self, state: &State) -> Option<&'static str> {
        if !state.perfect.is_empty() {
            Some("perfect")
        } else if state.money.values().any(|&money| money >= self.rules.end.money) {
            Some("money")
        } else if state.queue.len() < QUEUE {
            Some("queue")
        } else {
            None
        }
    }
}
