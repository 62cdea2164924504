//! Final scoring and the result object (rules page 5, 13.7).

use serde_json::{Value, json};

use super::FrancisDrake;
use super::player::Player;
use super::state::State;
use tradewinds_game::{PerSeat, Scores, Seat};

impl FrancisDrake {
    /// Returns a player's points as if the game ended now: score track, commodities, treasure.
    #[must_use]
    pub fn points(&self, state: &State, seat: Seat) -> [i32; 3] {
        self.player_points(state.player(seat.index()))
    }

    pub(super) fn player_points(&self, player: &Player) -> [i32; 3] {
        [player.vp.into(), self.rules.goods_vp(player.goods), self.rules.chest_vp(player.chest)]
    }

    /// Returns the standing; ties go to the ship that is back first, ships at sea count after them in
    /// the order of the outbound dock, the rest by the starting order.
    pub(super) fn standing(&self, state: &State) -> Scores {
        let players = self.rules.players;
        let points = PerSeat::from_fn(players, |seat| self.points(state, seat).iter().sum());
        let place = |seat: Seat| {
            let lists = [(state.homebound, 0), (state.outbound, players), (state.start, 2 * players)];
            lists.into_iter().find_map(|(list, base)| list.find(seat.index()).map(|place| base + place))
        };
        let ties = PerSeat::from_fn(players, |seat| [-(place(seat).unwrap_or(0) as i32), 0, 0]);
        Scores::ranked(points, ties)
    }

    /// Writes the result object of a finished game.
    pub(super) fn result_object(&self, state: &State) -> Value {
        let scores = self.standing(state);
        let players = Seat::all(self.rules.players).map(|seat| {
            let [track, commodities, treasure] = self.points(state, seat);
            let dock = state.homebound.find(seat.index()).map(|dock| dock + 1);
            json!({
                "track": track,
                "commodities": commodities,
                "treasure": treasure,
                "total": scores.points[seat],
                "dock": dock,
                "rank": scores.rank[seat],
            })
        });
        json!({ "players": players.collect::<Vec<_>>() })
    }
}
