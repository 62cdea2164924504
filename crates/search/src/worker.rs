//! The workers: trees, and budgets of iterations that grow them.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::Threads;
use super::clock::Clock;
use super::explorer::{Explorer, most_passed};
use super::settings::{RootKind, SearchSettings, TreeKind};
use super::tree::Arena;
use super::walk::{Forest, Walk};
use tradewinds_game::{Edge, Game, MAX_ACTIONS, Policy, Purpose, Seat, Seed, View};

/// What all workers of one search share.
pub(super) struct Task<'a, G: Game, P> {
    pub(super) view: View<'a, G>,
    pub(super) policy: &'a P,
    pub(super) settings: &'a SearchSettings,
    /// The kind of tree, never `Auto`.
    pub(super) tree: TreeKind,
    /// Whether wins may be proven: asked for, and the game is open.
    pub(super) open: bool,
    /// Whether the priors of the other seats' nodes are scored anew at every visit.
    pub(super) fresh: bool,
    /// The legal actions of the decision.
    pub(super) root: &'a [G::Action],
    pub(super) start: Instant,
    pub(super) time: Option<Duration>,
    /// The number of moments at which to note what is known, if the search is studied.
    pub(super) study: Option<u32>,
}

impl<G: Game, P: Policy<G>> Task<'_, G, P> {
    /// Returns the trees that the search grows.
    pub(super) fn forest(&self) -> Forest {
        match self.tree {
            TreeKind::MoIsmcts | TreeKind::ReDeterminizing => Forest::PerSeat(self.view.game().players()),
            _ => Forest::Shared(self.view.seat()),
        }
    }

    /// Returns whether the search may end as soon as its most visited action cannot be overtaken: where
    /// that action is certain to be chosen. With several workers none knows the others' visits, after
    /// sequential halving the value decides, and a proof overrules visits.
    pub(super) fn may_stop(&self) -> bool {
        let settings = self.settings;
        settings.stop_when_decided
            && settings.workers == 1
            && settings.root == RootKind::Selection
            && !self.open
            && self.study.is_none()
    }

    /// Returns whether the time is up.
    fn is_late(&self) -> bool {
        self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Starts a clock for the whole time budget.
    fn clock(&self) -> Clock {
        Clock::new(self.start, self.time)
    }

    /// Returns how many iterations of a single worker are left after `done`. Under a time budget it is
    /// an estimate from the pace so far.
    pub(super) fn left(&self, done: u64) -> u64 {
        let by_count = self.settings.iterations.map_or(u64::MAX, u64::from).saturating_sub(done);
        let Some(time) = self.time else { return by_count };
        let elapsed = self.start.elapsed();
        let rest = time.saturating_sub(elapsed).as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
        by_count.min((done as f64 * rest) as u64)
    }
}

/// Trees that grow together in one arena.
pub(super) struct Trees {
    pub(super) arena: Arena,
    /// Where a search begins.
    start: Option<Walk>,
    /// Whether what was played since the last search has been followed.
    followed: bool,
    /// The nodes that an iteration may add.
    room: usize,
    pub(super) nodes: u64,
    pub(super) full: bool,
}

impl Trees {
    pub(super) fn new<G: Game>(game: &G, settings: &SearchSettings) -> Self {
        let (arena, limit) = match settings.shares_trees() {
            true => (Arena::shared as fn(usize) -> Arena, settings.max_nodes),
            false => (Arena::new as fn(usize) -> Arena, settings.max_nodes / settings.workers),
        };
        Self {
            arena: arena(limit as usize),
            start: None,
            followed: false,
            room: most_passed(game) + MAX_ACTIONS,
            nodes: 0,
            full: false,
        }
    }

    /// Returns where the trees of the last search began.
    pub(super) fn start(&self) -> Option<&Walk> {
        self.start.as_ref()
    }

    /// Makes new trees, or goes on with those that were kept.
    fn begin(&mut self, forest: Forest, keep: bool) -> Walk {
        let kept = self
            .start
            .filter(|start| keep && self.followed && start.forest() == forest && !self.arena.is_half_full());
        self.followed = false;
        let start = match kept {
            Some(mut start) => {
                self.arena.make_room(forest.trees());
                start.root_anew(&self.arena);
                start
            }
            None => {
                self.arena.reset(forest.trees());
                Walk::new(forest)
            }
        };
        self.start = Some(start);
        start
    }

    /// Follows a decision of the game by what `observer` noticed of it.
    pub(super) fn notice(&mut self, observer: Seat, seat: Seat, edge: Option<Edge>) {
        if let Some(start) = &mut self.start {
            start.notice(&self.arena, observer, seat, edge);
            self.followed = true;
        }
    }

    /// Counts the nodes of trees that are done.
    fn count(&mut self) {
        self.nodes += self.arena.len() as u64;
        self.full |= self.arena.is_full();
    }
}

/// How much a line of iterations may spend beside time.
#[derive(Clone, Copy)]
struct Budget {
    iterations: Option<u32>,
    /// How much of the whole was spent before, and how much of it this is.
    part: (f32, f32),
}

impl Budget {
    /// Returns the share of worker `index`.
    fn of<G: Game, P: Policy<G>>(task: &Task<'_, G, P>, index: usize) -> Self {
        let iterations = task.settings.iterations.map(|all| share(all, task.settings.workers, index as u32));
        Self { iterations, part: (0.0, 1.0) }
    }

    /// Returns the share of one of `worlds` searched in turn.
    fn of_world(self, worlds: u32, number: u32) -> Self {
        Self {
            iterations: self.iterations.map(|all| share(all, worlds, number)),
            part: (number as f32 / worlds as f32, 1.0 / worlds as f32),
        }
    }

