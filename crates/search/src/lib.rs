//! Information-set Monte Carlo tree search, one engine for every [`Game`](tradewinds_game::Game).
//!
//! Each iteration draws a world that agrees with the searching seat's knowledge, walks down a tree whose
//! nodes stand for knowledge and not for positions, plays the world out, and credits every seat's reward to
//! the nodes where that seat decided (max^n; Luckhardt and Irani 1986, Sturtevant 2008). So nothing assumes
//! two players, a zero sum or perfect information.
//!
//! | part | content |
//! |---|---|
//! | `engine`, `task`, `report`, `result` | [`Search`]: one search of one decision, and what it reports |
//! | `run`, `trees`, `budget`, `clock`, `stop` | workers, their trees, iterations and time, and when they may stop |
//! | `iteration` | one iteration: `select`, `expand`, `simulate`, `backpropagate` |
//! | `selection`, `logarithms` | UCB1, UCB1-Tuned and PUCT with availability |
//! | `priors` | a policy's priors |
//! | `rollout`, `reward` | playing a world out, and the reward at its end |
//! | `descent`, `node`, `tree` | trees that follow a decision; a decision in one world; the arena of 32-byte nodes |
//! | `halving`, `prove`, `renew`, `noise` | sequential halving of the root; certain wins in open games; a root that was kept; noise at it |
//! | `settings` | the keys and values of a preset's `[search]` table |
//! | `principal`, `study` | the principal variation; the data that a studied search records |
//!
//! # Determinism
//! With an iteration budget the result depends only on the settings, the seed and the seat's knowledge:
//! each of the fixed number of workers has its own tree and random stream, all sums are integers, and they
//! are merged in the order of the workers (root parallelism; Chaslot, Winands and van den Herik 2008).
//! Logarithms and exponentials come from `libm`. When several threads grow one tree (`parallel = "tree"`
//! with [`Threads::Pool`]), the result depends on their timing.
//!
//! # References
//! - Cowling, Powley and Whitehouse: Information Set Monte Carlo Tree Search. IEEE Transactions on
//!   Computational Intelligence and AI in Games 4(2), 2012 (SO- and MO-ISMCTS, availability).
//! - Goodman: Re-determinizing MCTS in Hanabi. IEEE Conference on Games, 2019.
//! - Auer, Cesa-Bianchi and Fischer: Finite-time Analysis of the Multiarmed Bandit Problem, 2002 (UCB1).
//! - Rosin: Multi-armed bandits with episode context, 2011; Silver et al.: Mastering the game of Go
//!   without human knowledge, 2017 (PUCT), and A general reinforcement learning algorithm that masters chess, shogi,
//!   and Go through self-play, 2018 (a constant that grows).
//! - Winands, Björnsson and Saito: Monte-Carlo Tree Search Solver, 2008.
//! - Karnin, Koren and Somekh: Almost optimal exploration in multi-armed bandits, 2013 (sequential halving).
//! - Chaslot, Winands and van den Herik: Parallel Monte-Carlo Tree Search, 2008.
//!
//! Every mechanism is a setting, and all are off by default: a preset plays the same after a new one is
//! added. Wins are proven only from an open root ([`Game::is_open`](tradewinds_game::Game::is_open)), where
//! every node stands for one position. A tree of own moves follows the decisions of its own seat and no
//! outcomes, so its nodes stand for many positions: nothing is proven there, and their actions are listed at
//! every visit. A re-determinizing search spends every second iteration on the other seats' trees, each
//! taught by worlds that its seat holds possible. Threads on one tree count a busy node as available at every
//! eighth iteration, eight times at once; workers in step count every time.

mod budget;
mod clock;
mod engine;
mod fully_expanded;
mod halving;
mod iteration;
mod logarithms;
mod places;
mod principal;
mod priors;
mod prove;
mod report;
mod result;
mod reward;
mod rollout;
mod root;
mod run;
mod selection;
mod settings;
mod stop;
mod study;
mod task;
mod tree;
mod trees;

pub use engine::Search;
pub use result::{ActionReport, Line, Moment, SearchResult};
pub use rollout::Playout;
pub use run::Threads;
pub use settings::{
    CheckedSettings, ParallelKind, RewardKind, RolloutKind, RootKind, SearchSettings, SelectionKind, TreeKind,
};
