//! The fit: epoch by epoch, batch by batch.

use std::path::Path;

use tradewinds_game::{Purpose, Seed, shuffle};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights};

use super::adam::Adam;
use super::calibration::Calibration;
use super::checkpoint::Checkpoint;
use super::data::Data;
use super::error::FitError;
use super::first::first_weights;
use super::gradient::Sums;
use super::report::{Epoch, Measures, Prediction, Tally};
use super::settings::{FitSettings, is_held_out};
use super::trainer::{Trainer, check_loss, check_weights, diverged, tally};
use crate::sample::{Sample, Samples};

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
        trainer: Trainer::new(spec, settings, start.points_one),
        data: Data::new(samples, settings.ends),
        held,
        learned,
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
    trainer: Trainer<H, K>,
    data: Data<'a>,
    held: Vec<u32>,
    learned: Vec<u32>,
    progress: FitProgress<'a>,
}

impl<const H: usize, const K: usize> Fitting<'_, H, K> {
    /// Measures weights on the samples held out.
    fn measured(&self, weights: &[f32]) -> Tally {
        self.trainer.measured(weights, &self.data, &self.held)
    }

    /// Goes through all epochs that are left.
    fn run(&mut self, now: &mut Checkpoint, key: &str) -> Result<(), FitError> {
        if now.epochs.is_empty() {
            now.epochs.push(self.measured(&now.weights).epoch());
            (self.progress.on_epoch)(&now.epochs[0]);
        }
        for epoch in now.epochs.len() as u32..=self.settings.epochs {
            let (sums, rate) = self.learn(now, epoch)?;
            let tally = self.measured(&now.weights);
            check_loss(&tally, epoch, self.settings)?;
            now.epochs.push(Epoch { epoch, rate: rate.into(), ..sums.epoch(tally.epoch()) });
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
        let batches = self.learned.len().div_ceil(settings.batch) as u64;
        let steps = batches * u64::from(settings.epochs);
        let mut order = self.learned.clone();
        shuffle(&mut order, &mut Seed(settings.seed).derive(Purpose::Sample, epoch.into()).rng());
        let (mut sums, mut rate) = (Sums::default(), 0.0);
        for (number, indices) in (1..).zip(order.chunks(settings.batch)) {
            rate = settings.rate_at(now.adam.steps, steps);
            let found = self.trainer.step(now, &self.data, indices, rate);
            sums.add(&found.ok_or_else(|| diverged(epoch, number, "loss", settings))?);
            if !(self.progress.on_batch)(now.adam.steps, steps) {
                return Err(FitError::Interrupted);
            }
        }
        check_weights(&now.weights, epoch, batches, settings)?;
        Ok((sums, rate))
    }

    /// Fits the last layer again, to the ends of the games held out.
    fn calibrate(&self, now: &mut Checkpoint, samples: &Samples) {
        self.trainer.calibrate(&mut now.weights, samples, &self.held);
        let tally = self.measured(&now.weights);
        if let Some(last) = now.epochs.last_mut() {
            (last.held_out, last.calibration) = (tally.measures(), tally.calibration);
        }
    }
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
