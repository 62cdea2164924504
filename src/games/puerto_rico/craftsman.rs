//! The craftsman (rules page 4.4): production, factory, the chooser's barrel.

use super::PuertoRico;
use super::action::Action;
use super::state::{Decision, Kinds, State, next_seat};
use super::words::{Building, Good, Tile};
use crate::game::Actions;

impl PuertoRico {
    pub(super) fn produce(&self, state: &mut State) {
        let mut seat = state.chooser;
        for _ in 0..self.rules.players {
            let player = &mut state.players[usize::from(seat)];
            let mut kinds = 0;
            for good in player.occupied.kinds() {
                if good >= Good::COUNT {
                    break;
                }
                let received = player.capacity(good).min(state.supply.get(good));
                if received > 0 {
                    player.goods.add(good, received);
                    state.supply.take(good, received);
                    kinds += 1;
                }
            }
            if player.occupies(Building::Factory) {
                player.doubloons += u16::from(self.rules.effects.factory[kinds]);
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
    pub(super) fn bonus_kinds(&self, state: &State) -> Kinds {
        let player = &state.players[usize::from(state.chooser)];
        let mut kinds = Kinds::default();
        for good in state.supply.kinds() {
            if player.capacity(good) > 0 {
                kinds = kinds.or(Kinds::one(good));
            }
        }
        kinds
    }

    pub(super) fn legal_bonus(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.bonus_kinds(state).map(|good| Action::Take(Tile::ALL[good])));
        actions.push(Action::Pass);
    }

    pub(super) fn play_bonus(&self, state: &mut State, action: Action) {
        if let Action::Take(tile) = action {
            state.supply.take(tile.index(), 1);
            state.current_mut().goods.add(tile.index(), 1);
        }
        self.end_role(state);
    }
}
