//! The change of unfairness, in win shares.

use tradewinds_stats::{BlockEstimate, Interval};

/// A change of unfairness: the root of the variant's spread less the root of the baseline's, in win shares.
/// Negative where the variant is fairer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The estimate.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Change {
    /// Works out the change by the baseline's spread and the paired difference of the spreads; `confidence`
    /// is that of the interval. `None` where they have no errors.
    ///
    /// The estimate is the difference of the roots, of which neither is below 0, or the nearer end of the interval.
    ///
    /// The change rises with the difference, and comes nearer to 0 as the baseline's spread grows. So the
    /// ends of the interval are the smallest and the largest change with a spread of the baseline and a
    /// difference in their intervals of the same confidence. To first order the confidence is at least that,
    /// however the two depend on each other, since the standard error of a sum is at most the sum of the
    /// standard errors.
    pub(super) fn new(baseline: &BlockEstimate, difference: &BlockEstimate, confidence: f64) -> Option<Self> {
        let (before, by) = (baseline.interval_at(confidence)?, difference.interval_at(confidence)?);
        let farthest =
            |by: f64, outward: bool| root_change(if outward { before.low } else { before.high }, by);
        let interval =
            Interval { low: farthest(by.low, by.low < 0.0), high: farthest(by.high, by.high > 0.0) };
        let root = |square: f64| square.max(0.0).sqrt();
        let value = root(baseline.value + difference.value) - root(baseline.value);
        Some(Self { value: value.max(interval.low).min(interval.high), interval })
    }
}

/// Returns an end of an interval, √(square + difference) - √square. Neither square is below 0: where one would be, the
/// first is taken just large enough.
fn root_change(square: f64, difference: f64) -> f64 {
    let before = square.max(-difference).max(0.0);
    (before + difference).max(0.0).sqrt() - before.sqrt()
}

/// Returns the root of a number, with the number's sign.
pub(super) fn signed_root(square: f64) -> f64 {
    square.abs().sqrt().copysign(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_stats::student_t;

    fn estimate(value: f64, half: f64) -> BlockEstimate {
        BlockEstimate { value, error: Some(half / student_t(100.0)), freedom: 100.0 }
    }

    fn change(baseline: (f64, f64), difference: (f64, f64)) -> Change {
        let [baseline, difference] = [baseline, difference].map(|(value, half)| estimate(value, half));
        Change::new(&baseline, &difference, 0.95).unwrap()
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    #[test]
    fn roots_are_subtracted() {
        // A spread of 0.01, 0.0081 to 0.0121, and 0.0036 below it, 0.0040 to 0.0032.
        let found = change((0.0101, 0.002), (-0.0036, 0.0004));
        near(found.value, 0.0065_f64.sqrt() - 0.0101_f64.sqrt());
        near(found.interval.low, 0.0041_f64.sqrt() - 0.0081_f64.sqrt());
        near(found.interval.high, 0.0089_f64.sqrt() - 0.0121_f64.sqrt());
        let found = change((0.0101, 0.002), (0.0036, 0.0004));
        near(found.interval.low, 0.0153_f64.sqrt() - 0.0121_f64.sqrt());
        near(found.interval.high, 0.0121_f64.sqrt() - 0.0081_f64.sqrt());
    }

    /// The noisy estimate of a spread of 0 is below 0 half of the time, but unfairness never is.
    #[test]
    fn no_square_is_below_zero() {
        let found = change((-0.0001, 0.0002), (0.0004, 0.0005));
        near(found.value, 0.0003_f64.sqrt());
        near(found.interval.low, -0.01);
        near(found.interval.high, 0.03);
        let found = change((0.0004, 0.0001), (-0.0009, 0.0));
        near(found.value, -0.03);
        near(found.interval.high, -0.03);
        // No variant is fairer by more than all the unfairness of the baseline, and noise alone is no change.
        near(change((0.0004, 0.001), (-0.0009, 0.001)).value, -0.02);
        near(change((-0.0004, 0.001), (0.0003, 0.001)).value, 0.0);
    }

    /// Draws games of three places, fair and unfair, with the baseline's and with the variant's shares: the
    /// interval holds the true change as often as it says, also near 0 and where the two are paired.
    #[test]
    fn intervals_hold_the_true_change() {
        use rand::{RngExt, SeedableRng};
        use tradewinds_stats::{Blocks, Influence};
        let mut rng = rand_pcg::Pcg32::seed_from_u64(9);
        let fair = [1.0 / 3.0; 3];
        let unfair = [0.45, 0.3, 0.25];
        let root = |shares: [f64; 3]| {
            (shares.iter().map(|share| (share - 1.0_f64 / 3.0).powi(2)).sum::<f64>() / 3.0).sqrt()
        };
        for (before, after) in [(fair, fair), (unfair, fair), (fair, unfair), (unfair, [0.4, 0.33, 0.27])] {
            for paired in [false, true] {
                let (mut held, runs, blocks) = (0, 300, Blocks::new([0; 200]));
                for _ in 0..runs {
                    let mut wins = [before, after].map(|_| [const { Vec::new() }; 3]);
                    for _ in 0..200 {
                        let first: f64 = rng.random();
                        let second = if paired { first } else { rng.random() };
                        for (wins, (shares, draw)) in wins.iter_mut().zip([(before, first), (after, second)])
                        {
                            let winner =
                                usize::from(draw >= shares[0]) + usize::from(draw >= shares[0] + shares[1]);
                            (0..3).for_each(|seat| wins[seat].push(f64::from(u8::from(seat == winner))));
                        }
                    }
                    let spreads = wins.map(|wins| {
                        Influence::spread(&wins.map(|wins| Influence::mean(&blocks, &wins))).unwrap()
                    });
                    let difference = spreads[1].minus(&spreads[0]).estimate(&blocks);
                    let found = Change::new(&spreads[0].estimate(&blocks), &difference, 0.95).unwrap();
                    let truth = root(after) - root(before);
                    held += u32::from(found.interval.low <= truth && truth <= found.interval.high);
                }
                assert!(held >= runs * 93 / 100, "{before:?} {after:?} {paired}: {held} of {runs}");
            }
        }
    }

    #[test]
    fn the_estimate_lies_in_its_interval() {
        let values = [-0.002, -0.0004, 0.0, 0.0001, 0.003];
        for (baseline, difference) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
            for (half, other) in [(0.0001, 0.001), (0.001, 0.0001), (0.01, 0.01)] {
                let Change { value, interval } = change((baseline, half), (difference, other));
                assert!(
                    interval.low <= value && value <= interval.high,
                    "{baseline} {difference} {interval:?}"
                );
            }
        }
    }
}
