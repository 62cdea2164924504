//! Stratified bootstrap intervals.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Interval, Moments, student_t};

/// Returns intervals of [`CONFIDENCE`](super::CONFIDENCE) for a list of statistics by the stratified bootstrap.
///
/// `strata[h]` is the number of units (blocks of games) in stratum `h`. Each replicate draws with
/// replacement, within each stratum, as many units as it has (Davison and Hinkley 1997, *Bootstrap Methods
/// and their Application*, 3.2), and passes to `statistic` how often each was drawn: `drawn[h][i]` for unit
/// `i` of stratum `h`. The statistic returns one number for each interval, always in the same order.
///
/// The intervals are expanded percentile intervals (Hesterberg 2015, *The American Statistician* 69,
/// 371-386): between quantiles of the replicates, taken so far out that for a mean of symmetric data the
/// interval is that of Student's t. A plain percentile interval of few units is too narrow; so is this one with fewer than
/// nine units, since it cannot leave the replicates. Here n is the
/// number of units, and n - 1 is the number of units minus the number of strata; if the smallest of unequal
/// strata matters most, that corrects too little (with 4 and 12 units of equal weight the interval of a mean
/// holds in 92 % rather than 95 %). Quantiles are interpolated linearly (type 7 of Hyndman and Fan 1996, *The
/// American Statistician* 50, 361-365).
///
/// A statistic that is `None` or not finite in more than 1 % of the replicates has no interval; if there are
/// fewer such replicates, they are left out. Without strata of two or more units there is no interval at all.
/// A stratum of one unit is drawn identically each time, so its own uncertainty is missing.
///
/// # Determinism
/// Each replicate has its own generator, and replicates are collected in order of their index: the
/// same arguments give the same bits on any number of threads.
///
/// # Panics
/// If `replicates` is 0, a stratum has 2^32 units, or the statistic's list changes its length.
#[must_use]
pub fn bootstrap(
    strata: &[usize],
    replicates: u32,
    seed: u64,
    statistic: impl Fn(&[Vec<u32>]) -> Vec<Option<f64>> + Sync,
) -> Vec<Option<Interval>> {
    resampled(strata, replicates, seed, statistic).into_iter().map(|found| found.interval).collect()
}

/// The summary of the replicates of a statistic.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Resampled {
    /// Their mean, which smooths a statistic that jumps (bagging: Breiman 1996, *Machine Learning* 24,
    /// 123-140). `None` whenever the interval is.
    pub mean: Option<f64>,
    /// Their standard deviation: the bootstrap's standard error of the statistic. `None` whenever the interval is, and
    /// with one replicate.
    pub error: Option<f64>,
    /// The interval.
    pub interval: Option<Interval>,
}

/// Resamples as [`bootstrap()`] does, and returns the means and standard deviations of the replicates as well.
///
/// # Panics
/// As [`bootstrap()`].
#[must_use]
pub fn resampled(
    strata: &[usize],
    replicates: u32,
    seed: u64,
    statistic: impl Fn(&[Vec<u32>]) -> Vec<Option<f64>> + Sync,
) -> Vec<Resampled> {
    let resamples = Resamples::new(strata, replicates, seed);
    if resamples.freedom() == 0 {
        return vec![Resampled::default(); statistic(&resamples.whole()).len()];
    }
    let found: Vec<Vec<Option<f64>>> = (0..resamples.len())
        .into_par_iter()
        .map_init(
            || resamples.whole(),
            |drawn: &mut Vec<Vec<u32>>, replicate| {
                resamples.draw(replicate, drawn);
                statistic(drawn)
            },
        )
        .collect();
    let length = found[0].len();
    assert!(found.iter().all(|list| list.len() == length), "the statistic's list keeps its length");
    (0..length).map(|place| resamples.summary(found.iter().map(|list| list[place]))).collect()
}

/// The replicates of [`bootstrap()`], for a caller that works them out itself, one after the other.
#[derive(Clone, Debug)]
pub struct Resamples {
    /// The number of units of each stratum.
    strata: Vec<usize>,
    /// The seed of each replicate.
    seeds: Vec<u64>,
}

