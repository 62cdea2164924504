//! Axes: the places of values, and the values that are marked.

use super::super::decimal;

/// The smallest distance of a mark from the end of a logarithmic axis, as a share of it.
const APART: f64 = 0.06;

/// How an axis is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios, for positive numbers.
    Log,
}

/// An axis over a given set of values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    /// Whether only whole numbers are marked.
    is_whole: bool,
}

impl Axis {
    /// Makes an axis that covers all of `values`; those that cannot lie on it are ignored.
    pub(super) fn new(scale: Scale, values: impl IntoIterator<Item = f64>) -> Self {
        let fits = |value: &f64| value.is_finite() && (scale == Scale::Linear || *value > 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(fits) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (1.0, 1.0);
        }
        if low == high {
            (low, high) = match scale {
                Scale::Linear => (low - 0.5, high + 0.5),
                Scale::Log => (low / 2.0, high * 2.0),
            };
        }
        Self { scale, low, high, is_whole: false }
    }

    /// Makes an axis like [`new`](Self::new) for things that are counted: if all values are whole numbers, only whole
    /// numbers are marked.
    pub(super) fn counted(scale: Scale, values: impl IntoIterator<Item = f64> + Clone) -> Self {
        let is_whole =
            values.clone().into_iter().filter(|value| value.is_finite()).all(|value| value.fract() == 0.0);
        Self { is_whole, ..Self::new(scale, values) }
    }

    /// Widens a linear axis to whole steps on both sides.
    pub(super) fn rounded(self) -> Self {
        let step = self.step();
        Self { low: (self.low / step).floor() * step, high: (self.high / step).ceil() * step, ..self }
    }

    /// Returns the place of a value, from 0 to 1; `None` if it cannot lie on the axis.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        let place = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        place.is_finite().then(|| place.clamp(0.0, 1.0))
    }

    /// Lists some round values with their places and texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let step = self.step();
        let places = (-step.log10().floor()).max(0.0) as usize;
        let values: Vec<f64> = match self.scale {
            Scale::Linear => {
                let first = (self.low / step - 1e-9).ceil();
                let count = (self.high / step + 1e-9).floor() - first;
                (0..=count as u32).map(|number| (first + f64::from(number)) * step).collect()
            }
            Scale::Log => {
                let decades = (self.high / self.low).log10();
                let marks: &[f64] = if decades > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
                let from = self.low.log10().floor() as i32;
                let all = (from..=from + decades as i32 + 1)
                    .flat_map(|power| marks.iter().map(move |mark| mark * 10f64.powi(power)));
                let within: Vec<f64> = all.filter(|value| (self.low..=self.high).contains(value)).collect();
                // The ends are marked too, in place of round values that would stand too close to them.
                let is_apart = |value: &f64| {
                    let place = self.place(*value).unwrap_or(0.0);
                    (APART..=1.0 - APART).contains(&place)
                };
                let between = within.into_iter().filter(is_apart);
                [self.low].into_iter().chain(between).chain([self.high]).collect()
            }
        };
        let text = |value: f64| match self.scale {
            Scale::Linear => decimal(value, places),
            Scale::Log if value >= 1e6 => format!("{}M", (value / 1e4).round() / 1e2),
            Scale::Log if value >= 1e3 => format!("{}k", (value / 10.0).round() / 1e2),
            Scale::Log => format!("{}", (value * 1e3).round() / 1e3),
        };
        values.into_iter().filter_map(|value| Some((self.place(value)?, text(value)))).collect()
    }

    /// Returns the distance of the marks of a linear axis: 1, 2 or 5 times a power of ten, about a fifth of it.
    fn step(&self) -> f64 {
        let rough = (self.high - self.low) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let factor =
            [1.0, 2.0, 5.0].into_iter().find(|factor| rough <= factor * power * 1.001).unwrap_or(10.0);
        if self.is_whole { (factor * power).max(1.0) } else { factor * power }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn marks_are_round_numbers() {
        assert_eq!(texts(Axis::new(Scale::Linear, [0.0, 1.0])), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        let axis = Axis::new(Scale::Linear, [0.413, 0.562]).rounded();
        assert_eq!(texts(axis), ["0.40", "0.45", "0.50", "0.55", "0.60"]);
        assert_eq!(texts(Axis::new(Scale::Linear, [-30.0, 70.0])), ["-20", "0", "20", "40", "60"]);
        assert_eq!(
            texts(Axis::new(Scale::Log, [7.0, 1_000.0])),
            ["7", "10", "20", "50", "100", "200", "500", "1k"]
        );
        assert_eq!(texts(Axis::new(Scale::Log, [25.0, 1234.0])), ["25", "50", "100", "200", "500", "1.23k"]);
        assert_eq!(texts(Axis::new(Scale::Log, [1.0, 1e6])), ["1", "10", "100", "1k", "10k", "100k", "1M"]);
    }

    #[test]
    fn counted_things_have_whole_marks() {
        assert_eq!(texts(Axis::counted(Scale::Linear, [7.0, 8.0])), ["7", "8"]);
        assert_eq!(texts(Axis::counted(Scale::Linear, [1.0, 3.0]).rounded()), ["1", "2", "3"]);
        assert_eq!(texts(Axis::counted(Scale::Linear, [0.0, 0.5])).len(), 6);
        assert_eq!(texts(Axis::counted(Scale::Linear, [0.0, 100.0])), ["0", "20", "40", "60", "80", "100"]);
    }

    #[test]
    fn every_value_has_its_place() {
        let axis = Axis::new(Scale::Log, [1.0, 100.0, f64::NAN, -3.0]);
        assert!((axis.place(10.0).unwrap() - 0.5).abs() < 1e-12);
        assert_eq!((axis.place(1.0), axis.place(100.0), axis.place(-1.0)), (Some(0.0), Some(1.0), None));
        let one = Axis::new(Scale::Linear, [0.5, 0.5]);
        assert_eq!(one.place(0.5), Some(0.5));
        assert!(!Axis::new(Scale::Linear, []).ticks().is_empty());
    }
}
