//! The weights that a fit starts from.

use tradewinds_game::{Dice as _, PerSeat, Purpose, Rng, Seed};
use tradewinds_network::{NetworkSpec, NetworkWeights, Part, Size};

use super::settings::FitSettings;
use crate::sample::{Sample, Samples};

/// Returns small random weights; the points start at their mean, and the policy is the hand-written one.
pub(super) fn first_weights(
    spec: NetworkSpec,
    samples: &Samples,
    learned: &[u32],
    settings: &FitSettings,
) -> NetworkWeights {
    let size = settings.size();
    let mut weights = NetworkWeights::zero(spec, size);
    let mut rng = Seed(settings.seed).derive(Purpose::Sample, 0).rng();
    let (mean, deviation) = points(samples, learned);
    weights.points_one = deviation.max(1.0);
    weights[Part::PointsBias][0] = mean / weights.points_one;
    weights[Part::ScoreShare][0] = settings.score_share;
    for part in [Part::UnitBias, Part::ValueBias, Part::QueryBias] {
        weights[part].fill(FIRST_BIAS);
    }
    let Size { units, second } = size;
    let spread = |inputs: usize| 1.5 / (inputs as f32).sqrt();
    for (part, spread) in [
        (Part::SeatRows, FIRST_ROW),
        (Part::TableRows, FIRST_ROW),
        (Part::ValueOwn, spread(units)),
        (Part::ValueMean, spread(units)),
        (Part::Strength, spread(second)),
        (Part::Points, spread(second)),
        (Part::QueryOwn, spread(units)),
        (Part::QueryMean, spread(units)),
    ] {
        weights[part].iter_mut().for_each(|weight| *weight = spread * symmetric(&mut rng));
    }
    weights
}

/// The first bias of a unit: in the lower half of where it is not clipped.
const FIRST_BIAS: f32 = 0.3;
/// The largest first weight in a row: with 60 to 100 of them the units spread over where they are not clipped.
const FIRST_ROW: f32 = 0.08;

/// Draws a number between -1 and 1.
fn symmetric(rng: &mut Rng) -> f32 {
    rng.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0
}

/// Returns the mean of the points of all seats, and their standard deviation.
fn points(samples: &Samples, indices: &[u32]) -> (f32, f32) {
    let (mut count, mut sum, mut squares) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut sample = Sample::new();
    for &index in indices {
        samples.read(index as usize, &mut sample);
        let points: &PerSeat<f32> = &sample.points;
        for &points in points.iter() {
            count += 1.0;
            sum += f64::from(points);
            squares += f64::from(points) * f64::from(points);
        }
    }
    let mean = sum / count;
    (mean as f32, (squares / count - mean * mean).max(0.0).sqrt() as f32)
}
