//! Whether what is predicted comes true as often.

use serde::{Deserialize, Serialize};
use tradewinds_game::PerSeat;

/// The seats whose predicted win share lies in a tenth of 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Decile {
    /// The number of seats, over all samples.
    pub seats: u64,
    /// The sum of their predicted win shares.
    pub predicted: f64,
    /// The sum of the win shares that they should have been given: part end of the game, part estimate of a search.
    pub target: f64,
    /// The sum of the win shares that they had at the ends of their games, by points: seats with equally many share
    /// the win.
    pub won: f64,
}

impl Decile {
    /// Returns the means of what was predicted, of the targets and of what was won; none without seats.
    #[must_use]
    pub fn means(&self) -> Option<[f64; 3]> {
        let seats = self.seats as f64;
        (self.seats > 0).then(|| [self.predicted, self.target, self.won].map(|sum| sum / seats))
    }
}

/// Predicted win shares against those that came, by tenths of the predicted one.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Calibration {
    /// From the seats predicted below 0.1 to those from 0.9 on.
    pub deciles: [Decile; 10],
}

impl Calibration {
    /// Adds a seat.
    pub fn add(&mut self, predicted: f32, target: f32, won: f32) {
        let decile = &mut self.deciles[((10.0 * predicted) as usize).min(9)];
        decile.seats += 1;
        decile.predicted += f64::from(predicted);
        decile.target += f64::from(target);
        decile.won += f64::from(won);
    }

    /// Adds the seats of another one.
    pub fn merge(&mut self, other: &Self) {
        for (sum, decile) in self.deciles.iter_mut().zip(&other.deciles) {
            sum.seats += decile.seats;
            sum.predicted += decile.predicted;
            sum.target += decile.target;
            sum.won += decile.won;
        }
    }

    /// Returns the largest difference between what was predicted and what was won, over the tenths with at least
    /// `seats` seats.
    #[must_use]
    pub fn worst(&self, seats: u64) -> f64 {
        let enough = self.deciles.iter().filter(|decile| decile.seats >= seats);
        let errors = enough.filter_map(Decile::means).map(|[predicted, _, won]| (predicted - won).abs());
        errors.fold(0.0, f64::max)
    }
}

/// Returns the win share of each seat by its points at the end: seats with equally many share the win, as a sample
/// does not know the tie-break of its game.
pub(crate) fn won(points: &PerSeat<f32>) -> PerSeat<f32> {
    let most = points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let winners = points.iter().filter(|&&points| points == most).count();
    points.map(|points| if points == most { 1.0 / winners as f32 } else { 0.0 })
}

/// Returns the number by which strengths have to be multiplied so that their softmax predicts best who won: where the
/// cross-entropy is least, which has one minimum, by Newton's method within 0.25 to 4. One without samples.
pub(crate) fn sharpness(samples: &[(PerSeat<f32>, PerSeat<f32>)]) -> f32 {
    let mut sharpness = 1.0;
    for _ in 0..STEPS {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (strengths, won) in samples {
            let shares = strengths.map(|strength| sharpness as f32 * strength).softmax();
            // Of the strengths: their mean by the predicted shares and by the won ones, and their variance by the former.
            let (mut predicted, mut actual, mut squares) = (0.0, 0.0, 0.0);
            for ((&strength, &share), &won) in strengths.iter().zip(shares.iter()).zip(won.iter()) {
                let [strength, share, won] = [strength, share, won].map(f64::from);
                predicted += share * strength;
                squares += share * strength * strength;
                actual += won * strength;
            }
            slope += predicted - actual;
            curvature += squares - predicted * predicted;
        }
        if curvature <= 0.0 {
            break;
        }
        sharpness = f64::clamp(sharpness - slope / curvature, 0.25, 4.0);
    }
    sharpness as f32
}

/// Newton's steps: the last ones change nothing.
const STEPS: u32 = 12;

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[f32]) -> PerSeat<f32> {
        PerSeat::from_fn(numbers.len(), |seat| numbers[seat.index()])
    }

    #[test]
    fn seats_are_sorted_by_what_was_predicted() {
        let mut calibration = Calibration::default();
        for (predicted, won) in [(0.0, 0.0), (0.05, 1.0), (0.1, 0.0), (0.95, 1.0), (1.0, 0.5)] {
            calibration.add(predicted, 0.25, won);
        }
        let mut twice = calibration;
        twice.merge(&calibration);
        assert_eq!(twice.deciles.map(|decile| decile.seats), [4, 2, 0, 0, 0, 0, 0, 0, 0, 4]);
        let [predicted, target, won] = twice.deciles[9].means().unwrap();
        assert!((predicted - 0.975).abs() < 1e-6 && target == 0.25 && won == 0.75);
        assert!((twice.worst(1) - 0.475).abs() < 1e-6);
        assert_eq!(twice.worst(5), 0.0);
        assert_eq!(twice.deciles[5].means(), None);
    }

    #[test]
    fn the_sharpness_is_that_of_the_games() {
        // One seat of two is ahead by 1, and wins three games in four: by e^s = 3.
        let sample = |won: [f32; 2]| (seats(&[1.0, 0.0]), seats(&won));
        let samples = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]].map(sample);
        assert!((sharpness(&samples) - 3_f32.ln()).abs() < 1e-5);
        assert_eq!(sharpness(&[]), 1.0);
        let equal = [(seats(&[0.5, 0.5]), seats(&[1.0, 0.0]))];
        assert_eq!(sharpness(&equal), 1.0);
        assert_eq!(sharpness(&samples[..2]), 4.0);
    }

    #[test]
    fn seats_with_equally_many_points_share_the_win() {
        let of = |points: &[f32]| won(&seats(points)).iter().copied().collect::<Vec<f32>>();
        assert_eq!(of(&[30.0, 41.0, 7.0]), [0.0, 1.0, 0.0]);
        assert_eq!(of(&[41.0, 41.0, 7.0]), [0.5, 0.5, 0.0]);
    }
}
