//! Choosing among the children that are legal in one world.
//!
//! Each rule adds an exploration term to a child's mean reward. The availability count takes the place of the
//! parent's visits, as information sets require (Cowling, Powley and Whitehouse 2012).

use crate::logarithms::Logarithms;
use crate::puct::Groups;
use crate::reward::to_f32;
use crate::settings::{SearchSettings, SelectionKind};
use crate::siblings::Siblings;
use crate::tree::{Arena, Node};

/// The data that selection reads besides the tree.
pub(crate) struct Selector<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) settings: &'a SearchSettings,
    pub(crate) ln: &'a Logarithms,
    /// Whether to count the children as available in this iteration.
    pub(crate) counts: bool,
    /// The number of the iteration.
    pub(crate) iteration: u64,
}

impl Selector<'_> {
    /// Returns the slot with the highest score, and the score; among equals the first. Skips empty slots;
    /// returns `None` if all are empty.
    #[inline(always)]
    pub(crate) fn best(&self, siblings: impl Siblings) -> Option<(usize, f32)> {
        let c = self.settings.exploration();
        if self.counts && !self.arena.counts_in_strides() {
            // One pass counts and scores.
            match self.settings.selection {
                SelectionKind::Ucb1 => return self.best_by_ucb1(&siblings, c, Node::count_available),
                SelectionKind::Puct => return self.best_by_puct(&siblings, c, Node::count_available),
                _ => {}
            }
        }
        self.count_available(siblings);
        match self.settings.selection {
            SelectionKind::Ucb1 => self.best_by_ucb1(&siblings, c, Node::available),
            SelectionKind::UcbTuned => argmax(&siblings, |child| self.ucb_tuned(child, c)),
            SelectionKind::Puct => self.best_by_puct(&siblings, c, Node::available),
        }
    }

    /// Chooses by [UCB1](Self::ucb1); `available` looks at each child once.
    #[inline(always)]
    pub(crate) fn best_by_ucb1(
        &self,
        siblings: &impl Siblings,
        c: f32,
        available: impl Fn(&Node) -> u32,
    ) -> Option<(usize, f32)> {
        argmax(siblings, |child| self.ucb1(child, c, self.ln.of(available(child))))
    }

    /// PUCT (Rosin 2011, in the form of Silver et al. 2017): mean + c · prior · √available / (1 +
    /// visits), where c may [grow](SearchSettings::exploration_base). An unvisited child has the mean of its
    /// visited siblings.
    #[inline(always)]
    pub(crate) fn best_by_puct(
        &self,
        siblings: &impl Siblings,
        c: f32,
        available: impl Fn(&Node) -> u32,
    ) -> Option<(usize, f32)> {
        let mut groups = Groups::default();
        let sums = groups.read(siblings, available);
        let c = match self.settings.exploration_base {
            Some(base) => c * (1.0 + self.ln.of(base.saturating_add(sums.visits)) - self.ln.of(base)),
            None => c,
        };
        groups.best(&sums, c, self.settings.prior_uniform)
    }

    /// Counts the children as available once more; [`Selector::best`] does it itself.
    #[inline]
    pub(crate) fn count_available(&self, siblings: impl Siblings) {
        if self.counts {
            self.arena.count_all_available(siblings.children().map(|(_, child)| child), self.iteration);
        }
    }

    /// UCB1 (Auer, Cesa-Bianchi and Fischer 2002): mean + c √(ln available / visits), with the logarithm of the
    /// availability.
    #[inline]
    fn ucb1(&self, child: &Node, c: f32, ln: f32) -> f32 {
        let share = self.ln.share(child.visits());
        to_f32(child.total()) * share + c * (ln * share).sqrt()
    }

    /// UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002, section 4): mean + c √(ln available / visits · min(1/4, V)),
    /// where V is the variance of the rewards plus √(2 ln available / visits).
    #[inline]
    fn ucb_tuned(&self, child: &Node, c: f32) -> f32 {
        let available = child.available().max(1);
        let share = self.ln.share(child.visits());
        let mean = to_f32(child.total()) * share;
        let urge = self.ln.of(available) * share;
        let variance = (child.extra() * share - mean * mean).max(0.0) + (2.0 * urge).sqrt();
        mean + c * (urge * variance.min(0.25)).sqrt()
    }
}

