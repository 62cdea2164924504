//! The builder (rules page 4.3) and the university colonist.

use crate::limits::SPACES;
use crate::words::{Building, Decision, Tile};
use crate::{Action, PuertoRico, State};
use tradewinds_game::Actions;
use tradewinds_game::kit::KeySet;

impl PuertoRico {
    pub(crate) fn legal_buildings(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.buildable(state).iter().map(Action::Build));
        actions.push(Action::Pass);
    }

    /// Returns the buildings that the player who decides may build.
    #[inline(always)]
    pub(crate) fn buildable(&self, state: &State) -> KeySet<Building> {
        let player = state.current();
        let chooser = state.player == state.chooser;
        let quarries = player.occupied.get(Tile::Quarry.index());
        let affordable = self.rules.affordable(chooser, quarries, player.doubloons);
        (affordable & player.fitting()) - player.owned - state.sold_out
    }

    #[inline(always)]
    pub(crate) fn play_build(&self, state: &mut State, action: Action) {
        if let Action::Build(building) = action {
            let chooser = state.player == state.chooser;
            let discount = if chooser { self.rules.builder_discount } else { 0 };
            let player = state.current_mut();
            let quarries = player.occupied.get(Tile::Quarry.index());
            let had_university = player.occupies(Building::University);
            player.doubloons -= u16::from(self.rules.price(building, quarries, discount));
            player.build(&self.rules, building);
            state.city_full |= state.current().city >= SPACES;
            self.mark_sold_out(state, building);
            if had_university && (state.colonist_supply > 0 || state.colonist_ship > 0) {
                state.detail = building as u8;
                if self.rules.free_colonist_optional {
                    state.decision = Decision::University;
                    return;
                }
                university_colonist(state);
            }
        }
        self.build_next(state);
    }

    pub(crate) fn play_university(&self, state: &mut State, action: Action) {
        if action == Action::TakeColonist {
            university_colonist(state);
        }
        state.detail = 0;
        self.build_next(state);
    }

    #[inline]
    fn build_next(&self, state: &mut State) {
        match self.next_turn(state, state.player) {
            Some(next) => state.ask(Decision::Build, next),
            None => self.end_role(state),
        }
    }

    /// Marks a building as sold out when the last copy is gone.
    pub(crate) fn mark_sold_out(&self, state: &mut State, building: Building) {
        let owners = state.players.iter().filter(|player| player.owns(building)).count();
        if owners >= usize::from(self.rules.copies[building]) {
            state.sold_out.insert(building);
        }
    }
}

fn university_colonist(state: &mut State) {
    let id = usize::from(state.detail);
    state.detail = 0;
    state.take_colonist();
    state.current_mut().set_staff(id, 1);
}
