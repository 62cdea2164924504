//! Certain results: MCTS-Solver (Winands, Björnsson and Saito 2008) for any number of seats, with the draws of two
//! (Score Bounded MCTS; Cazenave and Saffidine 2010).
//!
//! A node is proven for a seat when that seat has a way to win alone whatever the others do. This holds for
//! the end of a game, for a choice of that seat with one such child, and for a choice of another seat with
//! no other kind of child. In a game of two seats a node is drawn at such an end, and where all children are proven
//! and the best one for the seat that decides is drawn. This requires that a node stands for one position, so results
//! are proven only in an [open](Game::is_open) game.
//!
//! Where the reward is the win share, a proof is the exact reward: an iteration that comes to a proven node ends there
//! ([`Task::is_exact`]), and what it proves about the nodes above is recorded at once ([`Prover::prove_path`]).

use crate::task::Task;
use crate::tree::{Arena, HAS_LOSS, NONE, Node, Proof};
use tradewinds_game::{Game, Policy, Seat};

/// Returns what the end of a game proves.
fn proof_of_end<G: Game>(game: &G, world: &G::State) -> Option<Proof> {
    let shares = game.scores(world).win_share;
    match Seat::all(game.players()).find(|&seat| shares[seat] == 1.0) {
        Some(winner) => Some(Proof::Won(winner)),
        None => (game.players() == 2).then_some(Proof::Drawn),
    }
}

/// Returns what the children of a choice of this seat prove about it; `None` is a child that is not proven or not
/// there.
fn proof_of_choice(seat: Seat, children: impl Iterator<Item = Option<Proof>>) -> Option<Proof> {
    let (mut all, mut is_first, mut is_open) = (None, true, false);
    for child in children {
        match child {
            Some(Proof::Won(winner)) if winner == seat => return child,
            None => is_open = true,
            _ if is_first => (all, is_first) = (child, false),
            // Of two seats the other one wins or none.
            Some(Proof::Drawn) => all = child,
            Some(Proof::Won(_)) if all == Some(Proof::Drawn) || all == child => {}
            // Another seat wins, but which one is for the seat that decides to choose.
            Some(Proof::Won(_)) => is_open = true,
        }
    }
    all.filter(|_| !is_open)
}

/// What an iteration and the search have proven.
#[derive(Default)]
pub(crate) struct Prover {
    /// Whether some node may be proven.
    pub(crate) has_proofs: bool,
    /// What is proven about the last node of the path.
    pub(crate) proof: Option<Proof>,
    /// Whether the iteration has proven it.
    pub(crate) is_new: bool,
    /// Whether the root is proven, as a win of the searching seat or with exact rewards.
    pub(crate) is_decided: bool,
}

impl Prover {
    /// Begins a search; trees that are kept, or that other workers grow too, may have proofs already.
    pub(crate) fn new<G: Game, P: Policy<G>>(task: &Task<'_, G, P>) -> Self {
        let has_proofs = task.proves && (task.settings.reuse || task.settings.shares_trees());
        Self { has_proofs, ..Self::default() }
    }

    #[inline]
    pub(crate) fn begin_iteration(&mut self) {
        (self.proof, self.is_new) = (None, false);
    }

    /// Returns whether the last node of the path is proven.
    #[inline]
    pub(crate) fn meets(&mut self, node: &Node) -> bool {
        self.proof = node.proof();
        self.proof.is_some()
    }

    /// Records what the end of the game proves about `node`, the last choice in the tree. Not only new leaves can be
    /// such ends, but also leaves with forced decisions behind them, and those that were visited before the game was
    /// open.
    pub(crate) fn prove_end<G: Game>(&mut self, game: &G, arena: &Arena, world: &G::State, node: u32) {
        if let Some(proof) = proof_of_end(game, world) {
            arena.set_proof(node, proof);
            (self.proof, self.has_proofs, self.is_new) = (Some(proof), true, true);
        }
    }

    /// Returns the index of a child that is proven for the seat that decides, and records what the children of all
    /// legal actions prove about their parent.
    pub(crate) fn prove_choice(&self, arena: &Arena, parent: u32, seat: Seat, ids: &[u32]) -> Option<usize> {
        let proof_of = |child: u32| if child == NONE { None } else { arena.node(child).proof() };
        if let Some(proof) = proof_of_choice(seat, ids.iter().map(|&child| proof_of(child))) {
            arena.set_proof(parent, proof);
        }
        ids.iter().position(|&child| proof_of(child) == Some(Proof::Won(seat)))
    }

    /// Records what the children of a fully expanded node prove about it; returns whether they do.
    pub(crate) fn prove_expanded(&mut self, arena: &Arena, parent: u32, seat: Seat) -> bool {
        let children = arena.fully_expanded(parent).into_iter().flat_map(|(_, children)| children);
        self.proof = proof_of_choice(seat, children.map(Node::proof));
        if let Some(proof) = self.proof {
            arena.set_proof(parent, proof);
            self.is_new = true;
        }
        self.proof.is_some()
    }

    /// Records what the proven node at the end of the path proves about the nodes above it, up to the root, whose
    /// proof decides the search.
    #[cold]
    pub(crate) fn prove_path<G: Game, P: Policy<G>>(
        &mut self,
        task: &Task<'_, G, P>,
        arena: &Arena,
        root: u32,
        path: &[(u32, Seat)],
    ) {
        for index in (0..path.len()).rev() {
            let (child, seat) = path[index];
            let parent = if index == 0 { root } else { path[index - 1].0 };
            let proof = match arena.node(child).proof() {
                Some(proof) if proof == Proof::Won(seat) => Some(proof),
                proof => {
                    if task.adds_all && matches!(proof, Some(Proof::Won(_))) {
                        arena.set_extra(parent, HAS_LOSS);
                    }
                    arena
                        .fully_expanded(parent)
                        .and_then(|(_, children)| proof_of_choice(seat, children.iter().map(Node::proof)))
                }
            };
            let Some(proof) = proof else { return };
            arena.set_proof(parent, proof);
        }
        self.is_decided |= task.is_exact || arena.node(root).winner() == Some(task.view.seat());
    }

    /// Excludes children that are proven for other seats from the choice, as long as another is left.
    pub(crate) fn exclude_losses(&self, arena: &Arena, ids: &mut [u32]) {
        let is_lost = |child: u32| child != NONE && arena.node(child).winner().is_some();
        if ids.iter().any(|&child| child != NONE && !is_lost(child)) {
            ids.iter_mut().filter(|child| is_lost(**child)).for_each(|child| *child = NONE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_worth_its_best_child() {
        let [own, other, third] = [0, 1, 2].map(|seat| Some(Proof::Won(Seat::new(seat))));
        let drawn = Some(Proof::Drawn);
        for (children, expected) in [
            (vec![None, other, own], own),
            (vec![other, other], other),
            (vec![other, None], None),
            (vec![other, drawn, other], drawn),
            (vec![drawn, other], drawn),
            (vec![drawn, None], None),
            (vec![other, third], None),
            (vec![], None),
        ] {
            assert_eq!(proof_of_choice(Seat::new(0), children.iter().copied()), expected, "{children:?}");
        }
    }
}
