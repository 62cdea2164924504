//! Backpropagation: the reward of an iteration is added to the nodes on its path.

use tradewinds_game::{Game, Policy};

use super::{PendingUpdate, Worker};
use crate::reward;
use crate::settings::SelectionKind;
use crate::task::Task;
use crate::tree::Arena;

impl<G: Game> Worker<G> {
    /// Adds the reward of the pending iteration to the nodes on its path. Returns whether there was one.
    #[inline]
    pub(crate) fn backpropagate<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, arena: &Arena) -> bool {
        let Some(PendingUpdate { first, rewards }) = self.pending.take() else { return false };
        let squares = task.settings.selection == SelectionKind::UcbTuned;
        let visits = 1_u32.wrapping_sub(task.virtual_loss);
        for &(id, seat) in &self.path {
            arena.learn(id, visits, rewards[seat.index()]);
        }
        if squares {
            for &(id, seat) in &self.path {
                let reward = reward::to_f32(rewards[seat.index()]);
                arena.add_extra(id, reward * reward);
            }
        }
        if let Some(first) = first {
            self.root.learn(first, &rewards, task.settings.root.halves(), task.view.seat());
        }
        true
    }
}
