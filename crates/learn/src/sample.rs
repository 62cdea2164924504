//! Positions of self-play, and what a network should say of them.
//!
//! Samples follow from the number of their game and the seed, wherever a part begins. Their files appear
//! whole, by renaming.

mod code;
mod file;

use tradewinds_game::features::Block;
use tradewinds_game::{ActionFeatures, Inputs, PerSeat, Seat};

pub use file::{SampleError, SampleSource, read_samples, read_source, write_samples};

/// An action that was open at a decision.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SampleAction {
    /// The features that name it.
    pub features: ActionFeatures,
    /// The score of the hand-written policy.
    pub score: f32,
    /// The share with which the network should choose it, 0 to 1; together they are 1.
    pub target: f32,
}

/// A position, and what a network should say of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The number of its game, from 0. Samples of one game belong together: hold out games, not samples.
    pub game: u32,
    /// The seat for which the inputs are written; it decides, if the sample teaches a policy.
    pub seat: Seat,
    /// The rules of the game: the differences of their [block](tradewinds_game::RuleBlock).
    pub rules: Vec<(u16, i16)>,
    /// The inputs.
    pub inputs: Inputs,
    /// The win share that each seat should get, in 0 to 1; together 1.
    pub shares: PerSeat<f32>,
    /// The points that each seat has at the end of the game.
    pub points: PerSeat<f32>,
    /// The actions, in the game's order; empty if the sample teaches no policy.
    pub actions: Vec<SampleAction>,
}

impl Sample {
    /// Makes a sample to read others into.
    #[must_use]
    pub fn new() -> Self {
        Self {
            game: 0,
            seat: Seat::new(0),
            rules: Vec::new(),
            inputs: Inputs::new(0),
            shares: PerSeat::new(0),
            points: PerSeat::new(0),
            actions: Vec::new(),
        }
    }
}

impl Default for Sample {
    fn default() -> Self {
        Self::new()
    }
}

/// Samples in memory: a few hundred bytes each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Samples {
    bytes: Vec<u8>,
    /// The end of each sample.
    ends: Vec<u64>,
    /// The game of each sample.
    games: Vec<u32>,
    /// The rules of the samples, wherever they are others than those of the sample before; the standard rules come first.
    rules: Vec<RulesFrom>,
}

/// Rules of samples that stand together.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RulesFrom {
    /// The first of these samples.
    first: u64,
    differences: Vec<(u16, i16)>,
}

impl Samples {
    /// Returns the number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of bytes that the samples take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let rules = self.rules.iter().map(|from| size_of::<RulesFrom>() + 4 * from.differences.len());
        self.bytes.len() + self.ends.len() * (size_of::<u64>() + size_of::<u32>()) + rules.sum::<usize>()
    }

    /// Returns the game of a sample.
    ///
    /// # Panics
    /// If there is no such sample.
    #[must_use]
    pub fn game(&self, index: usize) -> u32 {
        self.games[index]
    }

    /// Reads a sample into `sample`, whose memory is used again.
    ///
    /// # Panics
    /// If there is no such sample.
    pub fn read(&self, index: usize, sample: &mut Sample) {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
        let mut bytes = &self.bytes[start..self.ends[index] as usize];
        code::read(&mut bytes, sample).expect("samples in memory were checked when they were added");
        sample.rules.clear();
        sample.rules.extend_from_slice(self.rules_of(index));
    }

    /// Returns the rules of a sample: the differences of their block.
    fn rules_of(&self, index: usize) -> &[(u16, i16)] {
        let before = self.rules.partition_point(|from| from.first <= index as u64);
        before.checked_sub(1).map_or(&[], |place| &self.rules[place].differences)
    }

    /// Notes the rules of the samples that are added from now on.
    fn rules_now(&mut self, differences: &[(u16, i16)]) {
        let now = self.rules.last().map_or(&[][..], |from| &from.differences);
        if now != differences {
            self.rules.push(RulesFrom { first: self.len() as u64, differences: differences.to_vec() });
        }
    }

    /// Adds a sample.
    ///
    /// # Panics
    /// If the shares or the points are not those of the seats of the inputs, or one of them or a score is not finite.
    pub fn push(&mut self, sample: &Sample) {
        let players = sample.inputs.seats().len();
        assert!(sample.shares.len() == players && sample.points.len() == players, "a value for each seat");
        let scores = sample.actions.iter().flat_map(|open| [open.score, open.target]);
        let mut numbers = sample.shares.iter().chain(sample.points.iter()).copied().chain(scores);
        assert!(numbers.all(f32::is_finite), "scores and targets are numbers: {sample:?}");
        self.rules_now(&sample.rules);
        code::write(&mut self.bytes, sample);
        self.ends.push(self.bytes.len() as u64);
        self.games.push(sample.game);
    }

    /// Adds all samples of `other`, with `games` added to the numbers of their games.
    pub fn append(&mut self, other: &Self, games: u32) {
        let (mut start, mut rules) = (0, other.rules.iter().peekable());
        if other.rules.first().is_none_or(|from| from.first > 0) && !other.is_empty() {
            self.rules_now(&[]);
        }
        for (index, (&end, &game)) in other.ends.iter().zip(&other.games).enumerate() {
            if let Some(from) = rules.next_if(|from| from.first == index as u64) {
                self.rules_now(&from.differences);
            }
            code::copy(&mut self.bytes, &other.bytes[start..end as usize], game + games);
            self.ends.push(self.bytes.len() as u64);
            self.games.push(game + games);
            start = end as usize;
        }
    }
}

