//! What a preset's `[search]` table may say.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::tree::Node;
use crate::game::InputError;

/// The least [`SearchSettings::max_nodes`] for each worker.
const LEAST_NODES: u32 = 1_000;

/// Whose knowledge the nodes of a tree stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TreeKind {
    /// [`MoIsmcts`](Self::MoIsmcts) for a game with secret simultaneous choices, otherwise
    /// [`SoIsmcts`](Self::SoIsmcts).
    Auto,
    /// One tree that all seats share, as the searching seat knows the game, a new world in each
    /// iteration (Cowling, Powley and Whitehouse 2012, algorithm 1). Other seats' moves are told apart
    /// in it, so a secret choice leaks to who decides later.
    SoIsmcts,
    /// A tree a seat, each following what that seat notices; a seat chooses by its own tree
    /// (algorithm 3 there). With secret simultaneous choices UCB1 need not settle on an equilibrium
    /// (Shafiei, Sturtevant and Schaeffer 2009); chance in the rollouts keeps it from going in circles.
    MoIsmcts,
    /// An ensemble of worlds, each searched as if everybody knew it; the root's visits and values are
    /// added up (ensemble determinized UCT; Ginsberg 2001, Bjarnason, Fern and Tadepalli 2009).
    Determinized,
}

/// How a child is chosen among those that are legal in the iteration's world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SelectionKind {
    /// Mean + c √(ln available / visits), untried actions first.
    Ucb1,
    /// Mean + c · prior · √available / (1 + visits), with a policy's priors; an untried action has
    /// the mean of its tried siblings.
    Puct,
}

/// How a world is played out from a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RolloutKind {
    /// Uniformly at random.
    Random,
    /// By the policy's [quick](crate::game::Policy::quick) scores, at random with chance ε.
    Heuristic,
}

/// What the end of a game is worth to a seat, in [0, 1].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RewardKind {
    /// The share of the win.
    WinShare,
    /// 1 for the first of the table down to 0 for the last, in equal steps.
    Rank,
    /// Own points less the best opponent's, in units of the game's
    /// [clear lead](crate::game::Game::CLEAR_LEAD), squashed.
    Margin,
    /// `blend` parts of the margin, the rest win share.
    Blend,
}

/// The settings of a search: a preset's `[search]` table.
///
/// Every key may be left out but the budget: `iterations`, `time_ms` or both.
///
/// ```
/// use tradewinds::search::{SearchSettings, TreeKind};
/// let settings: SearchSettings = toml::from_str("iterations = 500\ntree = \"so-ismcts\"").unwrap();
/// assert_eq!((settings.iterations, settings.tree), (Some(500), TreeKind::SoIsmcts));
/// settings.validate().unwrap();
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchSettings {
    /// The kind of tree; default `auto`.
    pub tree: TreeKind,
    /// The iterations a decision, all workers together, 1 to 1,000,000,000.
    #[serde(default)] // none beside time_ms alone
    pub iterations: Option<u32>,
    /// The milliseconds a decision, 1 to 3,600,000. Results then depend on the machine.
    pub time_ms: Option<u32>,
    /// The number of logical workers, each with a tree of its own, 1 to 256; default 1. It is part of
    /// what is computed; the number of threads is not.
    pub workers: u32,
    /// The rule of selection; default `ucb1`.
    pub selection: SelectionKind,
    /// The rule's constant c, 0 to 100; default 0.7 for `ucb1` (Cowling, Powley and Whitehouse 2012)
    /// and 1.5 for `puct`.
    pub exploration: Option<f32>,
    /// The temperature of the softmax that makes priors of policy scores, in their unit
    /// (VP-equivalents), above 0 to 1,000; default 1.
    pub prior_temperature: f32,
    /// How worlds are played out; default `random`.
    pub rollout: RolloutKind,
    /// The chance of a random action in a `heuristic` rollout, 0 to 1; default 0.1.
    pub epsilon: f32,
    /// The decisions of a rollout before it is cut off and evaluated, 0 to 1,000,000; without it
    /// rollouts go on to the end of the game.
    pub cutoff: Option<u32>,
    /// What the end of a game is worth; default `win-share`. A rollout that is cut off is worth
    /// the game's estimate of the win share, whatever the reward is.
    pub reward: RewardKind,
    /// The weight of the margin in the `blend` reward, 0 to 1; default 0.5.
    pub blend: f32,
    /// The memory bound: nodes of 32 bytes for all workers together, 1,000 a worker to 100,000,000;
    /// default 500,000. When it is reached the search goes on without growing.
    pub max_nodes: u32,
    /// The worlds of a `determinized` search, 1 to 10,000; default 20. The budget is split over them.
    pub determinizations: u32,
}

impl Default for SearchSettings {
    /// 1,000 iterations of the plain search.
    fn default() -> Self {
        Self {
            tree: TreeKind::Auto,
            iterations: Some(1_000),
            time_ms: None,
            workers: 1,
            selection: SelectionKind::Ucb1,
            exploration: None,
            prior_temperature: 1.0,
            rollout: RolloutKind::Random,
            epsilon: 0.1,
            cutoff: None,
            reward: RewardKind::WinShare,
            blend: 0.5,
            max_nodes: 500_000,
            determinizations: 20,
        }
    }
}

impl SearchSettings {
    /// Tells whether the clock is part of the budget, so that results depend on the machine.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.time_ms.is_some()
    }

    /// Returns the selection rule's constant.
    #[must_use]
    pub fn exploration(&self) -> f32 {
        self.exploration.unwrap_or(match self.selection {
            SelectionKind::Ucb1 => 0.7,
            SelectionKind::Puct => 1.5,
        })
    }

    /// Returns the size of a tree's node in bytes.
    #[must_use]
    pub const fn node_bytes() -> usize {
        size_of::<Node>()
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// The first setting out of its range, or a missing budget.
    pub fn validate(&self) -> Result<(), InputError> {
        if self.iterations.is_none() && self.time_ms.is_none() {
            return Err(refused("iterations", "no budget", "iterations, time_ms or both"));
        }
        within("iterations", self.iterations, 1..=1_000_000_000)?;
        within("time_ms", self.time_ms, 1..=3_600_000)?;
        within("workers", Some(self.workers), 1..=256)?;
        within("exploration", self.exploration, 0.0..=100.0)?;
        within("prior_temperature", Some(self.prior_temperature), f32::MIN_POSITIVE..=1_000.0)
            .map_err(|error| InputError { allowed: "above 0 to 1000".to_owned(), ..error })?;
        within("epsilon", Some(self.epsilon), 0.0..=1.0)?;
        within("cutoff", self.cutoff, 0..=1_000_000)?;
        within("blend", Some(self.blend), 0.0..=1.0)?;
        within("max_nodes", Some(self.max_nodes), LEAST_NODES * self.workers..=100_000_000)?;
        within("determinizations", Some(self.determinizations), 1..=10_000)
    }
}

fn within<T: PartialOrd + Display>(
    field: &str,
    value: Option<T>,
    range: RangeInclusive<T>,
) -> Result<(), InputError> {
    match value {
        Some(value) if !range.contains(&value) => {
            Err(refused(field, &value.to_string(), &format!("{} to {}", range.start(), range.end())))
        }
        _ => Ok(()),
    }
}

fn refused(field: &str, found: &str, allowed: &str) -> InputError {
    InputError::new("settings", format!("search.{field}"), found, allowed)
}
