//! The settings of a fit.

use serde::{Deserialize, Serialize};
use tradewinds_game::{Dice as _, InputError, Origin, Purpose, Seed};
use tradewinds_network::Size;

/// The settings of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FitSettings {
    /// Units of the first layer: 32 or 128.
    pub units: usize,
    /// Units of the second layer: 16 with 32 units of the first one, 32 with 128.
    pub second: usize,
    /// Passes over the samples, 1 to 1,000.
    pub epochs: u32,
    /// Samples in a batch, 8 to 65,536.
    pub batch: usize,
    /// The learning rate after the first hundredth of the steps, above 0 and at most 0.1. It then falls along a
    /// cosine.
    pub rate: f32,
    /// The learning rate at the end, 0 to `rate`.
    pub last_rate: f32,
    /// The share by which weights, but no biases, shrink in a step, times the learning rate; 0 to 10.
    pub decay: f32,
    /// The weight of the squared error of the points, 0 to 10.
    pub points: f32,
    /// The weight of the policy's cross-entropy, 0 to 10.
    pub policy: f32,
    /// The share of the hand-written score in an action's logit at the start, 0 to 10. It is learned, but slowly; visits
    /// are spread more evenly than the priors that a search makes of the scores. 0 stays 0: the network is the whole
    /// policy, and a bot that takes its priors from it never computes the scores.
    pub score_share: f32,
    /// The share of the outcome in the target of the last sample of a game, 0 to 1; it grows evenly from 0 at the first
    /// one. The estimates of a search are too mild late in a game, and the end of a game says little of its beginning.
    pub ends: f32,
    /// Whether the weights of the last layer are fitted again, after the last pass, to the winners of the games that are
    /// held out: the targets are milder than the ends of games, and what is learned by heart comes true too often. Compare
    /// matrix scaling (Guo, Pleiss, Sun, Weinberger 2017, section 4.2).
    pub calibrated: bool,
    /// The part of the games that is held out, 0.01 to 0.5.
    pub held_out: f64,
    /// The seed of the first weights and of the order of the samples.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            units: 128,
            second: 32,
            epochs: 4,
            batch: 1024,
            rate: 2e-3,
            last_rate: 1e-4,
            decay: 0.1,
            points: 0.1,
            policy: 1.0,
            score_share: 0.7,
            ends: 0.0,
            calibrated: true,
            held_out: 0.06,
            seed: 1,
        }
    }
}

impl FitSettings {
    /// Returns the numbers of units.
    #[must_use]
    pub const fn size(&self) -> Size {
        Size { units: self.units, second: self.second }
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// The first setting that is out of range.
    pub fn check(&self) -> Result<(), InputError> {
        if let Some((field, found, allowed)) = self.size().fault() {
            return Err(InputError::out_of_range(Origin::Manifest, field, found, allowed));
        }
        for (field, found, least, most) in [
            ("epochs", f64::from(self.epochs), 1.0, 1000.0),
            ("batch", self.batch as f64, 8.0, 65_536.0),
            ("rate", f64::from(self.rate), 1e-9, 0.1),
            ("last_rate", f64::from(self.last_rate), 0.0, f64::from(self.rate)),
            ("decay", f64::from(self.decay), 0.0, 10.0),
            ("points", f64::from(self.points), 0.0, 10.0),
            ("policy", f64::from(self.policy), 0.0, 10.0),
            ("score_share", f64::from(self.score_share), 0.0, 10.0),
            ("ends", f64::from(self.ends), 0.0, 1.0),
            ("held_out", self.held_out, 0.01, 0.5),
        ] {
            InputError::check_range(Origin::Manifest, field, found, least, most)?;
        }
        Ok(())
    }

    /// Returns the learning rate of a step of all `steps`.
    pub(crate) fn rate_at(&self, step: u64, steps: u64) -> f32 {
        let part = (step as f32 + 1.0) / steps as f32;
        let warm = (100.0 * part).min(1.0);
        let cosine = 0.5 + 0.5 * libm::cosf(std::f32::consts::PI * part);
        warm * (self.last_rate + (self.rate - self.last_rate) * cosine)
    }
}

/// Returns whether a game is held out, where this part of the games is. It depends on the number of the game
/// alone, so a game stays held out in every fit whose data have it.
#[must_use]
pub fn is_held_out(game: u32, part: f64) -> bool {
    let draw = Seed(0x6865_6c64).derive(Purpose::Sample, game.into()).rng().below(1_000_000);
    f64::from(draw) < part * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let settings = FitSettings { rate: 1.0, last_rate: 0.1, ..FitSettings::default() };
        let rates = [0, 9, 499, 999].map(|step| settings.rate_at(step, 1000));
        assert!(rates[0] < 0.11 && rates[1] > 0.99, "{rates:?}");
        assert!((rates[2] - 0.55).abs() < 1e-3 && (rates[3] - 0.1).abs() < 1e-6, "{rates:?}");
    }

    #[test]
    fn the_part_of_the_games_is_held_out() {
        let count = (0..100_000).filter(|&game| is_held_out(game, 0.06)).count();
        assert!((5_800..6_200).contains(&count), "{count}");
    }

    #[test]
    fn a_setting_out_of_range_is_named() {
        let settings = FitSettings { second: 20, ..FitSettings::default() };
        let error = settings.check().unwrap_err().to_string();
        assert!(error.ends_with("second: found 20; allowed: 32 with units = 128"), "{error}");
        let settings = FitSettings { rate: f32::NAN, ..FitSettings::default() };
        assert!(settings.check().unwrap_err().to_string().contains("rate: found NaN"));
        assert!(FitSettings::default().check().is_ok());
    }
}
