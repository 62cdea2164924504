//! Playing a duel until a sequential test decides.

use super::state::RuleState;
use crate::plan::manifest::SprtSettings;
use crate::unit::UnitResult;
use tradewinds_game::counted;
use tradewinds_report::decimal;
use tradewinds_stats::{Hypothesis, Sprt};

/// The maximum number of points of a course that are kept.
const MOST: usize = 256;

/// Stops when the sequential probability ratio test of the first bot against the second decides.
///
/// A unit's outcome is the share of seat pairs of the two bots in which the first ranks ahead.
#[derive(Clone, Debug)]
pub(super) struct Test {
    settings: SprtSettings,
    sprt: Sprt,
    course: Course,
}

/// What a page shows of a sequential test.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TestView {
    /// The answer in a sentence or two.
    pub(crate) verdict: String,
    /// The number of units and the log-likelihood ratio after them.
    pub(crate) course: Vec<(f64, f64)>,
    /// The bounds of the ratio, of H0 and of H1.
    pub(crate) bounds: [f64; 2],
}

impl Test {
    /// Starts the test.
    ///
    /// # Panics
    /// If the settings were not checked.
    pub(super) fn new(settings: SprtSettings) -> Self {
        let SprtSettings { elo0, elo1, alpha, beta } = settings;
        let sprt = Sprt::new(elo0, elo1, alpha, beta).expect("the manifest was checked");
        Self { settings, sprt, course: Course::new() }
    }

    /// Takes in a unit; returns whether the test decides. A unit with a truncated game has no outcome.
    pub(super) fn observe(&mut self, result: &UnitResult) -> bool {
        if let Some(share) = result.pair(0, 1).and_then(|pair| pair.ahead.mean()) {
            self.sprt.push(share);
            self.course.push(self.sprt.units(), self.sprt.llr());
        }
        self.sprt.decision().is_some()
    }

    /// Returns what a page shows.
    pub(super) fn view(&self, names: &[&str]) -> TestView {
        TestView { verdict: self.verdict(names), course: self.course.points(), bounds: self.sprt.bounds() }
    }

    /// Returns where it stands.
    pub(super) fn state(&self) -> RuleState {
        RuleState::Test { llr: self.sprt.llr(), bounds: self.sprt.bounds() }
    }

