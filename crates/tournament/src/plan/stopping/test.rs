//! Playing a duel until a sequential test decides.

use crate::plan::manifest::SprtSettings;
use crate::tables::unit::UnitResult;
use tradewinds_report::decimal;
use tradewinds_stats::{Hypothesis, Sprt};

/// Stops when the sequential probability ratio test of the first bot against the second decides.
///
/// A unit's outcome is the share of seat pairs of the two bots in which the first ranks ahead.
#[derive(Clone, Debug)]
pub(super) struct Test {
    settings: SprtSettings,
    sprt: Sprt,
}

impl Test {
    /// Starts the test.
    ///
    /// # Panics
    /// If the settings were not checked.
    pub(super) fn new(settings: SprtSettings) -> Self {
        let SprtSettings { elo0, elo1, alpha, beta } = settings;
        let sprt = Sprt::new(elo0, elo1, alpha, beta).expect("the manifest was checked");
        Self { settings, sprt }
    }

    /// Takes in a unit; returns whether the test decides. A unit with a truncated game has no outcome.
    pub(super) fn observe(&mut self, result: &UnitResult) -> bool {
        if let Some(share) = result.pair(0, 1).and_then(|pair| pair.ahead.mean()) {
            self.sprt.push(share);
        }
        self.sprt.decision().is_some()
    }

    /// Describes the findings.
    pub(super) fn summary(&self, names: &[&str]) -> String {
        let SprtSettings { elo0, elo1, alpha, beta } = self.settings;
        let (first, second) = (names[0], names[1]);
        let found = match self.sprt.decision() {
            Some(Hypothesis::H0) => format!("it accepts H0, Elo {elo0} rather than {elo1}"),
            Some(Hypothesis::H1) => format!("it accepts H1, Elo {elo1} rather than {elo0}"),
            None => "it has not decided".to_owned(),
        };
        let [lower, upper] = self.sprt.bounds();
        format!(
            "sequential test of {first} against {second} (H0: Elo {elo0}, H1: Elo {elo1}, alpha {alpha}, beta {beta}):\n\
             {found}\n\
             after {} units (one bot among copies of the other on one deal, both ways); log-likelihood ratio {}\n\
             between {} and {}; {first} ranks ahead in {} of the seat pairs, Elo {} {}\n\
             (the interval is that of a fixed number of units; a test that stops early exaggerates)\n",
            self.sprt.units(),
            decimal(self.sprt.llr(), 3),
            decimal(lower, 3),
            decimal(upper, 3),
            decimal(self.sprt.mean(), 4),
            decimal(self.sprt.elo(), 1),
            match self.sprt.elo_interval() {
                Some(interval) => format!("[{} to {}]", decimal(interval.low, 1), decimal(interval.high, 1)),
                None => "[NA]".to_owned(),
            },
        )
    }
}
