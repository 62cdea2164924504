//! Confidence intervals of shares.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::{CONFIDENCE, Moments};

/// An interval, both ends included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A share estimated from blocks of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShareEstimate {
    /// The mean of the block means, in [0, 1].
    pub share: f64,
    /// How many independent games would tell as much: the number of games over the design effect.
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

/// Returns the quantile of Student's t distribution that leaves (1 - [`CONFIDENCE`]) / 2 above it.
///
/// # Panics
/// If `freedom` (degrees of freedom) is 0.
#[must_use]
pub fn student_t(freedom: u64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom as f64)
        .expect("there is a degree of freedom")
        .inverse_cdf((1.0 + CONFIDENCE) / 2.0)
}

/// Estimates a share from the means of equally large blocks, with `games` games in all of them.
///
/// Games of a block share their deal, so they are not independent. The design effect (Kish 1965,
/// *Survey Sampling*, 8.2) is the variance of the mean as found between blocks over the one that
/// `games` independent games would have; the effective number of games is `games` over it, and
/// the interval is Wilson's on that number. For few blocks it is shrunk by the squared ratio of
/// the normal to the t quantile with (blocks - 1) degrees of freedom (Korn and Graubard 1998, *Survey
/// Methodology* 24, 193-201). Duplicate deals can make the design effect less than 1.
///
/// Where all blocks agree the variance tells nothing, and the design effect is taken as 1.
///
/// Returns `None` without a block.
#[must_use]
pub fn share_over_blocks(blocks: &Moments, games: u64) -> Option<ShareEstimate> {
    // Means of exact fractions may leave [0, 1] by a rounding error.
    let share = blocks.mean()?.clamp(0.0, 1.0);
    let Some(error) = blocks.standard_error() else {
        return Some(ShareEstimate { share, effective_games: None, interval: None });
    };
    let z = Normal::standard().inverse_cdf((1.0 + CONFIDENCE) / 2.0);
    let independent = share * (1.0 - share) / games as f64;
    let found = error * error;
    // Below this lies only rounding: two blocks that differ by one in a million games are far above.
    let design_effect = if found > 1e-18 && independent > 1e-18 { found / independent } else { 1.0 };
    let shrink = (z / student_t(blocks.count() - 1)).powi(2);
    let effective = games as f64 / design_effect * shrink;
    Some(ShareEstimate {
        share,
        effective_games: Some(effective),
        interval: Some(wilson(share, effective, z)),
    })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

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

    /// The usual table of the t distribution, two-sided 95 %.
    #[test]
    fn student_t_gives_the_tabled_quantiles() {
        for (freedom, tabled) in [(1, 12.706), (2, 4.303), (9, 2.262), (19, 2.093), (120, 1.980)] {
            assert!((student_t(freedom) - tabled).abs() < 5e-4, "{freedom}");
        }
    }

    /// Four blocks of four games, worked by hand: mean 0.375, variance between blocks 0.0625/3,
    /// of the mean 0.0625/12; a design effect of 1/3, 45 games; shrunk by (1.95996/3.18245)^2.
    #[test]
    fn the_effective_number_of_games_is_as_worked() {
        let estimate = share_over_blocks(&blocks(&[0.25, 0.5, 0.25, 0.5]), 16).unwrap();
        assert_eq!(estimate.share, 0.375);
        let effective = estimate.effective_games.unwrap();
        assert!((effective - 45.0 * 0.379_293).abs() < 1e-3, "{effective}");
        close(estimate.interval.unwrap(), 0.1892, 0.6067);
    }

    /// One game a block, so many blocks that t is normal: plain Wilson, but for the divisor n - 1.
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
