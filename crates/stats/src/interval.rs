//! Confidence intervals of shares.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::normal::normal_at;
use super::{CONFIDENCE, Moments};

/// An interval, both ends included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns both ends, the lower one first.
    #[must_use]
    pub const fn ends(self) -> (f64, f64) {
        (self.low, self.high)
    }
}

/// A share estimated from blocks of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShareEstimate {
    /// The mean of the block means, or of the stratum means where there are strata, in [0, 1].
    pub share: f64,
    /// The variance of the share over the variance that as many independent games would give: below 1 if the
    /// blocks were more informative than independent games, above 1 if they were less informative. `None`
    /// with fewer than two blocks, and where all blocks agree.
    pub design_effect: Option<f64>,
    /// The number of independent games that would be as informative: the number of games over the design
    /// effect, shrunk for few blocks. `None` with fewer than two blocks, and where all blocks agree.
    pub effective_games: Option<f64>,
    /// The interval of [`CONFIDENCE`]; `None` with fewer than two blocks.
    pub interval: Option<Interval>,
}

/// Returns the score interval of Wilson (1927) for a share found in `n` independent trials, at a
/// quantile `z` of the normal distribution; `n` need not be whole.
///
/// # Panics
/// If `n` is not positive.
#[must_use]
pub fn wilson(share: f64, n: f64, z: f64) -> Interval {
    assert!(n > 0.0, "an interval needs trials");
    let ratio = z * z / n;
    let centre = (share + ratio / 2.0) / (1.0 + ratio);
    let half = (ratio * (share * (1.0 - share) + ratio / 4.0)).sqrt() / (1.0 + ratio);
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// Returns Wilson's interval of a share with this standard error: [`wilson`] on its effective number of trials, which
/// is that of independent trials with the same error (Kish 1965, *Survey Sampling*, 8.2). Without any error, or for a
/// share of 0 or 1, it is `n`.
///
/// [`share_over_blocks`] is the same with a correction for few blocks.
///
/// # Panics
/// If `n` is not positive.
#[must_use]
pub fn wilson_of_error(share: f64, error: f64, n: f64, z: f64) -> Interval {
    let variance = share * (1.0 - share);
    let effective = if error > ROUNDING && variance > 0.0 { variance / (error * error) } else { n };
    wilson(share, effective, z)
}

/// Returns the quantile of Student's t distribution that leaves (1 - [`CONFIDENCE`]) / 2 above it.
///
/// # Panics
/// If `freedom` (degrees of freedom, need not be whole) is not positive.
#[must_use]
pub fn student_t(freedom: f64) -> f64 {
    student_t_at(freedom, CONFIDENCE)
}

/// Returns the quantile used for an interval of this confidence.
pub(super) fn student_t_at(freedom: f64, confidence: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom)
        .expect("the degrees of freedom are positive")
        .inverse_cdf((1.0 + confidence) / 2.0)
}

/// Estimates a share from the means of equally large blocks, with `games` games in all of them: the
/// case of one stratum of [`share_over_strata`].
///
/// Returns `None` if there are no blocks.
#[must_use]
pub fn share_over_blocks(blocks: &Moments, games: u64) -> Option<ShareEstimate> {
    share_over_strata(std::slice::from_ref(blocks), games)
}

/// Estimates a share from the means of blocks in strata, with `games` games in all of them.
///
/// A stratum is a line-up of opponents: the share is the mean of the stratum means, each with the same weight
/// however many blocks it has. With `s_h^2` the variance between the `n_h` blocks of stratum `h`, and `L`
/// strata, its variance is the sum of `s_h^2 / n_h` over `L^2` (Cochran 1977, *Sampling Techniques*, 5.2 to
/// 5.4). Differences between line-ups are not part of it.
///
/// Games of a block share their deal, so they are not independent. The design effect (Kish 1965,
/// *Survey Sampling*, 8.2) is the variance of the share as found between blocks over the one that
/// `games` independent games would have; the effective number of games is `games` over it, and
/// the interval is Wilson's on that number. For few blocks it is shrunk by the squared ratio of
/// the normal to the t quantile (Korn and Graubard 1998, *Survey Methodology* 24, 193-201). The
/// degrees of freedom are Satterthwaite's (Cochran 1977, 5.16), with one stratum (blocks - 1).
/// Duplicate deals can make the design effect less than 1.
///
/// If all blocks of each stratum agree, they say nothing about the variance: there is no design effect, and the
/// interval is that of [`share_of_alike`], of all games where each stratum's share is 0 or 1, since then all
/// its games agree, and otherwise of the blocks, less one for each stratum but the first. Strata without a block are
/// left out. A single block has no variance, so if a stratum has one block all blocks are pooled into one stratum, each
/// with the same weight; the interval is then rather too wide, as it includes the differences between the line-ups.
///
/// Returns `None` if there are no blocks.
#[must_use]
pub fn share_over_strata(strata: &[Moments], games: u64) -> Option<ShareEstimate> {
    share_over_strata_at(strata, games, CONFIDENCE)
}

