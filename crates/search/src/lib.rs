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
//! | `select`, `logarithms` | UCB1, UCB1-Tuned and PUCT with availability, progressive bias |
//! | `expand`, `priors` | which children join the tree: at random, by priors, progressive widening |
//! | `halving` | sequential halving of the root's actions |
//! | `prove` | certain wins in open games |
//! | `renew` | what becomes of a root that was kept from an earlier decision |
//! | `rollout`, `mast`, `reward` | how a world is played out, and what its end is worth |
//! | `explorer` | one iteration: selection, expansion, rollout, backpropagation |
//! | `clock` | how a time budget is kept |
//! | `stop` | when a search may end before its budget is spent |
//! | `worker` | budgets of iterations, on trees of one's own or shared ones |
//! | `result`, `principal`, `study` | what a search found, and how |
//!
//! # Determinism
//! With an iteration budget the result depends on the settings, the seed and what the seat knows, and
//! on nothing else: each of the fixed number of workers has a tree and a random stream of its own,
//! all sums are integers, and they are merged in the order of the workers (root parallelism; Chaslot,
//! Winands and van den Herik 2008). Logarithms and exponentials come from `libm`. Where several
//! threads grow one tree (`parallel = "tree"` with [`Threads::Pool`]), it depends on their timing.
//!
//! # References
//! - Cowling, Powley and Whitehouse: Information Set Monte Carlo Tree Search. IEEE Transactions on
//!   Computational Intelligence and AI in Games 4(2), 2012 (SO- and MO-ISMCTS, availability).
//! - Goodman: Re-determinizing MCTS in Hanabi. IEEE Conference on Games, 2019.
//! - Auer, Cesa-Bianchi and Fischer: Finite-time Analysis of the Multiarmed Bandit Problem, 2002 (UCB1).
//! - Rosin: Multi-armed bandits with episode context, 2011; Silver et al.: Mastering the game of Go
//!   without human knowledge, 2017 (PUCT).
//! - Chaslot, Winands, van den Herik, Uiterwijk and Bouzy: Progressive strategies for Monte-Carlo tree
//!   search, 2008 (bias, widening); Gelly and Wang: Exploration exploitation in Go, 2006 (first-play
//!   urgency); Coulom: Computing Elo ratings of move patterns in the game of Go, 2007 (widening).
//! - Winands, Björnsson and Saito: Monte-Carlo Tree Search Solver, 2008.
//! - Chaslot, Winands and van den Herik: Parallel Monte-Carlo Tree Search, 2008.

mod clock;
mod expand;
mod explorer;
mod halving;
mod logarithms;
mod mast;
mod principal;
mod priors;
mod prove;
mod renew;
mod result;
mod reward;
mod rollout;
mod select;
mod settings;
mod stop;
mod study;
mod tree;
mod walk;
mod worker;

use std::time::{Duration, Instant};

use rayon::prelude::*;

use tradewinds_game::{
    Actions, Edge, Game, InputError, PerSeat, Policy, Purpose, Seat, Seed, UniformPolicy, View,
};

use explorer::Explorer;
pub use result::{ActionReport, Line, Moment, SearchResult};
pub use rollout::Playout;
pub use settings::{
    ExpansionKind, ParallelKind, RewardKind, RolloutKind, RootKind, SearchSettings, SelectionKind, TreeKind,
};
use worker::{Task, Trees};

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

/// What is proven of an action for the seat that decides, from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Standing {
    /// Another seat wins.
    Lost,
    /// Nothing is proven.
    Open,
    /// The seat itself wins.
    Won,
}

/// A search with its memory, kept from one decision to the next. The policy `P` gives priors, rollouts and
/// estimates; a game without one is searched with [`UniformPolicy`].
///
/// ```no_run
/// # use tradewinds_game::{Advice, Game, Seed, View, Weights, InputError};
/// use tradewinds_search::{Search, SearchSettings};
///
/// # fn example<G: Advice>(game: &G, view: View<'_, G>) -> Result<(), InputError> {
/// let mut search = Search::new(game, SearchSettings::default(), game.policy(&Weights::new())?)?;
/// let result = search.run(&view, Seed(1));
/// let best = &result.actions[result.chosen];
/// assert!(best.visits > 0);
/// # Ok(())
/// # }
/// ```
pub struct Search<G: Game, P = UniformPolicy> {
    settings: SearchSettings,
    tree: TreeKind,
    policy: P,
    threads: Threads,
    explorers: Vec<Explorer<G>>,
    /// One for each explorer, or one for all.
    trees: Vec<Trees>,
    root: Actions<G::Action>,
    seat: Seat,
}

