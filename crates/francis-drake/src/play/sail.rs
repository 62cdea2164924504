//! Placing mission discs (rules page 4.3).

use crate::FrancisDrake;
use crate::player::Player;
use crate::state::State;
use crate::words::{Decision, Destination, Disc};
use tradewinds_game::{Dice, Seat};

impl FrancisDrake {
    /// Returns the destinations within a player's range, one bit each.
    #[inline]
    pub(crate) fn reach(&self, player: &Player) -> u16 {
        self.rules.within(player.items.barrels().min(self.rules.max_range))
    }

    /// Returns a player's range: the barrels, up to the maximum range (4.2).
    #[must_use]
    pub fn range(&self, state: &State, seat: Seat) -> u16 {
        state.player(seat).items.barrels().min(self.rules.max_range)
    }

    /// Returns the destinations where a player can place a disc, one bit each.
    #[inline]
    pub(crate) fn free_destinations(&self, player: &Player) -> u16 {
        self.reach(player) & !player.missions
    }

    /// Finds the seat that places the next disc (13.2); when no seat can, the informer follows.
    #[inline]
    pub(super) fn next_sailor<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match self.sailor(state) {
            Some(seat) => {
                state.decision = Decision::Sail;
                state.seat = seat;
            }
            None => self.begin_informer(state, dice),
        }
    }

    /// Returns the seat that places the next disc: of those that can, the one with the fewest on the map, in
    /// sailing order.
    #[inline]
    pub(crate) fn sailor(&self, state: &State) -> Option<Seat> {
        let mut fewest = u8::MAX;
        let mut sailor = None;
        for seat in state.outbound.iter() {
            let player = state.player(seat);
            let placed = player.placed();
            if placed < fewest && player.hand() != 0 && self.free_destinations(player) != 0 {
                fewest = placed;
                sailor = Some(seat);
            }
        }
        sailor
    }

    #[inline]
    pub(super) fn play_destination(&self, state: &mut State, destination: Destination) {
        state.chosen = Some(destination);
        state.decision = Decision::Disc;
    }

    #[inline]
    pub(super) fn play_disc<D: Dice + ?Sized>(&self, state: &mut State, disc: Disc, dice: &mut D) {
        if let Some(destination) = state.chosen.take() {
            state.current_mut().lay(disc, destination);
        }
        self.next_sailor(state, dice);
    }
}
