//! Selection where each node of the one tree stands for one position.
//!
//! In an open game the same moves lead to the same position, whose legal actions do not change. Once all of them have
//! children, the tree alone leads on: nothing is listed, no keys are made and compared, and no state is copied.

use tradewinds_game::{Game, Policy, Step};

use super::Worker;
use crate::descent::{Descent, MoveKind};
use crate::node::DecisionNode;
use crate::task::Task;
use crate::tree::Arena;

/// The part of an iteration that has been played.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// The root action, if the iteration counts for the root.
    pub(super) first: Option<usize>,
    /// The number of decisions.
    pub(super) played: u32,
    /// The number of choices.
    pub(super) depth: u32,
}

impl<G: Game> Worker<G> {
    /// Records that all legal actions of a position have their children from `first` on, which lie together.
    pub(super) fn close_family<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, first: u32) {
        if at.arena.close_family(at.parent, first, self.actions.len()) {
            let (from, until) = (first as usize, first as usize + self.actions.len());
            if self.moves.len() < until {
                // Only those of whole families are read.
                self.moves.resize(until, self.actions[0]);
            }
            self.moves[from..until].copy_from_slice(&self.actions);
        }
    }

    /// Descends as long as all children of a node are known. Returns whether a new leaf was reached.
    #[inline]
    pub(super) fn descend_known<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        descent: &mut Descent,
        world: &mut G::State,
        way: &mut Way,
    ) -> bool {
        let game = task.view.game();
        while way.played < game.max_decisions()
            && let Some(node) = descent.only_node()
            && let Some((family, children)) = arena.whole_family(node)
            && let Some((index, _)) = self.selector(arena, task.settings, true).best(children)
        {
            let child = family + index as u32;
            let action = self.moves[child as usize];
            let seat = children[index].mover();
            if way.played == 0 {
                way.first = Some(index);
            }
            way.played += 1;
            way.depth += 1;
            self.mast.note(seat, G::code(action));
            let is_leaf = children[index].visits() == 0;
            self.add_to_path(arena, child, seat);
            if is_leaf || children[index].is_whole() {
                game.play(world, action, &mut self.rng);
                if is_leaf {
                    return true;
                }
                descent.step(child);
            } else {
                let before = *world;
                game.play(world, action, &mut self.rng);
                let step = Step { before: &before, seat, action, after: world };
                descent.follow(game, &step, MoveKind::Chosen(child), |_, parent, key, grow| {
                    self.find_or_add(arena, parent, key, grow, Some(seat))
                });
            }
        }
        false
    }
}