impl Resamples {
    /// Returns the replicates of a number of units in each stratum.
    ///
    /// # Panics
    /// If `replicates` is 0.
    #[must_use]
    pub fn new(strata: &[usize], replicates: u32, seed: u64) -> Self {
        assert!(replicates > 0, "a bootstrap needs replicates");
        // Seeds are drawn, not counted up: streams of one seed may be correlated, and consecutive seeds would
        // share replicates.
        let mut seeds = Pcg64Mcg::seed_from_u64(seed);
        Self { strata: strata.to_vec(), seeds: (0..replicates).map(|_| seeds.next_u64()).collect() }
    }

    /// Returns the number of replicates.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a replicate")]
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Returns each unit drawn once: the sample as it is.
    #[must_use]
    pub fn whole(&self) -> Vec<Vec<u32>> {
        self.strata.iter().map(|&units| vec![1; units]).collect()
    }

    /// Overwrites how often each unit is drawn in a replicate; there is a list for each stratum.
    ///
    /// # Panics
    /// If there is no such replicate, or a stratum has 2^32 units.
    pub fn draw(&self, replicate: usize, drawn: &mut [Vec<u32>]) {
        draw(drawn, &mut Pcg64Mcg::seed_from_u64(self.seeds[replicate]));
    }

    /// Summarises a statistic of all replicates, in any order.
    #[must_use]
    pub fn summary(&self, found: impl Iterator<Item = Option<f64>>) -> Resampled {
        let mut values: Vec<f64> = found.flatten().filter(|value| value.is_finite()).collect();
        values.sort_unstable_by(f64::total_cmp);
        let missing = self.len() - values.len();
        if self.freedom() == 0 || missing * 100 > self.len() {
            return Resampled::default();
        }
        let tail = tail(self.strata.iter().sum(), self.freedom());
        let interval = Interval { low: quantile(&values, tail), high: quantile(&values, 1.0 - tail) };
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let mut moments = Moments::default();
        moments.extend(values);
        Resampled { mean: Some(mean), error: moments.variance().map(f64::sqrt), interval: Some(interval) }
    }

    /// Returns the number of units minus the number of strata: without any, nothing varies.
    fn freedom(&self) -> usize {
        self.strata.iter().filter(|&&units| units > 0).map(|units| units - 1).sum()
    }
}

/// Overwrites how often each unit is drawn.
fn draw(drawn: &mut [Vec<u32>], rng: &mut impl Rng) {
    for stratum in drawn {
        stratum.fill(0);
        let units = u32::try_from(stratum.len()).expect("a stratum has fewer than 2^32 units");
        for _ in 0..units {
            stratum[rng.random_range(0..units) as usize] += 1;
        }
    }
}

/// Returns the part of the replicates below the lower end of the interval (Hesterberg 2015, 5.3).
fn tail(units: usize, freedom: usize) -> f64 {
    let widened = (units as f64 / freedom as f64).sqrt() * student_t(freedom as f64);
    Normal::standard().cdf(-widened)
}