    /// Says who is stronger, as far as the test allows. To accept H0 says that the difference is nearer to it than to H1,
    /// so the measured one is added.
    fn verdict(&self, names: &[&str]) -> String {
        let SprtSettings { elo0, elo1, .. } = self.settings;
        let (first, second) = (names[0], names[1]);
        let units = counted(self.sprt.units(), "unit");
        let interval = self.sprt.elo_interval();
        let measured = match (self.sprt.elo(), interval) {
            (Some(elo), Some(interval)) => format!(
                "Measured: Elo {} [{} to {}] after {units}.",
                decimal(elo, 0),
                decimal(interval.low, 0),
                decimal(interval.high, 0)
            ),
            (Some(elo), None) => {
                format!("Measured: Elo {}, without an interval after {units}.", decimal(elo, 0))
            }
            (None, _) => format!("Measured: nothing finite after {units}."),
        };
        let found = match self.sprt.decision() {
            Some(Hypothesis::H1) if elo0 >= 0.0 => {
                format!("{first} is stronger than {second}: the test accepts Elo {elo1} rather than {elo0}.")
            }
            Some(Hypothesis::H1) => {
                format!(
                    "{first} is not weaker than {second} by {} Elo: the test accepts Elo {elo1} rather than {elo0}.",
                    -elo0
                )
            }
            Some(Hypothesis::H0) if interval.is_some_and(|interval| interval.high < 0.0) => {
                format!("{first} is weaker than {second}: the test accepts Elo {elo0} rather than {elo1}.")
            }
            Some(Hypothesis::H0) => {
                let seems = interval.is_some_and(|interval| interval.low > 0.0);
                let is_not = if seems { "seems stronger than" } else { "is not stronger than" };
                let but = if seems { ", but not" } else { "" };
                format!(
                    "{first} {is_not} {second}{but} by {elo1} Elo: the test accepts Elo {elo0} rather than {elo1}."
                )
            }
            None => format!("The test of {first} against {second} has not decided."),
        };
        format!("{found} {measured}")
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
             after {} (one bot among copies of the other on one deal, both ways); log-likelihood ratio {}\n\
             between {} and {}; {first} ranks ahead in {} of the seat pairs, Elo {} {}\n\
             (the interval is that of a fixed number of units; a test that stops early exaggerates)\n",
            counted(self.sprt.units(), "unit"),
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

/// The log-likelihood ratio after some of the units, evenly spaced, and after the last one.
#[derive(Clone, PartialEq, Debug)]
struct Course {
    /// Units and ratio after them.
    points: Vec<(u64, f64)>,
    /// The distance of the points in units.
    every: u64,
    last: (u64, f64),
}

impl Course {
    /// Starts before the first unit, where the ratio is 0.
    fn new() -> Self {
        Self { points: vec![(0, 0.0)], every: 1, last: (0, 0.0) }
    }

    /// Adds the ratio after `units` units, which grow by one from call to call.
    fn push(&mut self, units: u64, ratio: f64) {
        self.last = (units, ratio);
        if !units.is_multiple_of(self.every) {
            return;
        }
        self.points.push(self.last);
        if self.points.len() > MOST {
            self.every *= 2;
            let every = self.every;
            self.points.retain(|(units, _)| units.is_multiple_of(every));
        }
    }

    /// Lists the points, the last unit's included.
    fn points(&self) -> Vec<(f64, f64)> {
        let last = (self.points.last() != Some(&self.last)).then_some(self.last);
        self.points.iter().copied().chain(last).map(|(units, ratio)| (units as f64, ratio)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(elo0: f64, elo1: f64, outcome: impl Fn(u64) -> f64) -> String {
        let mut test = Test::new(SprtSettings { elo0, elo1, alpha: 0.05, beta: 0.05 });
        let mut units = 0;
        while test.sprt.decision().is_none() && units < 3000 {
            test.sprt.push(outcome(units));
            units += 1;
        }
        test.verdict(&["a", "b"])
    }

    #[test]
    fn verdicts_say_who_is_stronger() {
        let better = verdict(0.0, 20.0, |unit| if unit % 3 == 0 { 0.5 } else { 0.75 });
        assert!(
            better.starts_with("a is stronger than b: the test accepts Elo 20 rather than 0."),
            "{better}"
        );
        let worse = verdict(0.0, 20.0, |unit| if unit % 3 == 0 { 0.5 } else { 0.25 });
        assert!(worse.starts_with("a is weaker than b: the test accepts Elo 0 rather than 20."), "{worse}");
        assert!(worse.contains("Measured: Elo -"), "{worse}");
        let even = verdict(0.0, 20.0, |unit| if unit % 2 == 0 { 0.25 } else { 0.75 });
        assert!(
            even.starts_with("a is not stronger than b by 20 Elo: the test accepts Elo 0 rather than 20."),
            "{even}"
        );
        let between = verdict(0.0, 280.0, |unit| if unit % 3 == 0 { 0.5 } else { 0.75 });
        assert!(
            between.starts_with("a seems stronger than b, but not by 280 Elo: the test accepts Elo 0 "),
            "{between}"
        );
        let held = verdict(-20.0, 0.0, |unit| if unit % 2 == 0 { 0.25 } else { 0.75 });
        assert!(held.starts_with("a is not weaker than b by 20 Elo: the test accepts Elo 0"), "{held}");
        let open = verdict(0.0, 1.0, |unit| if unit % 2 == 0 { 0.0 } else { 1.0 });
        assert!(open.starts_with("The test of a against b has not decided. Measured: Elo "), "{open}");
    }

    #[test]
    fn a_long_course_is_thinned_evenly_and_keeps_its_end() {
        let mut course = Course::new();
        for units in 1..=1000 {
            course.push(units, units as f64 / 100.0);
        }
        let points = course.points();
        assert!(points.len() <= MOST + 1, "{}", points.len());
        assert_eq!((points[0], *points.last().unwrap()), ((0.0, 0.0), (1000.0, 10.0)));
        let gaps: Vec<f64> = points.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        assert!(gaps.iter().all(|&gap| gap == gaps[0]), "{gaps:?}");
        assert!(points.iter().all(|(units, ratio)| (units / 100.0 - ratio).abs() < 1e-12));
        course.push(1001, -1.0);
        assert_eq!(*course.points().last().unwrap(), (1001.0, -1.0));
    }
}
