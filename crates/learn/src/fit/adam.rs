//! AdamW: each weight moves by its mean slope over the root of its mean squared slope.

use rayon::prelude::*;
use tradewinds_game::FeatureTable;
use tradewinds_network::{Part, Size};

/// How much of the means is kept in a step.
const KEEP: f32 = 0.9;
const KEEP_SQUARES: f32 = 0.999;
/// Keeps the quotient finite.
const LEAST: f32 = 1e-8;
/// Weights that are changed by one thread at a time.
const SLICE: usize = 4096;

/// The state of the optimiser.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Adam {
    /// The mean slope of each weight, and the mean of its square.
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
    /// The steps taken.
    pub steps: u64,
}

impl Adam {
    pub(crate) fn new(weights: usize) -> Self {
        Self { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    /// Takes a step along the sum of some gradients, times `scale`; `decay` has the share by which each weight
    /// shrinks, before the rate.
    ///
    /// The gradients of a weight are added in their order, so that the sum does not depend on the threads.
    pub(crate) fn step(
        &mut self,
        weights: &mut [f32],
        gradients: &[&[f32]],
        scale: f32,
        rate: f32,
        decay: &[f32],
    ) {
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as f32;
        let (first, second) = (1.0 - libm::powf(KEEP, steps), 1.0 - libm::powf(KEEP_SQUARES, steps));
        let slices = weights.par_chunks_mut(SLICE).zip(self.means.par_chunks_mut(SLICE));
        let slices = slices.zip(self.squares.par_chunks_mut(SLICE)).zip(decay.par_chunks(SLICE));
        slices.enumerate().for_each(|(slice, (((weights, means), squares), decay))| {
            let start = slice * SLICE;
            let mut slopes = [0.0_f32; SLICE];
            let slopes = &mut slopes[..weights.len()];
            for gradient in gradients {
                let gradient = &gradient[start..start + weights.len()];
                slopes.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += slope);
            }
            for index in 0..weights.len() {
                let slope = slopes[index] * scale;
                means[index] = KEEP * means[index] + (1.0 - KEEP) * slope;
                squares[index] = KEEP_SQUARES * squares[index] + (1.0 - KEEP_SQUARES) * slope * slope;
                let step = (means[index] / first) / ((squares[index] / second).sqrt() + LEAST);
                weights[index] -= rate * (step + decay[index] * weights[index]);
            }
        });
    }
}

/// Returns the share by which each weight shrinks: `decay`, but 0 for biases and for what only the policy uses. A
/// position has one result and many actions: the policy's few weights do not learn games by heart.
pub(crate) fn decays(features: &FeatureTable, size: Size, decay: f32) -> Vec<f32> {
    let shrink = |part: Part| match part {
        Part::UnitBias
        | Part::ValueBias
        | Part::PointsBias
        | Part::QueryOwn
        | Part::QueryMean
        | Part::QueryBias
        | Part::ActionRows
        | Part::ActionBias
        | Part::ScoreShare => 0.0,
        _ => decay,
    };
    Part::ALL
        .into_iter()
        .flat_map(|part| std::iter::repeat_n(shrink(part), part.count(features, size)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step has the size of the rate, whatever the slope.
    #[test]
    fn steps_are_those_of_adamw() {
        let mut adam = Adam::new(3);
        let mut weights = [1.0, 1.0, 1.0];
        adam.step(&mut weights, &[&[1.0, 0.0, -3.0], &[1.0, 0.0, 1.0]], 0.5, 0.1, &[0.0, 0.5, 0.0]);
        let expected = [0.9, 0.95, 1.1];
        assert!(
            weights.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6),
            "{weights:?}"
        );
        // Worked by hand: means 0.19 and 0.1·(-0.5) + …, squares as 0.999 of them.
        adam.step(&mut weights, &[&[1.0, 0.0, 0.0]], 1.0, 0.1, &[0.0; 3]);
        assert!((weights[0] - 0.8).abs() < 1e-5, "{weights:?}");
    }

    /// A parabola with slopes that are wrong by chance half of the time.
    #[test]
    fn a_minimum_is_found() {
        let mut adam = Adam::new(1);
        let mut weights = [5.0];
        for step in 0..2000 {
            let slope = 2.0 * (weights[0] - 2.0) + if step % 2 == 0 { 3.0 } else { -3.0 };
            let rate = 0.05 * (1.0 - step as f32 / 2000.0);
            adam.step(&mut weights, &[&[slope]], 1.0, rate, &[0.0]);
        }
        assert!((weights[0] - 2.0).abs() < 0.02, "{weights:?}");
    }
}
