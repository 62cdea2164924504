//! Tuning weights by simultaneous perturbation.

use rand::RngExt as _;

use super::super::study::Halt;
use super::candidate::{Candidate, rounded};
use super::manifest::SpsaSettings;
use super::pool::Evaluator;
use tradewinds_game::{Purpose, Seed};

/// Maximum number of steps that measure the size of gradients before any is followed.
const CALIBRATION: u32 = 20;
/// The rates at which the sizes of steps and of perturbations fall (Spall 1998).
const STEP_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
/// The stability constant as a fraction of all steps (Spall 1998).
const STABILITY: f64 = 0.1;
/// Maximum factor by which a weight may grow or shrink.
const MOST: f64 = 4.0;

/// One step, as in `steps.csv`.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaStep {
    /// The objective of the two perturbed bots, on the same deals.
    pub sides: [f64; 2],
    /// The mean change of the logarithm of a weight, without its sign.
    pub change: f64,
}

/// The result for a weight.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedWeight {
    /// Its name.
    pub name: String,
    /// Its value where tuning started.
    pub before: f64,
    /// Its value now.
    pub after: f64,
}

/// Simultaneous perturbation stochastic approximation (Spall 1992, *IEEE Transactions on Automatic Control*
/// 37, 332-341) on the logarithms of the weights, so that each is changed in proportion to its size.
///
/// Each step moves all weights at random by the same part up or down, plays that bot and its mirror
/// image against the pool on the same deals, and follows the difference. Sizes fall as Spall recommends
/// (1998, *Johns Hopkins APL Technical Digest* 19, 482-492); the first is found from gradients of steps that
/// are not followed. The result is the mean of the second half of the path, which strays less than its end
/// (Polyak and Juditsky 1992, *SIAM Journal on Control and Optimization* 30, 838-855).
pub(super) struct Spsa<'a> {
    pub(super) settings: &'a SpsaSettings,
    pub(super) blend: f64,
    pub(super) seed: Seed,
    /// The weights to tune, none of them 0.
    pub(super) weights: Vec<(String, f64)>,
}

impl Spsa<'_> {
    /// Returns the total number of blocks per table that are played.
    pub(super) fn blocks(settings: &SpsaSettings) -> u64 {
        2 * settings.deals * u64::from(settings.iterations + calibration(settings))
    }

    /// Tunes, and returns the path and the weights.
    pub(super) fn run(
        &self,
        base: &Candidate,
        evaluator: &mut Evaluator<'_>,
    ) -> Result<(Vec<SpsaStep>, Vec<TunedWeight>), Halt> {
        let SpsaSettings { iterations, perturbation, change, .. } = *self.settings;
        let stability = STABILITY * f64::from(iterations);
        let mut logs = vec![0.0; self.weights.len()];
        let calibration = calibration(self.settings);
        let mut gradient = 0.0;
        for step in 0..calibration {
            let (sides, _) = self.sides(base, evaluator, &logs, perturbation, step)?;
            gradient += (sides[0] - sides[1]).abs() / (2.0 * perturbation) / f64::from(calibration);
        }
        // Without a difference there is no gradient to follow.
        let gain = if gradient > 0.0 { change * (stability + 1.0).powf(STEP_DECAY) / gradient } else { 0.0 };
        let mut path = Vec::new();
        let mut sum = vec![0.0; logs.len()];
        for step in 0..iterations {
            let perturbation = perturbation / f64::from(step + 1).powf(PERTURBATION_DECAY);
            let (sides, signs) = self.sides(base, evaluator, &logs, perturbation, calibration + step)?;
            let gain = gain / (stability + f64::from(step + 1)).powf(STEP_DECAY);
            let size = gain * (sides[0] - sides[1]) / (2.0 * perturbation);
            for (log, sign) in logs.iter_mut().zip(&signs) {
                *log = (*log + size * sign).clamp(-MOST.ln(), MOST.ln());
            }
            if step >= iterations / 2 {
                sum.iter_mut().zip(&logs).for_each(|(sum, log)| *sum += log);
            }
            path.push(SpsaStep { sides, change: size.abs() });
        }
        let averaged = f64::from(iterations - iterations / 2);
        let tuned = self.weights.iter().zip(&sum).map(|((name, before), sum)| {
            let after = rounded(before * (sum / averaged).exp());
            TunedWeight { name: name.clone(), before: *before, after }
        });
        Ok((path, tuned.collect()))
    }

    /// Plays both sides of a step, and returns their objectives and the signs of the perturbation.
    fn sides(
        &self,
        base: &Candidate,
        evaluator: &mut Evaluator<'_>,
        logs: &[f64],
        perturbation: f64,
        step: u32,
    ) -> Result<([f64; 2], Vec<f64>), Halt> {
        let mut rng = self.seed.derive(Purpose::Sample, u64::from(step)).rng();
        let signs: Vec<f64> = logs.iter().map(|_| if rng.random_bool(0.5) { 1.0 } else { -1.0 }).collect();
        let names: Vec<String> = self.weights.iter().map(|(name, _)| name.clone()).collect();
        let deals = u64::from(step) * self.settings.deals..u64::from(step + 1) * self.settings.deals;
        let mut sides = [0.0; 2];
        for (side, (way, word)) in sides.iter_mut().zip([(1.0, "plus"), (-1.0, "minus")]) {
            let value = |((_, before), (log, sign)): (&(String, f64), (&f64, &f64))| {
                before * (log + way * perturbation * sign).exp()
            };
            let values: Vec<f64> = self.weights.iter().zip(logs.iter().zip(&signs)).map(value).collect();
            let candidate = base.with_weights(&names, &values)?;
            let key = format!("step {step} {word}");
            *side = evaluator.objective(&key, &candidate, deals.clone(), self.blend)?;
        }
        Ok((sides, signs))
    }
}

fn calibration(settings: &SpsaSettings) -> u32 {
    CALIBRATION.min(settings.iterations.div_ceil(10))
}
