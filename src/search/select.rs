//! Choosing among the children that are legal in one world.

use std::sync::LazyLock;

use super::reward::to_f32;
use super::tree::{Arena, NONE};

/// Priors stay within these bounds, so that no sum of them is zero or infinite.
const PRIORS: (f32, f32) = (1e-9, 1e9);

/// Logarithms of counts.
pub(super) struct Logarithms(&'static [f32; Self::EXACT]);

static TABLE: LazyLock<[f32; Logarithms::EXACT]> =
    LazyLock::new(|| std::array::from_fn(|count| libm::log(count.max(1) as f64) as f32));

impl Logarithms {
    const EXACT: usize = 4096;

    pub(super) fn new() -> Self {
        Self(&TABLE)
    }

    /// Returns ln(`count`), or 0 for 0; from 4,096 on that of the 12 leading bits, which is at most
    /// 0.0005 less.
    #[inline]
    pub(super) fn of(&self, count: u32) -> f32 {
        let shift = (u32::BITS - count.leading_zeros()).saturating_sub(Self::EXACT.trailing_zeros());
        self.0[(count >> shift) as usize % Self::EXACT] + shift as f32 * std::f32::consts::LN_2
    }
}

/// Counts one more iteration in which these children could have been chosen.
#[inline]
pub(super) fn count_available(arena: &mut Arena, slots: &[u32]) {
    for &child in slots.iter().filter(|&&child| child != NONE) {
        arena.node_mut(child).available += 1;
    }
}

/// UCB1 with availability in the place of the parent's visits (Cowling, Powley and Whitehouse 2012):
/// mean + c √(ln available / visits). Returns the slot of the child to descend to, the first one among
/// equals, and counts all as available.
///
/// Every child has been visited; empty slots are passed over. `None` if all are empty.
#[inline]
pub(super) fn ucb1(arena: &mut Arena, slots: &[u32], exploration: f32, ln: &Logarithms) -> Option<usize> {
    let mut best = None;
    let mut best_score = f32::NEG_INFINITY;
    for (index, &child) in slots.iter().enumerate() {
        if child == NONE {
            continue;
        }
        let node = arena.node_mut(child);
        node.available += 1;
        let share = 1.0 / node.visits as f32;
        let score = to_f32(node.total) * share + exploration * (ln.of(node.available) * share).sqrt();
        if score > best_score {
            best = Some(index);
            best_score = score;
        }
    }
    best
}

/// PUCT (Rosin 2011, in the form of Silver et al. 2017) with availability in the place of the parent's
/// visits: mean + c · prior · √available / (1 + visits), the priors normalised over the children that
/// are legal here. An unvisited child has the mean of its siblings' visits, or 0.5. Otherwise like
/// [`ucb1`].
#[inline]
pub(super) fn puct(arena: &mut Arena, slots: &[u32], exploration: f32) -> Option<usize> {
    let (mut priors, mut visits, mut total) = (0.0, 0, 0);
    for &child in slots.iter().filter(|&&child| child != NONE) {
        let node = arena.node(child);
        priors += node.prior;
        visits += node.visits;
        total += node.total;
    }
    let unvisited = if visits == 0 { 0.5 } else { to_f32(total) / visits as f32 };
    let mut best = None;
    let mut best_score = f32::NEG_INFINITY;
    for (index, &child) in slots.iter().enumerate() {
        if child == NONE {
            continue;
        }
        let node = arena.node_mut(child);
        node.available += 1;
        let mean = if node.visits == 0 { unvisited } else { to_f32(node.total) / node.visits as f32 };
        let prior = node.prior / priors;
        let urge = prior * (node.available as f32).sqrt() / (1 + node.visits) as f32;
        let score = mean + exploration * urge;
        if score > best_score {
            best = Some(index);
            best_score = score;
        }
    }
    best
}

/// Gives priors to children that have none, from a policy's scores: weights in proportion to
/// exp(score / temperature). Siblings that got theirs in another world keep them; the best of those
/// sets the scale, since only ratios matter.
pub(super) fn add_priors(arena: &mut Arena, slots: &[u32], scores: &[f32], temperature: f32) {
    let known = |arena: &Arena, child| child != NONE && arena.node(child).prior > 0.0;
    let mut scale: Option<(f32, f32)> = None;
    for (&child, &score) in slots.iter().zip(scores) {
        if known(arena, child) && scale.is_none_or(|(prior, _)| arena.node(child).prior > prior) {
            scale = Some((arena.node(child).prior, score));
        }
    }
    let (prior, base) = scale.unwrap_or((1.0, scores.iter().copied().fold(f32::MIN, f32::max)));
    for (&child, &score) in slots.iter().zip(scores) {
        if child != NONE && !known(arena, child) {
            let weight = prior * libm::expf((score - base) / temperature);
            arena.node_mut(child).prior = weight.clamp(PRIORS.0, PRIORS.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::Key;
    use super::*;

    /// An arena with one child for each (visits, available, reward total, prior).
    fn arena(children: &[(u32, u32, f64, f32)]) -> (Arena, Vec<u32>) {
        let mut arena = Arena::new(children.len() + 1);
        arena.reset(1);
        let mut slots = Vec::new();
        for (code, &(visits, available, total, prior)) in children.iter().enumerate() {
            let after = slots.last().copied().unwrap_or(NONE);
            let child = arena.add(0, after, Key::of_move(0, 0, code as u32)).unwrap();
            let node = arena.node_mut(child);
            (node.visits, node.available, node.prior) = (visits, available, prior);
            node.total = (total * 4_294_967_296.0) as u64;
            slots.push(child);
        }
        (arena, slots)
    }

    #[test]
    fn logarithms_are_close_and_grow() {
        let ln = Logarithms::new();
        assert_eq!((ln.of(0), ln.of(1)), (0.0, 0.0));
        let mut last = 0.0;
        for count in (1..20_000).chain((20_000..u32::MAX - 1_000_000).step_by(999_983)) {
            let value = ln.of(count);
            assert!((f64::from(value) - f64::from(count).ln()).abs() < 6e-4, "{count}");
            assert!(value >= last - 1e-5, "{count}");
            last = value;
        }
    }

    #[test]
    fn ucb1_weighs_mean_and_availability() {
        // 0.6 + 0.7 √(ln 21 / 10) = 0.986; 0.5 + 0.7 √(ln 21 / 5) = 1.046.
        let (mut tree, slots) = arena(&[(10, 20, 6.0, 0.0), (5, 20, 2.5, 0.0)]);
        assert_eq!(ucb1(&mut tree, &slots, 0.7, &Logarithms::new()), Some(1));
        assert_eq!(tree.node(slots[0]).available, 21);
        // The second was available half as often: 0.5 + 0.7 √(ln 6 / 5) = 0.919.
        let (mut tree, slots) = arena(&[(10, 20, 6.0, 0.0), (5, 5, 2.5, 0.0)]);
        assert_eq!(ucb1(&mut tree, &slots, 0.7, &Logarithms::new()), Some(0));
        let (mut tree, slots) = arena(&[(4, 8, 2.0, 0.0); 3]);
        assert_eq!(ucb1(&mut tree, &slots, 0.7, &Logarithms::new()), Some(0));
        assert_eq!(ucb1(&mut tree, &[NONE, slots[1]], 0.7, &Logarithms::new()), Some(1));
        assert_eq!(ucb1(&mut tree, &[NONE], 0.7, &Logarithms::new()), None);
    }

    #[test]
    fn puct_tries_the_likeliest_first() {
        let (mut tree, slots) = arena(&[(0, 0, 0.0, 1.0), (0, 0, 0.0, 3.0), (0, 0, 0.0, 2.0)]);
        assert_eq!(puct(&mut tree, &slots, 1.5), Some(1));
        // With much evidence the mean decides.
        let (mut tree, slots) = arena(&[(900, 1800, 600.0, 0.1), (900, 1800, 300.0, 0.9)]);
        assert_eq!(puct(&mut tree, &slots, 1.5), Some(0));
    }

    #[test]
    fn priors_of_later_siblings_keep_the_ratios() {
        let (mut tree, slots) = arena(&[(0, 0, 0.0, 0.0); 3]);
        add_priors(&mut tree, &[slots[0], slots[1]], &[1.0, 3.0], 2.0);
        assert_eq!(tree.node(slots[1]).prior, 1.0);
        add_priors(&mut tree, &slots, &[1.0, 3.0, 4.0], 2.0);
        let priors: Vec<f32> = slots.iter().map(|&child| tree.node(child).prior).collect();
        assert!((priors[0] - (-1.0_f32).exp()).abs() < 1e-6);
        assert!((priors[2] - 0.5_f32.exp()).abs() < 1e-6);
    }
}
