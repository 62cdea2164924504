//! Reusing a root that was kept from an earlier decision.
//!
//! The tree below the root is kept as it is. The root's own children are reweighted: their counts shrink,
//! so that this search can overturn an earlier one's findings, and their priors are scored in the position
//! that was really reached. The earlier counts do not affect the choice of the action: a search chooses by
//! its own visits.

use super::Worker;
use crate::places::Places;
use crate::priors::rescore;
use crate::task::Task;
use crate::tree::{Arena, NONE};
use tradewinds_game::{Game, MAX_ACTIONS, Policy};

/// The divisor of the visits, the availability and the rewards of the root's children. In Francis Drake
/// undivided counts with stale priors cost some 80 Elo points against a search that keeps nothing.
const SHRINKAGE: u32 = 8;

impl<G: Game> Worker<G> {
    /// Reweights the children of a root that was kept; a new root has none.
    pub(crate) fn renew_root<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, arena: &Arena, start: &Places) {
        let seat = task.view.seat();
        let Some(root) = start.node(seat) else { return };
        let count = task.root.len();
        self.children.make_keys::<G>(start, seat, task.root);
        if self.children.find(arena, root, count) == 0 {
            return;
        }
        let slots = &self.children.ids[..count];
        for &child in slots.iter().filter(|&&child| child != NONE) {
            arena.shrink(child, SHRINKAGE);
        }
        if task.settings.has_priors() {
            let world = task.view.determinize(&mut self.rng);
            let mut scores = [0.0; MAX_ACTIONS];
            let scores = &mut scores[..count];
            task.policy.score(task.view.game(), &world, task.root, scores);
            rescore(arena, slots, scores, task.settings.prior_temperature);
        }
    }
}
