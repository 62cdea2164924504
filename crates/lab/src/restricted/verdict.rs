//! What restricted play says of an item.

use std::fmt;

use super::super::choices::LEAST_UNITS;
use tradewinds_stats::{BlockEstimate, Interval};

/// What a seat does with an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// It never chooses it, unless nothing else is legal.
    Never,
    /// It chooses it whenever it can.
    Always,
}

impl Hold {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Never, Self::Always];

    /// Returns the word for presets and files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Always => "always",
        }
    }
}

/// The win share that a seat loses by a restriction; below 0 if it gains.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ItemLoss {
    /// The estimate over blocks.
    pub estimate: BlockEstimate,
    /// Its interval, which holds for all losses of the study together.
    pub interval: Interval,
}

impl ItemLoss {
    /// Takes an estimate with the interval of a confidence; `None` with fewer than 8 blocks.
    pub(super) fn new(estimate: BlockEstimate, confidence: f64) -> Option<Self> {
        let interval = estimate.interval_at(confidence)?;
        (estimate.freedom + 1.0 >= LEAST_UNITS as f64).then_some(Self { estimate, interval })
    }

    /// Returns what the seat gains, with its interval: people read gains.
    pub(super) fn gain(&self) -> (f64, Interval) {
        let Interval { low, high } = self.interval;
        (-self.estimate.value, Interval { low: -high, high: -low })
    }
}

/// A verdict on an item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ItemCall {
    /// Who does without it loses, or who holds to it gains, at least the smallest loss that matters.
    MustHave,
    /// Nobody misses it; hardly a seat takes it, or those that take it would gain without it; and a seat that can take it
    /// loses by that, or hardly one can.
    Dead,
    /// These games do not decide.
    NotDecided,
    /// Nobody has to take it, and it is taken, or does no harm.
    Fine,
}

impl ItemCall {
    /// All verdicts, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::MustHave, Self::Dead, Self::NotDecided, Self::Fine];

    /// Reads a verdict off the losses of a seat that does without the item, and of one that holds to it; `smallest` is
    /// the smallest loss that matters. `open` and `made` are the shares of seats that could take it and took it when
    /// they were free to, and `rare` is the share below which that is rare. A seat can lose by taking an item only where
    /// it can take it, so the smallest loss of one that holds to it is `smallest` in each of the games where it is open.
    #[must_use]
    pub fn of(never: Interval, always: Interval, [open, made]: [f64; 2], smallest: f64, rare: f64) -> Self {
        if never.low >= smallest || always.high <= -smallest {
            Self::MustHave
        } else if never.high >= smallest || always.low <= -smallest {
            Self::NotDecided
        } else if made >= rare && never.high >= 0.0 {
            Self::Fine
        } else if open < rare || always.low >= smallest * open {
            Self::Dead
        } else if always.high < smallest {
            Self::Fine
        } else {
            Self::NotDecided
        }
    }
}

impl fmt::Display for ItemCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MustHave => "must-have",
            Self::Dead => "dead",
            Self::NotDecided => "not decided",
            Self::Fine => "fine",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Studies of items whose losses are exactly the smallest ones that matter, so that no item is a must-have, or dead:
    /// the worst case of such studies.
    fn wrong_studies(call: ItemCall, losses: [f64; 2], shares: [f64; 2]) -> u32 {
        use rand::{RngExt, SeedableRng};
        use tradewinds_stats::{Blocks, CONFIDENCE, Influence};
        let mut rng = rand_pcg::Pcg32::seed_from_u64(7);
        let (studies, items, deals, smallest) = (400, 20, 100, 0.02);
        let confidence = 1.0 - (1.0 - CONFIDENCE) / (2.0 * f64::from(items));
        let blocks = Blocks::new(vec![0; deals]);
        let mut wrong = 0;
        for _ in 0..studies {
            let calls = (0..items).map(|_| {
                // A deal is won from none to four of four seats.
                let mut loss = |share: f64| {
                    let won =
                        || f64::from((0..4).map(|_| u32::from(rng.random_bool(share))).sum::<u32>()) / 4.0;
                    let losses: Vec<f64> =
                        std::iter::repeat_with(won).take(deals).map(|won| 0.25 - won).collect();
                    Influence::mean(&blocks, &losses).estimate(&blocks).interval_at(confidence).unwrap()
                };
                let [never, always] = losses.map(|lost| loss(0.25 - lost));
                ItemCall::of(never, always, shares, smallest, 0.05)
            });
            wrong += u32::from(calls.filter(|found| *found == call).count() > 0);
        }
        wrong
    }

    #[test]
    fn few_studies_find_what_is_not_there() {
        let must_have = wrong_studies(ItemCall::MustHave, [0.02, -0.02], [0.9, 0.5]);
        let dead = wrong_studies(ItemCall::Dead, [-0.5, 0.02 * 0.4], [0.4, 0.01]);
        assert!(must_have <= 20 && dead <= 20, "{must_have} and {dead} of 400");
    }

    #[test]
    fn the_rule_is_the_documented_one() {
        let call = |never: (f64, f64), always: (f64, f64), open, made| {
            let [never, always] = [never, always].map(|(low, high)| Interval { low, high });
            ItemCall::of(never, always, [open, made], 0.02, 0.05)
        };
        assert_eq!(call((0.03, 0.05), (0.0, 0.05), 0.9, 0.5), ItemCall::MustHave);
        assert_eq!(call((-0.01, 0.01), (-0.06, -0.03), 0.9, 0.5), ItemCall::MustHave, "nobody knew");
        assert_eq!(call((0.01, 0.03), (0.0, 0.01), 0.9, 0.5), ItemCall::NotDecided);
        assert_eq!(call((-0.01, 0.01), (-0.03, 0.01), 0.9, 0.5), ItemCall::NotDecided);
        assert_eq!(call((-0.01, 0.01), (0.03, 0.05), 0.9, 0.01), ItemCall::Dead);
        assert_eq!(call((-0.01, 0.01), (0.03, 0.05), 0.9, 0.2), ItemCall::Fine, "it has its moments");
        assert_eq!(
            call((-0.03, -0.01), (0.03, 0.05), 0.9, 0.2),
            ItemCall::Dead,
            "a seat that takes it loses"
        );
        assert_eq!(call((0.0, 0.0), (0.0, 0.0), 0.01, 0.0), ItemCall::Dead, "out of reach");
        assert_eq!(call((-0.01, 0.01), (0.0, 0.01), 0.9, 0.01), ItemCall::Fine, "it does no harm");
        assert_eq!(call((-0.01, 0.01), (0.01, 0.03), 0.9, 0.01), ItemCall::NotDecided);
        assert_eq!(
            call((-0.01, 0.01), (0.003, 0.03), 0.1, 0.01),
            ItemCall::Dead,
            "it loses wherever it is open"
        );
        assert_eq!(call((-0.01, 0.01), (0.001, 0.03), 0.1, 0.01), ItemCall::NotDecided);
    }
}
