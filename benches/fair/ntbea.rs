//! The N-Tuple Bandit Evolutionary Algorithm.

use std::collections::HashMap;

use tradewinds::game::{Dice as _, Rng};
use tradewinds::lab::fair::{Point, Space};

/// Mutants of the current rules of which the best by the upper bound is next.
const NEIGHBOURS: usize = 50;
/// The weight of what is not known, and what is added to counts.
const EXPLORATION: f64 = 0.05;
const SMOOTHING: f64 = 0.5;
/// The squared distance of win shares that counts as a reward of 0; equal shares are a reward of 1.
const SCALE: f64 = 0.01;

/// Rewards by the values of a tuple of changes: their number and sum.
type Rewards = HashMap<Vec<(usize, i64)>, (f64, f64)>;

/// A search over all changes at once, each with its steps.
pub(super) struct Ntbea<'a> {
    space: &'a Space,
    rng: Rng,
    rewards: Rewards,
    evaluations: f64,
    current: Vec<i64>,
    evaluated: Vec<Vec<i64>>,
}

impl<'a> Ntbea<'a> {
    /// Starts at the starting rules.
    pub(super) fn new(space: &'a Space, rng: Rng) -> Self {
        let current = vec![0; space.changes()];
        Self { space, rng, rewards: HashMap::new(), evaluations: 0.0, current, evaluated: Vec::new() }
    }

    /// Lists the 1-tuples, the 2-tuples and the n-tuple of rules.
    fn tuples(steps: &[i64]) -> Vec<Vec<(usize, i64)>> {
        let all: Vec<(usize, i64)> = steps.iter().copied().enumerate().collect();
        let mut tuples: Vec<Vec<(usize, i64)>> = all.iter().map(|&one| vec![one]).collect();
        for (index, &other) in all.iter().enumerate() {
            tuples.extend(all[..index].iter().map(|&one| vec![one, other]));
        }
        tuples.push(all);
        tuples
    }

    /// Rates rules: the mean over the tuples of mean reward and what is not known.
    fn rate(&self, steps: &[i64], exploration: f64) -> f64 {
        let log = (1.0 + self.evaluations).ln();
        let tuples = Self::tuples(steps);
        let rate = |tuple: &Vec<(usize, i64)>| {
            let (number, sum) = self.rewards.get(tuple).copied().unwrap_or_default();
            let mean = if number > 0.0 { sum / number } else { 0.0 };
            mean + exploration * (log / (number + SMOOTHING)).sqrt()
        };
        tuples.iter().map(rate).sum::<f64>() / tuples.len() as f64
    }

    /// Changes at least one number, and each of the others with a chance of one in their number.
    fn mutant(&mut self) -> Vec<i64> {
        let changes = self.current.len() as u32;
        let forced = self.rng.below(changes);
        let mut mutant = self.current.clone();
        for change in 0..changes {
            if change == forced || self.rng.below(changes) == 0 {
                let (low, high) = self.space.steps(change as usize);
                mutant[change as usize] = low + i64::from(self.rng.below((high - low + 1) as u32));
            }
        }
        mutant
    }

    /// Returns the rules to play next.
    pub(super) fn next(&mut self) -> Point {
        if self.evaluations > 0.0 {
            let mutants: Vec<Vec<i64>> = (0..NEIGHBOURS).map(|_| self.mutant()).collect();
            let best = mutants
                .into_iter()
                .max_by(|a, b| self.rate(a, EXPLORATION).total_cmp(&self.rate(b, EXPLORATION)));
            self.current = best.expect("there are mutants");
        }
        point(&self.current)
    }

    /// Learns from the squared distance of the win shares under the rules that [`next`](Self::next) gave; `None`: the game
    /// has no such rules.
    pub(super) fn learn(&mut self, square: Option<f64>) {
        let reward = square.map_or(0.0, |square| (1.0 - square / SCALE).clamp(0.0, 1.5));
        for tuple in Self::tuples(&self.current) {
            let (number, sum) = self.rewards.entry(tuple).or_default();
            *number += 1.0;
            *sum += reward;
        }
        self.evaluations += 1.0;
        if !self.evaluated.contains(&self.current) {
            self.evaluated.push(self.current.clone());
        }
    }

    /// Returns the best of the rules that were played, by the mean of the model.
    pub(super) fn best(&self) -> Point {
        let rated = self.evaluated.iter().max_by(|a, b| self.rate(a, 0.0).total_cmp(&self.rate(b, 0.0)));
        rated.map_or_else(Point::new, |steps| point(steps))
    }
}

fn point(steps: &[i64]) -> Point {
    steps.iter().copied().enumerate().filter(|&(_, steps)| steps != 0).collect()
}
