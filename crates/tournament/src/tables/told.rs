//! Which bots are surely ahead of which others, and how many deals would tell.

use crate::plan::stopping::adaptive;
use tradewinds_stats::{CONFIDENCE, Interval, Moments, normal_at, share_over_strata_at};

/// The confidence of a two-sided interval whose upper end leaves one fifth above it: with as many deals as
/// [`deals_to_tell`] returns, a difference that is what it looks like is found four times in five.
const POWER: f64 = 0.6;

/// The maximum number of deals that is proposed: a round of adaptive play.
pub(crate) const MAX_DEALS: u64 = 10_240;

/// What a pair's interval says of its first bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// It ranks ahead more often.
    Above,
    /// It ranks ahead less often.
    Below,
    /// The interval holds one half.
    Open,
}

/// Reads a share of seat pairs against one half.
pub(crate) fn told(interval: Interval) -> Told {
    match interval {
        Interval { low, .. } if low > 0.5 => Told::Above,
        Interval { high, .. } if high < 0.5 => Told::Below,
        _ => Told::Open,
    }
}

/// A pair of bots: over the units of each stratum, the share of seat pairs in which the first ranks ahead.
pub(crate) struct Pair {
    /// The moments of that share.
    pub(crate) strata: Vec<Moments>,
    /// Games in which both played.
    pub(crate) games: u64,
}

impl Pair {
    fn told(&self, confidence: f64) -> Told {
        let estimate = share_over_strata_at(&self.strata, self.games, confidence);
        estimate.and_then(|estimate| estimate.interval).map_or(Told::Open, told)
    }
}

/// Returns what is sure of each pair of a run of a length that was fixed beforehand: by Holm's method (see
/// [`holm`](tradewinds_stats::holm())), so that with the usual confidence none of it is wrong.
pub(crate) fn surely(pairs: &[Pair]) -> Vec<Told> {
    let mut found = vec![Told::Open; pairs.len()];
    loop {
        let open: Vec<usize> = (0..pairs.len()).filter(|&pair| found[pair] == Told::Open).collect();
        let confidence = 1.0 - (1.0 - CONFIDENCE) / open.len().max(1) as f64;
        for &pair in &open {
            found[pair] = pairs[pair].told(confidence);
        }
        if open.iter().all(|&pair| found[pair] == Told::Open) {
            return found;
        }
    }
}

/// The degrees of freedom from which on a variance between units is good enough to plan by.
const LEAST_FREEDOM: u64 = 4;

/// Returns the number of deals after which adaptive play, which looks at all `pairs` pairs several times, probably
/// decides a pair, if its share and its variance between the units of a stratum are those of the `deals` deals so far.
/// `None` if there are too few of these, if the share is less than a standard error from one half, so that it says
/// nearly nothing, or if it would take more than `max_deals`.
pub(crate) fn deals_to_tell(pair: &Pair, deals: u64, max_deals: u64, pairs: usize) -> Option<u64> {
    let estimate = share_over_strata_at(&pair.strata, pair.games, CONFIDENCE)?;
    let errors: Option<Vec<f64>> = pair.strata.iter().map(Moments::standard_error).collect();
    let error = errors?.iter().map(|error| error * error).sum::<f64>().sqrt() / pair.strata.len() as f64;
    let freedom: u64 = pair.strata.iter().map(|moments| moments.count() - 1).sum();
    if freedom < LEAST_FREEDOM {
        return None;
    }
    let difference = (estimate.share - 0.5).abs();
    if error <= 0.0 || difference < error {
        return None;
    }
    adaptive::rounds().take_while(|&round| round <= max_deals).filter(|&round| round > deals).find(|&round| {
        let z = normal_at(adaptive::confidence(round, pairs)) + normal_at(POWER);
        deals as f64 * (z * error / difference).powi(2) <= round as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_with_one_half_tells_nothing() {
        let of = |low, high| told(Interval { low, high });
        assert_eq!([of(0.51, 0.6), of(0.5, 0.6), of(0.4, 0.49)], [Told::Above, Told::Open, Told::Below]);
    }

    /// A pair whose first bot is ahead in `ahead` of 100 units.
    fn pair(ahead: u32) -> Pair {
        let mut moments = Moments::default();
        moments.extend((0..100).map(|unit| f64::from(u8::from(unit < ahead))));
        Pair { strata: vec![moments], games: 100 }
    }

    /// 61 of 100 are sure alone (Wilson: 0.512 to 0.700), but not beside others that are open; once the others are
    /// sure, it is tested as if alone.
    #[test]
    fn what_is_sure_depends_on_the_other_pairs() {
        let sure = |ahead: &[u32]| surely(&ahead.iter().map(|&ahead| pair(ahead)).collect::<Vec<_>>());
        assert_eq!(sure(&[]), []);
        assert_eq!(sure(&[61]), [Told::Above]);
        assert_eq!(sure(&[39]), [Told::Below]);
        assert_eq!(sure(&[61, 50]), [Told::Open, Told::Open]);
        assert_eq!(sure(&[61, 95, 2]), [Told::Above, Told::Above, Told::Below]);
    }

    /// 60 of 100: the standard error is 0.049, and of 10, 20, 40, ..., 320 deals there are 6 looks, so that z is 2.64
    /// and (2.64 + 0.84) * 0.049 / 0.1 is 1.71, whose square asks for 293 deals.
    #[test]
    fn deals_are_those_that_the_difference_needs() {
        let deals = |ahead, max_deals, pairs| deals_to_tell(&pair(ahead), 100, max_deals, pairs);
        assert_eq!(deals(60, MAX_DEALS, 1), Some(320));
        assert_eq!(deals(40, MAX_DEALS, 1), Some(320));
        assert_eq!(deals(60, MAX_DEALS, 10), Some(640));
        assert_eq!(deals(56, MAX_DEALS, 1), Some(1280));
        assert_eq!(deals(56, 1280, 1), Some(1280));
        // It would take more than is allowed.
        assert_eq!(deals(56, 1279, 1), None);
        // The difference is less than its error, or nothing says how much the units differ.
        assert_eq!(deals(54, MAX_DEALS, 1), None);
        assert_eq!(deals(50, MAX_DEALS, 1), None);
        assert_eq!(deals(100, MAX_DEALS, 1), None);
        assert_eq!(deals_to_tell(&Pair { strata: Vec::new(), games: 0 }, 1, MAX_DEALS, 1), None);
        assert!(adaptive::rounds().any(|round| round == MAX_DEALS));
        // From four units the variance says too little; from five it plans.
        let few = |units: usize| {
            let mut moments = Moments::default();
            moments.extend([1.0, 0.75, 1.0, 0.5, 1.0].into_iter().take(units));
            let pair = Pair { strata: vec![moments], games: units as u64 };
            deals_to_tell(&pair, units as u64, MAX_DEALS, 1)
        };
        assert!(few(4).is_none() && few(5).is_some());
    }
}
