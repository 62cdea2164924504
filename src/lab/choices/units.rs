//! Intervals over units of games.

use crate::game::{Purpose, Seed};
use crate::stats::{Interval, bootstrap, student_t, wilson};

/// Bootstrap replicates of every interval.
const REPLICATES: u32 = 1000;

/// A figure with its interval; neither where there is nothing to make it of.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Figure {
    /// The figure.
    pub value: Option<f64>,
    /// Its interval of 95 %.
    pub interval: Option<Interval>,
}

/// Works out figures over units, with intervals by the bootstrap over units within their strata.
///
/// `strata` is the stratum of each unit; `figures` makes the figures, always as many, from how often each unit
/// counts.
pub(super) fn figures(
    strata: &[usize],
    seed: u64,
    figures: impl Fn(&[u32]) -> Vec<Option<f64>> + Sync,
) -> Vec<Figure> {
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
    let intervals = bootstrap(&sizes, REPLICATES, seed, |drawn| {
        let times: Vec<u32> = places.iter().map(|&(stratum, unit)| drawn[stratum][unit]).collect();
        figures(&times)
    });
    values.into_iter().zip(intervals).map(|(value, interval)| Figure { value, interval }).collect()
}

/// Gives a share of 0 or 1, whose replicates are all alike, the interval of Wilson for as many trials as there are
/// units that it was found in; `None` as it is.
pub(super) fn widened(share: Figure, units: usize) -> Figure {
    let extreme = share.value.is_some_and(|value| value == 0.0 || value == 1.0);
    match (share.interval, share.value) {
        (Some(_), Some(value)) if extreme && units > 1 => {
            let quantile = student_t((units - 1) as f64);
            Figure { interval: Some(wilson(value, units as f64, quantile)), ..share }
        }
        _ => share,
    }
}

/// Divides, where there is something to divide by.
pub(super) fn ratio(sum: f64, count: f64) -> Option<f64> {
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_all_units() {
        let values = [1.0, 2.0, 6.0, 7.0];
        let mean = |times: &[u32]| {
            let sum: f64 = values.iter().zip(times).map(|(value, &times)| value * f64::from(times)).sum();
            vec![ratio(sum, times.iter().map(|&times| f64::from(times)).sum())]
        };
        let found = figures(&[0, 1, 0, 1], 1, mean)[0];
        assert_eq!(found.value, Some(4.0));
        let Interval { low, high } = found.interval.unwrap();
        assert!(low < 3.0 && high > 5.0 && low >= 1.0, "{low} {high}");
        assert_eq!(figures(&[], 1, |_| vec![None]), [Figure::default()]);
    }

    #[test]
    fn a_share_of_nothing_is_not_certain() {
        let certain = Figure { value: Some(0.0), interval: Some(Interval { low: 0.0, high: 0.0 }) };
        let widened = widened(certain, 10).interval.unwrap();
        assert!(widened.low.abs() < 1e-12 && widened.high > 0.2, "{widened:?}");
    }
}
