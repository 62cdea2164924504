//! The Event phase: S1 and S2 of the rules page (4.1).

use tradewinds_game::{Actions, Dice, Seat};

use crate::MundusNovus;
use crate::action::Action;
use crate::state::State;
use crate::words::{Ability, Decision, Event};

impl MundusNovus {
    /// Begins a round: S1.
    pub(crate) fn begin_round<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.event = match state.queue.as_slice().first() {
            Some(&head) if state.round > 1 => self.rules.printed(head).icon,
            _ => Event::None,
        };
        if let Some(seat) = self.buyer_of_event(state) {
            state.decision = Decision::Coronado;
            state.seat = seat;
        } else {
            self.supply(state, dice);
        }
    }

    /// Returns the seat that may buy an event now: S2.
    pub(crate) fn buyer_of_event(&self, state: &State) -> Option<Seat> {
        let head = state.queue.as_slice().first();
        let quiet =
            state.event == Event::None && head.is_none_or(|&id| self.rules.printed(id).icon == Event::None);
        if state.round == 1 || !quiet {
            return None;
        }
        let owner = self.owner(state, Ability::Coronado)?;
        (state.money[owner] >= self.rules.effect.coronado_cost).then_some(owner)
    }

    #[inline(never)]
    pub(crate) fn legal_event(&self, actions: &mut Actions<Action>) {
        actions.push(Action::Pass);
        actions.extend(Event::BOUGHT.map(Action::Event));
    }

    #[inline(never)]
    pub(crate) fn play_event<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        bought: Option<Event>,
        dice: &mut D,
    ) {
        if let Some(event) = bought {
            state.event = event;
            state.money[state.seat] -= self.rules.effect.coronado_cost;
        }
        self.supply(state, dice);
    }
}
