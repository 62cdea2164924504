//! Estimates over blocks, represented by the contribution of each block.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::{satterthwaite, share_with_variance, student_t_at};
use super::{CONFIDENCE, Interval, Moments};

/// The blocks of a study, each with its stratum; all strata have the same weight in all estimates.
///
/// If a stratum has only one block, all blocks are pooled into one stratum.
#[derive(Clone, PartialEq, Debug)]
pub struct Blocks {
    /// The stratum of each block.
    strata: Vec<usize>,
    /// The number of blocks of each stratum.
    sizes: Vec<usize>,
}

impl Blocks {
    /// Takes the stratum of each block.
    #[must_use]
    pub fn new(strata: impl IntoIterator<Item = u64>) -> Self {
        let strata: Vec<u64> = strata.into_iter().collect();
        let mut names = strata.clone();
        names.sort_unstable();
        names.dedup();
        let place = |name: &u64| names.partition_point(|other| other < name);
        let mut sizes = vec![0; names.len()];
        let strata: Vec<usize> = strata.iter().map(place).inspect(|&place| sizes[place] += 1).collect();
        if sizes.len() > 1 && sizes.contains(&1) {
            return Self { sizes: vec![strata.len()], strata: vec![0; strata.len()] };
        }
        Self { strata, sizes }
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.strata.len()
    }

    /// Returns the degrees of freedom of a covariance over blocks: the number of blocks minus that of strata.
    pub(super) fn covariance_freedom(&self) -> usize {
        self.strata.len().saturating_sub(self.sizes.len())
    }

    /// Returns whether there are no blocks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.strata.is_empty()
    }

    fn strata_means(&self, values: &[f64]) -> Vec<f64> {
        let mut means = vec![0.0; self.sizes.len()];
        for (&stratum, value) in self.strata.iter().zip(values) {
            means[stratum] += value;
        }
        means.iter().zip(&self.sizes).map(|(sum, &size)| sum / size as f64).collect()
    }

    fn mean(&self, values: &[f64]) -> f64 {
        self.strata_means(values).iter().sum::<f64>() / self.sizes.len() as f64
    }

    /// Returns the contribution of each block: the sum of squares of these numbers is the variance of the
    /// mean, and the sum of products with those of another mean is the covariance with it (Cochran 1977,
    /// *Sampling Techniques*, 5.3).
    fn parts(&self, values: &[f64]) -> Vec<f64> {
        let means = self.strata_means(values);
        let weight = |&size: &usize| {
            let size = size as f64;
            1.0 / (self.sizes.len() as f64 * (size * (size - 1.0)).sqrt())
        };
        let weights: Vec<f64> = self.sizes.iter().map(weight).collect();
        let part = |(&stratum, value): (&usize, &f64)| (value - means[stratum]) * weights[stratum];
        self.strata.iter().zip(values).map(part).collect()
    }

    /// Returns the degrees of freedom of the sum of squares of such contributions.
    fn freedom(&self, parts: &[f64]) -> f64 {
        let mut squares = vec![0.0; self.sizes.len()];
        let mut counts = vec![Moments::default(); self.sizes.len()];
        for (&stratum, part) in self.strata.iter().zip(parts) {
            squares[stratum] += part * part;
            counts[stratum].push(0.0);
        }
        satterthwaite(&counts, &squares)
    }
}

/// An estimate with the contribution of each block to its error.
///
/// An estimate that is not a mean is represented by its linear part: the block's empirical influence on it
/// (Davison and Hinkley 1997, *Bootstrap Methods and their Application*, 2.7; Efron and Tibshirani 1993, *An
/// Introduction to the Bootstrap*, 21). The contributions to the difference of two estimates of the same
/// blocks are the differences of the contributions, so that its error is a paired one: the effect of a deal
/// on both cancels.
#[derive(Clone, PartialEq, Debug)]
pub struct Influence {
    value: f64,
    /// The contribution of each block: the sum of squares is the variance.
    parts: Vec<f64>,
    /// The means whose squares are in the estimate: the sign of the square, and each block's contribution to
    /// the mean.
    squares: Vec<(f64, Vec<f64>)>,
}

