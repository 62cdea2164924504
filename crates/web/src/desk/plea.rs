//! What a screen asks of the people at others.

use tradewinds_sitting::NodeId;

/// A wish of a screen to go back.
#[derive(Clone)]
pub(crate) struct Plea {
    pub(crate) screen: usize,
    pub(crate) to: NodeId,
    /// The moment of the wish; it is void when something was played since.
    pub(super) at: (NodeId, u32),
    pub(super) agreed: Vec<usize>,
    /// The screen that does not agree.
    pub(crate) refused: Option<usize>,
}

impl Plea {
    /// Returns whether a screen has not answered yet.
    pub(crate) fn waits_for(&self, screen: usize) -> bool {
        self.refused.is_none() && self.screen != screen && !self.agreed.contains(&screen)
    }
}
