//! Intervals over units of games.

use std::collections::BTreeSet;

use super::super::text::with_width;
use tradewinds_game::{Purpose, Seed};
use tradewinds_stats::{Interval, bootstrap, student_t, wilson};

/// Bootstrap replicates of every interval.
const REPLICATES: u32 = 1000;

/// Minimum number of units for an interval: with fewer, intervals are too narrow. Where there are several
/// line-ups, each after the first needs one more.
pub const LEAST_UNITS: usize = 8;

/// Minimum number of decisions for a sentence or a row about a situation.
pub(super) const FEWEST: u64 = 5;

/// A figure with its interval; neither where there is nothing to compute it from.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measured {
    /// The figure.
    pub value: Option<f64>,
    /// Its interval of 95 %.
    pub interval: Option<Interval>,
}

impl Measured {
    /// Returns the figure without its interval if fewer than [`LEAST_UNITS`] units contribute to it, or if they all
    /// agree, which says nothing about its error.
    pub(super) fn over(self, units: usize) -> Self {
        Self { interval: with_width(self.interval).filter(|_| units >= LEAST_UNITS), ..self }
    }
}

/// Returns how many more units intervals need, given the stratum of each unit.
pub(super) fn missing(strata: &[usize]) -> usize {
    let used: BTreeSet<usize> = strata.iter().copied().collect();
    (LEAST_UNITS + used.len().saturating_sub(1)).saturating_sub(strata.len())
}

/// Works out figures over units, with intervals by the bootstrap over units within their strata; there are no
/// intervals if units are [`missing`].
///
/// `strata` is the stratum of each unit; `figures` computes the figures, always the same number of them, from
/// the number of times that each unit counts.
pub(super) fn figures(
    strata: &[usize],
    seed: u64,
    figures: impl Fn(&[u32]) -> Vec<Option<f64>> + Sync,
) -> Vec<Measured> {
    let mut sizes = vec![0; strata.iter().max().map_or(0, |last| last + 1)];
    let places: Vec<(usize, usize)> = strata
        .iter()
        .map(|&stratum| {
            sizes[stratum] += 1;
            (stratum, sizes[stratum] - 1)
        })
        .collect();
    let seed = Seed(seed).derive(Purpose::Bootstrap, 0).0;
    let values = figures(&vec![1; strata.len()]);
    if missing(strata) > 0 {
        return values.into_iter().map(|value| Measured { value, interval: None }).collect();
    }
    let intervals = bootstrap(&sizes, REPLICATES, seed, |drawn| {
        let times: Vec<u32> = places.iter().map(|&(stratum, unit)| drawn[stratum][unit]).collect();
        figures(&times)
    });
    values.into_iter().zip(intervals).map(|(value, interval)| Measured { value, interval }).collect()
}

/// Gives a share that all units have, whose replicates are all alike, an interval with the number of units that it was
/// found in as the number of trials; other shares stay as they are. Fewer than [`LEAST_UNITS`] give no interval.
///
/// None of the units differs from the others, so that at most the share of all units differs that is the upper end of
/// Wilson's interval for 0; those have shares from 0 to 1. For a share of 0 or 1 this is Wilson's own interval.
pub(super) fn widened(share: Measured, units: usize) -> Measured {
    let interval = share.interval.filter(|_| units >= LEAST_UNITS);
    let Some((interval, value)) = interval.zip(share.value) else {
        return Measured { interval: None, ..share };
    };
    let interval = with_width(Some(interval)).unwrap_or_else(|| {
        let differing = wilson(0.0, units as f64, student_t((units - 1) as f64)).high;
        Interval { low: value - differing * value, high: value + differing * (1.0 - value) }
    });
    Measured { interval: Some(interval), ..share }
}

/// Divides; `None` if there is nothing to divide by.
pub(super) fn ratio(sum: f64, count: f64) -> Option<f64> {
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_all_units() {
        let values: Vec<f64> = (0..9).map(f64::from).collect();
        let mean = |times: &[u32]| {
            let sum: f64 = values.iter().zip(times).map(|(value, &times)| value * f64::from(times)).sum();
            vec![ratio(sum, times.iter().map(|&times| f64::from(times)).sum())]
        };
        let found = figures(&[0, 1, 0, 1, 0, 1, 0, 1, 0], 1, mean)[0];
        assert_eq!(found.value, Some(4.0));
        let Interval { low, high } = found.interval.unwrap();
        assert!(low < 3.0 && high > 5.0 && low >= 0.0, "{low} {high}");
        assert_eq!(figures(&[], 1, |_| vec![None]), [Measured::default()]);
    }

    #[test]
    fn few_units_have_no_interval() {
        let mean = |times: &[u32]| {
            let sum: f64 = (1..).zip(times).map(|(value, &times)| f64::from(value * times)).sum();
            vec![ratio(sum, times.iter().map(|&times| f64::from(times)).sum())]
        };
        let interval = |strata: &[usize]| figures(strata, 1, mean)[0].interval;
        assert_eq!((missing(&[0; 7]), interval(&[0; 7])), (1, None));
        assert_eq!(missing(&[0; 8]), 0);
        assert!(interval(&[0; 8]).is_some());
        // Eight units of two line-ups are one too few, and so are eight line-ups with a unit each, by seven.
        assert_eq!((missing(&[0, 1, 0, 1, 0, 1, 0, 1]), interval(&[0, 1, 0, 1, 0, 1, 0, 1])), (1, None));
        assert_eq!(missing(&[0, 1, 2, 3, 4, 5, 6, 7]), 7);
        assert_eq!(missing(&[]), 8);
        let certain = Measured { value: Some(0.5), interval: Some(Interval { low: 0.4, high: 0.6 }) };
        assert_eq!((certain.over(8), certain.over(7).interval), (certain, None));
    }

    #[test]
    fn a_share_of_nothing_is_not_certain() {
        let certain = Measured { value: Some(0.0), interval: Some(Interval { low: 0.0, high: 0.0 }) };
        let widened = widened(certain, 10).interval.unwrap();
        assert!(widened.low.abs() < 1e-12 && widened.high > 0.2, "{widened:?}");
        assert_eq!(super::widened(certain, 7).interval, None);
        // Every unit has exactly a half: t(9) = 2.262, 2.262² / (10 + 2.262²) = 0.3385.
        let half = Measured { value: Some(0.5), interval: Some(Interval { low: 0.5, high: 0.5 }) };
        let widened = super::widened(half, 10).interval.unwrap();
        assert!((widened.low - 0.5 * (1.0 - 0.3385)).abs() < 1e-3, "{widened:?}");
        assert!((widened.high - 0.5 * (1.0 + 0.3385)).abs() < 1e-3, "{widened:?}");
        assert_eq!(half.over(10).interval, None, "a cost that all units have is no certain one");
    }
}