impl Influence {
    /// Estimates the mean of one number per block.
    ///
    /// # Panics
    /// If the count of numbers is not the count of blocks.
    #[must_use]
    pub fn mean(blocks: &Blocks, values: &[f64]) -> Self {
        assert_eq!(values.len(), blocks.len(), "a number a block");
        Self { value: blocks.mean(values), parts: blocks.parts(values), squares: Vec::new() }
    }

    /// Estimates the ratio of the means of two numbers per block; `None` if the denominator is 0.
    ///
    /// With ratio `r`, a block with numbers `x` and `y` contributes `(x - r y)` over the mean of `y`.
    ///
    /// # Panics
    /// If the count of numbers is not the count of blocks.
    #[must_use]
    pub fn ratio(blocks: &Blocks, upper: &[f64], lower: &[f64]) -> Option<Self> {
        assert!(upper.len() == blocks.len() && lower.len() == blocks.len(), "two numbers a block");
        let mean = blocks.mean(lower);
        if mean.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
            return None;
        }
        let ratio = blocks.mean(upper) / mean;
        let scores: Vec<f64> = upper.iter().zip(lower).map(|(x, y)| (x - ratio * y) / mean).collect();
        Some(Self { value: ratio, parts: blocks.parts(&scores), squares: Vec::new() })
    }

    /// Returns the estimate.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns the estimate plus a constant.
    #[must_use]
    pub fn plus(mut self, constant: f64) -> Self {
        self.value += constant;
        self
    }

    /// Returns the difference to another estimate of the same blocks.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let parts = self.parts.iter().zip(&other.parts).map(|(own, other)| own - other).collect();
        let others = other.squares.iter().map(|(sign, parts)| (-sign, parts.clone()));
        // Equal squares cancel, to the last bit.
        let squares = if self.squares == other.squares {
            Vec::new()
        } else {
            self.squares.iter().cloned().chain(others).collect()
        };
        Self { value: self.value - other.value, parts, squares }
    }

    /// Returns the covariance with another estimate of the same blocks.
    #[must_use]
    pub fn covariance(&self, other: &Self) -> f64 {
        inner(&self.parts, &other.parts)
    }

    /// Estimates how far apart several estimates of the same blocks lie: the largest minus the smallest, from
    /// those two alone. Noise biases it upwards; [`Influence::spread`] has no such bias. `None` if there are
    /// no estimates.
    #[must_use]
    pub fn gap(estimates: &[Self]) -> Option<Self> {
        let largest = estimates.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
        let smallest = estimates.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
        Some(largest.minus(smallest))
    }

    /// Estimates how unequal several quantities are that are estimated from the same blocks: the mean of the
    /// squares of their distances from their own mean. `None` for fewer than two.
    ///
    /// The square of an estimate is too large by the estimate's variance, which is taken off: so the result is
    /// unbiased, and may be negative. For means of one stratum that is the U-statistic over pairs of different
    /// blocks, the sum over quantities of ((sum of d)^2 - sum of d^2) / (B (B - 1)) with `d` the distance in a
    /// block and `B` blocks (Hoeffding 1948, *Annals of Mathematical Statistics* 19, 293-325). Its variance has a
    /// linear part, 4 m' S m, and one of pairs of blocks, 2 tr(S^2), with `m` the distances and `S` the
    /// covariance of their estimates. The linear part is estimated with `m` as found, which makes it too large by
    /// 4 tr(S^2) on average, so intervals err on the wide side where all is nearly equal.
    #[must_use]
    pub fn spread(estimates: &[Self]) -> Option<Self> {
        let (first, others) = estimates.split_first().filter(|(_, others)| !others.is_empty())?;
        let number = estimates.len() as f64;
        let mut mean = first.clone();
        for other in others {
            mean.value += other.value;
            mean.parts.iter_mut().zip(&other.parts).for_each(|(sum, part)| *sum += part);
        }
        mean.value /= number;
        mean.parts.iter_mut().for_each(|part| *part /= number);
        let mut spread = Self { value: 0.0, parts: vec![0.0; mean.parts.len()], squares: Vec::new() };
        for estimate in estimates {
            let distance = estimate.minus(&mean);
            spread.value += (distance.value * distance.value - distance.covariance(&distance)) / number;
            for (sum, part) in spread.parts.iter_mut().zip(&distance.parts) {
                *sum += 2.0 * distance.value * part / number;
            }
            let parts = distance.parts.iter().map(|part| part / number.sqrt()).collect();
            spread.squares.push((1.0, parts));
        }
        Some(spread)
    }

    /// Returns the estimate with its error.
    #[must_use]
    pub fn estimate(&self, blocks: &Blocks) -> BlockEstimate {
        if blocks.len() < 2 {
            return BlockEstimate { value: self.value, error: None, freedom: 0.0 };
        }
        let mut pairs = 0.0;
        for (sign, parts) in &self.squares {
            for (other_sign, others) in &self.squares {
                pairs += sign * other_sign * inner(parts, others).powi(2);
            }
        }
        // Equal terms of both signs need not cancel to the last bit.
        let variance = inner(&self.parts, &self.parts) + 2.0 * pairs.max(0.0);
        BlockEstimate {
            value: self.value,
            error: Some(variance.sqrt()),
            freedom: blocks.freedom(&self.parts),
        }
    }
}

