//! PUCT over columns: the numbers of four children side by side, so that four scores cost as many instructions as one.
//!
//! Scored one by one, children took a sixth of an iteration of the shipped searches. The operations of a score and their
//! order are those of the formula, so that it has the same bits in any lane.

use arrayvec::ArrayVec;
use tradewinds_game::MAX_ACTIONS;

use crate::reward::{STEP, to_f32};
use crate::tree::Node;

/// The children in a group.
const LANES: usize = 4;

/// The numbers of some children.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    slots: [u32; LANES],
    visits: [u32; LANES],
    available: [u32; LANES],
    /// The sum of rewards in the fixed point of the trees.
    total: [f32; LANES],
    weight: [f32; LANES],
    score: [f32; LANES],
}

impl Group {
    /// No child: its score is not above any other.
    const NONE: Self = Self {
        slots: [0; LANES],
        visits: [1; LANES],
        available: [1; LANES],
        total: [f32::NEG_INFINITY; LANES],
        weight: [0.0; LANES],
        score: [f32::NEG_INFINITY; LANES],
    };
}

/// The children among which is chosen, in the order of their slots.
pub(crate) type Groups = ArrayVec<Group, { MAX_ACTIONS / LANES }>;

/// What all children have together.
pub(crate) struct Sums {
    count: u32,
    priors: f32,
    pub(crate) visits: u32,
    total: u64,
}

impl Sums {
    /// Reads the children, and puts those that may have the highest score into groups; `available` looks at each once.
    #[inline(always)]
    pub(crate) fn read<'a>(
        children: impl Iterator<Item = (usize, &'a Node)>,
        available: impl Fn(&Node) -> u32,
        groups: &mut Groups,
    ) -> Self {
        let mut sums = Self { count: 0, priors: 0.0, visits: 0, total: 0 };
        let (mut often, mut top) = (0, f32::NEG_INFINITY);
        let mut candidates = children.filter_map(|(slot, child)| {
            let (available, visits, weight) = (available(child), child.visits(), child.extra());
            sums.count += 1;
            sums.priors += weight;
            if visits > 0 {
                let total = child.total();
                sums.visits += visits;
                sums.total += total;
                return Some((slot, available, visits, total, weight));
            }
            // Nothing but the prior distinguishes it from one before that is available as often.
            if available == often && weight <= top {
                return None;
            }
            (often, top) = (available, weight);
            Some((slot, available, visits, 0, weight))
        });
        let mut next = candidates.next();
        while next.is_some() {
            groups.push(Group::NONE);
            let group = groups.last_mut().expect("there is one now");
            for lane in 0..LANES {
                let Some((slot, available, visits, total, weight)) = next else { break };
                group.slots[lane] = slot as u32;
                group.available[lane] = available;
                group.visits[lane] = visits;
                // A sum has fewer than 2^31 terms, and the conversion from signed numbers is one instruction.
                group.total[lane] = total as i64 as f32;
                group.weight[lane] = weight;
                next = candidates.next();
            }
        }
        sums
    }

    /// Returns the slot of the child with the highest score, and the score; among equals the first. A share `uniform`
    /// of the priors is spread evenly.
    #[inline]
    pub(crate) fn best(&self, groups: &mut [Group], c: f32, uniform: f32) -> Option<(usize, f32)> {
        let untried = if self.visits > 0 { to_f32(self.total) / self.visits as f32 } else { 0.5 };
        let even = uniform / self.count as f32;
        let terms = Terms { c, untried, priors: self.priors, own: 1.0 - uniform, even };
        let mut tops = [f32::NEG_INFINITY; LANES];
        for group in &mut *groups {
            group.score = group.scores(&terms);
            for (top, &score) in tops.iter_mut().zip(&group.score) {
                *top = if score > *top { score } else { *top };
            }
        }
        let top =
            tops.into_iter().fold(f32::NEG_INFINITY, |top, score| if score > top { score } else { top });
        if top == f32::NEG_INFINITY {
            return None;
        }
        let is_top =
            |group: &Group| group.score.iter().position(|&score| score == top).map(|lane| group.slots[lane]);
        groups.iter().find_map(is_top).map(|slot| (slot as usize, top))
    }
}

/// What is the same for all children of a node.
struct Terms {
    c: f32,
    /// The mean of a child that is not tried.
    untried: f32,
    /// The sum of the weights.
    priors: f32,
    /// The part of a prior that is the child's own.
    own: f32,
    /// The rest of it.
    even: f32,
}

impl Group {
    /// Returns mean + c · prior · √available / (1 + visits) of each child.
    #[inline(always)]
    fn scores(&self, terms: &Terms) -> [f32; LANES] {
        std::array::from_fn(
            #[inline(always)]
            |lane| {
                // Fewer than 2^31, and signed numbers are converted by one instruction.
                let visits = self.visits[lane] as i32;
                let available = self.available[lane] as i32 as f32;
                let tried = self.total[lane] * STEP / visits as f32;
                let mean = if visits == 0 { terms.untried } else { tried };
                let root = (if available > 1.0 { available } else { 1.0 }).sqrt();
                let prior = self.weight[lane] / terms.priors * terms.own + terms.even;
                let urge = prior * root / (1 + visits) as f32;
                mean + terms.c * urge
            },
        )
    }
}