/// Returns the quantile of type 7 of sorted values.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * (sorted.len() - 1) as f64;
    let below = sorted[place as usize];
    let above = sorted[(place as usize + 1).min(sorted.len() - 1)];
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn fixture() -> Value {
        crate::fixture("bootstrap")
    }

    fn numbers(value: &Value) -> Vec<f64> {
        serde_json::from_value(value.clone()).unwrap()
    }

    /// The mean of stratum means.
    fn mean(strata: &[Vec<f64>], drawn: &[Vec<u32>]) -> f64 {
        let of = |(values, times): (&Vec<f64>, &Vec<u32>)| {
            let sum: f64 = values.iter().zip(times).map(|(value, &times)| value * f64::from(times)).sum();
            sum / values.len() as f64
        };
        strata.iter().zip(drawn).map(of).sum::<f64>() / strata.len() as f64
    }

    fn of_mean(strata: &[Vec<f64>], replicates: u32, seed: u64) -> Interval {
        let sizes: Vec<usize> = strata.iter().map(Vec::len).collect();
        bootstrap(&sizes, replicates, seed, |drawn| vec![Some(mean(strata, drawn))])[0].unwrap()
    }

    /// `fixtures.json`: NumPy's quantiles are of type 7.
    #[test]
    fn quantiles_are_those_of_numpy() {
        let fixture = fixture();
        let mut values = numbers(&fixture["quantiles"]["values"]);
        values.sort_unstable_by(f64::total_cmp);
        for pair in fixture["quantiles"]["pairs"].as_array().unwrap() {
            let pair = numbers(pair);
            assert!((quantile(&values, pair[0]) - pair[1]).abs() < 1e-12, "{pair:?}");
        }
    }

    /// `fixtures.json`: Hesterberg's formula by SciPy.
    #[test]
    fn tails_are_expanded_for_few_units() {
        for pair in fixture()["tails"].as_array().unwrap() {
            let pair = numbers(pair);
            let units = pair[0] as usize;
            assert!((tail(units, units - 1) / pair[1] - 1.0).abs() < 1e-6, "{pair:?}");
        }
        assert!((tail(1_000_000, 999_999) - 0.025).abs() < 1e-5);
    }

    /// `fixtures.json`: `scipy.stats.bootstrap` by percentiles, 500 units, a mean,
    /// a ratio and a standard deviation. Both are random: ends agree to a tenth of the width.
    #[test]
    fn large_samples_agree_with_scipy() {
        let fixture = &fixture()["large"];
        let (first, second) = (numbers(&fixture["first"]), numbers(&fixture["second"]));
        let found = bootstrap(&[first.len()], 10_000, 1, |drawn| {
            let sum = |of: &dyn Fn(usize) -> f64| -> f64 {
                drawn[0].iter().enumerate().map(|(unit, &times)| f64::from(times) * of(unit)).sum()
            };
            let count = first.len() as f64;
            let mean = sum(&|unit| first[unit]) / count;
            let squares = sum(&|unit| (first[unit] - mean).powi(2));
            vec![Some(mean), Some(mean * count / sum(&|unit| second[unit])), Some((squares / count).sqrt())]
        });
        for (found, name) in found.iter().zip(["mean", "ratio", "deviation"]) {
            let (found, scipy) = (found.unwrap(), numbers(&fixture[name]));
            let width = scipy[1] - scipy[0];
            let off = (found.low - scipy[0]).abs().max((found.high - scipy[1]).abs()) / width;
            assert!(off < 0.05, "{name}: {found:?}, {scipy:?}");
        }
    }

    /// For a mean the interval is Student's, except for the shape of few units: 4 % of its width.
    #[test]
    fn the_interval_of_a_mean_is_that_of_student() {
        for units in [8_u32, 20, 200] {
            // An even spread, symmetric about 0.
            let values: Vec<f64> =
                (0..units).map(|unit| (f64::from(unit) + 0.5) / f64::from(units) - 0.5).collect();
            let mut moments = Moments::default();
            moments.extend(values.iter().copied());
            let half = student_t(f64::from(units - 1)) * moments.standard_error().unwrap();
            let found = of_mean(&[values], 20_000, u64::from(units));
            let off = (found.low + half).abs().max((found.high - half).abs()) / (2.0 * half);
            assert!(off < 0.04, "{units}: {found:?}, {half}");
        }
    }

    /// Strata far apart: only the variation within them counts as uncertainty.
    #[test]
    fn units_are_drawn_within_their_stratum() {
        let near = |centre: f64| (0..30).map(|unit| centre + f64::from(unit) / 100.0).collect();
        let strata: [Vec<f64>; 3] = [near(0.0), near(50.0), near(100.0)];
        let mut variance = 0.0;
        for values in &strata {
            let mut moments = Moments::default();
            moments.extend(values.iter().copied());
            variance += moments.variance().unwrap() / 30.0 / 9.0;
        }
        let half = student_t(87.0) * variance.sqrt();
        let found = of_mean(&strata, 20_000, 4);
        let centre = 50.145;
        assert!((found.low - (centre - half)).abs() < 0.1 * half, "{found:?}");
        assert!((found.high - (centre + half)).abs() < 0.1 * half, "{found:?}");
    }

    #[test]
    fn any_number_of_threads_gives_the_same() {
        let values: Vec<f64> = (0..50).map(|unit| f64::from(unit * unit % 17)).collect();
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| of_mean(&[values.clone(), values[..7].to_vec()], 500, 9))
        };
        assert_eq!(on(1), on(4));
        assert_ne!(on(1), of_mean(&[values.clone(), values[..7].to_vec()], 500, 10));
    }

    #[test]
    fn each_replicate_draws_as_many_units_as_there_are() {
        let found = bootstrap(&[0, 5, 1, 12], 300, 2, |drawn| {
            let sums: Vec<u32> = drawn.iter().map(|stratum| stratum.iter().sum()).collect();
            assert_eq!(sums, [0, 5, 1, 12]);
            vec![Some(f64::from(drawn[1][0])), None]
        });
        let first = found[0].unwrap();
        assert!(first.low == 0.0 && first.high >= 2.0, "{first:?}");
        assert_eq!(found[1], None);
    }

    /// Of 5 draws from 5 units all are the same with probability 0.0016, and none is of the first two
    /// units with probability 0.08.
    #[test]
    fn statistics_that_are_often_missing_have_no_interval() {
        let found = bootstrap(&[5], 2000, 3, |drawn| {
            let all = drawn[0].contains(&5);
            vec![
                (!all).then_some(1.0),
                (drawn[0][0] + drawn[0][1] > 0).then_some(1.0),
                Some(if all { f64::NAN } else { 2.0 }),
            ]
        });
        assert_eq!(found[0], Some(Interval { low: 1.0, high: 1.0 }));
        assert_eq!(found[1], None);
        assert_eq!(found[2], Some(Interval { low: 2.0, high: 2.0 }));
    }

    #[test]
    fn single_units_have_no_interval() {
        assert_eq!(bootstrap(&[1, 1, 0], 10, 1, |_| vec![Some(0.5); 2]), [None, None]);
        assert_eq!(bootstrap(&[], 10, 1, |_| vec![Some(0.5)]), [None]);
        assert_eq!(bootstrap(&[2], 10, 1, |_| Vec::new()), []);
    }

    /// Of 1,000 samples about 95 % of the intervals hold the mean, and less where the weights and the
    /// sizes of strata differ much; a plain percentile interval of 10 units holds it in 91 %.
    #[test]
    fn the_mean_of_the_replicates_is_near_the_statistic() {
        let values = [1.0, 2.0, 6.0, 7.0];
        let found = resampled(&[4], 4000, 9, |drawn| {
            let sum: f64 = drawn[0].iter().zip(values).map(|(&times, value)| f64::from(times) * value).sum();
            vec![Some(sum / 4.0), None]
        });
        assert!((found[0].mean.unwrap() - 4.0).abs() < 0.1 && found[0].interval.is_some(), "{found:?}");
        // The mean of four draws from four values with a variance of 6.5 (divisor 4).
        assert!((found[0].error.unwrap() - (6.5_f64 / 4.0).sqrt()).abs() < 0.03, "{found:?}");
        assert_eq!(found[1], Resampled::default());
    }

    #[test]
    fn intervals_cover_the_true_mean() {
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        for (sizes, expected) in [([10, 0], 930..=970), ([8, 8], 930..=970), ([4, 12], 905..=940)] {
            let mut held = 0;
            for sample in 0..1000 {
                let mut unit = || f64::from((0..4).map(|_| rng.random_range(0..3_u32)).sum::<u32>());
                let strata: Vec<Vec<f64>> = sizes
                    .iter()
                    .filter(|&&size| size > 0)
                    .map(|&size| (0..size).map(|_| unit()).collect())
                    .collect();
                let interval = of_mean(&strata, 1000, sample);
                held += u32::from(interval.low <= 4.0 && 4.0 <= interval.high);
            }
            assert!(expected.contains(&held), "{sizes:?}: {held} of 1000");
        }
    }
}