fn inner(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// An estimate over blocks with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BlockEstimate {
    /// The estimate.
    pub value: f64,
    /// Its standard error; `None` with fewer than two blocks.
    pub error: Option<f64>,
    /// The degrees of freedom of the error.
    pub freedom: f64,
}

impl BlockEstimate {
    /// Returns the interval of [`CONFIDENCE`] by Student's t; `None` with fewer than two blocks.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.interval_at(CONFIDENCE)
    }

    /// Returns the interval of a confidence below 1, by Student's t; `None` with fewer than two blocks.
    #[must_use]
    pub fn interval_at(&self, confidence: f64) -> Option<Interval> {
        let half = self.half_width(confidence)?;
        Some(Interval { low: self.value - half, high: self.value + half })
    }

    /// Returns the interval of [`CONFIDENCE`] of a share of `trials` trials: Wilson's on the effective number
    /// of trials, as in [`share_over_strata`](super::share_over_strata). It lies within \[0, 1\] and has a
    /// positive width even if all blocks agree, when it is one of blocks, not of trials, unless the share is 0 or
    /// 1. `None` with fewer than two blocks or without a trial.
    #[must_use]
    pub fn share_interval(&self, trials: f64) -> Option<Interval> {
        let error = self.error.filter(|_| trials > 0.0)?;
        let share = self.value.clamp(0.0, 1.0);
        let alike = if share > 0.0 && share < 1.0 { self.freedom + 1.0 } else { trials };
        share_with_variance(share, [trials, alike], error * error, self.freedom, CONFIDENCE).interval
    }

    /// Returns half the width of an interval of this confidence, which is below 1.
    #[must_use]
    pub fn half_width(&self, confidence: f64) -> Option<f64> {
        Some(self.error? * student_t_at(self.freedom, confidence))
    }

    /// Returns the probability that the estimate is at least this far from 0 if the quantity is 0, by
    /// Student's t; 1 for an estimate of 0, and `None` with fewer than two blocks or if no block differs from
    /// another.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        let error = self.error?;
        if self.value == 0.0 {
            return Some(1.0);
        }
        let student = StudentsT::new(0.0, 1.0, self.freedom).ok().filter(|_| error > 0.0)?;
        Some((2.0 * student.cdf(-(self.value / error).abs())).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: [f64; 5] = [0.0, 1.0, 1.0, 0.0, 1.0];
    const OTHER: [f64; 5] = [2.0, 4.0, 6.0, 3.0, 5.0];

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn a_mean_has_its_standard_error() {
        let blocks = Blocks::new([0; 5]);
        let estimate = Influence::mean(&blocks, &OTHER).estimate(&blocks);
        // Variance 2.5; t(4) = 2.776445; P(|t| > 4 / sqrt(0.5)) = 0.004813 by R's pt.
        assert!(estimate.value == 4.0 && close(estimate.error.unwrap(), 0.5_f64.sqrt()));
        let interval = estimate.interval().unwrap();
        assert!((interval.high - 4.0 - 2.776_445 * 0.5_f64.sqrt()).abs() < 1e-5, "{interval:?}");
        assert!((estimate.p_value().unwrap() - 0.004_813).abs() < 1e-5, "{:?}", estimate.p_value());
    }

    #[test]
    fn a_ratio_is_linearized() {
        let blocks = Blocks::new([0; 5]);
        let ratio = Influence::ratio(&blocks, &ONE, &OTHER).unwrap();
        // r = 3 / 20; residuals x - r y: -0.3, 0.4, 0.1, -0.45, 0.25, their squares 0.525.
        let error = (0.525_f64 / (5.0 * 4.0)).sqrt() / 4.0;
        assert!(close(ratio.value(), 0.15) && close(ratio.estimate(&blocks).error.unwrap(), error));
        assert_eq!(Influence::ratio(&blocks, &ONE, &[0.0; 5]), None);
    }

    #[test]
    fn differences_are_paired() {
        let blocks = Blocks::new([0; 5]);
        let [one, other] = [&ONE, &OTHER].map(|values| Influence::mean(&blocks, values));
        let by_block: Vec<f64> = ONE.iter().zip(&OTHER).map(|(one, other)| one - other).collect();
        let paired = Influence::mean(&blocks, &by_block).estimate(&blocks);
        let difference = one.minus(&other).estimate(&blocks);
        assert!(
            close(difference.value, paired.value) && close(difference.error.unwrap(), paired.error.unwrap())
        );
        let none = one.minus(&one).estimate(&blocks);
        assert_eq!((none.value, none.error, none.p_value()), (0.0, Some(0.0), Some(1.0)));
        // No block differs from another: nothing is known about the error.
        assert_eq!(one.clone().plus(0.5).minus(&one).estimate(&blocks).p_value(), None);
    }

    /// The interval of a share is the same as in tournaments, with and without strata.
    #[test]
    fn shares_have_the_interval_of_tournaments() {
        use super::super::{Moments, share_over_strata};
        for (names, wins) in [
            ([0; 6], [0.25, 0.5, 0.25, 0.5, 0.0, 0.25]),
            ([0, 0, 1, 1, 1, 1], [0.25, 0.5, 0.25, 0.5, 0.0, 0.25]),
            ([0; 6], [0.0; 6]),
            ([0; 6], [1.0; 6]),
            ([0; 6], [0.5; 6]),
            ([0, 0, 1, 1, 1, 1], [0.25, 0.25, 0.5, 0.5, 0.5, 0.5]),
        ] {
            let blocks = Blocks::new(names);
            let mut strata = [Moments::default(); 2];
            names.into_iter().zip(wins).for_each(|(name, share)| strata[name as usize].push(share));
            let expected = share_over_strata(&strata, 24).unwrap().interval.unwrap();
            let sums = wins.map(|share| share * 4.0);
            let ratio = Influence::ratio(&blocks, &sums, &[4.0; 6]).unwrap();
            let found = ratio.estimate(&blocks).share_interval(24.0).unwrap();
            assert!(close(found.low, expected.low) && close(found.high, expected.high), "{wins:?} {found:?}");
            assert!(0.0 <= found.low && found.low < found.high && found.high <= 1.0, "{wins:?} {found:?}");
        }
        let alone = Blocks::new([0]);
        assert_eq!(Influence::mean(&alone, &[0.5]).estimate(&alone).share_interval(4.0), None);
    }

    #[test]
    fn strata_are_those_of_means_over_strata() {
        let names = [7, 3, 7, 3, 7];
        let blocks = Blocks::new(names);
        let mut strata = super::super::Strata::default();
        for (name, value) in names.into_iter().zip(OTHER) {
            strata.extend(name as usize, [value]);
        }
        let estimate = Influence::mean(&blocks, &OTHER).estimate(&blocks);
        assert!(close(estimate.value, strata.mean().unwrap()));
        assert!(close(estimate.error.unwrap(), strata.standard_error().unwrap()));
        let (own, known) = (estimate.interval().unwrap(), strata.interval().unwrap());
        assert!((own.low - known.low).abs() < 1e-9 && (own.high - known.high).abs() < 1e-9);
        let pooled = Blocks::new([0, 0, 0, 0, 1]);
        assert_eq!(pooled, Blocks::new([0; 5]));
    }

    #[test]
    fn the_spread_is_the_sum_over_pairs_of_blocks() {
        let blocks = Blocks::new([0; 4]);
        let shares = [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        let estimates = shares.map(|values| Influence::mean(&blocks, &values));
        let mut expected = 0.0;
        for values in &shares {
            for one in 0..4 {
                for other in (0..4).filter(|&other| other != one) {
                    expected += (values[one] - 1.0 / 3.0) * (values[other] - 1.0 / 3.0) / (4.0 * 3.0) / 3.0;
                }
            }
        }
        let spread = Influence::spread(&estimates).unwrap();
        assert!(close(spread.value(), expected), "{} {expected}", spread.value());
        assert_eq!(Influence::spread(&estimates[..1]), None);
        assert!(close(Influence::gap(&estimates).unwrap().value(), 0.25));
        let none = spread.minus(&spread).estimate(&blocks);
        assert_eq!((none.value, none.error), (0.0, Some(0.0)));
    }

    /// Draws fair and unfair games and counts how often the interval of the difference contains the true
    /// value.
    #[test]
    fn intervals_of_spreads_hold_what_they_say() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_pcg::Pcg32::seed_from_u64(7);
        for (shares, other, truth) in [
            ([1.0 / 3.0; 3], [1.0 / 3.0; 3], 0.0),
            (
                [0.4, 0.35, 0.25],
                [1.0 / 3.0; 3],
                (0.0667_f64.powi(2) + 0.0167_f64.powi(2) + 0.0833_f64.powi(2)) / 3.0,
            ),
            ([0.4, 0.35, 0.25], [0.4, 0.35, 0.25], 0.0),
        ] {
            let (mut held, runs) = (0, 400);
            for _ in 0..runs {
                let blocks = Blocks::new([0; 300]);
                let mut spread = |shares: [f64; 3]| {
                    let mut wins = [const { Vec::new() }; 3];
                    for _ in 0..300 {
                        let draw: f64 = rng.random();
                        let winner =
                            if draw < shares[0] { 0 } else { 1 + usize::from(draw >= shares[0] + shares[1]) };
                        (0..3).for_each(|seat| wins[seat].push(f64::from(u8::from(seat == winner))));
                    }
                    Influence::spread(&wins.map(|wins| Influence::mean(&blocks, &wins))).unwrap()
                };
                let interval = spread(shares).minus(&spread(other)).estimate(&blocks).interval().unwrap();
                held += u32::from(interval.low <= truth && truth <= interval.high);
            }
            assert!(held >= runs * 92 / 100, "{shares:?} {other:?}: {held} of {runs}");
        }
    }
}
