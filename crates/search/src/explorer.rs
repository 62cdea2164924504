//! One line of iterations, with the memory that it needs.

use super::expand::Fork;
use super::halving::Halving;
use super::logarithms::Logarithms;
use super::mast::Mast;
use super::prove::prove_end;
use super::reward::{self, Rewards};
use super::rollout::{Rollout, Stop};
use super::settings::{RootKind, SearchSettings, SelectionKind, TreeKind};
use super::stop::EarlyStop;
use super::study::Notes;
use super::tree::{Arena, Key, NONE};
use super::walk::{Forest, Made, Walk};
use super::worker::Task;
use tradewinds_game::{Actions, Dice, Game, MAX_ACTIONS, MAX_SEATS, Policy, Purpose, Rng, Seat, Seed, Step};

/// What is known of one action of the root.
#[derive(Clone, Copy, Default)]
pub(super) struct RootAction {
    /// The iterations of this search that began with it.
    pub(super) visits: u64,
    /// The sums of their rewards.
    pub(super) totals: Rewards,
}

/// A node that the iteration passed, and the seat whose reward it gets.
type Passed = (u32, Seat);

/// An iteration whose reward is not in the trees yet.
#[derive(Clone, Copy)]
struct Flight {
    /// The root action that it began with.
    first: Option<usize>,
    rewards: Rewards,
}

/// A line of iterations; several may work on the same trees.
pub(super) struct Explorer<G: Game> {
    pub(super) rng: Rng,
    pub(super) actions: Actions<G::Action>,
    pub(super) keys: [Key; MAX_ACTIONS],
    pub(super) slots: [u32; MAX_ACTIONS],
    pub(super) ln: Logarithms,
    pub(super) mast: Mast,
    pub(super) halving: Halving,
    pub(super) root: Vec<RootAction>,
    pub(super) notes: Notes,
    passed: Vec<Passed>,
    flight: Option<Flight>,
    /// The losses left in each node until the reward is known.
    virtual_loss: u32,
    /// The seat whose tree alone learns from the iteration, in a re-determinizing search.
    learner: Option<Seat>,
    /// Whether wins may be proven: asked for, and the game is open.
    pub(super) proving: bool,
    /// The root action that is proven to win.
    pub(super) decided: Option<usize>,
    stop: EarlyStop,
    pub(super) iterations: u64,
    pub(super) truncated: u64,
    pub(super) depth: u32,
}

/// A choice in the tree.
struct Choice {
    index: usize,
    /// The node; `None` where the tree had nothing to say.
    child: Option<u32>,
    /// Whether the child has not been visited yet: the tree ends here.
    leaf: bool,
}

impl<G: Game> Explorer<G> {
    pub(super) fn new(game: &G, settings: &SearchSettings) -> Self {
        let decisions = game.max_decisions() as usize + 1;
        Self {
            rng: Seed(0).rng(),
            actions: Actions::new(),
            keys: [Key::of_move(0, 0, 0); MAX_ACTIONS],
            slots: [NONE; MAX_ACTIONS],
            ln: Logarithms::new(),
            mast: Mast::new(settings.has_mast().then_some(decisions)),
            halving: Halving::default(),
            root: Vec::with_capacity(MAX_ACTIONS),
            notes: Notes::default(),
            passed: Vec::with_capacity(most_passed(game)),
            flight: None,
            virtual_loss: if settings.shares_trees() { settings.virtual_loss } else { 0 },
            learner: None,
            proving: false,
            decided: None,
            stop: EarlyStop::new(false),
            iterations: 0,
            truncated: 0,
            depth: 0,
        }
    }

