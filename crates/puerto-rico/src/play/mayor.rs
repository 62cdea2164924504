//! The mayor (rules page 4.2): privilege, distribution, placement, refill of the ship.

use crate::player::Player;
use crate::words::Decision;
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{Bits, draw_index};
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
            let player = &mut state.players[seat.index()];
            let dealt = each + u8::from(distance < more);
            player.colonists += dealt;
            player.san_juan += dealt;
            seat = self.rules.next_seat(seat);
        }
        state.colonist_ship = 0;
        let chooser = state.chooser;
        self.place_from(state, chooser);
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

    /// Plays random numbers of colonists for the slots of one player, at most this many; returns their number. With
    /// equal dice it does what as many calls of [`PuertoRico::play_place`] do.
    #[inline(never)]
    pub(crate) fn random_placement<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        most: u32,
        dice: &mut D,
    ) -> u32 {
        let (mut slot, mut here) = (usize::from(state.detail), state.circles);
        let (mut rest, mut later) = (state.rest, state.later);
        let mut player = *state.current();
        let mut played = 0;
        loop {
            let (least, most_here) = (player.san_juan.saturating_sub(later), here.min(player.san_juan));
            let count = least + draw_index(dice, u32::from(most_here - least) + 1) as u8;
            player.place(slot, count);
            played += 1;
            let Some(next) = next_choice(&mut player, rest, later) else {
                *state.current_mut() = player;
                self.next_placement(state);
                return played;
            };
            (slot, here, rest, later) = next;
            if played == most {
                *state.current_mut() = player;
                (state.detail, state.circles) = (slot as u8, here);
                (state.rest, state.later) = (rest, later);
                return played;
            }
        }
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
        self.refill_ship(state);
        self.end_role(state);
    }

    /// Puts as many colonists on the ship as there are empty circles on buildings, at least one per
    /// player; a supply too small for that ends the game with the round.
    fn refill_ship(&self, state: &mut State) {
        let empty: u8 = state.players.iter().map(|player| player.circles - player.staffed()).sum();
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
