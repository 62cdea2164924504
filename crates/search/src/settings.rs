//! The settings of a search: the keys of a preset's `[search]` table, one file for each group of them.

mod budget;
mod rollout;
mod selection;
mod tree;
mod workers;

use std::fmt::{self, Display};
use std::ops::{Deref, RangeInclusive};

use serde::{Deserialize, Serialize};

use tradewinds_game::{InputError, Origin};

pub use rollout::{RewardKind, RolloutKind};
pub use selection::{RootKind, SelectionKind};
pub use tree::TreeKind;
pub use workers::ParallelKind;

/// The settings of a search: a preset's `[search]` table.
///
/// Every key may be left out except the budget: `iterations`, `time_ms` or both. Settings are as they were written
/// until [`SearchSettings::check`] makes [`CheckedSettings`] of them, which a search takes.
///
/// ```
/// use tradewinds_search::{SearchSettings, TreeKind};
/// let written: SearchSettings = toml::from_str("iterations = 500\ntree = \"so-ismcts\"").unwrap();
/// assert_eq!((written.iterations, written.tree), (Some(500), TreeKind::SoIsmcts));
/// let settings = written.with(|new| new.workers = 2).check().unwrap();
/// assert!(settings.with(|new| new.workers = 0).is_err());
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct SearchSettings {
    /// The kind of tree; default `auto`.
    pub tree: TreeKind,
    /// The iterations per decision, all workers together, 1 to 1,000,000,000.
    #[serde(default)] // none beside time_ms alone
    pub iterations: Option<u32>,
    /// The milliseconds per decision, 1 to 3,600,000; at least one iteration is played, however long it
    /// takes. Results then depend on the machine.
    pub time_ms: Option<u32>,
    /// The number of logical workers, 1 to 256; default 1. The result depends on it; it does not depend on
    /// the number of threads.
    pub workers: u32,
    /// What the workers share; default `root`.
    pub parallel: ParallelKind,
    /// The losses that a worker of `parallel = "tree"` leaves in each node until its reward is known, 1
    /// to 100; default 1.
    pub virtual_loss: u32,
    /// The distribution of the budget over the root decision's actions; default `selection`.
    pub root: RootKind,
    /// The rule of selection; default `ucb1`.
    pub selection: SelectionKind,
    /// The rule's constant c, 0 to 100; default 0.7 for `ucb1` (Cowling, Powley and Whitehouse 2012),
    /// 1 for `ucb-tuned` and 1.5 for `puct`.
    pub exploration: Option<f32>,
    /// The base b with which the constant c of `puct` grows, 1 to 1,000,000,000 visits: at a node whose children have n
    /// visits it is c · (1 + ln(1 + n / b)) (after Silver et al. 2018, who add the logarithm to c), so the larger b is,
    /// the later it grows. Without a base c is the same at every node.
    pub exploration_base: Option<u32>,
    /// The temperature of the softmax that makes priors of policy scores, in their unit
    /// (VP-equivalents), above 0 to 1,000; default 1.
    pub prior_temperature: f32,
    /// The share of the priors of `puct` that is spread evenly, 0 to 1; default 0.
    pub prior_uniform: f32,
    /// The share of the root's priors of `puct` that is drawn anew for each search, from a Dirichlet distribution
    /// whose parameters have the sum 10, 0 to 1; default 0. It makes a bot weaker: it is for games from which
    /// is learned.
    pub root_noise: f32,
    /// Whether the n-th visit of each of the root's actions meets the same luck: the same world and the same
    /// stream of random numbers (common random numbers; Veness, Lanctot and Bowling 2011); default no. Only with
    /// `tree` `auto`, `so-ismcts`, `mo-ismcts` or `own-moves`, and with `selection = "puct"` or a root that
    /// is halved.
    pub common_random_numbers: bool,
    /// The playout of worlds; default `random`.
    pub rollout: RolloutKind,
    /// The chance of a random action in a `heuristic` rollout, 0 to 1; default 0.1.
    pub epsilon: f32,
    /// The decisions of a rollout before it is cut off and evaluated, 0 to 1,000,000; without it rollouts
    /// continue to the end of the game.
    pub cutoff: Option<u32>,
    /// The reward for the end of a game; default `win-share`, which a `cutoff` requires: a rollout that is
    /// cut off gets an estimate of the win share, and with a reward in another currency a search
    /// would seek or shun the end of the game for its own sake. A rollout that reaches the game's
    /// [bound](tradewinds_game::Game::max_decisions) gets that estimate too, whatever the reward is.
    pub reward: RewardKind,
    /// The weight of the margin in the `blend` reward, 0 to 1; default 0.5.
    pub blend: f32,
    /// The memory bound: nodes for all workers together, at least 1,000 per worker, at most 100,000,000. A node takes
    /// 32 bytes, and 8 more are there for each so that children can move together, beside its action; with a tree for each
    /// seat, 30 bytes more. Without it the bound grows with the budget: 12 nodes for each iteration, at least 500,000 and
    /// at most 10,000,000 (some 450 MB, or 750 with a tree for each seat). When it is reached the search continues
    /// without growing.
    pub max_nodes: Option<u32>,
    /// The worlds of a `determinized` search, 1 to 10,000; default 20. The budget is split over them.
    /// Worlds for which no time is left are not searched.
    pub determinizations: u32,
    /// Whether results that are certain are proven, and wins then played, once the game is
    /// [open](tradewinds_game::Game::is_open) (MCTS-Solver; Winands, Björnsson and Saito 2008); default
    /// no. In a game of two seats draws are proven too. A search ends early when it has proven a win; with the reward
    /// `win-share` also when it has proven any result of its decision, and an iteration ends where it comes to a proven
    /// position, whose reward is then exact.
    pub prove: bool,
    /// Whether a bot keeps its findings about the positions that come up later, as far as it observes the
    /// decisions that lead to them; default no. Not with `determinized`. The kept tree stays as it is below
    /// its new root. At the root the priors are scored again, the counts of each action (visits,
    /// availability and rewards) are divided by 8, and the action is chosen by the visits of the new search
    /// alone.
    pub reuse: bool,
    /// Whether the search ends as soon as the remaining budget cannot change its most visited action;
    /// default no. The action is the same as without this setting: exactly under a budget of iterations,
    /// and as far as the pace can be foreseen under a budget of time. It has no effect when visits alone do
    /// not decide: with several workers, with `sequential-halving`, while `prove` looks for wins; nor in a
    /// [study](super::Search::study). With `reuse` the tree that is kept is smaller, so that later
    /// decisions may differ.
    pub stop_when_decided: bool,
}

