//! One iteration of the search, one file per phase: selection, expansion, simulation, backpropagation.

mod backpropagate;
mod descend;
mod descent;
mod expand;
mod known;
mod node;
mod noise;
mod renew;
mod select;
mod simulate;

use tradewinds_game::{Actions, Game, MAX_SEATS, Policy, Purpose, Rng, Seat, Seed};

use crate::fully_expanded::FullyExpanded;
use crate::logarithms::Logarithms;
use crate::prove::Prover;
use crate::reward::Rewards;
use crate::root::Root;
use crate::settings::SearchSettings;
use crate::study::Notes;
use crate::task::Task;
use node::Children;

/// A node on the path of the iteration, and the seat whose reward it gets.
type Visited = (u32, Seat);

/// An iteration whose reward has not been backpropagated yet.
#[derive(Clone, Copy)]
struct PendingUpdate {
    /// The root action that it began with.
    first: Option<usize>,
    rewards: Rewards,
}

/// What a worker has done in this search.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) iterations: u64,
    /// The rollouts that reached the game's bound.
    pub(crate) truncated: u64,
    /// The largest number of choices on a path.
    pub(crate) depth: u32,
}

/// Runs iterations, one after the other; several workers may share trees. It begins a cache line of its own, so that
/// workers on two threads do not wait for each other's numbers.
#[repr(align(128))]
pub(crate) struct Worker<G: Game> {
    pub(crate) rng: Rng,
    /// The seed of this search.
    seed: Seed,
    /// The legal actions of the decision at hand.
    actions: Actions<G::Action>,
    /// Their children.
    children: Children,
    path: Vec<Visited>,
    pending: Option<PendingUpdate>,
    expanded: FullyExpanded<G::Action>,
    prover: Prover,
    ln: Logarithms,
    pub(crate) root: Root,
    pub(crate) notes: Notes,
    pub(crate) counts: Counts,
}

impl<G: Game> Worker<G> {
    pub(crate) fn new(game: &G, settings: &SearchSettings) -> Self {
        Self {
            rng: Seed(0).rng(),
            seed: Seed(0),
            actions: Actions::new(),
            children: Children::new(),
            path: Vec::with_capacity(max_path(game)),
            pending: None,
            expanded: FullyExpanded::new::<G>(settings),
            prover: Prover::default(),
            ln: Logarithms::new(),
            root: Root::new(),
            notes: Notes::default(),
            counts: Counts::default(),
        }
    }

    /// Prepares the worker for a new search.
    pub(crate) fn begin<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, seed: Seed) {
        (self.rng, self.seed) = (seed.rng(), seed);
        self.expanded.begin();
        self.prover = Prover::new(task);
        self.root.begin(task);
        self.notes.begin(task, seed.derive(Purpose::Sample, 0));
        self.counts = Counts::default();
    }

    /// Returns whether the rest of the budget cannot change the choice: the result is proven, or no action can
    /// overtake the most visited one.
    #[inline]
    pub(crate) fn is_done<P: Policy<G>>(&mut self, task: &Task<'_, G, P>) -> bool {
        self.prover.is_decided || self.root.is_settled(task, self.counts.iterations)
    }

    /// Records the root's statistics if a study asks for them.
    #[inline]
    pub(crate) fn note_progress<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, progress: f32) {
        if let Some(moments) = task.study {
            self.notes.moment(moments, progress, &self.root.actions, task.view.seat());
        }
    }
}

/// The decisions of a path for which room is kept; one that is longer grows.
const KEPT_DECISIONS: u32 = 100_000;

/// Returns the number of nodes on a path for which room is kept: per decision a move and an outcome in each tree.
pub(crate) fn max_path<G: Game>(game: &G) -> usize {
    (game.max_decisions().min(KEPT_DECISIONS) as usize + 1) * 2 * MAX_SEATS
}
