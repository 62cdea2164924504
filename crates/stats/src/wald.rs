//! A test of whether several quantities are all 0.

use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use super::linear::solve;
use super::{Blocks, Influence};

/// A test of several quantities at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WaldTest {
    /// Wald's statistic, which is Hotelling's T².
    pub statistic: f64,
    /// The number of quantities: the degrees of freedom of the chi-squared distribution that the statistic has with
    /// many blocks.
    pub freedom: usize,
    /// The probability of a statistic at least as large if all quantities are 0, by Hotelling's distribution.
    pub p: f64,
}

/// Tests whether quantities that are estimated from the same blocks are all 0, by Wald's statistic m' S⁻¹ m with
/// `S` their covariance over blocks (Wald 1943, *Transactions of the American Mathematical Society* 54, 426-482).
///
/// `S` is estimated too, which makes the statistic larger than chi-squared: with few blocks much larger. So
/// its p-value is that of Hotelling's T² (Hotelling 1931, *Annals of Mathematical Statistics* 2, 360-378):
/// with `k` quantities and `v` degrees of freedom of `S`, T² (v - k + 1) / (k v) has the F distribution with
/// k and v - k + 1 degrees of freedom. For `n` blocks of one stratum `v` is n - 1, and the F distribution
/// F(k, n - k); for strata `v` is the number of blocks minus the number of strata.
///
/// Blocks are the unit, so games of one deal may depend on each other. `None` unless there are more blocks
/// than quantities, and if `S` has no inverse: then one of the quantities follows from others, as the last of
/// several shares that sum to 1.
#[must_use]
pub fn wald(blocks: &Blocks, estimates: &[Influence]) -> Option<WaldTest> {
    let freedom = estimates.len();
    let below = (blocks.covariance_freedom() + 1).checked_sub(freedom).filter(|&below| below > 0)?;
    let mut matrix: Vec<f64> = Vec::with_capacity(freedom * freedom);
    for one in estimates {
        matrix.extend(estimates.iter().map(|other| one.covariance(other)));
    }
    let values: Vec<f64> = estimates.iter().map(Influence::value).collect();
    let mut solved = values.clone();
    solve(&mut matrix, freedom, &mut solved)?;
    let statistic = values.iter().zip(&solved).map(|(value, solved)| value * solved).sum::<f64>();
    let (k, v, below) = (freedom as f64, blocks.covariance_freedom() as f64, below as f64);
    let distribution = FisherSnedecor::new(k, below).ok()?;
    Some(WaldTest { statistic, freedom, p: distribution.sf(statistic * below / (k * v)) })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// With one winner per game the statistic is Pearson's with the observed shares in place of the expected
    /// ones (Neyman's modified chi-squared), here multiplied by (n - 1) / n because of the divisor of the
    /// covariance.
    #[test]
    fn one_winner_a_game_gives_neymans_statistic() {
        let counts = [50, 30, 20];
        let winners: Vec<usize> =
            counts.into_iter().enumerate().flat_map(|(seat, count)| vec![seat; count]).collect();
        let blocks = Blocks::new([0; 100]);
        let deviation = |seat: usize| {
            let wins: Vec<f64> = winners.iter().map(|&winner| f64::from(u8::from(winner == seat))).collect();
            Influence::mean(&blocks, &wins).plus(-1.0 / 3.0)
        };
        let expected: f64 =
            counts.iter().map(|&count| (f64::from(count as u32) - 100.0 / 3.0).powi(2) / count as f64).sum();
        let found = wald(&blocks, &[deviation(0), deviation(1)]).unwrap();
        assert_eq!(found.freedom, 2);
        assert!((found.statistic - expected * 0.99).abs() < 1e-9, "{found:?}, {expected}");
        // The tail of F(2, d) is (1 + 2 x / d)^(-d / 2).
        let tail = (1.0 + found.statistic / 99.0).powf(-49.0);
        assert!((found.p - tail).abs() < 1e-12, "{found:?}, {tail}");
        assert_eq!(wald(&blocks, &[deviation(0), deviation(1), deviation(2)]), None);
    }

    /// With one quantity it is the test by Student's t, with or without strata.
    #[test]
    fn one_quantity_has_the_p_value_of_student() {
        let values = [0.4, -0.1, 0.3, 0.2, 0.6, -0.2, 0.1];
        for (strata, same) in [([0; 7], true), ([0, 0, 0, 1, 1, 1, 1], false)] {
            let blocks = Blocks::new(strata);
            let mean = Influence::mean(&blocks, &values);
            let estimate = mean.estimate(&blocks);
            let found = wald(&blocks, &[mean]).unwrap();
            assert!((found.statistic - (estimate.value / estimate.error.unwrap()).powi(2)).abs() < 1e-9);
            // Satterthwaite's degrees of freedom are fewer than those of equal variances.
            let p = estimate.p_value().unwrap();
            assert!(if same { (found.p - p).abs() < 1e-9 } else { found.p < p && p < 1.2 * found.p }, "{p}");
        }
    }

    #[test]
    fn no_more_blocks_than_quantities_test_nothing() {
        let blocks = Blocks::new([0; 2]);
        let means = [[0.0, 1.0], [1.0, 3.0]].map(|values| Influence::mean(&blocks, &values));
        assert_eq!(wald(&blocks, &means), None);
        assert!(wald(&blocks, &means[..1]).is_some());
    }

    /// Four equal places, 8 to 10 blocks: a p-value below 0.05 occurs in about 5 % of the studies, whereas
    /// the chi-squared limit gave 20 to 25 %. A block is a deal with four seatings, each with a winner.
    #[test]
    fn few_equal_blocks_are_called_unequal_as_often_as_stated() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(17);
        let runs = 3000;
        for number in [8_u32, 9, 10] {
            let blocks = Blocks::new((0..number).map(|_| 0));
            let mut wrong = 0;
            for _ in 0..runs {
                let mut shares = [const { Vec::new() }; 4];
                for _ in 0..number {
                    let mut wins = [0.0; 4];
                    (0..4).for_each(|_| wins[rng.random_range(0..4_usize)] += 0.25);
                    shares.iter_mut().zip(wins).for_each(|(shares, win)| shares.push(win));
                }
                let deviations: Vec<Influence> =
                    shares[1..].iter().map(|shares| Influence::mean(&blocks, shares).plus(-0.25)).collect();
                wrong += u32::from(wald(&blocks, &deviations).is_some_and(|test| test.p < 0.05));
            }
            assert!((runs * 3 / 100..=runs * 7 / 100).contains(&wrong), "{number} blocks: {wrong} of {runs}");
        }
    }
}
