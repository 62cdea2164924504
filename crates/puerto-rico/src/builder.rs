//! The builder (rules page 4.3) and the university colonist.

use super::PuertoRico;
use super::action::Action;
use super::counts::Bits;
use super::settler::free_colonist;
use super::state::{Decision, SPACES, State, spaces};
use super::words::{Building, Tile};
use tradewinds_game::Actions;

/// The large violet buildings, one bit each.
const LARGE: u32 = (1 << Building::COUNT) - (1 << Building::FIRST_LARGE);

impl PuertoRico {
    pub(super) fn legal_buildings(&self, state: &State, actions: &mut Actions<Action>) {
        for id in Bits(self.buildable(state)) {
            actions.push(Action::Build(Building::ALL[id]));
        }
        actions.push(Action::Pass);
    }

    /// Returns the buildings, one bit each, that the player who decides may build.
    #[inline(always)]
    pub(super) fn buildable(&self, state: &State) -> u32 {
        let player = state.current();
        let chooser = state.player == state.chooser;
        let quarries = player.occupied.get(Tile::Quarry.index());
        let affordable = self.rules.affordable(chooser, quarries, player.doubloons);
        let fitting = match SPACES - player.city {
            0 => 0,
            1 => !LARGE,
            _ => !0,
        };
        affordable & fitting & !player.owned & !state.sold_out
    }

    #[inline(always)]
    pub(super) fn play_build(&self, state: &mut State, action: Action) {
        if let Action::Build(building) = action {
            let chooser = state.player == state.chooser;
            let discount = if chooser { self.rules.builder_discount } else { 0 };
            let player = state.current_mut();
            let quarries = player.occupied.get(Tile::Quarry.index());
            let had_university = player.occupies(Building::University);
            player.doubloons -= u16::from(self.rules.price(building, quarries, discount));
            player.build(&self.rules, building.index());
            state.city_full |= state.current().city >= SPACES;
            self.mark_sold_out(state, building.index());
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

    pub(super) fn play_university(&self, state: &mut State, action: Action) {
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

    /// Notes it when the last copy of a building is gone.
    pub(super) fn mark_sold_out(&self, state: &mut State, id: usize) {
        let owners = state.players.iter().filter(|player| player.owned >> id & 1 != 0).count();
        if owners >= usize::from(self.rules.copies[id]) {
            state.sold_out |= 1 << id;
        }
    }
}

fn university_colonist(state: &mut State) {
    let id = usize::from(state.detail);
    state.detail = 0;
    free_colonist(state);
    state.current_mut().set_staff(id, 1);
}

const _: () = assert!(spaces(Building::FIRST_LARGE) == 2, "large buildings fill two spaces");