/// Estimates a share as [`share_over_strata`] does, with an interval of another confidence.
///
/// # Panics
/// If `confidence` is not above 0 and below 1.
#[must_use]
pub fn share_over_strata_at(strata: &[Moments], games: u64, confidence: f64) -> Option<ShareEstimate> {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence is a probability");
    let mut strata: Vec<Moments> = strata.iter().filter(|blocks| blocks.count() > 0).copied().collect();
    if strata.iter().any(|blocks| blocks.count() == 1) {
        let mut pooled = Moments::default();
        strata.iter().for_each(|blocks| pooled.merge(blocks));
        strata = vec![pooled];
    }
    let number = strata.len() as f64;
    // Means of exact fractions may leave [0, 1] by a rounding error.
    let share = (strata.iter().filter_map(Moments::mean).sum::<f64>() / number).clamp(0.0, 1.0);
    // The squared standard error of each stratum's mean; missing only for one pooled block.
    let squares: Vec<f64> =
        strata.iter().filter_map(Moments::standard_error).map(|error| error * error).collect();
    if squares.is_empty() {
        return (!strata.is_empty()).then_some(ShareEstimate {
            share,
            design_effect: None,
            effective_games: None,
            interval: None,
        });
    }
    let variance = squares.iter().sum::<f64>() / (number * number);
    let freedom = satterthwaite(&strata, &squares);
    let is_between =
        |moments: &Moments| moments.mean().is_some_and(|mean| mean > ROUNDING && mean < 1.0 - ROUNDING);
    let games = games as f64;
    // Without variance the degrees of freedom are the number of blocks less that of strata.
    let alike = if strata.iter().any(is_between) { freedom + 1.0 } else { games };
    Some(share_with_variance(share, [games, alike], variance, freedom, confidence))
}

/// The largest difference of two shares that can be a matter of rounding alone: two blocks that differ by one in
/// a million games differ by more.
const ROUNDING: f64 = 1e-9;

/// Estimates a share of a number of trials from its variance over blocks, which has `freedom` degrees of freedom, as
/// [`share_over_strata`] describes; the second number is that of the units that agree if there is no variance.
pub(super) fn share_with_variance(
    share: f64,
    [trials, alike]: [f64; 2],
    variance: f64,
    freedom: f64,
    confidence: f64,
) -> ShareEstimate {
    let independent = share * (1.0 - share) / trials;
    if variance <= ROUNDING.powi(2) || independent <= ROUNDING.powi(2) {
        return share_of_alike([share, 1.0], alike, freedom, confidence);
    }
    let z = normal_at(confidence);
    let design_effect = variance / independent;
    let effective = trials / design_effect * (z / student_t_at(freedom, confidence)).powi(2);
    ShareEstimate {
        share,
        design_effect: Some(design_effect),
        effective_games: Some(effective),
        interval: Some(wilson(share, effective, z)),
    }
}

/// Estimates a share that all of `units` units have, where a unit can have a share from 0 to `highest`.
///
/// Units that agree say nothing about their variance. They do say that units which differ are rare: their
/// frequency is at most the upper end `q` of Wilson's interval for 0 of `units`, shrunk for few degrees of
/// freedom as elsewhere. If those units had the least or the highest share, the mean would lie between
/// `share (1 - q)` and `share + q (highest - share)`, which is the interval. For a share of 0 or 1 it is Wilson's.
#[must_use]
pub fn share_of_alike(
    [share, highest]: [f64; 2],
    units: f64,
    freedom: f64,
    confidence: f64,
) -> ShareEstimate {
    let z = normal_at(confidence);
    let differing = wilson(0.0, units * (z / student_t_at(freedom, confidence)).powi(2), z).high;
    let interval =
        Interval { low: share * (1.0 - differing), high: share + differing * (highest - share).max(0.0) };
    ShareEstimate { share, design_effect: None, effective_games: None, interval: Some(interval) }
}

