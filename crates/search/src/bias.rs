//! Subtree value bias correction (Wu, KataGo): the estimate of a leaf is corrected by the mean error of the estimates
//! of like leaves, found while the search looked deeper below them.

use tradewinds_game::{MAX_SEATS, PerSeat};

use crate::iteration::Visited;
use crate::reward::{Rewards, to_f32};
use crate::settings::SearchSettings;
use crate::tree::Arena;

/// The number of buckets is this power of two.
const BUCKET_BITS: u32 = 11;
/// The number of visits whose weights are kept; more weigh as many.
const WEIGHTS: usize = 1_024;

/// One number for each seat; 0 for seats that do not exist.
type Shares = [f32; MAX_SEATS];

/// The errors of like leaves.
#[derive(Clone, Copy, Default)]
struct Bucket {
    weight: f32,
    /// The weighted sums of the errors: the estimate less what was found.
    errors: Shares,
}

/// The estimates of a search's leaves, and their errors by the seat and the action that led to them.
pub(crate) struct Biases {
    /// The share of the mean error by which an estimate is corrected.
    share: f32,
    /// By visits less one, the weight of the next error: with the exponent α, n visits together weigh n^α.
    weights: Vec<f32>,
    buckets: Vec<Bucket>,
    /// By the number of a node; the first is NaN where none is known.
    estimates: Vec<Shares>,
}

impl Biases {
    /// Reserves the memory if the settings need it.
    pub(crate) fn new(settings: &SearchSettings) -> Self {
        let share = settings.bias_correction;
        let is_on = share > 0.0;
        let power = |visits: usize| libm::powf(visits as f32, settings.bias_exponent);
        let limit =
            if settings.shares_trees() { settings.max_nodes } else { settings.max_nodes / settings.workers };
        Self {
            share,
            weights: (0..if is_on { WEIGHTS } else { 0 }).map(|n| power(n + 1) - power(n)).collect(),
            buckets: vec![Bucket::default(); if is_on { 1 << BUCKET_BITS } else { 0 }],
            estimates: Vec::with_capacity(if is_on { Arena::places(limit) } else { 0 }),
        }
    }

    /// Forgets the last search.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.estimates.clear();
    }

    /// Notes the estimate of the leaf at the end of the path, and returns it without the errors of like leaves.
    pub(crate) fn correct(
        &mut self,
        arena: &Arena,
        path: &[Visited],
        estimate: &PerSeat<f32>,
    ) -> PerSeat<f32> {
        let Some(&(leaf, _)) = path.last() else { return *estimate };
        let mut shares = Shares::default();
        for (share, &estimated) in shares.iter_mut().zip(estimate.iter()) {
            *share = estimated;
        }
        if arena.node(leaf).visits() == 0 {
            if self.estimates.len() <= leaf as usize {
                self.estimates.resize(leaf as usize + 1, [f32::NAN; MAX_SEATS]);
            }
            self.estimates[leaf as usize] = shares;
        }
        let bucket = &self.buckets[bucket(arena, leaf)];
        let share = if bucket.weight > 0.0 { self.share / bucket.weight } else { 0.0 };
        PerSeat::from_fn(estimate.len(), |seat| estimate[seat] - share * bucket.errors[seat.index()])
    }

    /// Records how far the estimates of the nodes on the path were from the reward that was found below them. The
    /// reward is counted already.
    pub(crate) fn learn(&mut self, arena: &Arena, path: &[Visited], rewards: &Rewards) {
        let Some((_, above)) = path.split_last() else { return };
        for &(id, _) in above {
            let Some(estimate) = self.estimates.get(id as usize).filter(|known| !known[0].is_nan()) else {
                continue;
            };
            // The first visit was that of the leaf itself, the last one is that of this reward.
            let below = arena.node(id).visits().saturating_sub(2) as usize;
            let weight = self.weights[below.min(WEIGHTS - 1)];
            let bucket = &mut self.buckets[bucket(arena, id)];
            bucket.weight += weight;
            for (error, (&estimated, &found)) in bucket.errors.iter_mut().zip(estimate.iter().zip(rewards)) {
                *error += weight * (estimated - to_f32(found));
            }
        }
    }
}

/// Returns the number of the bucket of a node.
fn bucket(arena: &Arena, id: u32) -> usize {
    // Fibonacci hashing.
    (arena.node(id).key().seat_and_code().wrapping_mul(0x9E37_79B9) >> (32 - BUCKET_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Key, NONE};
    use tradewinds_game::Seat;

    fn fixed(rewards: [f64; 2]) -> Rewards {
        let mut fixed = Rewards::default();
        for (fixed, reward) in fixed.iter_mut().zip(rewards) {
            *fixed = (reward * 4_294_967_296.0) as u64;
        }
        fixed
    }

    #[test]
    fn an_estimate_is_corrected_by_the_errors_of_like_leaves() {
        let settings =
            SearchSettings { bias_correction: 0.5, bias_exponent: 0.5, ..SearchSettings::default() };
        let mut biases = Biases::new(&settings);
        biases.clear();
        let mut arena = Arena::new(10);
        arena.reset(1);
        arena.make_room(4);
        let seat = Seat::new(1);
        let add = |parent, noticed, code| arena.add(parent, NONE, Key::of_move(1, noticed, code)).unwrap();
        let (leaf, below) = (add(0, 0, 7), add(0, 1, 9));
        let estimate = PerSeat::from_fn(2, |seat| [0.6, 0.4][seat.index()]);
        let corrected = biases.correct(&arena, &[(leaf, seat)], &estimate);
        assert_eq!((corrected[Seat::new(0)], corrected[seat]), (0.6, 0.4), "nothing is known yet");
        arena.add_visits(leaf, 1);
        // Two rewards below: the first weighs 1, the second √2 - 1.
        for found in [[0.4, 0.6], [0.6, 0.4]] {
            arena.add_visits(leaf, 1);
            biases.learn(&arena, &[(leaf, seat), (below, seat)], &fixed(found));
        }
        // The same action elsewhere: the mean error of seat 0 is 0.2 / √2 = 0.1414, of which half counts.
        let like = add(below, 5, 7);
        let corrected = biases.correct(&arena, &[(like, seat)], &estimate);
        assert!((corrected[Seat::new(0)] - 0.5293).abs() < 1e-4, "{corrected:?}");
        assert!((corrected[seat] - 0.4707).abs() < 1e-4, "{corrected:?}");
        let other = biases.correct(&arena, &[(add(below, 5, 8), seat)], &estimate);
        assert_eq!(other[seat], 0.4, "another action");
        biases.clear();
        assert_eq!(biases.correct(&arena, &[(like, seat)], &estimate)[seat], 0.4);
    }
}
