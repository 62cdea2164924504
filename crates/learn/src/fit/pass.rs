//! One sample forward and back: what the network says of it, and how each weight should change.

use std::ops::Range;

use tradewinds_game::features::{Block, ones};
use tradewinds_game::{FeatureTable, Group, MAX_SEATS, PerSeat, Seat};
use tradewinds_network::{Part, Size};

use super::settings::FitSettings;
use crate::sample::Sample;

/// The places of the parts among the weights, and what the inputs of each index are.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    ranges: [Range<usize>; Part::ALL.len()],
    /// For each index of a seat's block, 1 over the number that stands for an input of 1.
    seat_ones: Vec<f32>,
    table_ones: Vec<f32>,
    /// The same for each input of the block of rules.
    rule_ones: Vec<f32>,
    /// The weights of the losses of the points and of the policy.
    points: f32,
    policy: f32,
    /// How many points the output 1 stands for.
    points_one: f32,
}

impl Plan {
    pub(crate) fn new(features: &FeatureTable, size: Size, settings: &FitSettings, points_one: f32) -> Self {
        let inverse = |groups: &[Group]| ones(groups).into_iter().map(|one| 1.0 / one).collect();
        Self {
            ranges: Part::ALL.map(|part| part.range(features, size)),
            seat_ones: inverse(features.seat),
            table_ones: inverse(features.table),
            rule_ones: features.rule_scales().into_iter().map(|scale| 1.0 / f32::from(scale)).collect(),
            points: settings.points,
            policy: settings.policy,
            points_one,
        }
    }

    fn of<'a>(&self, weights: &'a [f32], part: Part) -> &'a [f32] {
        &weights[self.ranges[part as usize].clone()]
    }

    pub(crate) fn of_mut<'a>(&self, weights: &'a mut [f32], part: Part) -> &'a mut [f32] {
        &mut weights[self.ranges[part as usize].clone()]
    }

    /// Returns the inputs of the block of rules that are not 0.
    fn rules(&self, sample: &Sample) -> impl Iterator<Item = (usize, f32)> {
        let number = |&(input, difference): &(u16, i16)| {
            let input = usize::from(input);
            (input, f32::from(difference) * self.rule_ones[input])
        };
        sample.rules.iter().map(number)
    }

    fn rows<'a, const N: usize>(&self, weights: &'a [f32], part: Part) -> &'a [[f32; N]] {
        self.of(weights, part).as_chunks().0
    }

    fn rows_mut<'a, const N: usize>(&self, weights: &'a mut [f32], part: Part) -> &'a mut [[f32; N]] {
        self.of_mut(weights, part).as_chunks_mut().0
    }
}

/// The losses of a sample, before they are weighed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Losses {
    /// The cross-entropy of the win shares.
    pub value: f32,
    /// The mean over the seats of half the squared error of the points, in units of `points_one`.
    pub points: f32,
    /// The cross-entropy of the policy; 0 without actions.
    pub policy: f32,
}

impl Losses {
    /// Returns the loss that is minimised.
    #[cfg(test)]
    pub(crate) fn total(self, plan: &Plan) -> f32 {
        self.value + plan.points * self.points + plan.policy * self.policy
    }
}

/// The layers of a sample; kept between samples, so that nothing is allocated for each.
#[derive(Clone, Debug)]
pub(crate) struct Pass<const H: usize, const K: usize> {
    units: [[f32; H]; MAX_SEATS],
    mean: [f32; H],
    second: [[f32; K]; MAX_SEATS],
    query: [f32; K],
    strengths: PerSeat<f32>,
    points: PerSeat<f32>,
    /// The logits of the actions, then their probabilities.
    policy: Vec<f32>,
}

impl<const H: usize, const K: usize> Pass<H, K> {
    pub(crate) fn new() -> Self {
        Self {
            units: [[0.0; H]; MAX_SEATS],
            mean: [0.0; H],
            second: [[0.0; K]; MAX_SEATS],
            query: [0.0; K],
            strengths: PerSeat::new(0),
            points: PerSeat::new(0),
            policy: Vec::new(),
        }
    }

    /// Returns the win shares of the last sample.
    pub(crate) fn shares(&self) -> PerSeat<f32> {
        self.strengths.softmax()
    }

