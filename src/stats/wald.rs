//! Whether several quantities are all 0.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::Influence;
use super::linear::solve;

/// A chi-squared statistic.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquare {
    /// The statistic.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub freedom: usize,
    /// The probability of a statistic at least as large if all quantities are 0.
    pub p: f64,
}

/// Tests whether quantities that are estimated from the same blocks are all 0, by Wald's statistic m' S⁻¹ m with
/// `S` their covariance over blocks (Wald 1943, *Transactions of the American Mathematical Society* 54, 426-482).
///
/// Blocks are the unit, so games of one deal may depend on each other. `None` where `S` has no inverse: too
/// few blocks, or one of the quantities follows from others, as the last of shares that sum to 1 does.
#[must_use]
pub fn wald(estimates: &[Influence]) -> Option<ChiSquare> {
    let freedom = estimates.len();
    let mut matrix: Vec<f64> = Vec::with_capacity(freedom * freedom);
    for one in estimates {
        matrix.extend(estimates.iter().map(|other| one.covariance(other)));
    }
    let values: Vec<f64> = estimates.iter().map(Influence::value).collect();
    let mut solved = values.clone();
    solve(&mut matrix, freedom, &mut solved)?;
    let statistic = values.iter().zip(&solved).map(|(value, solved)| value * solved).sum();
    let distribution = ChiSquared::new(freedom as f64).ok()?;
    Some(ChiSquare { statistic, freedom, p: distribution.sf(statistic) })
}

#[cfg(test)]
mod tests {
    use super::super::Blocks;
    use super::*;

    /// With one winner a game the statistic is Pearson's with the found shares in place of the expected ones
    /// (Neyman's modified chi-squared), here (n - 1) / n of it by the divisor of the covariance.
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
        let found = wald(&[deviation(0), deviation(1)]).unwrap();
        assert_eq!(found.freedom, 2);
        assert!((found.statistic - expected * 0.99).abs() < 1e-9, "{found:?}, {expected}");
        // With two degrees of freedom the tail is exp(-x / 2).
        assert!((found.p - (-found.statistic / 2.0).exp()).abs() < 1e-12);
        assert_eq!(wald(&[deviation(0), deviation(1), deviation(2)]), None);
    }
}
