//! A policy for the secret offer.

use tradewinds_game::{Advice, InputError, PerSeat, Policy, WeightDoc, Weights};

use super::secret_offer::{Action, SecretOffer, State};
use super::weight_values;

const WEIGHTS: [WeightDoc; 2] = [
    WeightDoc { name: "boldness", default: 1.0, meaning: "points expected for each pip offered" },
    WeightDoc { name: "thrift", default: 2.0, meaning: "points that a card is worth for each round to come" },
];

/// Offers high cards, more freely towards the end.
#[derive(Clone, Copy, Debug)]
pub struct Bold {
    boldness: f32,
    thrift: f32,
}

impl Bold {
    fn new([boldness, thrift]: [f32; 2]) -> Self {
        Self { boldness, thrift }
    }
}

impl Policy<SecretOffer> for Bold {
    fn score(&self, game: &SecretOffer, state: &State, actions: &[Action], scores: &mut [f32]) {
        let rounds_to_come = f32::from(game.data.rounds - state.round);
        for (score, action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Done => 0.0,
                Action::Offer(value) => self.boldness * f32::from(*value) - self.thrift * rounds_to_come,
            };
        }
    }

    fn evaluate(&self, game: &SecretOffer, state: &State) -> PerSeat<f32> {
        let all: u16 = state.points.iter().sum();
        PerSeat::from_fn(game.players, |seat| {
            (f32::from(state.points[seat.index()]) + 1.0) / (f32::from(all) + game.players as f32)
        })
    }
}

impl Advice for SecretOffer {
    type Policy = Bold;

    fn weights() -> &'static [WeightDoc] {
        &WEIGHTS
    }

    fn policy(&self, weights: &Weights) -> Result<Bold, InputError> {
        weight_values(&WEIGHTS, weights).map(Bold::new)
    }
}
