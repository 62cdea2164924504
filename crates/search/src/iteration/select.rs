//! Selection among the children of a node.

use tradewinds_game::{Dice, Game, Policy, Seat};

use super::Worker;
use super::descent::{Choice, Descent};
use super::node::DecisionNode;
use crate::places::{MoveKind, Places};
use crate::selection::Selector;
use crate::settings::SearchSettings;
use crate::task::Task;
use crate::tree::Arena;

impl<G: Game> Worker<G> {
    /// Returns the root action of the next iteration, if it is chosen before its world is drawn: where the budget is
    /// halved, or where all actions are to meet the same luck. At a root without children there is none yet.
    #[inline]
    pub(super) fn next_root_action<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        start: &Places,
        progress: f32,
    ) -> Option<usize> {
        let settings = task.settings;
        if settings.root.halves() {
            return Some(self.root.halving.next(progress));
        }
        if !settings.common_random_numbers {
            return None;
        }
        let seat = task.view.seat();
        let root = start.node(seat)?;
        if let Some((_, children)) = arena.fully_expanded(root) {
            return self.selector(arena, settings, false).best(children).map(|(index, _)| index);
        }
        self.children.make_keys::<G>(start, seat, task.root);
        self.children.find(arena, root, task.root.len());
        let slots = self.children.slots(arena, task.root.len());
        self.selector(arena, settings, false).best(slots).map(|(index, _)| index)
    }

    #[inline]
    pub(super) fn selector<'a>(
        &'a self,
        arena: &'a Arena,
        settings: &'a SearchSettings,
        counts: bool,
    ) -> Selector<'a> {
        Selector { arena, settings, ln: &self.ln, counts, iteration: self.counts.iterations }
    }

    /// Selects one of several legal actions in the tree of the seat that decides. Returns `None` if the tree
    /// has no child for them because the memory is full, or if the children prove the result.
    #[inline]
    pub(super) fn select<P: Policy<G>>(
        &mut self,
        descent: &Descent<'_, G, P>,
        seat: Seat,
    ) -> Option<Choice<G::Action>> {
        let is_learning = descent.is_learning(seat);
        let Some(at) = descent.node(seat) else {
            return (!is_learning).then(|| self.choose_at_random());
        };
        self.children.make_keys::<G>(at.places, seat, &self.actions);
        if !is_learning {
            return Some(self.select_without_learning(&at));
        }
        let wanted = descent.wanted.filter(|_| descent.is_root());
        // The usual case first: all children are there, and nothing but their scores decides.
        if wanted.is_none()
            && let Some(first) = self.children.together(at.arena, at.parent, self.actions.len())
        {
            let is_new = at.is_one && self.expanded.record(at.arena, at.parent, first, &self.actions);
            if is_new && descent.task.is_exact && self.prover.prove_expanded(at.arena, at.parent, seat) {
                return None;
            }
            let children = at.arena.nodes(first, self.actions.len());
            // Elsewhere the proofs of the children have to be looked at.
            if (at.is_one || !self.prover.has_proofs)
                && let Some(index) =
                    self.select_known(descent, descent.is_root(), at.arena.node(at.parent), children)
            {
                let is_leaf = children[index].visits() == 0;
                return Some(self.chosen(index, first + index as u32, is_leaf));
            }
        }
        self.expand_or_select(&at, descent.is_root(), wanted)
    }

    /// Returns the choice of a legal action that has this child.
    #[inline]
    pub(super) fn chosen(&self, index: usize, child: u32, is_leaf: bool) -> Choice<G::Action> {
        Choice { index, action: self.actions[index], made: MoveKind::Chosen(child), is_leaf }
    }

    /// Selects in a tree that does not learn from this iteration: it gets no children, and nothing is counted.
    fn select_without_learning<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) -> Choice<G::Action> {
        self.find_children(at);
        let slots = self.children.slots(at.arena, self.actions.len());
        match self.selector(at.arena, at.task.settings, false).best(slots) {
            Some((index, _)) => self.chosen(index, self.children.ids[index], false),
            None => self.choose_at_random(),
        }
    }

    /// Chooses at random where a tree that does not learn has no child.
    fn choose_at_random(&mut self) -> Choice<G::Action> {
        let index = self.rng.below(self.actions.len() as u32) as usize;
        Choice { index, action: self.actions[index], made: MoveKind::Elsewhere, is_leaf: false }
    }
}
