//! The University's windows UW1 to UW5 (3.3, A03): each opens only where it would move something. Those of the variant
//! `university-one-step` are in `one_step`.

use tradewinds_game::kit::MaybeSeat;
use tradewinds_game::{Actions, Dice, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use crate::words::{Decision, Figure};

impl AgeOfDiscovery {
    /// Returns the owner of the unused University if it moves to the front.
    #[inline]
    fn front_owner(&self, state: &State) -> Option<Seat> {
        state.university.get().filter(|_| !self.rules.university_one_step)
    }

    /// Returns the owner if this window of the University opens.
    pub(crate) fn window(&self, state: &State, decision: Decision) -> Option<Seat> {
        if self.rules.university_one_step {
            return self.step_window(state, decision);
        }
        match decision {
            Decision::UniversityOrder => self.order_window(state),
            Decision::UniversityDock => self.dock_window(state),
            Decision::UniversityShipping => self.shipping_window(state),
            Decision::UniversityCapital => self.capital_window(state),
            Decision::UniversityDiscovery => self.discovery_window(state),
            _ => None,
        }
    }

    /// UW1: returns the owner, if it is not first in turn order.
    #[inline]
    pub(crate) fn order_window(&self, state: &State) -> Option<Seat> {
        self.front_owner(state).filter(|&owner| state.order[0] != owner)
    }

    /// UW2: returns the owner, if it has a figure on the dock that is not first in landing order.
    #[inline]
    pub(crate) fn dock_window(&self, state: &State) -> Option<Seat> {
        self.front_owner(state).filter(|&owner| {
            (1..state.dock.len()).any(|space| state.dock.get(space).0 == owner)
                || self.can_advance_x(state, owner)
                || self.can_advance_y(state, owner)
        })
    }

    fn can_advance_x(&self, state: &State, owner: Seat) -> bool {
        state.dock_x.is(owner) && state.dock.len() > 0
    }

    fn can_advance_y(&self, state: &State, owner: Seat) -> bool {
        state.dock_y.is(owner) && (state.dock.len() > 0 || !state.dock_x.is_nobody())
    }

    /// UW3: returns the owner, if it would win the ship before the others of the highest value.
    #[inline]
    pub(crate) fn shipping_window(&self, state: &State) -> Option<Seat> {
        let owner = self.front_owner(state).filter(|_| state.ship_in_box)?;
        let value = state.players[owner.index()].shipping;
        let highest = state.players.iter().all(|player| player.shipping <= value);
        let wins = value > 0
            && highest
            && self.earlier(state, owner).any(|seat| state.players[seat.index()].shipping == value);
        wins.then_some(owner)
    }

    /// UW4: returns the owner, if it has a figure in Capital Buildings on space 2 or later.
    #[inline]
    pub(crate) fn capital_window(&self, state: &State) -> Option<Seat> {
        let list = state.capital_box;
        self.front_owner(state).filter(|&owner| (1..list.len()).any(|space| list.get(space) == owner))
    }

    /// UW5: returns the owner, if it has figures in Discovery and so has a seat before it.
    #[inline]
    pub(crate) fn discovery_window(&self, state: &State) -> Option<Seat> {
        self.front_owner(state).filter(|&owner| {
            state.players[owner.index()].explores()
                && self.earlier(state, owner).any(|seat| state.players[seat.index()].explores())
        })
    }

    /// Lists the seats before the University's owner in turn order.
    fn earlier<'a>(&self, state: &'a State, owner: Seat) -> impl Iterator<Item = Seat> + 'a {
        state.order[..self.rules.players].iter().copied().take_while(move |&seat| seat != owner)
    }

    pub(crate) fn legal_dock_advances(&self, state: &State, actions: &mut Actions<Action>) {
        if self.rules.university_one_step {
            return self.legal_dock_step(state, actions);
        }
        let owner = state.to_move;
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
        // By one position only the next but one buyer passes the next one.
        let end = if self.rules.university_one_step { 2 } else { list.len() };
        let own = (1..end).filter(|&space| list.get(space) == state.to_move);
        actions.extend(own.map(|space| Action::AdvanceSpace(space as u8 + 1)));
    }

    pub(crate) fn play_university<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let owner = state.to_move;
        let decision = state.decision;
        let place = state.place_of(owner);
        if action != Action::Keep {
            state.university_used = true;
            state.university = MaybeSeat::NOBODY;
        }
        match action {
            Action::Advance if self.rules.university_one_step => state.order.swap(place - 1, place),
            Action::Advance => state.order[..=place].rotate_right(1),
            Action::AdvanceSpace(space) => {
                let place = usize::from(space) - 1;
                match decision {
                    Decision::UniversityDock => state.dock.advance(place),
                    Decision::UniversityCapital => state.capital_box.advance(place),
                    _ => state.initiative_box.step(place),
                }
            }
            Action::AdvanceX => {
                state.dock_x = MaybeSeat::NOBODY;
                state.dock.push_front(owner, Figure::Colonist);
            }
            Action::AdvanceY => {
                state.dock_y = MaybeSeat::NOBODY;
                state.dock.push_front(owner, Figure::Colonist);
            }
            _ => {}
        }
        match decision {
            Decision::UniversityInitiative => self.pay_initiative(state, dice),
            Decision::UniversityDock => self.ask_landing(state, dice),
            Decision::UniversityShipping => self.award_ship(state, dice),
            Decision::UniversityCapital => state.ask(Decision::Buy, state.capital_box.first()),
            Decision::UniversityReorder => self.end_turn(state, dice),
            _ if self.rules.university_one_step => self.after_order_step(state, decision, place - 1, dice),
            Decision::UniversityOrder => self.begin_placement(state, dice),
            _ => self.next_explorer(state, 0, dice),
        }
    }
}
