//! The weights as they are trained, and the network by its formula.

use std::ops::{Index, IndexMut};

use tradewinds_game::features::{Block, ones};
use tradewinds_game::{Group, Inputs, PerSeat, Seat};

use crate::shape::{NetworkSpec, Part, Size};

/// The weights of a network as real numbers, part by part, with what they are made for.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkWeights {
    /// The game and its features.
    pub spec: NetworkSpec,
    /// The numbers of units.
    pub size: Size,
    /// How many points the output 1 of the points stands for.
    pub points_one: f32,
    /// All weights, in the order of [`Part::ALL`].
    pub values: Vec<f32>,
}

impl NetworkWeights {
    /// Makes weights that are all 0, with the whole hand-written score.
    ///
    /// # Panics
    /// If the size is not one of [`SIZES`](crate::SIZES).
    #[must_use]
    pub fn zero(spec: NetworkSpec, size: Size) -> Self {
        assert_eq!(size.fault(), None, "a network has an allowed size");
        let values = vec![0.0; Part::total(spec.features, size)];
        let mut weights = Self { spec, size, points_one: 1.0, values };
        weights[Part::ScoreShare][0] = 1.0;
        weights
    }

    /// Returns the weights by these rules, the differences of a block of rules: what the network reads of them is added
    /// to the biases of the units, as [`Network::for_rules`](crate::Network::for_rules) does in whole numbers.
    ///
    /// # Panics
    /// If an input is not one of the features.
    #[must_use]
    pub fn for_rules(&self, differences: &[(u16, i16)]) -> Self {
        let (mut weights, scales) = (self.clone(), self.spec.features.rule_scales());
        for &(input, difference) in differences {
            let (input, units) = (usize::from(input), self.size.units);
            let number = f32::from(difference) / f32::from(scales[input]);
            let row = &self[Part::RuleRows][input * units..][..units];
            weights[Part::UnitBias].iter_mut().zip(row).for_each(|(bias, weight)| *bias += number * weight);
        }
        weights
    }

    /// Returns the strength of each seat: the formula in real numbers, slow and plain, to compare with.
    #[must_use]
    pub fn strengths(&self, inputs: &Inputs) -> PerSeat<f32> {
        self.outputs(inputs, Part::Strength)
    }

    /// Returns the expected points of each seat, by the formula.
    #[must_use]
    pub fn points(&self, inputs: &Inputs) -> PerSeat<f32> {
        let bias = self[Part::PointsBias][0];
        self.outputs(inputs, Part::Points).map(|points| (points + bias) * self.points_one)
    }

    /// Returns the correction of each action of the seat that decides, given by its features, by the formula.
    #[must_use]
    pub fn corrections(&self, inputs: &Inputs, seat: Seat, actions: &[&[u16]]) -> Vec<f32> {
        let (units, mean) = self.first(inputs);
        let parts = [Part::QueryOwn, Part::QueryMean, Part::QueryBias];
        let query = self.second(parts, &units[seat.index()], &mean);
        let rows: Vec<&[f32]> = self[Part::ActionRows].chunks_exact(self.size.second).collect();
        let correction = |feature: u16| {
            let feature = usize::from(feature);
            dot(rows[feature], &query) + self[Part::ActionBias][feature]
        };
        actions.iter().map(|action| action.iter().map(|&feature| correction(feature)).sum()).collect()
    }

    fn outputs(&self, inputs: &Inputs, output: Part) -> PerSeat<f32> {
        let (units, mean) = self.first(inputs);
        let parts = [Part::ValueOwn, Part::ValueMean, Part::ValueBias];
        PerSeat::from_fn(units.len(), |seat| {
            dot(&self.second(parts, &units[seat.index()], &mean), &self[output])
        })
    }

    /// Returns the units of each seat, and their means.
    fn first(&self, inputs: &Inputs) -> (Vec<Vec<f32>>, Vec<f32>) {
        let mut table = self[Part::UnitBias].to_vec();
        let features = self.spec.features;
        add(&mut table, &self[Part::TableRows], features.table, &inputs.table);
        let units = inputs.seats().iter().map(|block| {
            let mut units = table.clone();
            add(&mut units, &self[Part::SeatRows], features.seat, block);
            units.iter().map(|unit| unit.clamp(0.0, 1.0)).collect::<Vec<f32>>()
        });
        let units: Vec<Vec<f32>> = units.collect();
        let players = units.len() as f32;
        let mean = (0..self.size.units).map(|unit| units.iter().map(|row| row[unit]).sum::<f32>() / players);
        let mean = mean.collect();
        (units, mean)
    }

    fn second(&self, [own, mean, bias]: [Part; 3], units: &[f32], means: &[f32]) -> Vec<f32> {
        let units_of = |part: Part| self[part].chunks_exact(self.size.units);
        let second = self[bias].iter().zip(units_of(own)).zip(units_of(mean));
        let second = second.map(|((bias, own), mean)| bias + dot(own, units) + dot(mean, means));
        second.map(|unit| unit.clamp(0.0, 1.0)).collect()
    }
}

impl Index<Part> for NetworkWeights {
    type Output = [f32];

    fn index(&self, part: Part) -> &[f32] {
        &self.values[part.range(self.spec.features, self.size)]
    }
}

impl IndexMut<Part> for NetworkWeights {
    fn index_mut(&mut self, part: Part) -> &mut [f32] {
        let range = part.range(self.spec.features, self.size);
        &mut self.values[range]
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds the rows of a block.
fn add(units: &mut [f32], rows: &[f32], groups: &[Group], block: &Block) {
    let ones = ones(groups);
    let active = block.active().iter().map(|&index| (index, 1.0));
    let numbers = block.numbers().iter().map(|&(index, number)| {
        let one = ones[usize::from(index)];
        (index, f32::from(number) / one)
    });
    for (index, input) in active.chain(numbers) {
        let row = &rows[usize::from(index) * units.len()..][..units.len()];
        units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += input * weight);
    }
}