    /// Returns the part of the budget that is spent, from 0 to 1, and whether it is used up, after
    /// `done` iterations and the part `time` of the time.
    #[inline]
    fn spent(&self, done: u64, time: f32) -> (f32, bool) {
        let by_count = self.iterations.map_or(0.0, |all| done as f32 / all.max(1) as f32);
        let over = self.iterations.is_some_and(|all| done >= all.into()) || time >= 1.0;
        (self.part.0 + self.part.1 * by_count.max(time).min(1.0), over)
    }
}

/// Spends a worker's share of the budget on trees of its own.
pub(super) fn run_alone<G: Game, P: Policy<G>>(
    task: &Task<'_, G, P>,
    explorer: &mut Explorer<G>,
    trees: &mut Trees,
    index: usize,
    seed: Seed,
) {
    (trees.nodes, trees.full) = (0, false);
    explorer.begin(task, seed.derive(Purpose::Worker, index as u64));
    let budget = Budget::of(task, index);
    match task.tree {
        TreeKind::Determinized => {
            let worlds = share(task.settings.determinizations, task.settings.workers, index as u32).max(1);
            for number in 0..worlds {
                if explorer.is_done(task) || number > 0 && task.is_late() {
                    break; // and keep the tree of the last world
                }
                let world = task.view.determinize(&mut explorer.rng);
                let clock = Clock::of_part(task.start, task.time, worlds, number);
                grow(task, explorer, trees, Some(&world), budget.of_world(worlds, number), clock);
            }
        }
        TreeKind::Clairvoyant => {
            grow(task, explorer, trees, Some(task.view.true_state()), budget, task.clock());
        }
        _ => grow(task, explorer, trees, None, budget, task.clock()),
    }
}

/// Grows trees, for worlds drawn anew in each iteration or for this one.
fn grow<G: Game, P: Policy<G>>(
    task: &Task<'_, G, P>,
    explorer: &mut Explorer<G>,
    trees: &mut Trees,
    world: Option<&G::State>,
    budget: Budget,
    mut clock: Clock,
) {
    let start = trees.begin(task.forest(), task.settings.reuse);
    explorer.renew_root(task, &trees.arena, &start);
    let (mut done, mut progress, mut over) = (0, budget.part.0, budget.iterations == Some(0));
    while !over && !explorer.is_done(task) {
        trees.arena.make_room(trees.room);
        explorer.launch(task, &trees.arena, &start, world, progress);
        explorer.land(task, &trees.arena);
        done += 1;
        (progress, over) = budget.spent(done, clock.spent(done));
        explorer.look(task, progress);
    }
    trees.count();
}

/// Spends the whole budget on trees that all explorers share.
///
/// On one thread they go in step: all are under way before the first one's reward is known. So it is
/// what as many threads would do that are equally fast, and always the same.
pub(super) fn run_together<G: Game, P: Policy<G>>(
    task: &Task<'_, G, P>,
    explorers: &mut [Explorer<G>],
    trees: &mut Trees,
    threads: Threads,
    seed: Seed,
) {
    (trees.nodes, trees.full) = (0, false);
    let start = trees.begin(task.forest(), task.settings.reuse);
    let world = (task.tree == TreeKind::Clairvoyant).then(|| task.view.true_state());
    for (index, explorer) in explorers.iter_mut().enumerate() {
        explorer.begin(task, seed.derive(Purpose::Worker, index as u64));
    }
    explorers[0].renew_root(task, &trees.arena, &start);
    trees.arena.count_in_strides(threads == Threads::Pool);
    let arena = &trees.arena;
    match threads {
        Threads::One => {
            let mut clock = task.clock();
            let mut done = 0;
            let mut idle = false;
            while !idle {
                let time = clock.spent(done);
                for (index, explorer) in explorers.iter_mut().enumerate() {
                    let (progress, over) = Budget::of(task, index).spent(done, time);
                    if !over && !explorer.is_done(task) {
                        explorer.launch(task, arena, &start, world, progress);
                    }
                }
                idle = true;
                done += 1;
                let time = clock.spent(done);
                for (index, explorer) in explorers.iter_mut().enumerate() {
                    if explorer.land(task, arena) {
                        explorer.look(task, Budget::of(task, index).spent(done, time).0);
                        idle = false;
                    }
                }
            }
        }
        Threads::Pool => {
            // One iteration before the threads meet: then each of them finds a child to go on with at the
            // root, while another adds more.
            let first = u64::from(!Budget::of(task, 0).spent(0, 0.0).1);
            if first > 0 {
                explorers[0].launch(task, arena, &start, world, 0.0);
                explorers[0].land(task, arena);
            }
            explorers.par_iter_mut().enumerate().for_each(|(index, explorer)| {
                let budget = Budget::of(task, index);
                let mut clock = task.clock();
                let mut done = if index == 0 { first } else { 0 };
                let (mut progress, mut over) = budget.spent(done, clock.spent(done));
                while !over && !explorer.is_done(task) {
                    explorer.launch(task, arena, &start, world, progress);
                    explorer.land(task, arena);
                    done += 1;
                    (progress, over) = budget.spent(done, clock.spent(done));
                    explorer.look(task, progress);
                }
            });
        }
    }
    trees.count();
}

/// Returns part `index` of `all` split into `parts` that differ by at most 1, the larger ones first.
const fn share(all: u32, parts: u32, index: u32) -> u32 {
    all / parts + (index < all % parts) as u32
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
