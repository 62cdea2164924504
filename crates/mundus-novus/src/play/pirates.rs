//! The pirates at the end of the Supply phase: S9 of the rules page (4.2.4).

use tradewinds_game::{Actions, Seat};

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::state::State;
use crate::words::{Ability, Decision, Event};

impl MundusNovus {
    /// Returns the number of cards that a seat loses to the pirates: one for each fleet of two or
    /// more caravels.
    pub(crate) fn pirate_losses(&self, state: &State, seat: Seat) -> u8 {
        if self.event_for(state, seat) != Event::Pirates {
            return 0;
        }
        let caravels = self.caravels_of(state, seat);
        if caravels.len() < 2 {
            0
        } else if state.split == 0 || !self.has(state, seat, Ability::Ponce) {
            1
        } else {
            self.split_fleets(state, caravels).iter().filter(|fleet| fleet.len() >= 2).count() as u8
        }
    }

    /// Lets the first seat that loses cards to pirates decide, or continues: S9.
    pub(super) fn pirates(&self, state: &mut State) {
        let first = state.trade_master;
        if state.event == Event::Pirates
            && let Some(seat) = self.rules.clockwise(first).find(|&seat| self.pirate_losses(state, seat) > 0)
        {
            state.decision = Decision::Pirates;
            state.seat = seat;
            state.left = self.pirate_losses(state, seat);
        } else {
            self.announcement(state);
        }
    }

    #[inline(never)]
    pub(crate) fn legal_discard(&self, state: &State, actions: &mut Actions<Action>) {
        let open = self.ascending(state);
        actions.extend(open.choices(usize::from(state.left)).map(Action::Discard));
    }

    #[inline(never)]
    pub(crate) fn play_discard(&self, state: &mut State, card: Card) {
        self.set_aside(state, card);
        if state.left > 0 {
            return;
        }
        let mut seat = self.rules.next(state.seat);
        while seat != state.trade_master {
            state.left = self.pirate_losses(state, seat);
            if state.left > 0 {
                state.seat = seat;
                return;
            }
            seat = self.rules.next(seat);
        }
        // All have chosen: the discards are shown together.
        for seat in Seat::all(self.rules.players) {
            let cards = std::mem::take(&mut state.aside[seat]);
            state.lose(self.rules.players, seat, cards);
            state.discard = state.discard.plus(cards);
        }
        self.announcement(state);
    }
}
