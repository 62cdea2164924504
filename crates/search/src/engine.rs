//! [`Search`]: the settings, the memory and the workers of a search.

use std::time::Duration;

use arrayvec::ArrayVec;
use tradewinds_game::{Actions, Edge, Game, MAX_ACTIONS, Policy, Seat, Seed, UniformPolicy, View};

use crate::budget::Allowance;
use crate::iteration::Worker;
use crate::legal_filter::LegalFilter;
use crate::result::SearchResult;
use crate::reward;
use crate::run::{Job, Threads, run_jobs, run_own_trees, run_shared_trees};
use crate::settings::{CheckedSettings, TreeKind};
use crate::task::Task;
use crate::trees::Trees;

/// The longest time of a decision.
const MAX_TIME: Duration = Duration::from_secs(24 * 3_600);

/// The proven result of an action for the seat that decides, from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Proof {
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
/// let settings = SearchSettings::default().with(|new| new.iterations = Some(500)).check()?;
/// let mut search = Search::new(game, settings, game.policy(&Weights::new())?);
/// let result = search.run(&view, Seed(1));
/// let best = &result.actions[result.chosen];
/// assert!(best.visits > 0);
/// # Ok(())
/// # }
/// ```
pub struct Search<G: Game, P = UniformPolicy> {
    pub(crate) settings: CheckedSettings,
    tree: TreeKind,
    policy: P,
    threads: Threads,
    pub(crate) workers: Vec<Worker<G>>,
    /// One for each worker, or one for all.
    pub(crate) trees: Vec<Trees>,
    pub(crate) root: Actions<G::Action>,
    pub(crate) seat: Seat,
    pub(crate) restriction: Option<LegalFilter<G>>,
    /// Whether the decision that was searched last was of a part of the legal actions.
    was_partial: bool,
}

/// Checks that the trees can tell the actions of a decision apart.
fn check_codes(codes: impl Iterator<Item = u32>) {
    let mut codes: ArrayVec<u32, MAX_ACTIONS> = codes.collect();
    codes.sort_unstable();
    let are_distinct = codes.windows(2).all(|pair| pair[0] < pair[1]);
    assert!(
        are_distinct && codes.last().is_none_or(|&code| code < Edge::MOVES),
        "codes of actions are distinct and below Edge::MOVES: {codes:?}"
    );
}

impl<G: Game, P: Policy<G>> Search<G, P> {
    /// Makes a search and reserves its memory for [`SearchSettings::node_limit`](crate::SearchSettings::node_limit) nodes:
    /// 40 bytes and an action for each, 30 more with a tree for each seat, and for each worker 96 bytes for each of the
    /// game's [`max_decisions`](Game::max_decisions), at most 100,000.
    #[must_use]
    pub fn new(game: &G, settings: CheckedSettings, policy: P) -> Self {
        let tree = match settings.tree {
            TreeKind::Auto if G::SECRET_SIMULTANEOUS => TreeKind::MoIsmcts,
            TreeKind::Auto => TreeKind::SoIsmcts,
            kind => kind,
        };
        let forests = if settings.shares_trees() { 1 } else { settings.workers };
        Self {
            tree,
            policy,
            threads: Threads::One,
            workers: (0..settings.workers).map(|_| Worker::new(game, &settings)).collect(),
            trees: (0..forests).map(|_| Trees::new(game, &settings)).collect(),
            root: Actions::new(),
            seat: Seat::new(0),
            restriction: None,
            was_partial: false,
            settings,
        }
    }

    /// Sets how the workers are run.
    #[must_use]
    pub fn with_threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Takes actions away from the searching seat at its decisions in the trees; the views that are searched are
    /// [among](View::among) what it leaves. Rollouts and the other seats play as before.
    #[must_use]
    pub fn restricted(mut self, restriction: LegalFilter<G>) -> Self {
        self.restriction = Some(restriction);
        self
    }

