//! Placing mission discs (rules page 4.3).

use super::FrancisDrake;
use super::player::Player;
use super::state::State;
use super::words::{Destination, Disc, Step};
use tradewinds_game::{Dice, Seat};

impl FrancisDrake {
    /// Returns the destinations within a player's range, one bit each.
    #[inline]
    pub(super) fn reach(&self, player: &Player) -> u16 {
        self.rules.within(player.items.barrels().min(self.rules.max_range))
    }

    /// Returns a player's range: the barrels, up to the most that count (4.2).
    #[must_use]
    pub fn range(&self, state: &State, seat: Seat) -> u16 {
        state.player(seat.index()).items.barrels().min(self.rules.max_range)
    }

    /// Returns the destinations where a player may place a disc, one bit each.
    #[inline]
    pub(super) fn free_destinations(&self, player: &Player) -> u16 {
        self.reach(player) & !player.missions
    }

    /// Finds who places the next disc (13.2); when nobody can, the informer comes.
    #[inline]
    pub(super) fn next_sailor<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match self.sailor(state) {
            Some(seat) => {
                state.step = Step::Sail;
                state.seat = seat;
            }
            None => self.begin_informer(state, dice),
        }
    }

    /// Returns who places the next disc: of the seats that can, the one with the fewest on the map, in
    /// sailing order.
    #[inline]
    pub(super) fn sailor(&self, state: &State) -> Option<u8> {
        let mut fewest = u32::MAX;
        let mut sailor = None;
        for seat in state.outbound.iter() {
            let player = &state.players[seat];
            let placed = player.missions.count_ones();
            if placed < fewest && player.hand() != 0 && self.free_destinations(player) != 0 {
                fewest = placed;
                sailor = Some(seat as u8);
            }
        }
        sailor
    }

    #[inline]
    pub(super) fn play_destination(&self, state: &mut State, destination: Destination) {
        state.chosen = Some(destination);
        state.step = Step::Disc;
    }

    #[inline]
    pub(super) fn play_disc<D: Dice + ?Sized>(&self, state: &mut State, disc: Disc, dice: &mut D) {
        if let Some(destination) = state.chosen.take() {
            state.current_mut().lay(disc, destination);
        }
        self.next_sailor(state, dice);
    }
}
