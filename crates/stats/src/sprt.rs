//! A sequential test of which of two bots is stronger.

use thiserror::Error;

use super::{Interval, Moments, share_over_blocks};

/// The number of units that an outcome of 0, 1/2 or 1 counts as if it was never seen.
const PRIOR: f64 = 1e-3;

/// Outcomes this close are the same: any smaller difference is only rounding.
const SAME: f64 = 1e-9;

/// The largest Elo difference of a hypothesis.
const LARGEST: f64 = 2000.0;

/// One of the two hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is the smaller one.
    H0,
    /// The difference is the larger one.
    H1,
}

/// Why a test cannot be made.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are in the wrong order, the same, or out of range.
    #[error("expected elo0 below elo1, both from -{LARGEST} to {LARGEST}, found {elo0} and {elo1}")]
    Hypotheses {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// A probability of error is out of range.
    #[error("expected {name} above 0 and below 0.5, found {value}")]
    Risk {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The value that was found.
        value: f64,
    },
}

impl SprtError {
    /// Returns the name of the number at fault, its value and the values allowed, for a refusal of input.
    #[must_use]
    pub fn refusal(&self) -> (&'static str, f64, String) {
        match *self {
            Self::Risk { name, value } => (name, value, "above 0 and below 0.5".to_owned()),
            Self::Hypotheses { elo0, .. } if !(-LARGEST..=LARGEST).contains(&elo0) => {
                ("elo0", elo0, format!("-{LARGEST} to {LARGEST}"))
            }
            Self::Hypotheses { elo0, elo1 } => {
                ("elo1", elo1, format!("above {elo0}, which is elo0, and up to {LARGEST}"))
            }
        }
    }
}

/// Returns the share of points that corresponds to an Elo difference: 1 / (1 + 10^(-elo/400)).
#[must_use]
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the Elo difference that corresponds to a share, or `None` unless the share is above 0 and below 1.
#[must_use]
pub fn elo_of_share(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// A generalised sequential probability ratio test of an Elo difference.
///
/// Each unit has an outcome in [0, 1], such as the share of its duels that the first of two won; units are
/// independent, the games within one need not be. After each unit the log-likelihood ratio of H1 (the mean
/// outcome is that of `elo1`) to H0 (that of `elo0`) is compared with the bounds of Wald (1945, *Annals of
/// Mathematical Statistics* 16, 117-186). Nothing but the mean is assumed: under each hypothesis the
/// probabilities of the outcomes are those of maximum likelihood that have its mean. Such a test keeps Wald's
/// risks asymptotically (Li, Liu and Ying 2014, *Statistica Sinica* 24, 1737-1759). Fishtest, the test bench
/// of Stockfish, uses it on pairs of games; as in Fishtest, each of 0, 1/2 and 1 that was never seen counts
/// as a thousandth of a unit, so that everything is finite.
///
/// # Few units
/// The spread of outcomes is estimated from the same units, and while they are few it can be far too small.
/// Still there is no minimum number of units: as an outcome of 0 or 1 always remains possible, a chance run
/// of equal outcomes is never taken for proof, and the ratio rises slowly at first. In the simulations of
/// [`simulate_sprt`](super::simulate_sprt), with hypotheses from 20 to 380 Elo apart, tests that ended after
/// five units were wrong less often than allowed, not more often.
///
/// # Example
/// ```
/// use tradewinds_stats::{Hypothesis, Sprt};
///
/// let mut test = Sprt::new(0.0, 100.0, 0.05, 0.05)?;
/// while test.decision().is_none() {
///     test.push(if test.units() % 3 == 0 { 0.5 } else { 0.75 });
/// }
/// assert_eq!(test.decision(), Some(Hypothesis::H1));
/// # Ok::<(), tradewinds_stats::SprtError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sprt {
    shares: [f64; 2],
    bounds: [f64; 2],
    /// The outcomes in rising order, how often each was seen, and the number of units that it counts as.
    outcomes: Vec<(f64, f64)>,
    moments: Moments,
    llr: f64,
    decision: Option<Hypothesis>,
}

