//! An estimate of the win shares, for rollouts that are cut off.

use super::AgeOfDiscovery;
use super::state::{SEATS, State, Step};
use crate::game::PerSeat;

impl AgeOfDiscovery {
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        let _ = SEATS;
        if state.step == Step::Over {
            return self.standing(state).win_share;
        }
        PerSeat::from_fn(self.rules.players, |_| 1.0 / self.rules.players as f32)
    }
}
