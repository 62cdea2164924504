//! The way down: from the roots to a new leaf, one decision after the other.

use tradewinds_game::{Game, Policy, Seat, Step};

use super::Worker;
use super::descent::{Choice, Descent, learns};
use crate::places::MoveKind;
use crate::tree::{Arena, Key, NONE};

impl<G: Game> Worker<G> {
    /// Descends the trees until a new leaf is added and its move played, a result is proven, or the game is over.
    #[inline]
    pub(super) fn descend<P: Policy<G>>(&mut self, descent: &mut Descent<'_, G, P>) {
        self.path.clear();
        self.prover.begin_iteration();
        while !descent.is_at_bound() {
            if self.is_known_way(descent) && (self.descend_known(descent) || descent.is_at_bound()) {
                break;
            }
            let Some(seat) = self.seat_to_decide(descent) else { break };
            let known = self.select_in_known(descent, seat);
            if known.as_ref().is_some_and(|choice| self.repeat_step(descent, seat, choice)) {
                continue;
            }
            let is_known = known.is_some();
            let Some(choice) = known.or_else(|| self.list_and_select(descent, seat)) else { break };
            if !self.play_and_follow(descent, seat, &choice, is_known) {
                break;
            }
        }
        self.counts.depth = self.counts.depth.max(descent.depth);
    }

    /// Returns the seat that decides next. At the end of the game there is none, and a result may be proven.
    #[inline]
    fn seat_to_decide<P: Policy<G>>(&mut self, descent: &Descent<'_, G, P>) -> Option<Seat> {
        let seat = descent.game().to_act(descent.world);
        if seat.is_none() && descent.task.proves {
            self.prove_end(descent);
        }
        seat
    }

    /// Records what the end of the game proves about the last choice in the tree.
    pub(super) fn prove_end<P: Policy<G>>(&mut self, descent: &Descent<'_, G, P>) {
        if let Some(&(node, _)) = self.path.last() {
            self.prover.prove_end(descent.game(), descent.arena, descent.world, node);
        }
    }

    /// Lists the legal actions and selects one. Returns `None` where the descent ends, as [`Worker::select`] does.
    #[inline]
    fn list_and_select<P: Policy<G>>(
        &mut self,
        descent: &Descent<'_, G, P>,
        seat: Seat,
    ) -> Option<Choice<G::Action>> {
        self.actions.clear();
        if descent.is_root() && descent.learner.is_none_or(|learner| learner == seat) {
            // A seat knows its choices (law 8), and a view may be of a part of them.
            self.actions.extend(descent.task.root.iter().copied());
        } else {
            descent.game().legal(descent.world, &mut self.actions);
            if let Some(restriction) = descent.task.restriction.filter(|_| seat == descent.task.view.seat()) {
                restriction(descent.game(), descent.world, &mut self.actions);
            }
        }
        if self.actions.len() > 1 {
            return self.select(descent, seat);
        }
        Some(Choice { index: 0, action: self.actions[0], made: MoveKind::Forced, is_leaf: false })
    }

    /// Plays a choice in the world and follows it in all trees. Returns whether the descent goes on.
    #[inline]
    fn play_and_follow<P: Policy<G>>(
        &mut self,
        descent: &mut Descent<'_, G, P>,
        seat: Seat,
        choice: &Choice<G::Action>,
        is_known: bool,
    ) -> bool {
        let (task, arena, action) = (descent.task, descent.arena, choice.action);
        let game = task.view.game();
        descent.count(seat, choice.index, choice.made);
        if descent.is_own_moves() {
            return self.play_and_follow_own(descent, seat, choice);
        }
        let before = *descent.world;
        game.play(descent.world, action, &mut self.rng);
        if let MoveKind::Chosen(child) = choice.made
            && self.ends_at(descent, seat, child, choice.is_leaf)
        {
            return false;
        }
        descent.is_public &= task.is_open || game.is_public_step(&before, action, descent.world);
        let step = Step { before: &before, seat, action, after: descent.world };
        let (learner, forest) = (descent.learner, descent.places.forest());
        let is_seen = descent.places.follow(game, &step, choice.made, |tree, parent, key, grow| {
            let is_learning = learns(learner, forest, tree);
            let seat = is_learning.then_some(seat);
            self.find_or_add(arena, parent, key, grow && is_learning, seat, task.virtual_loss)
        });
        descent.is_public &= is_seen;
        if is_known && descent.is_public {
            self.expanded.remember_step(choice.made, &descent.places);
        }
        true
    }

    /// Plays a choice in the world and follows it in the tree of its seat, where trees are of own moves: no tree asks
    /// what the position was before, so that none is copied.
    #[inline]
    fn play_and_follow_own<P: Policy<G>>(
        &mut self,
        descent: &mut Descent<'_, G, P>,
        seat: Seat,
        choice: &Choice<G::Action>,
    ) -> bool {
        let (task, arena, action) = (descent.task, descent.arena, choice.action);
        descent.game().play(descent.world, action, &mut self.rng);
        if let MoveKind::Chosen(child) = choice.made
            && self.ends_at(descent, seat, child, choice.is_leaf)
        {
            return false;
        }
        let enter = |parent, key| self.find_or_add(arena, parent, key, false, Some(seat), task.virtual_loss);
        descent.places.follow_own(seat, choice.made, enter, || G::code(action));
        true
    }

    /// Adds the chosen child to the path. Returns whether the descent ends there: at a leaf or at an exact proof.
    #[inline(always)]
    fn ends_at<P: Policy<G>>(
        &mut self,
        descent: &Descent<'_, G, P>,
        seat: Seat,
        child: u32,
        is_leaf: bool,
    ) -> bool {
        if descent.is_learning(seat) {
            self.add_to_path(descent.arena, child, seat, descent.task.virtual_loss);
        }
        if is_leaf {
            if descent.task.proves && descent.game().to_act(descent.world).is_none() {
                self.prove_end(descent);
            }
            return true;
        }
        descent.task.is_exact && self.prover.meets(descent.arena.node(child))
    }

    /// Adds a node to the path, with its virtual loss.
    #[inline]
    pub(super) fn add_to_path(&mut self, arena: &Arena, id: u32, seat: Seat, virtual_loss: u32) {
        if virtual_loss > 0 {
            arena.add_visits(id, virtual_loss);
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
        virtual_loss: u32,
    ) -> Option<u32> {
        let mut child = arena.child(parent, key);
        if child.is_none() && grow && arena.claim(parent) {
            child = arena.child(parent, key).or_else(|| arena.add(parent, NONE, key));
            arena.release(parent);
        }
        if let (Some(child), Some(seat)) = (child, seat) {
            arena.count_available(arena.node(child), self.counts.iterations);
            self.add_to_path(arena, child, seat, virtual_loss);
        }
        child
    }
}
