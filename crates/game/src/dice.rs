//! Randomness: the [`Dice`] that games draw from, and derived seeds.
//!
//! A game draws through [`Dice`] alone. [`Seed::derive`] gives separate streams for the deal, the chance of a
//! game, each bot and each worker; PCG32 is behind all of them. A throw of the dice in
//! [`Game::play`](crate::Game::play) *is* a random event (`chance` in the protocol), so a game throws none
//! where nothing is random. Changing a stream, an action code or a rule bumps `RULES_VERSION`.

use rand::{Rng as _, RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::hint::select_unpredictable;
use std::sync::Arc;

/// The generator behind all play: PCG XSH-RR 64/32 (LCG) of O'Neill 2014; games draw 32 bits at a time, and
/// it needs the fewest instructions for this.
pub type Rng = Pcg32;

/// A source of uniform random numbers; the only one that games use.
pub trait Dice {
    /// Draws uniformly from `0..n`.
    ///
    /// # Panics
    /// If `n` is 0.
    fn below(&mut self, n: u32) -> u32;

    /// Draws an index below `n`, without a throw if 0 is the only one.
    #[inline]
    fn index(&mut self, n: u32) -> u32 {
        if n > 1 { self.below(n) } else { 0 }
    }

    /// Draws like [`Dice::below`] if that is quick; otherwise returns `None` and leaves the dice as they are. A hot
    /// function that then ends in a call of a slower one saves no registers for the rare draws.
    #[inline]
    fn below_at_once(&mut self, n: u32) -> Option<u32> {
        Some(self.below(n))
    }
}

/// What `rand` draws by `random_range(0..n)`. Nearly all draws are decided by their first 32 bits, and only
/// these are inlined: the second draw of the method (Canon's) would double the code of every decision.
impl Dice for Rng {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        match self.below_at_once(n) {
            Some(number) => number,
            None => below_in_full(self, n),
        }
    }

    /// Draws in any case, and takes the throw back if there is nothing to choose: whether there is cannot be predicted.
    #[inline]
    fn index(&mut self, n: u32) -> u32 {
        let mut after = self.clone();
        let product = u64::from(after.next_u32()) * u64::from(n);
        if product as u32 >= n.wrapping_neg() {
            return index_in_full(self, n);
        }
        *self = select_unpredictable(n > 1, after, self.clone());
        (product >> 32) as u32
    }

    #[inline]
    fn below_at_once(&mut self, n: u32) -> Option<u32> {
        let mut after = self.clone();
        let product = u64::from(after.next_u32()) * u64::from(n);
        // Not `>`: an `n` of 0 goes the way that panics too.
        if product as u32 >= n.wrapping_neg() {
            return None;
        }
        *self = after;
        Some((product >> 32) as u32)
    }
}

/// Draws from `0..n` as the library does, with its second draw.
#[cold]
#[inline(never)]
fn below_in_full(rng: &mut Rng, n: u32) -> u32 {
    rng.random_range(0..n)
}

/// Draws an index from `0..n` with the second draw of [`below_in_full`], if there is something to choose.
#[cold]
#[inline(never)]
fn index_in_full(rng: &mut Rng, n: u32) -> u32 {
    if n > 1 { rng.random_range(0..n) } else { 0 }
}

/// Dice that count their throws, which shows whether a random event took place.
#[derive(Debug)]
pub struct CountingDice<'a, D: ?Sized> {
    dice: &'a mut D,
    throws: u64,
}

impl<'a, D: Dice + ?Sized> CountingDice<'a, D> {
    /// Counts the throws of `dice` from now on.
    pub fn new(dice: &'a mut D) -> Self {
        Self { dice, throws: 0 }
    }

    /// Returns the number of throws so far.
    #[must_use]
    pub fn throws(&self) -> u64 {
        self.throws
    }
}

impl<D: Dice + ?Sized> Dice for CountingDice<'_, D> {
    fn below(&mut self, n: u32) -> u32 {
        self.throws += 1;
        self.dice.below(n)
    }
}

/// Dice that first show given numbers, in order, and then draw from a generator: those of a game whose chance is known
/// throw by throw.
#[derive(Clone, Debug)]
pub struct ScriptedDice {
    shown: Arc<[u32]>,
    next: usize,
    rest: Rng,
}

impl ScriptedDice {
    /// Makes dice that show these numbers first. A throw below *n* shows the remainder of its number by *n*.
    #[must_use]
    pub fn new(shown: &[u32], rest: Rng) -> Self {
        Self { shown: shown.into(), next: 0, rest }
    }
}

