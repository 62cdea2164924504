//! A metric of a variant, with its difference to the baseline.

use super::change::signed_root;
use super::metrics::{Metric, Question, Share, Value};
use tradewinds_stats::{BlockEstimate, Blocks, Influence, Interval};

/// A standard error below this is one of rounding: blocks agree.
const ROUNDING: f64 = 1e-9;

/// A metric.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MetricRow {
    /// Its name, as in `balance.md`.
    pub metric: &'static str,
    /// Its subject: a starting place, a bot, an item; empty where it is about the game.
    pub item: String,
    /// The estimate.
    pub value: Option<f64>,
    /// The interval of the estimate; `None` where every block has it exactly, unless it is a share.
    pub interval: Option<Interval>,
    /// The estimate with its error over blocks, where it has one.
    pub estimate: Option<BlockEstimate>,
    /// The difference to the baseline, paired by blocks.
    pub difference: Option<BlockEstimate>,
    /// The p-value of the difference; `None` where no block differs.
    pub p: Option<f64>,
    /// The p-value, corrected for all comparisons of its family.
    pub p_holm: Option<f64>,
}

impl MetricRow {
    /// Makes the row of a metric, together with the same one of the baseline.
    pub(super) fn new(metric: Metric, baseline: Option<&Metric>, blocks: &Blocks) -> Self {
        let estimated = |influence: &Influence| influence.estimate(blocks);
        let (value, interval, estimate) = match &metric.value {
            Value::Estimated(influence) => {
                let estimate = estimated(influence);
                (Some(estimate.value), interval_of(&estimate), Some(estimate))
            }
            Value::Share(Share { influence, trials, less, unanimous }) => {
                let estimate = estimated(influence);
                let moved = |Interval { low, high }| Interval { low: low - less, high: high - less };
                let interval = unanimous.or_else(|| estimate.share_interval(*trials)).map(moved);
                (Some(estimate.value - less), interval, Some(estimate))
            }
            Value::Gap(influence) => {
                let estimate = estimated(influence);
                (Some(estimate.value), gap_interval(&estimate), Some(estimate))
            }
            Value::Root(influence) => {
                let estimate = estimated(influence);
                let root =
                    |Interval { low, high }| Interval { low: signed_root(low), high: signed_root(high) };
                (Some(signed_root(estimate.value)), interval_of(&estimate).map(root), None)
            }
            Value::Plain(value) => (Some(*value), None, None),
            Value::Missing => (None, None, None),
        };
        let other = baseline.and_then(|metric| metric.value.influence());
        let difference =
            metric.value.influence().zip(other).map(|(own, other)| own.minus(&other).estimate(blocks));
        let is_mean = matches!(metric.value, Value::Estimated(_) | Value::Share(_));
        let mut row = Self {
            metric: metric.name,
            item: metric.item,
            value,
            interval,
            estimate,
            difference,
            p: None,
            p_holm: None,
        };
        row.p = match &row.difference {
            Some(difference) if varies(difference) => difference.p_value(),
            Some(difference) if is_mean && !row.answers_a_question() => sign_test(difference, blocks.len()),
            _ => None,
        };
        row
    }

    /// Returns the interval of the difference to the baseline; `None` where it is the same in every block.
    pub(super) fn difference_interval(&self) -> Option<Interval> {
        interval_of(self.difference.as_ref()?)
    }

    /// Returns whether every block has exactly this value.
    pub(super) fn is_unanimous(&self) -> bool {
        self.estimate.is_some_and(|estimate| estimate.error.is_some() && !varies(&estimate))
    }

    /// Returns whether a verdict is drawn from it.
    pub(super) fn answers_a_question(&self) -> bool {
        Question::ALL.iter().any(|question| question.metric() == self.metric)
    }

    /// Returns whether chance has a part in its difference: one that is 0 in every block is not a comparison.
    pub(super) fn is_judged(&self) -> bool {
        self.p.is_some()
    }
}

/// Returns whether blocks differ in what they add to an estimate: a smaller error is that of rounding.
fn varies(estimate: &BlockEstimate) -> bool {
    estimate.error.is_some_and(|error| error > ROUNDING)
}

/// Returns the interval of an estimate; `None` where all blocks agree and nothing is known about the error.
fn interval_of(estimate: &BlockEstimate) -> Option<Interval> {
    estimate.interval().filter(|_| varies(estimate))
}

/// Returns the interval of the largest of several shares less the smallest, which lies within 0 and 1.
fn gap_interval(estimate: &BlockEstimate) -> Option<Interval> {
    interval_of(estimate).map(|Interval { low, high }| Interval { low: low.max(0.0), high: high.min(1.0) })
}

/// Returns the p-value of a difference that is the same in all of `blocks`, two-sided, by the sign test (Arbuthnott
/// 1710, *Philosophical Transactions* 27, 186-190): that all blocks fall to one side by chance. `None` for a
/// difference of 0.
fn sign_test(difference: &BlockEstimate, blocks: usize) -> Option<f64> {
    let blocks = i32::try_from(blocks).unwrap_or(i32::MAX);
    (blocks > 1 && difference.value.abs() > ROUNDING).then(|| 0.5_f64.powi(blocks - 1).max(f64::MIN_POSITIVE))
}