impl<G: Game, P: Policy<G>> Search<G, P> {
    /// Makes a search and reserves its memory: [`SearchSettings::max_nodes`] of 32 bytes.
    ///
    /// # Errors
    /// A setting out of its range.
    pub fn new(game: &G, settings: SearchSettings, policy: P) -> Result<Self, InputError> {
        settings.validate()?;
        let tree = match settings.tree {
            TreeKind::Auto if G::SECRET_SIMULTANEOUS => TreeKind::MoIsmcts,
            TreeKind::Auto => TreeKind::SoIsmcts,
            kind => kind,
        };
        let forests = if settings.shares_trees() { 1 } else { settings.workers };
        Ok(Self {
            tree,
            policy,
            threads: Threads::One,
            explorers: (0..settings.workers).map(|_| Explorer::new(game, &settings)).collect(),
            trees: (0..forests).map(|_| Trees::new(game, &settings)).collect(),
            root: Actions::new(),
            seat: Seat::new(0),
            settings,
        })
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

    /// Chooses an action for the seat of `view`, as [`SearchResult::chosen`] says.
    ///
    /// After the first call it allocates nothing (with [`Threads::One`]).
    ///
    /// # Panics
    /// If it is not the decision of the view's seat.
    pub fn choose(&mut self, view: &View<'_, G>, seed: Seed) -> G::Action {
        self.search(view, seed, None);
        self.root[self.chosen()]
    }

    /// Searches like [`Search::choose`] and reports all that was found.
    ///
    /// # Panics
    /// If it is not the decision of the view's seat.
    pub fn run(&mut self, view: &View<'_, G>, seed: Seed) -> SearchResult<G::State, G::Action> {
        self.report(view, seed, None)
    }

    /// Searches like [`Search::run`], which finds the same, and measures more: how the estimate
    /// settled, at so many moments, and how the games ended. Rollouts that the settings cut off are
    /// played on to the end for that.
    ///
    /// # Panics
    /// If it is not the decision of the view's seat.
    pub fn study(
        &mut self,
        view: &View<'_, G>,
        seed: Seed,
        moments: u32,
    ) -> SearchResult<G::State, G::Action> {
        self.report(view, seed, Some(moments))
    }

    /// Tells the search what its seat noticed of a decision of `seat` that was played (see
    /// [`Game::observe`]), so that with [`SearchSettings::reuse`] the next search goes on with what this
    /// one found. Once told of one decision it needs to be told of all.
    pub fn notice(&mut self, seat: Seat, edge: Option<Edge>) {
        if self.settings.reuse {
            for trees in &mut self.trees {
                trees.notice(self.seat, seat, edge);
            }
        }
    }

    fn search(&mut self, view: &View<'_, G>, seed: Seed, study: Option<u32>) {
        self.root.clear();
        view.legal(&mut self.root);
        self.seat = view.seat();
        let open = self.settings.prove && view.is_open();
        let task = Task {
            view: *view,
            policy: &self.policy,
            settings: &self.settings,
            tree: match self.tree {
                // In an open game all seats know the same, so that one tree stands for all.
                TreeKind::MoIsmcts | TreeKind::ReDeterminizing if open => TreeKind::SoIsmcts,
                tree => tree,
            },
            open,
            // In an open game all worlds are one, and so are the priors.
            fresh: self.settings.fresh_priors && !open,
            root: &self.root,
            start: Instant::now(),
            time: self.settings.time_ms.map(|ms| Duration::from_millis(ms.into())),
            study,
        };
        if let ([trees], true) = (self.trees.as_mut_slice(), self.settings.shares_trees()) {
            return worker::run_together(&task, &mut self.explorers, trees, self.threads, seed);
        }
        let work = |(index, (explorer, trees)): (usize, (&mut Explorer<G>, &mut Trees))| {
            worker::run_alone(&task, explorer, trees, index, seed);
        };
        match self.threads {
            Threads::One => self.explorers.iter_mut().zip(&mut self.trees).enumerate().for_each(work),
            Threads::Pool => {
                self.explorers.par_iter_mut().zip(&mut self.trees).enumerate().for_each(work);
            }
        }
    }

    /// Returns the iterations of this search that began with a root action.
    fn visits(&self, index: usize) -> u64 {
        self.explorers.iter().map(|explorer| explorer.root[index].visits).sum()
    }

    /// Returns the mean reward of a seat over the visits of a root action in this search.
    fn value(&self, index: usize, seat: Seat) -> Option<f64> {
        let (mut visits, mut total) = (0, 0);
        for action in self.explorers.iter().map(|explorer| &explorer.root[index]) {
            visits += action.visits;
            total += action.totals[seat.index()];
        }
        (visits > 0).then(|| reward::to_f64(total) / visits as f64)
    }

    /// Returns the seat that is proven to win after a root action.
    fn proven(&self, index: usize) -> Option<Seat> {
        let code = G::code(self.root[index]);
        self.trees.iter().filter(|_| self.settings.prove).find_map(|trees| {
            let start = trees.start()?;
            let child = trees.arena.child(start.node(self.seat)?, start.key(self.seat, code))?;
            trees.arena.node(child).winner()
        })
    }

    /// Returns the index of the action to play, the first one among equals.
    fn chosen(&self) -> usize {
        let mut best = 0;
        for index in 1..self.root.len() {
            if self.rank(index) > self.rank(best) {
                best = index;
            }
        }
        best
    }

    /// Returns what decides between two actions, from left to right: what is proven, whether sequential
    /// halving kept the action, its visits unless the budget was halved, and its value.
    fn rank(&self, index: usize) -> (Standing, bool, u64, f64) {
        let standing = match self.proven(index) {
            Some(winner) if winner == self.seat => Standing::Won,
            Some(_) => Standing::Lost,
            None => Standing::Open,
        };
        let value = self.value(index, self.seat).unwrap_or(0.0);
        if self.settings.root == RootKind::SequentialHalving {
            let left = self.explorers.iter().any(|explorer| explorer.halving.has(index));
            return (standing, left, 0, value);
        }
        (standing, true, self.visits(index), value)
    }

    fn report(
        &mut self,
        view: &View<'_, G>,
        seed: Seed,
        study: Option<u32>,
    ) -> SearchResult<G::State, G::Action> {
        let start = Instant::now();
        self.search(view, seed, study);
        let elapsed = start.elapsed();
        let chosen = self.chosen();
        let sum = |count: fn(&Explorer<G>) -> u64| self.explorers.iter().map(count).sum();
        let iterations = sum(|explorer| explorer.iterations);
        SearchResult {
            seat: view.seat(),
            actions: (0..self.root.len()).map(|index| self.action(view.game(), index, iterations)).collect(),
            chosen,
            principal_variation: self.principal_variation(view, seed, chosen),
            settling: self.settling(),
            iterations,
            truncated: sum(|explorer| explorer.truncated),
            nodes: self.trees.iter().map(|trees| trees.nodes).sum(),
            depth: self.explorers.iter().map(|explorer| explorer.depth).max().unwrap_or(0),
            full: self.trees.iter().any(|trees| trees.full),
            timed: self.settings.is_timed(),
            elapsed,
        }
    }

    /// Reports what was found out about one root action.
    fn action(&self, game: &G, index: usize, iterations: u64) -> ActionReport<G::Action> {
        let seats = |value: &dyn Fn(Seat) -> f64| PerSeat::from_fn(game.players(), value);
        let ends = || self.explorers.iter().filter_map(|explorer| explorer.notes.ends.get(index));
        let games: u64 = ends().map(|ends| ends.games).sum();
        let mean =
            |sum: &dyn Fn(usize) -> f64| (games > 0).then(|| seats(&|seat| sum(seat.index()) / games as f64));
        let deviation = |seat: usize| {
            let (count, sum) = (games as f64, ends().map(|ends| ends.points[seat]).sum::<i64>() as f64);
            let squares = ends().map(|ends| ends.squares[seat]).sum::<i64>() as f64;
            ((squares - sum * sum / count).max(0.0) / (count - 1.0)).sqrt()
        };
        ActionReport {
            action: self.root[index],
            visits: self.visits(index),
            available: iterations,
            value: self
                .value(index, self.seat)
                .map(|_| seats(&|seat| self.value(index, seat).unwrap_or_default())),
            win_share: mean(&|seat| ends().map(|ends| ends.win_shares[seat]).sum()),
            points: mean(&|seat| ends().map(|ends| ends.points[seat] as f64).sum()),
            points_deviation: (games > 1).then(|| seats(&|seat| deviation(seat.index()))),
            games,
            proven: self.proven(index),
        }
    }

    /// Adds up what the workers knew at each moment.
    fn settling(&self) -> Vec<Moment> {
        let count = self.explorers.iter().map(|explorer| explorer.notes.moments.len()).min().unwrap_or(0);
        let moment = |number: usize| {
            let known = |index: usize| {
                let all = self.explorers.iter().map(move |explorer| explorer.notes.moments[number][index]);
                all.fold((0, 0), |sum, one| (sum.0 + one.visits, sum.1 + one.total))
            };
            let known: Vec<(u64, u64)> = (0..self.root.len()).map(known).collect();
            let value =
                |&(visits, total): &(u64, u64)| (visits > 0).then(|| reward::to_f64(total) / visits as f64);
            Moment {
                iterations: known.iter().map(|known| known.0).sum(),
                visits: known.iter().map(|known| known.0).collect(),
                values: known.iter().map(value).collect(),
            }
        };
        (0..count).map(moment).collect()
    }

    /// Follows the most visited moves from the chosen one, in the trees that visited it most.
    fn principal_variation(
        &self,
        view: &View<'_, G>,
        seed: Seed,
        chosen: usize,
    ) -> Vec<Line<G::State, G::Action>> {
        let mut deepest = 0;
        for (index, explorer) in self.explorers.iter().enumerate().take(self.trees.len()) {
            if explorer.root[chosen].visits > self.explorers[deepest].root[chosen].visits {
                deepest = index;
            }
        }
        let trees = &self.trees[deepest];
        let mut rng = seed.derive(Purpose::Completion, 0).rng();
        trees
            .start()
            .map_or_else(Vec::new, |start| principal::variation(view, &trees.arena, start, chosen, &mut rng))
    }
}
