//! Certain wins: MCTS-Solver (Winands, Björnsson and Saito 2008) for any number of seats.
//!
//! A node is proven for a seat when that seat has a way to win alone whatever the others do. This holds for
//! the end of a game, for a choice of that seat with one such child, and for a choice of another seat with
//! no other kind of child. It requires that a node stands for one position, so wins are proven only in an
//! [open](Game::is_open) game.

use crate::iteration::Worker;
use crate::node::DecisionNode;
use crate::tree::{Arena, NONE};
use tradewinds_game::{Game, Policy, Seat};

/// Records the seat that alone has won the game that is over after `node`, the last choice in the tree. Not
/// only new leaves can be such ends, but also leaves that were visited before the game was open.
pub(crate) fn prove_end<G: Game>(game: &G, arena: &Arena, node: u32, world: &G::State) {
    let shares = game.scores(world).win_share;
    let winner = Seat::all(game.players()).find(|&seat| shares[seat] == 1.0);
    if let Some(winner) = winner.filter(|_| node != NONE) {
        arena.set_winner(node, winner);
    }
}

impl<G: Game> Worker<G> {
    /// Plays the forced decisions after a new leaf, and records the winner if they end the game. Returns
    /// the number of forced decisions.
    pub(crate) fn prove_leaf(&mut self, game: &G, arena: &Arena, leaf: u32, world: &mut G::State) -> u32 {
        let mut forced = 0;
        while let Some(seat) = game.to_act(world) {
            self.actions.clear();
            game.legal(world, &mut self.actions);
            let [action] = self.actions.as_slice() else { return forced };
            self.mast.note(seat, G::code(*action));
            game.play(world, *action, &mut self.rng);
            forced += 1;
        }
        prove_end(game, arena, leaf, world);
        forced
    }

    /// Returns a child that is proven for the seat that decides, and records what the children prove about
    /// their parent.
    pub(crate) fn prove<P: Policy<G>>(&self, at: &DecisionNode<'_, G, P>, found: usize) -> Option<usize> {
        let slots = &self.slots[..self.actions.len()];
        let winner = |child: u32| if child == NONE { None } else { at.arena.node(child).winner() };
        if let Some(index) = slots.iter().position(|&child| winner(child) == Some(at.seat)) {
            at.arena.set_winner(at.parent, at.seat);
            return Some(index);
        }
        let first = winner(slots[0])?;
        if found == slots.len() && slots.iter().all(|&child| winner(child) == Some(first)) {
            at.arena.set_winner(at.parent, first);
        }
        None
    }

    /// Excludes children that are proven for other seats from the choice, as long as another is left.
    pub(crate) fn exclude_proven_losses<P: Policy<G>>(&mut self, at: &DecisionNode<'_, G, P>) {
        let slots = &mut self.slots[..self.actions.len()];
        let is_lost = |child: u32| child != NONE && at.arena.node(child).winner().is_some();
        if slots.iter().any(|&child| child != NONE && !is_lost(child)) {
            slots.iter_mut().filter(|child| is_lost(**child)).for_each(|child| *child = NONE);
        }
    }
}
