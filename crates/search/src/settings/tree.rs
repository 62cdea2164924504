//! What the trees stand for, and what of them is kept or proven.

use serde::{Deserialize, Serialize};
use tradewinds_game::InputError;

use super::{SearchSettings, fitting, within};

/// The knowledge that the nodes of a tree represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TreeKind {
    /// [`MoIsmcts`](Self::MoIsmcts) for a game with secret simultaneous choices, otherwise
    /// [`SoIsmcts`](Self::SoIsmcts).
    Auto,
    /// One tree that all seats share, as the searching seat knows the game, with a new world in each
    /// iteration (Cowling, Powley and Whitehouse 2012, algorithm 1). The tree distinguishes all moves of
    /// other seats, so a secret choice leaks to the seats that decide later.
    SoIsmcts,
    /// One tree per seat, each following what that seat observes; a seat chooses by its own tree (algorithm
    /// 3 there). With secret simultaneous choices UCB1 need not settle on an equilibrium (Shafiei,
    /// Sturtevant and Schaeffer 2009); chance in the rollouts keeps it from going in circles.
    MoIsmcts,
    /// One tree per seat as in [`MoIsmcts`](Self::MoIsmcts), but the other seats' trees learn from worlds
    /// redrawn from what *they* know, so that they cannot adapt to knowledge that only the searching seat
    /// has (the leak that re-determinizing ISMCTS closes; Goodman 2019). Every second iteration is played
    /// for one of the other seats in turn, and updates only that seat's tree.
    ReDeterminizing,
    /// One tree per seat, of nothing but that seat's own moves: a node stands for all that the other seats and chance
    /// may do in between, so that the search looks many of a seat's moves ahead, and learns no answer to another seat's
    /// move (full abstraction over opponent moves; Baier and Kaisers 2020). Each seat chooses by its own tree.
    OwnMoves,
    /// An ensemble of worlds, each searched as if all seats knew it; the root's visits and values are added
    /// up (ensemble determinized UCT; Ginsberg 2001, Bjarnason, Fern and Tadepalli 2009).
    Determinized,
    /// One tree of the true world: cheating, for experiments that measure the value of hidden information.
    Clairvoyant,
}

impl TreeKind {
    /// Returns whether every iteration draws a world of the searching seat for trees that all learn from it.
    pub(super) fn draws_worlds(self) -> bool {
        matches!(self, Self::Auto | Self::SoIsmcts | Self::MoIsmcts | Self::OwnMoves)
    }
}

impl SearchSettings {
    pub(super) fn check_tree(&self) -> Result<(), InputError> {
        within("determinizations", Some(self.determinizations), 1..=10_000)?;
        fitting(
            "prove",
            self.prove.then_some(true),
            self.tree != TreeKind::OwnMoves,
            "not with tree = \"own-moves\", whose nodes stand for many positions",
        )?;
        fitting(
            "reuse",
            self.reuse.then_some(true),
            self.tree != TreeKind::Determinized,
            "not with tree = \"determinized\"",
        )
    }
}
