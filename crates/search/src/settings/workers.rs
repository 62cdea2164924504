//! The workers of a search and their memory: how many there are, what they share, and the bound of their nodes.

use serde::{Deserialize, Serialize};
use tradewinds_game::InputError;

use super::{SearchSettings, TreeKind, fitting, within};
use crate::tree::Node;

/// The minimum of [`SearchSettings::max_nodes`] per worker.
const MIN_NODES: u32 = 1_000;
/// The nodes for each iteration of the budget, where a preset sets no bound: an iteration of the shipped searches adds 2
/// to 10.
const NODES_PER_ITERATION: u32 = 12;
/// The bounds of what follows from that.
const DEFAULT_NODES: (u32, u32) = (500_000, 10_000_000);

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

impl SearchSettings {
    /// Returns whether the workers grow the same trees.
    pub(crate) fn shares_trees(&self) -> bool {
        self.parallel == ParallelKind::Tree
    }

    /// Returns the bound of the nodes of all workers together: that of the preset, or what goes with the iterations.
    #[must_use]
    pub fn node_limit(&self) -> u32 {
        let fitting = self.iterations.unwrap_or(0).saturating_mul(NODES_PER_ITERATION);
        self.max_nodes.unwrap_or(fitting.clamp(DEFAULT_NODES.0, DEFAULT_NODES.1))
    }

    /// Returns the size of a tree's node in bytes.
    #[must_use]
    pub const fn node_bytes() -> usize {
        size_of::<Node>()
    }

    pub(super) fn check_workers(&self) -> Result<(), InputError> {
        within("workers", Some(self.workers), 1..=256)?;
        let may_share = self.tree != TreeKind::Determinized;
        let shared = self.shares_trees().then_some("\"tree\"");
        fitting("parallel", shared, may_share, "\"root\" with tree = \"determinized\"")?;
        within("virtual_loss", Some(self.virtual_loss), 1..=100)?;
        within("max_nodes", self.max_nodes, MIN_NODES * self.workers..=100_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_of_the_nodes_grows_with_the_budget() {
        let limit = |iterations, max_nodes| {
            let new = SearchSettings { iterations, max_nodes, time_ms: Some(1), ..SearchSettings::default() };
            new.node_limit()
        };
        assert_eq!([1_000, 41_666].map(|few| limit(Some(few), None)), [500_000; 2]);
        assert_eq!(limit(Some(100_000), None), 1_200_000);
        assert_eq!(limit(Some(1_000_000_000), None), 10_000_000);
        assert_eq!(limit(None, None), 500_000, "time alone tells nothing of the iterations");
        assert_eq!(limit(Some(100_000), Some(4_000)), 4_000);
    }
}
