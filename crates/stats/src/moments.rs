//! Running mean and variance.

/// Mean and variance of numbers given one by one, by Welford's method (Welford 1962; Knuth, TAOCP
/// volume 2, 4.2.2).
///
/// # Determinism
/// The same numbers in the same order give the same bits.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Adds the numbers of another, by the pairwise method (Chan, Golub and LeVeque 1979, *Updating Formulae
    /// and a Pairwise Algorithm for Computing Sample Variances*, formula 2.1).
    ///
    /// If one of the two is empty, the result is the other, bit by bit.
    pub fn merge(&mut self, other: &Self) {
        if self.count == 0 {
            *self = *other;
        } else if other.count > 0 {
            let count = self.count + other.count;
            let between = other.mean - self.mean;
            let share = other.count as f64 / count as f64;
            self.mean += between * share;
            self.squares += other.squares + between * between * share * self.count as f64;
            self.count = count;
        }
    }

    /// Returns the count of the numbers.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean, or `None` if there are no numbers.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// Returns the unbiased variance (divisor n - 1), or `None` with fewer than two numbers.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// Returns the standard error of the mean, or `None` with fewer than two numbers.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count as f64).sqrt())
    }
}

impl Extend<f64> for Moments {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
        for value in values {
            self.push(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Moments {
        let mut moments = Moments::default();
        moments.extend(values.iter().copied());
        moments
    }

    /// The speed of light in Michelson's first ten trials of 1879, in km/s above 299,000.
    #[test]
    fn moments_of_a_known_sample() {
        let sample = [850.0, 740.0, 900.0, 1070.0, 930.0, 850.0, 950.0, 980.0, 980.0, 880.0];
        let moments = of(&sample);
        assert_eq!(moments.count(), 10);
        assert!((moments.mean().unwrap() - 913.0).abs() < 1e-9);
        // The sum of squared deviations is 74,410.
        assert!((moments.variance().unwrap() - 74_410.0 / 9.0).abs() < 1e-8);
        assert!((moments.standard_error().unwrap() - (74_410.0_f64 / 90.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_large_offset_costs_no_precision() {
        let moments = of(&[1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0]);
        assert_eq!(moments.variance(), Some(30.0));
    }

    #[test]
    fn merged_halves_are_the_whole() {
        let sample = [850.0, 740.0, 900.0, 1070.0, 930.0, 850.0, 950.0, 980.0, 980.0, 880.0];
        for split in 0..=sample.len() {
            let mut merged = of(&sample[..split]);
            merged.merge(&of(&sample[split..]));
            assert_eq!(merged.count(), 10);
            assert!((merged.mean().unwrap() - 913.0).abs() < 1e-9, "{split}");
            assert!((merged.variance().unwrap() - 74_410.0 / 9.0).abs() < 1e-8, "{split}");
        }
        let mut whole = of(&sample);
        whole.merge(&Moments::default());
        assert_eq!(whole, of(&sample));
    }

    #[test]
    fn too_few_numbers_have_no_variance() {
        assert_eq!(of(&[]).mean(), None);
        assert_eq!(of(&[3.0]).mean(), Some(3.0));
        assert_eq!(of(&[3.0]).standard_error(), None);
    }
}
