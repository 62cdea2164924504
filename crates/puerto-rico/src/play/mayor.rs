//! The mayor (rules page 4.2): privilege, distribution, placement, refill of the ship.

use crate::player::Player;
use crate::slot::PerSlot;
use crate::words::Decision;
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{Bits, KeySet};
use tradewinds_game::{Actions, Dice, Seat};

impl PuertoRico {
    pub(crate) fn begin_mayor(&self, state: &mut State) {
        if state.colonist_supply > 0 {
            if self.rules.mayor_privilege_optional {
                state.ask(Decision::MayorBonus, state.chooser);
                return;
            }
            privilege(state);
        }
        self.distribute(state);
    }

    pub(crate) fn play_mayor_bonus(&self, state: &mut State, action: Action) {
        if action == Action::Accept {
            privilege(state);
        }
        self.distribute(state);
    }

    /// Deals out the ship, or offers each player its share first.
    fn distribute(&self, state: &mut State) {
        if self.rules.optional_privileges {
            state.passed = KeySet::EMPTY;
            self.offer_colonists_from(state, Some(state.chooser));
            return;
        }
        self.deal_out(state, KeySet::EMPTY);
    }

    /// Deals out the ship one colonist at a time from the mayor on, but for the shares that are `declined`: they stay
    /// on it. Then the players place.
    #[inline(always)]
    pub(super) fn deal_out(&self, state: &mut State, declined: KeySet<Seat>) {
        let (each, more) = self.shares(state);
        let (mut seat, mut left) = (state.chooser, 0);
        for distance in 0..self.rules.players as u8 {
            let player = &mut state.players[seat.index()];
            let dealt = each + u8::from(distance < more);
            if declined.has(seat) {
                left += dealt;
            } else {
                player.colonists += dealt;
                player.san_juan += dealt;
            }
            seat = self.rules.next_seat(seat);
        }
        state.colonist_ship = left;
        let chooser = state.chooser;
        self.place_from(state, chooser);
    }

    /// Returns how many colonists of the ship each player gets, and how many players get one more.
    #[inline]
    fn shares(&self, state: &State) -> (u8, u8) {
        let players = self.rules.players as u8;
        (state.colonist_ship / players, state.colonist_ship % players)
    }

    /// Returns the number of the ship's colonists that `seat` gets.
    pub(crate) fn share(&self, state: &State, seat: Seat) -> u8 {
        let (each, more) = self.shares(state);
        let players = self.rules.players;
        let distance = seat.after(players - state.chooser.index(), players).index() as u8;
        each + u8::from(distance < more)
    }

