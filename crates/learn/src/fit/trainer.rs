//! What every fit is made of: a step, a measurement and the calibration of a network of H units and K second ones.

use rayon::prelude::*;
use tradewinds_game::PerSeat;
use tradewinds_network::{NetworkSpec, Part};

use super::adam::decays;
use super::calibration::{refitted, won};
use super::checkpoint::Checkpoint;
use super::data::Data;
use super::error::FitError;
use super::gradient::{CHUNKS, Chunk, Sums, batch};
use super::pass::{Pass, Plan};
use super::report::{Measures, Prediction, Tally};
use super::settings::FitSettings;
use crate::sample::{Sample, Samples};

/// How much worse than equal win shares a fit may do after an epoch, in nats. Even the first epoch of a fit that
/// converges does better than them.
const WORSE: f64 = 0.5;
/// Samples that are measured by one thread at a time.
const SLICE: usize = 2048;

/// Samples to which the last layer is fitted again, at most.
const ENDS: usize = 200_000;

/// A network in training.
#[derive(Debug)]
pub(super) struct Trainer<const H: usize, const K: usize> {
    plan: Plan,
    decay: Vec<f32>,
    chunks: Vec<Chunk<H, K>>,
}

impl<const H: usize, const K: usize> Trainer<H, K> {
    pub(super) fn new(spec: NetworkSpec, settings: &FitSettings, points_one: f32) -> Self {
        let size = settings.size();
        let decay = decays(spec.features, size, settings.decay);
        Self {
            plan: Plan::new(spec.features, size, settings, points_one),
            chunks: (0..CHUNKS).map(|_| Chunk::new(decay.len())).collect(),
            decay,
        }
    }

    /// Takes a step by a batch of samples; returns the sums of its losses, or `None`, without a step, if one of them is
    /// not a number.
    pub(super) fn step(
        &mut self,
        now: &mut Checkpoint,
        data: &Data<'_>,
        indices: &[u32],
        rate: f32,
    ) -> Option<Sums> {
        let found = batch(&mut self.chunks, &self.plan, &now.weights, data, indices);
        if !(found.value + found.points + found.policy).is_finite() {
            return None;
        }
        let gradients: Vec<&[f32]> = self.chunks.iter().map(|chunk| &chunk.gradient[..]).collect();
        let scale = 1.0 / indices.len() as f32;
        now.adam.step(&mut now.weights, &gradients, scale, rate, &self.decay);
        Some(found)
    }

    /// Measures weights on some of the samples.
    pub(super) fn measured(&self, weights: &[f32], data: &Data<'_>, indices: &[u32]) -> Tally {
        let plan = &self.plan;
        tally(data, indices, || {
            let mut pass = Pass::<H, K>::new();
            move |sample: &Sample, tally: &mut Tally| {
                pass.forward(plan, weights, sample);
                let (shares, points) = (pass.shares(), pass.expected_points(plan));
                tally.add(sample, &Prediction { shares, points, policy: pass.policy() });
            }
        })
    }

    /// Fits the weights of the last layer again, to the ends of the games of some of the samples.
    pub(super) fn calibrate(&self, weights: &mut [f32], samples: &Samples, indices: &[u32]) {
        let (plan, whole) = (&self.plan, &*weights);
        let ends = ends(samples, indices, || {
            let mut pass = Pass::<H, K>::new();
            move |sample: &Sample| {
                pass.forward(plan, whole, sample);
                pass.second_units(sample.inputs.seats().len())
            }
        });
        let strength = self.plan.of_mut(weights, Part::Strength);
        let fitted = refitted(&ends, strength.first_chunk::<K>().expect("K"));
        strength.copy_from_slice(&fitted);
    }
}

/// Makes the error of a fit that diverged.
pub(super) fn diverged(epoch: u32, batch: u64, what: &'static str, settings: &FitSettings) -> FitError {
    FitError::Diverged { epoch, batch, what, rate: settings.rate }
}

/// Refuses weights that are not numbers.
pub(super) fn check_weights(
    weights: &[f32],
    epoch: u32,
    batches: u64,
    settings: &FitSettings,
) -> Result<(), FitError> {
    let is_sound = weights.iter().all(|weight| weight.is_finite());
    if is_sound { Ok(()) } else { Err(diverged(epoch, batches, "weight", settings)) }
}

/// Refuses what is far worse than equal win shares.
pub(super) fn check_loss(tally: &Tally, epoch: u32, settings: &FitSettings) -> Result<(), FitError> {
    let Measures { value: found, equal, .. } = tally.measures();
    if found > equal + WORSE {
        return Err(FitError::Worse { epoch, found, equal, rate: settings.rate });
    }
    Ok(())
}

/// Adds up some samples, slice by slice in order.
pub(super) fn tally<F: FnMut(&Sample, &mut Tally)>(
    data: &Data<'_>,
    indices: &[u32],
    make: impl Fn() -> F + Sync,
) -> Tally {
    let slices: Vec<Tally> = indices
        .par_chunks(SLICE)
        .map(|slice| {
            let (mut tally, mut sample, mut add) = (Tally::default(), Sample::new(), make());
            for &index in slice {
                data.read(index as usize, &mut sample);
                add(&sample, &mut tally);
            }
            tally
        })
        .collect();
    let mut all = Tally::default();
    slices.iter().for_each(|slice| all.merge(slice));
    all
}

/// Returns what is found of some of the samples, evenly spread, and who won their games.
fn ends<T: Send, F: FnMut(&Sample) -> T>(
    samples: &Samples,
    indices: &[u32],
    make: impl Fn() -> F + Sync,
) -> Vec<(T, PerSeat<f32>)> {
    let some: Vec<u32> = indices.iter().copied().step_by(indices.len().div_ceil(ENDS)).collect();
    some.par_chunks(SLICE)
        .flat_map_iter(|slice| {
            let (mut sample, mut found) = (Sample::new(), make());
            slice.iter().map(move |&index| {
                samples.read(index as usize, &mut sample);
                (found(&sample), won(&sample.points))
            })
        })
        .collect()
}
