//! The fit: epoch by epoch, batch by batch.

use std::path::Path;

use rayon::prelude::*;
use tradewinds_game::{Dice as _, PerSeat, Purpose, Rng, Seed, shuffle};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights, Part, Size};

use super::adam::{Adam, decays};
use super::calibration::{Calibration, refitted, won};
use super::checkpoint::Checkpoint;
use super::data::Data;
use super::error::FitError;
use super::gradient::{CHUNKS, Chunk, Sums, batch};
use super::pass::{Pass, Plan};
use super::report::{Epoch, Measures, Prediction, Tally};
use super::settings::{FitSettings, is_held_out};
use crate::sample::{Sample, Samples};

/// How much worse than equal win shares a fit may do after an epoch, in nats. Even the first epoch of a fit that
/// converges does better than them.
const WORSE: f64 = 0.5;
/// Samples that are measured by one thread at a time.
const SLICE: usize = 2048;

/// Samples to which the last layer is fitted again, at most.
const ENDS: usize = 200_000;

/// How a fit reports to its caller, and where it keeps what it has done.
#[derive(Clone, Copy)]
pub struct FitProgress<'a> {
    /// Called before the first epoch and after each one.
    pub on_epoch: &'a dyn Fn(&Epoch),
    /// Called after each batch with the number of batches done and of all; returns whether to go on.
    pub on_batch: &'a dyn Fn(u64, u64) -> bool,
    /// The file from which an interrupted fit goes on, written after each epoch. The caller removes it.
    pub checkpoint: Option<&'a Path>,
}

impl std::fmt::Debug for FitProgress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Progress").field("checkpoint", &self.checkpoint).finish_non_exhaustive()
    }
}

impl FitProgress<'_> {
    /// Reports nothing and goes on to the end.
    pub const NONE: Self = Self { on_epoch: &|_| {}, on_batch: &|_, _| true, checkpoint: None };
}

/// What a fit has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights after the last epoch.
    pub weights: NetworkWeights,
    /// The reports, from before the first epoch on.
    pub epochs: Vec<Epoch>,
}

/// Fits a network to samples.
///
/// The fit starts from `start`, or from small random weights that say nothing of the policy.
///
/// # Errors
/// Settings out of range, too few games, a fit that diverges, or a checkpoint that cannot be used or written.
///
/// # Determinism
/// The weights follow from the samples, the settings and `start`, to the last bit on one machine, whatever the
/// number of threads of the pool that this is called in, and wherever the fit was interrupted.
///
/// # Panics
/// If a sample has an index that the features do not have, or `start` is for another game or of another size.
pub fn fit(
    spec: NetworkSpec,
    samples: &Samples,
    settings: &FitSettings,
    start: Option<NetworkWeights>,
    progress: FitProgress<'_>,
) -> Result<Fit, FitError> {
    settings.check()?;
    match (settings.units, settings.second) {
        (32, 16) => sized::<32, 16>(spec, samples, settings, start, progress),
        (128, 32) => sized::<128, 32>(spec, samples, settings, start, progress),
        size => unreachable!("the settings were checked: {size:?}"),
    }
}

/// Measures a network, as it plays, on the samples that a fit with these settings holds out.
#[must_use]
pub fn measure(network: &Network, samples: &Samples, held_out: f64) -> (Measures, Calibration) {
    let indices: Vec<u32> = (0..samples.len() as u32)
        .filter(|&index| is_held_out(samples.game(index as usize), held_out))
        .collect();
    let tally = tally(&Data::new(samples, 0.0), &indices, || {
        let mut policy = Vec::new();
        let (mut network, mut rules) = (network.clone(), Vec::new());
        move |sample: &Sample, tally: &mut Tally| {
            if rules != sample.rules {
                rules.clone_from(&sample.rules);
                network = network.for_rules(&rules);
            }
            let estimate = network.estimate(&sample.inputs);
            policy.clear();
            if !sample.actions.is_empty() {
                let query = network.query(&sample.inputs, sample.seat);
                policy.extend(sample.actions.iter().map(|action| {
                    network.score_share() * action.score + network.correction(&query, &action.features)
                }));
                softmax(&mut policy);
            }
            let (shares, points) = (estimate.shares, estimate.points);
            tally.add(sample, &Prediction { shares, points, policy: &policy });
        }
    });
    (tally.measures(), tally.calibration)
}

