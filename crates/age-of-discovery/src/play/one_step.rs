//! The University by one position (variant `university-one-step`, A02 and A03).
//!
//! A window opens right before each event that reads an order in which the owner can pass the one ahead: that is the
//! last moment at which the move still changes this event. All earlier moments have the same effect.

use tradewinds_game::{Actions, Dice, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::limits::LAST_TURN;
use crate::packed::SeatList;
use crate::player::Player;
use crate::state::State;
use crate::words::{Building, Decision, Figure};

impl AgeOfDiscovery {
    /// Returns the owner if this window opens: one position forward changes the event that comes next.
    pub(crate) fn step_window(&self, state: &State, decision: Decision) -> Option<Seat> {
        let owner = state.university.get().filter(|_| self.rules.university_one_step)?;
        let own = state.player(owner);
        // Whether the owner and the player directly ahead in turn order have something in common.
        let both = |is: fn(&Player) -> bool| {
            is(own)
                && state.place_of(owner).checked_sub(1).is_some_and(|at| is(state.player(state.order[at])))
        };
        let opens = match decision {
            Decision::UniversityOrder => both(|player| !player.hand.is_empty()),
            Decision::UniversityInitiative => behind(state.initiative_box, owner).is_some(),
            Decision::UniversityReorder => {
                state.turn < LAST_TURN && behind(state.initiative_box, owner).is_some()
            }
            Decision::UniversityDock => match (self.landing(state, 0), self.landing(state, 1)) {
                (Some((first, before, _)), Some((second, figure, _))) => {
                    second == owner && (first, before) != (second, figure)
                }
                _ => false,
            },
            Decision::UniversityShipping => self.ship_by_a_step(state, owner),
            Decision::UniversityCapital => {
                let list = state.capital_box;
                list.len() > 1 && list.get(1) == owner && list.first() != owner
            }
            Decision::UniversityDiscovery => both(Player::explores),
            Decision::UniversityBenefits => {
                both(|player| player.owns(Building::Stable) || player.owns(Building::Migration))
            }
            _ => false,
        };
        opens.then_some(owner)
    }

    /// Returns whether the ship goes to the player directly ahead of the owner, and after a step to the owner.
    fn ship_by_a_step(&self, state: &State, owner: Seat) -> bool {
        let value = |seat: Seat| state.player(seat).shipping;
        let highest = state.players.iter().map(|player| player.shipping).max().unwrap_or(0);
        let at = state.order[..self.rules.players].iter().position(|&seat| value(seat) == highest);
        let next = at.and_then(|at| state.order[..self.rules.players].get(at + 1));
        state.ship_in_box && highest > 0 && value(owner) == highest && next == Some(&owner)
    }

    /// Opens a window in which the owner may pass the seat at a place of the turn order, if there is one.
    #[cold]
    pub(crate) fn offers_step(&self, state: &mut State, decision: Decision, at: usize) -> bool {
        let owner = self.step_window(state, decision).filter(|&owner| state.place_of(owner) == at + 1);
        owner.is_some_and(|owner| {
            state.open = 0;
            state.ask(decision, owner);
            true
        })
    }

    /// Opens a window of a box, if there is one.
    #[cold]
    pub(crate) fn offers_box_step(&self, state: &mut State, decision: Decision) -> bool {
        let owner = self.step_window(state, decision);
        owner.is_some_and(|owner| {
            state.ask(decision, owner);
            true
        })
    }

    /// Returns a figure of the landing order (numbered spaces, then X, then Y), and how it moves to the front.
    fn landing(&self, state: &State, place: usize) -> Option<(Seat, Figure, Action)> {
        let numbered = state.dock.iter().enumerate();
        let numbered =
            numbered.map(|(space, (seat, figure))| (seat, figure, Action::AdvanceSpace(space as u8 + 1)));
        let extra = [(state.dock_x, Action::AdvanceX), (state.dock_y, Action::AdvanceY)];
        let extra = extra
            .into_iter()
            .filter_map(|(owner, action)| owner.get().map(|owner| (owner, Figure::Colonist, action)));
        numbered.chain(extra).nth(place)
    }

    /// Lists keeping, and the figure that lands next but one.
    pub(crate) fn legal_dock_step(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Keep);
        actions.extend(self.landing(state, 1).map(|(.., action)| action));
    }

    /// Lists keeping, and the owner's space in Initiative.
    pub(crate) fn legal_initiative_advances(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Keep);
        let place = behind(state.initiative_box, state.to_move);
        actions.extend(place.map(|place| Action::AdvanceSpace(place as u8 + 1)));
    }

    /// Goes on after a window of the turn order, which opened before the event of the seat at place `at`.
    pub(crate) fn after_order_step<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        decision: Decision,
        at: usize,
        dice: &mut D,
    ) {
        match decision {
            Decision::UniversityOrder => {
                state.open = self.free_boxes(state);
                state.ask_at(Decision::Place, at);
            }
            Decision::UniversityDiscovery => state.ask_at(Decision::ExploreTarget, at),
            _ => self.benefits_from(state, at, dice),
        }
    }
}

/// Returns the place of a seat in a list, if another one is ahead of it.
fn behind(list: SeatList, seat: Seat) -> Option<usize> {
    (1..list.len()).find(|&place| list.get(place) == seat)
}
