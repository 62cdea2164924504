//! B7: Specialists (4.8).

use tradewinds_game::kit::MaybeSeat;
use tradewinds_game::{Actions, Dice};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use crate::words::{Decision, Figure, Slot};

impl AgeOfDiscovery {
    /// Gives the specialists of the first four slots; the Training slot is a decision.
    #[inline(never)] // As `collect_income`.
    pub(crate) fn resolve_specialists<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for (slot, figure) in Slot::ALL.into_iter().zip(Figure::SPECIALISTS) {
            let owner = std::mem::replace(&mut state.specialists[slot], MaybeSeat::NOBODY);
            if let Some(owner) = owner.get() {
                state.players[owner.index()].hand.add(figure.index(), 1);
            }
        }
        if let Some(owner) = state.specialists[Slot::Training].get() {
            state.ask(Decision::Train, owner);
        } else {
            self.next_conflict(state, dice);
        }
    }

    /// Returns whether the player to move can pay for a specialist.
    #[inline]
    pub(crate) fn can_train(&self, state: &State) -> bool {
        state.current().money >= self.training_fee()
    }

    pub(crate) fn legal_trainings(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Decline);
        if self.can_train(state) {
            actions.extend(Figure::SPECIALISTS.map(Action::Train));
        }
    }

    #[inline]
    pub(crate) fn play_training<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Train(figure) = action {
            let fee = self.training_fee();
            let player = state.current_mut();
            player.money -= fee;
            player.hand.add(figure.index(), 1);
        }
        state.specialists[Slot::Training] = MaybeSeat::NOBODY;
        self.next_conflict(state, dice);
    }
}
