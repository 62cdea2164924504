//! A policy for the hidden tile that uses what the scout has seen.

use tradewinds_game::{Advice, Game, InputError, PerSeat, Policy, Seat, WeightDoc, Weights};

use super::hidden_tile::{Action, HiddenTile, State};
use super::weight_values;

const WEIGHTS: [WeightDoc; 2] = [
    WeightDoc { name: "caution", default: 1.2, meaning: "coins that a tile must promise to be worth a bet" },
    WeightDoc { name: "curiosity", default: 2.5, meaning: "coins that a look at a tile is worth" },
];

/// Bets where the expected number is highest.
#[derive(Clone, Copy, Debug)]
pub struct Gambler {
    caution: f32,
    curiosity: f32,
}

impl Gambler {
    fn new([caution, curiosity]: [f32; 2]) -> Self {
        Self { caution, curiosity }
    }

    /// Returns the expected number on a tile, from what the seat knows.
    fn expected(game: &HiddenTile, state: &State, seat: Seat, place: u8) -> f32 {
        let place = usize::from(place);
        if state.knows(seat, place) {
            return f32::from(state.tiles[place]);
        }
        let shown = std::array::from_fn(|other| state.knows(seat, other).then_some(state.tiles[other]));
        let others = game.others(&shown).expect("the tiles are tiles of the game");
        others.iter().map(|&tile| f32::from(tile)).sum::<f32>() / others.len() as f32
    }
}

impl Policy<HiddenTile> for Gambler {
    fn score(&self, game: &HiddenTile, state: &State, actions: &[Action], scores: &mut [f32]) {
        let Some(seat) = game.to_act(state) else { return };
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Bet(place) | Action::Open(place) => {
                    Self::expected(game, state, seat, place) - self.caution
                }
                Action::Look(_) | Action::Scout => self.curiosity,
                Action::Trade => (1.0 + f32::from(game.data.die)) / 2.0,
                Action::Leave | Action::Pass => 0.0,
            };
        }
    }

    fn evaluate(&self, game: &HiddenTile, state: &State) -> PerSeat<f32> {
        let all: f32 = state.coins.iter().map(|&coins| f32::from(coins)).sum();
        PerSeat::from_fn(game.players, |seat| {
            (f32::from(state.coins[seat.index()]) + 1.0) / (all + game.players as f32)
        })
    }
}

impl Advice for HiddenTile {
    type Policy = Gambler;

    fn weights() -> &'static [WeightDoc] {
        &WEIGHTS
    }

    fn policy(&self, weights: &Weights) -> Result<Gambler, InputError> {
        weight_values(&WEIGHTS, weights).map(Gambler::new)
    }
}
