//! The gradient of a batch, in parts that are added in order.

use rayon::prelude::*;

use super::data::Data;
use super::pass::{Pass, Plan};
use super::report::Epoch;
use crate::sample::Sample;

/// The parts of a batch: as many threads as this have work, and the sums do not depend on how many there are.
pub const CHUNKS: usize = 8;

/// A part of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Chunk<const H: usize, const K: usize> {
    pub gradient: Vec<f32>,
    pass: Pass<H, K>,
    sample: Sample,
    pub sums: Sums,
}

/// The losses of some samples, added up.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Sums {
    pub samples: u64,
    pub with_actions: u64,
    pub value: f64,
    pub points: f64,
    pub policy: f64,
}

impl Sums {
    pub(crate) fn add(&mut self, other: &Self) {
        self.samples += other.samples;
        self.with_actions += other.with_actions;
        self.value += other.value;
        self.points += other.points;
        self.policy += other.policy;
    }

    /// Adds what was learned to a report.
    pub(crate) fn epoch(&self, measured: Epoch) -> Epoch {
        let value = self.value / self.samples.max(1) as f64;
        let policy = self.policy / self.with_actions.max(1) as f64;
        Epoch { samples: self.samples, value, policy, ..measured }
    }
}

impl<const H: usize, const K: usize> Chunk<H, K> {
    pub(crate) fn new(weights: usize) -> Self {
        Self { gradient: vec![0.0; weights], pass: Pass::new(), sample: Sample::new(), sums: Sums::default() }
    }

    fn run(&mut self, plan: &Plan, weights: &[f32], samples: &Data<'_>, indices: &[u32]) {
        self.gradient.fill(0.0);
        self.sums = Sums::default();
        for &index in indices {
            samples.read(index as usize, &mut self.sample);
            let losses = self.pass.forward(plan, weights, &self.sample);
            self.pass.backward(plan, weights, &self.sample, &mut self.gradient);
            self.sums.add(&Sums {
                samples: 1,
                with_actions: u64::from(!self.sample.actions.is_empty()),
                value: losses.value.into(),
                points: losses.points.into(),
                policy: losses.policy.into(),
            });
        }
    }
}

/// Computes the gradient of a batch, part by part, and returns the sums of its losses.
pub(crate) fn batch<const H: usize, const K: usize>(
    chunks: &mut [Chunk<H, K>],
    plan: &Plan,
    weights: &[f32],
    samples: &Data<'_>,
    indices: &[u32],
) -> Sums {
    let count = chunks.len();
    chunks.par_iter_mut().enumerate().for_each(|(chunk, part)| {
        let bound = |chunk: usize| chunk * indices.len() / count;
        part.run(plan, weights, samples, &indices[bound(chunk)..bound(chunk + 1)]);
    });
    let mut sums = Sums::default();
    chunks.iter().for_each(|chunk| sums.add(&chunk.sums));
    sums
}
