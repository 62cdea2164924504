//! The queries of all phases about the table, and the moves of cards.

use tradewinds_game::Seat;

use crate::MundusNovus;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::Developments;
use crate::state::{FIRST, State};
use crate::words::{Ability, Event};

impl MundusNovus {
    /// Returns whether a seat owns the card with an ability.
    #[inline]
    pub(crate) fn has(&self, state: &State, seat: Seat, ability: Ability) -> bool {
        state.owned[seat].meets(self.rules.ability(ability))
    }

    /// Returns the owner of the card with an ability.
    #[inline]
    pub(crate) fn owner(&self, state: &State, ability: Ability) -> Option<Seat> {
        let card = self.rules.ability(ability);
        if card.is_empty() {
            return None;
        }
        Seat::all(self.rules.players).find(|&seat| state.owned[seat].meets(card))
    }

    /// Returns the event as it touches a seat: none for de la Cosa's owner (4.1).
    #[inline]
    pub(crate) fn event_for(&self, state: &State, seat: Seat) -> Event {
        if self.has(state, seat, Ability::Cosa) { Event::None } else { state.event }
    }

    /// Returns a seat's caravels.
    #[inline]
    pub(crate) fn caravels_of(&self, state: &State, seat: Seat) -> Developments {
        state.owned[seat] & self.rules.caravels
    }

    /// Returns the number of caravels of all players.
    #[inline]
    pub(crate) fn caravels_in_play(&self, state: &State) -> usize {
        let owned = state.owned.values().fold(Developments::EMPTY, |all, &owned| all | owned);
        (owned & self.rules.caravels).len()
    }

    /// Returns the development cards that no seat has seen: those of the deck.
    pub(crate) fn unseen_developments(&self, state: &State) -> Developments {
        let seen = state.owned.values().fold(state.queue.set(), |seen, &owned| seen | owned);
        self.rules.in_play - seen
    }

    /// Adds cards openly to a seat's hand: all other seats know them (6.2, open gain).
    #[inline]
    pub(crate) fn gain(&self, state: &mut State, seat: Seat, cards: Cards) {
        state.hand[seat] = state.hand[seat].plus(cards);
        let (first, rest) = state.known[seat].as_mut_slice().split_at_mut(FIRST);
        let (observers, more) = self.rules.observers[seat].as_slice().split_at(FIRST);
        for (entry, &observes) in first.iter_mut().zip(observers) {
            *entry = entry.plus(cards.masked(observes));
        }
        if self.rules.players > FIRST {
            for (entry, &observes) in rest.iter_mut().zip(more) {
                *entry = entry.plus(cards.masked(observes));
            }
        }
    }

    /// Returns the cards in hand that may follow those set aside: none is lower (3.3).
    #[inline]
    pub(crate) fn ascending(&self, state: &State) -> Cards {
        let seat = state.seat;
        state.hand[seat].from_highest(state.aside[seat])
    }

    /// Sets a card of the deciding seat aside.
    #[inline]
    pub(crate) fn set_aside(&self, state: &mut State, card: Card) {
        let (seat, cards) = (state.seat, Cards::one(card));
        state.hand[seat] = state.hand[seat].minus(cards);
        state.aside[seat] = state.aside[seat].plus(cards);
        state.left -= 1;
    }

    /// Puts cards that have left the hand of the seat in turn onto the discard pile, for all to
    /// see.
    pub(super) fn discard_openly(&self, state: &mut State, cards: Cards) {
        state.lose(self.rules.players, state.seat, cards);
        state.discard = state.discard.plus(cards);
    }
}