    /// Begins the placement of `seat`, or of the next one that has a decision, or refills the ship.
    fn place_from(&self, state: &mut State, seat: Seat) {
        let mut seat = seat;
        loop {
            let player = &mut state.players[seat.index()];
            if player.colonists > 0 {
                if player.colonists >= player.all_circles() {
                    player.fill_circles();
                } else {
                    player.lift_colonists();
                    let (slots, circles) = (player.slots(), player.all_circles());
                    state.player = seat;
                    if next_slot(state, slots, circles) {
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

    /// Returns the minimum and maximum of colonists for the slot at hand.
    #[inline]
    pub(crate) fn place_range(&self, state: &State) -> (u8, u8) {
        let player = state.current();
        (player.san_juan.saturating_sub(state.later), state.circles.min(player.san_juan))
    }

    pub(crate) fn legal_places(&self, state: &State, actions: &mut Actions<Action>) {
        let (least, most) = self.place_range(state);
        actions.extend((least..=most).map(Action::Place));
    }

    #[inline(always)]
    pub(crate) fn play_place(&self, state: &mut State, action: Action) {
        let Action::Place(count) = action else { return };
        let slot = usize::from(state.detail);
        state.current_mut().place(slot, count);
        if next_slot(state, state.rest, state.later) {
            return;
        }
        self.next_placement(state);
    }

    /// Plays the phase at random; returns the number of decisions. A player's colonists are dealt out, placed and
    /// counted in one go, since nobody else's depend on them.
    #[inline(never)]
    pub(super) fn random_mayor<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> u32 {
        let mut played = 0;
        if state.colonist_supply > 0 {
            let is_choice = self.rules.mayor_privilege_optional;
            played += u32::from(is_choice);
            if !is_choice || dice.below(2) == 0 {
                privilege(state);
            }
        }
        let (each, more) = self.shares(state);
        let (mut seat, mut empty) = (state.chooser, 0);
        for distance in 0..self.rules.players as u8 {
            let player = &mut state.players[seat.index()];
            player.colonists += each + u8::from(distance < more);
            played += random_placement(player, dice);
            empty += player.empty_circles();
            seat = self.rules.next_seat(seat);
        }
        state.colonist_ship = 0;
        self.refill_ship(state, empty);
        self.end_role(state);
        played
    }

    fn next_placement(&self, state: &mut State) {
        match self.next_turn(state, state.player) {
            Some(next) => self.place_from(state, next),
            None => self.end_mayor(state),
        }
    }

    fn end_mayor(&self, state: &mut State) {
        state.detail = 0;
        state.rest = 0;
        state.circles = 0;
        state.later = 0;
        self.refill_ship(state, state.players.iter().map(Player::empty_circles).sum());
        self.end_role(state);
    }

    /// Puts as many colonists on the ship as there are empty circles on buildings, at least one per
    /// player; a supply too small for that ends the game with the round.
    #[inline]
    fn refill_ship(&self, state: &mut State, empty: u8) {
        let required = empty.max(self.rules.players as u8);
        let moved = required.min(state.colonist_supply);
        state.colonist_supply -= moved;
        state.colonist_ship += moved;
        state.colonist_shortage |= moved < required;
    }

    /// Returns the circles of some slot types of the player who decides.
    pub(crate) fn circles_of(&self, state: &State, slots: u32) -> u8 {
        Bits(slots).map(|slot| state.current().slot_circles(slot)).sum()
    }
}

fn privilege(state: &mut State) {
    state.colonist_supply -= 1;
    let chooser = &mut state.players[state.chooser.index()];
    chooser.colonists += 1;
    chooser.san_juan += 1;
}

/// Advances to the first slot type of `rest`, which have `circles` in all. Returns whether it is a decision.
#[inline(always)]
fn next_slot(state: &mut State, rest: u32, circles: u8) -> bool {
    let Some((slot, here, rest, later)) = next_choice(state.current_mut(), rest, circles) else {
        return false;
    };
    state.decision = Decision::Place;
    state.detail = slot as u8;
    state.circles = here;
    state.rest = rest;
    state.later = later;
    true
}

/// Returns the first slot type of `rest`, which have `circles` in all, its circles, the slot types after it and their
/// circles; or places the colonists if that is not a decision.
///
/// It is not one when no colonist is left or as many as circles, and when it is the last slot type. In all
/// other cases at least two numbers are possible: there are 1 to `circles - 1` colonists left, and a
/// circle both here and later.
#[inline(always)]
fn next_choice(player: &mut Player, rest: u32, circles: u8) -> Option<(usize, u8, u32, u8)> {
    let left = player.san_juan;
    if left == 0 {
        return None;
    }
    let slot = rest.trailing_zeros() as usize;
    let rest = rest & (rest - 1);
    if left == circles {
        player.fill_from(slot, circles);
        return None;
    }
    if rest == 0 {
        player.place(slot, left);
        return None;
    }
    let here = player.slot_circles(slot);
    Some((slot, here, rest, circles - here))
}

/// Places a player's colonists at random: those that fit, one slot type after the other. Returns the number of
/// decisions, which are those that [`next_choice`] finds.
#[inline(always)]
fn random_placement<D: Dice + ?Sized>(player: &mut Player, dice: &mut D) -> u32 {
    let colonists = u32::from(player.colonists);
    let (mut slots, capacity, mut placed) = (player.slot_set(), player.capacity(), PerSlot::default());
    // Circles of the slot types to come, and colonists for them.
    let mut circles = u32::from(player.all_circles());
    let mut left = colonists.min(circles);
    player.san_juan = (colonists - left) as u8;
    let mut played = 0;
    // A slot type is a decision as `next_choice` says: colonists are left, fewer than circles, and it is not the last.
    // One product, since nobody can predict what ends a placement.
    while left * (circles - left) != 0 && slots.without_first().bits() != 0 {
        let slot = slots.first();
        slots = slots.without_first();
        let here = capacity.get(slot);
        circles -= here;
        let least = left.saturating_sub(circles);
        let count = least + dice.below(here.min(left) - least + 1);
        placed.add(slot, count);
        left -= count;
        played += 1;
    }
    placed.add_rest(slots.first(), left, left == circles, capacity);
    player.set_placed(placed);
    played
}
