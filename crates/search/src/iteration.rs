//! One iteration of the search, one file per phase: selection, expansion, simulation, backpropagation.

mod backpropagate;
mod expand;
mod known;
mod select;
mod simulate;

use tradewinds_game::{Actions, Game, MAX_ACTIONS, MAX_SEATS, Policy, Purpose, Rng, Seat, Seed};

use crate::halving::Halving;
use crate::logarithms::Logarithms;
use crate::reward::Rewards;
use crate::settings::{SearchSettings, SelectionKind, TreeKind};
use crate::stop::EarlyStop;
use crate::study::Notes;
use crate::task::{RootAction, Task};
use crate::tree::{Arena, Key, NONE, Proof};

/// A node on the path of the iteration, and the seat whose reward it gets.
type Visited = (u32, Seat);

/// An iteration whose reward has not been backpropagated yet.
#[derive(Clone, Copy)]
struct PendingUpdate {
    /// The root action that it began with.
    first: Option<usize>,
    rewards: Rewards,
}

/// Runs iterations, one after the other; several workers may share trees. It begins a cache line of its own, so that
/// workers on two threads do not wait for each other's numbers.
#[repr(align(128))]
pub(crate) struct Worker<G: Game> {
    pub(crate) rng: Rng,
    pub(crate) actions: Actions<G::Action>,
    pub(crate) keys: [Key; MAX_ACTIONS],
    pub(crate) slots: [u32; MAX_ACTIONS],
    /// The moves that lead to the nodes of whole families, by the number of the node.
    pub(crate) moves: Vec<G::Action>,
    /// The nodes that all trees enter with a node of a whole family, by its number; only those of this search where the
    /// step is certain. The entry of the deciding seat's tree is that number.
    pub(crate) steps: Vec<[u32; MAX_SEATS]>,
    pub(crate) ln: Logarithms,
    pub(crate) halving: Halving,
    pub(crate) root: Vec<RootAction>,
    pub(crate) notes: Notes,
    pub(crate) path: Vec<Visited>,
    pending: Option<PendingUpdate>,
    /// The seed of this search.
    seed: Seed,
    /// The root action of the iteration, if it is chosen before its world is drawn.
    next: Option<usize>,
    /// The number of losses that an iteration leaves in each node until its reward is known.
    virtual_loss: u32,
    /// In a re-determinizing search, the seat whose tree is the only one to learn from the iteration.
    learner: Option<Seat>,
    /// Whether results may be proven: asked for, and the game is open.
    pub(crate) proving: bool,
    /// Whether a proven result is the exact reward, so that nothing is played on after it.
    pub(crate) exact: bool,
    /// The rule by which families that are known are selected from: UCB1 or PUCT, and no proof has to
    /// be followed further.
    pub(crate) quick: Option<SelectionKind>,
    /// Whether all children of a position are added at once, though each is tried before one is tried again.
    pub(crate) adds_all: bool,
    /// Whether some node may be proven.
    pub(crate) has_proofs: bool,
    /// What is proven about the last node of the path.
    pub(crate) proof: Option<Proof>,
    /// Whether the iteration has proven it.
    pub(crate) is_new_proof: bool,
    /// Whether the root is proven, as a win of the searching seat or with exact rewards.
    pub(crate) decided: bool,
    stop: EarlyStop,
    pub(crate) iterations: u64,
    pub(crate) truncated: u64,
    pub(crate) depth: u32,
}

impl<G: Game> Worker<G> {
    pub(crate) fn new(game: &G, settings: &SearchSettings) -> Self {
        let places =
            if settings.shares_trees() { 0 } else { Arena::places(settings.max_nodes / settings.workers) };
        let has_trees =
            settings.tree == TreeKind::MoIsmcts || settings.tree == TreeKind::Auto && G::SECRET_SIMULTANEOUS;
        Self {
            rng: Seed(0).rng(),
            actions: Actions::new(),
            keys: [Key::of_move(0, 0, 0); MAX_ACTIONS],
            slots: [NONE; MAX_ACTIONS],
            moves: Vec::with_capacity(places),
            steps: Vec::with_capacity(if has_trees { places } else { 0 }),
            ln: Logarithms::new(),
            halving: Halving::default(),
            root: Vec::with_capacity(MAX_ACTIONS),
            notes: Notes::default(),
            path: Vec::with_capacity(max_path(game)),
            pending: None,
            seed: Seed(0),
            next: None,
            virtual_loss: if settings.shares_trees() { settings.virtual_loss } else { 0 },
            learner: None,
            proving: false,
            exact: false,
            quick: None,
            adds_all: false,
            has_proofs: false,
            proof: None,
            is_new_proof: false,
            decided: false,
            stop: EarlyStop::new(false),
            iterations: 0,
            truncated: 0,
            depth: 0,
        }
    }

    /// Prepares the worker for a new search.
    pub(crate) fn begin<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, seed: Seed) {
        (self.rng, self.seed) = (seed.rng(), seed);
        self.steps.clear();
        self.root.clear();
        self.root.resize(task.root.len(), RootAction::default());
        self.halving.begin(task.root.len());
        self.notes.begin(task, seed.derive(Purpose::Sample, 0));
        (self.proving, self.exact) = (task.open, task.has_exact_proofs());
        let selection = task.settings.selection;
        let has_rule = matches!(selection, SelectionKind::Ucb1 | SelectionKind::Puct);
        self.quick = (has_rule && self.exact == self.proving).then_some(selection);
        self.adds_all =
            self.proving && self.quick == Some(SelectionKind::Ucb1) && !task.settings.shares_trees();
        // Of a tree that is kept, or that other workers grow too.
        self.has_proofs = task.open && (task.settings.reuse || task.settings.shares_trees());
        (self.proof, self.decided) = (None, false);
        self.learner = None;
        self.stop = EarlyStop::new(task.may_stop());
        (self.iterations, self.truncated, self.depth) = (0, 0, 0);
    }

    /// Returns whether the rest of the budget cannot change the choice: the result is proven, or no action can
    /// overtake the most visited one.
    #[inline]
    pub(crate) fn is_done<P: Policy<G>>(&mut self, task: &Task<'_, G, P>) -> bool {
        self.decided || self.stop.is_due(self.iterations) && self.is_settled(task)
    }

    #[cold]
    fn is_settled<P: Policy<G>>(&mut self, task: &Task<'_, G, P>) -> bool {
        let left = task.left(self.iterations);
        self.stop.is_settled(self.iterations, left, self.root.iter().map(|action| action.visits))
    }

    /// Records the root's statistics if a study asks for them.
    #[inline]
    pub(crate) fn note_progress<P: Policy<G>>(&mut self, task: &Task<'_, G, P>, progress: f32) {
        if let Some(moments) = task.study {
            self.notes.moment(moments, progress, &self.root, task.view.seat());
        }
    }
}

/// Returns the maximum number of nodes on a path: per decision a move and an outcome in each tree.
pub(crate) fn max_path<G: Game>(game: &G) -> usize {
    (game.max_decisions() as usize + 1) * 2 * MAX_SEATS
}