impl Sprt {
    /// Returns a test without units: H0 that the difference is `elo0`, H1 that it is `elo1`, with the
    /// probabilities `alpha` of accepting H1 if H0 holds and `beta` of accepting H0 if H1 holds.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, one of them is beyond 2,000, or `alpha` or `beta` is not between
    /// 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        // Written so that NaN is an error.
        if !(elo0 < elo1 && elo0 >= -LARGEST && elo1 <= LARGEST) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Risk { name, value });
            }
        }
        Ok(Self {
            shares: [share_of_elo(elo0), share_of_elo(elo1)],
            bounds: [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()],
            outcomes: vec![(0.0, PRIOR), (0.5, PRIOR), (1.0, PRIOR)],
            moments: Moments::default(),
            llr: 0.0,
            decision: None,
        })
    }

    /// Adds the outcome of a unit.
    ///
    /// # Panics
    /// If the outcome is not in [0, 1].
    pub fn push(&mut self, outcome: f64) {
        assert!((0.0..=1.0).contains(&outcome), "an outcome is in [0, 1], found {outcome}");
        self.moments.push(outcome);
        let place = self.outcomes.partition_point(|&(known, _)| known < outcome - SAME);
        match self.outcomes.get_mut(place) {
            Some((known, count)) if *known <= outcome + SAME => {
                *count = if *count < 1.0 { 1.0 } else { *count + 1.0 };
            }
            _ => self.outcomes.insert(place, (outcome, 1.0)),
        }
        let [under_h0, under_h1] = self.shares.map(|share| log_likelihood(&self.outcomes, share));
        self.llr = under_h1 - under_h0;
        if self.decision.is_none() {
            self.decision = if self.llr <= self.bounds[0] {
                Some(Hypothesis::H0)
            } else if self.llr >= self.bounds[1] {
                Some(Hypothesis::H1)
            } else {
                None
            };
        }
    }

    /// Returns the log-likelihood ratio of H1 to H0, natural logarithm.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// Returns the bounds of the log-likelihood ratio, of H0 and of H1: ln(beta / (1 - alpha)) and
    /// ln((1 - beta) / alpha).
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// Returns the hypothesis whose bound was reached first. Units after that do not change it.
    #[must_use]
    pub fn decision(&self) -> Option<Hypothesis> {
        self.decision
    }

    /// Returns the number of units.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.moments.count()
    }

    /// Returns the mean outcome, or `None` if there are no units.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.moments.mean()
    }

    /// Returns the Elo difference of the mean outcome, or `None` if it is infinite or there are no units.
    /// After a test that reached a bound it is on average somewhat too far from the middle.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        self.mean().and_then(elo_of_share)
    }

    /// Returns the interval of [`CONFIDENCE`](super::CONFIDENCE) of the Elo difference, that of
    /// [`share_over_blocks`], or `None` with fewer than two units or an infinite end. It does not account for
    /// the stopping rule of the test.
    #[must_use]
    pub fn elo_interval(&self) -> Option<Interval> {
        let interval = share_over_blocks(&self.moments, self.units())?.interval?;
        Some(Interval { low: elo_of_share(interval.low)?, high: elo_of_share(interval.high)? })
    }
}