/// Adds up some samples, slice by slice in order.
fn tally<F: FnMut(&Sample, &mut Tally)>(
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

fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = libm::expf(*logit - most));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

/// Fits a network of H units and K second ones.
fn sized<const H: usize, const K: usize>(
    spec: NetworkSpec,
    samples: &Samples,
    settings: &FitSettings,
    start: Option<NetworkWeights>,
    progress: FitProgress<'_>,
) -> Result<Fit, FitError> {
    let (held, learned) = parted(samples, settings)?;
    let size = settings.size();
    let start = start.unwrap_or_else(|| first_weights(spec, samples, &learned, settings));
    assert!(start.spec == spec && start.size == size, "the first weights are of this game and size");
    let count = start.values.len();
    let key = key(samples, settings, &start);
    let found = match progress.checkpoint {
        Some(path) => Checkpoint::load(path, &key, count)?,
        None => None,
    };
    let mut now = found.unwrap_or_else(|| Checkpoint {
        weights: start.values.clone(),
        adam: Adam::new(count),
        epochs: Vec::new(),
    });
    let mut fitting = Fitting::<H, K> {
        settings,
        plan: Plan::new(spec.features, size, settings, start.points_one),
        decay: decays(spec.features, size, settings.decay),
        data: Data::new(samples, settings.ends),
        held,
        learned,
        chunks: (0..CHUNKS).map(|_| Chunk::new(count)).collect(),
        progress,
    };
    fitting.run(&mut now, &key)?;
    if settings.calibrated {
        fitting.calibrate(&mut now, samples);
    }
    Ok(Fit { weights: NetworkWeights { values: now.weights, ..start }, epochs: now.epochs })
}

/// Returns the samples that are held out and those that are learned.
fn parted(samples: &Samples, settings: &FitSettings) -> Result<(Vec<u32>, Vec<u32>), FitError> {
    let (held, learned): (Vec<u32>, Vec<u32>) = (0..samples.len() as u32)
        .partition(|&index| is_held_out(samples.game(index as usize), settings.held_out));
    if held.is_empty() || learned.is_empty() {
        let mut games: Vec<u32> = (0..samples.len()).map(|index| samples.game(index)).collect();
        games.sort_unstable();
        games.dedup();
        return Err(FitError::TooFew { games: games.len() });
    }
    Ok((held, learned))
}

/// A fit under way.
struct Fitting<'a, const H: usize, const K: usize> {
    settings: &'a FitSettings,
    plan: Plan,
    decay: Vec<f32>,
    data: Data<'a>,
    held: Vec<u32>,
    learned: Vec<u32>,
    chunks: Vec<Chunk<H, K>>,
    progress: FitProgress<'a>,
}

