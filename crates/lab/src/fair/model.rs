//! What changed numbers do to the win shares of the starting places: a model over the numbers of the rules.

use std::collections::BTreeMap;

use super::super::balance::FairTarget;
use super::play::Ended;
use super::space::{Point, Space};
use tradewinds_stats::{Alternative, z_test};

/// The standard deviation of what a change does to a place's win share at the end of its range, before a game is played:
/// in proportion to its steps, and beside that.
const IN_PROPORTION: f64 = 0.08;
const BESIDE: f64 = 0.05;
/// That of what two such changes do together, beyond the sum of what each does.
const TOGETHER: f64 = 0.04;
/// What a change does differs between levels of play: by this part of these variances.
const BETWEEN_LEVELS: f64 = 0.25;
/// The part of these variances that a change has at least, and at most, once it has played alone: changes differ much in
/// what they do.
const SCALES: [f64; 2] = [0.02, 2.0];

/// A target as the search measures it: numbers of a game whose means have to be near each other, or near 0. They are in
/// units in which what is just fair is as far off for every target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Goal {
    pub(super) target: FairTarget,
    /// The line-up whose games it reads.
    pub(super) course: usize,
    /// How many numbers a game has.
    pub(super) numbers: usize,
    /// What counts as 0, in the target's own units.
    pub(super) middle: f64,
    /// What counts as 1.
    pub(super) unit: f64,
    /// Whether distances count from 0, not from the mean of the numbers.
    pub(super) is_fixed: bool,
}

impl Goal {
    /// Returns a number of a game, and how many it is the sum of: of an item, its owners.
    fn number(&self, ended: &Ended, place: usize) -> (f64, f64) {
        let (sum, of) = match self.target {
            FairTarget::Length => (f64::from(ended.rounds), 1.0),
            FairTarget::Seats | FairTarget::Strategies | FairTarget::Skill => (ended.share(place), 1.0),
            FairTarget::Items => {
                let owners = ended.owners[place];
                (ended.share_of(owners), f64::from(owners.count_ones()))
            }
        };
        ((sum - self.middle * of) / self.unit, of)
    }

    /// Returns half of what a win or a round adds to a number.
    fn half(&self) -> f64 {
        0.5 / self.unit
    }
}

/// The mean of each number of a goal, the win share of each starting place for example, with an error.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shares {
    pub(super) shares: Vec<f64>,
    /// The mean variance of a place's share.
    pub(super) variance: f64,
    /// The games behind it.
    pub(super) games: usize,
    /// Whether distances count from 0, not from the mean.
    is_fixed: bool,
}

impl Shares {
    /// Estimates the shares of a run beside a longer one under the starting rules, with the same deals.
    ///
    /// What the deals of the run do to the starting rules is taken off, as far as the two go together (a control variate;
    /// Lavenberg and Welch 1981, *Management Science* 27, 322-335). `None` with fewer than two games that count.
    pub(super) fn new(goal: &Goal, run: &[Ended], start: &[Ended]) -> Option<Self> {
        let places = goal.numbers;
        let pairs: Vec<(&Ended, &Ended)> =
            run.iter().zip(start).filter(|(own, other)| own.is_whole() && other.is_whole()).collect();
        let games = pairs.len() as f64;
        if pairs.len() < 2 {
            return None;
        }
        let longer: Vec<&Ended> = start.iter().filter(|ended| ended.is_whole()).collect();
        let all = longer.len() as f64;
        let (mut own, mut other, mut both, mut means) = (0.0, 0.0, 0.0, Vec::new());
        for place in 0..places {
            let x = Mean::new(goal, place, pairs.iter().map(|pair| pair.0));
            let y = Mean::new(goal, place, pairs.iter().map(|pair| pair.1));
            for pair in &pairs {
                let dx = x.distance(goal.number(pair.0, place));
                let dy = y.distance(goal.number(pair.1, place));
                own += dx * dx;
                other += dy * dy;
                both += dx * dy;
            }
            means.push((x.value, y.value, Mean::new(goal, place, longer.iter().copied()).value));
        }
        let slope = if other > 0.0 { (both / other).clamp(0.0, 1.0) } else { 0.0 };
        let shares = means.iter().map(|(x, y, longer)| x - slope * (y - longer)).collect();
        let each = 1.0 / (places as f64 * (games - 1.0));
        // Not below the least variance of a number that is the same in nearly every game.
        let rest = (own - 2.0 * slope * both + slope * slope * other) * each;
        let variance = (rest / games + slope * slope * other * each / all).max((goal.half() / games).powi(2));
        Some(Self { shares, variance, games: pairs.len(), is_fixed: goal.is_fixed })
    }

