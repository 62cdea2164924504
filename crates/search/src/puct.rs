//! PUCT over columns: the numbers of four children side by side, so that four scores cost as many instructions as one.
//!
//! Scored one by one, children took a sixth of an iteration of the shipped searches. The operations of a score and their
//! order are those of the formula, so that it has the same bits in any lane.

use arrayvec::ArrayVec;
use tradewinds_game::MAX_ACTIONS;
use wide::{f32x4, i32x4};

use crate::reward::{STEP, to_f32};
use crate::siblings::Siblings;
use crate::tree::Node;

/// The number of children whose numbers lie side by side.
const LANES: usize = 4;

/// The numbers of some children.
#[derive(Clone, Copy)]
struct Group {
    visits: i32x4,
    available: i32x4,
    /// The sum of rewards in the fixed point of the trees.
    total: f32x4,
    weight: f32x4,
    score: f32x4,
}

/// The children among which is chosen, in the order of their slots.
#[derive(Default)]
pub(crate) struct Groups(ArrayVec<Group, { MAX_ACTIONS.div_ceil(LANES) }>);

/// What all children have together.
#[derive(Default)]
pub(crate) struct Sums {
    count: u32,
    priors: f32,
    pub(crate) visits: u32,
    total: u64,
}

impl Groups {
    /// Reads the children; `available` looks at each once.
    #[inline(always)]
    pub(crate) fn read(&mut self, siblings: &impl Siblings, available: impl Fn(&Node) -> u32) -> Sums {
        let mut sums = Sums::default();
        for first in (0..siblings.slots()).step_by(LANES) {
            let mut read = |lane| {
                // The score of an empty slot is not above any other.
                let Some(child) = siblings.child(first + lane) else { return (1, 1, f32::NEG_INFINITY, 0.0) };
                let (visits, total, weight) = (child.visits(), child.total(), child.extra());
                sums.count += 1;
                sums.priors += weight;
                sums.visits += visits;
                sums.total += total;
                // A sum has fewer than 2^31 terms, and the conversion from signed numbers is one instruction.
                (visits as i32, available(child) as i32, total as i64 as f32, weight)
            };
            let (a, b, c, d) = (read(0), read(1), read(2), read(3));
            self.0.push(Group {
                visits: i32x4::new([a.0, b.0, c.0, d.0]),
                available: i32x4::new([a.1, b.1, c.1, d.1]),
                total: f32x4::new([a.2, b.2, c.2, d.2]),
                weight: f32x4::new([a.3, b.3, c.3, d.3]),
                score: f32x4::ZERO,
            });
        }
        sums
    }

    /// Returns the slot of the child with the highest score, and the score; among equals the first. A share `uniform`
    /// of the priors is spread evenly.
    #[inline]
    pub(crate) fn best(&mut self, sums: &Sums, c: f32, uniform: f32) -> Option<(usize, f32)> {
        let untried = if sums.visits > 0 { to_f32(sums.total) / sums.visits as f32 } else { 0.5 };
        let terms = Terms {
            c: f32x4::splat(c),
            untried: f32x4::splat(untried),
            priors: f32x4::splat(sums.priors),
            own: f32x4::splat(1.0 - uniform),
            even: f32x4::splat(uniform / sums.count as f32),
        };
        let mut tops = f32x4::splat(f32::NEG_INFINITY);
        for group in &mut self.0 {
            let scores = group.scores(&terms);
            group.score = scores;
            tops = scores.simd_gt(tops).select(scores, tops);
        }
        let top = tops
            .to_array()
            .into_iter()
            .fold(f32::NEG_INFINITY, |top, score| if score > top { score } else { top });
        if top == f32::NEG_INFINITY {
            return None;
        }
        let is_top = |(index, group): (usize, &Group)| {
            let lanes = group.score.simd_eq(f32x4::splat(top)).to_bitmask();
            (lanes != 0).then(|| index * LANES + lanes.trailing_zeros() as usize)
        };
        self.0.iter().enumerate().find_map(is_top).map(|slot| (slot, top))
    }
}

/// What is the same for all children of a node.
struct Terms {
    c: f32x4,
    /// The mean of a child that is not tried.
    untried: f32x4,
    /// The sum of the weights.
    priors: f32x4,
    /// The part of a prior that is the child's own.
    own: f32x4,
    /// The rest of it.
    even: f32x4,
}

impl Group {
    /// Returns mean + c · prior · √available / (1 + visits) of each child.
    #[inline(always)]
    fn scores(&self, terms: &Terms) -> f32x4 {
        let visits = f32x4::from_i32x4(self.visits);
        let mean = visits.simd_eq(f32x4::ZERO).select(terms.untried, self.total * STEP / visits);
        let root = f32x4::from_i32x4(self.available).fast_max(f32x4::ONE).sqrt();
        let prior = self.weight / terms.priors * terms.own + terms.even;
        let urge = prior * root / f32x4::from_i32x4(self.visits + i32x4::ONE);
        mean + terms.c * urge
    }
}
