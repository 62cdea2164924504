//! Rounds and roles (rules page 3.2 and 4.7): picking a role, its phase, the end of a round.

use crate::words::{Decision, Role};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::KeySet;
use tradewinds_game::{Actions, Dice, Seat};

impl PuertoRico {
    /// Lists the roles that may be picked.
    #[inline]
    pub(crate) fn free_roles(&self, state: &State) -> KeySet<Role> {
        self.rules.roles - state.taken
    }

    pub(crate) fn legal_roles(&self, state: &State, actions: &mut Actions<Action>) {
        for role in self.free_roles(state) {
            actions.push(Action::Role(role));
        }
    }

    /// The chooser takes a role and the doubloons on it; then the role is resolved.
    #[inline(always)]
    pub(crate) fn pick_role<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let Action::Role(role) = action else { return };
        state.taken.insert(role);
        state.picked |= (role as u32) << (4 * state.picks);
        state.picks += 1;
        state.current_mut().doubloons += u16::from(state.role_doubloons[role]);
        state.role_doubloons[role] = 0;
        let chooser = state.chooser;
        match role {
            Role::Settler => self.settle_from(state, chooser, dice),
            Role::Mayor => self.begin_mayor(state),
            Role::Builder => state.ask(Decision::Build, chooser),
            Role::Craftsman => self.produce(state),
            Role::Trader => state.ask(Decision::Sell, chooser),
            Role::Captain => self.begin_captain(state),
            Role::Prospector1 | Role::Prospector2 => {
                state.current_mut().doubloons += u16::from(self.rules.prospector_doubloons);
                self.end_role(state);
            }
        }
    }

    /// Goes on to the next pick, or to the end of the round.
    #[inline(always)]
    pub(crate) fn end_role(&self, state: &mut State) {
        if state.picks < self.rules.picks {
            state.chooser = self.rules.next_seat(state.chooser);
            state.ask(Decision::Role, state.chooser);
        } else {
            self.end_round(state);
        }
    }

    #[inline(never)]
    fn end_round(&self, state: &mut State) {
        for role in self.free_roles(state) {
            let doubloons = &mut state.role_doubloons[role];
            *doubloons = doubloons.saturating_add(self.rules.unused_role_doubloons);
        }
        state.picked = 0;
        state.picks = 0;
        state.taken = KeySet::EMPTY;
        if state.end_flag() {
            state.decision = Decision::Over;
            // No seat decides: the fields are those of a finished position file.
            state.chooser = state.governor;
            state.player = state.governor;
        } else {
            state.round += 1;
            state.governor = self.rules.next_seat(state.governor);
            state.chooser = state.governor;
            state.ask(Decision::Role, state.chooser);
        }
    }

    /// Returns the seat after `seat` that still has its turn in the role, or `None` after the last.
    #[inline]
    pub(crate) fn next_turn(&self, state: &State, seat: Seat) -> Option<Seat> {
        let next = self.rules.next_seat(seat);
        (next != state.chooser).then_some(next)
    }
}
