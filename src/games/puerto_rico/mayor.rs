//! The mayor (rules page 4.2): privilege, distribution, placement, refill of the ship.

use super::PuertoRico;
use super::action::Action;
use super::state::{Bits, Decision, State, slot};
use super::words::Tile;
use crate::game::Actions;

impl PuertoRico {
    pub(super) fn begin_mayor(&self, state: &mut State) {
        if state.colonist_supply > 0 {
            if self.rules.mayor_privilege_optional {
                let chooser = state.chooser;
                state.ask(Decision::MayorBonus, chooser);
                return;
            }
            privilege(state);
        }
        self.distribute(state);
    }

    pub(super) fn play_mayor_bonus(&self, state: &mut State, action: Action) {
        if action == Action::TakeColonist {
            privilege(state);
        }
        self.distribute(state);
    }

    /// Deals out the ship one colonist at a time from the mayor on; then the players place.
    fn distribute(&self, state: &mut State) {
        let players = self.rules.players as u8;
        let (each, more) = (state.colonist_ship / players, state.colonist_ship % players);
        let mut seat = state.chooser;
        for distance in 0..players {
            let player = &mut state.players[usize::from(seat)];
            let dealt = each + u8::from(distance < more);
            player.colonists += dealt;
            player.san_juan += dealt;
            seat = super::state::next_seat(&self.rules, seat);
        }
        state.colonist_ship = 0;
        let chooser = state.chooser;
        self.place_from(state, chooser);
    }

    /// Begins the placement of `seat`, or of the next one that has a decision, or refills the ship.
    fn place_from(&self, state: &mut State, seat: u8) {
        let mut seat = seat;
        loop {
            let player = &mut state.players[usize::from(seat)];
            if player.colonists > 0 {
                if player.colonists >= player.all_circles() {
                    player.fill_circles(&self.rules);
                } else {
                    player.lift_colonists();
                    let circles = player.all_circles();
                    state.player = seat;
                    if self.place_slots(state, 0, circles) {
                        return;
                    }
                }
            }
            match self.next_turn(state, seat) {
                Some(next) => seat = next,
                None => break,
            }
        }
        self.end_mayor(state);
    }

    /// Sets the slot types from `from` on, with `circles` in all, as far as they are determined.
    /// Tells whether one is left to decide.
    fn place_slots(&self, state: &mut State, from: usize, circles: u8) -> bool {
        let player = &mut state.players[usize::from(state.player)];
        let (tiles, owned) = (player.tiles, player.owned);
        let mut later = circles;
        for kind in tiles.kinds_from(from) {
            let capacity = tiles.get(kind);
            later -= capacity;
            match forced(player.san_juan, capacity, later) {
                Some(count) => {
                    player.occupied.set(kind, count);
                    player.san_juan -= count;
                }
                None => return ask(state, kind, later),
            }
        }
        for id in Bits(owned & u32::MAX << from.saturating_sub(Tile::COUNT)) {
            if player.san_juan == 0 {
                return false;
            }
            let capacity = self.rules.circles[id];
            later -= capacity;
            match forced(player.san_juan, capacity, later) {
                Some(count) => {
                    player.set_staff(id, count);
                    player.san_juan -= count;
                }
                None => return ask(state, id + Tile::COUNT, later),
            }
        }
        false
    }

    /// Returns the least and the most colonists that the slot at hand may get.
    #[inline]
    pub(super) fn place_range(&self, state: &State) -> (u8, u8) {
        let player = state.current();
        let slot = usize::from(state.detail);
        let capacity = match slot.checked_sub(Tile::COUNT) {
            Some(id) => self.rules.circles[id],
            None => player.tiles.get(slot),
        };
        (player.san_juan.saturating_sub(state.later), capacity.min(player.san_juan))
    }

    pub(super) fn legal_places(&self, state: &State, actions: &mut Actions<Action>) {
        let (least, most) = self.place_range(state);
        actions.extend((least..=most).map(Action::Place));
    }

    pub(super) fn play_place(&self, state: &mut State, action: Action) {
        let Action::Place(count) = action else { return };
        let (slot, later) = (usize::from(state.detail), state.later);
        let player = state.current_mut();
        player.san_juan -= count;
        match slot.checked_sub(Tile::COUNT) {
            Some(id) => player.set_staff(id, count),
            None => player.occupied.set(slot, count),
        }
        if self.place_slots(state, slot + 1, later) {
            return;
        }
        match self.next_turn(state, state.player) {
            Some(next) => self.place_from(state, next),
            None => self.end_mayor(state),
        }
    }

    fn end_mayor(&self, state: &mut State) {
        state.detail = 0;
        state.later = 0;
        self.refill_ship(state);
        self.end_role(state);
    }

    /// Puts as many colonists on the ship as there are empty circles on buildings, at least one a
    /// player; a supply too small for that ends the game with the round.
    fn refill_ship(&self, state: &mut State) {
        let empty: u8 =
            state.players[..self.rules.players].iter().map(|player| player.circles - player.staffed()).sum();
        let required = empty.max(self.rules.players as u8);
        let moved = required.min(state.colonist_supply);
        state.colonist_supply -= moved;
        state.colonist_ship += moved;
        state.colonist_shortage |= moved < required;
    }

    /// Returns the circles of the slot types after `slot` of the player who decides.
    pub(super) fn later_circles(&self, state: &State, slot: usize) -> u8 {
        let player = state.current();
        let buildings = player.owned & u32::MAX << (slot + 1).saturating_sub(Tile::COUNT);
        player.tiles.total_from(slot + 1) + Bits(buildings).map(|id| self.rules.circles[id]).sum::<u8>()
    }
}

fn privilege(state: &mut State) {
    state.colonist_supply -= 1;
    let chooser = &mut state.players[usize::from(state.chooser)];
    chooser.colonists += 1;
    chooser.san_juan += 1;
}

/// Returns how many of `left` colonists a slot of this capacity gets, if that is determined: the
/// later slots must be able to take the rest (4.2).
#[inline]
fn forced(left: u8, capacity: u8, later: u8) -> Option<u8> {
    let least = left.saturating_sub(later);
    (least >= capacity.min(left)).then_some(least)
}

fn ask(state: &mut State, slot: usize, later: u8) -> bool {
    state.decision = Decision::Place;
    state.detail = slot as u8;
    state.later = later;
    true
}

const _: () = assert!(slot::COUNT <= 32, "slot types fit in a mask");
