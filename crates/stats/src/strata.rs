//! Means over strata.

use litemap::LiteMap;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::satterthwaite;
use super::{Interval, Moments, student_t};

/// A standard error that is a smaller part of the mean than this is rounding.
const ROUNDING: f64 = 1e-12;

/// The numbers of several strata; each stratum has the same weight in the mean, whatever its size.
///
/// The mean is the mean of the stratum means, its variance the sum of theirs over the squared number of
/// strata (Cochran 1977, *Sampling Techniques*, 5.2 to 5.4). If a stratum has only one number, all are pooled
/// into one stratum.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Strata(LiteMap<usize, Moments>);

impl Strata {
    /// Adds the numbers of a stratum.
    pub fn extend(&mut self, stratum: usize, values: impl IntoIterator<Item = f64>) {
        for value in values {
            self.0.entry(stratum).or_default().push(value);
        }
    }

    /// Adds the numbers of a stratum by their moments.
    pub fn merge(&mut self, stratum: usize, moments: &Moments) {
        self.0.entry(stratum).or_default().merge(moments);
    }

    /// Returns the count of the numbers.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.values().map(Moments::count).sum()
    }

    /// Returns the moments of each stratum that has a number, in ascending order.
    #[must_use]
    pub fn moments(&self) -> Vec<Moments> {
        self.0.values().copied().collect()
    }

    /// Returns the mean, or `None` if there are no numbers.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let strata = self.weighing_the_same();
        let sum: f64 = strata.iter().filter_map(Moments::mean).sum();
        (!strata.is_empty()).then(|| sum / strata.len() as f64)
    }

    /// Returns the standard error of the mean, or `None` with fewer than two numbers.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let strata = self.weighing_the_same();
        let errors: Option<Vec<f64>> = strata.iter().map(Moments::standard_error).collect();
        let squares: f64 = errors?.iter().map(|error| error * error).sum();
        (!strata.is_empty()).then(|| squares.sqrt() / strata.len() as f64)
    }

    /// Returns the degrees of freedom of the standard error, by Satterthwaite (1946); 0 with fewer than two
    /// numbers.
    #[must_use]
    pub fn freedom(&self) -> f64 {
        let strata = self.weighing_the_same();
        let square = |moments: &Moments| moments.standard_error().map(|error| error * error);
        let squares: Option<Vec<f64>> = strata.iter().map(square).collect();
        squares.filter(|squares| !squares.is_empty()).map_or(0.0, |squares| satterthwaite(&strata, &squares))
    }

    /// Returns the interval of the mean by Student's t, or `None` with fewer than two numbers, and where all
    /// numbers of each stratum agree but for rounding, which says nothing about the uncertainty.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        if error <= ROUNDING * mean.abs() {
            return None;
        }
        let half = student_t(self.freedom()) * error;
        Some(Interval { low: mean - half, high: mean + half })
    }

    /// Returns the p-value of a mean of 0, two-sided, by Student's t; `None` where there is no interval.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        self.interval()?;
        let student = StudentsT::new(0.0, 1.0, self.freedom()).ok()?;
        Some((2.0 * student.cdf(-(self.mean()? / self.standard_error()?).abs())).min(1.0))
    }

    fn weighing_the_same(&self) -> Vec<Moments> {
        let strata = self.moments();
        if strata.len() < 2 || strata.iter().all(|moments| moments.count() > 1) {
            return strata;
        }
        let mut pooled = Moments::default();
        strata.iter().for_each(|moments| pooled.merge(moments));
        vec![pooled]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[(usize, &[f64])]) -> Strata {
        let mut strata = Strata::default();
        for (stratum, values) in values {
            strata.extend(*stratum, values.iter().copied());
        }
        strata
    }

    #[test]
    fn strata_weigh_the_same() {
        let strata = of(&[(0, &[1.0, 3.0]), (7, &[10.0, 10.0, 16.0])]);
        assert_eq!((strata.count(), strata.mean()), (5, Some(7.0)));
        // Variances of the means: 2/2 and 12/3.
        assert!((strata.standard_error().unwrap() - (1.0_f64 + 4.0).sqrt() / 2.0).abs() < 1e-12);
    }

    #[test]
    fn moments_are_as_good_as_their_numbers() {
        let mut merged = of(&[(0, &[1.0]), (7, &[10.0, 10.0, 16.0])]);
        merged.merge(0, &of(&[(0, &[3.0])]).moments()[0]);
        assert_eq!(merged, of(&[(0, &[1.0, 3.0]), (7, &[10.0, 10.0, 16.0])]));
    }

    #[test]
    fn a_stratum_of_one_number_pools_all() {
        let strata = of(&[(0, &[1.0]), (1, &[2.0, 3.0])]);
        assert_eq!(strata.mean(), Some(2.0));
        assert!((strata.standard_error().unwrap() - (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn intervals_are_those_of_student() {
        // One stratum: mean 2, standard error 1/sqrt(3), t(2) = 4.3027.
        let Interval { low, high } = of(&[(0, &[1.0, 2.0, 3.0])]).interval().unwrap();
        assert!((low - (2.0 - 4.302_653 / 3f64.sqrt())).abs() < 1e-5 && (high + low - 4.0).abs() < 1e-12);
        assert_eq!(of(&[(0, &[1.0, 1.0]), (1, &[3.0, 3.0])]).interval(), None);
        assert_eq!(of(&[(0, &[0.0, 0.0])]).interval(), None);
        let (third, next) = (1.0 / 3.0, 0.333_333_333_333_333_26);
        assert_eq!(of(&[(0, &[third, next, third, next])]).interval(), None);
        assert_eq!((Strata::default().interval(), of(&[(0, &[1.0])]).interval()), (None, None));
    }

    #[test]
    fn too_few_numbers_have_no_error() {
        assert_eq!((Strata::default().mean(), Strata::default().standard_error()), (None, None));
        assert_eq!((of(&[(3, &[2.0])]).mean(), of(&[(3, &[2.0])]).standard_error()), (Some(2.0), None));
    }
}