impl<const H: usize, const K: usize> Fitting<'_, H, K> {
    /// Measures weights on the samples held out.
    fn measured(&self, weights: &[f32]) -> Tally {
        let plan = &self.plan;
        tally(&self.data, &self.held, || {
            let mut pass = Pass::<H, K>::new();
            move |sample: &Sample, tally: &mut Tally| {
                pass.forward(plan, weights, sample);
                let (shares, points) = (pass.shares(), pass.expected_points(plan));
                tally.add(sample, &Prediction { shares, points, policy: pass.policy() });
            }
        })
    }

    /// Goes through all epochs that are left.
    fn run(&mut self, now: &mut Checkpoint, key: &str) -> Result<(), FitError> {
        if now.epochs.is_empty() {
            let tally = self.measured(&now.weights);
            let (held_out, calibration) = (tally.measures(), tally.calibration);
            now.epochs.push(Epoch { held_out, calibration, ..Epoch::default() });
            (self.progress.on_epoch)(&now.epochs[0]);
        }
        for epoch in now.epochs.len() as u32..=self.settings.epochs {
            let (sums, rate) = self.learn(now, epoch)?;
            let tally = self.measured(&now.weights);
            let Measures { value: found, equal, .. } = tally.measures();
            if found > equal + WORSE {
                return Err(FitError::Worse { epoch, found, equal, rate: self.settings.rate });
            }
            now.epochs.push(Epoch {
                epoch,
                rate: rate.into(),
                value: sums.value / sums.samples as f64,
                policy: sums.policy / sums.with_actions.max(1) as f64,
                held_out: tally.measures(),
                calibration: tally.calibration,
            });
            if let Some(path) = self.progress.checkpoint {
                now.save(path, key)?;
            }
            (self.progress.on_epoch)(&now.epochs[epoch as usize]);
        }
        Ok(())
    }

    /// Learns from all samples once; returns the sums of the losses and the last rate.
    fn learn(&mut self, now: &mut Checkpoint, epoch: u32) -> Result<(Sums, f32), FitError> {
        let settings = self.settings;
        let diverged = |batch, what| FitError::Diverged { epoch, batch, what, rate: settings.rate };
        let batches = self.learned.len().div_ceil(settings.batch) as u64;
        let steps = batches * u64::from(settings.epochs);
        let mut order = self.learned.clone();
        shuffle(&mut order, &mut Seed(settings.seed).derive(Purpose::Sample, epoch.into()).rng());
        let (mut sums, mut rate) = (Sums::default(), 0.0);
        for (number, indices) in (1..).zip(order.chunks(settings.batch)) {
            let found = batch(&mut self.chunks, &self.plan, &now.weights, &self.data, indices);
            if !(found.value + found.points + found.policy).is_finite() {
                return Err(diverged(number, "loss"));
            }
            sums.add(&found);
            rate = settings.rate_at(now.adam.steps, steps);
            let gradients: Vec<&[f32]> = self.chunks.iter().map(|chunk| &chunk.gradient[..]).collect();
            now.adam.step(&mut now.weights, &gradients, 1.0 / indices.len() as f32, rate, &self.decay);
            if !(self.progress.on_batch)(now.adam.steps, steps) {
                return Err(FitError::Interrupted);
            }
        }
        if now.weights.iter().all(|weight| weight.is_finite()) {
            Ok((sums, rate))
        } else {
            Err(diverged(batches, "weight"))
        }
    }

    /// Fits the last layer again, to the ends of the games held out.
    fn calibrate(&self, now: &mut Checkpoint, samples: &Samples) {
        let (plan, weights) = (&self.plan, &now.weights);
        let ends = ends(samples, &self.held, || {
            let mut pass = Pass::<H, K>::new();
            move |sample: &Sample| {
                pass.forward(plan, weights, sample);
                pass.second_units(sample.inputs.seats().len())
            }
        });
        let strength = self.plan.of_mut(&mut now.weights, Part::Strength);
        let fitted = refitted(&ends, strength.first_chunk::<K>().expect("K"));
        strength.copy_from_slice(&fitted);
        let tally = self.measured(&now.weights);
        if let Some(last) = now.epochs.last_mut() {
            (last.held_out, last.calibration) = (tally.measures(), tally.calibration);
        }
    }
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

/// Returns a checksum of all that decides what the passes of a fit do: calibration comes after them.
fn key(samples: &Samples, settings: &FitSettings, start: &NetworkWeights) -> String {
    let mut hasher = crc32fast::Hasher::new();
    let passes = FitSettings { calibrated: false, ..settings.clone() };
    hasher.update(
        format!("{passes:?} {} {} {}", start.spec.game, start.spec.rules, start.points_one).as_bytes(),
    );
    hasher.update(&start.spec.features.version.to_le_bytes());
    start.values.iter().for_each(|weight| hasher.update(&weight.to_le_bytes()));
    let mut sample = Sample::new();
    for index in 0..samples.len() {
        samples.read(index, &mut sample);
        let targets = sample.shares.iter().chain(sample.points.iter());
        targets.for_each(|number| hasher.update(&number.to_le_bytes()));
        hasher.update(&sample.game.to_le_bytes());
        for (input, difference) in &sample.rules {
            hasher.update(&input.to_le_bytes());
            hasher.update(&difference.to_le_bytes());
        }
    }
    format!("{:08x}", hasher.finalize())
}

/// Returns small random weights; the points start at their mean, and the policy is the hand-written one.
fn first_weights(
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