/// Returns the slot with the highest score, the first one among equals, and the score.
#[inline]
fn argmax(siblings: &impl Siblings, mut score: impl FnMut(&Node) -> f32) -> Option<(usize, f32)> {
    let mut best = (usize::MAX, f32::NEG_INFINITY);
    for (index, child) in siblings.children() {
        let score = score(child);
        if score > best.1 {
            best = (index, score);
        }
    }
    (best.0 != usize::MAX).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::siblings::Slots;
    use crate::tree::Key;
    use crate::tree::NONE;
    use tradewinds_game::{Dice, Seed};

    /// An arena with one child for each (visits, available, reward total, extra).
    fn arena(children: &[(u32, u32, f64, f32)]) -> (Arena, Vec<u32>) {
        let mut arena = Arena::new(children.len() + 1);
        arena.reset(1);
        arena.make_room(children.len());
        let mut slots = Vec::new();
        for (code, &(visits, available, total, extra)) in children.iter().enumerate() {
            let after = slots.last().copied().unwrap_or(NONE);
            let child = arena.add(0, after, Key::of_move(0, 0, code as u32)).unwrap();
            arena.add_visits(child, visits);
            (0..available).for_each(|_| arena.count_available(arena.node(child), 1));
            arena.set_extra(child, extra);
            arena.add_reward(child, (total * 4_294_967_296.0) as u64);
            slots.push(child);
        }
        (arena, slots)
    }

    /// Returns the slot that a rule chooses and its score.
    fn best(arena: &Arena, slots: &[u32], settings: SearchSettings) -> Option<(usize, f32)> {
        Selector { arena, settings: &settings, ln: &Logarithms::new(), counts: true, iteration: 1 }
            .best(Slots(arena, slots))
    }

    fn rule(selection: SelectionKind, exploration: f32) -> SearchSettings {
        SearchSettings { selection, exploration: Some(exploration), ..SearchSettings::default() }
    }

    #[test]
    fn ucb1_weighs_mean_and_availability() {
        let ucb1 = || rule(SelectionKind::Ucb1, 0.7);
        // 0.6 + 0.7 √(ln 21 / 10) = 0.986; 0.5 + 0.7 √(ln 21 / 5) = 1.046.
        let (tree, slots) = arena(&[(10, 20, 6.0, 0.0), (5, 20, 2.5, 0.0)]);
        let (index, score) = best(&tree, &slots, ucb1()).unwrap();
        assert!(index == 1 && (score - 1.046).abs() < 1e-3, "{score}");
        assert_eq!(tree.node(slots[0]).available(), 21);
        // The second was available half as often: 0.5 + 0.7 √(ln 6 / 5) = 0.919.
        let (tree, slots) = arena(&[(10, 20, 6.0, 0.0), (5, 5, 2.5, 0.0)]);
        assert_eq!(best(&tree, &slots, ucb1()).unwrap().0, 0);
        let (tree, slots) = arena(&[(4, 8, 2.0, 0.0); 3]);
        assert_eq!(best(&tree, &slots, ucb1()).unwrap().0, 0);
        assert_eq!(best(&tree, &[NONE, slots[1]], ucb1()).unwrap().0, 1);
        assert_eq!(best(&tree, &[NONE], ucb1()), None);
    }

    #[test]
    fn ucb_tuned_explores_what_varies() {
        let tuned = || rule(SelectionKind::UcbTuned, 1.0);
        // Both have mean 0.5 in 10,000 visits; the first always got 0.5, the second 0 or 1.
        let (tree, slots) = arena(&[(10_000, 19_999, 5_000.0, 2_500.0), (10_000, 19_999, 5_000.0, 5_000.0)]);
        let (index, score) = best(&tree, &slots, tuned()).unwrap();
        // ln 20,000 = 9.9035; min(1/4, 1/4 + …) = 1/4: 0.5 + √(0.00099035 / 4) = 0.51573.
        assert!(index == 1 && (score - 0.515_73).abs() < 1e-4, "{score}");
        // Without variance, √(2 · 0.00005298) = 0.01029: 0.5 + √(0.00005298 · 0.01029) = 0.50074.
        let (tree, slots) = arena(&[(100_000, 199, 50_000.0, 25_000.0)]);
        let (_, score) = best(&tree, &slots, tuned()).unwrap();
        assert!((score - 0.500_74).abs() < 1e-4, "{score}");
    }

    #[test]
    fn puct_tries_the_likeliest_first() {
        let puct = || rule(SelectionKind::Puct, 1.5);
        let (tree, slots) = arena(&[(0, 0, 0.0, 1.0), (0, 0, 0.0, 3.0), (0, 0, 0.0, 2.0)]);
        assert_eq!(best(&tree, &slots, puct()).unwrap().0, 1);
        // With much evidence the mean decides.
        let (tree, slots) = arena(&[(900, 1800, 600.0, 0.1), (900, 1800, 300.0, 0.9)]);
        assert_eq!(best(&tree, &slots, puct()).unwrap().0, 0);
    }

    /// Scores by the formula, one child after the other.
    fn by_formula(children: &[(u32, u32, f64, f32)], c: f32, uniform: f32) -> (usize, f32) {
        let (mut priors, mut visits, mut total) = (0.0, 0, 0);
        for child in children {
            priors += child.3;
            visits += child.0;
            total += (child.2 * 4_294_967_296.0) as u64;
        }
        let untried = if visits > 0 { to_f32(total) / visits as f32 } else { 0.5 };
        let mut best = (usize::MAX, f32::NEG_INFINITY);
        for (slot, &(visits, available, total, weight)) in children.iter().enumerate() {
            let total = to_f32((total * 4_294_967_296.0) as u64);
            let mean = if visits == 0 { untried } else { total / visits as f32 };
            let prior = weight / priors * (1.0 - uniform) + uniform / children.len() as f32;
            let score = mean + c * (prior * ((available + 1) as f32).sqrt() / (1 + visits) as f32);
            if score > best.1 {
                best = (slot, score);
            }
        }
        best
    }

    /// In any number of lanes, with equal children, and where most are not tried.
    #[test]
    fn puct_has_the_bits_of_its_formula() {
        let mut rng = Seed(3).rng();
        for count in (1..=40).flat_map(|count| [count; 20]) {
            let children: Vec<(u32, u32, f64, f32)> = (0..count)
                .map(|_| {
                    let visits = rng.below(4) * rng.below(3);
                    let total = f64::from(visits * rng.below(5)) / 4.0;
                    (visits, visits + rng.below(3), total, (1 + rng.below(4)) as f32)
                })
                .collect();
            let (tree, slots) = arena(&children);
            let settings = SearchSettings { prior_uniform: 0.25, ..rule(SelectionKind::Puct, 0.7) };
            assert_eq!(best(&tree, &slots, settings), Some(by_formula(&children, 0.7, 0.25)), "{children:?}");
        }
    }

    #[test]
    fn the_constant_of_puct_grows_with_the_visits() {
        let growing =
            |exploration_base| SearchSettings { exploration_base, ..rule(SelectionKind::Puct, 0.1) };
        // 180 visits: 0.55 + 0.1 · 0.5 · √200 / 161 = 0.554 against 0.5 + 0.1 · 0.5 · √200 / 21 = 0.534; with twice
        // the constant, from a base of 105 on, 0.559 against 0.567.
        let children = [(160, 199, 88.0, 1.0), (20, 199, 10.0, 1.0)];
        for (base, expected, c) in
            [(None, 0, 0.1), (Some(100_000), 0, 0.1), (Some(105), 1, 0.2), (Some(1), 1, 0.62)]
        {
            let (tree, slots) = arena(&children);
            let (index, score) = best(&tree, &slots, growing(base)).unwrap();
            let (visits, mean) = [(160.0, 0.55), (20.0, 0.5)][expected];
            let urge = (score - mean) * (1.0 + visits) / (0.5 * 200.0_f32.sqrt());
            assert!(index == expected && (urge - c).abs() < 2e-3, "{base:?}: {index}, {urge}");
        }
    }

    #[test]
    fn a_uniform_part_keeps_unlikely_actions_alive() {
        let mixed = |prior_uniform| SearchSettings { prior_uniform, ..rule(SelectionKind::Puct, 1.0) };
        let children = [(20, 20, 10.0, 1.0), (0, 20, 0.0, 0.0)];
        let (tree, slots) = arena(&children);
        assert_eq!(best(&tree, &slots, mixed(0.0)).unwrap().0, 0);
        let (tree, slots) = arena(&children);
        assert_eq!(best(&tree, &slots, mixed(0.5)).unwrap().0, 1);
    }
}