    /// Returns the second units of the last sample, which has so many seats.
    pub(crate) fn second_units(&self, players: usize) -> Vec<[f32; K]> {
        self.second[..players].to_vec()
    }

    /// Returns the expected points of the last sample.
    pub(crate) fn expected_points(&self, plan: &Plan) -> PerSeat<f32> {
        self.points.map(|points| points * plan.points_one)
    }

    /// Returns the probabilities of the actions of the last sample.
    pub(crate) fn policy(&self) -> &[f32] {
        &self.policy
    }

    /// Computes the layers, and the losses.
    pub(crate) fn forward(&mut self, plan: &Plan, weights: &[f32], sample: &Sample) -> Losses {
        let blocks = sample.inputs.seats();
        let players = blocks.len();
        let mut table = *plan.of(weights, Part::UnitBias).first_chunk::<H>().expect("a bias for each unit");
        let rules = plan.rows(weights, Part::RuleRows);
        for (input, number) in plan.rules(sample) {
            axpy(&mut table, number, &rules[input]);
        }
        add_block(&mut table, plan.rows(weights, Part::TableRows), &plan.table_ones, &sample.inputs.table);
        let rows = plan.rows(weights, Part::SeatRows);
        self.mean = [0.0; H];
        for (units, block) in self.units.iter_mut().zip(blocks) {
            *units = table;
            add_block(units, rows, &plan.seat_ones, block);
            clip(units);
            axpy(&mut self.mean, 1.0, units);
        }
        let share = 1.0 / players as f32;
        self.mean.iter_mut().for_each(|unit| *unit *= share);

        let parts = [Part::ValueOwn, Part::ValueMean, Part::ValueBias];
        let shared = self.shared(plan, weights, parts);
        let own = plan.rows::<H>(weights, Part::ValueOwn);
        (self.strengths, self.points) = (PerSeat::new(players), PerSeat::new(players));
        let (strength, points) = (plan.of(weights, Part::Strength), plan.of(weights, Part::Points));
        let points_bias = plan.of(weights, Part::PointsBias)[0];
        for seat in Seat::all(players) {
            let second = &mut self.second[seat.index()];
            *second = second_units(&shared, own, &self.units[seat.index()]);
            self.strengths[seat] = dot(second, strength.as_chunks::<K>().0.first().expect("K"));
            self.points[seat] = points_bias + dot(second, points.as_chunks::<K>().0.first().expect("K"));
        }
        let value = cross_entropy(&self.strengths, &sample.shares);
        let errors = self.points.iter().zip(sample.points.iter());
        let errors = errors.map(|(found, points)| found - points / plan.points_one);
        let points = errors.map(|error| 0.5 * error * error).sum::<f32>() * share;

        self.policy.clear();
        let mut policy = 0.0;
        if !sample.actions.is_empty() {
            let parts = [Part::QueryOwn, Part::QueryMean, Part::QueryBias];
            let shared = self.shared(plan, weights, parts);
            let own = plan.rows::<H>(weights, Part::QueryOwn);
            self.query = second_units(&shared, own, &self.units[sample.seat.index()]);
            let rows = plan.rows::<K>(weights, Part::ActionRows);
            let biases = plan.of(weights, Part::ActionBias);
            let score_share = plan.of(weights, Part::ScoreShare)[0];
            for action in &sample.actions {
                let mut row = [0.0; K];
                let mut logit = score_share * action.score;
                for &feature in &action.features {
                    axpy(&mut row, 1.0, &rows[usize::from(feature)]);
                    logit += biases[usize::from(feature)];
                }
                self.policy.push(logit + dot(&row, &self.query));
            }
            policy = softmax_entropy(&mut self.policy, sample);
        }
        Losses { value, points, policy }
    }

