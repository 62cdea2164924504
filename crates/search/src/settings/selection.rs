//! How the budget is spread over the actions: the rule of selection, its priors, and the root.

use serde::{Deserialize, Serialize};
use tradewinds_game::InputError;

use super::{SearchSettings, fitting, within};

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

impl SearchSettings {
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

    pub(super) fn check_selection(&self) -> Result<(), InputError> {
        let (puct, halves) = (self.has_priors(), self.root.halves());
        within("exploration", self.exploration, 0.0..=100.0)?;
        within("exploration_base", self.exploration_base, 1..=1_000_000_000)?;
        fitting("exploration_base", self.exploration_base, puct, "only with selection = \"puct\"")?;
        within("prior_temperature", Some(self.prior_temperature), f32::MIN_POSITIVE..=1_000.0)
            .map_err(|error| error.with_allowed("above 0 to 1000"))?;
        within("prior_uniform", Some(self.prior_uniform), 0.0..=1.0)?;
        within("root_noise", Some(self.root_noise), 0.0..=1.0)?;
        fitting(
            "root_noise",
            (self.root_noise > 0.0).then_some(self.root_noise),
            puct && !halves && !self.shares_trees(),
            "only with selection = \"puct\", root = \"selection\" and parallel = \"root\"",
        )?;
        fitting(
            "common_random_numbers",
            self.common_random_numbers.then_some(true),
            self.tree.draws_worlds() && (halves || puct),
            "only with tree = \"auto\", \"so-ismcts\", \"mo-ismcts\" or \"own-moves\", and with selection = \
             \"puct\" or a root that is halved",
        )
    }
}
