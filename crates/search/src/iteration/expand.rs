//! Expansion: adding children to a node, and which of them to descend to.

use tradewinds_game::{Dice, Game, MAX_ACTIONS, Policy};

use super::Worker;
use super::descent::Choice;
use super::node::DecisionNode;
use crate::priors::add_priors;
use crate::tree::{Arena, NONE};

impl<G: Game> Worker<G> {
    /// Finds the child of each legal action, whose keys are made, and returns the number of children found.
    #[inline]
    pub(super) fn find_children<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) -> usize {
        self.children.find(at.arena, at.parent, self.actions.len())
    }

    /// Plays what is proven or wanted; otherwise adds children as the settings say and selects one. Returns `None` if
    /// there is no child and no room.
    #[inline]
    pub(super) fn expand_or_select<P: Policy<G>>(
        &mut self,
        at: &DecisionNode<'_, G, P>,
        is_root: bool,
        wanted: Option<usize>,
    ) -> Option<Choice<G::Action>> {
        let found = self.find_children(at);
        let ids = &self.children.ids[..self.actions.len()];
        let won = if self.prover.has_proofs {
            self.prover.prove_choice(at.arena, at.parent, at.seat, ids)
        } else {
            None
        };
        self.prover.is_decided |= is_root && won.is_some();
        let index = match won.or(wanted) {
            Some(index) => self.visit(at, index)?,
            None => self.expand(at, found).or_else(|| self.select_slot(at))?,
        };
        let child = self.children.ids[index];
        Some(self.chosen(index, child, at.arena.node(child).visits() == 0))
    }

    /// Selects one of the children that are there.
    #[inline]
    fn select_slot<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) -> Option<usize> {
        let count = self.actions.len();
        if self.prover.has_proofs {
            self.prover.exclude_losses(at.arena, &mut self.children.ids[..count]);
        }
        let slots = self.children.slots(at.arena, count);
        self.selector(at.arena, at.task.settings, true).best(slots).map(|(index, _)| index)
    }

    /// Chooses the action `index`, and adds its child if it has none. Returns `None` if there is no room.
    fn visit<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, index: usize) -> Option<usize> {
        if self.children.ids[index] == NONE && at.arena.claim(at.parent) {
            self.find_children(at);
            match at.task.settings.has_priors() {
                true => self.add_all(at),
                false if self.children.ids[index] == NONE => self.add(at, index),
                false => {}
            }
            at.arena.release(at.parent);
        }
        self.count_available(at);
        (self.children.ids[index] != NONE).then_some(index)
    }

    /// Counts the children that are there as available.
    fn count_available<P: Policy<G>>(&self, at: &DecisionNode<'_, G, P>) {
        let slots = self.children.slots(at.arena, self.actions.len());
        self.selector(at.arena, at.task.settings, true).count_available(slots);
    }

    /// Adds children as the settings say, if some are missing and there is room; `found` of them exist. Returns the
    /// index of a new child that is to be visited now, if any.
    #[inline]
    fn expand<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, found: usize) -> Option<usize> {
        let count = self.actions.len();
        if found == count || at.arena.is_full() || !at.arena.claim(at.parent) {
            return None;
        }
        // Another thread may have added children since.
        let found = if at.arena.is_shared() { self.find_children(at) } else { found };
        let untried = if found < count { self.add_missing(at, found) } else { None };
        at.arena.release(at.parent);
        untried
    }

    /// Adds all missing children or one; `found` of them exist, fewer than there are actions. Returns the index of the
    /// one to be visited now, if any.
    fn add_missing<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, found: usize) -> Option<usize> {
        let count = self.actions.len();
        if at.task.settings.has_priors() {
            self.add_all(at);
            return None;
        }
        if found == 0 && at.task.adds_all && at.is_one && count <= Arena::MAX_FULLY_EXPANDED {
            let keys = &self.children.keys[..count];
            if let Some(first) = at.arena.add_together(at.parent, keys) {
                self.children.ids[0] = first;
                return Some(0);
            }
        }
        let empty = count - found;
        let index = untried(&self.children.ids[..count], self.rng.below(empty as u32));
        self.add(at, index);
        if found + 1 == count && !at.arena.is_shared() {
            // The last one: from now on selection reads them all.
            at.arena.move_together(at.parent);
            self.find_children(at);
        }
        self.count_available(at);
        (self.children.ids[index] != NONE).then_some(index)
    }

    /// Adds one child.
    fn add<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, index: usize) {
        let child = at.arena.add(at.parent, self.children.before(index), self.children.keys[index]);
        self.children.ids[index] = child.unwrap_or(NONE);
    }

    /// Adds all missing children, with their priors.
    pub(super) fn add_all<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) {
        let count = self.actions.len();
        let keys = &self.children.keys[..count];
        let ids = &mut self.children.ids[..count];
        if at.arena.has_children(at.parent) {
            at.arena.insert_together(at.parent, keys, ids);
        } else if let Some(first) = at.arena.add_together(at.parent, keys) {
            for (id, child) in ids.iter_mut().zip(first..) {
                *id = child;
            }
        }
        // Those that are missing among earlier ones, or as many as there is room for.
        for index in 0..count {
            if self.children.ids[index] == NONE {
                self.add(at, index);
            }
        }
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..count];
        at.task.policy.score(at.task.view.game(), at.world, &self.actions, scores);
        add_priors(at.arena, &self.children.ids[..count], scores, at.task.settings.prior_temperature);
    }
}

/// Returns the index of the empty slot with `skip` empty ones before it.
#[inline]
fn untried(slots: &[u32], skip: u32) -> usize {
    let mut empty = (0..slots.len()).filter(|&index| slots[index] == NONE);
    empty.nth(skip as usize).expect("there are more empty slots than are skipped")
}
