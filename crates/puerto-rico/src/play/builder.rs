//! The builder (rules page 4.3) and the university colonist.

use super::draw::any_bit;
use crate::limits::SPACES;
use crate::words::{Building, Decision, Tile};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::KeySet;
use tradewinds_game::{Actions, Dice, Seat};

impl PuertoRico {
    pub(crate) fn legal_buildings(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.buildable(state, state.player).iter().map(Action::Build));
        actions.push(Action::Pass);
    }

    /// Returns the buildings that a player may build.
    #[inline(always)]
    pub(crate) fn buildable(&self, state: &State, seat: Seat) -> KeySet<Building> {
        let player = &state.players[seat.index()];
        let chooser = seat == state.chooser;
        let quarries = player.occupied.get(Tile::Quarry.index());
        let affordable = self.rules.affordable(chooser, quarries, player.doubloons);
        let buildable = affordable - player.owned - state.sold_out;
        // Most cities have room for all.
        if player.city > SPACES - 2 { buildable & player.fitting() } else { buildable }
    }

    #[inline(always)]
    pub(crate) fn play_build(&self, state: &mut State, action: Action) {
        if let Action::Build(building) = action
            && self.construct(state, state.player, building)
        {
            state.detail = building as u8;
            if self.rules.free_colonist_optional {
                state.decision = Decision::University;
                return;
            }
            university_colonist(state);
        }
        self.build_next(state);
    }

    /// Pays for a building and puts it into the city; returns whether the university offers a colonist for it.
    #[inline(always)]
    fn construct(&self, state: &mut State, seat: Seat, building: Building) -> bool {
        let discount = if seat == state.chooser { self.rules.builder_discount } else { 0 };
        let player = &mut state.players[seat.index()];
        let quarries = player.occupied.get(Tile::Quarry.index());
        let had_university = player.occupies(Building::University);
        player.doubloons -= u16::from(self.rules.price(building, quarries, discount));
        player.build(&self.rules, building);
        state.city_full |= player.city >= SPACES;
        self.mark_sold_out(state, building);
        had_university && (state.colonist_supply > 0 || state.colonist_ship > 0)
    }

    /// Plays the phase at random; returns the number of decisions.
    #[inline(never)]
    pub(super) fn random_building<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> u32 {
        let (mut played, mut seat) = (0, state.chooser);
        loop {
            played += 1;
            let option = any_bit(self.buildable(state, seat).bits() | 1 << Building::COUNT, dice);
            if let Some(building) = Building::from_index(option)
                && self.construct(state, seat, building)
            {
                let is_choice = self.rules.free_colonist_optional;
                if !is_choice || dice.below(2) == 0 {
                    house_in(state, seat, building.index());
                }
                played += u32::from(is_choice);
            }
            match self.next_turn(state, seat) {
                Some(next) => seat = next,
                None => break,
            }
        }
        self.end_role(state);
        played
    }

    pub(crate) fn play_university(&self, state: &mut State, action: Action) {
        if action == Action::Accept {
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
        let is_sold_out = owners >= usize::from(self.rules.copies[building]);
        state.sold_out |= KeySet::from_bits(u32::from(is_sold_out) << building.index());
    }
}

/// Puts the university's colonist on the building just built.
fn university_colonist(state: &mut State) {
    let id = usize::from(state.detail);
    state.detail = 0;
    house_in(state, state.player, id);
}

/// Puts a colonist that is not in the city yet on an empty building.
#[inline]
fn house_in(state: &mut State, seat: Seat, id: usize) {
    state.take_colonist(seat);
    state.players[seat.index()].set_staff(id, 1);
}
