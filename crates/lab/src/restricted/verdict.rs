//! What restricted play says of an item.

use std::fmt;

use super::super::choices::LEAST_UNITS;
use tradewinds_stats::{BlockEstimate, Interval, differing_share};

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
    /// The confidence of the interval.
    confidence: f64,
    /// The even share of a seat, which is the most that it can lose in a deal.
    even: f64,
}

impl ItemLoss {
    /// Takes an estimate by deals of what one of `players` seats loses, with the interval of a confidence; `None` with
    /// fewer than 8 deals.
    pub(super) fn new(estimate: BlockEstimate, players: usize, confidence: f64) -> Option<Self> {
        let interval = Interval { low: f64::NAN, high: f64::NAN };
        let loss = Self { estimate, interval, confidence, even: 1.0 / players as f64 };
        let interval = loss.interval_with(1.0)?;
        (estimate.freedom + 1.0 >= LEAST_UNITS as f64).then_some(Self { interval, ..loss })
    }

    /// Returns its interval with so many more deals that the standard error is this part of today's: Student's, but none
    /// narrower than where all deals agree, which only shows that few others differ ([`differing_share`]).
    pub(super) fn interval_with(&self, part: f64) -> Option<Interval> {
        let Self { estimate, confidence, even, .. } = *self;
        let error = estimate.error.map(|error| error * part);
        let Interval { low, high } = BlockEstimate { error, ..estimate }.interval_at(confidence)?;
        let differing = differing_share((estimate.freedom + 1.0) / (part * part), confidence);
        let value = estimate.value;
        Some(Interval {
            low: low.min(value - differing * (value - (even - 1.0))),
            high: high.max(value + differing * (even - value)),
        })
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
    /// A verdict that some shares within their intervals contradict is none.
    #[must_use]
    pub fn of(
        never: Interval,
        always: Interval,
        [open, made]: [Interval; 2],
        smallest: f64,
        rare: f64,
    ) -> Self {
        let with = |open: f64, made: f64| {
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
        };
        let ends = |share: Interval| [share.low, share.high];
        let mut calls =
            ends(open).into_iter().flat_map(|open| ends(made).map(|made| with(open, made)).into_iter());
        let first = calls.next().unwrap_or(Self::NotDecided);
        if calls.all(|other| other == first) { first } else { Self::NotDecided }
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

    fn exact(share: f64) -> Interval {
        Interval { low: share, high: share }
    }

    /// Deals that agree leave open what others show: 8 in which nobody misses the item do not say that it is dead.
    #[test]
    fn deals_that_agree_are_not_certain() {
        let loss = |value: f64, deals: f64| {
            let estimate = BlockEstimate { value, error: Some(0.0), freedom: deals - 1.0 };
            ItemLoss::new(estimate, 4, 0.999).unwrap().interval
        };
        let (few, many) = (loss(0.0, 8.0), loss(0.0, 800.0));
        let differing = 1.0 - 0.001_f64.powf(1.0 / 8.0);
        assert!((few.low + 0.75 * differing).abs() < 1e-9 && (few.high - 0.25 * differing).abs() < 1e-9);
        assert!(many.low > -0.02 && many.high < 0.02, "{many:?}");
        assert!((loss(0.25, 8.0).high - 0.25).abs() < 1e-9, "a seat loses no more than its share");
        let call = |never, always| ItemCall::of(never, always, [0.9, 0.01].map(exact), 0.02, 0.05);
        assert_eq!(call(few, loss(0.25, 8.0)), ItemCall::NotDecided);
        assert_eq!(call(many, loss(0.25, 800.0)), ItemCall::Dead);
    }

    #[test]
    fn few_seats_do_not_say_what_is_rare() {
        let (none, taken) = (Interval { low: 0.0, high: 0.12 }, Interval { low: 0.3, high: 0.7 });
        let [never, always] = [(-0.01, 0.01), (0.03, 0.05)].map(|(low, high)| Interval { low, high });
        assert_eq!(ItemCall::of(never, always, [taken, none], 0.02, 0.05), ItemCall::NotDecided);
        assert_eq!(ItemCall::of(never, always, [taken, exact(0.01)], 0.02, 0.05), ItemCall::Dead);
        assert_eq!(ItemCall::of(never, always, [taken, taken], 0.02, 0.05), ItemCall::Fine);
    }

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
                ItemCall::of(never, always, shares.map(exact), smallest, 0.05)
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
            ItemCall::of(never, always, [open, made].map(exact), 0.02, 0.05)
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
