//! Real numbers to whole numbers.

use std::fmt;

use crate::integers::{EXPONENTS, Exponents, Integers, UNIT_EXPONENTS};
use crate::shape::Part;
use crate::weights::NetworkWeights;

/// Weights that whole numbers of 16 bits cannot hold: training went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unfit {
    /// A weight of this part is not a number.
    NotANumber(Part),
    /// A weight of this part is too large.
    TooLarge(Part),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber(part) => write!(f, "a weight in {part:?} is not a number"),
            Self::TooLarge(part) => write!(f, "a weight in {part:?} is too large for 16 bits"),
        }
    }
}

impl std::error::Error for Unfit {}

impl Integers {
    /// Rounds the weights, each part as finely as 16 bits, and sums of 32 bits, allow.
    pub(crate) fn quantised(weights: &NetworkWeights, manifest: &str) -> Result<Self, Unfit> {
        for part in Part::ALL {
            if weights[part].iter().any(|weight| !weight.is_finite()) {
                return Err(Unfit::NotANumber(part));
            }
        }
        let mut integers = Self {
            spec: weights.spec,
            size: weights.size,
            manifest: manifest.to_owned(),
            exponents: Exponents {
                units: *UNIT_EXPONENTS.end(),
                value: *EXPONENTS.end(),
                strength: *EXPONENTS.end(),
                points: *EXPONENTS.end(),
                query: *EXPONENTS.end(),
                action: *EXPONENTS.end(),
            },
            points_one: weights.points_one,
            score_share: weights[Part::ScoreShare][0],
            values: Vec::new(),
        };
        loop {
            integers.values = integers.rounded(weights);
            let Some(part) = integers.too_large() else { return Ok(integers) };
            let exponents = &mut integers.exponents;
            let (exponent, least) = match part {
                Part::SeatRows | Part::TableRows | Part::RuleRows | Part::UnitBias => {
                    (&mut exponents.units, *UNIT_EXPONENTS.start())
                }
                Part::ValueOwn | Part::ValueMean | Part::ValueBias => {
                    (&mut exponents.value, *EXPONENTS.start())
                }
                Part::Strength => (&mut exponents.strength, *EXPONENTS.start()),
                Part::Points | Part::PointsBias => (&mut exponents.points, *EXPONENTS.start()),
                Part::QueryOwn | Part::QueryMean | Part::QueryBias => {
                    (&mut exponents.query, *EXPONENTS.start())
                }
                Part::ActionRows | Part::ActionBias | Part::ScoreShare => {
                    (&mut exponents.action, *EXPONENTS.start())
                }
            };
            if *exponent == least {
                return Err(Unfit::TooLarge(part));
            }
            *exponent -= 1;
        }
    }

    /// Returns the real numbers that the whole ones stand for.
    pub(crate) fn weights(&self) -> NetworkWeights {
        let mut weights = NetworkWeights::zero(self.spec, self.size);
        weights.points_one = self.points_one;
        for part in Part::ALL.into_iter().filter(|&part| part != Part::ScoreShare) {
            let one = f64::from(1_u32 << self.exponents.of(part));
            let numbers = self[part].iter().map(|&number| (f64::from(number) / one) as f32);
            weights[part].iter_mut().zip(numbers).for_each(|(weight, number)| *weight = number);
        }
        weights[Part::ScoreShare][0] = self.score_share;
        weights
    }

    /// Returns the weights times the powers of their exponents, rounded.
    fn rounded(&self, weights: &NetworkWeights) -> Vec<i32> {
        let mut values = Vec::with_capacity(weights.values.len());
        for part in Part::ALL.into_iter().filter(|&part| part != Part::ScoreShare) {
            let one = f64::from(1_u32 << self.exponents.of(part));
            // A number beyond 32 bits stays at the bound, which is too large.
            values.extend(weights[part].iter().map(|&weight| (f64::from(weight) * one).round() as i32));
        }
        values
    }
}
