//! The craftsman (rules page 4.4): production, factory, the chooser's barrel.

use crate::words::{Building, Decision, Tile};
use crate::{Action, PuertoRico, State};
use tradewinds_game::Actions;
use tradewinds_game::kit::Kinds8;

impl PuertoRico {
    pub(crate) fn produce(&self, state: &mut State) {
        let mut seat = state.chooser;
        for _ in 0..self.rules.players {
            let player = &mut state.players[seat.index()];
            let mut received = player.production();
            if !received.is_empty() {
                received = received.min(state.supply);
                player.goods = player.goods.plus(received);
                state.supply = state.supply.less(received);
            }
            if player.occupies(Building::Factory) {
                player.doubloons += u16::from(self.rules.effects.factory[received.kinds().count()]);
            }
            seat = self.rules.next_seat(seat);
        }
        if self.bonus_kinds(state).is_empty() {
            self.end_role(state);
        } else {
            state.ask(Decision::CraftBonus, state.chooser);
        }
    }

    /// Returns the kinds that the chooser received and the supply still has: those that it can
    /// produce, since the supply has no more of a kind that it did not receive (4.4).
    #[inline(always)]
    pub(crate) fn bonus_kinds(&self, state: &State) -> Kinds8 {
        let player = &state.players[state.chooser.index()];
        player.production().kinds().and(state.supply.kinds())
    }

    pub(crate) fn legal_bonus(&self, state: &State, actions: &mut Actions<Action>) {
        for good in self.bonus_kinds(state) {
            actions.push(Action::Take(Tile::ALL[good]));
        }
        actions.push(Action::Pass);
    }

    #[inline(always)]
    pub(crate) fn play_bonus(&self, state: &mut State, action: Action) {
        if let Action::Take(tile) = action {
            state.supply.take(tile.index(), 1);
            state.current_mut().goods.add(tile.index(), 1);
        }
        self.end_role(state);
    }
}
