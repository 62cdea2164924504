//! One worker: its trees, and the iterations that grow them.

use std::time::{Duration, Instant};

use super::result::Line;
use super::reward::{self, Rewards};
use super::rollout::{self, Stop};
use super::select::{self, Logarithms};
use super::settings::{SearchSettings, SelectionKind, TreeKind};
use super::tree::{Arena, Key, NONE};
use super::walk::{Forest, Walk};
use crate::game::{Actions, Dice, Game, MAX_ACTIONS, MAX_SEATS, Policy, Rng, Seat, Seed, Step, View};

/// The iterations between two looks at the clock.
const CLOCK: u64 = 16;
/// The most decisions of a principal variation.
const LINES: usize = 32;

/// What all workers of one search share.
pub(super) struct Task<'a, G: Game> {
    pub(super) view: View<'a, G>,
    pub(super) policy: &'a G::Policy,
    pub(super) settings: &'a SearchSettings,
    /// The legal actions of the decision.
    pub(super) root: &'a [G::Action],
    pub(super) start: Instant,
    pub(super) time: Option<Duration>,
}

/// What is known of one action of the root.
#[derive(Clone, Copy, Default)]
struct RootAction {
    visits: u64,
    totals: Rewards,
}

/// A node that the iteration passed, and the seat whose reward it gets.
type Passed = (u32, Seat);

/// A tree search of its own, with the memory that it needs; root parallelism runs several.
pub(super) struct Worker<G: Game> {
    kind: TreeKind,
    arena: Arena,
    passed: Vec<Passed>,
    actions: Actions<G::Action>,
    keys: [Key; MAX_ACTIONS],
    slots: [u32; MAX_ACTIONS],
    ln: Logarithms,
    root: Vec<RootAction>,
    iterations: u64,
    truncated: u64,
    nodes: u64,
    depth: u32,
    full: bool,
}

/// A choice in the tree.
struct Choice {
    index: usize,
    child: u32,
    /// Whether the child has not been visited yet: the tree ends here.
    leaf: bool,
}

impl<G: Game> Worker<G> {
    pub(super) fn new(game: &G, settings: &SearchSettings) -> Self {
        let kind = match settings.tree {
            TreeKind::Auto if G::SECRET_SIMULTANEOUS => TreeKind::MoIsmcts,
            TreeKind::Auto => TreeKind::SoIsmcts,
            kind => kind,
        };
        let limit = settings.max_nodes / settings.workers;
        Self {
            kind,
            arena: Arena::new(limit as usize),
            // A decision passes at most a move and an outcome in each tree.
            passed: Vec::with_capacity((game.bound() as usize + 1) * 2 * MAX_SEATS),
            actions: Actions::new(),
            keys: [Key::of_move(0, 0, 0); MAX_ACTIONS],
            slots: [NONE; MAX_ACTIONS],
            ln: Logarithms::new(),
            root: Vec::with_capacity(MAX_ACTIONS),
            iterations: 0,
            truncated: 0,
            nodes: 0,
            depth: 0,
            full: false,
        }
    }

    /// Spends the worker's share of the budget. What an earlier search left is forgotten.
    pub(super) fn run(&mut self, task: &Task<'_, G>, index: usize, seed: Seed) {
        (self.iterations, self.truncated, self.nodes, self.depth, self.full) = (0, 0, 0, 0, false);
        self.root.clear();
        self.root.resize(task.root.len(), RootAction::default());
        let rng = &mut seed.rng();
        let iterations = task.settings.iterations.map(|all| share(all, task.settings.workers, index as u32));
        if self.kind != TreeKind::Determinized {
            self.grow(task, None, iterations, task.time, rng);
            return;
        }
        let worlds = share(task.settings.determinizations, task.settings.workers, index as u32).max(1);
        for number in 0..worlds {
            let world = task.view.determinize(rng);
            let iterations = iterations.map(|all| share(all, worlds, number));
            let time = task.time.map(|time| time * (number + 1) / worlds);
            self.grow(task, Some(&world), iterations, time, rng);
        }
    }

    /// Grows new trees: for worlds drawn anew in each iteration, or for this one.
    fn grow(
        &mut self,
        task: &Task<'_, G>,
        world: Option<&G::State>,
        iterations: Option<u32>,
        time: Option<Duration>,
        rng: &mut Rng,
    ) {
        let forest = self.forest(&task.view);
        self.arena.reset(forest.trees());
        let end = self.iterations + iterations.map_or(u64::MAX >> 1, u64::from);
        while self.iterations < end {
            let mut world = world.copied().unwrap_or_else(|| task.view.determinize(rng));
            self.iterate(task, forest, &mut world, rng);
            self.iterations += 1;
            if let Some(time) = time
                && self.iterations.is_multiple_of(CLOCK)
                && task.start.elapsed() >= time
            {
                break;
            }
        }
        self.nodes += self.arena.len() as u64;
        self.full |= self.arena.is_full();
    }

