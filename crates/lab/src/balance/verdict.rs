//! Whether a variant is fairer than the baseline.

use std::fmt;

use super::super::needed::deals_needed;
use super::change::{Change, signed_root};
use super::metrics::Question;
use super::row::MetricRow;
use tradewinds_stats::{BlockEstimate, CONFIDENCE, Interval};

/// An answer. All but [`Call::Same`] are read off the interval of the change of unfairness, compared with the
/// smallest change that matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Fairer by at least the smallest change that matters.
    Fairer,
    /// Neither fairer nor less fair by an amount that matters.
    NoDifference,
    /// Not fairer by an amount that matters; perhaps less fair.
    NotFairer,
    /// Less fair by at least the smallest change that matters.
    LessFair,
    /// These games do not decide.
    NotDecided,
    /// No block differs from the baseline's: there is nothing to ask, and this does not count as a question.
    Same,
}

impl Call {
    /// The answers to a question.
    pub const ANSWERS: [Self; 5] =
        [Self::Fairer, Self::NoDifference, Self::NotFairer, Self::LessFair, Self::NotDecided];

    /// Reads the answer off a change and the smallest one that matters.
    fn of(change: &Change, smallest: f64) -> Self {
        let interval = change.interval;
        if interval.high <= -smallest {
            Self::Fairer
        } else if interval.low >= smallest {
            Self::LessFair
        } else if interval.low <= -smallest {
            Self::NotDecided
        } else if interval.high < smallest {
            Self::NoDifference
        } else {
            Self::NotFairer
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fairer => "fairer",
            Self::NoDifference => "no difference that matters",
            Self::NotFairer => "not fairer",
            Self::LessFair => "less fair",
            Self::NotDecided => "not decided",
            Self::Same => "the same in every deal",
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
    /// The unfairness of the baseline: the root of the mean squared distance of win shares from their mean,
    /// with the sign of the square. Of skill, the win share of the stronger bot.
    pub baseline: f64,
    /// The unfairness of the variant, or the win share.
    pub variant: f64,
    /// The change of the unfairness, with an interval that holds for all questions of the study together;
    /// `None` where no block differs.
    pub change: Option<Change>,
    /// The difference of the squares, the variant's less the baseline's; of skill, of the win shares.
    pub difference: BlockEstimate,
    /// The p-value of that difference, corrected for all questions of the study; `None` where no block
    /// differs.
    pub p_holm: Option<f64>,
    /// The smallest improvement of the square that matters; `None` of skill.
    pub threshold: Option<f64>,
    /// The approximate number of deals that would decide, where these do not.
    pub deals_needed: Option<u64>,
}

impl Verdict {
    /// Returns the answer in words. Where skill pays less, games are no fairer.
    #[must_use]
    pub fn word(&self) -> String {
        match (self.question, self.call) {
            (Question::Skill, Call::Fairer) => "pays less".to_owned(),
            (Question::Skill, Call::LessFair) => "pays more".to_owned(),
            (Question::Skill, Call::NotFairer) => "does not pay less".to_owned(),
            (_, call) => call.to_string(),
        }
    }
}

/// The standard that a study's verdicts depend on in addition to the figures.
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
    /// Answers a question from the rows of the baseline and of the variant; `None` if one of them has no
    /// estimate with an error.
    pub(super) fn judge(
        &self,
        question: Question,
        baseline: &MetricRow,
        variant: &MetricRow,
    ) -> Option<Verdict> {
        let (before, difference) = (baseline.estimate?, variant.difference?);
        let change = |scale: f64| self.change(question, &before, &difference, scale);
        let figure = |value: f64| if question == Question::Skill { value } else { signed_root(value) };
        let threshold = || Some(self.threshold(before.interval_at(self.confidence())?.low));
        let deals_needed = || {
            let decides = |scale| {
                change(scale).is_some_and(|change| Call::of(&change, self.smallest) != Call::NotDecided)
            };
            deals_needed(self.deals, decides)
        };
        let found = if variant.is_judged() { Some(change(1.0)?) } else { None };
        let call = match &found {
            Some(change) => Call::of(change, self.smallest),
            None if difference.value == 0.0 && difference.error.is_some() => Call::Same,
            None => return None,
        };
        Some(Verdict {
            question,
            call,
            baseline: figure(before.value),
            variant: figure(variant.value?),
            change: found,
            difference,
            p_holm: variant.p_holm,
            threshold: if question == Question::Skill { None } else { Some(threshold()?) },
            deals_needed: (call == Call::NotDecided).then(deals_needed).flatten(),
        })
    }

    /// Returns the confidence that each interval needs for all intervals of the study together to have that
    /// of [`CONFIDENCE`], by Bonferroni.
    fn confidence(&self) -> f64 {
        1.0 - (1.0 - CONFIDENCE) / self.questions.max(1) as f64
    }

    /// Works out the change if all standard errors were `scale` times as large.
    fn change(
        &self,
        question: Question,
        baseline: &BlockEstimate,
        difference: &BlockEstimate,
        scale: f64,
    ) -> Option<Change> {
        let scaled =
            |one: &BlockEstimate| BlockEstimate { error: one.error.map(|error| error * scale), ..*one };
        let (baseline, difference) = (scaled(baseline), scaled(difference));
        if question == Question::Skill {
            let Interval { low, high } = difference.interval_at(self.confidence())?;
            let interval = Interval { low: low.max(-1.0), high: high.min(1.0) };
            return Some(Change { value: difference.value, interval });
        }
        Change::new(&baseline, &difference, self.confidence())
    }

    /// Returns the smallest improvement of the mean square that matters, by the lower end of the interval of
    /// the baseline's: r² - (r - s)² = s (2 r - s), where `s` is the smallest change of the root that matters
    /// and `r` is the baseline's root, at least `s`.
    fn threshold(&self, low: f64) -> f64 {
        self.smallest * (2.0 * signed_root(low).max(self.smallest) - self.smallest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A baseline with an unfairness of 0.08 that is well known, and a difference of the roots of `change`
    /// with an error of the squares.
    fn judge(change: f64, error: f64) -> Verdict {
        let estimate = |value, error| BlockEstimate { value, error: Some(error), freedom: 1e6 };
        let baseline = MetricRow { estimate: Some(estimate(0.0064, 1e-9)), ..MetricRow::default() };
        let after = (0.08 + change).powi(2);
        let difference = estimate(after - 0.0064, error);
        let variant = MetricRow {
            value: Some(after),
            difference: Some(difference),
            p: difference.p_value().filter(|_| error > 0.0),
            ..MetricRow::default()
        };
        let standard = Standard { smallest: 0.02, questions: 10, deals: 1000 };
        standard.judge(Question::Seats, &baseline, &variant).unwrap()
    }

    #[test]
    fn the_rule_is_the_documented_one() {
        // z(0.9975) = 2.807 for ten questions; near 0.08 an error of 0.0002 is one of 0.00125 of the root.
        for (change, error, call) in [
            (-0.03, 0.0002, Call::Fairer),
            (-0.021, 0.0002, Call::NotDecided),
            (-0.019, 0.0002, Call::NotDecided),
            (-0.01, 0.0002, Call::NoDifference),
            (0.0, 0.0002, Call::NoDifference),
            (0.01, 0.0002, Call::NoDifference),
            (0.019, 0.0002, Call::NotFairer),
            (0.021, 0.0002, Call::NotFairer),
            (0.03, 0.0002, Call::LessFair),
            (0.0, 0.0012, Call::NotDecided),
            (0.02, 0.0012, Call::NotFairer),
            (0.0, 0.0, Call::Same),
        ] {
            let verdict = judge(change, error);
            assert_eq!(verdict.call, call, "{change} {error} {verdict:?}");
            assert!(
                (verdict.baseline - 0.08).abs() < 1e-12 && (verdict.variant - 0.08 - change).abs() < 1e-12
            );
            // 0.08² - 0.06² = 0.0028.
            assert!((verdict.threshold.unwrap() - 0.0028).abs() < 1e-6, "{verdict:?}");
            assert_eq!(verdict.deals_needed.is_some(), call == Call::NotDecided, "{verdict:?}");
        }
    }

    /// A change that is certain is neither fairer nor less fair where it is below the smallest that matters.
    #[test]
    fn what_is_certain_need_not_matter() {
        for change in [-0.01, 0.01] {
            let verdict = judge(change, 0.0001);
            let interval = verdict.change.unwrap().interval;
            assert!(interval.low * interval.high > 0.0, "{interval:?}");
            assert_eq!(verdict.call.to_string(), "no difference that matters");
        }
    }

    #[test]
    fn undecided_verdicts_say_what_would_decide() {
        // Leans to fairer: 0.08² - 0.06² = 0.0028, 0.0011 from the estimate; (2.807 * 0.001 / 0.0011)² =
        // 6.512.
        assert_eq!(judge(-0.03, 0.001).deals_needed, Some(6600));
        // Leans to no difference: (2.807 * 0.0012 / 0.0028)² = 1.447.
        assert_eq!(judge(0.0, 0.0012).deals_needed, Some(1500));
    }

    /// The difference of win shares itself, with its plain interval: z(0.9975) = 2.807.
    #[test]
    fn skill_is_judged_by_the_win_share() {
        let estimate = |value, error| BlockEstimate { value, error: Some(error), freedom: 1e6 };
        let judge = |change: f64, error: f64| {
            let baseline = MetricRow { estimate: Some(estimate(0.4, 0.01)), ..MetricRow::default() };
            let difference = estimate(change, error);
            let variant = MetricRow {
                value: Some(0.4 + change),
                difference: Some(difference),
                p: difference.p_value(),
                ..MetricRow::default()
            };
            let standard = Standard { smallest: 0.02, questions: 10, deals: 1000 };
            standard.judge(Question::Skill, &baseline, &variant).unwrap()
        };
        for (change, error, word) in [
            (-0.05, 0.01, "pays less"),
            (0.05, 0.01, "pays more"),
            (0.0, 0.005, "no difference that matters"),
            (0.02, 0.01, "does not pay less"),
            (-0.03, 0.01, "not decided"),
        ] {
            let verdict = judge(change, error);
            assert_eq!(verdict.word(), word, "{verdict:?}");
            let interval = verdict.change.unwrap().interval;
            assert!((interval.low - change + 2.807 * error).abs() < 1e-4, "{interval:?}");
            assert_eq!((verdict.baseline, verdict.variant, verdict.threshold), (0.4, 0.4 + change, None));
        }
        // 2.807 * 0.01 is to be at most 0.01: (2.807)² = 7.88.
        assert_eq!(judge(-0.03, 0.01).deals_needed, Some(7900));
    }

    #[test]
    fn what_is_fair_needs_no_large_improvement() {
        let standard = Standard { smallest: 0.02, questions: 1, deals: 1 };
        assert!((standard.threshold(-0.001) - 0.0004).abs() < 1e-12);
    }
}