    /// Forgets what an earlier search left.
    pub(super) fn begin<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, seed: Seed) {
        self.rng = seed.rng();
        self.root.clear();
        self.root.resize(task.root.len(), RootAction::default());
        self.mast.clear();
        self.halving.begin(task.root.len());
        self.notes.begin(task, seed.derive(Purpose::Sample, 0));
        (self.proving, self.decided, self.learner) = (task.open, None, None);
        self.stop = EarlyStop::new(task.may_stop());
        (self.iterations, self.truncated, self.depth) = (0, 0, 0);
    }

    /// Plays an iteration up to its reward, which [`Explorer::land`] brings into the trees.
    /// `progress` is the part of the budget that is spent, from 0 to 1.
    #[inline]
    pub(super) fn launch<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        start: &Walk,
        world: Option<&G::State>,
        progress: f32,
    ) {
        let game = task.view.game();
        let mut world = world.copied().unwrap_or_else(|| task.view.determinize(&mut self.rng));
        if task.tree == TreeKind::ReDeterminizing {
            let learner = learner(task.view.seat(), game.players(), self.iterations);
            if learner != task.view.seat() {
                game.determinize(&mut world, learner, &mut self.rng);
            }
            self.learner = Some(learner);
        }
        self.iterations += 1;
        let (first, played) = self.descend(task, arena, start, &mut world, progress);
        let left = game.max_decisions().saturating_sub(played);
        let settings = task.settings;
        let mut rollout = Rollout {
            game,
            policy: task.policy,
            settings,
            actions: &mut self.actions,
            mast: &mut self.mast,
            notes: true,
        };
        let stop = rollout.play(&mut world, settings.cutoff, left, &mut self.rng);
        self.truncated += u64::from(stop == Stop::Bound);
        let rewards = match stop {
            Stop::Over => reward::of_scores::<G>(settings, &game.scores(&world)),
            Stop::CutOff | Stop::Bound => reward::of_estimate(&task.policy.evaluate(game, &world)),
        };
        self.flight = Some(Flight { first, rewards });
        if let Some(first) = first.filter(|_| task.study.is_some()) {
            rollout.notes = false;
            self.notes.play_to_the_end(&mut rollout, first, &mut world, left);
        }
    }

    /// Adds the reward of the iteration under way to the nodes that it passed; `false` if none is.
    #[inline]
    pub(super) fn land<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, arena: &Arena) -> bool {
        let Some(Flight { first, rewards }) = self.flight.take() else { return false };
        let squares = task.settings.selection == SelectionKind::UcbTuned;
        for &(id, seat) in &self.passed {
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

    /// Returns whether nothing that is left of the budget could change the choice: a win is proven, or
    /// the most visited action cannot be overtaken.
    #[inline]
    pub(super) fn is_done<P: Policy<G>>(&mut self, task: &Task<'_, G, P>) -> bool {
        self.decided.is_some() || self.stop.is_due(self.iterations) && self.is_settled(task)
    }

    #[cold]
    fn is_settled<P: Policy<G>>(&mut self, task: &Task<'_, G, P>) -> bool {
        let left = task.left(self.iterations);
        self.stop.is_settled(self.iterations, left, self.root.iter().map(|action| action.visits))
    }

    /// Notes what is known of the root, if the search is studied.
    #[inline]
    pub(super) fn look<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, progress: f32) {
        if let Some(moments) = task.study {
            self.notes.moment(moments, progress, &self.root, task.view.seat());
        }
    }

    /// Walks down the trees until a new leaf has been made and its move played, or the game is over.
    /// Returns the root action that it began with, if the iteration counts for the root, and the
    /// number of decisions played.
    #[inline]
    fn descend<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        start: &Walk,
        world: &mut G::State,
        progress: f32,
    ) -> (Option<usize>, u32) {
        let game = task.view.game();
        let mut walk = *start;
        let mut first = None;
        let mut last = NONE;
        let mut depth = 0;
        self.passed.clear();
        for played in 0..game.max_decisions() {
            let Some(seat) = game.to_act(world) else {
                if self.proving {
                    prove_end(game, arena, last, world);
                }
                return (first, played);
            };
            self.actions.clear();
            game.legal(world, &mut self.actions);
            let choice = match self.actions.len() {
                1 => None,
                _ => match self.choose(task, arena, &walk, seat, world, (played == 0).then_some(progress)) {
                    Some(choice) => Some(choice),
                    None => return (first, played),
                },
            };
            let index = choice.as_ref().map_or(0, |choice| choice.index);
            if played == 0 && self.learner.is_none_or(|learner| learner == seat) {
                debug_assert_eq!(task.root, self.actions.as_slice(), "a seat knows its choices (law 8)");
                first = Some(index);
            }
            let action = self.actions[index];
            self.mast.note(seat, G::code(action));
            let before = *world;
            game.play(world, action, &mut self.rng);
            let made = match choice {
                None => Made::Forced,
                Some(Choice { child: Some(child), leaf, .. }) => {
                    depth += 1;
                    self.depth = self.depth.max(depth);
                    if self.learns(walk.forest(), walk.forest().tree_of(seat)) {
                        self.pass(arena, child, seat);
                    }
                    if leaf {
                        let forced =
                            if self.proving { self.prove_leaf(game, arena, child, world) } else { 0 };
                        return (first, played + 1 + forced);
                    }
                    last = child;
                    Made::Chosen(child)
                }
                Some(_) => Made::Elsewhere,
            };
            let step = Step { before: &before, seat, action, after: world };
            let forest = walk.forest();
            walk.follow(game, &step, made, |tree, parent, key, grow| {
                let learns = self.learns(forest, tree);
                self.enter(arena, parent, key, grow && learns, learns.then_some(seat))
            });
        }
        (first, game.max_decisions())
    }

    /// Tells whether a tree learns from the iteration.
    #[inline]
    fn learns(&self, forest: Forest, tree: usize) -> bool {
        self.learner.is_none_or(|learner| forest.tree_of(learner) == tree)
    }

    /// Notes that the iteration passes a node.
    #[inline]
    fn pass(&mut self, arena: &Arena, id: u32, seat: Seat) {
        if self.virtual_loss > 0 {
            arena.add_visits(id, self.virtual_loss);
        }
        self.passed.push((id, seat));
    }

    /// Returns the child with this key, made if `grow` says so and there is room. It is passed for the
    /// reward of `seat`, if there is one.
    #[inline]
    fn enter(&mut self, arena: &Arena, parent: u32, key: Key, grow: bool, seat: Option<Seat>) -> Option<u32> {
        let mut child = arena.child(parent, key);
        if child.is_none() && grow && arena.claim(parent) {
            child = arena.child(parent, key).or_else(|| arena.add(parent, NONE, key));
            arena.release(parent);
        }
        if let (Some(child), Some(seat)) = (child, seat) {
            arena.count_available(arena.node(child), self.iterations);
            self.pass(arena, child, seat);
        }
        child
    }

    /// Chooses among several legal actions in the tree of the seat that decides; `None` where the
    /// tree cannot say anything, because the memory is full. At the root `progress` is given.
    #[inline]
    fn choose<P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        walk: &Walk,
        seat: Seat,
        world: &G::State,
        progress: Option<f32>,
    ) -> Option<Choice> {
        let learns = self.learns(walk.forest(), walk.forest().tree_of(seat));
        let Some(parent) = walk.node(seat) else {
            return (!learns).then(|| self.stray());
        };
        let at = Fork { task, arena, walk, parent, seat, world };
        let found = self.pair(&at);
        if !learns {
            if at.has_fresh_priors() {
                self.score_anew(&at);
            }
            let best = self.selector(&at, false).best(&self.slots[..self.actions.len()]);
            return Some(match best {
                Some((index, _)) => Choice { index, child: Some(self.slots[index]), leaf: false },
                None => self.stray(),
            });
        }
        let won = if self.proving { self.prove(&at, found) } else { None };
        if progress.is_some() {
            self.decided = won;
        }
        let halving = task.settings.root == RootKind::SequentialHalving;
        let wanted = won.or_else(|| progress.filter(|_| halving).map(|progress| self.halving.next(progress)));
        let index = match wanted {
            Some(index) => self.take(&at, index)?,
            None => self.grow_or_select(&at, found)?,
        };
        let child = self.slots[index];
        Some(Choice { index, child: Some(child), leaf: arena.node(child).visits() == 0 })
    }

    /// Chooses anything, where a tree that does not learn has nothing to say.
    fn stray(&mut self) -> Choice {
        let index = self.rng.below(self.actions.len() as u32) as usize;
        Choice { index, child: None, leaf: false }
    }
}

/// Returns the seat whose tree learns from an iteration of a re-determinizing search: the searching
/// one's every second time, in between the others in turn.
fn learner(observer: Seat, players: usize, iteration: u64) -> Seat {
    if iteration.is_multiple_of(2) || players < 2 {
        return observer;
    }
    let other = 1 + (iteration / 2 % (players as u64 - 1)) as usize;
    Seat::new((observer.index() + other) % players)
}

/// Returns how many nodes an iteration may pass: a move and an outcome a decision in each tree.
pub(super) fn most_passed<G: Game>(game: &G) -> usize {
    (game.max_decisions() as usize + 1) * 2 * MAX_SEATS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_learns_in_turn() {
        let seats: Vec<usize> = (0..8).map(|iteration| learner(Seat::new(2), 4, iteration).index()).collect();
        assert_eq!(seats, [2, 3, 2, 0, 2, 1, 2, 3]);
    }
}
