//! Provisioning in Plymouth (rules page 3.3, 4.1).

use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::{DOCKSIDE, INVESTOR, LOCATIONS};
use crate::state::State;
use crate::words::{DOCKSIDE_STOPS, Decision, INVESTOR_STOPS, SECOND_DISCS, Stop};
use tradewinds_game::{Dice, Seat};

/// The option of the departure; the others are street positions, then the stops behind them.
pub(super) const DEPART: usize = Stop::COUNT;

impl FrancisDrake {
    /// Returns the options in Plymouth: bits 0 to 15 for the location at that street position less 1,
    /// bits 16 to 23 for the other stops by their codes, bit 24 for the departure.
    #[inline]
    pub(crate) fn plymouth_options(&self, state: &State) -> u32 {
        let player = state.current();
        if player.owes_drake() {
            return SECOND_DISCS;
        }
        let departure = 1 << DEPART;
        let discs = self.rules.player_discs - player.stop_count.min(self.rules.player_discs);
        if discs == 0 || player.position >= DOCKSIDE {
            return departure;
        }
        let mut options = departure | DOCKSIDE_STOPS;
        if player.position < INVESTOR {
            options |= u32::from(state.open) >> player.position << player.position;
            if discs < 2 {
                options &= !(1 << (state.position_of(Stop::Drake) - 1));
            }
            if player.investor_tile {
                options |= INVESTOR_STOPS;
                if player.stops & self.rules.galleon_stops != 0 {
                    options &= !(INVESTOR_STOPS & self.rules.galleon_stops);
                }
            }
        }
        options
    }

    /// Plays a stop: the disc, then what the location gives (4.1).
    #[inline]
    pub(super) fn play_stop<D: Dice + ?Sized>(&self, state: &mut State, stop: Stop, dice: &mut D) {
        if stop.is_location() {
            self.stop_at_location(state, stop, state.position_of(stop), dice);
        } else {
            self.stop_behind(state, stop);
        }
    }

    /// Plays the first disc at a location tile, which lies at a street position.
    #[inline]
    pub(super) fn stop_at_location<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        stop: Stop,
        position: u8,
        dice: &mut D,
    ) {
        let seat = state.seat;
        let code = stop.index() % LOCATIONS;
        Self::lay_disc(state, stop, position);
        let visits = state.visits >> (4 * code) & 0xf;
        state.visits += 1 << (4 * code);
        if visits + 1 == u64::from(self.rules.circles[code]) {
            state.open &= !(1 << (position - 1));
        }
        self.give(state, seat, self.rules.location_items[code][visits as usize]);
        match stop {
            Stop::Tavern => self.visit_tavern(state, seat, visits == 0, dice),
            Stop::Admiral => state.admiral = Some(seat),
            Stop::Governor => state.governor = Some(seat),
            Stop::Informer => state.informer = Some(seat),
            _ => {}
        }
        self.next_stop(state);
    }

    /// Plays a stop at the investor or the dockside, or Drake's second disc.
    #[inline]
    pub(super) fn stop_behind(&self, state: &mut State, stop: Stop) {
        let position = state.position_of(stop);
        Self::lay_disc(state, stop, position);
        let seat = state.seat;
        if stop.bit() & INVESTOR_STOPS != 0 {
            let player = state.player_mut(seat);
            player.vp -= self.rules.investor_cost;
            player.investor_tile = false;
        }
        self.give(state, seat, self.rules.choice_items[stop]);
        self.next_stop(state);
    }

    #[inline]
    fn lay_disc(state: &mut State, stop: Stop, position: u8) {
        let player = state.current_mut();
        player.stops |= stop.bit();
        player.stop_count += 1;
        player.position = position;
    }

    /// Rolls the die and reads the result (R8).
    fn visit_tavern<D: Dice + ?Sized>(&self, state: &mut State, seat: Seat, first: bool, dice: &mut D) {
        let result = self.rules.tavern_result(1 + dice.below(6) as u8, first);
        if result <= self.rules.tavern_ghost_up_to {
            state.player_mut(seat).ghost_ship = true;
        } else {
            self.give(state, seat, self.rules.tavern_crew[usize::from(result)]);
        }
    }

    /// Gives items from the supply, as many as are left of each (R1).
    #[inline]
    pub(super) fn give(&self, state: &mut State, seat: Seat, items: Items) {
        let player = &mut state.players[seat.index()];
        if !self.rules.flags.pools_limited {
            player.items = player.items.plus(items);
        } else {
            let items = if state.supply.contains(items) { items } else { state.supply.least(items) };
            state.supply = state.supply.minus(items);
            player.items = player.items.plus(items);
        }
    }

    /// Moves the ship to the lowest free outbound dock; the last one ends the provisioning.
    #[inline]
    pub(super) fn play_departure<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.outbound.push(state.seat);
        state.departed.insert(state.seat);
        if state.outbound.len() == self.rules.players {
            self.prepare(state, dice);
        } else {
            self.next_stop(state);
        }
    }

    /// Finds the next seat: of the ships still here the one with the fewest stops, in starting order (13.2).
    #[inline]
    pub(crate) fn next_stop(&self, state: &mut State) {
        state.decision = Decision::Plymouth;
        let mut fewest = u8::MAX;
        for seat in state.start.iter() {
            let stops = state.players[seat.index()].stop_count;
            if !state.departed.has(seat) && stops < fewest {
                fewest = stops;
                state.seat = seat;
            }
        }
    }

    /// Returns whether a player has an own galleon in this voyage.
    #[inline]
    #[must_use]
    pub fn has_galleon(&self, state: &State, seat: Seat) -> bool {
        state.player(seat).stops & self.rules.galleon_stops != 0
    }

    /// Returns whether a player has a pinnace in this voyage.
    #[inline]
    #[must_use]
    pub fn has_pinnace(&self, state: &State, seat: Seat) -> bool {
        state.player(seat).stops & self.rules.pinnace_stops != 0
    }
}
