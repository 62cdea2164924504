//! The workers of a search and their memory: how many there are, what they share, and the bound of their nodes.

use serde::{Deserialize, Serialize};
use tradewinds_game::InputError;

use super::{SearchSettings, TreeKind, fitting, within};
use crate::tree::Node;

/// The minimum of [`SearchSettings::max_nodes`] per worker.
const MIN_NODES: u32 = 1_000;

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
        within("max_nodes", Some(self.max_nodes), MIN_NODES * self.workers..=100_000_000)
    }
}