    /// Returns the policy.
    #[must_use]
    pub fn policy(&self) -> &P {
        &self.policy
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &CheckedSettings {
        &self.settings
    }

    /// Chooses an action for the seat of `view`, as [`SearchResult::chosen`] says.
    ///
    /// After the first call it allocates nothing (with [`Threads::One`]).
    ///
    /// # Panics
    /// If it is not the decision of the view's seat.
    pub fn choose(&mut self, view: &View<'_, G>, seed: Seed) -> G::Action {
        self.choose_within(view, seed, Allowance::of(&self.settings))
    }

    /// Chooses like [`Search::choose`], but at this cost instead of the settings' own. What it cost is
    /// [`Search::effort`].
    ///
    /// # Panics
    /// If it is not the decision of the view's seat, or the allowance has neither iterations nor time.
    pub fn choose_within(&mut self, view: &View<'_, G>, seed: Seed, allowance: Allowance) -> G::Action {
        self.search(view, seed, None, allowance);
        self.root[self.chosen()]
    }

    /// Searches like [`Search::choose`] and reports everything that was found.
    ///
    /// # Panics
    /// If it is not the decision of the view's seat.
    pub fn run(&mut self, view: &View<'_, G>, seed: Seed) -> SearchResult<G::State, G::Action> {
        self.report(view, seed, None)
    }

    /// Searches like [`Search::run`] with the same result, and measures more: how the estimate settled, at
    /// `moments` points of the budget, and how the games ended. For this, rollouts that the settings cut off are
    /// played on to the end, the whole budget is spent, and with [`prove`](crate::SearchSettings::prove), once nothing is
    /// hidden, proven positions are played on, so that the visits may then differ. A proof of the root ends it before
    /// the last moments.
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

    /// Lets the trees follow a decision that `seat` made in the game, by the edge that the searching seat
    /// observed (see [`Game::observe`]). With [`reuse`](crate::SearchSettings::reuse) the next search then continues
    /// from these trees. After the first call, call it for every decision.
    pub fn notice(&mut self, seat: Seat, edge: Option<Edge>) {
        if self.settings.reuse {
            for trees in &mut self.trees {
                trees.notice(self.seat, seat, edge);
            }
        }
    }

    /// Forgets the trees, as before a new game; the memory stays. The next search is then the same as a new one's.
    pub fn forget(&mut self) {
        self.trees.iter_mut().for_each(Trees::forget);
    }

    pub(crate) fn search(
        &mut self,
        view: &View<'_, G>,
        seed: Seed,
        study: Option<u32>,
        allowance: Allowance,
    ) {
        assert!(
            allowance.iterations.is_some() || allowance.time.is_some(),
            "iterations or time bound a search"
        );
        let allowance = Allowance {
            iterations: allowance.iterations.map(|iterations| iterations.max(1)),
            time: allowance.time.map(|time| time.min(MAX_TIME)),
            ..allowance
        };
        self.root.clear();
        view.legal(&mut self.root);
        check_codes(self.root.iter().map(|&action| G::code(action)));
        self.seat = view.seat();
        let is_partial = self.restriction.is_none() && view.is_partial();
        if is_partial || self.was_partial {
            // Trees that were kept have nodes for another list.
            self.forget();
        }
        self.was_partial = is_partial;
        let task = Task {
            restriction: self.restriction.as_ref(),
            ..Task::new(*view, &self.policy, &self.settings, self.tree, &self.root, study, allowance)
        };
        if let ([trees], true) = (self.trees.as_mut_slice(), self.settings.shares_trees()) {
            return run_shared_trees(&task, &mut self.workers, trees, self.threads, seed);
        }
        let turns = self.threads.turns(self.settings.workers);
        let work = |(index, (worker, trees)): (usize, (&mut Worker<G>, &mut Trees))| {
            run_own_trees(&task, worker, trees, index, turns, seed);
        };
        let workers = self.workers.iter_mut().zip(&mut self.trees).enumerate();
        match self.threads {
            Threads::One => workers.for_each(work),
            Threads::Pool => {
                run_jobs(workers.map(|one| -> Job<'_> { Box::new(move || work(one)) }).collect());
            }
        }
    }

    /// Returns the iterations of this search that began with a root action.
    pub(crate) fn visits(&self, index: usize) -> u64 {
        self.workers.iter().map(|worker| worker.root.actions[index].visits).sum()
    }

    /// Returns the mean reward of a seat over the visits of a root action in this search.
    pub(crate) fn value(&self, index: usize, seat: Seat) -> Option<f64> {
        let (mut visits, mut total) = (0, 0);
        for action in self.workers.iter().map(|worker| &worker.root.actions[index]) {
            visits += action.visits;
            total += action.totals[seat.index()];
        }
        (visits > 0).then(|| reward::to_f64(total) / visits as f64)
    }

    /// Returns the seat that is proven to win after a root action.
    pub(crate) fn proven(&self, index: usize) -> Option<Seat> {
        let code = G::code(self.root[index]);
        self.trees.iter().filter(|_| self.settings.prove).find_map(|trees| {
            let start = trees.start()?;
            let child = trees.arena.child(start.node(self.seat)?, start.key(self.seat, code))?;
            trees.arena.node(child).winner()
        })
    }

    /// Returns the index of the action to play, the first one among equals.
    pub(crate) fn chosen(&self) -> usize {
        let mut best = 0;
        for index in 1..self.root.len() {
            if self.rank(index) > self.rank(best) {
                best = index;
            }
        }
        best
    }

    /// Returns the criteria that decide between two actions, most important first: the proven result,
    /// whether halving kept the action, its visits unless the budget was halved, and its value.
    fn rank(&self, index: usize) -> (Proof, bool, u64, f64) {
        let standing = match self.proven(index) {
            Some(winner) if winner == self.seat => Proof::Won,
            Some(_) => Proof::Lost,
            None => Proof::Open,
        };
        let value = self.value(index, self.seat).unwrap_or(0.0);
        if self.settings.root.halves() {
            let left = self.workers.iter().any(|worker| worker.root.halving.has(index));
            return (standing, left, 0, value);
        }
        (standing, true, self.visits(index), value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct() {
        check_codes([3, 0, 2].into_iter());
    }

    #[test]
    #[should_panic(expected = "codes of actions are distinct")]
    fn equal_codes_are_refused() {
        check_codes([3, 0, 3].into_iter());
    }

    #[test]
    #[should_panic(expected = "below Edge::MOVES")]
    fn codes_of_other_steps_are_refused() {
        check_codes([Edge::MOVES].into_iter());
    }
}