    /// Adds the gradient of the loss of the sample that went [`forward`](Pass::forward) last.
    pub(crate) fn backward(&self, plan: &Plan, weights: &[f32], sample: &Sample, gradient: &mut [f32]) {
        let blocks = sample.inputs.seats();
        let players = blocks.len();
        let mut units = [[0.0; H]; MAX_SEATS];
        let mut second_sum = [0.0; K];
        let shares = self.strengths.softmax();
        let total: f32 = sample.shares.iter().sum();
        let point_share = plan.points / players as f32;
        for seat in Seat::all(players) {
            let index = seat.index();
            let strength = total * shares[seat] - sample.shares[seat];
            let points = point_share * (self.points[seat] - sample.points[seat] / plan.points_one);
            let mut second = [0.0; K];
            for (part, slope) in [(Part::Strength, strength), (Part::Points, points)] {
                axpy(&mut second, slope, plan.rows(weights, part).first().expect("K"));
                axpy(plan.rows_mut(gradient, part).first_mut().expect("K"), slope, &self.second[index]);
            }
            plan.of_mut(gradient, Part::PointsBias)[0] += points;
            hold_clipped(&mut second, &self.second[index]);
            self.back_own(plan, weights, Part::ValueOwn, index, &second, &mut units[index], gradient);
            axpy(&mut second_sum, 1.0, &second);
        }
        let mut mean = [0.0; H];
        self.back_mean(plan, weights, [Part::ValueMean, Part::ValueBias], &second_sum, &mut mean, gradient);
        if !sample.actions.is_empty() {
            let query = self.back_policy(plan, weights, sample, gradient);
            let seat = sample.seat.index();
            self.back_own(plan, weights, Part::QueryOwn, seat, &query, &mut units[seat], gradient);
            self.back_mean(plan, weights, [Part::QueryMean, Part::QueryBias], &query, &mut mean, gradient);
        }
        let mut table = [0.0; H];
        let share = 1.0 / players as f32;
        for (index, block) in blocks.iter().enumerate() {
            axpy(&mut units[index], share, &mean);
            hold_clipped(&mut units[index], &self.units[index]);
            axpy(&mut table, 1.0, &units[index]);
            let rows = plan.rows_mut(gradient, Part::SeatRows);
            spread(rows, &plan.seat_ones, block, &units[index]);
        }
        axpy(plan.rows_mut(gradient, Part::UnitBias).first_mut().expect("H"), 1.0, &table);
        for (input, number) in plan.rules(sample) {
            axpy(&mut plan.rows_mut(gradient, Part::RuleRows)[input], number, &table);
        }
        spread(plan.rows_mut(gradient, Part::TableRows), &plan.table_ones, &sample.inputs.table, &table);
    }

    /// Returns what all seats share of a second layer.
    fn shared(&self, plan: &Plan, weights: &[f32], [_, mean, bias]: [Part; 3]) -> [f32; K] {
        let mut sums = *plan.of(weights, bias).first_chunk::<K>().expect("a bias for each unit");
        for (sum, row) in sums.iter_mut().zip(plan.rows::<H>(weights, mean)) {
            *sum += dot(row, &self.mean);
        }
        sums
    }

    /// Goes back from second units to the units of a seat.
    #[expect(clippy::too_many_arguments, reason = "all of them are parts of one sum")]
    fn back_own(
        &self,
        plan: &Plan,
        weights: &[f32],
        part: Part,
        seat: usize,
        second: &[f32; K],
        units: &mut [f32; H],
        gradient: &mut [f32],
    ) {
        let rows = plan.rows::<H>(weights, part);
        let gradients = plan.rows_mut::<H>(gradient, part);
        for ((&slope, row), gradient) in second.iter().zip(rows).zip(gradients) {
            if slope != 0.0 {
                axpy(units, slope, row);
                axpy(gradient, slope, &self.units[seat]);
            }
        }
    }

    /// Goes back from the second units of all seats to the means.
    fn back_mean(
        &self,
        plan: &Plan,
        weights: &[f32],
        [part, bias]: [Part; 2],
        second: &[f32; K],
        mean: &mut [f32; H],
        gradient: &mut [f32],
    ) {
        axpy(plan.rows_mut(gradient, bias).first_mut().expect("K"), 1.0, second);
        let rows = plan.rows::<H>(weights, part);
        let gradients = plan.rows_mut::<H>(gradient, part);
        for ((&slope, row), gradient) in second.iter().zip(rows).zip(gradients) {
            if slope != 0.0 {
                axpy(mean, slope, row);
                axpy(gradient, slope, &self.mean);
            }
        }
    }

