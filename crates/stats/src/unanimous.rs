//! Shares that are the same in every block.

use std::collections::BTreeMap;

use super::{CONFIDENCE, Interval};

/// Two shares of blocks that are nearer to each other than this are the same: the rest is rounding.
const ROUNDING: f64 = 1e-9;

/// Returns the largest share of all blocks that can differ from `blocks` that agree, at a confidence between 0 and 1:
/// if more did, so many would agree with a chance of less than 1 - `confidence` (Hanley and Lippman-Hand 1983, *JAMA*
/// 249, 1743-1745). `blocks` is above 0 and need not be whole.
///
/// ```
/// assert!((tradewinds_stats::differing_share(60.0, 0.95) - 0.0487).abs() < 1e-4);
/// ```
#[must_use]
pub fn differing_share(blocks: f64, confidence: f64) -> f64 {
    1.0 - (1.0 - confidence).powf(1.0 / blocks)
}

/// What is known of a stratum.
#[derive(Clone, Copy, Debug, Default)]
struct Stratum {
    blocks: f64,
    /// The blocks with a trial.
    informed: f64,
    counting: f64,
    trials: f64,
    /// The share of all blocks with a trial.
    share: Option<f64>,
}

/// Returns the interval of [`CONFIDENCE`] of a share if all blocks of a stratum have the same share; `None` if two
/// of them differ, or if fewer than two blocks have a trial. Each block has a stratum, a number of trials, and a
/// number of those that count; all strata have the same weight.
///
/// Blocks that agree say nothing about the variance between blocks, and their trials are no independent ones, so
/// neither a standard error nor a number of trials gives an interval. What `n` equal blocks do show is that few
/// blocks differ from them: at most 1 - 0.05^(1/n) of all blocks, about 3/n ([`differing_share`]). A block that differs
/// has a share from 0 to 1, which gives the ends. Of several strata, each counts with the blocks of the smallest.
///
/// ```
/// use tradewinds_stats::unanimous_share;
/// let half = unanimous_share(&[0; 120], &[2.0; 120], &[4.0; 120]).unwrap();
/// assert!((half.low - 0.4877).abs() < 1e-4 && (half.high - 0.5123).abs() < 1e-4);
/// assert_eq!(unanimous_share(&[0; 2], &[2.0, 1.0], &[4.0; 2]), None);
/// ```
///
/// # Panics
/// If the lists are not equally long.
#[must_use]
pub fn unanimous_share(strata: &[u64], counting: &[f64], trials: &[f64]) -> Option<Interval> {
    assert!(strata.len() == counting.len() && strata.len() == trials.len(), "one entry a block");
    let mut found: BTreeMap<u64, Stratum> = BTreeMap::new();
    for ((&stratum, &counting), &trials) in strata.iter().zip(counting).zip(trials) {
        let stratum = found.entry(stratum).or_default();
        stratum.blocks += 1.0;
        stratum.counting += counting;
        stratum.trials += trials;
        if trials > 0.0 {
            stratum.informed += 1.0;
            let share = counting / trials;
            let first = *stratum.share.get_or_insert(share);
            if (share - first).abs() > ROUNDING {
                return None;
            }
        }
    }
    let over =
        |part: fn(&Stratum) -> f64| found.values().map(|stratum| part(stratum) / stratum.blocks).sum::<f64>();
    let share = over(|stratum| stratum.counting) / over(|stratum| stratum.trials);
    let informed = || found.values().filter(|stratum| stratum.informed > 0.0);
    let shares = || informed().filter_map(|stratum| stratum.share);
    let smallest = informed().map(|stratum| stratum.informed).fold(f64::INFINITY, f64::min);
    if informed().map(|stratum| stratum.informed).sum::<f64>() < 2.0 {
        return None;
    }
    let differing = differing_share(smallest * informed().count() as f64, CONFIDENCE);
    let low = share - differing * shares().fold(0.0, f64::max);
    let high = share + differing * (1.0 - shares().fold(1.0, f64::min));
    Some(Interval { low: low.max(0.0), high: high.min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Interval, low: f64, high: f64) {
        assert!((found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9, "{found:?}");
    }

    /// The rule of three, in its exact form: 1 - 0.05^(1/n).
    #[test]
    fn blocks_count_and_not_their_trials() {
        let of = |share: f64, seats: f64, blocks: usize| {
            unanimous_share(&vec![7; blocks], &vec![share * seats; blocks], &vec![seats; blocks]).unwrap()
        };
        let differing = |blocks: f64| 1.0 - 0.05_f64.powf(1.0 / blocks);
        near(of(0.0, 1.0, 20), 0.0, differing(20.0));
        near(of(1.0, 1.0, 20), 1.0 - differing(20.0), 1.0);
        near(of(0.25, 4.0, 60), 0.25 * (1.0 - differing(60.0)), 0.25 + 0.75 * differing(60.0));
        assert_eq!(of(0.25, 4.0, 60), of(0.25, 400.0, 60), "more seats in a block are no more blocks");
        let thirds = unanimous_share(&[0; 3], &[1.0, 2.0, 3.0], &[3.0, 6.0, 9.0]);
        assert!(thirds.is_some(), "a third is a third in any number of seats");
    }

    #[test]
    fn blocks_that_differ_or_say_nothing_have_none() {
        assert_eq!(unanimous_share(&[0; 3], &[1.0, 1.0, 2.0], &[4.0; 3]), None);
        assert_eq!(unanimous_share(&[0], &[1.0], &[4.0]), None);
        assert_eq!(unanimous_share(&[0; 3], &[0.0; 3], &[0.0; 3]), None);
        assert_eq!(unanimous_share(&[0; 3], &[1.0, 0.0, 0.0], &[4.0, 0.0, 0.0]), None);
        // Two of three blocks have a trial.
        let two = unanimous_share(&[0; 3], &[1.0, 0.0, 1.0], &[4.0, 0.0, 4.0]).unwrap();
        near(two, 0.25 * 0.05_f64.sqrt(), 1.0 - 0.75 * 0.05_f64.sqrt());
    }

    /// Strata may differ from each other; the doubt is that of the smallest, for each of them.
    #[test]
    fn strata_have_the_same_weight() {
        let found = unanimous_share(&[0, 0, 1, 1, 1], &[1.0, 1.0, 3.0, 3.0, 3.0], &[4.0; 5]).unwrap();
        let differing = 1.0 - 0.05_f64.powf(0.25);
        near(found, 0.5 - 0.75 * differing, 0.5 + 0.75 * differing);
    }

    /// Where a tenth of all blocks differ, blocks that agree are rarer than the interval allows for.
    #[test]
    fn the_true_share_is_inside_as_often_as_is_said() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_pcg::Pcg32::seed_from_u64(3);
        let (mut missed, runs) = (0, 20_000);
        for _ in 0..runs {
            let shares: Vec<f64> = (0..30).map(|_| if rng.random_bool(0.1) { 1.0 } else { 0.5 }).collect();
            let found = unanimous_share(&[0; 30], &shares, &[1.0; 30]);
            missed += u32::from(found.is_some_and(|found| found.low > 0.55 || found.high < 0.55));
        }
        assert!(f64::from(missed) <= 0.05 * f64::from(runs), "{missed} of {runs}");
    }
}
