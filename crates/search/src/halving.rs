//! Sequential halving of the root's actions (Karnin, Koren and Somekh, Almost optimal exploration in
//! multi-armed bandits, 2013), also with the policy's opinion (Danihelka, Guez, Schrittwieser and Silver: Policy
//! improvement by planning with Gumbel, 2022; without the noise, which is for training).

use arrayvec::ArrayVec;

use tradewinds_game::{Game, MAX_ACTIONS, Policy};

use crate::iteration::Worker;
use crate::reward::to_f32;
use crate::settings::RootKind;
use crate::task::Task;

/// The visits that the value of an action weighs as, besides those of the most visited one.
const BASE_VISITS: u32 = 50;

/// One remaining candidate.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    index: u16,
    /// The logarithm of its prior, if priors count.
    logit: f32,
    visits: u32,
    total: u64,
}

impl Candidate {
    /// Compares mean rewards without dividing.
    fn is_better(&self, other: &Self) -> bool {
        u128::from(self.total) * u128::from(other.visits) > u128::from(other.total) * u128::from(self.visits)
    }

    fn score(&self, most_visits: u32, scale: f32) -> f32 {
        gumbel_score(self.logit, to_f32(self.total) / self.visits.max(1) as f32, most_visits, scale)
    }
}

/// The remaining candidates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halving {
    candidates: ArrayVec<Candidate, MAX_ACTIONS>,
    parts: u32,
    part: u32,
    /// The scale of the mean rewards beside the priors, if priors count.
    scale: Option<f32>,
}

impl<G: Game> Worker<G> {
    /// Begins the halving of the root's actions as the settings say.
    pub(crate) fn begin_halving<P: Policy<G>>(&mut self, task: &Task<'_, G, P>) {
        let count = task.root.len();
        if task.settings.root != RootKind::Gumbel {
            return self.halving.begin(count);
        }
        let world = task.view.determinize(&mut self.rng);
        let mut logits = [0.0; MAX_ACTIONS];
        let logits = &mut logits[..count];
        task.policy.score(task.view.game(), &world, task.root, logits);
        let best = logits.iter().copied().fold(f32::MIN, f32::max);
        for logit in logits.iter_mut() {
            *logit = libm::expf((*logit - best) / task.settings.prior_temperature);
        }
        let sum: f32 = logits.iter().sum();
        let uniform = task.settings.prior_uniform;
        for logit in logits.iter_mut() {
            let prior = (1.0 - uniform) * *logit / sum + uniform / count as f32;
            *logit = libm::logf(prior.max(f32::MIN_POSITIVE));
        }
        let settings = task.settings;
        self.halving.begin_likeliest(logits, settings.gumbel_actions as usize, settings.gumbel_scale);
    }
}

/// Returns the score of an action: the logarithm of its prior, and its mean reward with the weight of the visits
/// times `scale` (σ in the paper, with its constants c_visit and c_scale).
pub(crate) fn gumbel_score(logit: f32, value: f32, most_visits: u32, scale: f32) -> f32 {
    logit + scale * (BASE_VISITS + most_visits) as f32 * value
}

impl Halving {
    /// Begins with `count` actions.
    pub(crate) fn begin(&mut self, count: usize) {
        self.candidates.clear();
        let all = (0..count as u16).map(|index| Candidate { index, logit: 0.0, visits: 0, total: 0 });
        self.candidates.extend(all);
        self.scale = None;
        self.begin_parts();
    }

    /// Begins with the `top` likeliest actions; the priors count from then on, and mean rewards by their `scale`.
    pub(crate) fn begin_likeliest(&mut self, logits: &[f32], top: usize, scale: f32) {
        self.begin(logits.len());
        self.scale = Some(scale);
        for (candidate, &logit) in self.candidates.iter_mut().zip(logits) {
            candidate.logit = logit;
        }
        self.keep(top);
        self.begin_parts();
    }

    fn begin_parts(&mut self) {
        self.parts = (self.candidates.len() as u32).next_power_of_two().trailing_zeros().max(1);
        self.part = 0;
    }

    /// Returns the action to visit, once `progress` of the budget, from 0 to 1, is spent: the least-visited
    /// remaining candidate.
    pub(crate) fn next(&mut self, progress: f32) -> usize {
        while self.part + 1 < self.parts && progress * self.parts as f32 >= (self.part + 1) as f32 {
            self.part += 1;
            self.halve();
        }
        let least = self.candidates.iter().min_by_key(|candidate| candidate.visits);
        least.map_or(0, |candidate| candidate.index.into())
    }