    fn forest(&self, view: &View<'_, G>) -> Forest {
        match self.kind {
            TreeKind::MoIsmcts => Forest::PerSeat(view.game().players()),
            _ => Forest::Shared(view.seat()),
        }
    }

    /// One iteration: selection and expansion, rollout, backpropagation.
    #[inline]
    fn iterate(&mut self, task: &Task<'_, G>, forest: Forest, world: &mut G::State, rng: &mut Rng) {
        let game = task.view.game();
        let (first, played) = self.descend(task, forest, world, rng);
        let left = game.bound().saturating_sub(played);
        let stop = rollout::play_out(game, task.policy, task.settings, world, left, &mut self.actions, rng);
        self.truncated += u64::from(stop == Stop::Bound);
        let rewards = match stop {
            Stop::Over => reward::of_scores::<G>(task.settings, &game.scores(world)),
            Stop::CutOff | Stop::Bound => reward::of_estimate(&game.evaluate(world)),
        };
        for &(id, seat) in &self.passed {
            let node = self.arena.node_mut(id);
            node.visits += 1;
            node.total += rewards[seat.index()];
        }
        if let Some(action) = first.and_then(|first| self.root.get_mut(first)) {
            action.visits += 1;
            for (total, reward) in action.totals.iter_mut().zip(rewards) {
                *total += reward;
            }
        }
    }

    /// Walks down the trees until a new leaf has been made and its move played, or the game is over.
    /// Returns the root action that it began with and the number of decisions played.
    #[inline]
    fn descend(
        &mut self,
        task: &Task<'_, G>,
        forest: Forest,
        world: &mut G::State,
        rng: &mut Rng,
    ) -> (Option<usize>, u32) {
        let game = task.view.game();
        let mut walk = Walk::new(forest);
        let mut first = None;
        let mut depth = 0;
        self.passed.clear();
        for played in 0..game.bound() {
            let Some(seat) = game.to_act(world) else { return (first, played) };
            self.actions.clear();
            game.legal(world, &mut self.actions);
            let choice = match self.actions.len() {
                1 => None,
                _ => match self.choose(task, &walk, seat, world, rng) {
                    Some(choice) => Some(choice),
                    None => return (first, played),
                },
            };
            let index = choice.as_ref().map_or(0, |choice| choice.index);
            if played == 0 {
                debug_assert_eq!(task.root, self.actions.as_slice(), "a seat knows its choices (law 8)");
                first = Some(index);
            }
            let action = self.actions[index];
            if let Some(choice) = &choice {
                self.passed.push((choice.child, seat));
                depth += 1;
                self.depth = self.depth.max(depth);
                if choice.leaf {
                    game.play(world, action, rng);
                    return (first, played + 1);
                }
            }
            let before = *world;
            game.play(world, action, rng);
            let step = Step { before: &before, seat, action, after: world };
            walk.follow(game, &step, choice.map(|choice| choice.child), |parent, key, grow| {
                let child = self.arena.child(parent, key);
                let child = if grow { child.or_else(|| self.arena.add(parent, NONE, key)) } else { child };
                if let Some(child) = child {
                    self.arena.node_mut(child).available += 1;
                    self.passed.push((child, seat));
                }
                child
            });
        }
        (first, game.bound())
    }

