//! Forced playouts at the root, for games from which is learned: an action that was tried once is tried again until
//! its prior has had its say, and the visits that nothing but this gave are taken away at the end (Wu: Accelerating
//! self-play learning in Go, 2019, section 3.2).

use tradewinds_game::{Game, Policy};

use crate::descent::Descent;
use crate::iteration::Worker;
use crate::node::DecisionNode;
use crate::reward::to_f32;
use crate::settings::SearchSettings;
use crate::task::Task;
use crate::tree::{Arena, NONE};

/// A visited root action.
#[derive(Clone, Copy)]
struct Tried {
    visits: u64,
    prior: f32,
    mean: f32,
}

impl Tried {
    /// Returns the visits that it is due.
    fn due(&self, all: u64, settings: &SearchSettings) -> f32 {
        (settings.forced_playouts * self.prior * all as f32).sqrt()
    }

    /// Returns its visits without those that were forced: it keeps as many as PUCT would have to give it, so that it
    /// scores no more than `limit`. A single one is none.
    fn kept(&self, all: u64, limit: f32, settings: &SearchSettings) -> u64 {
        let lead = limit - self.mean;
        if lead <= 0.0 {
            return self.visits;
        }
        let wanted = (settings.exploration() * self.prior * (all as f32).sqrt() / lead - 1.0).ceil().max(0.0);
        let least = self.visits.saturating_sub(self.due(all, settings) as u64);
        match least.max(wanted as u64).min(self.visits) {
            1 => 0,
            visits => visits,
        }
    }

    fn score(&self, all: u64, settings: &SearchSettings) -> f32 {
        self.mean + settings.exploration() * self.prior * (all as f32).sqrt() / (1 + self.visits) as f32
    }
}

impl<G: Game> Worker<G> {
    /// Returns an action at the root that has had fewer visits than it is due. The children are matched.
    pub(crate) fn forced<P: Policy<G>>(&self, at: &DecisionNode<'_, G, P>) -> Option<usize> {
        let settings = at.task.settings;
        let all: u64 = self.root.iter().map(|action| action.visits).sum();
        let priors = self.prior_sum(at.arena);
        (0..self.root.len()).find(|&index| {
            self.tried(at.arena, settings, index, priors, 0)
                .is_some_and(|tried| (tried.visits as f32) < tried.due(all, settings))
        })
    }

    /// Takes the forced visits away from all root actions but the most visited one.
    pub(crate) fn prune_forced<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        start: &Descent,
    ) {
        let (settings, seat) = (task.settings, task.view.seat());
        let Some(parent) = start.node(seat).filter(|_| settings.forced_playouts > 0.0) else { return };
        let world = task.view.determinize(&mut self.rng);
        self.actions.clear();
        self.actions.extend(task.root.iter().copied());
        self.match_children(&DecisionNode { task, arena, descent: start, parent, seat, world: &world });
        let all: u64 = self.root.iter().map(|action| action.visits).sum();
        let priors = self.prior_sum(arena);
        let tried = |worker: &Self, index| worker.tried(arena, settings, index, priors, seat.index());
        let most = self.root.iter().map(|action| action.visits).max().unwrap_or(0);
        let Some(best) = self.root.iter().position(|action| action.visits == most) else { return };
        let Some(limit) = tried(self, best).map(|best| best.score(all, settings)) else { return };
        for index in (0..self.root.len()).filter(|&index| index != best) {
            let Some(action) = tried(self, index) else { continue };
            let kept = action.kept(all, limit, settings);
            let root = &mut self.root[index];
            for total in &mut root.totals {
                *total = (u128::from(*total) * u128::from(kept) / u128::from(action.visits)) as u64;
            }
            root.visits = kept;
        }
    }

    fn prior_sum(&self, arena: &Arena) -> f32 {
        let known = self.slots[..self.root.len()].iter().filter(|&&child| child != NONE);
        known.map(|&child| arena.node(child).extra()).sum()
    }

    fn tried(
        &self,
        arena: &Arena,
        settings: &SearchSettings,
        index: usize,
        priors: f32,
        seat: usize,
    ) -> Option<Tried> {
        let (action, child) = (&self.root[index], self.slots[index]);
        if action.visits == 0 || child == NONE {
            return None;
        }
        let uniform = settings.prior_uniform;
        let own = arena.node(child).extra() / priors.max(f32::MIN_POSITIVE);
        let prior = (1.0 - uniform) * own + uniform / self.root.len() as f32;
        let mean = to_f32(action.totals[seat]) / action.visits as f32;
        Some(Tried { visits: action.visits, prior, mean })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_forced_is_taken_away() {
        let settings =
            SearchSettings { forced_playouts: 2.0, exploration: Some(0.6), ..SearchSettings::default() };
        // Of 400 visits 0.05 is due √(2 · 0.05 · 400) = 6.3; with a lead of 0.1 PUCT gives 0.6 · 0.05 · 20 / 0.1 - 1 = 5.
        let tried = |visits, mean| Tried { visits, prior: 0.05, mean };
        assert!((tried(3, 0.2).due(400, &settings) - 6.325).abs() < 0.01);
        assert_eq!(tried(7, 0.21).kept(400, 0.3, &settings), 6);
        // Far behind, all of them were forced; with more visits than are due, the rest stays.
        assert_eq!(tried(7, -9.0).kept(400, 0.3, &settings), 0);
        assert_eq!(tried(20, -9.0).kept(400, 0.3, &settings), 14);
        // Ahead of the most visited one it keeps all.
        assert_eq!(tried(7, 0.4).kept(400, 0.3, &settings), 7);
    }
}
