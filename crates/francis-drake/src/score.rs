//! Points (rules page 5).

use crate::FrancisDrake;
use crate::player::Player;
use crate::state::State;
use tradewinds_game::Seat;

impl FrancisDrake {
    /// Returns a player's points as if the game ended now: score track, commodities, treasure.
    #[must_use]
    pub fn points(&self, state: &State, seat: Seat) -> [i32; 3] {
        self.player_points(state.player(seat))
    }

    pub(crate) fn player_points(&self, player: &Player) -> [i32; 3] {
        [player.vp.into(), self.rules.goods_vp(player.goods), self.rules.chest_vp(player.chest)]
    }
}
