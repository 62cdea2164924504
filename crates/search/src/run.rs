//! Running the workers: each on its own trees, or all on shared ones.

use rayon::prelude::*;
use tradewinds_game::{Game, Policy, Purpose, Seed};

use crate::budget::{Budget, share};
use crate::clock::Clock;
use crate::iteration::Worker;
use crate::places::Places;
use crate::settings::TreeKind;
use crate::task::Task;
use crate::tree::Arena;
use crate::trees::Trees;

/// How the workers of a search are run. With workers of their own trees it changes the speed alone;
/// with shared trees the result too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threads {
    /// All workers on the calling thread, as inside a tournament, whose games are parallel already.
    #[default]
    One,
    /// The workers in parallel, in the current rayon pool.
    Pool,
}

/// Work for one thread.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does jobs on the threads of the current pool. It is compiled once for all games, which rayon's iterators are not.
pub fn run_jobs(jobs: Vec<Job<'_>>) {
    jobs.into_par_iter().for_each(|job| job());
}

impl Threads {
    /// Returns how many workers a thread runs, one after the other, if each has its own trees.
    pub(crate) fn turns(self, workers: u32) -> u32 {
        match self {
            Self::One => workers,
            Self::Pool => workers.div_ceil(rayon::current_num_threads() as u32),
        }
    }
}

/// Spends a worker's share of the budget on its own trees. A thread has time for `turns` workers, and divides it.
pub(crate) fn run_own_trees<G: Game, P: Policy<G>>(
    task: &Task<'_, G, P>,
    worker: &mut Worker<G>,
    trees: &mut Trees,
    index: usize,
    turns: u32,
    seed: Seed,
) {
    (trees.nodes, trees.full) = (0, false);
    worker.begin(task, seed.derive(Purpose::Worker, index as u64));
    let (budget, turn) = (task.budget(index), index as u32 % turns);
    if turn > 0 && task.is_late() {
        trees.begin(task.forest(), task.settings.reuse);
        return;
    }
    match task.tree {
        TreeKind::Determinized => {
            let worlds = share(task.settings.determinizations, task.settings.workers, index as u32).max(1);
            for number in 0..worlds {
                if worker.is_done(task) || number > 0 && task.is_late() {
                    break; // and keep the tree of the last world
                }
                let world = task.view.determinize(&mut worker.rng);
                let clock = task.clock(turns * worlds, turn * worlds + number);
                run_iterations(task, worker, trees, Some(&world), budget.of_world(worlds, number), clock);
            }
        }
        TreeKind::Clairvoyant => {
            run_iterations(
                task,
                worker,
                trees,
                Some(task.view.true_state()),
                budget,
                task.clock(turns, turn),
            );
        }
        _ => run_iterations(task, worker, trees, None, budget, task.clock(turns, turn)),
    }
}

/// Runs iterations on trees, each in its own world or all in `world`.
fn run_iterations<G: Game, P: Policy<G>>(
    task: &Task<'_, G, P>,
    worker: &mut Worker<G>,
    trees: &mut Trees,
    world: Option<&G::State>,
    budget: Budget,
    mut clock: Clock,
) {
    let start = trees.begin(task.forest(), task.settings.reuse);
    worker.renew_root(task, &trees.arena, &start);
    if task.settings.root_noise > 0.0 {
        trees.arena.make_room(trees.room);
        worker.add_noise(task, &trees.arena, &start);
    }
    let (mut done, mut progress, mut over) = (0, budget.part.0, budget.iterations == Some(0));
    while !over && !worker.is_done(task) {
        trees.arena.make_room(trees.room);
        worker.simulate(task, &trees.arena, &start, world, progress);
        worker.backpropagate(task, &trees.arena);
        done += 1;
        (progress, over) = budget.spent(done, clock.spent(done));
        worker.note_progress(task, progress);
    }
    trees.count();
}

/// Spends the whole budget on trees that all workers share.
///
/// On one thread the workers go in step, which behaves like equally fast threads, deterministically.
pub(crate) fn run_shared_trees<G: Game, P: Policy<G>>(
    task: &Task<'_, G, P>,
    workers: &mut [Worker<G>],
    trees: &mut Trees,
    threads: Threads,
    seed: Seed,
) {
    (trees.nodes, trees.full) = (0, false);
    let start = trees.begin(task.forest(), task.settings.reuse);
    let world = (task.tree == TreeKind::Clairvoyant).then(|| task.view.true_state());
    for (index, worker) in workers.iter_mut().enumerate() {
        worker.begin(task, seed.derive(Purpose::Worker, index as u64));
    }
    workers[0].renew_root(task, &trees.arena, &start);
    trees.arena.count_in_strides(threads == Threads::Pool);
    let arena = &trees.arena;
    match threads {
        Threads::One => run_in_step(task, workers, arena, &start, world),
        Threads::Pool => run_in_pool(task, workers, arena, &start, world),
    }
    trees.count();
}

/// Lets each worker simulate an iteration before the first one backpropagates, over and over.
fn run_in_step<G: Game, P: Policy<G>>(
    task: &Task<'_, G, P>,
    workers: &mut [Worker<G>],
    arena: &Arena,
    start: &Places,
    world: Option<&G::State>,
) {
    let mut clock = task.clock(1, 0);
    let (mut done, mut idle) = (0, false);
    while !idle {
        let time = clock.spent(done);
        for (index, worker) in workers.iter_mut().enumerate() {
            let (progress, over) = task.budget(index).spent(done, time);
            let is_late = done + index as u64 > 0 && task.is_late();
            if !over && !is_late && !worker.is_done(task) {
                worker.simulate(task, arena, start, world, progress);
            }
        }
        idle = true;
        done += 1;
        let time = clock.spent(done);
        for (index, worker) in workers.iter_mut().enumerate() {
            if worker.backpropagate(task, arena) {
                worker.note_progress(task, task.budget(index).spent(done, time).0);
                idle = false;
            }
        }
    }
}

/// Runs the workers on the threads of the current pool, each at its own pace.
fn run_in_pool<G: Game, P: Policy<G>>(
    task: &Task<'_, G, P>,
    workers: &mut [Worker<G>],
    arena: &Arena,
    start: &Places,
    world: Option<&G::State>,
) {
    // One iteration before the threads start ensures that each finds a child at the root to select while another one
    // adds children.
    let first = u64::from(!task.budget(0).spent(0, 0.0).1);
    if first > 0 {
        workers[0].simulate(task, arena, start, world, 0.0);
        workers[0].backpropagate(task, arena);
    }
    let work = |(index, worker): (usize, &mut Worker<G>)| {
        let budget = task.budget(index);
        let mut clock = task.clock(1, 0);
        let mut done = if index == 0 { first } else { 0 };
        let (mut progress, mut over) = budget.spent(done, clock.spent(done));
        while !over && !worker.is_done(task) {
            worker.simulate(task, arena, start, world, progress);
            worker.backpropagate(task, arena);
            done += 1;
            (progress, over) = budget.spent(done, clock.spent(done));
            worker.note_progress(task, progress);
        }
    };
    run_jobs(workers.iter_mut().enumerate().map(|one| -> Job<'_> { Box::new(move || work(one)) }).collect());
}