/// Returns whether all indices of the inputs and of the actions lie in a table of features.
fn fits(sample: &Sample, features: &tradewinds_game::FeatureTable) -> bool {
    let below = |block: &Block, size: usize| {
        block.active().iter().all(|&index| usize::from(index) < size)
            && block.numbers().iter().all(|&(index, _)| usize::from(index) < size)
    };
    let (seat, table, action) = (features.seat_size(), features.table_size(), features.action_size());
    let rules = features.rule_size();
    sample.rules.iter().all(|&(input, _)| usize::from(input) < rules)
        && sample.inputs.seats().iter().all(|block| below(block, seat))
        && below(&sample.inputs.table, table)
        && sample.actions.iter().flat_map(|open| &open.features).all(|&index| usize::from(index) < action)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tradewinds_game::{Dice as _, Seed};

    /// Makes a sample of chance, for a table of features with at least 40 indices a block.
    pub(crate) fn made_up(seed: u64) -> Sample {
        let mut rng = Seed(seed).rng();
        let players = 2 + rng.below(4) as usize;
        let mut inputs = Inputs::new(players);
        let mut fill = |block: &mut Block| {
            for index in 0..30 {
                if rng.below(3) == 0 {
                    block.push_active(index);
                }
            }
            for index in 30..40 {
                if rng.below(4) == 0 {
                    block.push_number(index, 1 + rng.below(300) as i16);
                }
            }
        };
        Seat::all(players).for_each(|seat| fill(inputs.seat_mut(seat)));
        fill(&mut inputs.table);
        let actions = (0..rng.below(5))
            .map(|_| SampleAction {
                features: [1, 7, 39].into_iter().filter(|_| rng.below(2) == 0).collect(),
                score: rng.below(1000) as f32 / 7.0 - 50.0,
                target: rng.below(100) as f32 / 100.0,
            })
            .collect();
        let shares = PerSeat::from_fn(players, |_| rng.below(100) as f32 / 100.0);
        let points = PerSeat::from_fn(players, |_| rng.below(900) as f32 / 10.0);
        let (game, seat, rules) = (rng.below(1000), Seat::new(players - 1), Vec::new());
        Sample { game, seat, rules, inputs, shares, points, actions }
    }

    #[test]
    fn samples_are_read_as_they_were_written() {
        let mut made: Vec<Sample> = (0..50).map(made_up).collect();
        made[3..8].iter_mut().for_each(|sample| sample.rules = vec![(2, -3), (7, 1)]);
        made[49].rules = vec![(0, 1)];
        let mut samples = Samples::default();
        made.iter().for_each(|sample| samples.push(sample));
        let mut read = Sample::new();
        for (index, sample) in made.iter().enumerate().rev() {
            samples.read(index, &mut read);
            assert_eq!(read, *sample);
            assert_eq!(samples.game(index), sample.game);
        }
        let mut twice = samples.clone();
        twice.append(&samples, 1000);
        twice.read(51, &mut read);
        assert_eq!((twice.len(), read.game, &read.inputs), (100, made[1].game + 1000, &made[1].inputs));
        for (index, sample) in made.iter().chain(&made).enumerate() {
            twice.read(index, &mut read);
            assert_eq!(read.rules, sample.rules, "{index}");
        }
    }
}
