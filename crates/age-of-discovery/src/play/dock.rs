//! B2: the Colonist Dock (4.3).

use tradewinds_game::kit::MaybeSeat;
use tradewinds_game::{Actions, Dice, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::{State, regions};
use crate::words::{Building, Decision, Figure, Region};

impl AgeOfDiscovery {
    /// Has the next figure land: the numbered spaces, then X, then Y.
    #[inline]
    pub(crate) fn next_landing<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if self.rules.university_one_step && self.offers_box_step(state, Decision::UniversityDock) {
            return;
        }
        self.ask_landing(state, dice);
    }

    /// Has the next figure land, without another window of the University.
    #[inline]
    pub(crate) fn ask_landing<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match self.landing_figure(state) {
            Some((seat, _)) => state.ask(Decision::Land, seat),
            None => self.next_good(state, dice),
        }
    }

    /// Returns the figure that lands next, and its owner.
    #[inline]
    pub(crate) fn landing_figure(&self, state: &State) -> Option<(Seat, Figure)> {
        if state.dock.len() > 0 {
            let (seat, figure) = state.dock.get(0);
            return Some((seat, Figure::ALL[figure]));
        }
        let extra = if state.dock_x.is_nobody() { state.dock_y } else { state.dock_x };
        extra.get().map(|owner| (owner, Figure::Colonist))
    }

    pub(crate) fn legal_landings(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(regions(state.discovered()).map(Action::Land));
    }

    #[inline]
    pub(crate) fn play_landing<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Land(region) = action {
            self.land(state, region);
        }
        self.next_landing(state, dice);
    }

    #[inline]
    fn land(&self, state: &mut State, region: Region) {
        let mut figure = Figure::Colonist;
        if state.dock.len() > 0 {
            figure = Figure::ALL[state.dock.get(0).1];
            state.dock.pop_front();
        } else if state.dock_x.is_nobody() {
            state.dock_y = MaybeSeat::NOBODY;
        } else {
            state.dock_x = MaybeSeat::NOBODY;
        }
        let seat = state.to_move;
        let player = state.current_mut();
        player.money += u16::from(self.rules.landing_money[figure]);
        match figure {
            Figure::Soldier => player.add_soldiers(region.index(), 1),
            Figure::Missionary => {
                let extra = self.rules.missionary_units[usize::from(player.owns(Building::Cathedral))];
                player.add_plain(region.index(), 1 + extra);
            }
            _ => player.add_plain(region.index(), 1),
        }
        self.claim(state, seat, region);
    }
}
