//! The mayor (rules page 4.2): privilege, distribution, placement, refill of the ship.

use super::PuertoRico;
use super::action::Action;
use super::state::{Bits, Decision, State, slot};
use super::words::{Building, Tile};
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
                    state.player = seat;
                    if self.place_slots(state, 0) {
                        return;
                    }
                }
            }
            match self.next_turn(state, seat) {
                Some(next) => seat = next,
                None => break,
            }
        }
        state.detail = 0;
        self.refill_ship(state);
        self.end_role(state);
    }

    /// Sets the slot types from `from` on as far as they are determined. Tells whether one is left
    /// to decide.
    fn place_slots(&self, state: &mut State, from: usize) -> bool {
        let rules = &self.rules;
        let player = &mut state.players[usize::from(state.player)];
        let mut later = circles_from(&self.rules.circles, player.tiles, player.owned, from);
        for slot in slots_from(player.tiles, player.owned, from) {
            let left = player.san_juan;
            if left == 0 {
                return false;
            }
            let capacity = capacity(&rules.circles, player.tiles, slot);
            later -= capacity;
            let least = left.saturating_sub(later);
            if least < capacity.min(left) {
                state.decision = Decision::Place;
                state.detail = slot as u8;
                return true;
            }
            put(player, slot, least);
        }
        false
    }

    pub(super) fn legal_places(&self, state: &State, actions: &mut Actions<Action>) {
        let player = state.current();
        let slot = usize::from(state.detail);
        let capacity = capacity(&self.rules.circles, player.tiles, slot);
        let later = circles_from(&self.rules.circles, player.tiles, player.owned, slot + 1);
        let least = player.san_juan.saturating_sub(later);
        actions.extend((least..=capacity.min(player.san_juan)).map(Action::Place));
    }

    pub(super) fn play_place(&self, state: &mut State, count: u8) {
        let slot = usize::from(state.detail);
        put(state.current_mut(), slot, count);
        if self.place_slots(state, slot + 1) {
            return;
        }
        match self.next_turn(state, state.player) {
            Some(next) => self.place_from(state, next),
            None => {
                state.detail = 0;
                self.refill_ship(state);
                self.end_role(state);
            }
        }
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

    /// Tells whether the slot type at hand leaves more than one number, as a position file must.
    pub(super) fn place_is_open(&self, state: &State) -> bool {
        let player = state.current();
        let slot = usize::from(state.detail);
        let capacity = capacity(&self.rules.circles, player.tiles, slot);
        let later = circles_from(&self.rules.circles, player.tiles, player.owned, slot + 1);
        player.san_juan.saturating_sub(later) < capacity.min(player.san_juan)
    }
}

fn privilege(state: &mut State) {
    state.colonist_supply -= 1;
    let chooser = &mut state.players[usize::from(state.chooser)];
    chooser.colonists += 1;
    chooser.san_juan += 1;
}

/// Lists the slot types that a player has, from `from` on.
#[inline]
fn slots_from(tiles: super::state::Counts, owned: u32, from: usize) -> impl Iterator<Item = usize> {
    let mut mask = owned << Tile::COUNT;
    for kind in tiles.kinds() {
        mask |= 1 << kind;
    }
    Bits(mask & u32::MAX << from)
}

#[inline]
fn capacity(circles: &[u8; Building::COUNT], tiles: super::state::Counts, slot: usize) -> u8 {
    if slot < Tile::COUNT { tiles.get(slot) } else { circles[slot - Tile::COUNT] }
}

/// Adds up the circles of the slot types from `from` on.
#[inline]
fn circles_from(circles: &[u8; Building::COUNT], tiles: super::state::Counts, owned: u32, from: usize) -> u8 {
    let buildings = owned & u32::MAX << from.saturating_sub(Tile::COUNT);
    tiles.total_from(from) + Bits(buildings).map(|id| circles[id]).sum::<u8>()
}

#[inline]
fn put(player: &mut super::state::Player, slot: usize, count: u8) {
    player.san_juan -= count;
    if slot < Tile::COUNT {
        player.occupied.set(slot, count);
    } else {
        player.set_staff(slot - Tile::COUNT, count);
    }
}

const _: () = assert!(slot::COUNT <= 32, "slot types fit in a mask");