    /// Goes back from the actions to the query.
    fn back_policy(&self, plan: &Plan, weights: &[f32], sample: &Sample, gradient: &mut [f32]) -> [f32; K] {
        let rows = plan.rows::<K>(weights, Part::ActionRows);
        // A share of 0 stays: the network is the whole policy.
        let has_scores = plan.of(weights, Part::ScoreShare)[0] != 0.0;
        let total: f32 = sample.actions.iter().map(|action| action.target).sum();
        let mut query = [0.0; K];
        for (action, &probability) in sample.actions.iter().zip(&self.policy) {
            let slope = plan.policy * (total * probability - action.target);
            for &feature in &action.features {
                let feature = usize::from(feature);
                axpy(&mut query, slope, &rows[feature]);
                axpy(&mut plan.rows_mut::<K>(gradient, Part::ActionRows)[feature], slope, &self.query);
                plan.of_mut(gradient, Part::ActionBias)[feature] += slope;
            }
            if has_scores {
                plan.of_mut(gradient, Part::ScoreShare)[0] += slope * action.score;
            }
        }
        hold_clipped(&mut query, &self.query);
        query
    }
}

/// Adds the rows of a block.
#[inline]
fn add_block<const H: usize>(units: &mut [f32; H], rows: &[[f32; H]], ones: &[f32], block: &Block) {
    for &index in block.active() {
        axpy(units, 1.0, &rows[usize::from(index)]);
    }
    for &(index, number) in block.numbers() {
        let index = usize::from(index);
        axpy(units, f32::from(number) * ones[index], &rows[index]);
    }
}

/// Adds the slopes of the units to the gradients of the rows of a block.
#[inline]
fn spread<const H: usize>(rows: &mut [[f32; H]], ones: &[f32], block: &Block, slopes: &[f32; H]) {
    for &index in block.active() {
        axpy(&mut rows[usize::from(index)], 1.0, slopes);
    }
    for &(index, number) in block.numbers() {
        let index = usize::from(index);
        axpy(&mut rows[index], f32::from(number) * ones[index], slopes);
    }
}

/// Returns the second units of a seat.
#[inline]
fn second_units<const H: usize, const K: usize>(
    shared: &[f32; K],
    own: &[[f32; H]],
    units: &[f32; H],
) -> [f32; K] {
    let mut second = *shared;
    for (sum, row) in second.iter_mut().zip(own) {
        *sum += dot(row, units);
    }
    clip(&mut second);
    second
}

#[inline]
fn clip<const N: usize>(units: &mut [f32; N]) {
    units.iter_mut().for_each(|unit| *unit = unit.clamp(0.0, 1.0));
}

/// Sets the slopes of the units that are clipped to 0.
#[inline]
fn hold_clipped<const N: usize>(slopes: &mut [f32; N], units: &[f32; N]) {
    for (slope, &unit) in slopes.iter_mut().zip(units) {
        *slope = if unit > 0.0 && unit < 1.0 { *slope } else { 0.0 };
    }
}

#[inline]
fn axpy<const N: usize>(sum: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, &weight) in sum.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

/// Returns the sum of the products, in eight sums that are added at the end.
#[inline]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut sums = [0.0_f32; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Returns the cross-entropy of the softmax of strengths against shares.
pub(crate) fn cross_entropy(strengths: &PerSeat<f32>, shares: &PerSeat<f32>) -> f32 {
    let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = strengths.iter().map(|strength| libm::expf(strength - most)).sum();
    let log = most + libm::logf(sum);
    strengths.iter().zip(shares.iter()).map(|(strength, share)| share * (log - strength)).sum()
}

/// Makes probabilities of logits, and returns their cross-entropy against the targets.
fn softmax_entropy(logits: &mut [f32], sample: &Sample) -> f32 {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| libm::expf(logit - most)).sum();
    let log = libm::logf(sum);
    let mut loss = 0.0;
    for (logit, action) in logits.iter_mut().zip(&sample.actions) {
        loss += action.target * (log - (*logit - most));
        *logit = libm::expf(*logit - most) / sum;
    }
    loss
}

#[cfg(test)]
mod tests;
