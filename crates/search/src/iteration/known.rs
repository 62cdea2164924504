//! The way through fully expanded nodes, each of which stands for one position.
//!
//! As long as the steps from the root on are public, as all are in an open game, the same moves lead to the same
//! legal actions in every world. Once all of these have children, nothing is listed, and no keys are made and compared.
//! One tree alone even leads on without the world: no state is copied. With a tree per seat the steps have to be seen
//! by all seats, and the world tells which seat decides next.
//!
//! What this is worth, in instructions (callgrind, the same moves): without it an iteration of the shipped search of
//! Francis Drake takes 18 % more from the opening (85.6 thousand in place of 72.8), but whole games take 1.4 % to 1.6 %
//! more, as only the steps of one phase are public. Whole games of `ismcts-200` and `mo-ismcts` in Puerto Rico take 7 %
//! and 9 % more.

use tradewinds_game::{Game, Policy, Seat, Step};

use super::Worker;
use super::descent::{Choice, Descent};
use crate::places::MoveKind;
use crate::settings::SelectionKind;
use crate::siblings::Unlost;
use crate::tree::Node;

impl<G: Game> Worker<G> {
    /// Returns whether the one tree leads on from here without the world.
    #[inline]
    pub(super) fn is_known_way<P: Policy<G>>(&self, descent: &Descent<'_, G, P>) -> bool {
        descent.is_public && descent.is_one_tree() && (!descent.is_root() || descent.wanted.is_none())
    }

    /// Descends one tree through fully expanded nodes. Returns whether a new leaf or an exact proof was reached.
    #[inline]
    pub(super) fn descend_known<P: Policy<G>>(&mut self, descent: &mut Descent<'_, G, P>) -> bool {
        loop {
            // The moves of the path from here on that the world has not seen: it is asked nothing on the way, and where
            // a proof ends the iteration it need not follow.
            let unseen = self.path.len();
            match self.walk(descent) {
                Stop::Proof => return true,
                Stop::Leaf => {
                    self.catch_up(descent, unseen);
                    if descent.task.proves && descent.game().to_act(descent.world).is_none() {
                        self.prove_end(descent);
                    }
                    return true;
                }
                Stop::Unexpanded => self.leave_known(descent, unseen),
                Stop::Here => {
                    self.catch_up(descent, unseen);
                    return false;
                }
            }
        }
    }

    /// Walks from one fully expanded node to the next. What does not steer the way is written at its end, as these few
    /// steps are most of an iteration in a small game.
    #[inline]
    fn walk<P: Policy<G>>(&mut self, descent: &mut Descent<'_, G, P>) -> Stop {
        let (task, arena) = (descent.task, descent.arena);
        let Some(mut node) = descent.places.only_node() else { return Stop::Here };
        let left = descent.game().max_decisions().saturating_sub(descent.played);
        let mut here = arena.node(node);
        let (mut steps, mut entered) = (0, 0);
        let stop = loop {
            let Some((first, children)) = arena.children_if_fully_expanded(here) else { break Stop::Here };
            let is_root = descent.is_root() && steps == 0;
            if steps == left {
                break Stop::Here;
            }
            let Some(index) = self.select_known(descent, is_root, here, children) else { break Stop::Here };
            let (child, chosen) = (first + index as u32, &children[index]);
            if is_root {
                descent.first = Some(index);
            }
            // The trees belong to this worker alone, so that there is no virtual loss.
            self.path.push((child, chosen.mover()));
            steps += 1;
            if task.is_exact && self.prover.meets(chosen) {
                break Stop::Proof;
            }
            if chosen.visits() == 0 {
                break Stop::Leaf;
            }
            if !chosen.is_fully_expanded() {
                break Stop::Unexpanded;
            }
            (node, here, entered) = (child, chosen, steps);
        };
        if steps > 0 {
            descent.count_choices(steps);
        }
        descent.places.step_to(node, entered);
        stop
    }

    /// Lets the world follow the path from one of its nodes on.
    #[inline]
    fn catch_up<P: Policy<G>>(&mut self, descent: &mut Descent<'_, G, P>, from: usize) {
        self.expanded.play(descent.game(), descent.world, &self.path[from..], &mut self.rng);
    }

    /// Lets the world follow the path, and the tree the last move of it, to a node that is not fully expanded.
    #[inline]
    fn leave_known<P: Policy<G>>(&mut self, descent: &mut Descent<'_, G, P>, from: usize) {
        let (task, arena, game) = (descent.task, descent.arena, descent.game());
        let last = self.path.len() - 1;
        let (child, seat) = self.path[last];
        self.expanded.play(game, descent.world, &self.path[from..last], &mut self.rng);
        let (before, action) = (*descent.world, self.expanded.action(child));
        game.play(descent.world, action, &mut self.rng);
        descent.is_public &= task.is_open || game.is_public_step(&before, action, descent.world);
        let step = Step { before: &before, seat, action, after: descent.world };
        descent.places.follow(game, &step, MoveKind::Chosen(child), |_, parent, key, grow| {
            self.find_or_add(arena, parent, key, grow, Some(seat), task.virtual_loss)
        });
    }

