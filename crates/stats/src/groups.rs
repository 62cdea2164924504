//! Whether one group of numbers has another mean than the rest.

use statrs::distribution::{ContinuousCDF, Normal};

use super::Moments;

/// Minimum of numbers in each group: with fewer, their mean may be far from normal.
const LEAST: u64 = 20;

/// How far the mean of a group is from that of the rest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GroupDifference {
    /// The difference in standard errors.
    pub z: f64,
    /// The probability of so large a difference, in either direction, if all numbers of a stratum come from one
    /// distribution.
    pub p: f64,
}

/// Compares the means of two groups; `None` with fewer than 20 numbers in a group, or if the second
/// group has no spread.
///
/// Each stratum is a pair of the group that is asked about and the rest. The spread is that of the rest alone,
/// so that a group that went wrong does not excuse itself by its own. Strata weigh as in a test of one common
/// difference: by the harmonic mean of their sizes.
#[must_use]
pub fn group_difference(strata: &[(Moments, Moments)]) -> Option<GroupDifference> {
    let total = |group: fn(&(Moments, Moments)) -> u64| strata.iter().map(group).sum::<u64>();
    if total(|(own, _)| own.count()) < LEAST || total(|(_, rest)| rest.count()) < LEAST {
        return None;
    }
    let (mut sum, mut variance) = (0.0, 0.0);
    for (own, rest) in strata {
        let (Some(mean), Some(others), Some(spread)) = (own.mean(), rest.mean(), rest.variance()) else {
            continue;
        };
        let (own, rest) = (own.count() as f64, rest.count() as f64);
        let weight = own * rest / (own + rest);
        sum += weight * (mean - others);
        variance += weight * spread;
    }
    let z = sum / variance.sqrt();
    (variance > 0.0).then(|| GroupDifference { z, p: 2.0 * Normal::standard().sf(z.abs()) })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use super::*;

    /// Draws groups of uniform numbers in two strata, the first group with something added.
    fn p(added: f64, dice: &mut Pcg32) -> Option<f64> {
        let mut strata = [(Moments::default(), Moments::default()); 2];
        for (stratum, (own, rest)) in strata.iter_mut().enumerate() {
            let mut draw = || 10.0 * stratum as f64 + f64::from(dice.random_range(0..1000)) / 1000.0;
            (0..30).for_each(|_| own.push(draw() + added));
            (0..200).for_each(|_| rest.push(draw()));
        }
        group_difference(&strata).map(|difference| difference.p)
    }

    #[test]
    fn it_errs_as_often_as_it_says() {
        let mut dice = Pcg32::seed_from_u64(1);
        let found: Vec<f64> = (0..4000).map(|_| p(0.0, &mut dice).unwrap()).collect();
        for level in [0.5, 0.05, 0.01] {
            let share = found.iter().filter(|&&p| p < level).count() as f64 / found.len() as f64;
            assert!((share - level).abs() < 4.0 * (level / 4000.0_f64).sqrt(), "{level}: {share}");
        }
        let moved: Vec<f64> = (0..100).map(|_| p(0.4, &mut dice).unwrap()).collect();
        assert!(moved.iter().all(|&p| p < 1e-4));
    }

    #[test]
    fn few_numbers_and_equal_ones_say_nothing() {
        let group = |count: u32, spread: f64| {
            let mut moments = Moments::default();
            (0..count).for_each(|number| moments.push(spread * f64::from(number)));
            moments
        };
        assert_eq!(group_difference(&[(group(19, 1.0), group(90, 1.0))]), None);
        assert_eq!(group_difference(&[(group(90, 1.0), group(19, 1.0))]), None);
        assert_eq!(group_difference(&[(group(90, 1.0), group(90, 0.0))]), None);
        assert!(group_difference(&[(group(90, 1.0), group(90, 1.0))]).unwrap().p > 0.99);
    }
}
