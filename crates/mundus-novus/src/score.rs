//! Standings and the result object (4.5, 12.7).

use serde_json::{Value, json};

use super::rules::MundusNovus;
use super::state::{State, Step};
use tradewinds_game::{PerSeat, Scores, Seat};

impl MundusNovus {
    /// Ranks the seats: perfect makers first, then money; equal money shares the place (J28).
    pub(super) fn standing(&self, state: &State) -> Scores {
        let money = PerSeat::from_fn(self.players, |seat| i32::from(state.money[seat.index()]));
        let perfect = PerSeat::from_fn(self.players, |seat| [i32::from(state.is_perfect(seat)), 0, 0]);
        Scores::ranked_by(money, perfect, |seat| (perfect[seat], money[seat]))
    }

    /// Writes the result object (12.7).
    pub(super) fn result_object(&self, state: &State) -> Value {
        let scores = self.standing(state);
        let end = if state.step == Step::GameOver { self.end(state) } else { None };
        let winners: Vec<usize> = Seat::all(self.players)
            .filter(|&seat| end.is_some() && scores.rank[seat] == 1)
            .map(Seat::index)
            .collect();
        let perfect: Vec<bool> = Seat::all(self.players).map(|seat| state.is_perfect(seat)).collect();
        json!({
            "end": end,
            "money": scores.points.as_slice(),
            "perfect": perfect,
            "places": scores.rank.as_slice(),
            "winners": winners,
        })
    }
}