    /// Estimates how unequal the places are, free of what noise adds.
    pub(super) fn spread(&self) -> Unequal {
        Unequal::new(&self.shares, self.variance, self.is_fixed, true)
    }
}

/// The mean of a number over games: a sum by what it is the sum of.
struct Mean {
    value: f64,
    /// What it is the sum of, a game.
    of: f64,
}

impl Mean {
    /// Averages a number of a goal.
    fn new<'a>(goal: &Goal, place: usize, games: impl Iterator<Item = &'a Ended>) -> Self {
        let (mut sum, mut of, mut count) = (0.0, 0.0, 0.0);
        for (number, weight) in games.map(|ended| goal.number(ended, place)) {
            sum += number;
            of += weight;
            count += 1.0;
        }
        // What nobody owns wins nothing.
        Self { of: of / count, value: if of > 0.0 { sum / of } else { 0.0 } }
    }

    /// Returns what a game adds to the mean beyond its part (the linear part of a ratio's error).
    fn distance(&self, (number, of): (f64, f64)) -> f64 {
        if self.of > 0.0 { (number - self.value * of) / self.of } else { 0.0 }
    }
}

/// The mean squared distance of win shares from their mean, with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Unequal {
    pub(super) square: f64,
    pub(super) error: f64,
}

impl Unequal {
    /// Works it out from shares with a variance. `measured`: of an estimate, which noise makes too unequal; else of what a
    /// model expects, without the inequality that its own error would add, so that what is not known has a chance.
    fn new(shares: &[f64], variance: f64, is_fixed: bool, measured: bool) -> Self {
        let number = shares.len() as f64;
        let mean = if is_fixed { 0.0 } else { shares.iter().sum::<f64>() / number };
        // Shares sum to 1: the variance lies in one direction fewer than there are places.
        let free = if is_fixed { number } else { number - 1.0 };
        let square = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / number;
        let each = variance * number / free;
        let error = (2.0 * free * each * each + 4.0 * each * square * number).sqrt() / number;
        Self { square: if measured { square - variance } else { square }, error }
    }

    /// Returns the ends of its interval, `z` standard errors to either side.
    pub(super) fn ends(&self, z: f64) -> (f64, f64) {
        (self.square - z * self.error, self.square + z * self.error)
    }

    /// Returns the logarithm of the probability that it is at most `square`.
    pub(super) fn log_chance(&self, square: f64) -> f64 {
        let z = (square - self.square) / self.error.max(1e-12);
        if z < -6.0 {
            // The tail of the normal distribution.
            return -z * z / 2.0 - (-z * 2.5).ln();
        }
        (1.0 - z_test(z, 1.0, 0.0, Alternative::Greater)).max(1e-12).ln()
    }
}

/// A normal distribution over what each step of each change does to the shares, given the games.
#[derive(Clone)]
pub(super) struct Model<'a> {
    space: &'a Space,
    start: Vec<f64>,
    /// Whether distances count from 0, not from the mean.
    is_fixed: bool,
    /// The part of the variances that each change has.
    scales: Vec<f64>,
    /// The part of them that is open before a game is played: all, or what differs between levels of play.
    open: f64,
    /// The changes with their steps: the effects by their numbers.
    effects: Vec<(usize, i64)>,
    /// The number of the first effect of each change.
    firsts: Vec<usize>,
    /// The number of the effect of two changes together beyond the sum, where they were played.
    beyond: BTreeMap<[(usize, i64); 2], usize>,
    /// By effect, of each place.
    means: Vec<Vec<f64>>,
    covariance: Vec<Vec<f64>>,
}

