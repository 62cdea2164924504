//! Phase D: building benefits (4.12), with Stable and Migration.

use tradewinds_game::kit::{Bits, MaybeSeat};
use tradewinds_game::{Actions, Dice, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::{State, regions};
use crate::words::{Building, Decision, Region};

impl AgeOfDiscovery {
    /// Gives the benefits of all players from place `from` in turn order, up to the next decision.
    pub(crate) fn next_benefits<D: Dice + ?Sized>(&self, state: &mut State, from: usize, dice: &mut D) {
        if self.rules.university_one_step
            && from < self.rules.players
            && self.offers_step(state, Decision::UniversityBenefits, from)
        {
            return;
        }
        self.benefits_from(state, from, dice);
    }

    /// Gives the same benefits, those of the first player without another window of the University.
    pub(crate) fn benefits_from<D: Dice + ?Sized>(&self, state: &mut State, from: usize, dice: &mut D) {
        let with_benefits =
            self.rules.benefit_mask | 1 << Building::Stable.index() | 1 << Building::Migration.index();
        for at in from..self.rules.players {
            let seat = state.order[at];
            if state.players[seat.index()].owned & with_benefits == 0 {
                continue;
            }
            if at > from
                && self.rules.university_one_step
                && self.offers_step(state, Decision::UniversityBenefits, at)
            {
                return;
            }
            self.give_benefits(state, seat, dice);
            let player = &state.players[seat.index()];
            let decision = match () {
                () if player.owns(Building::Stable) => Decision::Stable,
                () if player.owns(Building::Migration) => Decision::Migration,
                () => continue,
            };
            state.ask_at(decision, at);
            return;
        }
        if self.rules.university_one_step && self.offers_box_step(state, Decision::UniversityReorder) {
            return;
        }
        self.end_turn(state, dice);
    }

    fn give_benefits<D: Dice + ?Sized>(&self, state: &mut State, seat: Seat, dice: &mut D) {
        for building in Bits(state.players[seat.index()].owned & self.rules.benefit_mask) {
            let benefit = &self.rules.benefits[building];
            let player = &mut state.players[seat.index()];
            player.money += u16::from(benefit.money);
            player.turn_vp += u16::from(benefit.vp);
            player.hand.0 += benefit.hand.0;
            player.captains += benefit.captains;
            player.explorers += benefit.explorers;
            if benefit.dock_x {
                state.dock_x = MaybeSeat::some(seat);
            }
            if benefit.dock_y {
                state.dock_y = MaybeSeat::some(seat);
            }
            for _ in 0..benefit.goods {
                self.draw_good(state, seat, dice);
            }
        }
    }

    pub(crate) fn legal_soldier_moves(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Stay);
        for from in regions(state.current().garrisoned) {
            let open = self.rules.adjacent[from] & state.discovered();
            actions.extend(regions(open).map(|to| Action::MoveSoldier(from, to)));
        }
    }

    pub(crate) fn play_stable<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::MoveSoldier(from, to) = action {
            let seat = state.to_move;
            state.players[seat.index()].remove(from.index(), 0, 1);
            state.players[seat.index()].add_soldiers(to.index(), 1);
            self.claim(state, seat, to);
        }
        if state.current().owns(Building::Migration) {
            state.decision = Decision::Migration;
        } else {
            self.next_benefits(state, usize::from(state.at) + 1, dice);
        }
    }

    pub(crate) fn legal_migrations(&self, state: &State, actions: &mut Actions<Action>) {
        let player = state.current();
        actions.push(Action::Stay);
        for from in Region::ALL {
            let most = player.plain[from.index()].min(self.rules.effects.migration);
            if most == 0 {
                continue;
            }
            for to in regions(state.discovered() & !(1 << from.index())) {
                actions.extend((1..=most).map(|number| Action::Migrate(number, from, to)));
            }
        }
    }

    pub(crate) fn play_migration<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Migrate(number, from, to) = action {
            let seat = state.to_move;
            state.players[seat.index()].remove(from.index(), number, 0);
            state.players[seat.index()].add_plain(to.index(), number);
            self.claim(state, seat, to);
        }
        self.next_benefits(state, usize::from(state.at) + 1, dice);
    }
}
