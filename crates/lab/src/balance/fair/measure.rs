//! How far rules are from what is asked of them.

use std::fmt;

use super::super::super::text::ends;
use super::super::change::signed_root;
use super::target::FairTarget;
use tradewinds_report::{decimal, real};
use tradewinds_stats::Interval;

/// What counts as fair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FairLimits {
    /// Win shares that lie less than this from their mean, by the root of their spread.
    Below(f64),
    /// A win share, from the least to the largest.
    Share([f64; 2]),
    /// Rounds of a game on average, from the fewest to the most.
    Rounds([f64; 2]),
}

impl FairLimits {
    /// Judges the interval of a measure.
    fn call(self, Interval { low, high }: Interval) -> FairCall {
        let (is_fair, is_unfair) = match self {
            Self::Below(most) => (high < most * most, low > most * most),
            Self::Share([from, to]) | Self::Rounds([from, to]) => {
                (low > from && high < to, high < from || low > to)
            }
        };
        match (is_fair, is_unfair) {
            (true, _) => FairCall::Fair,
            (_, true) => FairCall::NotFair,
            _ => FairCall::NotDecided,
        }
    }
}

/// Says what is fair.
impl fmt::Display for FairLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Below(most) => write!(f, "below {} points", decimal(100.0 * most, 1)),
            Self::Share([from, to]) => {
                write!(f, "{} to {} % of the wins", decimal(100.0 * from, 1), decimal(100.0 * to, 1))
            }
            Self::Rounds([from, to]) => write!(f, "{} to {} rounds", real(from), real(to)),
        }
    }
}

/// Whether rules are fair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FairCall {
    /// The interval of what is measured lies within what is fair.
    Fair,
    /// These games do not decide.
    NotDecided,
    /// It lies outside.
    NotFair,
}

impl fmt::Display for FairCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fair => "fair",
            Self::NotDecided => "not decided",
            Self::NotFair => "not fair",
        })
    }
}

/// How far rules are from a target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FairMeasure {
    /// The target.
    pub target: FairTarget,
    /// What counts as fair.
    pub limits: FairLimits,
    /// Whether it is met.
    pub call: FairCall,
    /// The unfairness: the root of the spread of places, bots or items, with its sign, in win shares; of skill, the win
    /// share; of length, rounds.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl FairMeasure {
    /// Judges an estimate with its interval: of a spread, a mean squared distance of win shares.
    pub(in super::super::super) fn new(
        target: FairTarget,
        limits: FairLimits,
        value: f64,
        interval: Interval,
    ) -> Self {
        let call = limits.call(interval);
        let Interval { low, high } = interval;
        match limits {
            FairLimits::Below(_) => {
                let interval = Interval { low: signed_root(low), high: signed_root(high) };
                Self { target, limits, call, value: signed_root(value), interval }
            }
            FairLimits::Share(_) => {
                let interval = Interval { low: low.max(0.0), high: high.min(1.0) };
                Self { target, limits, call, value, interval }
            }
            FairLimits::Rounds(_) => Self { target, limits, call, value, interval },
        }
    }

    /// Says where it lies, with the interval.
    pub(super) fn figures(&self) -> String {
        let Interval { low, high } = self.interval;
        let (unit, scale) = match self.limits {
            FairLimits::Below(_) => ("points", 100.0),
            FairLimits::Share(_) => ("%", 100.0),
            FairLimits::Rounds(_) => ("rounds", 1.0),
        };
        // What is below 0 is noise.
        let [value, low, high] = [self.value, low, high].map(|end| decimal(scale * end.max(0.0), 1));
        format!("{value} {unit} ({low} to {high})")
    }

    /// Returns how far the farthest end of the interval may be off, as a multiple of what is fair.
    pub(super) fn distance(&self) -> f64 {
        match self.limits {
            FairLimits::Below(most) => self.interval.high / most,
            FairLimits::Share([from, to]) | FairLimits::Rounds([from, to]) => {
                let middle = f64::midpoint(from, to);
                (self.interval.high - middle).max(middle - self.interval.low) / (to - middle)
            }
        }
    }

    /// Makes its row of `fair.csv` with its table; head and tail are cells of the rules.
    pub(super) fn csv(&self, table: &str, head: &[String], tail: &[String; 3]) -> Vec<String> {
        let mut row = head.to_vec();
        row.extend([self.target.word().to_owned(), self.call.to_string(), decimal(self.value, 6)]);
        row.extend(ends(Some(self.interval), 6));
        row.extend_from_slice(tail);
        row.push(match self.limits {
            FairLimits::Below(most) => real(most),
            _ => "NA".to_owned(),
        });
        row.push(table.to_owned());
        row
    }
}

/// Says it as a clause, with the interval.
impl fmt::Display for FairMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures = self.figures();
        match self.target {
            FairTarget::Seats => write!(f, "win shares of seats lie {figures} from equal"),
            FairTarget::Strategies => write!(f, "win shares of bots lie {figures} from equal"),
            FairTarget::Items => write!(f, "win shares of the owners of items lie {figures} from equal"),
            FairTarget::Skill => write!(f, "the stronger level alone wins {figures}"),
            FairTarget::Length => write!(f, "a game has {figures}"),
        }
    }
}