impl<'a> Model<'a> {
    /// Learns from what was played; `start` is the shares under the starting rules.
    pub(super) fn new(space: &'a Space, start: &Shares, played: &BTreeMap<Point, Shares>) -> Self {
        let steps =
            |change: usize| (space.steps(change).0..=space.steps(change).1).filter(|&steps| steps != 0);
        let keys: Vec<(usize, i64)> =
            (0..space.changes()).flat_map(|change| steps(change).map(move |steps| (change, steps))).collect();
        let scales = scales(space, start, played);
        let covariance = |&(change, own): &(usize, i64), &(other_change, other): &(usize, i64)| {
            if change != other_change {
                return 0.0;
            }
            covariance_before(space, &scales, change, own, other)
        };
        let covariance: Vec<Vec<f64>> =
            keys.iter().map(|own| keys.iter().map(|other| covariance(own, other)).collect()).collect();
        let means = vec![vec![0.0; start.shares.len()]; keys.len()];
        let firsts = (0..space.changes()).map(|change| keys.partition_point(|key| key.0 < change)).collect();
        let mut model = Self {
            space,
            start: start.shares.clone(),
            is_fixed: start.is_fixed,
            scales,
            open: 1.0,
            effects: keys,
            firsts,
            beyond: BTreeMap::new(),
            means,
            covariance,
        };
        model.learn_all(played);
        model
    }

    /// Makes the model of another level of play, where changes do about the same. It starts from what this model knows,
    /// and learns from that level's games (co-kriging; Kennedy and O'Hagan 2000, *Biometrika* 87, 1-13).
    pub(super) fn beside(&self, start: &Shares, played: &BTreeMap<Point, Shares>) -> Self {
        let mut model = self.clone();
        model.start.clone_from(&start.shares);
        model.open = BETWEEN_LEVELS;
        for (row, &(change, own)) in self.effects.iter().enumerate() {
            for (column, &(other_change, other)) in self.effects.iter().enumerate() {
                if change == other_change {
                    model.covariance[row][column] += BETWEEN_LEVELS * self.before(change, own, other);
                }
            }
        }
        for (pair, &row) in &self.beyond {
            model.covariance[row][row] += model.together(pair);
        }
        model.learn_all(played);
        model
    }

    /// Returns the covariance of what two numbers of steps of a change do, before a game is played.
    fn before(&self, change: usize, own: i64, other: i64) -> f64 {
        covariance_before(self.space, &self.scales, change, own, other)
    }

    fn learn_all(&mut self, played: &BTreeMap<Point, Shares>) {
        let changed = played.iter().filter(|(point, _)| !point.is_empty());
        changed.for_each(|(point, shares)| self.learn(point, shares));
    }

    /// Learns from the shares under changed rules (a step of Kalman's filter).
    fn learn(&mut self, point: &Point, shares: &Shares) {
        for pair in pairs(point) {
            if self.beyond.contains_key(&pair) {
                continue;
            }
            self.beyond.insert(pair, self.means.len());
            self.means.push(vec![0.0; self.start.len()]);
            self.covariance.iter_mut().for_each(|row| row.push(0.0));
            let mut row = vec![0.0; self.means.len()];
            row[self.means.len() - 1] = self.together(&pair);
            self.covariance.push(row);
        }
        let (expected, variance) = self.expected(point);
        let of = self.effects_of(point);
        let gains: Vec<f64> = (0..self.means.len())
            .map(|row| of.iter().map(|&effect| self.covariance[row][effect]).sum::<f64>())
            .collect();
        let total = variance + shares.variance;
        for (row, gain) in gains.iter().enumerate().filter(|(_, gain)| **gain != 0.0) {
            for (place, mean) in self.means[row].iter_mut().enumerate() {
                *mean += gain / total * (shares.shares[place] - expected[place]);
            }
            self.covariance[row]
                .iter_mut()
                .zip(&gains)
                .for_each(|(cell, other)| *cell -= gain * other / total);
        }
    }