/// Returns the maximum log-likelihood of the outcomes among the distributions with a given mean, up to a term
/// that is the same for every mean.
///
/// The probabilities are p_i / (1 + x (a_i - mean)), where p_i is how often outcome a_i was seen, and x
/// solves the sum of p_i (a_i - mean) / (1 + x (a_i - mean)) = 0 (Van den Bergh, *A note on the
/// multinomial likelihood with prescribed expectation value*, proposition 1.1; Owen 1988, *Biometrika*
/// 75, 237-249).
fn log_likelihood(outcomes: &[(f64, f64)], mean: f64) -> f64 {
    // The sum falls from infinity to minus infinity between these: 0 and 1 are always among the
    // outcomes, and the mean is inside.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for &(outcome, count) in outcomes {
            let off = outcome - mean;
            let part = off / (1.0 + x * off);
            sum += count * part;
            slope -= count * part * part;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - sum / slope;
        // Halves the range if Newton's step leaves it, as it does near its ends.
        let next = if newton > low && newton < high { newton } else { low + (high - low) / 2.0 };
        let moved = (next - x).abs();
        x = next;
        if moved <= 1e-14 * x.abs().max(1.0) {
            break;
        }
    }
    outcomes.iter().map(|&(outcome, count)| -count * (x * (outcome - mean)).ln_1p()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        Sprt::new(0.0, 40.0, 0.05, 0.05).unwrap()
    }

    /// `fixtures.json`: the values that Fishtest printed for sixteen tests of Stockfish, to
    /// two places, and SciPy's solution.
    #[test]
    fn ratios_agree_with_fishtest_and_scipy() {
        let cases = crate::fixture("sprt");
        let cases = cases.as_array().unwrap();
        let mut published = 0;
        for case in cases {
            let outcomes: Vec<(f64, u32)> = serde_json::from_value(case["outcomes"].clone()).unwrap();
            let number = |name: &str| case[name].as_f64();
            let mut sprt = Sprt::new(number("elo0").unwrap(), number("elo1").unwrap(), 0.05, 0.05).unwrap();
            // The last unit is pushed, which computes the ratio; the others are only counted.
            for &(outcome, count) in &outcomes {
                sprt.push(outcome);
                let known = sprt.outcomes.iter_mut().find(|(known, _)| *known == outcome).unwrap();
                known.1 = f64::from(count);
            }
            let &(last, count) = outcomes.last().unwrap();
            let known = sprt.outcomes.iter_mut().find(|(known, _)| *known == last).unwrap();
            known.1 = f64::from(count - 1).max(PRIOR);
            sprt.push(last);
            let expected = number("llr").unwrap();
            assert!((sprt.llr() - expected).abs() < 1e-6 * expected.abs().max(1.0), "{}, {case}", sprt.llr());
            if let Some(printed) = number("published") {
                assert!((sprt.llr() - printed).abs() < 0.005 + 1e-9, "{}, {case}", sprt.llr());
                published += 1;
            }
        }
        assert_eq!(published, 16);
    }

    /// Binary outcomes have the ratio of the binomial: nothing is estimated.
    #[test]
    fn binary_outcomes_have_the_ratio_of_wald() {
        let mut sprt = test();
        for unit in 0..1000 {
            sprt.push(f64::from(u8::from(unit % 5 < 3)));
        }
        let share = share_of_elo(40.0);
        let binomial = 600.0 * (share / 0.5).ln() + 400.0 * ((1.0 - share) / 0.5).ln();
        // The half that never occurs moves it by its thousandth of a unit.
        assert!((sprt.llr() - binomial).abs() < 1e-3, "{}, {binomial}", sprt.llr());
        assert!((sprt.mean().unwrap() - 0.6).abs() < 1e-12);
        assert!((sprt.elo().unwrap() - 70.437).abs() < 1e-3);
        // Wilson's interval of 600 of 1,000 is 0.5693 to 0.6299.
        let interval = sprt.elo_interval().unwrap();
        assert!((interval.low - 48.5).abs() < 0.3 && (interval.high - 92.4).abs() < 0.4, "{interval:?}");
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let [lower, upper] = Sprt::new(0.0, 5.0, 0.05, 0.10).unwrap().bounds();
        assert!((lower - (0.10_f64 / 0.95).ln()).abs() < 1e-12);
        assert!((upper - (0.90_f64 / 0.05).ln()).abs() < 1e-12);
        // The bounds that Fishtest prints.
        assert!(test().bounds().iter().all(|bound| (bound.abs() - 2.94).abs() < 0.005));
    }

    #[test]
    fn elo_and_share_are_inverse() {
        assert_eq!(share_of_elo(0.0), 0.5);
        assert!((share_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        for elo in [-800.0, -3.0, 0.0, 12.5, 400.0] {
            assert!((elo_of_share(share_of_elo(elo)).unwrap() - elo).abs() < 1e-9);
        }
        assert_eq!([elo_of_share(0.0), elo_of_share(1.0), elo_of_share(f64::NAN)], [None; 3]);
    }

    #[test]
    fn senseless_tests_are_refused() {
        let reason = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta).unwrap_err().to_string();
        assert!(reason(5.0, 5.0, 0.05, 0.05).contains("elo0 below elo1"));
        assert!(reason(f64::NAN, 5.0, 0.05, 0.05).contains("NaN"));
        assert!(reason(0.0, 2001.0, 0.05, 0.05).contains("2001"));
        assert!(reason(0.0, 5.0, 0.0, 0.05).contains("alpha"));
        assert!(reason(0.0, 5.0, 0.05, 0.5).contains("beta"));
    }

    #[test]
    fn a_decision_comes_at_a_bound_and_stays() {
        let mut sprt = test();
        assert_eq!((sprt.mean(), sprt.elo(), sprt.elo_interval()), (None, None, None));
        while sprt.decision().is_none() {
            assert!(sprt.llr().abs() < sprt.bounds()[1]);
            sprt.push([0.46875, 0.75][sprt.units() as usize % 2]);
        }
        assert!(sprt.llr() >= sprt.bounds()[1]);
        assert!((10..30).contains(&sprt.units()), "{}", sprt.units());
        assert_eq!(sprt.decision(), Some(Hypothesis::H1));
        for _ in 0..500 {
            sprt.push(0.25);
        }
        assert!(sprt.llr() < sprt.bounds()[0]);
        assert_eq!(sprt.decision(), Some(Hypothesis::H1));
    }

    #[test]
    fn the_ratio_is_finite_whatever_is_seen() {
        for outcomes in [[0.0; 2], [1.0; 2], [0.5; 2], [0.3; 2], [0.0, 1.0], [1.0 / 24.0, 23.0 / 24.0]] {
            let mut sprt = Sprt::new(-2000.0, 2000.0, 0.05, 0.05).unwrap();
            let mut near = test();
            for unit in 0..400 {
                sprt.push(outcomes[unit % 2]);
                near.push(outcomes[unit % 2]);
                assert!(sprt.llr().is_finite() && near.llr().is_finite(), "{outcomes:?}");
            }
        }
        // A result midway between the hypotheses supports neither.
        let mut sprt = Sprt::new(-20.0, 20.0, 0.05, 0.05).unwrap();
        (0..100).for_each(|unit| sprt.push([0.25, 0.75][unit % 2]));
        assert!(sprt.llr().abs() < 1e-9, "{}", sprt.llr());
    }
}
