//! The course of a sequential test, for its chart.

/// The maximum number of points that are kept.
const MOST: usize = 256;

/// The log-likelihood ratio after some of the units, evenly spaced, and after the last one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Course {
    /// Units and ratio after them.
    points: Vec<(u64, f64)>,
    /// The distance of the points in units.
    every: u64,
    last: (u64, f64),
}

impl Course {
    /// Starts before the first unit, where the ratio is 0.
    pub(super) fn new() -> Self {
        Self { points: vec![(0, 0.0)], every: 1, last: (0, 0.0) }
    }

    /// Adds the ratio after `units` units, which grow by one from call to call.
    pub(super) fn push(&mut self, units: u64, ratio: f64) {
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
    pub(crate) fn points(&self) -> Vec<(f64, f64)> {
        let last = (self.points.last() != Some(&self.last)).then_some(self.last);
        self.points.iter().copied().chain(last).map(|(units, ratio)| (units as f64, ratio)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
