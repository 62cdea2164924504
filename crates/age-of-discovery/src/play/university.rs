//! The University's windows UW1 to UW5 (3.3, A03): each opens only where it would move something.

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::{NOBODY, State};
use crate::words::Decision;
use crate::words::Figure;
use tradewinds_game::{Actions, Dice};

impl AgeOfDiscovery {
    /// UW1: the owner is not first in turn order.
    #[inline]
    pub(crate) fn order_window(&self, state: &State) -> bool {
        state.university != NOBODY && state.order[0] != state.university
    }

    /// UW2: the owner has a figure on the dock that is not first in landing order.
    #[inline]
    pub(crate) fn dock_window(&self, state: &State) -> bool {
        let owner = state.university;
        owner != NOBODY
            && ((1..state.dock.len()).any(|space| state.dock.get(space).0 == owner)
                || self.can_advance_x(state, owner)
                || self.can_advance_y(state, owner))
    }

    fn can_advance_x(&self, state: &State, owner: u8) -> bool {
        state.dock_x == owner && state.dock.len() > 0
    }

    fn can_advance_y(&self, state: &State, owner: u8) -> bool {
        state.dock_y == owner && (state.dock.len() > 0 || state.dock_x != NOBODY)
    }

    /// UW3: the owner would win the ship if he came before the others of the highest value.
    #[inline]
    pub(crate) fn shipping_window(&self, state: &State) -> bool {
        if state.university == NOBODY || !state.ship_in_box {
            return false;
        }
        let value = state.players[usize::from(state.university)].shipping;
        let highest = state.players.iter().all(|player| player.shipping <= value);
        value > 0 && highest && self.earlier(state).any(|seat| state.players[seat].shipping == value)
    }

    /// UW4: the owner has a figure in Capital Buildings on space 2 or later.
    #[inline]
    pub(crate) fn capital_window(&self, state: &State) -> bool {
        let (owner, list) = (state.university, state.capital_box);
        owner != NOBODY && (1..list.len()).any(|space| list.get(space) == owner)
    }

    /// UW5: the owner has figures in Discovery, and a player before him has some too.
    #[inline]
    pub(crate) fn discovery_window(&self, state: &State) -> bool {
        state.university != NOBODY
            && state.players[usize::from(state.university)].explores()
            && self.earlier(state).any(|seat| state.players[seat].explores())
    }

    /// Lists the seats before the University's owner in turn order.
    fn earlier<'a>(&self, state: &'a State) -> impl Iterator<Item = usize> + 'a {
        let owner = state.university;
        state.order[..self.rules.players]
            .iter()
            .take_while(move |&&seat| seat != owner)
            .map(|&seat| seat.into())
    }

    pub(crate) fn legal_dock_advances(&self, state: &State, actions: &mut Actions<Action>) {
        let owner = state.university;
        actions.push(Action::Keep);
        let own = (1..state.dock.len()).filter(|&space| state.dock.get(space).0 == owner);
        actions.extend(own.map(|space| Action::AdvanceSpace(space as u8 + 1)));
        if self.can_advance_x(state, owner) {
            actions.push(Action::AdvanceX);
        }
        if self.can_advance_y(state, owner) {
            actions.push(Action::AdvanceY);
        }
    }

    pub(crate) fn legal_capital_advances(&self, state: &State, actions: &mut Actions<Action>) {
        let list = state.capital_box;
        actions.push(Action::Keep);
        let own = (1..list.len()).filter(|&space| list.get(space) == state.university);
        actions.extend(own.map(|space| Action::AdvanceSpace(space as u8 + 1)));
    }

    pub(crate) fn play_university<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let owner = state.university;
        let decision = state.decision;
        if action != Action::Keep {
            state.university_used = true;
            state.university = NOBODY;
        }
        match action {
            Action::Advance => {
                let place = state.place_of(owner);
                state.order[..=place].rotate_right(1);
            }
            Action::AdvanceSpace(space) => {
                let place = usize::from(space) - 1;
                if decision == Decision::UniversityDock {
                    state.dock.advance(place);
                } else {
                    state.capital_box.advance(place);
                }
            }
            Action::AdvanceX => {
                state.dock_x = NOBODY;
                state.dock.push_front(owner, Figure::Colonist);
            }
            Action::AdvanceY => {
                state.dock_y = NOBODY;
                state.dock.push_front(owner, Figure::Colonist);
            }
            _ => {}
        }
        match decision {
            Decision::UniversityOrder => self.begin_placement(state, dice),
            Decision::UniversityDock => self.next_landing(state, dice),
            Decision::UniversityShipping => self.award_ship(state, dice),
            Decision::UniversityCapital => self.next_purchase(state, dice),
            _ => self.next_explorer(state, 0, dice),
        }
    }
}
