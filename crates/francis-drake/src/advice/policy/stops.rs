//! A plan of stops: the best ones by what each is worth, found from the end of the street back.

use arrayvec::ArrayVec;

use super::chart::{ByTurns, LANES, TURNS};
use super::load::{Load, greatest};
use crate::limits::LOCATIONS;
use crate::words::Stop;

/// Stops on a street: the tiles, the investor, the dockside.
pub(super) const STOPS: usize = LOCATIONS + 6;

/// A stop that a plan may contain.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) stop: Stop,
    pub(super) position: u8,
    /// Turns and discs that it takes.
    pub(super) turns: usize,
    /// VP, by the current plan.
    pub(super) worth: f32,
    /// Its gain now.
    pub(super) load: Load,
    /// The share of it that is left after some turns.
    pub(super) left: ByTurns<f32>,
}

/// The options in the order of the street.
pub(super) type Options = ArrayVec<Choice, STOPS>;

/// The best total by the turns taken before, with room for the turns of one more stop.
type Totals = [f32; LANES + 4];

/// Returns how many groups of four turns can matter at an option: no more stops lie before it, and the last
/// disc is the last turn.
#[inline]
pub(super) fn groups(index: usize, discs: usize) -> usize {
    let last = (index + 1).min(discs.saturating_sub(1)).min(LANES - 1);
    last / 4 + 1
}

/// The best stops from each option on after each number of turns.
pub(super) struct Plan {
    /// The first option behind each option on the street.
    pub(super) next: [usize; STOPS],
    /// The best total of each option and those behind it. Minus infinity where the discs do not suffice.
    best: [Totals; STOPS + 1],
    /// The options taken after each number of turns, one bit each.
    taken: [u32; LANES],
}

impl Plan {
    /// Begins a plan for a number of discs, of at most [`TURNS`].
    pub(super) fn new(options: &Options, discs: usize) -> Self {
        let mut next = [options.len(); STOPS];
        let mut behind = options.len();
        for (index, pair) in options.windows(2).enumerate().rev() {
            if pair[1].position > pair[0].position {
                behind = index + 1;
            }
            next[index] = behind;
        }
        let mut best = [[f32::NEG_INFINITY; LANES + 4]; STOPS + 1];
        best[options.len()][..=discs.min(TURNS)].fill(0.0);
        Self { next, best, taken: [0; LANES] }
    }

    /// Finds the best stops by what each is worth at the moment.
    pub(super) fn solve(&mut self, options: &Options) {
        self.taken = [0; LANES];
        for (index, option) in options.iter().enumerate().rev() {
            let skipped = self.best[index + 1];
            let behind = &self.best[self.next[index]];
            // Each kind of stop has a loop of its own, whose turns are computed four at a time.
            let left = option.left.as_flattened();
            let taken: [f32; LANES] = match option.turns {
                1 => std::array::from_fn(|turns| left[turns] * option.worth + behind[turns + 1]),
                _ => std::array::from_fn(|turns| left[turns] * option.worth + behind[turns + 2]),
            };
            let bit = 1 << index;
            for turns in 0..LANES {
                self.best[index][turns] = greatest(taken[turns], skipped[turns]);
                self.taken[turns] |= u32::from(taken[turns] > skipped[turns]).wrapping_neg() & bit;
            }
        }
    }

    /// Names the planned stops from an option on after a number of turns, with the share that is expected.
    #[inline]
    pub(super) fn follow(
        &self,
        options: &Options,
        from: usize,
        turns: usize,
        mut visit: impl FnMut(usize, f32),
    ) {
        let (mut from, mut turns) = (from, turns);
        loop {
            let taken = self.taken[turns] >> from << from;
            let index = taken.trailing_zeros() as usize;
            let Some(option) = options.get(index) else { break };
            visit(index, option.left.as_flattened()[turns]);
            turns += option.turns;
            from = self.next[index];
        }
    }

    /// Adds the planned stops from an option on after a number of turns to a load.
    #[inline]
    pub(super) fn add(&self, options: &Options, from: usize, turns: usize, load: &mut Load) {
        self.follow(options, from, turns, |index, share| load.add(&options[index].load, share));
    }
}