/// Returns the degrees of freedom of a sum of the squared standard errors of stratum means (Satterthwaite
/// 1946, *Biometrics Bulletin* 2, 110-114): between the smallest number of blocks minus one and the number of
/// all blocks minus the number of strata. Without any variance it is the latter.
pub(super) fn satterthwaite(strata: &[Moments], squares: &[f64]) -> f64 {
    let freedom = |blocks: &Moments| (blocks.count() - 1) as f64;
    let all = strata.iter().map(freedom).sum();
    let largest = squares.iter().copied().fold(0.0, f64::max);
    if strata.len() == 1 || largest <= 1e-18 {
        return all;
    }
    // As parts of the largest, so that no fourth power of a small error becomes 0.
    let parts = || squares.iter().map(|square| square / largest);
    let sum: f64 = parts().sum();
    let fourths: f64 = parts().zip(strata).map(|(part, blocks)| part * part / freedom(blocks)).sum();
    (sum * sum / fourths).min(all)
}

/// Returns the interval of an estimate with this standard error: `z` errors on either side.
#[must_use]
pub fn z_interval(estimate: f64, error: f64, z: f64) -> Interval {
    Interval { low: estimate - z * error, high: estimate + z * error }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn a_normal_interval_has_z_errors_on_either_side() {
        assert_eq!(z_interval(3.0, 2.0, 1.5).ends(), (0.0, 6.0));
    }

    const Z: f64 = 1.959_963_985;

    fn close(found: Interval, low: f64, high: f64) {
        assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
    }

    fn blocks(means: &[f64]) -> Moments {
        let mut moments = Moments::default();
        moments.extend(means.iter().copied());
        moments
    }

    /// Newcombe 1998 (Statistics in Medicine 17, 857-872), table I, method 3.
    #[test]
    fn wilson_gives_the_published_intervals() {
        close(wilson(81.0 / 263.0, 263.0, Z), 0.2553, 0.3662);
        close(wilson(15.0 / 148.0, 148.0, Z), 0.0624, 0.1605);
        close(wilson(0.0, 20.0, Z), 0.0, 0.1611);
        close(wilson(1.0 / 29.0, 29.0, Z), 0.0061, 0.1718);
    }

    /// Twice the error of independent trials makes one of four.
    #[test]
    fn an_error_gives_the_effective_number_of_trials() {
        let error = (0.3_f64 * 0.7 / 400.0).sqrt();
        let found = wilson_of_error(0.3, 2.0 * error, 400.0, Z);
        let by_count = wilson(0.3, 100.0, Z);
        assert!((found.low - by_count.low).abs() < 1e-12 && (found.high - by_count.high).abs() < 1e-12);
        // The error of equal shares may be one of rounding.
        for (share, error) in [(0.0, 0.0), (0.3, 0.0), (0.3, 1e-17), (1.0, 0.1)] {
            assert_eq!(wilson_of_error(share, error, 20.0, Z), wilson(share, 20.0, Z));
        }
    }

    /// The usual table of the t distribution, two-sided 95 %.
    #[test]
    fn student_t_gives_the_tabled_quantiles() {
        for (freedom, tabled) in [(1.0, 12.706), (2.0, 4.303), (9.0, 2.262), (19.0, 2.093), (120.0, 1.980)] {
            assert!((student_t(freedom) - tabled).abs() < 5e-4, "{freedom}");
        }
    }

    /// Four blocks of four games, worked by hand: mean 0.375, variance between blocks 0.0625/3,
    /// of the mean 0.0625/12; a design effect of 16/45, 45 games; shrunk by (1.95996/3.18245)^2.
    #[test]
    fn the_effective_number_of_games_is_as_worked() {
        let estimate = share_over_blocks(&blocks(&[0.25, 0.5, 0.25, 0.5]), 16).unwrap();
        assert_eq!(estimate.share, 0.375);
        assert!((estimate.design_effect.unwrap() - 16.0 / 45.0).abs() < 1e-12);
        let effective = estimate.effective_games.unwrap();
        assert!((effective - 45.0 * 0.379_293).abs() < 1e-3, "{effective}");
        close(estimate.interval.unwrap(), 0.1892, 0.6067);
    }

    /// One game per block, and enough blocks for t to be normal: plain Wilson, except for the divisor n - 1.
    #[test]
    fn independent_games_have_a_design_effect_of_one() {
        let games = 20_000;
        let mut moments = Moments::default();
        moments.extend((0..games).map(|game| f64::from(u8::from(game % 4 == 0))));
        let effective = share_over_blocks(&moments, games).unwrap().effective_games.unwrap();
        assert!((effective / games as f64 - 1.0).abs() < 1e-3, "{effective}");
    }

    /// All seats of a block win or lose together: a block is worth one game, not four.
    #[test]
    fn games_that_agree_within_a_block_count_once() {
        let means: Vec<f64> = (0..1000).map(|block| f64::from(u8::from(block % 2 == 0))).collect();
        let effective = share_over_blocks(&blocks(&means), 4000).unwrap().effective_games.unwrap();
        assert!((effective / 1000.0 - 1.0).abs() < 1e-2, "{effective}");
    }

    #[test]
    fn extreme_shares_have_intervals_and_one_block_has_none() {
        let all = share_over_blocks(&blocks(&[1.0; 20]), 80).unwrap();
        let one_lost = share_over_blocks(&blocks(&[[1.0; 19].as_slice(), &[0.75]].concat()), 80).unwrap();
        let (all, one_lost) = (all.interval.unwrap(), one_lost.interval.unwrap());
        assert_eq!(all.high, 1.0);
        assert!(one_lost.low < all.low && all.low < 1.0);
        assert_eq!(share_over_blocks(&blocks(&[0.5]), 4).unwrap().interval, None);
        assert_eq!(share_over_blocks(&blocks(&[]), 0), None);
    }

    /// `fixtures.json`: the degrees of freedom for two strata are those of
    /// Welch's test in SciPy, for more they are worked with NumPy.
    #[test]
    fn strata_agree_with_scipy() {
        let cases = crate::fixture("interval");
        let cases = cases.as_array().unwrap();
        assert!(cases.len() > 10);
        for case in cases {
            let strata: Vec<Vec<f64>> = serde_json::from_value(case["strata"].clone()).unwrap();
            let strata: Vec<Moments> = strata.iter().map(|means| blocks(means)).collect();
            let found = share_over_strata(&strata, case["games"].as_u64().unwrap()).unwrap();
            let close = |found: f64, name: &str| {
                let expected = case[name].as_f64().unwrap();
                assert!((found - expected).abs() < 1e-6 * expected.max(1.0), "{name}: {found}, {case}");
            };
            close(found.share, "share");
            close(found.design_effect.unwrap(), "design_effect");
            close(found.effective_games.unwrap(), "effective_games");
            close(found.interval.unwrap().low, "low");
            close(found.interval.unwrap().high, "high");
        }
    }

    #[test]
    fn strata_weigh_the_same_and_empty_ones_nothing() {
        let (small, large) = (blocks(&[0.0, 0.5]), blocks(&[0.5, 1.0, 0.75, 0.75]));
        let both = share_over_strata(&[small, Moments::default(), large], 24).unwrap();
        assert_eq!(both.share, 0.5);
        assert_eq!(Some(both), share_over_strata(&[small, large], 24));
        let empty = [Moments::default(), large, Moments::default()];
        assert_eq!(share_over_strata(&empty, 16), share_over_blocks(&large, 16));
        assert_eq!(share_over_strata(&[Moments::default(); 3], 0), None);
        assert_eq!(share_over_strata(&[], 0), None);
    }

    #[test]
    fn a_stratum_of_one_block_pools_all() {
        let strata = [blocks(&[0.25]), blocks(&[0.5, 0.25]), blocks(&[0.5])];
        let pooled = share_over_blocks(&blocks(&[0.25, 0.5, 0.25, 0.5]), 16);
        assert_eq!(share_over_strata(&strata, 16), pooled);
        let single = share_over_strata(&[blocks(&[0.25]), Moments::default()], 4).unwrap();
        assert_eq!((single.share, single.interval, single.design_effect), (0.25, None, None));
    }

    #[test]
    fn more_confidence_is_wider() {
        let strata = [blocks(&[0.25, 0.5, 0.25]), blocks(&[0.5, 0.75, 0.75])];
        let width = |confidence| {
            let interval = share_over_strata_at(&strata, 24, confidence).unwrap().interval.unwrap();
            interval.high - interval.low
        };
        assert!(width(0.8) < width(0.95) && width(0.95) < width(0.999));
        assert_eq!(share_over_strata_at(&strata, 24, CONFIDENCE), share_over_strata(&strata, 24));
    }

    /// The line-ups differ far more than the blocks of one line-up: only the latter count as uncertainty.
    #[test]
    fn differences_between_strata_are_no_doubt() {
        let strata = [blocks(&[0.0, 0.1, 0.05, 0.1]), blocks(&[0.9, 1.0, 0.9, 0.95])];
        let stratified = share_over_strata(&strata, 80).unwrap();
        let mut pooled = strata[0];
        pooled.merge(&strata[1]);
        let pooled = share_over_blocks(&pooled, 80).unwrap();
        assert!((stratified.share - pooled.share).abs() < 1e-12);
        assert!(stratified.design_effect.unwrap() < 0.05 * pooled.design_effect.unwrap());
    }

    /// Ten blocks of two strata that agree: those that differ are at most z^2 / (n + z^2), with n the shrunk number.
    #[test]
    fn blocks_that_agree_have_no_design_effect_and_an_interval_of_blocks() {
        let found = share_over_strata(&[blocks(&[0.25; 5]), blocks(&[0.75; 5])], 40).unwrap();
        assert_eq!((found.design_effect, found.effective_games), (None, None));
        let differing = |units: f64| Z * Z / (units * (Z / student_t(8.0)).powi(2) + Z * Z);
        let half = 0.5 * differing(9.0);
        close(found.interval.unwrap(), 0.5 - half, 0.5 + half);
        // Where all games were lost or won, it is the games that agree.
        for share in [0.0, 1.0] {
            let found = share_over_strata(&[blocks(&[share; 5]), blocks(&[share; 5])], 40).unwrap();
            assert_eq!((found.design_effect, found.effective_games), (None, None));
            let Interval { low, high } = wilson(share, 40.0 * (Z / student_t(8.0)).powi(2), Z);
            close(found.interval.unwrap(), low, high);
        }
        // Three seats of four share at most one win: none of them can have more than a third each.
        let found = share_of_alike([1.0 / 3.0; 2], 40.0, 8.0, CONFIDENCE);
        close(found.interval.unwrap(), (1.0 - differing(40.0)) / 3.0, 1.0 / 3.0);
    }

    /// Sums of thirds in another order differ in the last bit, which is no variance.
    #[test]
    fn rounding_is_no_variance() {
        let noisy = [1.0 / 3.0, 0.333_333_333_333_333_26, 0.333_333_333_333_333_37].repeat(4);
        let found = share_over_blocks(&blocks(&noisy), 36).unwrap();
        assert_eq!((found.design_effect, found.effective_games), (None, None));
        let Interval { low, high } = found.interval.unwrap();
        assert!(low < 0.3 && high > 0.4);
    }

    /// In 2,000 simulated tournaments of three line-ups of very different strength, with 5, 10 and
    /// 15 blocks of four games that agree half of the time, about 95 % of the intervals hold.
    #[test]
    fn intervals_over_strata_cover_the_true_share() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(12);
        let mut held = 0;
        for _ in 0..2000 {
            let mut strata = [Moments::default(); 3];
            for (stratum, (tenths, number)) in strata.iter_mut().zip([(2, 5), (5, 10), (8, 15)]) {
                for _ in 0..number {
                    let shared = rng.random_range(0..10) < tenths;
                    let wins = (0..4)
                        .filter(|_| {
                            let alone = rng.random_range(0..10) < tenths;
                            if rng.random_range(0..2) == 0 { shared } else { alone }
                        })
                        .count();
                    stratum.push(wins as f64 / 4.0);
                }
            }
            let interval = share_over_strata(&strata, 120).unwrap().interval.unwrap();
            held += u32::from(interval.low <= 0.5 && 0.5 <= interval.high);
        }
        assert!((1870..=1940).contains(&held), "{held} of 2000");
    }

    /// In 2,000 simulated tournaments of 30 blocks whose games agree half of the time, about 95 %
    /// of the intervals hold the true share.
    #[test]
    fn intervals_cover_the_true_share() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(11);
        let mut held = 0;
        for _ in 0..2000 {
            let mut moments = Moments::default();
            for _ in 0..30 {
                let shared = rng.random_range(0..10) < 3;
                let wins = (0..4)
                    .filter(
                        |_| if rng.random_range(0..2) == 0 { shared } else { rng.random_range(0..10) < 3 },
                    )
                    .count();
                moments.push(wins as f64 / 4.0);
            }
            let interval = share_over_blocks(&moments, 120).unwrap().interval.unwrap();
            held += u32::from(interval.low <= 0.3 && 0.3 <= interval.high);
        }
        assert!((1870..=1940).contains(&held), "{held} of 2000");
    }
}
