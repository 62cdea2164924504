//! Information-set Monte Carlo tree search, one engine for every [`Game`].
//!
//! Each iteration draws a world that agrees with what the searching seat knows, walks down a tree
//! whose nodes stand for what is known and not for positions, plays the world out, and credits every
//! seat's reward to the nodes where that seat decided (max^n; Luckhardt and Irani 1986, Sturtevant
//! 2008). So nothing assumes two players, a zero sum or perfect information.
//!
//! | part | what it does |
//! |---|---|
//! | `settings` | what a preset's `[search]` table may say |
//! | `tree` | the arena of 32-byte nodes |
//! | `walk` | how the trees follow a decision and its public outcome |
//! | `select` | UCB1 with availability, PUCT with priors |
//! | `rollout`, `reward` | how a world is played out, and what its end is worth |
//! | `worker` | one iteration, and a budget of them |
//! | `result` | what a search found |
//!
//! # Determinism
//! With an iteration budget the result depends on the settings, the seed and what the seat knows, and
//! on nothing else: each of the fixed number of workers has a tree and a random stream of its own,
//! all sums are integers, and they are merged in the order of the workers (root parallelism; Chaslot,
//! Winands and van den Herik 2008). Logarithms and exponentials come from `libm`.
//!
//! # References
//! - Cowling, Powley and Whitehouse: Information Set Monte Carlo Tree Search. IEEE Transactions on
//!   Computational Intelligence and AI in Games 4(2), 2012 (SO- and MO-ISMCTS, availability).
//! - Auer, Cesa-Bianchi and Fischer: Finite-time Analysis of the Multiarmed Bandit Problem, 2002 (UCB1).
//! - Rosin: Multi-armed bandits with episode context, 2011; Silver et al.: Mastering the game of Go
//!   without human knowledge, 2017 (PUCT).

mod result;
mod reward;
mod rollout;
mod select;
mod settings;
mod tree;
mod walk;
mod worker;

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::game::{Actions, Game, InputError, PerSeat, Purpose, Seed, View};

pub use result::{ActionReport, Line, SearchResult};
pub use settings::{RewardKind, RolloutKind, SearchSettings, SelectionKind, TreeKind};
use worker::{Task, Worker};

/// How the workers of a search are run; it changes the speed alone, never the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threads {
    /// One worker after the other on the calling thread, as inside a tournament, whose games are
    /// parallel already.
    #[default]
    One,
    /// The workers in parallel, in the current rayon pool.
    Pool,
}

/// A search with its memory, kept from one decision to the next.
///
/// ```no_run
/// # use tradewinds::game::{Game, Seed, View, Weights, InputError};
/// use tradewinds::search::{Search, SearchSettings};
///
/// # fn example<G: Game>(game: &G, view: View<'_, G>) -> Result<(), InputError> {
/// let mut search = Search::new(game, SearchSettings::default(), game.policy(&Weights::new())?)?;
/// let result = search.run(&view, Seed(1));
/// let best = &result.actions[result.chosen];
/// assert!(best.visits > 0);
/// # Ok(())
/// # }
/// ```
pub struct Search<G: Game> {
    settings: SearchSettings,
    policy: G::Policy,
    threads: Threads,
    workers: Vec<Worker<G>>,
    root: Actions<G::Action>,
}

impl<G: Game> Search<G> {
    /// Makes a search and reserves its memory: [`SearchSettings::max_nodes`] of 32 bytes.
    ///
    /// # Errors
    /// A setting out of its range.
    pub fn new(game: &G, settings: SearchSettings, policy: G::Policy) -> Result<Self, InputError> {
        settings.validate()?;
        let workers = (0..settings.workers).map(|_| Worker::new(game, &settings)).collect();
        Ok(Self { settings, policy, threads: Threads::One, workers, root: Actions::new() })
    }

    /// Sets how the workers are run.
    #[must_use]
    pub fn with_threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &SearchSettings {
        &self.settings
    }

    /// Chooses an action for the seat of `view`: the one with the most visits, the first among equals.
    ///
    /// After the first call it allocates nothing (with [`Threads::One`]).
    ///
    /// # Panics
    /// If it is not the decision of the view's seat.
    pub fn choose(&mut self, view: &View<'_, G>, seed: Seed) -> G::Action {
        self.search(view, seed);
        self.root[self.most_visited()]
    }

    /// Searches like [`Search::choose`] and reports all that was found.
    ///
    /// # Panics
    /// If it is not the decision of the view's seat.
    pub fn run(&mut self, view: &View<'_, G>, seed: Seed) -> SearchResult<G::Action> {
        let start = Instant::now();
        self.search(view, seed);
        let elapsed = start.elapsed();
        let chosen = self.most_visited();
        let sum = |count: fn(&Worker<G>) -> u64| self.workers.iter().map(count).sum();
        let iterations = sum(Worker::iterations);
        let actions = (0..self.root.len()).map(|index| self.report(view.game(), index, iterations)).collect();
        SearchResult {
            seat: view.seat(),
            actions,
            chosen,
            principal_variation: self.principal_variation(view, seed, chosen),
            iterations,
            truncated: sum(Worker::truncated),
            nodes: sum(Worker::nodes),
            depth: self.workers.iter().map(Worker::depth).max().unwrap_or(0),
            full: self.workers.iter().any(Worker::is_full),
            timed: self.settings.is_timed(),
            elapsed,
        }
    }

    fn search(&mut self, view: &View<'_, G>, seed: Seed) {
        self.root.clear();
        view.legal(&mut self.root);
        let task = Task {
            view: *view,
            policy: &self.policy,
            settings: &self.settings,
            root: &self.root,
            start: Instant::now(),
            time: self.settings.time_ms.map(|ms| Duration::from_millis(ms.into())),
        };
        let work = |(index, worker): (usize, &mut Worker<G>)| {
            worker.run(&task, index, seed.derive(Purpose::Worker, index as u64));
        };
        match self.threads {
            Threads::One => self.workers.iter_mut().enumerate().for_each(work),
            Threads::Pool => self.workers.par_iter_mut().enumerate().for_each(work),
        }
    }

    fn visits(&self, index: usize) -> u64 {
        self.workers.iter().map(|worker| worker.root_visits(index)).sum()
    }

    fn most_visited(&self) -> usize {
        let mut best = 0;
        for index in 1..self.root.len() {
            if self.visits(index) > self.visits(best) {
                best = index;
            }
        }
        best
    }

    fn report(&self, game: &G, index: usize, iterations: u64) -> ActionReport<G::Action> {
        let visits = self.visits(index);
        let value = (visits > 0).then(|| {
            PerSeat::from_fn(game.players(), |seat| {
                let total: u64 = self.workers.iter().map(|worker| worker.root_total(index, seat)).sum();
                reward::to_f64(total) / visits as f64
            })
        });
        ActionReport { action: self.root[index], visits, available: iterations, value }
    }

    /// Follows the most visited moves from the chosen one, in the tree of the worker that visited it most.
    fn principal_variation(&self, view: &View<'_, G>, seed: Seed, chosen: usize) -> Vec<Line<G::Action>> {
        let mut deepest = &self.workers[0];
        for worker in &self.workers[1..] {
            if worker.root_visits(chosen) > deepest.root_visits(chosen) {
                deepest = worker;
            }
        }
        deepest.principal_variation(view, chosen, &mut seed.derive(Purpose::Completion, 0).rng())
    }
}
