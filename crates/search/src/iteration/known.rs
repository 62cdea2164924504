//! Selection where a node stands for one position.
//!
//! As long as the steps from the root on are certain, as all are in an open game, the same moves lead to the same
//! legal actions in every world. Once all of these have children, nothing is listed, and no keys are made and compared.
//! One tree alone even leads on without the world: no state is copied. With a tree per seat the steps have to be seen
//! by all seats, and the world tells which seat decides next.

use tradewinds_game::{Game, MAX_SEATS, Policy, Seat, Step};

use super::Worker;
use crate::descent::{Descent, MoveKind};
use crate::node::DecisionNode;
use crate::selection::Unlost;
use crate::settings::SelectionKind;
use crate::task::Task;
use crate::tree::{Arena, NONE, Node};

/// The part of an iteration that has been played.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// The root action, if the iteration counts for the root.
    pub(super) first: Option<usize>,
    /// The number of decisions.
    pub(super) played: u32,
    /// The number of choices.
    pub(super) depth: u32,
    /// Whether all of it was certain, in a search that can make use of it.
    pub(super) is_public: bool,
}

impl<G: Game> Worker<G> {
    /// Records that all legal actions of a position have their children from `first` on, which lie together. Returns
    /// whether that is new.
    pub(super) fn record_expanded<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>, first: u32) -> bool {
        let is_new = at.arena.set_fully_expanded(at.parent, first, self.actions.len());
        if is_new {
            let (from, until) = (first as usize, first as usize + self.actions.len());
            if self.moves.len() < until {
                // Only those of whole families are read.
                self.moves.resize(until, self.actions[0]);
            }
            self.moves[from..until].copy_from_slice(&self.actions);
        }
        is_new
    }

    /// Descends as long as all children of a node are known. Returns whether a new leaf or an exact proof was reached.
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
        // The moves of the path that the world has not seen: it is asked nothing on the way, and where a proof ends
        // the iteration it need not follow.
        let mut unseen = self.path.len();
        let is_quick = match self.quick {
            Some(SelectionKind::Ucb1) => {
                !self.has_proofs || descent.only_node().is_none_or(|node| arena.node(node).proof().is_none())
            }
            Some(_) => !self.has_proofs,
            None => false,
        };
        while way.played < game.max_decisions()
            && let Some(node) = descent.only_node()
            && let Some((family, children)) = arena.fully_expanded(node)
            && let Some(index) = if is_quick {
                self.select_quickly(task, arena, node, children, way.played == 0)
            } else {
                self.select_known(task, arena, node, children, way.played == 0)
            }
        {
            let child = family + index as u32;
            let seat = children[index].mover();
            if way.played == 0 {
                way.first = Some(index);
            }
            way.played += 1;
            way.depth += 1;
            self.add_to_path(arena, child, seat);
            if self.exact
                && let Some(proof) = children[index].proof()
            {
                self.proof = Some(proof);
                return true;
            }
            if children[index].visits() == 0 {
                self.play_path(game, world, unseen);
                if self.proving && game.to_act(world).is_none() {
                    self.prove_end(game, arena, world);
                }
                return true;
            }
            if children[index].is_fully_expanded() {
                descent.step(child);
                continue;
            }
            let last = self.path.len() - 1;
            self.play_path_until(game, world, unseen, last);
            let (before, action) = (*world, self.moves[child as usize]);
            game.play(world, action, &mut self.rng);
            way.is_public &= task.is_open || game.is_public_step(&before, action, world);
            let step = Step { before: &before, seat, action, after: world };
            descent.follow(game, &step, MoveKind::Chosen(child), |_, parent, key, grow| {
                self.find_or_add(arena, parent, key, grow, Some(seat))
            });
            unseen = self.path.len();
        }
        self.play_path(game, world, unseen);
        false
    }

    /// Selects at a node of one of several trees, if all its children are known; returns the first child and the index
    /// of the selected one.
    #[inline]
    pub(super) fn choose_known<P: Policy<G>>(
        &self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        node: u32,
        is_root: bool,
    ) -> Option<(u32, usize)> {
        let (first, children) = arena.fully_expanded(node)?;
        let index = if let (Some(next), true) = (self.next, is_root) {
            self.selector(arena, task.settings, true).count_available(children);
            next
        } else if self.quick.is_some() && !self.has_proofs {
            self.select_quickly(task, arena, node, children, is_root)?
        } else {
            self.select_known(task, arena, node, children, is_root)?
        };
        Some((first, index))
    }

    /// Plays the choice of the child `index` of a family that is whole and begins with `first`, and follows it in all
    /// trees, if an iteration before has remembered where they go. Returns whether it has.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "all of it is what an iteration is about")]
    pub(super) fn follow_known(
        &mut self,
        game: &G,
        arena: &Arena,
        descent: &mut Descent,
        world: &mut G::State,
        way: &mut Way,
        seat: Seat,
        first: u32,
        index: usize,
    ) -> bool {
        let child = first + index as u32;
        let Some(&nodes) = self.steps.get(child as usize) else { return false };
        let own = descent.forest().tree_of(seat);
        if nodes[own] != child || self.exact {
            return false;
        }
        if way.played == 0 {
            way.first = Some(index);
        }
        way.played += 1;
        way.depth += 1;
        let action = self.moves[child as usize];
        game.play(world, action, &mut self.rng);
        let entered = &nodes[..descent.forest().trees()];
        for (tree, &node) in entered.iter().enumerate() {
            if tree != own {
                arena.node(node).count_available();
            }
        }
        // The trees belong to this worker alone, so that there is no virtual loss.
        self.path.extend(entered.iter().map(|&node| (node, seat)));
        descent.enter(&nodes);
        true
    }

    /// Remembers the nodes that all trees have entered with the choice of `child`, by a certain step that all seats
    /// saw, so that they will enter the same again.
    pub(super) fn remember_step(&mut self, descent: &Descent, child: u32) {
        let Some(nodes) = descent.nodes() else { return };
        let at = child as usize;
        if self.steps.len() <= at {
            self.steps.resize(at + 1, [NONE; MAX_SEATS]);
        }
        self.steps[at] = nodes;
    }

    /// Plays the moves of the path from this one on.
    #[inline]
    fn play_path(&mut self, game: &G, world: &mut G::State, from: usize) {
        self.play_path_until(game, world, from, self.path.len());
    }

    #[inline]
    fn play_path_until(&mut self, game: &G, world: &mut G::State, from: usize, until: usize) {
        for &(child, _) in &self.path[from..until] {
            game.play(world, self.moves[child as usize], &mut self.rng);
        }
    }

    /// [`Self::select_known`] by UCB1 at a node that is not proven, or by PUCT without proofs: inlined, since a search
    /// does it at most nodes on its way.
    #[inline(always)]
    fn select_quickly<P: Policy<G>>(
        &self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        node: u32,
        children: &[Node],
        is_root: bool,
    ) -> Option<usize> {
        if self.adds_all {
            return self.select_each_first(task, arena, node, children, is_root);
        }
        if self.quick == Some(SelectionKind::Ucb1) {
            return self.select_by_ucb1(task, arena, node, children, Node::count_available);
        }
        let selector = self.selector(arena, task.settings, true);
        let best = selector.best_by_puct(&children, task.settings.exploration(), Node::count_available);
        best.map(|(index, _)| index)
    }

    /// Selects by UCB1 at a node that is not proven: a child that is proven for another seat is left out, as long as
    /// another is left.
    #[inline(always)]
    fn select_by_ucb1<P: Policy<G>>(
        &self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        node: u32,
        children: &[Node],
        available: impl Fn(&Node) -> u32,
    ) -> Option<usize> {
        let selector = self.selector(arena, task.settings, true);
        let c = task.settings.exploration();
        let unlost = match arena.node(node).extra() {
            0.0 => None,
            _ => selector.best_by_ucb1(&Unlost(children), c, &available),
        };
        unlost.or_else(|| selector.best_by_ucb1(&children, c, &available)).map(|(index, _)| index)
    }

    /// Selects by UCB1 among the children of a position that were all added at once, each of them before any again. As
    /// each could be chosen at every visit, the visits of the node stand for their availability.
    #[inline(always)]
    fn select_each_first<P: Policy<G>>(
        &self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        node: u32,
        children: &[Node],
        is_root: bool,
    ) -> Option<usize> {
        // The first visit was that of a leaf. The root is on no path, and has visits only if its tree was kept.
        let visits = arena.node(node).visits() + if is_root { self.iterations as u32 } else { 0 };
        if visits as usize <= children.len()
            && let Some(index) = children.iter().position(|child| child.visits() == 0)
        {
            return Some(index);
        }
        self.select_by_ucb1(task, arena, node, children, |_| visits)
    }

    /// Selects among all children of a node; leaves out those that are proven for other seats, as long as another is
    /// left. A node that is proven is left to the slower way, which follows the proof.
    #[inline]
    pub(super) fn select_known<P: Policy<G>>(
        &self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        node: u32,
        children: &[Node],
        is_root: bool,
    ) -> Option<usize> {
        if self.adds_all && arena.node(node).proof().is_none() {
            return self.select_each_first(task, arena, node, children, is_root);
        }
        let selector = self.selector(arena, task.settings, true);
        if !self.has_proofs {
            return selector.best(children).map(|(index, _)| index);
        }
        if arena.node(node).proof().is_some() {
            return None;
        }
        selector.best(Unlost(children)).or_else(|| selector.best(children)).map(|(index, _)| index)
    }
}
