//! The genes of a game: all that its log leaves open, entry by entry.

use tradewinds_game::{Dice, Rng};

/// One draw: a key, and the number of values that it chose from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gene {
    pub(super) key: u32,
    pub(super) of: u32,
}

impl Gene {
    /// Makes the gene with a value, below `of`.
    pub(super) fn with_value(value: u32, of: u32) -> Self {
        let key = (u64::from(value) << 32).div_ceil(of.into()) as u32;
        Self { key, of }
    }

    /// Returns the value, below `of`: as near to the same share of another number of values as there is.
    pub(super) fn value(self) -> u32 {
        ((u64::from(self.key) * u64::from(self.of)) >> 32) as u32
    }
}

/// The draws made while one entry of the log is waited for, in order; those of the deal come first, as a stage of their
/// own.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    /// Throws of the dice.
    pub(super) throws: Vec<Gene>,
    /// For each decision, whether it turns up what no seat knows, which is then drawn first.
    pub(super) turned_up: Vec<bool>,
    /// Choices between decisions that agree with the log: the codes of the actions.
    pub(super) choices: Vec<u32>,
    /// The logarithm of the probability with which the policy decides as the log says.
    pub(super) likelihood: f32,
}

impl Stage {
    /// Returns whether a gene chooses between values.
    pub(super) fn is_free(&self) -> bool {
        !self.choices.is_empty() || self.is_thrown()
    }

    /// Returns whether a throw of the dice chooses between values.
    pub(super) fn is_thrown(&self) -> bool {
        self.throws.iter().any(|gene| gene.of > 1)
    }
}

/// Draws a key.
pub(super) fn new_key(rng: &mut Rng) -> u32 {
    rng.below(1 << 16) << 16 | rng.below(1 << 16)
}

/// Dice that show the throws of a stage.
pub(super) struct StageDice<'a> {
    pub(super) kept: Option<&'a Stage>,
    pub(super) rng: &'a mut Rng,
    pub(super) noted: &'a mut Vec<Gene>,
}

impl Dice for StageDice<'_> {
    fn below(&mut self, n: u32) -> u32 {
        let kept = self.kept.and_then(|stage| stage.throws.get(self.noted.len()));
        let key = kept.map_or_else(|| new_key(self.rng), |gene| gene.key);
        let gene = Gene { key, of: n };
        self.noted.push(gene);
        gene.value()
    }
}
