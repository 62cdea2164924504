//! What the studies and tables of the secret offer record.

use tradewinds_game::{NoRecorder, Records, Seat, Choices};

use super::secret_offer::{SecretOffer, State};

impl Choices for SecretOffer {
    const DECISION_KINDS: &'static [&'static str] = &["offer"];

    fn start_place(&self, state: &State, seat: Seat) -> usize {
        let rounds_done = usize::from(state.round) - 1;
        let first = (usize::from(state.starter) + self.players * rounds_done - rounds_done) % self.players;
        (seat.index() + self.players - first) % self.players
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round.min(self.data.rounds))
    }
}

impl Records for SecretOffer {
    type Recorder = NoRecorder;

    fn recorder(&self, _: &State) -> NoRecorder {
        NoRecorder
    }
}