    /// Chooses among several legal actions in the tree of the seat that decides; `None` where the
    /// tree cannot say anything, because the memory is full.
    #[inline]
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        walk: &Walk,
        seat: Seat,
        world: &G::State,
        rng: &mut Rng,
    ) -> Option<Choice> {
        let parent = walk.node(seat)?;
        let found = self.pair(walk, seat, parent);
        let settings = task.settings;
        let count = self.actions.len();
        let slots = &mut self.slots[..count];
        let index = match settings.selection {
            SelectionKind::Ucb1 if found < count && !self.arena.is_full() => {
                let index = untried(slots, rng.below((count - found) as u32));
                slots[index] = self.arena.add(parent, before(slots, index), self.keys[index])?;
                select::count_available(&mut self.arena, slots);
                index
            }
            SelectionKind::Ucb1 => select::ucb1(&mut self.arena, slots, settings.exploration(), &self.ln)?,
            SelectionKind::Puct => {
                if found < count && !self.arena.is_full() {
                    for index in 0..count {
                        if slots[index] == NONE {
                            let child = self.arena.add(parent, before(slots, index), self.keys[index]);
                            slots[index] = child.unwrap_or(NONE);
                        }
                    }
                    let mut scores = [0.0; MAX_ACTIONS];
                    let scores = &mut scores[..count];
                    task.policy.score(task.view.game(), world, &self.actions, scores);
                    select::add_priors(&mut self.arena, slots, scores, settings.prior_temperature);
                }
                select::puct(&mut self.arena, slots, settings.exploration())?
            }
        };
        let child = slots[index];
        Some(Choice { index, child, leaf: self.arena.node(child).visits == 0 })
    }

    /// Finds the children of the legal actions and returns how many there are.
    #[inline]
    fn pair(&mut self, walk: &Walk, seat: Seat, parent: u32) -> usize {
        for (key, &action) in self.keys.iter_mut().zip(&self.actions) {
            *key = walk.key(seat, G::code(action));
        }
        let count = self.actions.len();
        self.arena.children(parent, &self.keys[..count], &mut self.slots[..count])
    }

    /// Follows the most visited moves in a world drawn from `rng`, beginning with the root action
    /// `chosen`, as far as the trees go.
    pub(super) fn principal_variation(
        &self,
        view: &View<'_, G>,
        chosen: usize,
        rng: &mut Rng,
    ) -> Vec<Line<G::Action>> {
        let game = view.game();
        let mut walk = Walk::new(self.forest(view));
        let mut world = view.determinize(rng);
        let mut actions = Actions::new();
        let mut lines = Vec::new();
        for played in 0..game.bound() {
            let Some(seat) = game.to_act(&world) else { break };
            actions.clear();
            game.legal(&world, &mut actions);
            let choice = match actions.len() {
                1 => None,
                _ => {
                    let Some(parent) = walk.node(seat) else { break };
                    let child = |action| self.arena.child(parent, walk.key(seat, G::code(action)));
                    let visits = |child: Option<u32>| child.map_or(0, |id| self.arena.node(id).visits);
                    let mut best = 0;
                    for (index, &action) in actions.iter().enumerate() {
                        if visits(child(action)) > visits(child(actions[best])) {
                            best = index;
                        }
                    }
                    let best = if played == 0 { chosen } else { best };
                    let child = child(actions[best]);
                    if visits(child) == 0 || lines.len() == LINES {
                        break;
                    }
                    Some((best, child))
                }
            };
            let action = actions[choice.map_or(0, |(index, _)| index)];
            if let Some((_, Some(child))) = choice {
                let visits = self.arena.node(child).visits.into();
                lines.push(Line { seat, action, text: game.action_text(&world, action), visits });
            }
            let before = world;
            game.play(&mut world, action, rng);
            let step = Step { before: &before, seat, action, after: &world };
            let child = choice.and_then(|(_, child)| child);
            walk.follow(game, &step, child, |parent, key, _| self.arena.child(parent, key));
        }
        lines
    }

    pub(super) fn root_visits(&self, index: usize) -> u64 {
        self.root[index].visits
    }

    pub(super) fn root_total(&self, index: usize, seat: Seat) -> u64 {
        self.root[index].totals[seat.index()]
    }

    pub(super) fn iterations(&self) -> u64 {
        self.iterations
    }

    pub(super) fn truncated(&self) -> u64 {
        self.truncated
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    pub(super) fn is_full(&self) -> bool {
        self.full
    }
}

/// Returns part `index` of `all` split into `parts` that differ by at most 1, the larger ones first.
const fn share(all: u32, parts: u32, index: u32) -> u32 {
    all / parts + (index < all % parts) as u32
}

/// Returns the index of the empty slot with `skip` empty ones before it.
#[inline]
fn untried(slots: &[u32], skip: u32) -> usize {
    let mut empty = (0..slots.len()).filter(|&index| slots[index] == NONE);
    empty.nth(skip as usize).expect("there are more empty slots than are skipped")
}

/// Returns the nearest child before `index`: where a new one is linked in.
#[inline]
fn before(slots: &[u32], index: usize) -> u32 {
    slots[..index].iter().rev().copied().find(|&child| child != NONE).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn a_budget_is_split_whole() {
        for (all, parts) in [(1_000, 1), (1_000, 3), (2, 4), (7, 7)] {
            assert_eq!((0..parts).map(|index| share(all, parts, index)).sum::<u32>(), all);
        }
        assert_eq!((share(10, 4, 0), share(10, 4, 3)), (3, 2));
    }
}
