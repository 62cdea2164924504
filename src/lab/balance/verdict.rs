//! Whether a variant is fairer than the baseline.

use std::fmt;

use super::result::{Row, signed_root};
use crate::stats::{BlockEstimate, CONFIDENCE};

/// What may be more or less fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The starting places.
    Seats,
    /// The bots, where several strategies play.
    Strategies,
    /// What is acquired, by the win share of its owners.
    Purchases,
}

impl Question {
    /// All questions.
    pub const ALL: [Self; 3] = [Self::Seats, Self::Strategies, Self::Purchases];

    /// Returns its word in tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Strategies => "strategies",
            Self::Purchases => "purchases",
        }
    }

    /// Returns the metric that answers it: a mean of squared distances.
    pub(super) const fn metric(self) -> &'static str {
        match self {
            Self::Seats => "seat_spread",
            Self::Strategies => "bot_spread",
            Self::Purchases => "item_spread",
        }
    }
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// The variant is fairer.
    Fairer,
    /// It is not fairer by as much as matters.
    NotFairer,
    /// It is less fair.
    LessFair,
    /// These games do not tell.
    NotDecided,
}

impl Call {
    /// All answers.
    pub const ALL: [Self; 4] = [Self::Fairer, Self::NotFairer, Self::LessFair, Self::NotDecided];
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fairer => "fairer",
            Self::NotFairer => "not fairer",
            Self::LessFair => "less fair",
            Self::NotDecided => "not decided",
        })
    }
}

/// The answer to one question about one variant at one table.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The question.
    pub question: Question,
    /// The answer.
    pub call: Call,
    /// The unfairness of the baseline: the root of the mean squared distance of win shares from their mean, with
    /// the sign of the square.
    pub baseline: f64,
    /// The unfairness of the variant.
    pub variant: f64,
    /// The difference of the squares, the variant's less the baseline's.
    pub difference: BlockEstimate,
    /// Its p-value, corrected for all questions of the study.
    pub p_holm: Option<f64>,
    /// The smallest improvement of the square that matters.
    pub threshold: f64,
    /// About how many deals would decide, where these do not and lean to an answer.
    pub deals_needed: Option<u64>,
}

/// What a study's verdicts depend on beside the figures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Standard {
    /// The smallest change that matters, in win shares.
    pub(super) smallest: f64,
    /// The number of questions of the study.
    pub(super) questions: usize,
    /// The deals that were played.
    pub(super) deals: u64,
}

impl Standard {
    /// Answers a question by the rows of the baseline and of the variant; `None` if one of them has no estimate
    /// with an error.
    pub(super) fn judge(&self, question: Question, baseline: &Row, variant: &Row) -> Option<Verdict> {
        let difference = variant.difference?;
        let interval = difference.interval()?;
        let threshold = self.threshold(baseline.interval?.low);
        let call = match variant.p_holm {
            Some(p) if p < 1.0 - CONFIDENCE && difference.value < 0.0 => Call::Fairer,
            Some(p) if p < 1.0 - CONFIDENCE => Call::LessFair,
            Some(_) if interval.low > -threshold => Call::NotFairer,
            _ => Call::NotDecided,
        };
        Some(Verdict {
            question,
            call,
            baseline: signed_root(baseline.value?),
            variant: signed_root(variant.value?),
            difference,
            p_holm: variant.p_holm,
            threshold,
            deals_needed: (call == Call::NotDecided)
                .then(|| self.deals_needed(&difference, threshold))
                .flatten(),
        })
    }

    /// Returns the smallest improvement of the mean square that matters, by the lower end of the interval of the
    /// baseline's: r² - (r - s)² = s (2 r - s), where `s` is the smallest change of the root that matters and `r` is
    /// the baseline's root, at least `s`.
    fn threshold(&self, low: f64) -> f64 {
        self.smallest * (2.0 * signed_root(low).max(self.smallest) - self.smallest)
    }

    /// Returns about how many deals bring the interval to the answer that the difference leans to: its width
    /// falls with the root of the number of deals. A call of `fairer` takes the interval that holds for the
    /// least p-value of all questions.
    fn deals_needed(&self, difference: &BlockEstimate, threshold: f64) -> Option<u64> {
        let (distance, confidence) = if difference.value <= -threshold / 2.0 {
            (-difference.value, 1.0 - (1.0 - CONFIDENCE) / self.questions.max(1) as f64)
        } else {
            (difference.value + threshold, CONFIDENCE)
        };
        let half = difference.half_width(confidence)?;
        let deals = self.deals as f64 * (half / distance).powi(2);
        // Two figures say all that there is to know.
        let unit = 10_f64.powf((deals.log10().floor() - 1.0).max(0.0));
        (deals.is_finite() && deals < 1e15).then(|| ((deals / unit).ceil() * unit) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    fn judge(value: f64, error: f64, p_holm: f64) -> Verdict {
        let row = |value: f64| Row { value: Some(value), ..Row::default() };
        let baseline = Row { interval: Some(Interval { low: 0.0036, high: 0.01 }), ..row(0.0064) };
        let difference = BlockEstimate { value, error: Some(error), freedom: 1e6 };
        let variant = Row { difference: Some(difference), p_holm: Some(p_holm), ..row(0.0064 + value) };
        let standard = Standard { smallest: 0.02, questions: 10, deals: 1000 };
        standard.judge(Question::Seats, &baseline, &variant).unwrap()
    }

    #[test]
    fn the_rule_is_the_documented_one() {
        // 0.06² - 0.04² = 0.002.
        let verdict = judge(-0.003, 0.0005, 0.001);
        assert_eq!((verdict.call, verdict.deals_needed), (Call::Fairer, None));
        assert!((verdict.threshold - 0.002).abs() < 1e-12);
        assert!(
            (verdict.baseline - 0.08).abs() < 1e-12 && (verdict.variant - 0.0034_f64.sqrt()).abs() < 1e-12
        );
        assert_eq!(judge(0.003, 0.0005, 0.001).call, Call::LessFair);
        assert_eq!(judge(0.0, 0.0005, 1.0).call, Call::NotFairer);
        assert_eq!(judge(-0.0005, 0.0005, 0.9).call, Call::NotFairer);
        assert_eq!(judge(-0.0015, 0.0005, 0.06).call, Call::NotDecided);
    }

    #[test]
    fn undecided_verdicts_say_what_would_decide() {
        // Leans to fairer: z(0.9975) = 2.807, (2.807 * 0.001 / 0.002)² = 1.970.
        assert_eq!(judge(-0.002, 0.001, 0.4).deals_needed, Some(2000));
        // Leans to not fairer: (1.960 * 0.001 / 0.0015)² = 1.707.
        assert_eq!(judge(-0.0005, 0.001, 1.0).deals_needed, Some(1800));
    }

    #[test]
    fn what_is_fair_needs_no_large_improvement() {
        let standard = Standard { smallest: 0.02, questions: 1, deals: 1 };
        assert!((standard.threshold(-0.001) - 0.0004).abs() < 1e-12);
    }
}
