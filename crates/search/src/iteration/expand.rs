//! Expansion: adding children to a node, and which of them to descend to.

use tradewinds_game::{Dice, Game, MAX_ACTIONS, Policy};

use super::Worker;
use crate::node::DecisionNode;
use crate::priors::add_priors;
use crate::selection::{Selector, Slots};
use crate::settings::SearchSettings;
use crate::tree::{Arena, NONE};

impl<G: Game> Worker<G> {
    /// Returns the child of the first legal action if the children of all lie together in their order.
    #[inline]
    pub(crate) fn children_together<P: Policy<G>>(&self, at: &DecisionNode<'_, G, P>) -> Option<u32> {
        let decision = at.descent.key(at.seat, 0);
        let keys = self.actions.iter().map(|&action| decision.with_code(G::code(action)));
        at.arena.together(at.parent, self.actions.len(), keys)
    }

    /// Finds the child of each legal action and returns the number of children found.
    #[inline]
    pub(crate) fn match_children<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) -> usize {
        let decision = at.descent.key(at.seat, 0);
        for (key, &action) in self.keys.iter_mut().zip(&self.actions) {
            *key = decision.with_code(G::code(action));
        }
        let count = self.actions.len();
        at.arena.children(at.parent, &self.keys[..count], &mut self.slots[..count])
    }

    #[inline]
    pub(crate) fn selector<'a>(
        &'a self,
        arena: &'a Arena,
        settings: &'a SearchSettings,
        counts: bool,
    ) -> Selector<'a> {
        Selector { arena, settings, ln: &self.ln, counts, iteration: self.iterations }
    }

    /// Adds children as the settings say, then selects one. Returns `None` if there is no child and no room.
    #[inline]
    pub(crate) fn expand_or_select<P: Policy<G>>(
        &mut self,
        at: &DecisionNode<'_, G, P>,
        found: usize,
    ) -> Option<usize> {
        let count = self.actions.len();
        let grows = found < count && !at.arena.is_full() && at.arena.claim(at.parent);
        if grows {
            // Another thread may have added children since.
            let found = if at.arena.is_shared() { self.match_children(at) } else { found };
            let untried = if found < count { self.expand(at, found) } else { None };
            at.arena.release(at.parent);
            if untried.is_some() {
                return untried;
            }
        }
        if self.has_proofs {
            self.exclude_proven_losses(at);
        }
        self.selector(at.arena, at.task.settings, true)
            .best(Slots(at.arena, &self.slots[..count]))
            .map(|(index, _)| index)
    }

    /// Chooses the action `index`, and adds its child if it has none. Returns `None` if there is no room.
    pub(crate) fn choose_root_action<P: Policy<G>>(
        &mut self,
        at: &DecisionNode<'_, G, P>,
        index: usize,
    ) -> Option<usize> {
        if self.slots[index] == NONE && at.arena.claim(at.parent) {
            self.match_children(at);
            match at.task.settings.has_priors() {
                true => self.add_all(at),
                false if self.slots[index] == NONE => self.add(at, index),
                false => {}
            }
            at.arena.release(at.parent);
        }
        let slots = &self.slots[..self.actions.len()];
        self.selector(at.arena, at.task.settings, true).count_available(Slots(at.arena, slots));
        (slots[index] != NONE).then_some(index)
    }

    /// Adds children as the settings say; `found` of them exist, fewer than there are actions. Returns the
    /// index of a new child that is to be visited now, if any.
    fn expand<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, found: usize) -> Option<usize> {
        if at.task.settings.has_priors() {
            self.add_all(at);
            return None;
        }
        if found == 0 && self.adds_all && at.is_one && self.actions.len() <= Arena::MAX_FULLY_EXPANDED {
            let keys = &self.keys[..self.actions.len()];
            if let Some(first) = at.arena.add_together(at.parent, keys) {
                self.slots[0] = first;
                return Some(0);
            }
        }
        let empty = self.actions.len() - found;
        let index = untried(&self.slots[..self.actions.len()], self.rng.below(empty as u32));
        self.add(at, index);
        if found + 1 == self.actions.len() && !at.arena.is_shared() {
            // The last one: from now on selection reads them all.
            at.arena.move_together(at.parent);
            self.match_children(at);
        }
        let slots = &self.slots[..self.actions.len()];
        self.selector(at.arena, at.task.settings, true).count_available(Slots(at.arena, slots));
        (slots[index] != NONE).then_some(index)
    }

    /// Adds one child.
    fn add<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, index: usize) {
        let child = at.arena.add(at.parent, before(&self.slots, index), self.keys[index]);
        self.slots[index] = child.unwrap_or(NONE);
    }

    /// Adds all missing children, with their priors.
    pub(crate) fn add_all<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) {
        let count = self.actions.len();
        let is_first = !at.arena.has_children(at.parent);
        if let Some(first) = is_first.then(|| at.arena.add_together(at.parent, &self.keys[..count])).flatten()
        {
            for (slot, child) in self.slots[..count].iter_mut().zip(first..) {
                *slot = child;
            }
        }
        // Those that are missing among earlier ones, or as many as there is room for.
        for index in 0..count {
            if self.slots[index] == NONE {
                let child = at.arena.add(at.parent, before(&self.slots, index), self.keys[index]);
                self.slots[index] = child.unwrap_or(NONE);
            }
        }
        self.add_priors(at, count);
    }

    fn add_priors<P: Policy<G>>(&self, at: &DecisionNode<'_, G, P>, count: usize) {
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..count];
        at.task.policy.score(at.task.view.game(), at.world, &self.actions, scores);
        add_priors(at.arena, &self.slots[..count], scores, at.task.settings.prior_temperature);
    }
}

/// Returns the index of the empty slot with `skip` empty ones before it.
#[inline]
fn untried(slots: &[u32], skip: u32) -> usize {
    let mut empty = (0..slots.len()).filter(|&index| slots[index] == NONE);
    empty.nth(skip as usize).expect("there are more empty slots than are skipped")
}

/// Returns the nearest child before `index`, behind which a new child is linked.
#[inline]
fn before(slots: &[u32], index: usize) -> u32 {
    slots[..index].iter().rev().copied().find(|&child| child != NONE).unwrap_or(NONE)
}
