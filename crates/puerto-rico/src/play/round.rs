//! Rounds and roles (rules page 3.2 and 4.7): picking a role, its phase, the end of a round.

use crate::words::{Decision, Role};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{KeySet, draw_index, nth_bit_of_byte};
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
        take_role(state, role);
        let chooser = state.chooser;
        match role {
            Role::Settler => self.settle_from(state, chooser, dice),
            Role::Mayor => self.begin_mayor(state),
            Role::Builder => state.ask(Decision::Build, chooser),
            Role::Craftsman => self.begin_craftsman(state),
            Role::Trader => state.ask(Decision::Sell, chooser),
            Role::Captain => self.begin_captain(state),
            Role::Prospector1 | Role::Prospector2 => self.prospect(state),
        }
    }

    #[inline]
    fn prospect(&self, state: &mut State) {
        if self.rules.optional_privileges {
            self.offer_prospector(state);
            return;
        }
        state.current_mut().doubloons += u16::from(self.rules.prospector_doubloons);
        self.end_role(state);
    }

    /// Picks a role at random and plays its whole phase, but for the storage after loading; returns the number of
    /// decisions. With equal dice this does what as many single decisions do, in half the steps: each phase is a loop
    /// over the players that neither stores nor looks up who decides what.
    #[inline(always)]
    pub(super) fn random_role<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> u32 {
        let role = self.draw_role(state, dice);
        take_role(state, role);
        1 + match role {
            Role::Settler => self.random_settling(state, dice),
            Role::Mayor => self.random_mayor(state, dice),
            Role::Builder => self.random_building(state, dice),
            Role::Craftsman => self.random_production(state, dice),
            Role::Trader => self.random_sales(state, dice),
            Role::Captain => self.random_loading(state, dice),
            Role::Prospector1 | Role::Prospector2 => {
                self.prospect(state);
                0
            }
        }
    }

    /// Draws one of the free roles.
    #[inline(always)]
    pub(super) fn draw_role<D: Dice + ?Sized>(&self, state: &State, dice: &mut D) -> Role {
        let nth = draw_index(dice, u32::from(self.rules.role_count - state.picks));
        let role = nth_bit_of_byte(self.free_roles(state).bits(), nth);
        Role::from_index(role).expect("the card of a role is free")
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

/// Gives the chooser a role card and the doubloons on it.
#[inline(always)]
fn take_role(state: &mut State, role: Role) {
    state.taken.insert(role);
    state.picked |= (role as u32) << (4 * state.picks);
    state.picks += 1;
    state.current_mut().doubloons += u16::from(state.role_doubloons[role]);
    state.role_doubloons[role] = 0;
}