    /// Selects at a node of one of several trees, if it is fully expanded.
    #[inline]
    pub(super) fn select_in_known<P: Policy<G>>(
        &self,
        descent: &Descent<'_, G, P>,
        seat: Seat,
    ) -> Option<Choice<G::Action>> {
        if !descent.is_public || descent.is_one_tree() {
            return None;
        }
        let node = descent.places.node(seat)?;
        let (first, children) = descent.arena.fully_expanded(node)?;
        let index = match descent.wanted.filter(|_| descent.is_root()) {
            Some(wanted) => {
                self.selector(descent.arena, descent.task.settings, true).count_available(children);
                wanted
            }
            None => self.select_known(descent, descent.is_root(), descent.arena.node(node), children)?,
        };
        let child = first + index as u32;
        let action = self.expanded.action(child);
        Some(Choice { index, action, made: MoveKind::Chosen(child), is_leaf: children[index].visits() == 0 })
    }

    /// Plays a choice at a fully expanded node and follows it in all trees, if an iteration before has remembered where
    /// they go. Returns whether it has.
    #[inline]
    pub(super) fn repeat_step<P: Policy<G>>(
        &mut self,
        descent: &mut Descent<'_, G, P>,
        seat: Seat,
        choice: &Choice<G::Action>,
    ) -> bool {
        let forest = descent.places.forest();
        let own = forest.tree_of(seat);
        let Some(nodes) = self.expanded.step(choice.made, own).filter(|_| !descent.task.is_exact) else {
            return false;
        };
        descent.count(seat, choice.index, choice.made);
        descent.game().play(descent.world, choice.action, &mut self.rng);
        let entered = &nodes[..forest.trees()];
        for (tree, &node) in entered.iter().enumerate() {
            if tree != own {
                descent.arena.node(node).count_available();
            }
        }
        // The trees belong to this worker alone, so that there is no virtual loss.
        self.path.extend(entered.iter().map(|&node| (node, seat)));
        descent.places.enter(&nodes);
        true
    }

    /// Selects by UCB1 among the children of a position that were all added at once, each of them before any again, at
    /// a node that is not proven. As each could be chosen at every visit, the visits of the node stand for their
    /// availability. A child that is proven for another seat is left out, as long as another is left.
    #[inline(always)]
    fn select_each_first<P: Policy<G>>(
        &self,
        descent: &Descent<'_, G, P>,
        is_root: bool,
        node: &Node,
        children: &[Node],
    ) -> Option<usize> {
        // The first visit was that of a leaf. The root is on no path, and has visits only if its tree was kept.
        let at_root = if is_root { self.counts.iterations as u32 } else { 0 };
        let visits = node.visits() + at_root;
        if visits as usize <= children.len()
            && let Some(index) = children.iter().position(|child| child.visits() == 0)
        {
            return Some(index);
        }
        let selector = self.selector(descent.arena, descent.task.settings, true);
        let c = descent.task.settings.exploration();
        let unlost = match node.extra() {
            0.0 => None,
            _ => selector.best_by_ucb1(&Unlost(children), c, |_| visits),
        };
        unlost.or_else(|| selector.best_by_ucb1(&children, c, |_| visits)).map(|(index, _)| index)
    }

    /// Selects among all children of a node; leaves out those that are proven for other seats, as long as another is
    /// left. A node that is proven is left to the slower way, which follows the proof.
    #[inline(always)] // with UCB1 a few instructions on the way through a small game
    pub(super) fn select_known<P: Policy<G>>(
        &self,
        descent: &Descent<'_, G, P>,
        is_root: bool,
        node: &Node,
        children: &[Node],
    ) -> Option<usize> {
        let task = descent.task;
        if task.adds_all && node.proof().is_none() {
            return self.select_each_first(descent, is_root, node, children);
        }
        let counts_each = !self.prover.has_proofs && !descent.arena.counts_in_strides();
        if task.settings.selection == SelectionKind::Ucb1 && counts_each {
            let selector = self.selector(descent.arena, task.settings, true);
            let c = task.settings.exploration();
            return selector.best_by_ucb1(&children, c, Node::count_available).map(|(index, _)| index);
        }
        self.select_by_any_rule(descent, node, children)
    }

    #[inline(never)] // the columns of PUCT take a page of the stack
    fn select_by_any_rule<P: Policy<G>>(
        &self,
        descent: &Descent<'_, G, P>,
        node: &Node,
        children: &[Node],
    ) -> Option<usize> {
        let selector = self.selector(descent.arena, descent.task.settings, true);
        if !self.prover.has_proofs {
            return selector.best(children).map(|(index, _)| index);
        }
        if node.proof().is_some() {
            return None;
        }
        selector.best(Unlost(children)).or_else(|| selector.best(children)).map(|(index, _)| index)
    }
}

/// Where a walk through fully expanded nodes stops.
enum Stop {
    /// At a child that is proven, where a proof is exact.
    Proof,
    /// At a child without visits.
    Leaf,
    /// At a child that is not fully expanded.
    Unexpanded,
    /// At a node that offers no known choice, or at the game's bound.
    Here,
}
