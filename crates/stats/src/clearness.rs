//! How clear a choice is: the one place that turns a share and its count into a word.

use super::wilson;

/// How clearly one option leads among those that were counted: the visits of a search, the worlds in which an option is
/// best, the games that began with it.
///
/// A sentence that calls something clear asks here, because a share alone says nothing: 67 % of 3 is no evidence. Where
/// the counts are visits of a search, they are no independent trials, so that the intervals are a floor: what they leave
/// open is not clear, and what they tell apart was at least tried often enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clearness {
    /// The interval of the first option's share of all lies above one half.
    Clearly,
    /// The first option is told apart from the second one, but has no clear majority of all.
    Rather,
    /// The first and the second option are not told apart.
    TossUp,
    /// There are fewer than [`Clearness::LEAST`].
    TooFew,
}

impl Clearness {
    /// The minimum of all counts together at which anything is said.
    pub const LEAST: u64 = 50;

    /// Judges the counts of the first and of the second option among `all`, by intervals of 95 % (Wilson 1927).
    ///
    /// ```
    /// use tradewinds_stats::Clearness;
    ///
    /// assert_eq!(Clearness::of(2, 1, 3), Clearness::TooFew); // 67 % of 3
    /// assert_eq!(Clearness::of(670, 200, 1_000), Clearness::Clearly);
    /// assert_eq!(Clearness::of(400, 200, 1_000), Clearness::Rather);
    /// assert_eq!(Clearness::of(210, 200, 1_000), Clearness::TossUp);
    /// ```
    #[must_use]
    pub fn of(first: u64, second: u64, all: u64) -> Self {
        if all < Self::LEAST {
            Self::TooFew
        } else if majority(first, all) == Some(true) {
            Self::Clearly
        } else if majority(first, first + second) == Some(true) {
            Self::Rather
        } else {
            Self::TossUp
        }
    }
}

/// Returns whether `count` of `all` are more than one half (`true`) or less (`false`), by the interval of 95 % of Wilson
/// (1927); `None` if that is open.
#[must_use]
pub fn majority(count: u64, all: u64) -> Option<bool> {
    const QUANTILE: f64 = 1.96;
    if all == 0 {
        return None;
    }
    let interval = wilson(count.min(all) as f64 / all as f64, all as f64, QUANTILE);
    if interval.low > 0.5 {
        Some(true)
    } else if interval.high < 0.5 {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_share_of_few_is_not_clear() {
        for (first, second, all) in [(1, 0, 1), (2, 1, 3), (4, 1, 5), (49, 0, 49), (0, 0, 0)] {
            assert_eq!(Clearness::of(first, second, all), Clearness::TooFew, "{first} of {all}");
        }
        assert_eq!(Clearness::of(50, 0, 50), Clearness::Clearly);
        assert_eq!(Clearness::of(30, 10, 50), Clearness::Rather, "60 % of 50");
        assert_eq!(Clearness::of(600, 100, 1_000), Clearness::Clearly, "60 % of 1000");
        assert_eq!(Clearness::of(26, 24, 50), Clearness::TossUp);
    }

    #[test]
    fn a_majority_needs_an_interval() {
        let cases = [
            (0, 0, None),
            (1, 1, None),
            (3, 4, None),
            (4, 4, Some(true)),
            (0, 4, Some(false)),
            (5, 16, None),
        ];
        for (count, all, expected) in cases {
            assert_eq!(majority(count, all), expected, "{count} of {all}");
        }
        assert_eq!((majority(3, 16), majority(13, 16)), (Some(false), Some(true)));
    }
}
