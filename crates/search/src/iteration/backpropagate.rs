//! Backpropagation: the reward of an iteration is added to the nodes on its path.

use tradewinds_game::{Game, Policy};

use super::{PendingUpdate, Worker};
use crate::reward;
use crate::settings::{RootKind, SelectionKind};
use crate::task::Task;
use crate::tree::Arena;

impl<G: Game> Worker<G> {
    /// Adds the reward of the pending iteration to the nodes on its path. Returns whether there was one.
    #[inline]
    pub(crate) fn backpropagate<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, arena: &Arena) -> bool {
        let Some(PendingUpdate { first, rewards }) = self.pending.take() else { return false };
        let squares = task.settings.selection == SelectionKind::UcbTuned;
        for &(id, seat) in &self.path {
            let reward = rewards[seat.index()];
            if self.virtual_loss != 1 {
                arena.add_visits(id, 1_u32.wrapping_sub(self.virtual_loss));
            }
            arena.add_reward(id, reward);
            if squares {
                let reward = reward::to_f32(reward);
                arena.add_extra(id, reward * reward);
            }
        }
        self.mast.learn(&rewards);
        if let Some(first) = first {
            let action = &mut self.root[first];
            action.visits += 1;
            for (total, reward) in action.totals.iter_mut().zip(rewards) {
                *total += reward;
            }
            if task.settings.root == RootKind::SequentialHalving {
                self.halving.learn(first, rewards[task.view.seat().index()]);
            }
        }
        true
    }
}
