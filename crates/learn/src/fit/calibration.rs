//! Whether what is predicted comes true as often.

use std::array;

use serde::{Deserialize, Serialize};
use tradewinds_game::PerSeat;
use tradewinds_stats::solve;

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
    /// `seats` seats; `None` if there is no such tenth.
    #[must_use]
    pub fn worst(&self, seats: u64) -> Option<f64> {
        let enough = self.deciles.iter().filter(|decile| decile.seats >= seats);
        let errors = enough.filter_map(Decile::means).map(|[predicted, _, won]| (predicted - won).abs());
        errors.reduce(f64::max)
    }
}

/// Returns the win share of each seat by its points at the end: seats with equally many share the win, as a sample
/// does not know the tie-break of its game.
pub(crate) fn won(points: &PerSeat<f32>) -> PerSeat<f32> {
    let most = points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let winners = points.iter().filter(|&&points| points == most).count();
    points.map(|points| if points == most { 1.0 / winners as f32 } else { 0.0 })
}

/// Returns the weights of the second units with which the win shares predict the winners best: where the cross-entropy, plus
/// half the squared distance from `start`, is least. It has one minimum, which Newton's method finds.
pub(crate) fn refitted<const K: usize>(
    samples: &[(Vec<[f32; K]>, PerSeat<f32>)],
    start: &[f32; K],
) -> [f32; K] {
    let mut weights = start.map(f64::from);
    for _ in 0..STEPS {
        let mut slope: [f64; K] = array::from_fn(|unit| weights[unit] - f64::from(start[unit]));
        let mut curvature: [[f64; K]; K] =
            array::from_fn(|row| array::from_fn(|column| if row == column { 1.0 } else { 0.0 }));
        for (seats, won) in samples {
            add_softmax(seats, won, &weights, &mut slope, &mut curvature);
        }
        solve(curvature.as_flattened_mut(), K, &mut slope).expect("the start makes it positive definite");
        weights.iter_mut().zip(slope).for_each(|(weight, step)| *weight -= step);
    }
    weights.map(|weight| weight as f32)
}

/// Adds the slope and the curvature of the cross-entropy of a sample.
fn add_softmax<const K: usize>(
    seats: &[[f32; K]],
    won: &PerSeat<f32>,
    weights: &[f64; K],
    slope: &mut [f64; K],
    curvature: &mut [[f64; K]; K],
) {
    let strength = |units: &[f32; K]| -> f64 {
        units.iter().zip(weights).map(|(&unit, weight)| f64::from(unit) * weight).sum()
    };
    let shares = PerSeat::from_fn(seats.len(), |seat| strength(&seats[seat.index()]) as f32).softmax();
    let mut mean = [0.0_f64; K];
    for ((units, &share), &won) in seats.iter().zip(shares.iter()).zip(won.iter()) {
        let (share, won, units) = (f64::from(share), f64::from(won), units.map(f64::from));
        for (row, &unit) in units.iter().enumerate() {
            mean[row] += share * unit;
            slope[row] += (share - won) * unit;
            curvature[row].iter_mut().zip(&units).for_each(|(sum, other)| *sum += share * unit * other);
        }
    }
    for (row, unit) in mean.iter().enumerate() {
        curvature[row].iter_mut().zip(&mean).for_each(|(sum, other)| *sum -= unit * other);
    }
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
        assert!((twice.worst(1).unwrap() - 0.475).abs() < 1e-6);
        assert_eq!(twice.worst(5), None);
        assert_eq!(twice.deciles[5].means(), None);
    }

    #[test]
    fn the_last_layer_is_that_of_the_games() {
        // The first unit is on for one seat of two, and that seat wins three games in four: by e^w = 3. The second unit is
        // on for both seats and tells nothing; the third one is never on.
        let sample = |won: [f32; 2]| (vec![[1.0, 0.5, 0.0], [0.0, 0.5, 0.0]], seats(&won));
        let four = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]].map(sample);
        let many: Vec<_> = four.iter().cycle().take(40_000).cloned().collect();
        let [first, second, third] = refitted(&many, &[0.2, 0.4, 0.6]);
        assert!((first - 3_f32.ln()).abs() < 1e-3, "{first}");
        assert_eq!([second, third], [0.4, 0.6]);
        assert_eq!(refitted(&[], &[0.2, 0.4]), [0.2, 0.4]);
        // Few games move it less.
        let [few, ..] = refitted(&four, &[0.0, 0.0, 0.0]);
        assert!((0.2..0.8).contains(&few), "{few}");
    }

    #[test]
    fn seats_with_equally_many_points_share_the_win() {
        let of = |points: &[f32]| won(&seats(points)).iter().copied().collect::<Vec<f32>>();
        assert_eq!(of(&[30.0, 41.0, 7.0]), [0.0, 1.0, 0.0]);
        assert_eq!(of(&[41.0, 41.0, 7.0]), [0.5, 0.5, 0.0]);
    }
}
