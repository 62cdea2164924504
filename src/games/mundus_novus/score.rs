//! Standings, the result object and the evaluation of unfinished games (4.5, 12.7).

use serde_json::{Value, json};

use super::rules::MundusNovus;
use super::state::{State, Step};
use crate::game::{PerSeat, Scores, Seat};

/// Rounds of an ordinary game (11.3 of the rules page).
const USUAL_ROUNDS: f32 = 9.0;
/// Doubloons of lead that make the odds e to 1 at the end of a game; early leads count less.
const TEMPERATURE: f32 = 8.0;

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

    /// Estimates win shares from money and income: a softmax of the doubloons that each seat may
    /// expect when the game ends.
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        if state.step == Step::GameOver {
            return self.standing(state).win_share;
        }
        let richest = state.money[..self.players].iter().copied().max().unwrap_or(0);
        let missing = f32::from(self.end.money.saturating_sub(richest)) / f32::from(self.end.money);
        let rounds = 1.0 + missing * USUAL_ROUNDS;
        let expected = PerSeat::from_fn(self.players, |seat| {
            let income = self.fixed_income(state, seat) + self.shipyard_income(state, seat);
            let caravels = self.caravels_of(state, seat).len() as f32;
            // A card more a round is worth about 1.7 doubloons (11.2).
            let money = f32::from(state.money[seat.index()]) + rounds * (f32::from(income) + 1.7 * caravels);
            if state.is_perfect(seat) { money + 1000.0 } else { money }
        });
        let best = expected.iter().copied().fold(f32::MIN, f32::max);
        let temperature = TEMPERATURE + rounds;
        let odds = expected.map(|money| libm::expf((money - best) / temperature));
        let sum: f32 = odds.iter().sum();
        odds.map(|odd| odd / sum)
    }
}
