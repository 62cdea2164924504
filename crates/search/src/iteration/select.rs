//! Selection: from the roots down to a new leaf.

use tradewinds_game::{Dice, Game, Policy, Seat, Step};

use super::Worker;
use super::known::Way;
use crate::descent::{Descent, Forest, MoveKind};
use crate::node::DecisionNode;
use crate::selection::Slots;
use crate::task::Task;
use crate::tree::{Arena, Key, NONE};

/// How an iteration came to a decision.
#[derive(Clone, Copy)]
struct Arrival {
    /// Whether it is the root.
    is_root: bool,
    /// Whether the node's choice is made at this one position: every step from the root on was certain, and no forced
    /// move has been played since the node was entered; with a tree per seat, none of the seat that chooses.
    is_one: bool,
}

/// A choice in the tree.
struct Choice {
    index: usize,
    /// The node; `None` after a random choice.
    child: Option<u32>,
    /// Whether the child has no visits yet: the descent ends here.
    leaf: bool,
}

impl<G: Game> Worker<G> {
    /// Descends the trees until a new leaf is added and its move played, or the game is over. Returns the
    /// root action of this iteration, if the iteration counts for the root, and the number of decisions
    /// played.
    #[inline]
    pub(super) fn descend<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        start: &Descent,
        world: &mut G::State,
    ) -> (Option<usize>, u32) {
        let game = task.view.game();
        let mut descent = *start;
        let is_one_tree = matches!(descent.forest(), Forest::Shared(_));
        let mut way = Way { first: None, played: 0, depth: 0, is_public: task.tracks_public };
        // The seats that made a forced move since their trees have entered their nodes.
        let mut forced = 0_u8;
        self.path.clear();
        (self.proof, self.is_new_proof) = (None, false);
        while way.played < game.max_decisions() {
            if way.is_public
                && is_one_tree
                && (way.played > 0 || self.next.is_none())
                && (self.descend_known(task, arena, &mut descent, world, &mut way)
                    || way.played == game.max_decisions())
            {
                break;
            }
            let Some(seat) = game.to_act(world) else {
                if self.proving {
                    self.prove_end(game, arena, world);
                }
                break;
            };
            let known = match descent.node(seat) {
                Some(parent) if way.is_public && !is_one_tree => {
                    self.choose_known(task, arena, parent, way.played == 0)
                }
                _ => None,
            };
            if let Some((first, index)) = known
                && self.follow_known(game, arena, &mut descent, world, &mut way, seat, first, index)
            {
                forced = 0;
                continue;
            }
            let (choice, action) = if let Some((first, index)) = known {
                let child = first + index as u32;
                let leaf = arena.node(child).visits() == 0;
                (Some(Choice { index, child: Some(child), leaf }), self.moves[child as usize])
            } else {
                self.actions.clear();
                game.legal(world, &mut self.actions);
                let choice = match self.actions.len() {
                    1 => None,
                    _ => {
                        let is_root = way.played == 0;
                        // A node with a forced move before the choice would stand for two positions of the seat.
                        let has_moved =
                            if is_one_tree { forced != 0 } else { forced & (1 << seat.index()) != 0 };
                        let is_one = way.is_public && !has_moved;
                        match self.choose(task, arena, &descent, seat, world, Arrival { is_root, is_one }) {
                            Some(choice) => Some(choice),
                            None => break,
                        }
                    }
                };
                debug_assert!(
                    way.played > 0
                        || task.root == self.actions.as_slice()
                        || self.learner.is_some_and(|learner| learner != seat),
                    "a seat knows its choices (law 8)"
                );
                let action = self.actions[choice.as_ref().map_or(0, |choice| choice.index)];
                (choice, action)
            };
            forced = if choice.is_some() { 0 } else { forced | (1 << seat.index()) };
            if way.played == 0 && self.learner.is_none_or(|learner| learner == seat) {
                way.first = Some(choice.as_ref().map_or(0, |choice| choice.index));
            }
            let before = *world;
            game.play(world, action, &mut self.rng);
            way.played += 1;
            let made = match choice {
                None => MoveKind::Forced,
                Some(Choice { child: Some(child), leaf, .. }) => {
                    way.depth += 1;
                    if self.is_learning(descent.forest(), descent.forest().tree_of(seat)) {
                        self.add_to_path(arena, child, seat);
                    }
                    if leaf {
                        if self.proving && game.to_act(world).is_none() {
                            self.prove_end(game, arena, world);
                        }
                        break;
                    }
                    if self.exact
                        && let Some(proof) = arena.node(child).proof()
                    {
                        self.proof = Some(proof);
                        break;
                    }
                    MoveKind::Chosen(child)
                }
                Some(_) => MoveKind::Elsewhere,
            };
            let is_public_step =
                way.is_public && (task.is_open || game.is_public_step(&before, action, world));
            let step = Step { before: &before, seat, action, after: world };
            let forest = descent.forest();
            let is_seen = descent.follow(game, &step, made, |tree, parent, key, grow| {
                let is_learning = self.is_learning(forest, tree);
                self.find_or_add(arena, parent, key, grow && is_learning, is_learning.then_some(seat))
            });
            way.is_public = is_public_step && is_seen;
            if let (true, Some((first, index))) = (way.is_public, known) {
                self.remember_step(&descent, first + index as u32);
            }
        }
        self.depth = self.depth.max(way.depth);
        (way.first, way.played)
    }

    /// Returns the root action of the next iteration, if it is chosen before its world is drawn: where the budget is
    /// halved, or where all actions are to meet the same luck. At a root without children there is none yet.
    #[inline]
    pub(super) fn next_root_action<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        start: &Descent,
        progress: f32,
    ) -> Option<usize> {
        let settings = task.settings;
        if settings.root.halves() {
            return Some(self.halving.next(progress));
        }
        if !settings.common_random_numbers {
            return None;
        }
        let (seat, count) = (task.view.seat(), task.root.len());
        let root = start.node(seat)?;
        if let Some((_, children)) = arena.fully_expanded(root) {
            return self.selector(arena, settings, false).best(children).map(|(index, _)| index);
        }
        for (key, &action) in self.keys.iter_mut().zip(task.root) {
            *key = start.key(seat, G::code(action));
        }
        arena.children(root, &self.keys[..count], &mut self.slots[..count]);
        let slots = Slots(arena, &self.slots[..count]);
        self.selector(arena, settings, false).best(slots).map(|(index, _)| index)
    }

    /// Returns whether a tree learns from this iteration.
    #[inline]
    fn is_learning(&self, forest: Forest, tree: usize) -> bool {
        self.learner.is_none_or(|learner| forest.tree_of(learner) == tree)
    }

    /// Adds a node to the path, with its virtual loss.
    #[inline]
    pub(super) fn add_to_path(&mut self, arena: &Arena, id: u32, seat: Seat) {
        if self.virtual_loss > 0 {
            arena.add_visits(id, self.virtual_loss);
        }
        self.path.push((id, seat));
    }

    /// Returns the child with this key. Adds it if `grow` is set and the arena has room. With a `seat`, the
    /// child joins the path for the reward of that seat.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        arena: &Arena,
        parent: u32,
        key: Key,
        grow: bool,
        seat: Option<Seat>,
    ) -> Option<u32> {
        let mut child = arena.child(parent, key);
        if child.is_none() && grow && arena.claim(parent) {
            child = arena.child(parent, key).or_else(|| arena.add(parent, NONE, key));
            arena.release(parent);
        }
        if let (Some(child), Some(seat)) = (child, seat) {
            arena.count_available(arena.node(child), self.iterations);
            self.add_to_path(arena, child, seat);
        }
        child
    }

    /// Chooses one of several legal actions in the tree of the seat that decides. Returns `None` if the tree
    /// has no child for them because the memory is full, or if the children prove the result.
    #[inline]
    fn choose<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        descent: &Descent,
        seat: Seat,
        world: &G::State,
        Arrival { is_root, is_one }: Arrival,
    ) -> Option<Choice> {
        let is_learning = self.is_learning(descent.forest(), descent.forest().tree_of(seat));
        let Some(parent) = descent.node(seat) else {
            return (!is_learning).then(|| self.random_fallback());
        };
        let at = DecisionNode { task, arena, descent, parent, seat, world, is_one };
        let wanted = self.next.filter(|_| is_root);
        // The usual case first: all children are there, and nothing but their scores decides.
        if is_learning
            && wanted.is_none()
            && let Some(first) = self.children_together(&at)
        {
            if is_one && self.record_expanded(&at, first) && self.exact && self.prove_expanded(&at) {
                return None;
            }
            let children = arena.nodes(first, self.actions.len());
            // Elsewhere the proofs of the children have to be looked at.
            if (is_one || !self.has_proofs)
                && let Some(index) = self.select_known(task, arena, parent, children, is_root)
            {
                let leaf = children[index].visits() == 0;
                return Some(Choice { index, child: Some(first + index as u32), leaf });
            }
        }
        let found = self.match_children(&at);
        if !is_learning {
            let slots = Slots(arena, &self.slots[..self.actions.len()]);
            let best = self.selector(arena, task.settings, false).best(slots);
            return Some(match best {
                Some((index, _)) => Choice { index, child: Some(self.slots[index]), leaf: false },
                None => self.random_fallback(),
            });
        }
        let won = if self.has_proofs { self.prove(&at) } else { None };
        self.decided |= is_root && won.is_some();
        let index = match won.or(wanted) {
            Some(index) => self.choose_root_action(&at, index)?,
            None => self.expand_or_select(&at, found)?,
        };
        let child = self.slots[index];
        Some(Choice { index, child: Some(child), leaf: arena.node(child).visits() == 0 })
    }

    /// Chooses at random where a tree that does not learn has no child.
    fn random_fallback(&mut self) -> Choice {
        let index = self.rng.below(self.actions.len() as u32) as usize;
        Choice { index, child: None, leaf: false }
    }
}
