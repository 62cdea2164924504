//! B7: Specialists (4.8).

use super::AgeOfDiscovery;
use super::action::Action;
use super::state::{NOBODY, State, Step};
use super::words::{Figure, Slot};
use tradewinds_game::{Actions, Dice};

impl AgeOfDiscovery {
    /// Gives the specialists of the first four slots; the Training slot is a decision.
    pub(super) fn resolve_specialists<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for (slot, figure) in Figure::SPECIALISTS.into_iter().enumerate() {
            let owner = std::mem::replace(&mut state.specialists[slot], NOBODY);
            if owner != NOBODY {
                state.players[usize::from(owner)].hand.add(figure.index(), 1);
            }
        }
        let owner = state.specialists[Slot::Training.index()];
        if owner != NOBODY {
            state.ask(Step::Train, owner);
        } else {
            self.next_conflict(state, dice);
        }
    }

    /// Tells whether the player to move can pay for a specialist.
    #[inline]
    pub(super) fn can_train(&self, state: &State) -> bool {
        state.current().money >= self.training_fee()
    }

    pub(super) fn legal_trainings(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Decline);
        if self.can_train(state) {
            actions.extend(Figure::SPECIALISTS.map(Action::Train));
        }
    }

    #[inline]
    pub(super) fn play_training<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Train(figure) = action {
            let fee = self.training_fee();
            let player = state.current_mut();
            player.money -= fee;
            player.hand.add(figure.index(), 1);
        }
        state.specialists[Slot::Training.index()] = NOBODY;
        self.next_conflict(state, dice);
    }
}
