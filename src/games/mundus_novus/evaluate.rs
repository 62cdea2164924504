//! The evaluation of unfinished games, for rollouts that are cut off.

use super::policy::future;
use super::rules::MundusNovus;
use super::state::{State, Step};
use crate::game::{PerSeat, Seat};

/// Doubloons that a turn of the Progress phase brings, all combinations together (11.3: about 75 in 9 rounds).
const TURN: f32 = 7.5;
/// The scale in doubloons of the logistic law by which a lead decides a game, for one round to come; it grows with
/// the root of the rounds, as independent gains do.
const SCALE: f32 = 4.0;
/// More than any lead: a perfect combination wins the game.
const PERFECT: f32 = 1000.0;

impl MundusNovus {
    /// Estimates win shares from public facts: a softmax of the doubloons that each seat may expect when the game ends.
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        if state.step == Step::GameOver {
            return self.standing(state).win_share;
        }
        let rounds = future::rounds(self, state);
        let expected = PerSeat::from_fn(self.players, |seat| {
            let turn = if self.has_had_turn(state, seat) { 0.0 } else { TURN };
            let perfect = if state.is_perfect(seat) { PERFECT } else { 0.0 };
            f32::from(state.money[seat.index()]) + future::developments(self, state, seat) + turn + perfect
        });
        let best = expected.iter().copied().fold(f32::MIN, f32::max);
        let scale = SCALE * libm::sqrtf(rounds + 0.5);
        let odds = expected.map(|doubloons| libm::expf((doubloons - best) / scale));
        let sum: f32 = odds.iter().sum();
        odds.map(|odd| odd / sum)
    }

    /// Tells whether a seat's turn of this round is over; the turn under way counts as one to come.
    fn has_had_turn(&self, state: &State, seat: Seat) -> bool {
        let Some(first) = state.first else { return false };
        let place = |seat: Seat| (seat.index() + self.players - first.index()) % self.players;
        state.step == Step::Store || state.step.is_progress() && place(seat) < place(state.seat)
    }
}