    /// Records the reward of the seat that decides.
    pub(crate) fn learn(&mut self, index: usize, reward: u64) {
        if let Some(candidate) =
            self.candidates.iter_mut().find(|candidate| usize::from(candidate.index) == index)
        {
            candidate.visits += 1;
            candidate.total += reward;
        }
    }

    /// Drops the worse half; the middle one of an odd number stays, and among equals the first.
    fn halve(&mut self) {
        self.keep(self.candidates.len().div_ceil(2));
    }

    /// Drops the worst until `count` are left.
    fn keep(&mut self, count: usize) {
        let most = self.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        while self.candidates.len() > count {
            let mut worst = self.candidates.len() - 1;
            for index in (0..worst).rev() {
                let (one, other) = (&self.candidates[worst], &self.candidates[index]);
                let is_better = match self.scale {
                    Some(scale) => one.score(most, scale) > other.score(most, scale),
                    None => one.is_better(other),
                };
                if is_better {
                    worst = index;
                }
            }
            self.candidates.remove(worst);
        }
    }

    /// Returns the logarithm of the prior of an action that is still a candidate.
    pub(crate) fn logit(&self, index: usize) -> Option<f32> {
        let found = self.candidates.iter().find(|candidate| usize::from(candidate.index) == index);
        found.map(|candidate| candidate.logit)
    }

    /// Returns whether an action is still a candidate.
    pub(crate) fn has(&self, index: usize) -> bool {
        self.candidates.iter().any(|candidate| usize::from(candidate.index) == index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_half_stays() {
        let mut halving = Halving::default();
        halving.begin(5);
        // Three parts of 30: 5 actions, then 3, then 2.
        let mut visits = [0; 5];
        for iteration in 0..90 {
            let index = halving.next(iteration as f32 / 90.0);
            visits[index] += 1;
            halving.learn(index, [10, 40, 30, 20, 50][index]);
        }
        assert_eq!(visits, [6, 31, 16, 6, 31]);
        assert!(halving.has(1) && halving.has(4) && !halving.has(2));
    }

    #[test]
    fn the_likeliest_begin_and_their_priors_count_less_with_every_visit() {
        const HALF: u64 = 1 << 31;
        let mut halving = Halving::default();
        halving.begin_likeliest(&[-1.0, -9.0, -2.0, -1.5], 3, 1.0);
        assert!(!halving.has(1) && halving.logit(2) == Some(-2.0));
        let mut visits = [0; 4];
        for iteration in 0..60 {
            let index = halving.next(iteration as f32 / 60.0);
            visits[index] += 1;
            // Of the second, the third is better by 0.01: too little for 60 visits of weight.
            halving.learn(index, [0, 0, HALF + HALF / 50, HALF][index]);
        }
        // Two parts of 30: 3 actions, then 2; the first was the likeliest, but had no reward.
        assert_eq!(visits, [10, 0, 25, 25]);
        assert!(gumbel_score(-1.5, 0.5, 25, 1.0) < gumbel_score(-2.0, 0.51, 25, 1.0));
        assert!(gumbel_score(-1.5, 0.5, 25, 1.0) > gumbel_score(-2.5, 0.51, 25, 1.0));
    }

    #[test]
    fn the_smaller_the_scale_the_longer_the_priors_decide() {
        const HALF: u64 = 1 << 31;
        // The likelier action is worse by 0.1, which weighs 6 or 0.6 at 10 visits each; the priors differ by 1.
        for (scale, left) in [(1.0, 1), (0.1, 0)] {
            let mut halving = Halving::default();
            halving.begin_likeliest(&[-1.0, -2.0, -9.0], 2, scale);
            for iteration in 0..20 {
                let index = halving.next(iteration as f32 / 20.0);
                halving.learn(index, [HALF, HALF + HALF / 5, 0][index]);
            }
            halving.halve();
            assert!(halving.has(left) && !halving.has(1 - left), "{scale}");
        }
    }

    #[test]
    fn one_action_needs_no_halving() {
        let mut halving = Halving::default();
        halving.begin(1);
        assert_eq!((halving.next(0.0), halving.next(1.0)), (0, 0));
    }
}
