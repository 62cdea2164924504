//! The weights as whole numbers: what a file holds.

use std::ops::{Index, RangeInclusive};

use crate::shape::{NetworkSpec, Part, Size};

/// The exponents of a network: a weight w is stored as round(w · 2^exponent).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exponents {
    /// Rows and biases of the first layer, and all units.
    pub units: u32,
    /// The second layer.
    pub value: u32,
    /// The share of each second unit in the strength.
    pub strength: u32,
    /// The share of each second unit in the points.
    pub points: u32,
    /// The second layer of the seat that decides.
    pub query: u32,
    /// The rows of the actions.
    pub action: u32,
}

/// The exponents that units may have. The sum of six units then is below 2^13, and rows reach to 32 at least.
pub(crate) const UNIT_EXPONENTS: RangeInclusive<u32> = 4..=10;
/// The exponents that other weights may have.
pub(crate) const EXPONENTS: RangeInclusive<u32> = 0..=14;

impl Exponents {
    /// Returns what a step of a sum of weighted units stands for; `exponent` is that of the weights.
    pub(crate) const fn step(&self, exponent: u32) -> f32 {
        1.0 / (1_u32 << (self.units + exponent)) as f32
    }

    /// Returns the exponent of a part; that of a bias is the one of the sum that it is added to.
    pub(crate) const fn of(&self, part: Part) -> u32 {
        match part {
            Part::SeatRows | Part::TableRows | Part::RuleRows | Part::UnitBias => self.units,
            Part::ValueOwn | Part::ValueMean => self.value,
            Part::ValueBias => self.value + self.units,
            Part::Strength => self.strength,
            Part::Points => self.points,
            Part::PointsBias => self.points + self.units,
            Part::QueryOwn | Part::QueryMean => self.query,
            Part::QueryBias => self.query + self.units,
            Part::ActionRows => self.action,
            Part::ActionBias => self.action + self.units,
            Part::ScoreShare => 0,
        }
    }
}

/// All weights as whole numbers, in the order of [`Part::ALL`]; the share of the score stands beside them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Integers {
    pub spec: NetworkSpec,
    pub size: Size,
    pub manifest: String,
    pub exponents: Exponents,
    pub points_one: f32,
    pub score_share: f32,
    pub values: Vec<i32>,
}

impl Index<Part> for Integers {
    type Output = [i32];

    fn index(&self, part: Part) -> &[i32] {
        &self.values[part.range(self.spec.features, self.size)]
    }
}

impl Integers {
    /// Returns the number of whole numbers of a network: all weights but the share of the score, the last one.
    pub(crate) fn count(spec: NetworkSpec, size: Size) -> usize {
        Part::total(spec.features, size) - 1
    }

    /// Returns how many of them come before the rows of the rules, which are the last ones.
    pub(crate) fn count_without_rules(spec: NetworkSpec, size: Size) -> usize {
        Part::RuleRows.range(spec.features, size).start
    }

    /// Returns whether some row of the rules is not 0: a network whose rows are all 0 has learned the standard rules
    /// alone, or one other set of rules without reading it.
    pub(crate) fn reads_rules(&self) -> bool {
        self[Part::RuleRows].iter().any(|&weight| weight != 0)
    }

    /// Returns the bias of each unit under these rules: the differences of a block of rules. A sum beyond 16 bits stays
    /// at the bound.
    pub(crate) fn bias(&self, differences: &[(u16, i16)]) -> Vec<i32> {
        let mut bias = self[Part::UnitBias].to_vec();
        let scales = if differences.is_empty() { Vec::new() } else { self.spec.features.rule_scales() };
        for &(input, difference) in differences {
            let input = usize::from(input);
            let (scale, units) = (i64::from(scales[input]), self.size.units);
            let row = &self[Part::RuleRows][input * units..][..units];
            for (bias, &weight) in bias.iter_mut().zip(row) {
                let product = i64::from(weight) * i64::from(difference);
                *bias += (2 * product + scale).div_euclid(2 * scale) as i32;
            }
        }
        bias.iter_mut().for_each(|bias| *bias = (*bias).clamp(i16::MIN.into(), i16::MAX.into()));
        bias
    }

    /// Returns the first part whose numbers are too large for inference: more than 16 bits in a weight, or sums
    /// that might need more than 32.
    pub(crate) fn too_large(&self) -> Option<Part> {
        let biases = [Part::ValueBias, Part::PointsBias, Part::QueryBias, Part::ActionBias];
        let weights =
            Part::ALL.into_iter().filter(|&part| part != Part::ScoreShare && !biases.contains(&part));
        for part in weights {
            if self[part].iter().any(|&weight| i16::try_from(weight).is_err()) {
                return Some(part);
            }
        }
        for [own, mean, bias] in [
            [Part::ValueOwn, Part::ValueMean, Part::ValueBias],
            [Part::QueryOwn, Part::QueryMean, Part::QueryBias],
        ] {
            let rows = |part: Part| self[part].chunks_exact(self.size.units);
            let mut sums = rows(own).zip(rows(mean)).zip(&self[bias]);
            if sums.any(|((own, mean), &bias)| !self.fits(own.iter().chain(mean), bias)) {
                return Some(own);
            }
        }
        if !self.fits(self[Part::Strength].iter(), 0) {
            return Some(Part::Strength);
        }
        if !self.fits(self[Part::Points].iter(), self[Part::PointsBias][0]) {
            return Some(Part::Points);
        }
        // A sum of a row's products has at most 2^30 in it, and a few biases are added.
        let most = self[Part::ActionBias].iter().map(|bias| bias.unsigned_abs()).max();
        (most.unwrap_or(0) >= 1 << 26).then_some(Part::ActionBias)
    }

    /// Returns whether a bias and weighted units surely stay within 32 bits.
    fn fits<'a>(&self, weights: impl Iterator<Item = &'a i32>, bias: i32) -> bool {
        let weights: i64 = weights.map(|&weight| i64::from(weight.unsigned_abs())).sum();
        (weights << self.exponents.units) + i64::from(bias.unsigned_abs()) < 1 << 30
    }
}
