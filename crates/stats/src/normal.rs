//! Estimates whose error is normal: quantiles, and Wald's test of one quantity.

use statrs::distribution::{ContinuousCDF, Normal};

/// Two numbers whose difference is a smaller share of them are the same: the rest is rounding.
const ROUNDING: f64 = 1e-12;

/// What an estimate speaks for if the null hypothesis is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alternative {
    /// The quantity is not the one of the null hypothesis.
    TwoSided,
    /// The quantity is greater.
    Greater,
    /// The quantity is less.
    Less,
}

/// Returns the quantile of the normal distribution that leaves (1 - confidence) / 2 above it.
#[must_use]
pub fn normal_at(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf((1.0 + confidence) / 2.0)
}

/// Returns the p-value of the hypothesis that a quantity is `null` (or, of a one-sided alternative, on its other side),
/// by Wald's statistic (estimate - null) / error and the normal distribution: for many blocks. For few of them,
/// [`BlockEstimate`](super::BlockEstimate) has Student's t.
///
/// Without any error the hypothesis is refused with certainty or not at all.
///
/// ```
/// use tradewinds_stats::{Alternative, z_test};
/// assert!((z_test(1.96, 1.0, 0.0, Alternative::TwoSided) - 0.05).abs() < 1e-4);
/// ```
#[must_use]
pub fn z_test(estimate: f64, error: f64, null: f64, alternative: Alternative) -> f64 {
    let off = match alternative {
        Alternative::TwoSided => (estimate - null).abs(),
        Alternative::Greater => estimate - null,
        Alternative::Less => null - estimate,
    };
    let rounding = ROUNDING * estimate.abs().max(null.abs());
    if error <= rounding {
        return if off > rounding { 0.0 } else { 1.0 };
    }
    let sides = if alternative == Alternative::TwoSided { 2.0 } else { 1.0 };
    sides * Normal::standard().sf(off / error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The usual table of the normal distribution.
    #[test]
    fn quantiles_and_p_values_are_the_tabled_ones() {
        for (confidence, tabled) in [(0.9, 1.644_854), (0.95, 1.959_964), (0.99, 2.575_829)] {
            assert!((normal_at(confidence) - tabled).abs() < 1e-6, "{confidence}");
            let found = z_test(3.0 - 2.0 * tabled, 2.0, 3.0, Alternative::TwoSided);
            assert!((found - (1.0 - confidence)).abs() < 1e-6, "{found}");
        }
    }

    #[test]
    fn one_sided_alternatives_look_one_way() {
        let p = |alternative| z_test(1.5, 0.5, 1.0, alternative);
        assert!((p(Alternative::Greater) - 0.158_655).abs() < 1e-6);
        assert!((p(Alternative::Less) - 0.841_345).abs() < 1e-6);
        assert!((p(Alternative::TwoSided) - 0.317_311).abs() < 1e-6);
    }

    #[test]
    fn without_error_a_hypothesis_is_refused_or_not() {
        let p = |estimate, alternative| z_test(estimate, 0.0, 0.25, alternative);
        assert_eq!(p(0.25 + 1e-15, Alternative::TwoSided), 1.0);
        assert_eq!(p(0.26, Alternative::TwoSided), 0.0);
        assert_eq!((p(0.26, Alternative::Greater), p(0.26, Alternative::Less)), (0.0, 1.0));
        assert_eq!((p(0.24, Alternative::Greater), p(0.24, Alternative::Less)), (1.0, 0.0));
    }
}
