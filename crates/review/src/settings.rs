//! How a game is reviewed.

use serde::{Deserialize, Serialize};
use tradewinds_game::InputError;

/// The effort of a review, and the seed of everything random in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewSettings {
    /// The budget of the search at each decision, in iterations.
    pub iterations: u32,
    /// The worlds that are searched at each decision, each with a quarter of the budget; 0 for none.
    pub worlds: u32,
    /// The candidates that are played out at each decision, the choice made not counted.
    pub candidates: usize,
    /// The playouts of each of these candidates.
    pub playouts: u32,
    /// The playouts of the choice made and of the reference, where they differ. Half as many find the reference.
    pub compared: u32,
    /// The playouts of each random event, as many with what it turned up as with anything that it could have, and of
    /// the win shares at the marks of the game; 0 leaves luck unmeasured.
    pub events: u32,
    /// The standard deviation of the factors by which the weights of the bot that plays on differ from playout to
    /// playout. With a small one all playouts are nearly the same game, and the win shares are far too sure
    /// (`results/review` has the calibration).
    pub jitter: f64,
    /// The seed.
    pub seed: u64,
}

impl Default for ReviewSettings {
    fn default() -> Self {
        Self {
            iterations: 1_000,
            worlds: 8,
            candidates: 4,
            playouts: 64,
            compared: 400,
            events: 400,
            jitter: 0.8,
            seed: 0,
        }
    }
}

impl ReviewSettings {
    /// The minimum number of playouts, of candidates and of the choice made: fewer say nothing about an error.
    pub const MIN_PLAYOUTS: u32 = 8;
    /// The maximum number of playouts.
    pub const MAX_PLAYOUTS: u32 = 1_000_000;

    /// Checks the ranges.
    ///
    /// # Errors
    /// The first setting that is out of its range.
    pub fn check(&self) -> Result<(), InputError> {
        let refuse = |field: &str, found: String, allowed: String| {
            Err(InputError::out_of_range("review", field, found, allowed))
        };
        let range = format!("{} to {}", Self::MIN_PLAYOUTS, Self::MAX_PLAYOUTS);
        for (field, found) in [("playouts", self.playouts), ("compared", self.compared)] {
            if !(Self::MIN_PLAYOUTS..=Self::MAX_PLAYOUTS).contains(&found) {
                return refuse(field, found.to_string(), range.clone());
            }
        }
        if self.compared < self.playouts {
            return refuse("compared", self.compared.to_string(), format!("{} or more", self.playouts));
        }
        if self.events != 0 && !(Self::MIN_PLAYOUTS..=Self::MAX_PLAYOUTS).contains(&self.events) {
            return refuse("events", self.events.to_string(), format!("0, or {range}"));
        }
        if self.iterations == 0 {
            return refuse("iterations", "0".to_owned(), "1 or more".to_owned());
        }
        if !(0.0..=1.0).contains(&self.jitter) {
            return refuse("jitter", self.jitter.to_string(), "0 to 1".to_owned());
        }
        Ok(())
    }
}
