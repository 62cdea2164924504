//! The craftsman (rules page 4.4): production, factory, the chooser's barrel.

use super::PuertoRico;
use super::action::Action;
use super::counts::Kinds;
use super::state::{Decision, State, next_seat};
use super::words::{Building, Tile};
use tradewinds_game::Actions;

impl PuertoRico {
    pub(super) fn produce(&self, state: &mut State) {
        let mut seat = state.chooser;
        for _ in 0..self.rules.players {
            let player = &mut state.players[usize::from(seat)];
            let mut received = player.production();
            if !received.is_empty() {
                received = received.min(state.supply);
                player.goods = player.goods.plus(received);
                state.supply = state.supply.less(received);
            }
            if player.occupies(Building::Factory) {
                player.doubloons += u16::from(self.rules.effects.factory[received.kinds().count()]);
            }
            seat = next_seat(&self.rules, seat);
        }
        if self.bonus_kinds(state).is_empty() {
            self.end_role(state);
        } else {
            let chooser = state.chooser;
            state.ask(Decision::CraftBonus, chooser);
        }
    }

    /// Returns the kinds that the chooser received and the supply still has: those that he can
    /// produce, since a kind he got none of is exhausted (4.4).
    #[inline(always)]
    pub(super) fn bonus_kinds(&self, state: &State) -> Kinds {
        let player = &state.players[usize::from(state.chooser)];
        player.production().kinds().and(state.supply.kinds())
    }

    pub(super) fn legal_bonus(&self, state: &State, actions: &mut Actions<Action>) {
        for good in self.bonus_kinds(state) {
            actions.push(Action::Take(Tile::ALL[good]));
        }
        actions.push(Action::Pass);
    }

    #[inline(always)]
    pub(super) fn play_bonus(&self, state: &mut State, action: Action) {
        if let Action::Take(tile) = action {
            state.supply.take(tile.index(), 1);
            state.current_mut().goods.add(tile.index(), 1);
        }
        self.end_role(state);
    }
}