impl Default for SearchSettings {
    /// 1,000 iterations of the plain search.
    fn default() -> Self {
        Self {
            tree: TreeKind::Auto,
            iterations: Some(1_000),
            time_ms: None,
            workers: 1,
            parallel: ParallelKind::Root,
            virtual_loss: 1,
            root: RootKind::Selection,
            selection: SelectionKind::Ucb1,
            exploration: None,
            exploration_base: None,
            prior_temperature: 1.0,
            prior_uniform: 0.0,
            root_noise: 0.0,
            common_random_numbers: false,
            rollout: RolloutKind::Random,
            epsilon: 0.1,
            cutoff: None,
            reward: RewardKind::WinShare,
            blend: 0.5,
            max_nodes: None,
            determinizations: 20,
            prove: false,
            reuse: false,
            stop_when_decided: false,
        }
    }
}

impl SearchSettings {
    /// Returns the settings with a change. Code of other crates makes settings in this way, so that a new setting
    /// breaks none of it.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Checks the range of each setting, and that they go together.
    ///
    /// # Errors
    /// The first setting out of its range, one that another one excludes, or a missing budget.
    pub fn check(self) -> Result<CheckedSettings, InputError> {
        self.check_budget()?;
        self.check_workers()?;
        self.check_selection()?;
        self.check_rollout()?;
        self.check_tree()?;
        Ok(CheckedSettings(self))
    }
}

/// Settings that are in their ranges and go together: only [`SearchSettings::check`] makes them. Their values are read
/// as those of [`SearchSettings`].
#[derive(Clone, PartialEq)]
pub struct CheckedSettings(SearchSettings);

impl CheckedSettings {
    /// Returns the settings with a change, checked again.
    ///
    /// # Errors
    /// As for [`SearchSettings::check`].
    pub fn with(&self, change: impl FnOnce(&mut SearchSettings)) -> Result<Self, InputError> {
        self.0.clone().with(change).check()
    }
}

impl fmt::Debug for CheckedSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Deref for CheckedSettings {
    type Target = SearchSettings;

    #[inline]
    fn deref(&self) -> &SearchSettings {
        &self.0
    }
}

/// Checks a setting's range.
fn within<T: PartialOrd + Display>(
    field: &str,
    value: Option<T>,
    range: RangeInclusive<T>,
) -> Result<(), InputError> {
    match value {
        Some(value) if !range.contains(&value) => {
            let allowed = format!("{} to {}", range.start(), range.end());
            Err(InputError::out_of_range(Origin::Settings, format!("search.{field}"), value, allowed))
        }
        _ => Ok(()),
    }
}

/// Checks a rule between settings: the value of one, `found` where it is set, is refused unless it `fits` the others.
fn fitting<T: Display>(field: &str, found: Option<T>, fits: bool, allowed: &str) -> Result<(), InputError> {
    match found {
        Some(found) if !fits => {
            let field = format!("search.{field}");
            Err(InputError::conflict(Origin::Settings, field, found.to_string(), allowed))
        }
        _ => Ok(()),
    }
}
