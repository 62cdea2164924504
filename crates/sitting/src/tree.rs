//! The tree of the moves that were played at a table.

use std::sync::Arc;

use tradewinds_arena::Sight;
use tradewinds_game::{PerSeat, Phrase, Pieces, Seat};

/// A position of the tree, by its number; 0 is the first position.
pub type NodeId = usize;

/// A position and the decision that led to it.
#[derive(Clone)]
pub(crate) struct Node {
    /// The position before it; `None` at the first position.
    pub(crate) parent: Option<NodeId>,
    /// The seat that decided.
    pub(crate) seat: Seat,
    /// Its action, in notation.
    pub(crate) action: String,
    /// Whether each seat could tell that it was the only legal one.
    pub(crate) forced: PerSeat<bool>,
    /// Whether it was played without asking.
    pub(crate) unasked: bool,
    /// The name of the run of decisions that it is of.
    pub(crate) joint: Option<String>,
    /// What each seat observed.
    pub(crate) sights: PerSeat<Sight>,
    /// The decision in words as each seat observed it; empty where it observed nothing.
    pub(crate) lines: Arc<[String]>,
    /// The decision in words, and what others see of it who do not see the action.
    pub(crate) phrases: Arc<[Phrase; 2]>,
    /// What came of it, and what it changed.
    pub(crate) after: String,
    /// Whether it goes on with the decision before it, so that one sentence tells both.
    pub(crate) goes_on: bool,
    /// Where it is the last one of a run, the pieces that stand elsewhere than before it.
    pub(crate) moved: Arc<[Phrase]>,
    /// The pieces of the seat that decides next as they stood before the run that begins with it.
    pub(crate) stood: Option<Pieces>,
    /// The round in which it was made.
    pub(crate) round: u32,
    /// The kind of the decision, in the game's own word.
    pub(crate) kind: &'static str,
    /// The number of decisions before it.
    pub(crate) depth: usize,
    /// The positions that follow, in the order in which they were first reached.
    pub(crate) children: Vec<NodeId>,
    /// The child that was last played or visited.
    pub(crate) latest: Option<NodeId>,
}

impl Node {
    /// Makes the first position.
    pub(crate) fn root(players: usize) -> Self {
        Self {
            parent: None,
            seat: Seat::new(0),
            action: String::new(),
            forced: PerSeat::new(players),
            unasked: false,
            joint: None,
            sights: PerSeat::new(players),
            lines: Arc::default(),
            phrases: Arc::new([Phrase::new("begin", ""), Phrase::new("begin", "")]),
            after: String::new(),
            goes_on: false,
            moved: Arc::default(),
            stood: None,
            round: 0,
            kind: "",
            depth: 0,
            children: Vec::new(),
            latest: None,
        }
    }
}

/// The tree.
#[derive(Clone)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(crate) fn new(players: usize) -> Self {
        Self { nodes: vec![Node::root(players)] }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// Returns the child that an action leads to, if it was played before.
    pub(crate) fn child(&self, id: NodeId, action: &str) -> Option<NodeId> {
        self.nodes[id].children.iter().copied().find(|&child| self.nodes[child].action == action)
    }

    /// Adds a position below its parent.
    pub(crate) fn add(&mut self, parent: NodeId, mut node: Node) -> NodeId {
        let id = self.nodes.len();
        node.depth = self.nodes[parent].depth + 1;
        node.parent = Some(parent);
        self.nodes[parent].children.push(id);
        self.nodes.push(node);
        id
    }

    /// Makes the path to a position the latest line.
    pub(crate) fn visit(&mut self, id: NodeId) {
        let mut at = id;
        while let Some(parent) = self.nodes[at].parent {
            self.nodes[parent].latest = Some(at);
            at = parent;
        }
    }

    /// Lists the positions from the one after the first to this one.
    pub(crate) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::with_capacity(self.nodes[id].depth);
        let mut at = id;
        while let Some(parent) = self.nodes[at].parent {
            path.push(at);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Returns the end of the latest line through a position.
    pub(crate) fn end_of_line(&self, id: NodeId) -> NodeId {
        let mut at = id;
        while let Some(next) = self.nodes[at].latest.or_else(|| self.nodes[at].children.first().copied()) {
            at = next;
        }
        at
    }

    /// Lists the ends of all lines.
    pub(crate) fn ends(&self) -> Vec<NodeId> {
        (0..self.nodes.len()).filter(|&id| self.nodes[id].children.is_empty()).collect()
    }
}
