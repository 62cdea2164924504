//! Expansion: adding children to a node, and which of them to descend to.

use tradewinds_game::{Dice, Game, MAX_ACTIONS, Policy, best};

use super::Worker;
use crate::node::DecisionNode;
use crate::priors::{add_priors, rescore};
use crate::selection::{Selector, Slots};
use crate::settings::{ExpansionKind, SearchSettings, SelectionKind};
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
        if at.has_fresh_priors() && !(grows && adds_all(at.task.settings)) {
            self.rescore(at);
        }
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
            match adds_all(at.task.settings) {
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
        let settings = at.task.settings;
        if adds_all(settings) {
            self.add_all(at);
            return None;
        }
        if found == 0 && self.adds_families && at.is_one && self.actions.len() <= Arena::LONGEST_FAMILY {
            let keys = &self.keys[..self.actions.len()];
            if let Some(first) = at.arena.add_family(at.parent, keys) {
                self.slots[0] = first;
                return Some(0);
            }
        }
        let slots = &self.slots[..self.actions.len()];
        if let Some(exponent) = settings.widening {
            let visits = slots
                .iter()
                .filter(|&&child| child != NONE)
                .map(|&child| at.arena.node(child).visits())
                .sum();
            if found >= allowed(settings.widening_factor, exponent, visits) {
                return None;
            }
        }
        if let Some(urgency) = settings.first_play_urgency
            && settings.selection != SelectionKind::Puct
            && self
                .selector(at.arena, settings, false)
                .best(Slots(at.arena, slots))
                .is_some_and(|(_, score)| score >= urgency)
        {
            return None;
        }
        let index = self.untried(at, found);
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

    /// Returns the next action to add.
    #[inline]
    fn untried<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, found: usize) -> usize {
        let count = self.actions.len();
        match at.task.settings.expansion() {
            ExpansionKind::Policy | ExpansionKind::Mast => self.best_untried(at),
            _ => untried(&self.slots[..count], self.rng.below((count - found) as u32)),
        }
    }

    /// Returns the next action to add by its score. Not inlined: the scores are cleared at each call.
    #[inline(never)]
    fn best_untried<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) -> usize {
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..self.actions.len()];
        if at.task.settings.expansion() == ExpansionKind::Policy {
            at.task.policy.score(at.task.view.game(), at.world, &self.actions, scores);
        } else {
            for (score, &action) in scores.iter_mut().zip(&self.actions) {
                *score = self.mast.mean(at.seat, G::code(action));
            }
        }
        for (score, &child) in scores.iter_mut().zip(&self.slots) {
            if child != NONE {
                *score = f32::NEG_INFINITY;
            }
        }
        best(scores)
    }

    /// Adds one child, with its prior where the tree keeps priors.
    fn add<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, index: usize) {
        let count = self.actions.len();
        let child = at.arena.add(at.parent, before(&self.slots, index), self.keys[index]);
        self.slots[index] = child.unwrap_or(NONE);
        if at.task.settings.has_priors() {
            self.add_priors(at, count);
        }
    }

    /// Adds all missing children, with their priors.
    pub(crate) fn add_all<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) {
        let count = self.actions.len();
        let is_first = !at.arena.has_children(at.parent);
        if let Some(first) = is_first.then(|| at.arena.add_family(at.parent, &self.keys[..count])).flatten() {
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
        if at.has_fresh_priors() {
            self.rescore(at);
        } else {
            self.add_priors(at, count);
        }
    }

    fn add_priors<P: Policy<G>>(&self, at: &DecisionNode<'_, G, P>, count: usize) {
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..count];
        at.task.policy.score(at.task.view.game(), at.world, &self.actions, scores);
        add_priors(at.arena, &self.slots[..count], scores, at.task.settings.prior_temperature);
    }

    /// Sets the priors of all children to those of this world.
    #[inline(never)]
    pub(crate) fn rescore<P: Policy<G>>(&self, at: &DecisionNode<'_, G, P>) {
        let count = self.actions.len();
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..count];
        at.task.policy.score(at.task.view.game(), at.world, &self.actions, scores);
        rescore(at.arena, &self.slots[..count], scores, at.task.settings.prior_temperature);
    }
}

/// Returns whether a node's children are all added at once.
fn adds_all(settings: &SearchSettings) -> bool {
    settings.selection == SelectionKind::Puct && settings.widening.is_none()
}

/// Returns the number of children that progressive widening allows after `visits` visits.
fn allowed(factor: f32, exponent: f32, visits: u32) -> usize {
    (factor * libm::powf(visits as f32, exponent)).ceil().max(1.0) as usize
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

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn widening_grows_with_the_visits() {
        let at = |visits| allowed(1.0, 0.5, visits);
        assert_eq!([at(0), at(1), at(2), at(4), at(5), at(100)], [1, 1, 2, 2, 3, 10]);
        assert_eq!((allowed(3.0, 0.5, 1), allowed(2.0, 1.0, 50)), (3, 100));
    }
}
