//! The keys and values of a preset's `[search]` table.

mod kinds;

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::tree::Node;
use tradewinds_game::{InputError, Origin};

pub use kinds::{ParallelKind, RewardKind, RolloutKind, RootKind, SelectionKind, TreeKind};

/// The minimum of [`SearchSettings::max_nodes`] per worker.
const LEAST_NODES: u32 = 1_000;

/// The settings of a search: a preset's `[search]` table.
///
/// Every key may be left out except the budget: `iterations`, `time_ms` or both.
///
/// ```
/// use tradewinds_search::{SearchSettings, TreeKind};
/// let settings: SearchSettings = toml::from_str("iterations = 500\ntree = \"so-ismcts\"").unwrap();
/// assert_eq!((settings.iterations, settings.tree), (Some(500), TreeKind::SoIsmcts));
/// settings.validate().unwrap();
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
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
    /// visits it is c · (1 + ln(1 + n / b)) (after Silver et al. 2018, who add the logarithm to c), so the larger b is, the
    /// later it grows. Without a base c is the same at every node.
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
    /// The memory bound: nodes of 32 bytes for all workers together, at least 1,000 per worker, at most
    /// 100,000,000; default 500,000. When it is reached the search continues without growing.
    pub max_nodes: u32,
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
            max_nodes: 500_000,
            determinizations: 20,
            prove: false,
            reuse: false,
            stop_when_decided: false,
        }
    }
}

impl SearchSettings {
    /// Returns whether the clock is part of the budget, so that results depend on the machine.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.time_ms.is_some()
    }

    /// Returns the selection rule's constant.
    #[must_use]
    pub fn exploration(&self) -> f32 {
        self.exploration.unwrap_or(match self.selection {
            SelectionKind::Ucb1 => 0.7,
            SelectionKind::UcbTuned => 1.0,
            SelectionKind::Puct => 1.5,
        })
    }

    /// Returns whether the policy's priors are kept in the tree, and so all children of a node are added at once.
    pub(crate) fn has_priors(&self) -> bool {
        self.selection == SelectionKind::Puct
    }

    /// Returns whether the workers grow the same trees.
    pub(crate) fn shares_trees(&self) -> bool {
        self.parallel == ParallelKind::Tree
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
            let allowed = "iterations, time_ms or both";
            return Err(InputError::new(Origin::Settings, "search.iterations", "no budget", allowed));
        }
        within("iterations", self.iterations, 1..=1_000_000_000)?;
        within("time_ms", self.time_ms, 1..=3_600_000)?;
        within("workers", Some(self.workers), 1..=256)?;
        within("virtual_loss", Some(self.virtual_loss), 1..=100)?;
        within("exploration", self.exploration, 0.0..=100.0)?;
        within("exploration_base", self.exploration_base, 1..=1_000_000_000)?;
        within("prior_uniform", Some(self.prior_uniform), 0.0..=1.0)?;
        within("root_noise", Some(self.root_noise), 0.0..=1.0)?;
        within("prior_temperature", Some(self.prior_temperature), f32::MIN_POSITIVE..=1_000.0)
            .map_err(|error| error.with_allowed("above 0 to 1000"))?;
        within("epsilon", Some(self.epsilon), 0.0..=1.0)?;
        within("cutoff", self.cutoff, 0..=1_000_000)?;
        within("blend", Some(self.blend), 0.0..=1.0)?;
        within("max_nodes", Some(self.max_nodes), LEAST_NODES * self.workers..=100_000_000)?;
        within("determinizations", Some(self.determinizations), 1..=10_000)?;
        self.fit_together()
    }

    /// Returns whether every iteration draws a world of the searching seat for trees that all learn from it.
    fn draws_worlds(&self) -> bool {
        use TreeKind::{Auto, MoIsmcts, OwnMoves, SoIsmcts};
        matches!(self.tree, Auto | SoIsmcts | MoIsmcts | OwnMoves)
    }

    /// Checks that the mechanisms go together.
    fn fit_together(&self) -> Result<(), InputError> {
        let alone = self.tree == TreeKind::Determinized;
        let pays_shares = self.reward == RewardKind::WinShare;
        let conflicts = [
            (
                "exploration_base",
                self.exploration_base.is_some() && self.selection != SelectionKind::Puct,
                self.exploration_base.unwrap_or_default().to_string(),
                "only with selection = \"puct\"",
            ),
            (
                "root_noise",
                self.root_noise > 0.0
                    && (self.selection != SelectionKind::Puct || self.root.halves() || self.shares_trees()),
                self.root_noise.to_string(),
                "only with selection = \"puct\", root = \"selection\" and parallel = \"root\"",
            ),
            (
                "cutoff",
                self.cutoff.is_some() && !pays_shares,
                self.cutoff.unwrap_or_default().to_string(),
                "only with reward = \"win-share\": a game that is cut off is worth its estimated win share",
            ),
            (
                "common_random_numbers",
                self.common_random_numbers
                    && (!self.draws_worlds() || !self.root.halves() && self.selection != SelectionKind::Puct),
                "true".to_owned(),
                "only with tree = \"auto\", \"so-ismcts\", \"mo-ismcts\" or \"own-moves\", and with selection = \
                 \"puct\" or a root that is halved",
            ),
            (
                "prove",
                self.prove && self.tree == TreeKind::OwnMoves,
                "true".to_owned(),
                "not with tree = \"own-moves\", whose nodes stand for many positions",
            ),
            ("reuse", self.reuse && alone, "true".to_owned(), "not with tree = \"determinized\""),
            (
                "parallel",
                self.shares_trees() && alone,
                "\"tree\"".to_owned(),
                "\"root\" with tree = \"determinized\"",
            ),
        ];
        match conflicts.iter().find(|conflict| conflict.1) {
            Some((field, _, found, allowed)) => {
                Err(InputError::conflict(Origin::Settings, format!("search.{field}"), found, *allowed))
            }
            None => Ok(()),
        }
    }
}

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