impl From<Rng> for ScriptedDice {
    fn from(rest: Rng) -> Self {
        Self::new(&[], rest)
    }
}

impl Dice for ScriptedDice {
    fn below(&mut self, n: u32) -> u32 {
        match self.shown.get(self.next) {
            Some(number) => {
                self.next += 1;
                number % n
            }
            None => self.rest.below(n),
        }
    }
}

/// Shuffles a pile by Fisher-Yates from the end: for `k` from the last index down to 1, element `k`
/// changes places with element `below(k + 1)`.
#[inline]
pub fn shuffle<T, D: Dice + ?Sized>(pile: &mut [T], dice: &mut D) {
    for k in (1..pile.len()).rev() {
        pile.swap(k, dice.below(k as u32 + 1) as usize);
    }
}

/// A number from which a generator, or further seeds, are derived.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seed(pub u64);

/// The purpose of a derived random stream; streams of different purposes are independent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u64)]
#[non_exhaustive]
pub enum Purpose {
    /// The deal of a block.
    Deal = 1,
    /// The random events of a game after its deal.
    Chance = 2,
    /// A bot's own choices.
    Bot = 3,
    /// A worker of a search.
    Worker = 4,
    /// One iteration or sample of a study.
    Sample = 5,
    /// Resampling of blocks for an interval.
    Bootstrap = 6,
    /// Completing the unknown parts of a position.
    Completion = 7,
    /// Rules that are drawn by chance.
    Rules = 8,
}

impl Seed {
    /// Derives the seed of a purpose and index: both are folded in by the finalizer of SplitMix64
    /// (Steele, Lea and Flood 2014), so neighbouring indices give unrelated streams.
    #[must_use]
    pub fn derive(self, purpose: Purpose, index: u64) -> Self {
        let a = mix(self.0 ^ mix(purpose as u64));
        Self(mix(a.wrapping_add(index)))
    }

    /// Makes the generator of this seed.
    #[must_use]
    pub fn rng(self) -> Rng {
        Rng::seed_from_u64(self.0)
    }
}

/// The finalizer of SplitMix64 after one step of its counter.
const fn mix(x: u64) -> u64 {
    let z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the published SplitMix64 from state 1234567.
    #[test]
    fn mix_is_splitmix64() {
        let gamma = 0x9E37_79B9_7F4A_7C15_u64;
        let first = (0..3u64).map(|i| mix(1_234_567u64.wrapping_add(gamma.wrapping_mul(i))));
        let published = [6457827717110365317, 3203168211198807973, 9817491932198370423];
        assert!(first.eq(published));
    }

    #[test]
    fn derived_streams_are_pinned() {
        let seed = Seed(1);
        let first = |purpose, index| seed.derive(purpose, index).rng().below(1_000_000);
        let values = [
            first(Purpose::Deal, 0),
            first(Purpose::Deal, 1),
            first(Purpose::Chance, 0),
            first(Purpose::Bot, 0),
            first(Purpose::Worker, 0),
        ];
        assert_eq!(values, [280454, 224526, 557802, 926278, 901738]);
        let mut pile: Vec<u32> = (0..8).collect();
        shuffle(&mut pile, &mut seed.rng());
        assert_eq!(pile, [2, 7, 5, 6, 0, 4, 3, 1]);
    }

    /// The short way of a draw gives the same numbers as the library, and leaves the generator as it does.
    #[test]
    fn draws_are_those_of_the_library() {
        let (mut own, mut library) = (Seed(5).rng(), Seed(5).rng());
        let few = 1..60;
        // Second draws are rare for small numbers and frequent for these.
        let many = [1 << 31, (1 << 31) + 1, 3 << 30, u32::MAX - 1, u32::MAX];
        for round in 0..2_000 {
            for n in few.clone().chain(many) {
                assert_eq!(own.below(n), library.random_range(0..n), "round {round}, below {n}");
                assert_eq!((own.index(0), own.index(1)), (0, 0), "round {round}");
                let index = if n > 1 { library.random_range(0..n) } else { 0 };
                assert_eq!(own.index(n), index, "round {round}, an index below {n}");
            }
            assert_eq!(own, library, "round {round}");
        }
    }

    #[test]
    #[should_panic(expected = "empty range")]
    fn nothing_is_drawn_from_nothing() {
        Seed(5).rng().below(0);
    }

    #[test]
    fn counting_dice_count() {
        let mut rng = Seed(1).rng();
        let mut dice = CountingDice::new(&mut rng);
        dice.below(6);
        dice.below(6);
        assert_eq!(dice.throws(), 2);
    }
}
