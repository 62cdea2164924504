//! The words of a preset's `[search]` table.

use serde::{Deserialize, Serialize};

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

/// The rule that chooses among the children that are legal in the iteration's world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SelectionKind {
    /// Mean + c √(ln available / visits), untried actions first.
    Ucb1,
    /// Mean + c √(ln available / visits · min(1/4, V)), with the variance V of the rewards so far.
    UcbTuned,
    /// Mean + c · prior · √available / (1 + visits), with a policy's priors; an untried action has
    /// the mean of its tried siblings.
    Puct,
}

/// The playout of a world from a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RolloutKind {
    /// Uniformly at random.
    Random,
    /// By the policy's [rollout scores](tradewinds_game::Policy::rollout_scores), at random with chance ε.
    Heuristic,
}

/// The reward of a seat for the end of a game, in [0, 1].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RewardKind {
    /// The share of the win.
    WinShare,
    /// 1 for the first of the table down to 0 for the last, in equal steps.
    Rank,
    /// The seat's points less the best opponent's, in units of the game's [clear
    /// lead](tradewinds_game::Game::CLEAR_LEAD), squashed.
    Margin,
    /// The margin with weight `blend`, the win share with the remaining weight.
    Blend,
}

/// The distribution of the budget over the actions of the root decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RootKind {
    /// By the same rule as everywhere in the tree; the most visited action is chosen.
    Selection,
    /// Evenly over the remaining actions; the worse half is dropped after each of log2 n equal parts of the
    /// budget (sequential halving; Karnin, Koren and Somekh 2013); the best mean is chosen.
    SequentialHalving,
}

impl RootKind {
    /// Returns whether the root's actions are halved.
    #[inline]
    pub(crate) fn halves(self) -> bool {
        self == Self::SequentialHalving
    }
}

/// The data that several workers share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ParallelKind {
    /// Nothing: each grows its own trees, and their results are added up (root parallelism).
    Root,
    /// The trees: a worker leaves virtual losses on its path, so that the others search elsewhere (tree
    /// parallelism; Chaslot, Winands and van den Herik 2008).
    Tree,
}