    /// Returns the variance of what two changes do together, before they have played.
    fn together(&self, &[(one, _), (other, _)]: &[(usize, i64); 2]) -> f64 {
        self.open * TOGETHER.powi(2) * (self.scales[one] * self.scales[other]).sqrt()
    }

    fn effects_of(&self, point: &[(usize, i64)]) -> Vec<usize> {
        let number = |&(change, steps): &(usize, i64)| {
            // 0 steps are no effect.
            let place = steps - self.space.steps(change).0 - i64::from(steps > 0);
            self.firsts[change] + place as usize
        };
        let mut effects: Vec<usize> = point.iter().map(number).collect();
        if !self.beyond.is_empty() {
            effects.extend(pairs(point).filter_map(|pair| self.beyond.get(&pair)));
        }
        effects
    }

    /// Returns the shares that are expected of changed rules, and the variance of each.
    fn expected(&self, point: &[(usize, i64)]) -> (Vec<f64>, f64) {
        let effects = self.effects_of(point);
        let mut shares = self.start.clone();
        for &effect in &effects {
            shares.iter_mut().zip(&self.means[effect]).for_each(|(share, mean)| *share += mean);
        }
        let rows = effects
            .iter()
            .map(|&row| effects.iter().map(|&column| self.covariance[row][column]).sum::<f64>());
        let unknown = pairs(point).filter(|pair| !self.beyond.contains_key(pair));
        let unknown = unknown.map(|pair| self.together(&pair)).sum::<f64>();
        (shares, rows.sum::<f64>().max(0.0) + unknown)
    }

    /// Returns how unequal the places are expected to be under changed rules.
    pub(super) fn spread(&self, point: &[(usize, i64)]) -> Unequal {
        let (shares, variance) = self.expected(point);
        Unequal::new(&shares, variance, self.is_fixed, false)
    }

    /// Lists all single changes, by change and step.
    pub(super) fn singles(&self) -> impl Iterator<Item = (usize, i64)> {
        self.effects.iter().copied()
    }
}

/// Lists the pairs of changes that are made together.
fn pairs(point: &[(usize, i64)]) -> impl Iterator<Item = [(usize, i64); 2]> {
    point.iter().enumerate().flat_map(|(index, &other)| point[..index].iter().map(move |&one| [one, other]))
}

/// Returns the covariance of what two numbers of steps of a change do, which has a part of the variance.
fn covariance_before(space: &Space, scales: &[f64], change: usize, own: i64, other: i64) -> f64 {
    let (low, high) = space.steps(change);
    scales[change] * unplayed(own, other, (-low).max(high) as f64)
}

/// Returns the covariance of what two numbers of steps of a change do, of at most `most`, before a game is played.
fn unplayed(one: i64, other: i64, most: f64) -> f64 {
    let near = if (one > 0) == (other > 0) { one.abs().min(other.abs()) as f64 / most } else { 0.0 };
    IN_PROPORTION.powi(2) * (one * other) as f64 / (most * most) + BESIDE.powi(2) * near
}

/// Estimates for each change how much it does, as a part of the variance before a game is played, from the games in which
/// it is the only one (empirical Bayes; Efron and Morris 1973, *JASA* 68, 117-130); 1 without such games.
fn scales(space: &Space, start: &Shares, played: &BTreeMap<Point, Shares>) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); space.changes()];
    for (point, shares) in played {
        let [(change, steps)] = point[..] else { continue };
        let (low, high) = space.steps(change);
        let squares = shares.shares.iter().zip(&start.shares).map(|(own, start)| (own - start).powi(2));
        let square = squares.sum::<f64>() / start.shares.len() as f64 - shares.variance - start.variance;
        let (done, expected) = &mut sums[change];
        *done += square;
        *expected += unplayed(steps, steps, (-low).max(high) as f64);
    }
    let [least, most] = SCALES;
    let scale = |(done, expected): (f64, f64)| {
        if expected > 0.0 { (done / expected).clamp(least, most) } else { 1.0 }
    };
    sums.into_iter().map(scale).collect()
}
